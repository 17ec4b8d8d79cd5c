//! Card files: read or refused with a message, never a panic; a card that is read can be described and played.

#![no_main]

use std::sync::LazyLock;

use fixer_core::chance::{below, rng};
use fixer_core::cyberpunk::cards::{CardDef, CardPool, CardType};
use fixer_core::cyberpunk::{MatchUp, Table};
use fixer_core::game::Game;
use libfuzzer_sys::fuzz_target;

static POOL: LazyLock<CardPool> = LazyLock::new(CardPool::builtin);

/// How many actions are played with the cards of a file.
const ACTIONS: u32 = 60;

fuzz_target!(|text: &str| {
    let mut pool = CardPool::default();
    if pool.extend("mine.ron", text).is_err() {
        return;
    }
    let _ = pool.warnings();
    let legend = |card: &&CardDef| card.kind == CardType::Legend;
    let mine = || pool.cards().iter().filter(|card| card.abilities.is_some());
    let mut list: Vec<&CardDef> = mine().filter(legend).take(3).collect();
    list.extend(mine().filter(|card| !legend(card)).take(20));
    // A card of the file replaces the built-in one of its id.
    list.extend(POOL.cards().iter().filter(|card| !legend(card) && pool.find(&card.id).is_none()).take(20));
    let Ok(cards) = MatchUp::of_cards([&list, &list]) else { return };
    let mut luck = rng(1);
    let mut generator = rng(2);
    let mut table = Table::start(&cards, &mut luck);
    let mut legal = Vec::new();
    for _ in 0..ACTIONS {
        table.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        table.apply(legal[below(&mut generator, legal.len() as u32) as usize], &mut luck);
        table.verify().expect("a possible position");
    }
});

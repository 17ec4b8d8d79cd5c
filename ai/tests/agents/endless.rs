//! No agent hangs: games of the real rules come to their end between random lists, and where free abilities can be used
//! again and again.

use fixer_ai::agent::GameKey;
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::registry::{AGENTS, Pilot};
use fixer_core::chance::{Streams, mix, rng};
use fixer_core::cyberpunk::cards::{CardPool, CardType};
use fixer_core::cyberpunk::deck::Deck;
use fixer_core::cyberpunk::deck::random::random_deck;
use fixer_core::cyberpunk::{MatchUp, Table};
use fixer_core::game::{Game, Player, Status};

use crate::tables::informed;

/// Matches are stopped after so many decisions and counted as capped.
const CAP: usize = 4000;

/// Units whose abilities cost nothing: one that does nothing, one that may be declined, pairs that undo each other, and
/// one that readies itself.
const FREE: &str = r#"[
    (id: "idler", name: "Idler", type: Unit, color: Red, cost: 1, power: 2, ram: 1, tags: ["MERC"],
     set: "TST", number: "001", rarity: "Common", abilities: [
        Activated(cost: [Pay(0)], do: [Ready(This)]),
        Activated(cost: [Pay(0)], do: [Spend(UpTo(1, Units(Friendly)))]),
     ]),
    (id: "turner", name: "Turner", type: Unit, color: Red, cost: 1, power: 3, ram: 1, tags: ["MERC"],
     set: "TST", number: "002", rarity: "Common", abilities: [
        Activated(cost: [Pay(0)], do: [Increase(Gig(Friendly), Exactly(1))]),
        Activated(cost: [Pay(0)], do: [Decrease(Gig(Friendly), Exactly(1))]),
     ]),
    (id: "swapper", name: "Swapper", type: Unit, color: Red, cost: 1, power: 1, ram: 1, tags: ["MERC"],
     set: "TST", number: "003", rarity: "Common", abilities: [
        Activated(cost: [Pay(0)], do: [Swap(Gig(Friendly), Gig(Rival))]),
        Activated(quick: true, cost: [Pay(0)], do: [Adjust(Gig(Any), UpTo(1))]),
     ]),
]"#;

/// Random lists; with `free` every other card that is no Legend is one of the Units above.
fn match_up(pool: &CardPool, seed: u64, free: bool) -> MatchUp {
    let mut generator = rng(mix(&[seed, 11]));
    let [a, b] = [(); 2].map(|()| {
        let mut deck = random_deck(pool, &mut generator).expect("the pool is large enough");
        if free {
            mix_in(&mut deck, pool);
        }
        deck
    });
    MatchUp::new(pool, [&a, &b]).expect("cards with programs")
}

fn mix_in(deck: &mut Deck, pool: &CardPool) {
    let units = ["idler", "turner", "swapper"].map(|id| pool.find(id).expect("a card of the test"));
    deck.cards.retain(|(card, _)| !units.contains(card));
    let kept = deck.cards.len() / 2;
    let gone: u8 = deck.cards.drain(kept..).map(|(_, copies)| copies).sum();
    let each = (gone / 3).max(3);
    deck.cards.extend(units.map(|unit| (unit, each)));
    assert!(deck.cards.iter().all(|&(card, _)| pool.get(card).kind != CardType::Legend));
}

/// How many decisions a game takes, and the most of one player within one turn.
fn decisions<'m>(match_up: &'m MatchUp, seed: u64, seats: [&mut Pilot<'_, Table<'m>>; 2]) -> Option<(usize, usize)> {
    let mut luck = Streams::new(seed);
    let mut table = Table::start(match_up, &mut luck);
    let [first, second] = seats;
    first.begin(Player::A, GameKey(seed));
    second.begin(Player::B, GameKey(seed));
    let mut legal = Vec::new();
    let (mut turn, mut within, mut most) = (0, [0; 2], 0);
    for made in 0..CAP {
        let Status::Decide(player, _) = table.status() else { return Some((made, most)) };
        if table.turn() != turn {
            (turn, within) = (table.turn(), [0; 2]);
        }
        within[player.index()] += 1;
        most = most.max(within[player.index()]);
        table.legal_actions(&mut legal);
        let pilot = if player == Player::A { &mut *first } else { &mut *second };
        let action = pilot.decide(&table, player, &legal);
        assert!(legal.contains(&action), "{action:?} is not offered");
        table.apply(action, &mut luck);
    }
    None
}

fn every_agent_ends(pool: &CardPool, games: u64, free: bool) {
    for agent in AGENTS {
        let spec = agent.example.replace(":100", ":30");
        for game in 0..games {
            let cards = match_up(pool, game, free);
            let (mut one, mut other) = (informed(&spec, &Cyberpunk), informed(&spec, &Cyberpunk));
            let ended = decisions(&cards, game, [&mut one, &mut other]);
            assert!(ended.is_some(), "{spec}: game {game} goes on after {CAP} decisions");
        }
    }
}

#[test]
fn games_between_random_lists_end() {
    every_agent_ends(&CardPool::builtin(), 6, false);
}

#[test]
fn games_with_free_abilities_end() {
    let mut pool = CardPool::builtin();
    pool.extend("free.ron", FREE).unwrap_or_else(|error| panic!("{error}"));
    every_agent_ends(&pool, 4, true);
}

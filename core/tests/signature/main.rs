//! One number for the behaviour of the rules: it changes if and only if some game of a fixed set is played, offered or
//! seen differently. A change of speed keeps it; a change of rules or cards pins the new number and says why.

mod rename;
mod renamed;

use fixer_core::chance::{below, mix, mix_text, rng};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::{Deck, Rules, builtin::builtin_decks};
use fixer_core::cyberpunk::{MatchUp, Table};
use fixer_core::game::{Game, Player, Status};

/// How many games.
const GAMES: usize = 2000;

fn mix_bytes(hash: u64, bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(mix(&[hash, bytes.len() as u64]), |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(&[hash, u64::from_le_bytes(word)])
    })
}

/// What the games come to: how many decisions, every action with how many were legal and what both players saw, and
/// a sampled world now and then.
fn signature(pool: &CardPool, decks: &[Deck]) -> (u64, u64, u64) {
    let decks: Vec<&Deck> = decks.iter().filter(|deck| deck.rules == Rules::Constructed).collect();
    let (mut played, mut sampled, mut decisions) = (0, 0, 0u64);
    let (mut legal, mut seen) = (Vec::new(), Vec::new());
    for game in 0..GAMES {
        // Every ordered pair of lists, mirrors included, about four times.
        let (one, other) = (game % decks.len(), game / decks.len() % decks.len());
        let cards = MatchUp::new(pool, [decks[one], decks[other]]).expect("two playable lists");
        let mut luck = rng(mix(&[game as u64, 1]));
        let mut chooser = rng(mix(&[game as u64, 2]));
        // A generator of its own: how a world is sampled moves no game.
        let mut sampler = rng(mix(&[game as u64, 3]));
        let mut table = Table::start(&cards, &mut luck);
        while let Status::Decide(player, kind) = table.status() {
            table.legal_actions(&mut legal);
            let action = legal[below(&mut chooser, legal.len() as u32) as usize];
            let text = mix_text(&format!("{player:?} {kind:?} {action:?}"));
            played = mix(&[played, text, legal.len() as u64]);
            seen.clear();
            Player::BOTH.into_iter().for_each(|observer| table.observe(observer, &mut seen));
            played = mix_bytes(played, &seen);
            if decisions % 16 == 0 {
                let mut world = table;
                world.determinize(player, &mut sampler);
                seen.clear();
                Player::BOTH.into_iter().for_each(|observer| world.observe(observer, &mut seen));
                sampled = mix_bytes(sampled, &seen);
            }
            decisions += 1;
            table.apply(action, &mut luck);
        }
        played = mix_text(&format!("{played} {:?}", table.status()));
    }
    (decisions, played, sampled)
}

/// What it comes to.
const PINNED: (u64, u64, u64) = (184_040, 4_519_942_072_785_823_192, 6_922_453_345_620_761_919);

#[test]
fn two_thousand_random_games_are_played_as_ever() {
    let pool = CardPool::builtin();
    let decks = builtin_decks(&pool).expect("the built-in lists are well-formed");
    assert_eq!(signature(&pool, &decks), PINNED);
}

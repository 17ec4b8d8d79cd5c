//! Counting the ways to play on from a position: one number that changes when a rule does.

use crate::chance::Chance;
use crate::game::{Game, Status};

/// How many sequences of exactly `depth` actions there are from a position; a game that ends before counts for nothing.
///
/// Luck branches with the decisions, it is not enumerated: each sequence goes on with a copy of `luck` as its own
/// actions left it. Identical copies of a card are one action, conceding is none.
///
/// ```
/// # use fixer_core::chance::Streams;
/// # use fixer_core::cyberpunk::{MatchUp, Table, cards::CardPool, deck::builtin::{STARTERS, builtin_deck}};
/// # use fixer_core::perft::perft;
/// let pool = CardPool::builtin();
/// let [a, b] = STARTERS.map(|id| builtin_deck(id, &pool).unwrap());
/// let cards = MatchUp::new(&pool, [&a, &b]).unwrap();
/// let mut luck = Streams::new(1);
/// let table = Table::start(&cards, &mut luck);
/// // Both players keep or take a mulligan; then the first rolls one of five dice: the d20 is the last to go.
/// assert_eq!((perft(&table, 2, &luck), perft(&table, 3, &luck)), (4, 20));
/// ```
pub fn perft<G: Game, C: Chance + Clone>(game: &G, depth: u32, luck: &C) -> u64 {
    if depth == 0 { 1 } else { divide(game, depth, luck).into_iter().map(|(_, count)| count).sum() }
}

/// The count of [`perft`] for each first action, in the order of the legal actions: to find where two engines differ.
///
/// # Panics
/// If `depth` is 0: there is no first action.
pub fn divide<G: Game, C: Chance + Clone>(game: &G, depth: u32, luck: &C) -> Vec<(G::Action, u64)> {
    assert!(depth > 0, "there is no first action at depth 0");
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().map(|action| (action, after(game, action, depth, luck))).collect()
}

fn after<G: Game, C: Chance + Clone>(game: &G, action: G::Action, depth: u32, luck: &C) -> u64 {
    if depth == 1 {
        return 1;
    }
    let (mut next, mut luck) = (*game, luck.clone());
    next.apply(action, &mut luck);
    match next.status() {
        Status::Over(_) => 0,
        Status::Decide(..) => perft(&next, depth - 1, &luck),
    }
}

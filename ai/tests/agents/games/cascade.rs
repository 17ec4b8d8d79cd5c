//! Cascade with its two built-in decks.

use std::sync::LazyLock;

use fixer_core::cascade::cards::CardPool;
use fixer_core::cascade::deck::builtin::builtin_decks;
use fixer_core::cascade::{MatchUp, Table};
use fixer_core::chance::rng;

static MATCH_UP: LazyLock<MatchUp> = LazyLock::new(|| {
    let pool = CardPool::builtin();
    let decks = builtin_decks(&pool).unwrap_or_else(|error| panic!("{error}"));
    MatchUp::new(&pool, [&decks[0], &decks[1]]).expect("a match-up")
});

pub fn start(seed: u64) -> Table<'static> {
    Table::start(&MATCH_UP, &mut rng(seed))
}

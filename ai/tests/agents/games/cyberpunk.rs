//! The Cyberpunk TCG with the two starter decks.

use std::sync::LazyLock;

use fixer_core::chance::rng;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
use fixer_core::cyberpunk::{MatchUp, Table};

static MATCH_UP: LazyLock<MatchUp> = LazyLock::new(|| {
    let pool = CardPool::builtin();
    let decks = STARTERS.map(|id| builtin_deck(id, &pool).unwrap_or_else(|error| panic!("{error}")));
    MatchUp::new(&pool, [&decks[0], &decks[1]]).expect("a match-up")
});

pub fn start(seed: u64) -> Table<'static> {
    Table::start(&MATCH_UP, &mut rng(seed))
}

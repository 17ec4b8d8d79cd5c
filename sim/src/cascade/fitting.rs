//! Games to fit the evaluation of Cascade to: the built-in decks against each other and against themselves, each as often
//! in either seat.

use fixer_ai::eval::Features;
use fixer_ai::eval::cascade::{Cascade, Seen, is_quiet};
use fixer_core::cascade::cards::CardPool;
use fixer_core::cascade::deck::Deck;
use fixer_core::cascade::deck::builtin::builtin_decks;
use fixer_core::cascade::{MatchUp, Table};
use fixer_core::chance::Streams;

use crate::fitting::{Finished, Positions, School, SelfPlayError};

/// The features that are fitted.
pub const FEATURES: &[&str] = <Seen as Features<Table<'static>>>::NAMES;

/// Plays all games on the threads of the current pool; `told` is told how many are done.
///
/// # Errors
/// The first game that could not be played.
pub fn sample(pool: &CardPool, school: &School<'_>, told: impl FnMut(u64)) -> Result<Positions, SelfPlayError> {
    let lists = builtin_decks(pool)?;
    school.sample(FEATURES.len(), |game| one(pool, school, &lists, game), told)
}

fn one(pool: &CardPool, school: &School<'_>, lists: &[Deck], game: u64) -> Result<Finished, SelfPlayError> {
    let many = lists.len() as u64;
    let decks = [game / many % many, game % many].map(|at| &lists[at as usize]);
    let match_up =
        MatchUp::new(pool, decks).map_err(|error| SelfPlayError::MatchUp { game, what: error.to_string() })?;
    let mut chance = Streams::new(school.luck(game));
    let mut table = Table::start(&match_up, &mut chance);
    school.play::<_, Seen>(game, &mut table, &mut chance, &Cascade, |table| is_quiet(&table.state))
}

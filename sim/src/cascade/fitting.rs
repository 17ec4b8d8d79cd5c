//! Games to fit the evaluation of Cascade to: the built-in decks against each other and against themselves, each as often
//! in either seat, among the games held out too.

use fixer_ai::eval::Features;
use fixer_ai::eval::cascade::{Cascade, Seen, is_quiet};
use fixer_core::cascade::cards::CardPool;
use fixer_core::cascade::deck::Deck;
use fixer_core::cascade::deck::builtin::builtin_decks;
use fixer_core::cascade::{MatchUp, Table};
use fixer_core::chance::Streams;

use crate::fitting::{Finished, HELD_OUT, Positions, School, SelfPlayError};

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

/// The decks in seats A and B of a game. They change with each game held out and the games fitted to before it: if they
/// went by the number of the game alone, those held out would always be of the same decks.
const fn seated(game: u64, many: usize) -> [usize; 2] {
    let pairing = (game / HELD_OUT) as usize;
    [pairing / many % many, pairing % many]
}

fn one(pool: &CardPool, school: &School<'_>, lists: &[Deck], game: u64) -> Result<Finished, SelfPlayError> {
    let decks = seated(game, lists.len()).map(|deck| &lists[deck]);
    let match_up =
        MatchUp::new(pool, decks).map_err(|error| SelfPlayError::MatchUp { game, what: error.to_string() })?;
    let mut chance = Streams::new(school.luck(game));
    let mut table = Table::start(&match_up, &mut chance);
    school.play::<_, Seen>(game, &mut table, &mut chance, &Cascade, |table| is_quiet(&table.state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pairing_is_held_out_as_often_as_it_is_fitted_to() {
        let count = |held_out: bool, wanted: [usize; 2]| {
            let games = (0..400).filter(|game| (game % HELD_OUT == HELD_OUT - 1) == held_out);
            games.filter(|&game| seated(game, 2) == wanted).count()
        };
        for wanted in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            assert_eq!((count(true, wanted), count(false, wanted)), (10, 90), "{wanted:?}");
        }
    }
}

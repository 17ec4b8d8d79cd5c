//! Games to fit the evaluation of the Cyberpunk TCG to: a third of them is played by the starters, a third by two built-in
//! constructed lists, a third by two random legal lists.

use fixer_ai::eval::Features;
use fixer_ai::eval::cyberpunk::{Cyberpunk, Seen};
use fixer_core::chance::{Streams, below, mix, rng};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_decks};
use fixer_core::cyberpunk::deck::random::random_deck;
use fixer_core::cyberpunk::deck::{Deck, Rules};
use fixer_core::cyberpunk::state::Stage;
use fixer_core::cyberpunk::{MatchUp, Table};

use crate::fitting::{Finished, Positions, School, SelfPlayError};

/// The features that are fitted.
pub const FEATURES: &[&str] = <Seen as Features<Table<'static>>>::NAMES;

/// Plays all games on the threads of the current pool; `told` is told how many are done.
///
/// # Errors
/// The first game that could not be played.
pub fn sample(pool: &CardPool, school: &School<'_>, told: impl FnMut(u64)) -> Result<Positions, SelfPlayError> {
    let mut lists = builtin_decks(pool)?;
    lists.retain(|deck| deck.rules == Rules::Constructed || STARTERS.contains(&deck.id.as_str()));
    school.sample(FEATURES.len(), |game| one(pool, school, &lists, game), told)
}

fn one(pool: &CardPool, school: &School<'_>, lists: &[Deck], game: u64) -> Result<Finished, SelfPlayError> {
    let mut generator = rng(mix(&[school.seed, game, 1]));
    let mut built_in = || lists[below(&mut generator, lists.len() as u32) as usize].clone();
    let decks = match game % 3 {
        0 => STARTERS.map(|id| lists.iter().find(|deck| deck.id == id).cloned()),
        1 => [Some(built_in()), Some(built_in())],
        _ => [random_deck(pool, &mut generator), random_deck(pool, &mut generator)],
    };
    let [Some(one), Some(other)] = decks else { return Err(SelfPlayError::NoDeck) };
    let match_up =
        MatchUp::new(pool, [&one, &other]).map_err(|error| SelfPlayError::MatchUp { game, what: error.to_string() })?;
    let mut chance = Streams::new(school.luck(game));
    let mut table = Table::start(&match_up, &mut chance);
    let is_quiet = |table: &Table<'_>| table.state.attack.stage == Stage::None && table.state.frames.is_empty();
    school.play::<_, Seen>(game, &mut table, &mut chance, &Cyberpunk, is_quiet)
}

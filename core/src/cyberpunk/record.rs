//! Records of this game.
//!
//! Below an action stand the answers of luck to it: `rolled A:d8 = 3` (the die of `roll d8 = 5` stands in its own line),
//! `shuffled A: ..` (the deck after a mulligan) and `bottomed A: ..` (cards put under a deck together), the card that
//! lies highest first.

use super::cards::CardPool;
use super::{Action, Cyberpunk, Kind, MatchUp};
use crate::chance::Chance;
use crate::diagnostics::Diagnostic;
use crate::record::Record;

pub use crate::record::Title;

/// Plays a game and writes it down.
pub type Scribe<'m, C> = crate::record::Scribe<'m, Cyberpunk, C>;

/// One action of a replayed game.
pub type Step = crate::record::Step<Action, Kind>;

/// A game replayed: every position of it.
pub type Replayed = crate::record::Replayed<Cyberpunk>;

/// The record of a game that was played: deals it again with the same luck and carries out the same actions.
pub fn record_game(cards: &MatchUp, title: &Title, chance: impl Chance, actions: &[Action]) -> Record {
    crate::record::record_game::<Cyberpunk>(cards, title, chance, actions)
}

/// Whether a record is one of this game, with cards and lists that can be played: what it takes to replay it at all.
///
/// # Errors
/// The first line that makes it impossible.
pub fn playable(record: &Record, pool: &CardPool) -> Result<MatchUp, Diagnostic> {
    crate::record::playable::<Cyberpunk>(record, pool)
}

/// Replays a record without a generator.
///
/// # Errors
/// Where it is not [`playable`], and the first line that can't be followed.
pub fn replay(record: &Record, pool: &CardPool) -> Result<Replayed, Diagnostic> {
    crate::record::replay::<Cyberpunk>(record, pool)
}

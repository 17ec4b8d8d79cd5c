//! Records of this game.
//!
//! The deals are the only luck of a duel, so below an action nothing stands. In the form that both games share, the
//! Leader stands where the cards beside the deck are named.

use super::{Action, Cascade, Kind, MatchUp};
use crate::chance::Chance;
use crate::diagnostics::Diagnostic;
use crate::record::Record;

use super::cards::CardPool;

pub use crate::record::Title;

/// One action of a replayed duel.
pub type Step = crate::record::Step<Action, Kind>;

/// A duel replayed: every position of it.
pub type Replayed = crate::record::Replayed<Cascade>;

/// The record of a duel that was played: deals it again with the same luck and carries out the same actions.
pub fn record_game(cards: &MatchUp, title: &Title, chance: impl Chance, actions: &[Action]) -> Record {
    crate::record::record_game::<Cascade>(cards, title, chance, actions)
}

/// Replays a record without a generator.
///
/// # Errors
/// The first line that can't be followed.
pub fn replay(record: &Record, pool: &CardPool) -> Result<Replayed, Diagnostic> {
    crate::record::replay::<Cascade>(record, pool)
}

//! Half-done things are evaluated where they lead: an attack scored before it settles is undervalued.

use fixer_core::chance::rng;
use fixer_core::cyberpunk::{Action, Kind, Table};
use fixer_core::game::{Game, Status};

use super::is_quiet;
use super::scorer::Scores;

/// A half-done effect asks a handful of questions; an attack with blocks and Programs a few more.
const QUESTIONS: u32 = 24;

/// The luck of what is still to be rolled or shuffled: fixed, so that a position has one value.
const SEED: u64 = 0x5e77_1ed0;

/// The position that this one leads to when whoever is asked answers with the action that looks best and nobody starts
/// anything new: the defender reacts only where it looks better than passing.
pub(super) fn settled<'m>(game: &Table<'m>, scores: &Scores) -> Table<'m> {
    let mut table = *game;
    if is_quiet(&table) {
        return table;
    }
    let mut luck = rng(SEED);
    for _ in 0..QUESTIONS {
        if is_quiet(&table) {
            break;
        }
        let Status::Decide(_, kind) = table.status() else { break };
        let action = match kind {
            Kind::Pay | Kind::Order => table.default_action(),
            _ => scores.best(&table),
        };
        table.apply(action.unwrap_or(Action::Concede), &mut luck);
    }
    table
}

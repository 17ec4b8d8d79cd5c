//! From a half-done position to one that can be measured: windows pass, questions get the answer that looks best.

use fixer_core::cascade::{Action, Kind, Table};
use fixer_core::chance::rng;
use fixer_core::game::{Game, Player, Status};

use super::Judge;
use super::features::is_quiet;

/// How many questions are answered at most.
const QUESTIONS: u32 = 32;

/// How many decisions the rest of a turn has at most.
const REST: u32 = 24;

/// The luck of what is still to be drawn or shuffled: fixed, so that a position has one value.
const SEED: u64 = 0xca5c_ade0;

impl Judge {
    /// The position that this one leads to when nobody starts anything new.
    pub(super) fn settled<'m>(&self, game: &Table<'m>) -> Table<'m> {
        let mut table = *game;
        for _ in 0..QUESTIONS {
            let Status::Decide(_, kind) = table.status() else { break };
            let action = match kind {
                Kind::Prepare | Kind::Battle => break,
                Kind::Respond => Action::Pass,
                Kind::Trigger | Kind::Discard | Kind::Put => self.scores.best(&table).unwrap_or(Action::Concede),
            };
            table.apply(action, &mut rng(SEED));
        }
        table
    }

    /// The position after the rest of the turn of `of`, if it is theirs: attacks that look good are made.
    pub(super) fn turn_ended<'m>(&self, mut table: Table<'m>, of: Player) -> Table<'m> {
        let turn = table.turn();
        for _ in 0..REST {
            let Status::Decide(player, kind) = table.status() else { break };
            if player != of || table.turn() != turn || !is_quiet(&table.state) {
                break;
            }
            let action = match kind {
                Kind::Battle => self.scores.best(&table).unwrap_or(Action::End),
                _ => Action::End,
            };
            table.apply(action, &mut rng(SEED));
            table = self.settled(&table);
        }
        table
    }
}

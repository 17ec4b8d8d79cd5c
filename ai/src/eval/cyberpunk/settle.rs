//! Half-done things are evaluated where they lead: an attack scored before it settles is undervalued.

use fixer_core::cyberpunk::{Action, Kind, Table};
use fixer_core::game::{Game, Player, Status};

use super::{Judge, is_quiet};

/// A half-done effect asks a handful of questions; an attack with blocks and Programs a few more.
const QUESTIONS: u32 = 24;

/// How many reactions in a row the defender thinks through; after that the attack goes on.
const REACTIONS: u32 = 2;

/// The seed of what is still to be rolled or shuffled.
pub(super) const SEED: u64 = 0x5e77_1ed0;

impl Judge {
    /// Goes to the position that this one leads to when nobody starts anything new: whoever is asked answers with what
    /// looks best, the defender of an attack takes the reaction after which they stand best, or none.
    pub(super) fn settle(&self, table: &mut Table<'_>) {
        self.settle_within(table, REACTIONS);
    }

    fn settle_within(&self, table: &mut Table<'_>, reactions: u32) {
        if is_quiet(table) {
            return;
        }
        let mut luck = self.luck.clone();
        for _ in 0..QUESTIONS {
            let Status::Decide(player, kind) = table.status() else { return };
            let action = match kind {
                Kind::Pay | Kind::Order => table.default_action(),
                Kind::React if reactions == 0 => Some(Action::Pass),
                Kind::React => return self.take_best_reaction(table, player, reactions),
                _ => self.scores.best(table),
            };
            table.apply(action.unwrap_or(Action::Concede), &mut luck);
            if is_quiet(table) {
                return;
            }
        }
    }

    fn take_best_reaction<'m>(&self, table: &mut Table<'m>, defender: Player, reactions: u32) {
        let mut best: Option<(f32, Table<'m>)> = None;
        let mut options = arrayvec::ArrayVec::<Action, 12>::new();
        table.each_legal(|action| {
            // A Call reveals something and is seldom an answer to an attack.
            if !matches!(action, Action::Call(_)) && !options.is_full() {
                options.push(action);
            }
        });
        for action in options {
            let mut next = *table;
            next.apply(action, &mut self.luck.clone());
            self.settle_within(&mut next, reactions - 1);
            let value = self.read(&next, defender);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, next));
            }
        }
        if let Some((_, next)) = best {
            *table = next;
        }
    }

    /// Goes to the position after `of` has ended the turn, if it is theirs to end.
    pub(super) fn end_turn(&self, table: &mut Table<'_>, of: Player) {
        if table.status() == Status::Decide(of, Kind::Main) && table.may_end(of) {
            table.apply(Action::End, &mut self.luck.clone());
            self.settle(table);
        }
    }
}

//! Attacks and battles (chapter 8).

use super::Table;
use super::damage::{Cause, Hit};
use super::effect::Moment;
use super::state::{Attack, Phase, Slot, Spot};

impl Table<'_> {
    /// Declares an attack (8.3): both Souls' moments, then a window.
    pub(super) fn declare(&mut self, from: Slot, to: Slot) {
        let state = &mut self.state;
        state.spots[from.index()].flags |= Spot::ATTACKED;
        state.attack = Attack { from, to, broken: false };
        state.phase = Phase::Attack;
        let (attacker, attacked) = (state.spots[from.index()].soul, state.spots[to.index()].soul);
        self.happen(&[(Moment::Attacks, attacker, attacked), (Moment::Attacked, attacked, attacker)]);
        if self.cards.settings.window_after_attack {
            self.open_window();
        }
    }

    /// The battle (8.4): both deal damage equal to their AT at the same time, unless one of them is no longer there.
    pub(super) fn battle(&mut self) {
        let Attack { from, to, broken } = self.state.attack;
        let (Some(attacker), Some(attacked)) = (self.state.soul(from), self.state.soul(to)) else {
            return self.attack_over();
        };
        if broken {
            return self.attack_over();
        }
        let amount = |slot: Slot| self.at(slot).clamp(0, 250) as u8;
        let hits = [
            Hit { slot: to, amount: amount(from), cause: Cause::Attack(attacker) },
            Hit { slot: from, amount: amount(to), cause: Cause::Defence },
        ];
        self.damage(&hits);
        if self.state.outcome.is_some() {
            return;
        }
        self.happen(&[(Moment::Battled, attacker, attacked), (Moment::Battled, attacked, attacker)]);
        self.attack_over();
        if self.cards.settings.window_after_battle {
            self.open_window();
        }
    }
}

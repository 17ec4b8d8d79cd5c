//! Damage, healing, capture (chapter 14).

use arrayvec::ArrayVec;

use super::Table;
use super::effect::Moment;
use super::state::{Slot, Spot};
use crate::bits::{Card, CardSet};
use crate::game::{Outcome, Player, Reason};

/// Where damage comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The attack of this Soul: what Defiance answers.
    Attack(Card),
    /// The attacked Soul, striking back.
    Defence,
    /// An effect.
    Effect,
    /// HP that are paid (14.4).
    Payment,
    /// An empty deck (6.2.2).
    Exhaustion,
}

/// Damage to one Soul; several are dealt at the same time.
#[derive(Copy, Clone, Debug)]
pub(super) struct Hit {
    /// Where it stands.
    pub slot: Slot,
    /// How much.
    pub amount: u8,
    /// Where it comes from.
    pub cause: Cause,
}

impl Table<'_> {
    /// Deals damage at the same time: Souls without HP left are captured, then Instant Effects answer (14.5.1).
    pub(super) fn damage(&mut self, hits: &[Hit]) {
        let mut moments = ArrayVec::<(Moment, Card, Card), { 3 * Slot::COUNT }>::new();
        let mut fallen = ArrayVec::<Slot, { Slot::COUNT }>::new();
        let mut hurt = CardSet::EMPTY;
        for hit in hits {
            let Some(soul) = self.state.soul(hit.slot) else { continue };
            let left = self.hp_left(hit.slot);
            if hit.amount == 0 || left == 0 {
                continue;
            }
            self.state.spots[hit.slot.index()].damage += hit.amount.min(left);
            hurt.insert(soul);
            if hit.amount >= left {
                fallen.push(hit.slot);
            }
        }
        let mut lost = [false; 2];
        for &slot in &fallen {
            let soul = self.state.spots[slot.index()].soul;
            self.capture(slot);
            lost[slot.owner().index()] |= self.cards.leaders.has(soul);
            moments.push((Moment::Captured, soul, Card::NONE));
        }
        // A player whose Leader is captured loses at once (1.2).
        if lost != [false; 2] {
            let winner = match lost {
                [true, true] => None,
                [true, false] => Some(Player::B),
                _ => Some(Player::A),
            };
            let reason = if winner.is_none() { Reason::Tie } else { Reason::Leader };
            self.state.outcome = Some(Outcome { winner, reason });
            return;
        }
        for hit in hits {
            let soul = self.state.spots[hit.slot.index()].soul;
            if !hurt.has(soul) || fallen.contains(&hit.slot) {
                continue;
            }
            if let Cause::Attack(attacker) = hit.cause {
                moments.push((Moment::HurtByAttack, soul, attacker));
            }
            if hit.cause != Cause::Payment || self.cards.settings.payment_is_damage {
                moments.push((Moment::Hurt, soul, Card::NONE));
            }
        }
        self.happen(&moments);
        if !self.cards.settings.captured_stay {
            for slot in fallen {
                self.clear_spot(slot);
            }
        }
    }

    /// A draw from an empty deck hurts the Leader.
    pub(super) fn exhaust(&mut self, altar: Slot, amount: u8) {
        self.damage(&[Hit { slot: altar, amount, cause: Cause::Exhaustion }]);
    }

    /// Removes at most the damage there is (14.2.1).
    pub(super) fn heal(&mut self, slot: Slot, amount: u8) {
        let spot = &mut self.state.spots[slot.index()];
        spot.damage = spot.damage.saturating_sub(amount);
    }

    /// A Soul without HP left stays on its spot and is active no more (14.5.2); its Armaments go.
    fn capture(&mut self, slot: Slot) {
        let spot = &mut self.state.spots[slot.index()];
        let (soul, arms) = (spot.soul, spot.arms);
        spot.flags = Spot::CAPTURED;
        spot.fury = 0;
        spot.boost = 0;
        self.state.manned.remove(slot);
        self.state.on_field.remove(soul);
        self.drop_arms(arms);
        self.state.spots[slot.index()].arms = [Card::NONE; 2];
        // What has Armaments no more has no more HP than is printed.
        let hp = self.cards.facts[soul.index()].hp;
        self.state.spots[slot.index()].damage = hp;
        self.withdraw(soul);
        self.break_attack(slot);
    }
}

//! Points for actions without carrying them out: the prior of a search, the policy of rollouts, the answers with which
//! half-done things are settled.

use fixer_core::bits::Card;
use fixer_core::cascade::program::{EffectId, Op};
use fixer_core::cascade::state::{Phase, Slot, Targets};
use fixer_core::cascade::{Action, Table};
use fixer_core::diagnostics::Diagnostic;
use fixer_core::game::{Game, Player, Status};

use super::features::worth;
use crate::eval::weights::Weights;

/// The names of the weights, in the order of the array.
const NAMES: [&str; 14] = [
    "capture",
    "lost",
    "hurt",
    "recruit",
    "recruit_front",
    "move",
    "attach",
    "realm",
    "set",
    "use",
    "answer",
    "put",
    "wasted",
    "end",
];

/// The points of an action, by what it is.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    weights: [f32; NAMES.len()],
}

/// A weight's place in the array.
#[derive(Copy, Clone)]
enum Of {
    Capture,
    Lost,
    Hurt,
    Recruit,
    RecruitFront,
    Move,
    Attach,
    Realm,
    Set,
    Use,
    Answer,
    Put,
    Wasted,
    End,
}

impl Scores {
    pub fn new(weights: &Weights) -> Result<Self, Diagnostic> {
        Ok(Self { weights: weights.scores_by(&NAMES)? })
    }

    const fn of(&self, what: Of) -> f32 {
        self.weights[what as usize]
    }

    /// The legal action with the most points; the first among equals.
    pub fn best(&self, table: &Table<'_>) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        table.each_legal(|action| {
            let points = self.score(table, action);
            if best.is_none_or(|(most, _)| points > most) {
                best = Some((points, action));
            }
        });
        best.map(|(_, action)| action)
    }

    pub fn score(&self, table: &Table<'_>, action: Action) -> f32 {
        let Status::Decide(me, _) = table.status() else { return 0.0 };
        match action {
            Action::Attack(from, to) => self.battle(table, from, to),
            Action::Recruit(card, slot) => self.of(Of::Recruit) + self.enters(table, card, slot),
            Action::Put(card, slot) => self.of(Of::Put) + self.enters(table, card, slot),
            Action::Move(from, to) => self.of(Of::Move) * (f32::from(from.line()) - f32::from(to.line())),
            Action::Attach(_, slot) => {
                self.of(Of::Attach) + 0.01 * f32::from(table.at(slot)) - 0.02 * f32::from(slot.line())
            }
            Action::Realm(_) if table.state.realm[me.index()].is_some() => self.of(Of::Wasted),
            Action::Realm(_) => self.of(Of::Realm),
            Action::Set(_) => self.of(Of::Set),
            Action::Use { effect, targets, .. } => self.of(Of::Use) + self.does(table, me, effect, targets),
            Action::Answer { offer, targets, .. } => {
                let effect = table.state.offers.get(offer as usize).map(|offer| offer.effect);
                self.of(Of::Answer) + effect.map_or(0.0, |effect| self.does(table, me, effect, targets))
            }
            Action::Trigger { pending, targets } => {
                let effect = table.state.pending.get(pending as usize).map(|pending| pending.effect);
                effect.map_or(0.0, |effect| self.does(table, me, effect, targets))
            }
            Action::Discard(card) => -0.01 * f32::from(table.match_up().facts[card.index()].rank),
            Action::End => self.of(Of::End),
            Action::Decline | Action::Pass | Action::Concede => 0.0,
        }
    }

    /// What a battle comes to for the attacker.
    fn battle(&self, table: &Table<'_>, from: Slot, to: Slot) -> f32 {
        let [mine, theirs] = [from, to].map(|slot| table.at(slot));
        let captures = mine >= i16::from(table.hp_left(to));
        let falls = theirs >= i16::from(table.hp_left(from));
        let won = if captures { self.of(Of::Capture) * worth(table, to) } else { 0.0 };
        let lost = if falls { self.of(Of::Lost) * worth(table, from) } else { 0.0 };
        let weight = if to.is_altar() { 2.0 } else { 1.0 };
        won + lost + self.of(Of::Hurt) * weight * f32::from(mine.min(i16::from(table.hp_left(to))))
    }

    /// Where a Soul comes onto the field: in front if it is to guard, behind if it is fragile.
    fn enters(&self, table: &Table<'_>, card: Card, slot: Slot) -> f32 {
        let facts = &table.match_up().facts[card.index()];
        let front = if slot.line() == 0 { self.of(Of::RecruitFront) } else { 0.0 };
        0.03 * f32::from(facts.rank) + front - 0.01 * f32::from(slot.line())
    }

    /// What an effect does to its targets, part by part.
    fn does(&self, table: &Table<'_>, me: Player, effect: EffectId, targets: Targets) -> f32 {
        let effect = table.match_up().effect(effect);
        let stands = |slot: Slot| slot.is_some() && table.state.soul(slot).is_some();
        let aimed: f32 = targets
            .into_iter()
            .filter(|&slot| stands(slot))
            .map(|slot| if slot.owner() == me { 0.0 } else { 0.05 * worth(table, slot) })
            .sum();
        let wasted = effect.ops.first().is_some_and(|op| match op {
            Op::Heal(..) => stands(targets[0]) && table.state.spots[targets[0].index()].damage == 0,
            // Nobody attacks any more in this turn, or nobody does who could.
            Op::Boost(..) => targets[0].is_some() && !Self::fights(table, targets[0]),
            Op::Exchange(..) => true,
            Op::Return(_) | Op::Move(..) => targets[0].is_some() && targets[0].owner() == me,
            _ => false,
        });
        let captured = effect.ops.iter().any(|op| match op {
            Op::Damage(_, amount) => {
                stands(targets[0]) && targets[0].owner() != me && table.hp_left(targets[0]) <= *amount
            }
            _ => false,
        });
        let cost = -0.04 * f32::from(effect.discard) - 0.02 * f32::from(effect.hp);
        let captures = if captured { self.of(Of::Capture) * worth(table, targets[0]) } else { 0.0 };
        aimed + captures + cost + if wasted { self.of(Of::Wasted) } else { 0.0 }
    }

    /// Whether more AT for the Soul on a spot can matter in this turn: it is in the battle, or may attack yet.
    fn fights(table: &Table<'_>, slot: Slot) -> bool {
        let state = &table.state;
        match state.phase {
            Phase::Attack => state.attack.from == slot || state.attack.to == slot,
            Phase::Draw | Phase::Preparation | Phase::Battle => state.active == slot.owner() && table.may_attack(slot),
            Phase::End | Phase::Limit => false,
        }
    }
}

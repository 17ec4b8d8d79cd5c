//! Resolving effects (chapter 11): whether they fizzle, paying, doing what they do, one part after the other.

use arrayvec::ArrayVec;

use super::Table;
use super::cards::CardType;
use super::damage::{Cause, Hit};
use super::effect::Until;
use super::program::{Aim, On, Op, Question};
use super::state::{Entry, Kind, Resolving, Slot, Spot, Triggered};
use crate::bits::Card;
use crate::chance::Chance;

/// Spots that something acts on.
type Slots = ArrayVec<Slot, { Slot::COUNT }>;

impl Table<'_> {
    // ---- fizzling ----

    /// Takes the top entry off the Cascade and begins to resolve it, unless it fizzles (11.6.1).
    pub(super) fn begin_resolving(&mut self) {
        let Some(entry) = self.state.cascade.pop() else { return };
        if self.fizzles(&entry) {
            self.discard_source(&entry);
            self.open_window();
            return;
        }
        let discards = self.cards.effect(entry.by.effect).discard;
        self.state.resolving = Some(Resolving { entry, discards, paid: false, next: 0, acted: 0 });
    }

    fn fizzles(&self, entry: &Entry) -> bool {
        let active = !entry.user_left && self.state.on_field.has(entry.by.user);
        let stopped = match self.cards.definitions[entry.definition as usize].kind {
            CardType::Ambush => entry.user_returned,
            _ => !active,
        };
        stopped || entry.negated || !self.can_pay(entry)
    }

    /// Whether the cost can be paid in full (11.5.2); HP only by an active Soul (11.5.5).
    fn can_pay(&self, entry: &Entry) -> bool {
        let effect = self.cards.effect(entry.by.effect);
        let hand = self.state.hand.of_player(entry.by.controller).len();
        if hand < effect.discard as usize {
            return false;
        }
        effect.hp == 0
            || self
                .active_slot(entry.by.user)
                .is_some_and(|slot| self.cards.settings.overpay_hp || self.hp_left(slot) >= effect.hp)
    }

    /// An Event or Ambush that is done goes to the discard pile.
    fn discard_source(&mut self, entry: &Entry) {
        let kind = self.cards.definitions[entry.definition as usize].kind;
        if matches!(kind, CardType::Event | CardType::Ambush) {
            self.state.discard.insert(entry.by.source);
        }
    }

    // ---- paying and doing ----

    /// Goes on with the effect that is resolving; `false` at a decision.
    pub(super) fn resolve_on(&mut self, chance: &mut impl Chance) -> bool {
        let Some(resolving) = self.state.resolving else { return true };
        let entry = resolving.entry;
        let player = entry.by.controller;
        if resolving.discards > 0 {
            // The payer chooses (11.5.5); where all cards are alike there is nothing to choose.
            let mut different = self.different(player, self.state.hand);
            let first = different.next();
            if different.next().is_some() {
                drop(different);
                self.ask(player, Kind::Discard);
                return false;
            }
            drop(different);
            if let Some(card) = first {
                let card = self.leave_hand(card, chance);
                self.state.discard.insert(card);
            }
            if let Some(resolving) = &mut self.state.resolving {
                resolving.discards -= 1;
            }
            return true;
        }
        let effect = self.cards.effect(entry.by.effect);
        if !resolving.paid {
            if let Some(resolving) = &mut self.state.resolving {
                resolving.paid = true;
            }
            if effect.hp > 0
                && let Some(slot) = self.active_slot(entry.by.user)
            {
                self.damage(&[Hit { slot, amount: effect.hp, cause: Cause::Payment }]);
            }
            return true;
        }
        // What happens meanwhile marks the entry in the position: it is read anew for each part.
        while let Some(Resolving { entry, next, mut acted, .. }) = self.state.resolving {
            let Some(&op) = effect.ops.get(next as usize) else { break };
            if let Op::Put(_) = op {
                let mut any = false;
                self.each_put(player, &mut |_| any = true);
                if any {
                    self.ask(player, Kind::Put);
                    return false;
                }
            }
            let skipped = self.perform(op, &entry, &mut acted);
            if let Some(resolving) = &mut self.state.resolving {
                resolving.next += 1 + skipped;
                resolving.acted = acted;
            }
            if self.state.outcome.is_some() {
                return true;
            }
        }
        self.discard_source(&entry);
        self.state.resolving = None;
        self.open_window();
        true
    }

    /// The highest rank that may be put onto the field now.
    pub(super) fn put_rank(&self) -> Option<u8> {
        let resolving = self.state.resolving?;
        match self.cards.effect(resolving.entry.by.effect).ops.get(resolving.next as usize) {
            Some(Op::Put(rank)) => Some(*rank),
            _ => None,
        }
    }

    /// Reinforcement has brought somebody along, or nobody.
    pub(super) fn put_done(&mut self) {
        if let Some(resolving) = &mut self.state.resolving {
            resolving.next += 1;
        }
    }

    /// An Instant Effect: it does all it does at once, or nothing if its card is active no more (11.1.5).
    pub(super) fn run_instant(&mut self, by: &Triggered) {
        if !self.state.on_field.has(by.user) || !self.has_uses_left(by.source, by.user, by.effect) {
            return;
        }
        self.count_use(by);
        let definition = self.cards.facts[by.source.index()].definition;
        let entry = Entry { by: *by, definition, ..Entry::BLANK };
        let (mut next, mut acted) = (0, 0);
        let cards = self.cards;
        while let Some(&op) = cards.effect(by.effect).ops.get(next) {
            next += 1 + self.perform(op, &entry, &mut acted) as usize;
            if self.state.outcome.is_some() {
                return;
            }
        }
    }

    /// Where an active Soul stands.
    pub(super) fn active_slot(&self, card: Card) -> Option<Slot> {
        if self.state.on_field.has(card) { self.state.slot_of(card) } else { None }
    }

    /// The spots of the Souls that a part acts on: active ones unless it asks for captured ones (11.6.2), none that is
    /// Unyielding against the effect by now (11.6.4).
    fn acted_on(&self, on: &On, entry: &Entry) -> Slots {
        let player = entry.by.controller;
        let open = |slot: &Slot| !self.is_unyielding(*slot, player, entry.definition);
        match on {
            On::Target(n) => self.target_slot(*n, entry).into_iter().collect(),
            On::This => self.active_slot(entry.by.user).filter(open).into_iter().collect(),
            On::Subject => self.active_slot(entry.by.subject).filter(open).into_iter().collect(),
            On::Cause => self.active_slot(entry.by.cause).filter(open).into_iter().collect(),
            On::Each(filter) => {
                self.fitting(filter, player, entry.by.user).filter(|slot| filter.captured || open(slot)).collect()
            }
        }
    }

    /// Where a target stands, if somebody stands there that the effect acts on. Targets are remembered by slot: whoever
    /// has come onto it is acted on (11.4.8).
    fn target_slot(&self, n: u8, entry: &Entry) -> Option<Slot> {
        let slot = entry.targets[n as usize];
        let aim = self.cards.effect(entry.by.effect).targets.get(n as usize)?;
        let wants_captured = matches!(aim, Aim::Soul(filter) if filter.captured);
        let spot = &self.state.spots[slot.index()];
        if !spot.soul.is_some() || spot.is(Spot::CAPTURED) != wants_captured {
            return None;
        }
        let spared = !matches!(aim, Aim::Spot { with: None, .. }) || self.cards.settings.plain_spots_spare_unyielding;
        let stops = !wants_captured && spared && self.is_unyielding(slot, entry.by.controller, entry.definition);
        if stops { None } else { Some(slot) }
    }

    /// Does one part. Tells how many of the next ones are skipped.
    fn perform(&mut self, op: Op, entry: &Entry, acted: &mut u8) -> u8 {
        let mut note = |on: &On, slots: &Slots| {
            if let On::Target(n) = on
                && !slots.is_empty()
            {
                *acted |= 1 << n;
            }
        };
        match op {
            Op::Damage(on, amount) => {
                let slots = self.acted_on(&on, entry);
                note(&on, &slots);
                let hits: ArrayVec<Hit, { Slot::COUNT }> =
                    slots.into_iter().map(|slot| Hit { slot, amount, cause: Cause::Effect }).collect();
                self.damage(&hits);
            }
            Op::Heal(on, amount) => {
                let slots = self.acted_on(&on, entry);
                note(&on, &slots);
                slots.into_iter().for_each(|slot| self.heal(slot, amount));
            }
            Op::Boost(on, at, until) => {
                let slots = self.acted_on(&on, entry);
                note(&on, &slots);
                for slot in slots {
                    let spot = &mut self.state.spots[slot.index()];
                    let kept = match until {
                        Until::EndOfTurn => &mut spot.boost,
                        Until::Leaves => &mut spot.fury,
                    };
                    *kept = kept.saturating_add(at);
                }
            }
            Op::Draw(count) => self.draw(entry.by.controller, count),
            Op::Return(on) | Op::Exile(on) => {
                let slots = self.acted_on(&on, entry);
                // A Leader is never moved off its altar (11.6.6).
                let moved: Slots = slots.into_iter().filter(|slot| !slot.is_altar()).collect();
                note(&on, &moved);
                for slot in moved {
                    self.leave_field(slot, matches!(op, Op::Return(_)));
                }
            }
            Op::Freeze(on) => {
                let slots = self.acted_on(&on, entry);
                note(&on, &slots);
                for slot in slots {
                    let spot = &mut self.state.spots[slot.index()];
                    spot.flags = (spot.flags | Spot::FROZEN) & !Spot::THAWING;
                }
            }
            Op::Negate => {
                if let Some(other) = self.state.cascade.get_mut(entry.by.about as usize) {
                    other.negated = true;
                }
            }
            Op::Move(on, to) => {
                let slots = self.acted_on(&on, entry);
                let to = entry.targets[to as usize];
                if let Some(&from) = slots.first()
                    && !from.is_altar()
                    && from.owner() == to.owner()
                    && self.is_free(to)
                {
                    note(&on, &slots);
                    self.move_soul(from, to);
                }
            }
            Op::Exchange(one, two) => self.exchange_targets(one, two, entry),
            Op::Put(_) => {}
            Op::Unless(question, skipped) => {
                if !self.is_so(&question, entry, *acted) {
                    return skipped;
                }
            }
        }
        0
    }

    /// An exchange of which one half can't happen does not happen (15.4.2).
    fn exchange_targets(&mut self, one: u8, two: u8, entry: &Entry) {
        let slots = [entry.targets[one as usize], entry.targets[two as usize]];
        let stuck = |n: u8, slot: Slot| self.state.soul(slot).is_some() && self.target_slot(n, entry).is_none();
        let altar = slots.iter().any(|slot| slot.is_altar());
        let sided = slots[0].owner() == slots[1].owner();
        let anybody = slots.iter().any(|&slot| self.state.soul(slot).is_some());
        if sided && anybody && !altar && !stuck(one, slots[0]) && !stuck(two, slots[1]) {
            self.exchange(slots[0], slots[1]);
        }
    }

    /// An "If ..." inside an effect, read now (11.3.2).
    fn is_so(&self, question: &Question, entry: &Entry, acted: u8) -> bool {
        match question {
            Question::HalfHp(on) => {
                let slots = self.acted_on(on, entry);
                !slots.is_empty() && slots.iter().all(|&slot| 2 * self.hp_left(slot) <= self.max_hp(slot))
            }
            Question::Yours(n) => acted >> n & 1 == 1 && entry.targets[*n as usize].owner() == entry.by.controller,
        }
    }
}

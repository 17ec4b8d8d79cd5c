//! Which actions are legal: each different one once, identical copies in a hidden zone as one.

use std::ops::ControlFlow;

use super::Table;
use super::check::MOST_TARGETS;
use super::effect::Kind as EffectKind;
use super::program::{Aim, Compiled, EffectId, Filter};
use super::state::{Action, Kind, MOST_ENTRIES, MOST_USES, Slot, SlotSet, Spot, Targets, Triggered};
use crate::bits::{Card, CardSet};
use crate::game::Player;

/// No target.
pub(super) const NO_TARGETS: Targets = [Slot::NONE; 2];

/// Has all actions listed.
fn all(each: &mut impl FnMut(Action)) -> impl FnMut(Action) -> ControlFlow<()> {
    |action| {
        each(action);
        ControlFlow::Continue(())
    }
}

impl Table<'_> {
    /// Whether a player can do anything but pass in a window.
    pub(super) fn can_respond(&self, player: Player) -> bool {
        let mut first = |_| ControlFlow::Break(());
        self.each_use(player, false, &mut first).is_break() || self.each_offer(player, &mut first).is_break()
    }

    /// Calls `each` with every different legal action.
    #[inline]
    pub(super) fn each_action(&self, each: &mut impl FnMut(Action)) {
        let (player, kind) = self.state.decision;
        match kind {
            Kind::Prepare => {
                self.each_recruit(player, each);
                self.each_move(player, each);
                self.each_play(player, each);
                let _ = self.each_use(player, true, &mut all(each));
                each(Action::End);
            }
            Kind::Battle => {
                let own = self.state.manned & SlotSet::owned_by(player);
                for slot in own.filter(|&slot| self.may_attack(slot)) {
                    self.each_target(slot, |target| each(Action::Attack(slot, target)));
                }
                each(Action::End);
            }
            Kind::Respond => {
                let _ = self.each_use(player, false, &mut all(each));
                let _ = self.each_offer(player, &mut all(each));
                each(Action::Pass);
            }
            Kind::Trigger => self.each_trigger(player, each),
            Kind::Discard => self.different(player, self.state.hand).for_each(|card| each(Action::Discard(card))),
            Kind::Put => {
                self.each_put(player, each);
                each(Action::Decline);
            }
        }
    }

    /// Whether an action, or an identical copy of it, is legal.
    pub(super) fn is_legal(&self, action: Action) -> bool {
        let meant = self.canonical(action);
        let mut found = action == Action::Concede;
        self.each_legal(|legal| found |= legal == meant);
        found
    }

    /// The listed form of an action: a card in a hidden zone goes by its name there.
    fn canonical(&self, action: Action) -> Action {
        let lowest = |card: Card| self.named(card);
        match action {
            Action::Recruit(card, slot) => Action::Recruit(lowest(card), slot),
            Action::Attach(card, slot) => Action::Attach(lowest(card), slot),
            Action::Realm(card) => Action::Realm(lowest(card)),
            Action::Set(card) => Action::Set(lowest(card)),
            Action::Discard(card) => Action::Discard(lowest(card)),
            Action::Put(card, slot) => Action::Put(lowest(card), slot),
            Action::Use { source, user, effect, targets } => {
                Action::Use { source: lowest(source), user, effect, targets }
            }
            Action::Answer { offer, source, user, targets } => {
                Action::Answer { offer, source: lowest(source), user, targets }
            }
            other => other,
        }
    }

    /// The number by which a card is named in actions: its own where it is seen, in hidden zones the lowest of its
    /// copies there, which it takes when it leaves them.
    #[inline]
    pub(super) fn named(&self, card: Card) -> Card {
        let hidden = self.hidden();
        if hidden.has(card) { (self.cards.copies[card.index()] & hidden).first().unwrap_or(card) } else { card }
    }

    /// The cards of a player in hidden zones, one of each kind, by their names.
    #[inline]
    pub(super) fn different(&self, player: Player, zone: CardSet) -> impl Iterator<Item = Card> + '_ {
        let (mut left, hidden) = (zone.half(player), self.hidden().half(player));
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let first = Card::new(player, left.trailing_zeros() as u8);
            let copies = self.cards.copies[first.index()].half(player);
            left &= !copies;
            // By the lowest number that its copies have in hidden zones.
            Some(Card::new(player, (copies & hidden).trailing_zeros() as u8))
        })
    }

    /// The set Ambushes that were not set this turn (10.4).
    pub(super) fn springable(&self, player: Player) -> CardSet {
        let fresh = self.state.fresh[player.index()];
        let places = self.state.set[player.index()].into_iter().enumerate();
        places.filter(|&(at, card)| card.is_some() && fresh >> at & 1 == 0).map(|(_, card)| card).collect()
    }

    /// Whether a Soul may come onto a spot: no active one there, not the altar (7.1, 7.3).
    #[inline]
    pub(super) fn is_free(&self, slot: Slot) -> bool {
        self.free().has(slot)
    }

    /// The spots onto which a Soul may come.
    #[inline]
    fn free(&self) -> SlotSet {
        SlotSet::ALL - SlotSet::ALTARS - self.state.manned
    }

    // ---- the Preparation Phase ----

    fn each_recruit(&self, player: Player, each: &mut impl FnMut(Action)) {
        if self.state.recruits >= self.cards.settings.recruits {
            return;
        }
        let own = SlotSet::owned_by(player);
        let (company, free) = ((self.state.manned & own).len(), self.free() & own);
        for card in self.different(player, self.state.hand & self.cards.souls) {
            let rank = self.cards.facts[card.index()].rank as usize;
            if company + 1 >= rank || !self.cards.settings.rank_needs_souls {
                free.for_each(|slot| each(Action::Recruit(card, slot)));
            }
        }
    }

    fn each_move(&self, player: Player, each: &mut impl FnMut(Action)) {
        let rests = if self.cards.settings.recruits_rest { Spot::RECRUITED } else { 0 };
        let free = self.free();
        for from in (self.state.manned & SlotSet::owned_by(player)) - SlotSet::ALTARS {
            if !self.state.spots[from.index()].is(Spot::MOVED | Spot::FROZEN | rests) {
                (SlotSet::next_to(from) & free).for_each(|to| each(Action::Move(from, to)));
            }
        }
    }

    fn each_play(&self, player: Player, each: &mut impl FnMut(Action)) {
        let hand = self.state.hand.of_player(player);
        for card in self.different(player, hand & self.cards.armaments) {
            for (slot, _) in self.state.active_souls(player) {
                let borne = self.state.spots[slot.index()].arms.iter().filter(|arm| arm.is_some()).count();
                if borne < self.armaments_borne(slot) {
                    each(Action::Attach(card, slot));
                }
            }
        }
        self.different(player, hand & self.cards.realms).for_each(|card| each(Action::Realm(card)));
        if self.state.set[player.index()].iter().any(|card| !card.is_some()) {
            self.different(player, hand & self.cards.ambushes).for_each(|card| each(Action::Set(card)));
        }
    }

    // ---- effects ----

    /// Every way to use an Activated Effect; only Fast ones unless `all` (11.1.2).
    fn each_use(&self, player: Player, all: bool, each: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.state.cascade.len() == MOST_ENTRIES {
            return ControlFlow::Continue(());
        }
        let state = &self.state;
        let (own, givers) = if all {
            (self.cards.activated, self.cards.give_activated)
        } else {
            (self.cards.fast, self.cards.give_fast)
        };
        let own = own & state.on_field.of_player(player);
        let given = givers.meets(state.on_field);
        if given || !own.is_empty() {
            for (slot, soul) in state.active_souls(player) {
                if own.has(soul) {
                    for &id in &self.cards.text(soul).effects {
                        self.each_way(player, soul, (soul, slot), id, all, each)?;
                    }
                }
                if given {
                    self.each_given(slot, givers, |source, id| {
                        self.each_way(player, source, (soul, slot), id, all, each)
                    })?;
                }
            }
            if let Some(realm) = state.realm[player.index()].some()
                && own.has(realm)
            {
                for &id in &self.cards.text(realm).effects {
                    self.each_way(player, realm, (realm, Slot::NONE), id, all, each)?;
                }
            }
        }
        if !(state.face_down & self.cards.activated).of_player(player).is_empty() {
            for card in self.different(player, self.springable(player) & self.cards.activated) {
                self.each_user(player, card, each)?;
            }
        }
        if all {
            for card in self.different(player, state.hand & self.cards.events) {
                self.each_user(player, card, each)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Every way to use an Event or Ambush, whose effect names its user: the Caster, the Ambusher (11.2.2).
    fn each_user(
        &self,
        player: Player,
        card: Card,
        each: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let id = self.cards.text(card).effects[0];
        let effect = self.cards.effect(id);
        if effect.kind != EffectKind::Activated {
            return ControlFlow::Continue(());
        }
        let definition = self.cards.facts[card.index()].definition;
        // Most have the same targets whoever uses them.
        let aims = if effect.aims_by_user { None } else { Some(self.aims(effect, player, definition, Card::NONE)) };
        if aims.is_some_and(|[first, _]| first.is_empty() && !effect.targets.is_empty()) {
            return ControlFlow::Continue(());
        }
        for (slot, user) in self.state.active_souls(player) {
            if self.may_be_used(effect, player, (card, id), (user, slot)) {
                let aims = aims.unwrap_or_else(|| self.aims(effect, player, definition, user));
                Self::each_choice(effect, aims, &mut |targets| {
                    each(Action::Use { source: card, user, effect: id, targets })
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Every way in which a Soul on its spot, or a Realm on none, uses an effect.
    fn each_way(
        &self,
        player: Player,
        source: Card,
        (user, slot): (Card, Slot),
        id: EffectId,
        all: bool,
        each: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let effect = self.cards.effect(id);
        if effect.kind != EffectKind::Activated
            || !(all || effect.fast)
            || !self.may_be_used(effect, player, (source, id), (user, slot))
        {
            return ControlFlow::Continue(());
        }
        self.each_aim(effect, player, source, user, &mut |targets| {
            each(Action::Use { source, user, effect: id, targets })
        })
    }

    /// Whether limit, user and condition allow an effect; the cost is not asked for (11.2.1).
    #[inline]
    fn may_be_used(
        &self,
        effect: &Compiled,
        player: Player,
        (source, id): (Card, EffectId),
        (user, slot): (Card, Slot),
    ) -> bool {
        self.has_uses_left(source, user, id)
            && effect.by.is_none_or(|by| slot.is_some() && self.fits(slot, &by, player, user))
            && self.holds(effect.when.as_ref(), player, user)
    }

    /// The same of whoever has an effect that answers something.
    pub(super) fn may_use(&self, player: Player, source: Card, user: Card, id: EffectId) -> bool {
        let effect = self.cards.effect(id);
        let slot = if effect.by.is_some() { self.state.slot_of(user) } else { None };
        self.may_be_used(effect, player, (source, id), (user, slot.unwrap_or(Slot::NONE)))
    }

    /// Whether one of a player's active Souls is such as an Ambush asks for.
    pub(super) fn has_user(&self, player: Player, by: Option<&Filter>) -> bool {
        let mut souls = self.state.active_souls(player);
        souls.any(|(slot, soul)| by.is_none_or(|by| self.fits(slot, by, player, soul)))
    }

    /// Whether the limits of an effect are not used up (11.7).
    pub(super) fn has_uses_left(&self, source: Card, user: Card, id: EffectId) -> bool {
        let effect = self.cards.effect(id);
        if effect.per_turn == 0 && effect.per_game == 0 {
            return true;
        }
        let mut uses = self.state.uses.iter();
        match uses.find(|uses| uses.user == user && uses.source == source && uses.effect == id) {
            Some(uses) => {
                (effect.per_turn == 0 || uses.turn < effect.per_turn)
                    && (effect.per_game == 0 || uses.game < effect.per_game)
            }
            None => self.state.uses.len() < MOST_USES,
        }
    }

    /// Every choice of targets (11.4).
    #[inline]
    fn each_aim(
        &self,
        effect: &Compiled,
        player: Player,
        source: Card,
        user: Card,
        each: &mut impl FnMut(Targets) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let definition = self.cards.facts[source.index()].definition;
        Self::each_choice(effect, self.aims(effect, player, definition, user), each)
    }

    /// The spots that each target of an effect may be, as far as they don't depend on each other.
    #[inline]
    fn aims(&self, effect: &Compiled, player: Player, definition: u8, user: Card) -> [SlotSet; MOST_TARGETS] {
        let mut aims = [SlotSet::EMPTY; MOST_TARGETS];
        for (spots, aim) in aims.iter_mut().zip(&effect.targets) {
            *spots = self.targets(aim, player, definition, user);
        }
        aims
    }

    /// The spots that are legal targets, or whose Souls are.
    fn targets(&self, aim: &Aim, player: Player, definition: u8, user: Card) -> SlotSet {
        let souls = |filter: &Filter| {
            let spots = self.fitting(filter, player, user);
            if filter.captured || !self.cards.brings.unyielding.meets(self.state.on_field) {
                return spots;
            }
            spots.filter(|&slot| !self.is_unyielding(slot, player, definition)).collect()
        };
        match aim {
            Aim::Soul(filter) => souls(filter),
            Aim::Spot { side, free, with, .. } => {
                let mut spots = Self::on_side(*side, player);
                if *free {
                    spots = spots & self.free();
                }
                with.as_ref().map_or(spots, |with| spots & souls(with))
            }
        }
    }

    /// Every choice of one spot for each target: none twice (11.4.6), what has no order in one.
    #[inline]
    fn each_choice(
        effect: &Compiled,
        [first, second]: [SlotSet; MOST_TARGETS],
        each: &mut impl FnMut(Targets) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if effect.targets.is_empty() {
            return each(NO_TARGETS);
        }
        for one in first {
            let Some(aim) = effect.targets.get(1) else {
                each([one, Slot::NONE])?;
                continue;
            };
            let mut others = second - SlotSet::of(one);
            if let Aim::Spot { same_side_as, behind, .. } = aim {
                if same_side_as.is_some() {
                    others = others & SlotSet::owned_by(one.owner());
                }
                if behind.is_some() {
                    others = others & one.behind().map_or(SlotSet::EMPTY, SlotSet::of);
                }
            }
            for two in others {
                if !effect.symmetric || one < two {
                    each([one, two])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Every way to use an offered Timing Effect (11.8.4).
    fn each_offer(&self, player: Player, each: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.state.cascade.len() == MOST_ENTRIES {
            return ControlFlow::Continue(());
        }
        for (at, offer) in self.state.offers.iter().enumerate() {
            if offer.controller != player {
                continue;
            }
            let effect = self.cards.effect(offer.effect);
            let mut way = |source: Card, user: Card| {
                self.each_aim(effect, player, source, user, &mut |targets| {
                    each(Action::Answer { offer: at as u8, source, user, targets })
                })
            };
            if offer.source.is_some() {
                if self.has_uses_left(offer.source, offer.user, offer.effect) {
                    way(offer.source, offer.user)?;
                }
                continue;
            }
            for card in self.different(player, self.springable(player)) {
                if self.cards.text(card).effects.contains(&offer.effect) {
                    for (slot, user) in self.state.active_souls(player) {
                        if effect.by.is_none_or(|by| self.fits(slot, &by, player, user)) {
                            way(card, user)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Every waiting mandatory effect of a player with every choice of targets (11.8.3).
    pub(super) fn each_trigger(&self, player: Player, each: &mut impl FnMut(Action)) {
        for (at, pending) in self.state.pending.iter().enumerate() {
            if pending.controller == player {
                self.each_pending_aim(pending, &mut |targets| {
                    each(Action::Trigger { pending: at as u8, targets });
                });
            }
        }
    }

    pub(super) fn each_pending_aim(&self, pending: &Triggered, each: &mut impl FnMut(Targets)) {
        let effect = self.cards.effect(pending.effect);
        let _ = self.each_aim(effect, pending.controller, pending.source, pending.user, &mut |targets| {
            each(targets);
            ControlFlow::Continue(())
        });
    }

    /// Every Soul that Reinforcement may bring along, with every spot.
    pub(super) fn each_put(&self, player: Player, each: &mut impl FnMut(Action)) {
        let Some(rank) = self.put_rank() else { return };
        for card in self.different(player, self.state.hand & self.cards.souls) {
            if self.cards.facts[card.index()].rank <= rank {
                (self.free() & SlotSet::owned_by(player)).for_each(|slot| each(Action::Put(card, slot)));
            }
        }
    }
}

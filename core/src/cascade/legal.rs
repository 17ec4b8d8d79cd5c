//! Which actions are legal: each different one once, identical copies in a hidden zone as one.

use super::Table;
use super::effect::{Kind as EffectKind, Side};
use super::program::{Aim, Compiled, EffectId, Filter};
use super::state::{Action, Kind, MOST_ENTRIES, MOST_USES, Slot, Spot, Targets, Triggered};
use crate::bits::{Card, CardSet};
use crate::game::Player;

/// No target.
pub(super) const NO_TARGETS: Targets = [Slot::NONE; 2];

impl Table<'_> {
    /// Calls `each` with every different legal action.
    #[inline]
    pub(super) fn each_action(&self, each: &mut impl FnMut(Action)) {
        let (player, kind) = self.state.decision;
        match kind {
            Kind::Prepare => {
                self.each_recruit(player, each);
                self.each_move(player, each);
                self.each_play(player, each);
                self.each_use(player, true, each);
                each(Action::End);
            }
            Kind::Battle => {
                for slot in Slot::of(player).filter(|&slot| self.may_attack(slot)) {
                    self.each_target(slot, |target| each(Action::Attack(slot, target)));
                }
                each(Action::End);
            }
            Kind::Respond => {
                self.each_use(player, false, each);
                self.each_offer(player, each);
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

    /// The cards of a player in a hidden zone, one of each kind, by their names.
    #[inline]
    pub(super) fn different(&self, player: Player, zone: CardSet) -> impl Iterator<Item = Card> + '_ {
        let cards = zone.of_player(player);
        let first = move |card: &Card| (self.cards.copies[card.index()] & cards).first() == Some(*card);
        cards.filter(first).map(|card| self.named(card))
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
        !slot.is_altar() && self.state.soul(slot).is_none()
    }

    // ---- the Preparation Phase ----

    fn each_recruit(&self, player: Player, each: &mut impl FnMut(Action)) {
        if self.state.recruits >= self.cards.settings.recruits {
            return;
        }
        let company = self.state.active_souls(player).count();
        for card in self.different(player, self.state.hand & self.cards.souls) {
            let rank = self.cards.facts[card.index()].rank as usize;
            if company + 1 >= rank || !self.cards.settings.rank_needs_souls {
                Slot::of(player).filter(|&slot| self.is_free(slot)).for_each(|slot| each(Action::Recruit(card, slot)));
            }
        }
    }

    fn each_move(&self, player: Player, each: &mut impl FnMut(Action)) {
        let rests = if self.cards.settings.recruits_rest { Spot::RECRUITED } else { 0 };
        for (from, _) in self.state.active_souls(player) {
            if from.is_altar() || self.state.spots[from.index()].is(Spot::MOVED | Spot::FROZEN | rests) {
                continue;
            }
            let next = Slot::of(player).filter(|&to| from.is_next_to(to) && self.is_free(to));
            next.for_each(|to| each(Action::Move(from, to)));
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
    fn each_use(&self, player: Player, all: bool, each: &mut impl FnMut(Action)) {
        if self.state.cascade.len() == MOST_ENTRIES {
            return;
        }
        let state = &self.state;
        let own = if all { self.cards.activated } else { self.cards.fast } & state.on_field.of_player(player);
        let given = self.cards.give_effects.meets(state.on_field);
        if given || !own.is_empty() {
            for (slot, soul) in state.active_souls(player) {
                if given || own.has(soul) {
                    self.each_effect(slot, |source, id| {
                        self.each_way(player, source, soul, id, all, each);
                    });
                }
            }
            if let Some(realm) = state.realm[player.index()].some()
                && own.has(realm)
            {
                for &id in &self.cards.text(realm).effects {
                    self.each_way(player, realm, realm, id, all, each);
                }
            }
        }
        if !(state.face_down & self.cards.activated).of_player(player).is_empty() {
            for card in self.different(player, self.springable(player) & self.cards.activated) {
                self.each_user(player, card, self.cards.text(card).effects[0], all, each);
            }
        }
        if all {
            for card in self.different(player, state.hand & self.cards.events) {
                self.each_user(player, card, self.cards.text(card).effects[0], all, each);
            }
        }
    }

    /// Every way to use an effect that names its user: the Caster of an Event, the Ambusher of an Ambush (11.2.2).
    fn each_user(&self, player: Player, card: Card, id: EffectId, all: bool, each: &mut impl FnMut(Action)) {
        for (_, soul) in self.state.active_souls(player) {
            self.each_way(player, card, soul, id, all, each);
        }
    }

    fn each_way(
        &self,
        player: Player,
        source: Card,
        user: Card,
        id: EffectId,
        all: bool,
        each: &mut impl FnMut(Action),
    ) {
        let effect = self.cards.effect(id);
        // An Ambush is Fast by its type (11.1.6).
        let fast = effect.fast || self.cards.ambushes.has(source);
        if effect.kind == EffectKind::Activated && (all || fast) && self.may_use(player, source, user, id) {
            self.each_aim(effect, player, source, user, &mut |targets| {
                each(Action::Use { source, user, effect: id, targets });
            });
        }
    }

    /// Whether condition, user and limit allow an effect (11.2.1); the cost is not asked for.
    pub(super) fn may_use(&self, player: Player, source: Card, user: Card, id: EffectId) -> bool {
        let effect = self.cards.effect(id);
        self.has_uses_left(source, user, id)
            && self.is_user(player, user, effect)
            && self.holds(effect.when.as_ref(), player, user)
    }

    fn is_user(&self, player: Player, user: Card, effect: &Compiled) -> bool {
        effect.by.is_none_or(|by| self.state.slot_of(user).is_some_and(|slot| self.fits(slot, &by, player, user)))
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
    fn each_aim(&self, effect: &Compiled, player: Player, source: Card, user: Card, each: &mut impl FnMut(Targets)) {
        let definition = self.cards.facts[source.index()].definition;
        let mut targets = NO_TARGETS;
        let Some(first) = effect.targets.first() else { return each(targets) };
        for one in Slot::all() {
            if !self.is_target(first, one, &NO_TARGETS, player, definition, user) {
                continue;
            }
            targets = [one, Slot::NONE];
            let Some(second) = effect.targets.get(1) else {
                each(targets);
                continue;
            };
            for two in Slot::all() {
                // Not twice (11.4.6); what has no order is listed in one.
                if two == one || (effect.symmetric && two < one) {
                    continue;
                }
                if self.is_target(second, two, &targets, player, definition, user) {
                    each([one, two]);
                }
            }
        }
    }

    /// Whether a spot, or the Soul on it, is a legal target.
    fn is_target(&self, aim: &Aim, slot: Slot, before: &Targets, player: Player, definition: u8, user: Card) -> bool {
        let soul = |filter: &Filter| {
            self.fits(slot, filter, player, user) && (filter.captured || !self.is_unyielding(slot, player, definition))
        };
        match aim {
            Aim::Soul(filter) => soul(filter),
            Aim::Spot { side, same_side_as, behind, free, with } => {
                let sided = match side {
                    Side::Any => true,
                    Side::Own => slot.owner() == player,
                    Side::Opposing => slot.owner() != player,
                };
                sided
                    && same_side_as.is_none_or(|n| before[n as usize].owner() == slot.owner())
                    && behind.is_none_or(|n| before[n as usize].behind() == Some(slot))
                    && (!free || self.is_free(slot))
                    && with.as_ref().is_none_or(soul)
            }
        }
    }

    /// Every way to use an offered Timing Effect (11.8.4).
    fn each_offer(&self, player: Player, each: &mut impl FnMut(Action)) {
        if self.state.cascade.len() == MOST_ENTRIES {
            return;
        }
        for (at, offer) in self.state.offers.iter().enumerate() {
            if offer.controller != player {
                continue;
            }
            let effect = self.cards.effect(offer.effect);
            let mut way = |source: Card, user: Card| {
                self.each_aim(effect, player, source, user, &mut |targets| {
                    each(Action::Answer { offer: at as u8, source, user, targets });
                });
            };
            if offer.source.is_some() {
                if self.has_uses_left(offer.source, offer.user, offer.effect) {
                    way(offer.source, offer.user);
                }
                continue;
            }
            for card in self.different(player, self.springable(player)) {
                if self.cards.text(card).effects.contains(&offer.effect) {
                    let users = self.state.active_souls(player).map(|(_, soul)| soul);
                    users.filter(|&user| self.is_user(player, user, effect)).for_each(|user| way(card, user));
                }
            }
        }
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
        self.each_aim(effect, pending.controller, pending.source, pending.user, each);
    }

    /// Every Soul that Reinforcement may bring along, with every spot.
    pub(super) fn each_put(&self, player: Player, each: &mut impl FnMut(Action)) {
        let Some(rank) = self.put_rank() else { return };
        for card in self.different(player, self.state.hand & self.cards.souls) {
            if self.cards.facts[card.index()].rank <= rank {
                Slot::of(player).filter(|&slot| self.is_free(slot)).for_each(|slot| each(Action::Put(card, slot)));
            }
        }
    }
}

//! The Cascade (chapter 12): windows, priority, what goes onto it, and what happens when something happens (11.8).

use std::ops::ControlFlow;

use super::Table;
use super::effect::{Kind as EffectKind, Moment};
use super::program::{Aim, EffectId, Filter};
use super::state::{Entry, Kind, MOST_ENTRIES, MOST_TRIGGERED, NO_ENTRY, Spot, Targets, Triggered, Uses};
use crate::bits::Card;
use crate::game::Player;
use crate::stack::Stack;

impl Table<'_> {
    // ---- windows and priority ----

    /// Opens a window: the turn player has priority first (12.4.1).
    pub(super) fn open_window(&mut self) {
        self.state.window = true;
        self.state.passes = 0;
        self.state.priority = self.state.active;
    }

    /// Passes the priority.
    pub(super) fn pass(&mut self) {
        self.state.passes += 1;
        self.state.priority = self.state.priority.rival();
    }

    /// What comes next in an open window; `false` at a decision.
    pub(super) fn window_on(&mut self) -> bool {
        if !self.state.pending.is_empty() {
            return self.place_next();
        }
        if self.state.passes >= 2 {
            // What was not used by now is offered no longer (12.4.1).
            self.state.offers.clear();
            if self.state.cascade.is_empty() {
                self.state.window = false;
            } else {
                self.begin_resolving();
            }
            return true;
        }
        let player = self.state.priority;
        if self.can_respond(player) {
            self.ask(player, Kind::Respond);
            return false;
        }
        // Nothing but passing is possible.
        self.pass();
        true
    }

    /// Mandatory effects go onto the Cascade first: the turn player's, then the other's, each in the order their
    /// controller likes (12.3). One without a legal target is lost (11.8.3).
    fn place_next(&mut self) -> bool {
        let active = self.state.active;
        for player in [active, active.rival()] {
            let mut places = [false; MOST_TRIGGERED];
            let mut only = None;
            let mut count = 0;
            for (at, pending) in self.state.pending.iter().enumerate() {
                if pending.controller == player
                    && self.has_uses_left(pending.source, pending.user, pending.effect)
                    && self.state.cascade.len() < MOST_ENTRIES
                {
                    self.each_pending_aim(pending, &mut |targets| {
                        places[at] = true;
                        only = Some(targets);
                        count += 1;
                    });
                }
            }
            let mut at = 0;
            self.state.pending.retain(|pending| {
                at += 1;
                pending.controller != player || places[at - 1]
            });
            match (count, only) {
                (0, _) | (_, None) => {}
                // The only one is the only one left of this player: those without targets are gone.
                (1, Some(targets)) => {
                    let at = self.state.pending.iter().position(|pending| pending.controller == player);
                    self.place_trigger(at.unwrap_or(0), targets);
                    return true;
                }
                _ => {
                    self.ask(player, Kind::Trigger);
                    return false;
                }
            }
        }
        true
    }

    /// Puts a waiting mandatory effect onto the Cascade; a new window opens.
    pub(super) fn place_trigger(&mut self, pending: usize, targets: Targets) {
        let triggered = self.state.pending.remove(pending);
        self.push(triggered, targets);
        self.open_window();
    }

    // ---- the Cascade ----

    /// Uses an effect: it goes onto the Cascade, and nothing else happens yet (11.1.2, 11.1.3).
    pub(super) fn use_effect(
        &mut self,
        player: Player,
        source: Card,
        user: Card,
        effect: EffectId,
        targets: Targets,
        offer: Option<Triggered>,
    ) {
        let remembered = offer.unwrap_or(Triggered::BLANK);
        self.push(Triggered { controller: player, source, user, effect, ..remembered }, targets);
        self.open_window();
        self.state.priority = if self.cards.settings.use_passes_priority { player.rival() } else { player };
    }

    fn push(&mut self, by: Triggered, targets: Targets) {
        let entry = Entry { by, definition: self.cards.facts[by.source.index()].definition, targets, ..Entry::BLANK };
        // It counts from now on, even if it fizzles (11.7.3).
        self.count_use(&by);
        self.state.cascade.push(entry);
        self.tell_targets(by, targets);
    }

    /// An effect has targeted: Souls, and spots in words that name the Soul on them (13.6.2).
    fn tell_targets(&mut self, by: Triggered, targets: Targets) {
        let about = self.state.cascade.len() as u8 - 1;
        let cards = self.cards;
        for (aim, slot) in cards.effect(by.effect).targets.iter().zip(targets) {
            let names = matches!(aim, Aim::Soul(_) | Aim::Spot { with: Some(_), .. });
            if names && let Some(soul) = self.state.soul(slot) {
                let mut instants = Stack::new(Triggered::BLANK);
                self.hear(Moment::Targeted, soul, Card::NONE, about, by.controller, &mut instants);
                self.run_instants(&instants);
            }
        }
    }

    /// Counts a use of an effect with a limit.
    pub(super) fn count_use(&mut self, by: &Triggered) {
        let effect = self.cards.effect(by.effect);
        if effect.per_turn == 0 && effect.per_game == 0 {
            return;
        }
        let known = |uses: &&mut Uses| (uses.user, uses.source, uses.effect) == (by.user, by.source, by.effect);
        if let Some(uses) = self.state.uses.iter_mut().find(known) {
            uses.turn = uses.turn.saturating_add(1);
            uses.game = uses.game.saturating_add(1);
        } else {
            self.state.uses.push(Uses { user: by.user, source: by.source, effect: by.effect, turn: 1, game: 1 });
        }
    }

    // ---- moments ----

    /// Something has happened, all of it at the same time: moments with their Soul and the other one. Timing Effects are
    /// offered or wait for their place; Instant Effects resolve at once (12.5.1).
    pub(super) fn happen(&mut self, moments: &[(Moment, Card, Card)]) {
        let mut instants = Stack::new(Triggered::BLANK);
        for &(moment, subject, cause) in moments {
            self.hear(moment, subject, cause, NO_ENTRY, self.state.active, &mut instants);
        }
        self.run_instants(&instants);
    }

    /// Instant Effects, the turn player's first, each to its end before the next.
    fn run_instants(&mut self, instants: &Stack<Triggered, MOST_TRIGGERED>) {
        if instants.is_empty() {
            return;
        }
        let active = self.state.active;
        for player in [active, active.rival()] {
            for instant in instants.iter().filter(|instant| instant.controller == player) {
                if self.state.outcome.is_none() {
                    self.run_instant(instant);
                }
            }
        }
    }

    /// Asks every active card whether it waits for this moment.
    fn hear(
        &mut self,
        moment: Moment,
        subject: Card,
        cause: Card,
        about: u8,
        doer: Player,
        instants: &mut Stack<Triggered, MOST_TRIGGERED>,
    ) {
        let cards = self.cards;
        for card in cards.hears[moment as usize] & self.state.on_field {
            for &effect in &cards.text(card).effects {
                self.hear_effect(moment, subject, cause, about, doer, (card, card, effect), instants);
            }
        }
        let givers = cards.give_hearing[moment as usize];
        if givers.meets(self.state.on_field) {
            for slot in self.state.manned {
                let soul = self.state.spots[slot.index()].soul;
                let mut given = arrayvec::ArrayVec::<(Card, EffectId), 16>::new();
                let _ = self.each_given(slot, givers, |source, effect| {
                    if source != soul {
                        // More than that a Soul is never given: the cards that give fit on the table.
                        let _ = given.try_push((source, effect));
                    }
                    ControlFlow::Continue(())
                });
                for (source, effect) in given {
                    self.hear_effect(moment, subject, cause, about, doer, (source, soul, effect), instants);
                }
            }
        }
        // An Ambush may lie face down, so the moment is kept for all that the list holds: what lies there tells nothing.
        for player in Player::BOTH {
            for &effect in &cards.ambushes_hear[moment as usize][player.index()] {
                if !self.state.face_down.of_player(player).is_empty() {
                    self.hear_ambush(moment, subject, about, doer, player, effect);
                }
            }
        }
    }

    /// Whether an effect of `user` waits for this moment of `subject` (11.8.1).
    fn waits(
        &self,
        effect: EffectId,
        moment: Moment,
        subject: Card,
        controller: Player,
        user: Card,
        doer: Player,
    ) -> bool {
        let Some(on) = self.cards.effect(effect).on else { return false };
        // An effect is answered by those it opposes.
        if on.moment != moment || (moment == Moment::Targeted && doer == controller) {
            return false;
        }
        match on.who {
            None => subject == user,
            Some(filter) => self.state.slot_of(subject).is_some_and(|slot| {
                // Captured just now, a Soul is what it was.
                let captured = moment == Moment::Captured && self.state.spots[slot.index()].is(Spot::CAPTURED);
                self.fits(slot, &Filter { captured, ..filter }, controller, user)
            }),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a moment and of whoever hears it")]
    fn hear_effect(
        &mut self,
        moment: Moment,
        subject: Card,
        cause: Card,
        about: u8,
        doer: Player,
        (source, user, effect): (Card, Card, EffectId),
        instants: &mut Stack<Triggered, MOST_TRIGGERED>,
    ) {
        let controller = user.owner();
        // Condition and requirements are read now (11.8.2); with a spent limit it does not trigger (11.7.4).
        if !self.waits(effect, moment, subject, controller, user, doer)
            || !self.may_use(controller, source, user, effect)
        {
            return;
        }
        let triggered = Triggered { controller, source, user, effect, subject, cause, about };
        let compiled = self.cards.effect(effect);
        if compiled.kind == EffectKind::Instant {
            instants.push(triggered);
        } else if compiled.mandatory {
            self.state.pending.push(triggered);
        } else {
            self.offer(triggered);
        }
    }

    fn hear_ambush(
        &mut self,
        moment: Moment,
        subject: Card,
        about: u8,
        doer: Player,
        controller: Player,
        effect: EffectId,
    ) {
        let compiled = self.cards.effect(effect);
        if self.waits(effect, moment, subject, controller, Card::NONE, doer)
            && self.has_user(controller, compiled.by.as_ref())
            && self.holds(compiled.when.as_ref(), controller, Card::NONE)
        {
            let nobody = Card::NONE;
            self.offer(Triggered { controller, source: nobody, user: nobody, effect, subject, cause: nobody, about });
        }
    }

    /// Offers an optional effect; the same about the same entry once.
    fn offer(&mut self, triggered: Triggered) {
        let same = |offer: &Triggered| {
            triggered.about != NO_ENTRY
                && (offer.about, offer.source, offer.user, offer.effect)
                    == (triggered.about, triggered.source, triggered.user, triggered.effect)
        };
        if !self.state.offers.iter().any(same) {
            self.state.offers.push(triggered);
        }
    }
}

//! Chapter 10: how effects become pending, what the turn remembers, and in which order pending effects resolve.

use arrayvec::ArrayVec;

use super::Table;
use super::program::{Effect, EffectId, EffectKind, EventKind, Floats, Lasts};
use super::query::{Happening, Scope, history_of};
use super::resolve::Flow;
use super::state::{Action, Ends, Frame, History, Job, Kind, Pending, Zone};
use crate::bits::{Card, CardSet};
use crate::game::Player;

/// Effects that an event triggers, before they are put into the list of pending ones.
pub(super) type Triggered = ArrayVec<Pending, 32>;

/// What a player may resolve next: place in the list of pending effects, source, number among the source's. Three bytes
/// an option, since the list is handed on by value.
pub(super) type PendingOptions = ArrayVec<(u8, Card, u8), 32>;

impl Table<'_> {
    // ---- events and triggers ----

    /// An event happens: what it triggers becomes pending (10.16), the history remembers it.
    #[inline]
    pub(super) fn raise(&mut self, event: Happening) {
        // Most events pass unheard; so they build no list (60 instructions of 190, a hundred times a game).
        let hearers = self.hearers(&event);
        if !hearers.is_empty() || !self.state.floating.is_empty() {
            self.tell(hearers, &event);
        }
        self.note(&event);
    }

    /// An event is heard: what it triggers becomes pending.
    #[inline(never)]
    fn tell(&mut self, hearers: CardSet, event: &Happening) {
        let mut triggered = Triggered::new();
        self.trigger(hearers, event, &mut triggered);
        if !self.state.floating.is_empty() {
            self.hear_next(event, &mut triggered);
        }
        self.enqueue(&triggered);
    }

    /// Collects what an event triggers, while its pieces still lie where they were.
    #[inline]
    pub(super) fn hear(&mut self, event: &Happening, out: &mut Triggered) {
        let hearers = self.hearers(event);
        if !hearers.is_empty() {
            self.trigger(hearers, event, out);
        }
        if !self.state.floating.is_empty() {
            self.hear_next(event, out);
        }
    }

    /// The cards in play whose text may be triggered by an event.
    #[inline]
    fn hearers(&self, event: &Happening) -> CardSet {
        let kind = event.kind as usize;
        let state = &self.state;
        let (any, own) = (self.cards.hears_any[kind], self.cards.hears_own[kind]);
        let mut hearers = if any.is_empty() { any } else { any & state.active() };
        if own.is_empty() {
            return hearers;
        }
        // A face-down card has no text; a card that is in play or being played has.
        if own.has(event.subject) && (state.face_up.has(event.subject) || !state.legends.has(event.subject)) {
            hearers.insert(event.subject);
        }
        let gear = own & state.equipped;
        if !gear.is_empty() {
            hearers |= state.gear_among(gear, event.subject);
        }
        hearers
    }

    fn trigger(&self, hearers: CardSet, event: &Happening, out: &mut Triggered) {
        for source in hearers {
            let this = self.voice(source);
            let scope = Scope::of(source.owner(), this);
            for &id in &self.cards.text(source).triggers {
                let effect = self.effect(id);
                let EffectKind::Triggered { first } = effect.kind else { continue };
                if effect.hears >> event.kind as u8 & 1 == 0
                    || !effect.on.iter().any(|pattern| self.happens(pattern, event, &scope))
                {
                    continue;
                }
                if first && self.happened_before(effect, &scope) {
                    continue;
                }
                // 10.17.1 and S8: once for an event; the first of simultaneous events is the first.
                if first
                    && (out.iter().chain(self.state.pending.iter()))
                        .any(|waiting| waiting.effect == id && waiting.source == source)
                {
                    continue;
                }
                out.push(self.waiting(id, source, this, event));
            }
        }
    }

    /// "The next time": all floating ones that wait for this event are used up together.
    fn hear_next(&mut self, event: &Happening, out: &mut Triggered) {
        let mut at = 0;
        while at < self.state.floating.len() {
            let floating = self.state.floating[at];
            let scope =
                Scope { held: floating.held, ..Scope::of(floating.owner, floating.this) }.with_subject(event.subject);
            match &self.cards.program.floats[floating.what as usize] {
                Floats::Next { effect } => {
                    if self.effect(*effect).on.iter().any(|pattern| self.happens(pattern, event, &scope)) {
                        let mut waiting = self.waiting(*effect, floating.this, floating.this, event);
                        waiting.owner = floating.owner;
                        waiting.held = floating.held;
                        out.push(waiting);
                        self.state.floating.remove(at);
                        continue;
                    }
                }
                Floats::Give { until: Lasts::Next(pattern), .. }
                | Floats::Lasting { until: Lasts::Next(pattern), .. } => {
                    if floating.ends == Ends::Awaits && self.happens(pattern, event, &scope) {
                        if event.kind == EventKind::Played {
                            // A play ends with its payment.
                            self.state.floating.remove(at);
                            continue;
                        }
                        self.state.floating[at].ends = Ends::UnderWay;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn waiting(&self, effect: EffectId, source: Card, this: Card, event: &Happening) -> Pending {
        Pending {
            effect,
            owner: if source.is_some() { source.owner() } else { event.by },
            this,
            this_zone: Zone::Resolving,
            source,
            subject: event.subject,
            subject_zone: Zone::Resolving,
            other: event.other,
            die: event.die,
            held: Card::NONE,
            moment: self.state.moment,
            rank: if source.is_some() { self.rank(source) } else { u8::MAX },
        }
    }

    /// Puts triggered effects into the list, with the zones their pieces lie in now.
    pub(super) fn enqueue(&mut self, triggered: &Triggered) {
        for &(mut pending) in triggered {
            if pending.this.is_some() {
                pending.this_zone = self.state.zone(pending.this);
            }
            if pending.subject.is_some() {
                pending.subject_zone = self.state.zone(pending.subject);
            }
            self.state.pending.push(pending);
        }
    }

    /// S8: whether an event that would have matched came before, this turn, this card in play or not.
    fn happened_before(&self, effect: &Effect, scope: &Scope) -> bool {
        effect.on.iter().any(|pattern| {
            let Some(who) = &pattern.who else { return false };
            if self.cards.program.dynamic_first.is_some() && !pattern.die.is_empty() {
                return self.state.history[History::Dynamic as usize]
                    .into_iter()
                    .any(|card| self.fits(who, card, scope));
            }
            self.history(pattern.kind).is_some_and(|mut cards| cards.any(|card| self.fits(who, card, scope)))
        })
    }

    /// The turn's history remembers an event.
    #[inline]
    pub(super) fn note(&mut self, event: &Happening) {
        if !event.subject.is_some() {
            return;
        }
        if self.cards.program.dynamic_first.is_some() {
            self.note_dynamic(event);
        }
        if event.kind != EventKind::Steals
            && let Some(list) = history_of(event.kind)
        {
            self.state.history[list as usize].insert(event.subject);
        }
    }

    #[inline(never)]
    fn note_dynamic(&mut self, event: &Happening) {
        if let Some(pattern) = &self.cards.program.dynamic_first
            && pattern.kind == event.kind
        {
            let scope = Scope { die: event.die, ..Scope::of(event.subject.owner(), Card::NONE) };
            if self.happens(pattern, event, &scope) {
                self.state.history[History::Dynamic as usize].insert(event.subject);
            }
        }
    }

    // ---- pending effects ----

    /// 10.12-10.14.1: whoever is resolving goes on as long as they have pending effects, the turn player starts.
    pub(super) fn next_pending(&mut self) -> Flow {
        let state = &mut self.state;
        // One, as a rule: whose it is resolves it.
        if let [only] = *state.pending {
            state.resolving = Some(only.owner);
            self.start_pending(0);
            return Flow::On;
        }
        let owns = |player| state.pending.iter().any(|pending| pending.owner == player);
        let resolving = match state.resolving {
            Some(player) if owns(player) => player,
            Some(player) => player.rival(),
            None if owns(state.active) => state.active,
            None => state.active.rival(),
        };
        state.resolving = Some(resolving);
        if let Some(at) = self.order_is_free(resolving) {
            self.start_pending(at);
            return Flow::On;
        }
        Flow::Ask(resolving, Kind::Order)
    }

    /// The place of the pending effect to start with, if the order of `player`'s can't matter.
    fn order_is_free(&self, player: Player) -> Option<usize> {
        let own = |pending: &&Pending| pending.owner == player;
        let first = self.state.pending.iter().position(|pending| pending.owner == player)?;
        let mut others = self.state.pending.iter().filter(own);
        let one = others.next()?;
        if others.all(|other| self.same_effect(one, other)) {
            return Some(first);
        }
        let mut entries = self.state.pending.iter().filter(own);
        while let Some(one) = entries.next() {
            let touches = self.effect(one.effect).touches;
            if entries.clone().any(|other| touches.meet(self.effect(other.effect).touches)) {
                return None;
            }
        }
        Some(first)
    }

    /// Whether two pending effects are the same effect of the same kind of happening: their order can't matter. A Program
    /// has left nothing in play that its effect could speak of, so any copy of it is as good as another.
    fn same_effect(&self, one: &Pending, other: &Pending) -> bool {
        if one.effect != other.effect {
            return false;
        }
        let copies = self.cards.programs.has(one.this) && self.cards.copies[one.this.index()].has(other.this);
        let key = |pending: &Pending| {
            let key = Pending { moment: 0, rank: 0, ..*pending };
            if copies { Pending { this: Card::NONE, this_zone: Zone::Trash, source: Card::NONE, ..key } } else { key }
        };
        key(one) == key(other)
    }

    /// The pending effects of the player who orders them, those that are the same once.
    pub(super) fn pending_options(&self, player: Player) -> PendingOptions {
        let mut options = PendingOptions::new();
        let pending = &self.state.pending;
        for (at, entry) in pending.iter().enumerate() {
            if entry.owner != player
                || options.iter().any(|&(other, ..)| self.same_effect(&pending[other as usize], entry))
            {
                continue;
            }
            options.push((at as u8, entry.source, 0));
        }
        // Effects of one source are numbered in card order.
        let key = |at: u8| (self.effect(pending[at as usize].effect).nth, at);
        for i in 0..options.len() {
            let (at, source, _) = options[i];
            options[i].2 = options.iter().filter(|&&(other, of, _)| of == source && key(other) < key(at)).count() as u8;
        }
        options
    }

    /// The place in the list of the pending effect that comes first by default: as they became pending, at the same
    /// moment by the sources' places on the table.
    pub fn default_order(&self) -> Action {
        let (player, _) = self.state.decision;
        let pending = &self.state.pending;
        let options = self.pending_options(player);
        let first = options.iter().min_by_key(|&&(at, ..)| {
            let Pending { moment, rank, .. } = pending[at as usize];
            (moment, rank, at)
        });
        first.map_or(Action::Pass, |&(_, source, nth)| Action::Resolve(source, nth))
    }

    pub(super) fn start_pending(&mut self, at: usize) {
        let pending = self.state.pending.remove(at);
        let mut frame = Frame::new(Job::Effect, pending.owner);
        frame.this = pending.this;
        frame.this_zone = pending.this_zone;
        frame.source = pending.source;
        frame.subject = pending.subject;
        frame.subject_zone = pending.subject_zone;
        frame.other = pending.other;
        frame.die = pending.die;
        frame.held = pending.held;
        self.push_effect(pending.effect, frame);
    }
}

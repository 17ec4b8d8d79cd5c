//! Chapter 10: how effects become pending, are ordered and resolve; the interpreter of their instructions.
//!
//! Nothing here waits or calls back. [`Table::run`] goes on until somebody has to decide: the innermost frame first,
//! then what is pending, then the attack, then the turn. A decision is a frame standing at an instruction that asks;
//! [`Table::answer`] writes the answer into it.

use arrayvec::ArrayVec;

use super::Table;
use super::effect::{Chooser, Destination};
use super::legal;
use super::program::{
    Base, DiceExpr, Direction, Effect, EffectId, EffectKind, EventKind, Floats, Lasts, Op, Possible, Purpose, RuleExpr,
    RuleKind, SetExpr, Span,
};
use super::query::{Happening, Scope, history_of};
use super::state::{Action, Ends, Floating, Frame, History, Job, Kind, Pending, Stage, Zone};
use crate::bits::{Card, CardSet, Die, DieSet};
use crate::chance::Chance;
use crate::game::Player;

/// Whether the game goes on by itself or somebody has to decide.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// Go on.
    On,
    /// Somebody decides.
    Ask(Player, Kind),
}

/// Effects that an event triggers, before they are put into the list of pending ones.
pub(super) type Triggered = ArrayVec<Pending, 32>;

impl<'m> Table<'m> {
    pub(super) fn effect(&self, effect: EffectId) -> &'m Effect {
        &self.cards.program.effects[effect.0 as usize]
    }

    /// Runs on to the next decision or the end of the game.
    pub(super) fn run(&mut self, chance: &mut impl Chance) {
        while self.state.outcome.is_none() {
            if let Flow::Ask(player, kind) = self.advance(chance) {
                self.state.decision = (player, kind);
                let Some(only) = legal::only_action(self) else { return };
                self.answer(self.meant_action(only), chance);
            }
        }
    }

    fn advance(&mut self, chance: &mut impl Chance) -> Flow {
        if let Some(frame) = self.state.frames.last() {
            return match frame.job {
                Job::Effect => self.run_effect(chance),
                Job::Pay => self.run_pay(chance),
                Job::Play => self.run_play(chance),
                Job::Call => self.run_call(chance),
                Job::Defeat => self.run_defeat(chance),
                Job::Steal => self.run_steal(chance),
                Job::RollIn => self.run_roll_in(chance),
            };
        }
        if !self.state.pending.is_empty() {
            return self.next_pending();
        }
        let state = &mut self.state;
        state.resolving = None;
        state.moment = 0;
        state.last_valid.clear();
        if state.attack.stage == Stage::None { self.run_turn(chance) } else { self.run_attack(chance) }
    }

    // ---- events and triggers ----

    /// An event happens: what it triggers becomes pending (10.16), the history remembers it.
    pub(super) fn raise(&mut self, event: Happening) {
        // Most events pass unheard; so they build no list (60 instructions of 190, a hundred times a game).
        if !self.hearers(&event).is_empty() || !self.state.floating.is_empty() {
            let mut triggered = Triggered::new();
            self.hear(&event, &mut triggered);
            self.enqueue(&triggered);
        }
        self.note(&event);
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
        let mut hearers = self.cards.hears_any[kind] & state.active();
        let own = self.cards.hears_own[kind];
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
                if !effect.on.iter().any(|pattern| self.happens(pattern, event, &scope)) {
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
    pub(super) fn note(&mut self, event: &Happening) {
        if !event.subject.is_some() {
            return;
        }
        if let Some(pattern) = &self.cards.program.dynamic_first
            && pattern.kind == event.kind
        {
            let scope = Scope { die: event.die, ..Scope::of(event.subject.owner(), Card::NONE) };
            if self.happens(pattern, event, &scope) {
                self.state.history[History::Dynamic as usize].insert(event.subject);
            }
        }
        if event.kind != EventKind::Steals
            && let Some(list) = history_of(event.kind)
        {
            self.state.history[list as usize].insert(event.subject);
        }
    }

    // ---- pending effects ----

    /// 10.12-10.14.1: whoever is resolving goes on as long as they have pending effects, the turn player starts.
    fn next_pending(&mut self) -> Flow {
        let state = &mut self.state;
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
        let copies = self.cards.programs.has(one.this) && self.cards.copies[one.this.index()].has(other.this);
        let key = |pending: &Pending| {
            let key = Pending { moment: 0, rank: 0, ..*pending };
            if copies { Pending { this: Card::NONE, this_zone: Zone::Trash, source: Card::NONE, ..key } } else { key }
        };
        key(one) == key(other)
    }

    /// The pending effects of the player who orders them, those that are the same once: place in the list, source,
    /// number among the source's.
    pub(super) fn pending_options(&self, player: Player) -> ArrayVec<(usize, Card, u8), 32> {
        let mut options = ArrayVec::<(usize, Card, u8), 32>::new();
        let pending = &self.state.pending;
        for (at, entry) in pending.iter().enumerate() {
            if entry.owner != player || options.iter().any(|&(other, ..)| self.same_effect(&pending[other], entry)) {
                continue;
            }
            options.push((at, entry.source, 0));
        }
        // Effects of one source are numbered in card order.
        let keys: ArrayVec<(u8, usize), 32> =
            options.iter().map(|&(at, ..)| (self.effect(pending[at].effect).nth, at)).collect();
        for i in 0..options.len() {
            let (_, source, _) = options[i];
            options[i].2 = (0..options.len()).filter(|&j| options[j].1 == source && keys[j] < keys[i]).count() as u8;
        }
        options
    }

    /// The place in the list of the pending effect that comes first by default: as they became pending, at the same
    /// moment by the sources' places on the table.
    pub fn default_order(&self) -> Action {
        let (player, _) = self.state.decision;
        let pending = &self.state.pending;
        let options = self.pending_options(player);
        let first = options.iter().min_by_key(|(at, ..)| (pending[*at].moment, pending[*at].rank, *at));
        first.map_or(Action::Pass, |&(_, source, nth)| Action::Resolve(source, nth))
    }

    fn start_pending(&mut self, at: usize) {
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

    /// Starts an effect with the scope of `frame`.
    pub(super) fn push_effect(&mut self, id: EffectId, mut frame: Frame) {
        let effect = self.effect(id);
        frame.effect = id;
        frame.pc = effect.code;
        self.open_registers(&mut frame, effect.registers);
        if let Some(at) = effect.held {
            let held = frame.held;
            self.bind(frame.base + at, CardSet::of(held));
        }
        self.state.frames.push(frame);
    }

    // ---- frames and registers ----

    pub(super) fn open_registers(&mut self, frame: &mut Frame, count: u8) {
        frame.base = self.state.registers.len() as u8;
        frame.registers = count;
        for _ in 0..count {
            self.state.register_zone[self.state.registers.len()] = Zone::Resolving;
            self.state.registers.push(0);
        }
    }

    /// Ends the innermost frame. `did`: what the frame below learns of it.
    pub(super) fn pop_frame(&mut self, did: bool) {
        let frame = self.state.frames.pop().expect("a frame that runs is on the stack");
        self.state.registers.drop_last(frame.registers);
        if let Some(below) = self.state.frames.last_mut() {
            below.did = did;
        }
    }

    #[inline]
    pub(super) fn top_frame(&mut self) -> &mut Frame {
        self.state.frames.last_mut().expect("a frame that runs is on the stack")
    }

    /// Puts cards into a register (counted from the bottom of the stack) with the area they are in.
    fn bind(&mut self, at: u8, cards: CardSet) {
        self.state.registers[at as usize] = cards.0;
        self.restamp(at);
    }

    fn restamp(&mut self, at: u8) {
        let cards = CardSet(self.state.registers[at as usize]);
        self.state.register_zone[at as usize] = cards.first().map_or(Zone::Resolving, |card| self.whereabouts(card));
    }

    /// The area of a card as references see it: a Legend and its Gear stay where they are when it goes to the field.
    fn whereabouts(&self, card: Card) -> Zone {
        match self.state.zone(card) {
            Zone::Legends => Zone::Field,
            zone => zone,
        }
    }

    /// Puts dice, or a card type, into a register.
    fn bind_bits(&mut self, at: u8, bits: u16) {
        self.state.registers[at as usize] = u128::from(bits);
        self.state.register_zone[at as usize] = Zone::Resolving;
    }

    /// The cards of a register that are still where the step that bound them left them.
    fn acting(&self, at: u8) -> CardSet {
        let zone = self.state.register_zone[at as usize];
        CardSet(self.state.registers[at as usize]).filter(|&card| self.whereabouts(card) == zone).collect()
    }

    // ---- the interpreter ----

    fn run_effect(&mut self, chance: &mut impl Chance) -> Flow {
        let program = &self.cards.program;
        if self.top_frame().left == Frame::TO_SPEND {
            // 10.20.4: the costs in their order; the €$ are paid, now the source is spent.
            let this = self.top_frame().this;
            self.top_frame().left = 0;
            self.spend(this);
        }
        let frame = *self.top_frame();
        let scope = Scope::from(&frame);
        let op = &program.code[frame.pc as usize];
        let mut next = frame.pc + 1;
        let mut did = frame.did;
        let at = |register: u8| frame.base + register;
        match op {
            Op::End => {
                self.pop_frame(frame.did);
                return Flow::On;
            }
            Op::Jump(to) => next = *to,
            Op::Unless(test, to) => {
                if !self.test(test, &scope) {
                    next = *to;
                }
            }
            Op::May(possible, to) => {
                if self.is_possible(possible, &scope) {
                    return Flow::Ask(frame.you, Kind::Choose);
                }
                did = false;
                next = *to;
            }
            Op::Choose { .. } if frame.left > 0 => return Flow::Ask(frame.you, Kind::Choose),
            Op::Choose { set, span, into, decline, purpose } => {
                return self.start_choice(set, span, *into, *decline, *purpose);
            }
            Op::Take { set, into, acts } => {
                let mut cards = self.set(set, &scope);
                if *acts {
                    cards = match set.base {
                        Base::This => cards.filter(|&card| self.still(card, frame.this_zone)).collect(),
                        Base::Subject => cards.filter(|&card| self.still(card, frame.subject_zone)).collect(),
                        _ => cards.filter(|&card| self.state.zone(card) == Zone::Field).collect(),
                    };
                }
                self.bind(at(*into), cards);
            }
            Op::ChooseDie { dice, into, decline } => return self.start_die_choice(dice, *into, *decline),
            Op::TakeDie { dice, into } => {
                let dice = self.dice(dice, &scope);
                self.bind_bits(at(*into), dice.0);
            }
            Op::Collect { from, into } => {
                let both = CardSet(self.state.registers[at(*from) as usize] | self.state.registers[at(*into) as usize]);
                self.bind(at(*into), both);
            }
            Op::Stamp(register) => self.restamp(at(*register)),
            Op::NameType(_) => return Flow::Ask(frame.you, Kind::Choose),
            Op::Draw(count) => {
                let count = self.num(count, &scope).unwrap_or(0).max(0);
                did = count > 0;
                for _ in 0..count {
                    if !self.draw_one(frame.you) {
                        // 1.14.1: the first card that can't be drawn loses.
                        self.lose(frame.you, crate::game::Reason::DeckOut);
                        return Flow::On;
                    }
                }
            }
            Op::Discard(register) | Op::Trash(register) => {
                did = self.send(at(*register), Zone::Trash, chance);
            }
            Op::ToHand(register) => did = self.send(at(*register), Zone::Hand, chance),
            Op::BottomDeck(register) => {
                let cards = self.acting(at(*register));
                did = !cards.is_empty();
                let names: ArrayVec<Card, 64> = cards.collect();
                self.bottom_deck(names.into_iter().collect(), chance);
            }
            Op::Sell(register) => {
                let cards = self.acting(at(*register));
                did = !cards.is_empty();
                for card in cards {
                    for player in Player::BOTH {
                        self.forget_block(player, card);
                    }
                    self.move_card(card, Zone::Eddies, chance);
                }
            }
            Op::Search(count, into) => {
                let count = self.num(count, &scope).unwrap_or(0).max(0) as usize;
                let top = self.state.top(frame.you, count);
                let cards: CardSet = top.iter().copied().collect();
                self.learn_deck(frame.you, cards);
                did = !cards.is_empty();
                self.bind(at(*into), cards);
            }
            Op::Reveal(register) => {
                let cards = self.acting(at(*register));
                did = !cards.is_empty();
                for player in Player::BOTH {
                    self.learn_deck(player, cards);
                }
            }
            Op::Look(register) => {
                let cards = self.acting(at(*register));
                did = !cards.is_empty();
                self.learn_deck(frame.you, cards);
            }
            Op::Call(register) => {
                let card = self.acting(at(*register)).first();
                did = false;
                if let Some(card) = card
                    && self.can_call(card)
                {
                    self.top_frame().pc = next;
                    self.start_call(card, true);
                    return Flow::On;
                }
            }
            Op::Play { what, free, onto, then, each } => {
                return self.play_from_register(*what, *free, onto.as_ref(), *then, *each);
            }
            Op::Defeat(register) => {
                let cards = self.acting(at(*register));
                self.top_frame().pc = next;
                self.top_frame().did = false;
                if !cards.is_empty() {
                    self.start_defeat(cards);
                }
                return Flow::On;
            }
            Op::Spend(register) => {
                let cards = self.acting(at(*register));
                did = false;
                for card in cards {
                    // S1 and 4.11.3: a Gear's orientation is its host's.
                    did |= self.spend(self.voice(card));
                }
            }
            Op::Ready(register) => {
                let cards = self.acting(at(*register));
                did = false;
                for card in cards {
                    did |= self.make_ready(self.voice(card));
                }
            }
            Op::ReadyEddies(count) => {
                let count = self.num(count, &scope).unwrap_or(0).max(0) as u8;
                let spent = &mut self.state.eddies_spent[frame.you.index()];
                did = count > 0 && *spent > 0;
                *spent = spent.saturating_sub(count);
            }
            Op::Move(gear, host) => {
                let gear = self.acting(at(*gear)).first();
                let host = self.acting(at(*host)).first();
                did = false;
                if let (Some(gear), Some(host)) = (gear, host)
                    && self.state.equipped.has(gear)
                    && self.legal_hosts(gear.owner()).has(host)
                    && self.state.host(gear) != host
                {
                    self.equip(gear, host);
                    did = true;
                }
            }
            Op::Change { die, direction, by, up_to } => {
                let register = at(*die);
                return self.start_change(register, *direction, by, *up_to);
            }
            Op::Set(die, value) => {
                let die = DieSet(self.state.registers[at(*die) as usize] as u16).first();
                let value = self.num(value, &scope);
                did = match (die, value) {
                    (Some(die), Some(value)) => self.set_gig(die, value, frame.owner),
                    _ => false,
                };
            }
            Op::Swap(one, other) => {
                let one = DieSet(self.state.registers[at(*one) as usize] as u16).first();
                let other = DieSet(self.state.registers[at(*other) as usize] as u16).first();
                did = false;
                if let (Some(one), Some(other)) = (one, other) {
                    did = self.swap_gigs(one, other, frame.owner);
                }
            }
            Op::Steal(thief, dice) => {
                let thief = self.acting(at(*thief)).first();
                let dice = self.dice(dice, &scope);
                self.top_frame().pc = next;
                self.top_frame().did = false;
                if let Some(thief) = thief {
                    self.start_steal(thief, 1, dice);
                }
                return Flow::On;
            }
            Op::Roll(die) => {
                if let Some(die) = DieSet(self.state.registers[at(*die) as usize] as u16).first() {
                    let seat = die.owner();
                    self.state.values[die.index()] = chance.die(seat, die);
                    did = true;
                }
            }
            Op::Float { what, to, keeps } => {
                did = self.start_floating(*what, to.map(at), keeps.map(at), &frame, &scope);
            }
            Op::Pay(amount) => {
                let amount = self.num(amount, &scope).unwrap_or(0).max(0);
                did = self.funds(frame.you, Card::NONE) >= amount;
                self.top_frame().pc = next;
                self.top_frame().did = did;
                if did {
                    self.start_pay(frame.you, amount, Card::NONE);
                }
                return Flow::On;
            }
            Op::Modes { .. } if frame.left > 0 => return Flow::Ask(self.mode_chooser(), Kind::Choose),
            Op::Modes { pick, count, .. } => {
                let pick = self.num(pick, &scope).unwrap_or(1);
                if pick >= i16::from(*count) {
                    self.top_frame().mask = (1 << count) - 1;
                } else {
                    let top = self.top_frame();
                    top.mask = 0;
                    top.left = pick as i8;
                    return Flow::Ask(self.mode_chooser(), Kind::Choose);
                }
            }
            Op::Mode(mode, to) => {
                if frame.mask >> mode & 1 == 0 {
                    next = *to;
                }
            }
            Op::EachStart => {
                self.top_frame().you = self.state.active;
            }
            Op::EachNext(back) => {
                if frame.you == self.state.active {
                    self.top_frame().you = frame.you.rival();
                    next = *back;
                } else {
                    self.top_frame().you = frame.owner;
                }
            }
            Op::Turnabout => self.top_frame().you = frame.you.rival(),
        }
        let top = self.top_frame();
        top.pc = next;
        top.did = did;
        Flow::On
    }

    /// Who chooses among the modes at which the innermost effect stands.
    pub(super) fn mode_chooser(&self) -> Player {
        let frame = self.state.frames.last().expect("a mode is chosen in an effect");
        match &self.cards.program.code[frame.pc as usize] {
            Op::Modes { by: Chooser::Rival, .. } => frame.you.rival(),
            _ => frame.you,
        }
    }

    fn is_possible(&self, possible: &Possible, scope: &Scope) -> bool {
        let present = |set: &SetExpr| -> CardSet {
            let cards = self.set(set, scope);
            match set.base {
                Base::Register(at) => cards & self.acting(scope.base + at),
                _ => cards,
            }
        };
        match possible {
            Possible::Always => true,
            Possible::Cards(set) => !present(set).is_empty(),
            Possible::Playable(set, free) => present(set).any(|card| self.can_play(card, *free, None)),
            Possible::Payable(amount) => {
                self.funds(scope.you, Card::NONE) >= self.num(amount, scope).unwrap_or(0).max(0)
            }
        }
    }

    // ---- choices ----

    /// The innermost frame and the instruction it stands at, if it runs an effect.
    fn asking(&self) -> Option<(&Frame, &'m Op)> {
        let frame = self.state.frames.last().filter(|frame| frame.job == Job::Effect)?;
        Some((frame, &self.cards.program.code[frame.pc as usize]))
    }

    /// The cards that may be chosen at the choosing instruction at which the innermost frame stands, those chosen
    /// already left out, and whether choosing none (more) is allowed.
    pub(super) fn choice(&self) -> Option<(CardSet, bool)> {
        let (frame, op) = self.asking()?;
        let Op::Choose { set, span, into, decline, purpose } = op else { return None };
        let scope = Scope::from(frame);
        let chosen = CardSet(self.state.registers[(frame.base + into) as usize]);
        let candidates = self.candidates(set, *purpose, &scope) - chosen;
        let least = self.num(&span.least, &scope).unwrap_or(0).max(0) as usize;
        let none = chosen.len() >= least || (decline.is_some() && chosen.is_empty());
        Some((candidates, none))
    }

    fn candidates(&self, set: &SetExpr, purpose: Purpose, scope: &Scope) -> CardSet {
        let cards = self.set(set, scope);
        let cards = match set.base {
            Base::Register(at) => cards & self.acting(scope.base + at),
            _ => cards,
        };
        match purpose {
            Purpose::Any => cards,
            Purpose::Play { free } => cards.filter(|&card| self.can_play(card, free, None)).collect(),
            Purpose::Call => cards.filter(|&card| self.can_call(card)).collect(),
        }
    }

    fn start_choice(&mut self, set: &SetExpr, span: &Span, into: u8, decline: Option<u16>, purpose: Purpose) -> Flow {
        let frame = *self.top_frame();
        let scope = Scope::from(&frame);
        let register = frame.base + into;
        self.bind(register, CardSet::EMPTY);
        let candidates = self.candidates(set, purpose, &scope);
        let least = self.num(&span.least, &scope).unwrap_or(0).max(0) as usize;
        let most = self.num(&span.most, &scope).unwrap_or(0).max(0) as usize;
        if let Some(decline) = decline
            && (candidates.is_empty() || candidates.len() < least)
        {
            let top = self.top_frame();
            (top.pc, top.did) = (decline, false);
            return Flow::On;
        }
        if candidates.is_empty() || most == 0 {
            let top = self.top_frame();
            (top.pc, top.did) = (frame.pc + 1, false);
            return Flow::On;
        }
        // All of them, if all have to be taken (10.31.2).
        if decline.is_none() && candidates.len() <= least {
            self.bind(register, candidates);
            let top = self.top_frame();
            (top.pc, top.did) = (frame.pc + 1, true);
            return Flow::On;
        }
        self.top_frame().left = most.min(candidates.len()) as i8;
        Flow::Ask(frame.you, Kind::Choose)
    }

    fn answer_choice(&mut self, answer: Option<Card>) {
        let frame = *self.top_frame();
        let Op::Choose { span, into, decline, .. } = &self.cards.program.code[frame.pc as usize] else {
            unreachable!("a card is chosen at a choosing instruction");
        };
        let register = frame.base + into;
        let mut chosen = CardSet(self.state.registers[register as usize]);
        let Some(card) = answer else {
            let declined = chosen.is_empty();
            let top = self.top_frame();
            top.left = 0;
            top.did = !declined;
            top.pc = match decline {
                Some(decline) if declined => *decline,
                _ => frame.pc + 1,
            };
            return;
        };
        chosen.insert(card);
        self.bind(register, chosen);
        let least = self.num(&span.least, &Scope::from(&frame)).unwrap_or(0).max(0) as usize;
        let left = frame.left - 1;
        self.top_frame().left = left;
        let (mut rest, _) = self.choice().unwrap_or_default();
        let missing = least.saturating_sub(chosen.len());
        if missing > 0 && rest.len() <= missing {
            // Nothing is left to choose between.
            for card in rest.by_ref() {
                chosen.insert(card);
            }
            self.bind(register, chosen);
            let top = self.top_frame();
            (top.pc, top.did, top.left) = (frame.pc + 1, true, 0);
        } else if left == 0 || rest.is_empty() {
            let top = self.top_frame();
            (top.pc, top.did, top.left) = (frame.pc + 1, true, 0);
        }
    }

    /// The dice that may be chosen at the instruction at which the innermost frame stands.
    pub(super) fn die_choice(&self) -> Option<(DieSet, bool)> {
        let (frame, op) = self.asking()?;
        let Op::ChooseDie { dice, decline, .. } = op else { return None };
        Some((self.dice(dice, &Scope::from(frame)), decline.is_some()))
    }

    fn start_die_choice(&mut self, dice: &DiceExpr, into: u8, decline: Option<u16>) -> Flow {
        let frame = *self.top_frame();
        let candidates = self.dice(dice, &Scope::from(&frame));
        // A swap that has no die on the other side is no swap: the first choice is already impossible (10.7).
        let swap_fails = self.next_swap_fails(frame.pc);
        if candidates.is_empty() || swap_fails {
            self.bind_bits(frame.base + into, 0);
            let top = self.top_frame();
            top.did = false;
            top.pc = decline.unwrap_or(frame.pc + 1);
            return Flow::On;
        }
        Flow::Ask(frame.you, Kind::Choose)
    }

    /// Whether the instruction chooses the first die of a swap whose second choice would have no candidate.
    fn next_swap_fails(&self, pc: u16) -> bool {
        let code = &self.cards.program.code;
        match (code.get(pc as usize + 1), code.get(pc as usize + 2)) {
            (Some(Op::ChooseDie { dice, .. }), Some(Op::Swap(..))) => {
                let frame = self.state.frames.last().expect("an effect runs");
                self.dice(dice, &Scope::from(frame)).is_empty()
            }
            _ => false,
        }
    }

    // ---- Gigs ----

    /// The amounts by which the die at hand may change, lowest first.
    pub(super) fn change_options(&self) -> Option<std::ops::RangeInclusive<i8>> {
        let (frame, op) = self.asking()?;
        let Op::Change { die, direction, by, .. } = op else { return None };
        let die = DieSet(self.state.registers[(frame.base + die) as usize] as u16).first()?;
        let value = self.state.values[die.index()] as i16;
        let by = self.num(by, &Scope::from(frame)).unwrap_or(0).max(0);
        let up = by.min(i16::from(die.faces()) - value) as i8;
        let down = by.min(value - 1) as i8;
        Some(match direction {
            Direction::Up => 0..=up,
            Direction::Down => 0..=down,
            Direction::Either => -down..=up,
        })
    }

    /// For a change of exactly n: the amounts that a die can take (6.4.4).
    pub(super) fn exact_changes(&self) -> Option<ArrayVec<i8, 2>> {
        let (frame, op) = self.asking()?;
        let Op::Change { die, direction, by, up_to: false } = op else { return None };
        let die = DieSet(self.state.registers[(frame.base + die) as usize] as u16).first()?;
        let value = i16::from(self.state.values[die.index()]);
        let by = self.num(by, &Scope::from(frame)).unwrap_or(0).max(0);
        let mut amounts = ArrayVec::new();
        if *direction != Direction::Up && value - by >= 1 {
            amounts.push(if *direction == Direction::Down { by as i8 } else { -by as i8 });
        }
        if *direction != Direction::Down && value + by <= i16::from(die.faces()) {
            amounts.push(by as i8);
        }
        Some(amounts)
    }

    fn start_change(&mut self, register: u8, _: Direction, by: &super::program::Num, up_to: bool) -> Flow {
        let frame = *self.top_frame();
        let die = DieSet(self.state.registers[register as usize] as u16).first();
        let by = self.num(by, &Scope::from(&frame)).unwrap_or(0);
        let possible = die.is_some()
            && by > 0
            && if up_to {
                self.change_options().is_some_and(|range| range.start() != range.end())
            } else {
                self.exact_changes().is_some_and(|amounts| !amounts.is_empty())
            };
        if !possible {
            // 6.4.5: nothing happens, the choice was allowed.
            let top = self.top_frame();
            (top.pc, top.did) = (frame.pc + 1, false);
            return Flow::On;
        }
        Flow::Ask(frame.you, Kind::Choose)
    }

    fn answer_change(&mut self, amount: i8) {
        let frame = *self.top_frame();
        let Op::Change { die, direction, .. } = &self.cards.program.code[frame.pc as usize] else {
            unreachable!("an amount is chosen at a change");
        };
        let die = DieSet(self.state.registers[(frame.base + die) as usize] as u16).first().expect("a die was chosen");
        let signed = if *direction == Direction::Down { -amount } else { amount };
        let value = i16::from(self.state.values[die.index()]) + i16::from(signed);
        let did = self.set_gig(die, value, frame.owner);
        let top = self.top_frame();
        (top.pc, top.did) = (frame.pc + 1, did);
    }

    /// Gives a Gig another value, as `by`'s effect. `false` if it fails: a value the die doesn't have (6.4.4) or has
    /// already (6.4.5).
    pub(super) fn set_gig(&mut self, die: Die, value: i16, by: Player) -> bool {
        let Some(area) = self.state.gig_area(die) else { return false };
        if value < 1 || value > i16::from(die.faces()) || value == i16::from(self.state.values[die.index()]) {
            return false;
        }
        self.state.values[die.index()] = value as u8;
        let event = Happening { whose: area, ..Happening::by(EventKind::Adjusts, by) };
        self.raise(event);
        true
    }

    fn swap_gigs(&mut self, one: Die, other: Die, by: Player) -> bool {
        let (Some(first), Some(second)) = (self.state.gig_area(one), self.state.gig_area(other)) else { return false };
        if first == second {
            return false;
        }
        let gigs = &mut self.state.gigs;
        gigs[first.index()].remove(one);
        gigs[second.index()].remove(other);
        gigs[first.index()].insert(other);
        gigs[second.index()].insert(one);
        self.raise(Happening::by(EventKind::Swaps, by));
        self.check_overtime();
        true
    }

    // ---- verbs ----

    /// Moves the cards of a register that are still there.
    fn send(&mut self, register: u8, to: Zone, chance: &mut impl Chance) -> bool {
        let cards = self.acting(register);
        if cards.is_empty() {
            return false;
        }
        // The register is renamed with the cards when they take their public numbers.
        let mut waiting = cards;
        while let Some(card) = waiting.first() {
            waiting.remove(card);
            let before = self.state.registers[register as usize];
            let moved = self.move_card(card, to, chance);
            if moved != card {
                // `moved` was another copy's number: if that copy waits too, it carries `card`'s number now.
                if waiting.has(moved) {
                    waiting.remove(moved);
                    waiting.insert(card);
                }
                debug_assert!(before == self.state.registers[register as usize] || CardSet(before).has(card));
            }
        }
        true
    }

    /// A player gets to know cards that stay where they are: positions of a deck, face-down Legends.
    pub(super) fn learn_deck(&mut self, player: Player, cards: CardSet) {
        self.state.known[player.index()] |= cards;
        // Their order is known too: each is a block of its own.
        for owner in Player::BOTH {
            let own = (cards & self.state.deck).of_player(owner);
            if own.is_empty() {
                continue;
            }
            let mut bits = self.state.joined[player.index()][owner.index()];
            for (at, &card) in self.state.deck_order(owner).iter().enumerate() {
                if own.has(Card(card)) {
                    bits &= !(1 << at);
                    if at > 0 {
                        bits &= !(1 << (at - 1));
                    }
                }
            }
            self.state.joined[player.index()][owner.index()] = bits;
        }
    }

    /// Spends a card (3.7); `false` if it was spent already or can't be.
    pub(super) fn spend(&mut self, card: Card) -> bool {
        let state = &mut self.state;
        if !(state.field | state.legends).has(card) || state.spent.has(card) {
            return false;
        }
        state.spent.insert(card);
        self.raise(Happening::to(EventKind::Spent, card));
        true
    }

    /// Readies a card (3.8); `false` if it was ready already or can't be readied.
    pub(super) fn make_ready(&mut self, card: Card) -> bool {
        if !self.state.spent.has(card) || self.holds(RuleKind::CantReady, card) {
            return false;
        }
        self.state.spent.remove(card);
        true
    }

    fn start_floating(&mut self, what: u16, to: Option<u8>, keeps: Option<u8>, frame: &Frame, scope: &Scope) -> bool {
        let (ends, amount, give_power) = match &self.cards.program.floats[what as usize] {
            Floats::Give { rule, until, .. } => {
                let amount = match rule.amount() {
                    // Null gives nothing (S9).
                    Some(num) => match self.num(num, scope) {
                        Some(amount) if amount != i16::MIN => amount,
                        _ => return false,
                    },
                    None => 0,
                };
                let power = matches!(rule, RuleExpr::Power(_)) && matches!(until, Lasts::ThisTurn);
                (ends_of(until), amount, power)
            }
            Floats::Lasting { until, .. } => (ends_of(until), 0, false),
            Floats::Next { .. } => (Ends::ThisTurn, 0, false),
        };
        // A Program is nobody's "this"; what it leaves behind is named by it all the same.
        let this = if frame.this.is_some() { frame.this } else { frame.source };
        let entry = |held| Floating { what, owner: frame.owner, this, held, amount, ends };
        let Some(to) = to else {
            let held = keeps.and_then(|at| CardSet(self.state.registers[at as usize]).first()).unwrap_or(Card::NONE);
            if keeps.is_some() && !held.is_some() {
                return false;
            }
            self.state.floating.push(entry(held));
            return true;
        };
        let cards = self.acting(to);
        for card in cards {
            if give_power && !self.state.equipped.has(card) {
                let link = &mut self.state.link[card.index()];
                *link = (i16::from(*link) + amount).clamp(-127, 127) as i8;
            } else {
                self.state.floating.push(entry(card));
            }
        }
        !cards.is_empty()
    }

    // ---- playing out of an effect ----

    fn play_from_register(
        &mut self,
        what: u8,
        free: bool,
        onto: Option<&SetExpr>,
        then: Option<Destination>,
        each: bool,
    ) -> Flow {
        let frame = *self.top_frame();
        let register = frame.base + what;
        let hosts = onto.map(|onto| self.set(onto, &Scope::from(&frame)));
        let card = self.acting(register).find(|&card| self.can_play(card, free, hosts));
        if each {
            // The loop ends when the register is empty.
            let rest = card
                .map_or(CardSet::EMPTY, |card| CardSet(self.state.registers[register as usize]) - CardSet::of(card));
            self.state.registers[register as usize] = rest.0;
        }
        let top = self.top_frame();
        top.pc += 1;
        top.did = false;
        let Some(card) = card else { return Flow::On };
        let bottom = then == Some(Destination::BottomDeck);
        self.start_play_by_effect(card, frame.you, free, bottom, frame.pc);
        Flow::On
    }

    /// The hosts to which an effect narrows the Gear it plays: read from the instruction that plays it.
    pub(super) fn play_hosts(&self, effect_frame: &Frame, pc: u16) -> Option<CardSet> {
        match &self.cards.program.code[pc as usize] {
            Op::Play { onto: Some(onto), .. } => Some(self.set(onto, &Scope::from(effect_frame))),
            _ => None,
        }
    }

    // ---- answers ----

    /// Carries out an action at the decision under way; the frame or procedure that asked goes on afterwards.
    pub(super) fn answer(&mut self, action: Action, chance: &mut impl Chance) {
        let (player, kind) = self.state.decision;
        self.state.moment = self.state.moment.wrapping_add(1);
        if matches!(action, Action::Concede) {
            self.lose(player, crate::game::Reason::Concede);
            return;
        }
        match kind {
            Kind::Mulligan => self.answer_mulligan(player, action, chance),
            Kind::Roll => {
                if let Action::Roll(die) = action {
                    self.start_roll_in(die, chance);
                }
            }
            Kind::Main | Kind::React => self.act(player, action, chance),
            Kind::Pay => {
                if let Action::Pay(places) = action {
                    self.pay_with(places);
                }
            }
            Kind::Order => {
                if let Action::Resolve(source, nth) = action {
                    let options = self.pending_options(player);
                    let chosen = options.iter().find(|&&(_, s, n)| s == source && n == nth).map_or(0, |&(at, ..)| at);
                    self.start_pending(chosen);
                }
            }
            Kind::Choose => self.answer_question(action, chance),
        }
    }

    fn answer_question(&mut self, action: Action, chance: &mut impl Chance) {
        let frame = *self.top_frame();
        match frame.job {
            Job::Defeat => return self.answer_defeat(action),
            Job::Steal => return self.answer_steal(action),
            Job::RollIn => return self.answer_roll_in(action, chance),
            Job::Play => return self.answer_play(action, chance),
            Job::Pay | Job::Call => unreachable!("this procedure asks nothing"),
            Job::Effect => {}
        }
        match &self.cards.program.code[frame.pc as usize] {
            Op::May(_, to) => {
                let top = self.top_frame();
                if action == Action::Yes {
                    top.pc += 1;
                    top.did = true;
                } else {
                    top.pc = *to;
                    top.did = false;
                }
            }
            Op::Choose { purpose, .. } => {
                let card = match action {
                    Action::Choose(card) => Some(card),
                    Action::ChoosePlace(place) => Some(self.state.places[frame.you.index()][place as usize]),
                    Action::Call(place) if *purpose == Purpose::Call => {
                        Some(self.state.places[frame.you.index()][place as usize])
                    }
                    _ => None,
                };
                self.answer_choice(card);
            }
            Op::ChooseDie { into, decline, .. } => {
                let top = self.top_frame();
                if let Action::ChooseDie(die) = action {
                    top.pc += 1;
                    top.did = true;
                    self.bind_bits(frame.base + into, DieSet::of(die).0);
                } else {
                    top.pc = decline.unwrap_or(frame.pc + 1);
                    top.did = false;
                }
            }
            Op::Change { .. } => {
                if let Action::ChooseNumber(amount) = action {
                    self.answer_change(amount);
                }
            }
            Op::NameType(into) => {
                if let Action::ChooseType(kind) = action {
                    self.bind_bits(frame.base + into, 1 << kind as u8);
                    self.top_frame().pc += 1;
                }
            }
            Op::Modes { .. } => {
                if let Action::ChooseNumber(mode) = action {
                    let top = self.top_frame();
                    top.mask |= 1 << (mode - 1);
                    top.left -= 1;
                    if top.left == 0 {
                        top.pc += 1;
                    }
                }
            }
            other => unreachable!("{other:?} asks nothing"),
        }
    }
}

fn ends_of(until: &Lasts) -> Ends {
    match until {
        Lasts::ThisTurn => Ends::ThisTurn,
        Lasts::NextTurn => Ends::NextTurn,
        Lasts::YourNextTurn => Ends::OwnersTurn,
        Lasts::Next(_) => Ends::Awaits,
    }
}

//! Chapter 10: the course of the game from decision to decision; the interpreter of effects' instructions.
//!
//! Nothing here waits or calls back. [`Table::run`] goes on until somebody has to decide: the innermost frame first,
//! then what is pending, then the attack, then the turn. A decision is a frame standing at an instruction that asks;
//! [`Table::answer`] writes the answer into it.

use arrayvec::ArrayVec;

use super::Table;
use super::effect::{Chooser, Destination};
use super::legal;
use super::program::{Base, Effect, EffectId, EventKind, Floats, Lasts, Op, Possible, RuleExpr, RuleKind, SetExpr};
use super::query::{Happening, Scope};
use super::state::{Ends, Floating, Frame, Job, Kind, Phase, Stage, Zone};
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
                Job::Pay => self.run_pay(),
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
        if state.attack.stage != Stage::None {
            return self.run_attack(chance);
        }
        // Back to the Main Phase: two of three ways that lead here.
        if state.phase == Phase::Main { Flow::Ask(state.active, Kind::Main) } else { self.run_turn() }
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
    pub(super) fn bind(&mut self, at: u8, cards: CardSet) {
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
    pub(super) fn bind_bits(&mut self, at: u8, bits: u16) {
        self.state.registers[at as usize] = u128::from(bits);
        self.state.register_zone[at as usize] = Zone::Resolving;
    }

    /// The cards of a register that are still where the step that bound them left them.
    pub(super) fn acting(&self, at: u8) -> CardSet {
        let state = &self.state;
        let in_play = state.field | state.legends | state.equipped;
        let there = match state.register_zone[at as usize] {
            Zone::Field | Zone::Legends => in_play,
            Zone::Deck => state.deck,
            Zone::Hand => state.hand,
            Zone::Eddies => state.eddies,
            Zone::Trash => state.trash,
            Zone::Removed => state.removed,
            Zone::Resolving => !(in_play | state.deck | state.hand | state.eddies | state.trash | state.removed),
        };
        CardSet(state.registers[at as usize]) & there
    }

    // ---- the interpreter ----

    fn run_effect(&mut self, chance: &mut impl Chance) -> Flow {
        if self.top_frame().left == Frame::TO_SPEND {
            // 10.20.4: the costs in their order; the €$ are paid, now the source is spent.
            let this = self.top_frame().this;
            self.top_frame().left = 0;
            self.spend(this);
        }
        // Instruction after instruction, as long as this frame stays the innermost and the game goes on.
        loop {
            if let Some(flow) = self.run_op(chance) {
                return flow;
            }
            if self.state.outcome.is_some() {
                return Flow::On;
            }
        }
    }

    /// Carries out one instruction; nothing, if the next one follows.
    #[inline]
    fn run_op(&mut self, chance: &mut impl Chance) -> Option<Flow> {
        let program = &self.cards.program;
        let frame = *self.top_frame();
        let scope = Scope::from(&frame);
        let op = &program.code[frame.pc as usize];
        let mut next = frame.pc + 1;
        let mut did = frame.did;
        let at = |register: u8| frame.base + register;
        match op {
            Op::End => {
                self.pop_frame(frame.did);
                return Some(Flow::On);
            }
            Op::Jump(to) => next = *to,
            Op::Unless(test, to) => {
                if !self.test(test, &scope) {
                    next = *to;
                }
            }
            Op::May(possible, to) => {
                if self.is_possible(possible, &scope) {
                    return Some(Flow::Ask(frame.you, Kind::Choose));
                }
                did = false;
                next = *to;
            }
            Op::Choose { .. } if frame.left > 0 => return Some(Flow::Ask(frame.you, Kind::Choose)),
            Op::Choose { set, span, into, decline, purpose } => {
                return Some(self.start_choice(set, span, *into, *decline, *purpose));
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
            Op::ChooseDie { dice, into, decline } => return Some(self.start_die_choice(dice, *into, *decline)),
            Op::TakeDie { dice, into } => {
                let dice = self.dice(dice, &scope);
                self.bind_bits(at(*into), dice.0);
            }
            Op::Collect { from, into } => {
                let both = CardSet(self.state.registers[at(*from) as usize] | self.state.registers[at(*into) as usize]);
                self.bind(at(*into), both);
            }
            Op::Stamp(register) => self.restamp(at(*register)),
            Op::NameType(_) => return Some(Flow::Ask(frame.you, Kind::Choose)),
            Op::Draw(count) => {
                let count = self.num(count, &scope).unwrap_or(0).max(0);
                did = count > 0;
                for _ in 0..count {
                    if !self.draw_one(frame.you) {
                        // 1.14.1: the first card that can't be drawn loses.
                        self.lose(frame.you, crate::game::Reason::DeckOut);
                        return Some(Flow::On);
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
                    return Some(Flow::On);
                }
            }
            Op::Play { what, free, onto, then, each } => {
                return Some(self.play_from_register(*what, *free, onto.as_ref(), *then, *each));
            }
            Op::Defeat(register) => {
                let cards = self.acting(at(*register));
                self.top_frame().pc = next;
                self.top_frame().did = false;
                if !cards.is_empty() {
                    self.start_defeat(cards);
                }
                return Some(Flow::On);
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
                return Some(self.start_change(register, *direction, by, *up_to));
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
                return Some(Flow::On);
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
                    let _ = self.start_pay(frame.you, amount, Card::NONE);
                }
                return Some(Flow::On);
            }
            Op::Modes { .. } if frame.left > 0 => return Some(Flow::Ask(self.mode_chooser(), Kind::Choose)),
            Op::Modes { pick, count, .. } => {
                let pick = self.num(pick, &scope).unwrap_or(1);
                if pick >= i16::from(*count) {
                    self.top_frame().mask = (1 << count) - 1;
                } else {
                    let top = self.top_frame();
                    top.mask = 0;
                    top.left = pick as i8;
                    return Some(Flow::Ask(self.mode_chooser(), Kind::Choose));
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
        None
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
}

fn ends_of(until: &Lasts) -> Ends {
    match until {
        Lasts::ThisTurn => Ends::ThisTurn,
        Lasts::NextTurn => Ends::NextTurn,
        Lasts::YourNextTurn => Ends::OwnersTurn,
        Lasts::Next(_) => Ends::Awaits,
    }
}

//! Paying, playing, calling, selling, using effects: chapters 5, 8 and 11, for those who act and for effects alike.

use super::Table;
use super::cards::CardType;
use super::effect::Paid;
use super::program::EventKind;
use super::query::{Happening, Scope};
use super::resolve::Flow;
use super::state::{Action, Frame, Job, Kind, Manner, Phase, Zone};
use crate::bits::{Card, CardSet};
use crate::chance::Chance;
use crate::game::Player;

/// Ways to pay: bit w says that the Legends in the places that are the bits of w may help, the rest being Eddies.
#[derive(Copy, Clone)]
pub(super) struct Ways(u8);

impl Ways {
    /// Per set of places: all sets within it.
    const WITHIN: [u8; 8] = [0x01, 0x03, 0x05, 0x0f, 0x11, 0x33, 0x55, 0xff];
    /// Per number: the sets of so many places at most. Three is all.
    const AT_MOST: [u8; 4] = [0x01, 0x17, 0x7f, 0xff];

    /// The ways to pay `amount` with `eddies` ready Eddies and the Legends in the places `able`.
    const fn of(able: usize, amount: u8, eddies: u8) -> Self {
        let most = if amount < 3 { amount as usize } else { 3 };
        let ways = Self::WITHIN[able & 7] & Self::AT_MOST[most];
        // What the Eddies don't cover has to come from Legends.
        Self(match amount.saturating_sub(eddies) {
            0 => ways,
            least @ 1..=3 => ways & !Self::AT_MOST[least as usize - 1],
            _ => 0,
        })
    }

    /// The only way; nothing where there are more.
    pub const fn only(self) -> Option<u8> {
        if self.0.is_power_of_two() { Some(self.0.trailing_zeros() as u8) } else { None }
    }
}

impl Iterator for Ways {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let way = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(way)
    }
}

impl Table<'_> {
    // ---- what can be done ----

    /// Whether a card could be played now by its owner, from wherever it is: its price paid, a host for a Gear.
    pub(super) fn can_play(&self, card: Card, free: bool, hosts: Option<CardSet>) -> bool {
        let kind = self.cards.facts[card.index()].kind;
        if kind == CardType::Legend {
            return false;
        }
        if kind == CardType::Gear {
            let legal = self.legal_hosts(card.owner());
            if (hosts.unwrap_or(legal) & legal).is_empty() {
                return false;
            }
        }
        free || self.price(card, Paid::Play).is_some_and(|price| price <= self.funds(card.owner(), Card::NONE))
    }

    /// Whether a face-down Legend could be called for free now: this turn's Call is left (5.7.3).
    pub(super) fn can_call(&self, legend: Card) -> bool {
        let state = &self.state;
        (state.legends - state.face_up).has(legend) && !state.called[legend.owner().index()]
    }

    /// Whether the source's n-th activated effect could be used now, as a reaction if `react`.
    pub(super) fn can_use(&self, source: Card, nth: u8, react: bool) -> bool {
        let effect = self.cards.text(source).activated[nth as usize];
        if react && !self.cards.is_quick(effect) {
            return false;
        }
        let (pay, spends) = self.cards.activation(effect);
        let this = self.voice(source);
        let state = &self.state;
        // 8.14.1 and 11.3.1.2: a lagging Unit can't pay with itself, QUICK or not.
        if spends && (state.spent.has(this) || state.lag.has(this)) {
            return false;
        }
        let price = self.activation_price(pay, source);
        price == 0 || price <= self.funds(source.owner(), if spends { this } else { Card::NONE })
    }

    fn activation_price(&self, pay: Option<&super::program::Num>, source: Card) -> i16 {
        let scope = Scope::of(source.owner(), self.voice(source));
        pay.map_or(0, |pay| self.num(pay, &scope).unwrap_or(0).max(0))
    }

    // ---- paying ----

    /// Starts paying; the frame that runs goes on when it is paid. `reserved` can't help to pay. Whether it is paid
    /// already: there is nothing to pay, or no way to choose.
    pub(super) fn start_pay(&mut self, payer: Player, amount: i16, reserved: Card) -> bool {
        let asks = amount > 0 && !(self.payers(payer) - CardSet::of(reserved)).is_empty();
        if asks {
            let mut frame = Frame::new(Job::Pay, payer);
            frame.left = amount as i8;
            frame.subject = reserved;
            self.state.frames.push(frame);
            return false;
        }
        if amount > 0 {
            // Eddies alone: the answer that a question with one option gives itself, without asking and without a frame
            // to ask in. It is the most frequent question of all (20 a game).
            self.state.moment = self.state.moment.wrapping_add(1);
            self.state.eddies_spent[payer.index()] += amount as u8;
        }
        if let Some(frame) = self.state.frames.last_mut() {
            frame.did = true;
        }
        true
    }

    pub(super) fn run_pay(&self) -> Flow {
        let frame = self.state.frames.last().expect("a payment runs");
        Flow::Ask(frame.you, Kind::Pay)
    }

    /// The ways to pay what the innermost frame asks, each the places of the Legends that help, as bits.
    pub(super) fn payments(&self) -> Ways {
        let frame = self.state.frames.last().expect("a payment asks");
        let payers = (self.payers(frame.you) - CardSet::of(frame.subject)).half(frame.you);
        let able = (0..).zip(self.state.places[frame.you.index()]).fold(0, |able, (at, legend)| {
            able | usize::from(legend.is_some() && payers >> legend.slot() & 1 == 1) << at
        });
        Ways::of(able, frame.left as u8, self.state.ready_eddies(frame.you))
    }

    pub(super) fn pay_with(&mut self, chosen: u8) {
        let frame = *self.top_frame();
        let mut helpers = chosen & 0b111;
        while helpers != 0 {
            self.spend(self.state.places[frame.you.index()][helpers.trailing_zeros() as usize]);
            helpers &= helpers - 1;
        }
        self.state.eddies_spent[frame.you.index()] += frame.left as u8 - chosen.count_ones() as u8;
        self.pop_frame(true);
    }

    // ---- playing ----

    fn start_play(&mut self, card: Card, host: Card, manner: Manner) {
        let mut frame = Frame::new(Job::Play, card.owner());
        frame.subject = card;
        frame.other = host;
        frame.manner = manner;
        frame.pc = 1;
        self.state.frames.push(frame);
    }

    /// An effect plays a card; `at` is the instruction that does it, which may narrow a Gear's hosts.
    pub(super) fn start_play_by_effect(&mut self, card: Card, you: Player, free: bool, bottom: bool, at: u16) {
        let mut frame = Frame::new(Job::Play, you);
        frame.subject = card;
        frame.manner = if free { Manner::Free } else { Manner::Paid };
        frame.bottom = bottom;
        frame.mask = at;
        self.state.frames.push(frame);
    }

    /// The hosts among which the player of a Gear chooses now.
    pub(super) fn host_choice(&self) -> CardSet {
        let frames = &self.state.frames;
        let Some((play, below)) = frames.split_last() else { return CardSet::EMPTY };
        let legal = self.legal_hosts(play.you);
        let narrowed = below.last().and_then(|effect| self.play_hosts(effect, play.mask));
        narrowed.map_or(legal, |hosts| hosts & legal)
    }

    pub(super) fn run_play(&mut self, chance: &mut impl Chance) -> Flow {
        let frame = *self.top_frame();
        let card = frame.subject;
        let kind = self.cards.facts[card.index()].kind;
        match frame.pc {
            // An effect plays it: where does a Gear go?
            0 if kind == CardType::Gear => return Flow::Ask(frame.you, Kind::Choose),
            // It is revealed (11.4.1) and paid for.
            0 | 1 => {
                let price = match frame.manner {
                    Manner::Free => 0,
                    Manner::Paid => self.price(card, Paid::Play).unwrap_or(0),
                    Manner::Solo => self.price(card, Paid::GoSolo).unwrap_or(0),
                };
                if kind != CardType::Legend {
                    let shown = self.move_card(card, Zone::Resolving, chance);
                    self.top_frame().subject = shown;
                }
                self.top_frame().pc = 2;
                if self.start_pay(frame.you, price, Card::NONE) {
                    return self.put_into_play(*self.state.frames.last().expect("a play goes on"));
                }
            }
            2 => return self.put_into_play(frame),
            // The Program has resolved (4.14.2).
            _ => {
                if frame.bottom {
                    self.bottom_deck(CardSet::of(card), chance);
                } else {
                    self.move_card(card, Zone::Trash, chance);
                }
                self.pop_frame(true);
            }
        }
        Flow::On
    }

    fn put_into_play(&mut self, frame: Frame) -> Flow {
        let card = frame.subject;
        match self.cards.facts[card.index()].kind {
            CardType::Unit => {
                self.enter_field(card);
                self.state.lag.insert(card);
            }
            CardType::Legend => {
                self.legend_to_field(card);
                self.state.lag.insert(card);
                if frame.manner == Manner::Solo {
                    // 11.25.1: ready, and it can attack this turn.
                    self.state.spent.remove(card);
                    self.state.solo.insert(card);
                }
            }
            CardType::Gear => self.equip(card, frame.other),
            CardType::Program => {
                self.top_frame().pc = 3;
                self.raise(Happening::to(EventKind::Played, card));
                if let Some(effect) = self.cards.text(card).resolve {
                    let mut frame = Frame::new(Job::Effect, frame.you);
                    frame.source = card;
                    self.push_effect(effect, frame);
                }
                return Flow::On;
            }
        }
        self.pop_frame(true);
        self.raise(Happening::to(EventKind::Played, card));
        Flow::On
    }

    pub(super) fn answer_play(&mut self, action: Action, _: &mut impl Chance) {
        if let Action::Choose(host) = action {
            let top = self.top_frame();
            top.other = host;
            top.pc = 1;
        }
    }

    // ---- calling ----

    /// Calls a Legend (11.11); the frame that runs goes on afterwards.
    pub(super) fn start_call(&mut self, legend: Card, free: bool) {
        let mut frame = Frame::new(Job::Call, legend.owner());
        frame.subject = legend;
        frame.manner = if free { Manner::Free } else { Manner::Paid };
        self.state.frames.push(frame);
    }

    pub(super) fn run_call(&mut self, _: &mut impl Chance) -> Flow {
        let frame = *self.top_frame();
        let legend = frame.subject;
        if frame.pc == 0 {
            let price = if frame.manner == Manner::Free { 0 } else { self.price(legend, Paid::Call).unwrap_or(0) };
            self.top_frame().pc = 1;
            self.state.called[frame.you.index()] = true;
            if !self.start_pay(frame.you, price, Card::NONE) {
                return Flow::On;
            }
        }
        // 11.11.1.3: it keeps its orientation.
        self.state.face_up.insert(legend);
        self.publish(legend);
        self.pop_frame(true);
        self.raise(Happening::to(EventKind::Called, legend));
        Flow::On
    }

    // ---- acting in the Main Phase and in the React Step ----

    pub(super) fn act(&mut self, player: Player, action: Action, chance: &mut impl Chance) {
        match action {
            Action::Sell(card) => {
                // 11.9.1: revealed, then an Eddie, ready.
                self.state.sold = true;
                self.publish(card);
                self.move_card(card, Zone::Eddies, chance);
            }
            Action::Call(place) => self.start_call(self.state.places[player.index()][place as usize], false),
            Action::Play(card) => self.start_play(card, Card::NONE, Manner::Paid),
            Action::PlayOn(card, host) => self.start_play(card, host, Manner::Paid),
            Action::Solo(card) => self.start_play(card, Card::NONE, Manner::Solo),
            Action::Use(source, nth) => self.start_use(source, nth),
            Action::Attack(unit, target) => self.declare(unit, target),
            Action::AttackGigs(unit) => self.declare(unit, Card::NONE),
            Action::Block(unit) => self.block(unit),
            Action::Pass => self.end_react_step(),
            Action::End => {
                self.state.phase = Phase::Cleanup;
                self.raise(Happening::by(EventKind::EndOfTurn, player));
            }
            other => unreachable!("{other:?} is no action of the Main Phase or the React Step"),
        }
    }

    /// 10.20: the effect's frame waits below the payment; then the source is spent, then it resolves.
    fn start_use(&mut self, source: Card, nth: u8) {
        let effect = self.cards.text(source).activated[nth as usize];
        let (pay, spends) = self.cards.activation(effect);
        let this = self.voice(source);
        let price = self.activation_price(pay, source);
        let mut frame = Frame::new(Job::Effect, source.owner());
        frame.source = source;
        frame.this = this;
        frame.this_zone = self.state.zone(this);
        if spends {
            frame.left = Frame::TO_SPEND;
        }
        self.push_effect(effect, frame);
        let _ = self.start_pay(source.owner(), price, if spends { this } else { Card::NONE });
    }
}

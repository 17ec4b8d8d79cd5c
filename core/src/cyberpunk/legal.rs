//! Which actions are legal at a decision, each different one once.
//!
//! A card in a hidden zone is named by the number that it would take when it leaves: the lowest of its copies there.
//! So the list is the same in all worlds that the deciding player can't tell apart.

use super::Table;
use super::cards::CardType;
use super::effect::Paid;
use super::program::{Op, Purpose};
use super::state::{Action, Job, Kind, Zone};
use crate::bits::{Card, CardSet};
use crate::game::Player;

/// Whether the decision under way has more than one different option, or is one that is always offered.
pub(super) fn offers_a_choice(table: &Table<'_>) -> bool {
    match table.state.decision.1 {
        Kind::Main | Kind::Mulligan => true,
        _ => {
            let mut count = 0;
            each_action(table, &mut |_| count += 1);
            count > 1
        }
    }
}

/// The only option of a decision that offers no choice.
///
/// # Panics
/// If there is none: an internal fault.
pub(super) fn only_action(table: &Table<'_>) -> Action {
    let mut only = None;
    each_action(table, &mut |action| only = Some(action));
    only.expect("a decision has at least one option")
}

/// Calls `each` with every different legal action of the decision under way.
pub(super) fn each_action(table: &Table<'_>, each: &mut impl FnMut(Action)) {
    let (player, kind) = table.state.decision;
    match kind {
        Kind::Mulligan => {
            each(Action::Keep);
            each(Action::Mulligan);
        }
        Kind::Roll => table.roll_options().for_each(|die| each(Action::Roll(die))),
        Kind::Main => table.main_actions(player, each),
        Kind::React => table.reactions(player, each),
        Kind::Pay => table.payments(|places| each(Action::Pay(places))),
        Kind::Order => {
            for (_, source, nth) in table.pending_options(player) {
                each(Action::Resolve(source, nth));
            }
        }
        Kind::Choose => table.answers(player, each),
    }
}

impl Table<'_> {
    fn main_actions(&self, player: Player, each: &mut impl FnMut(Action)) {
        let state = &self.state;
        let hand = state.hand.of_player(player);
        if !state.sold {
            self.each_named(hand & self.cards.sell, |card| each(Action::Sell(card)));
        }
        self.calls(player, each);
        let funds = self.funds(player, Card::NONE);
        self.each_named(hand, |card| {
            if self.price(card, Paid::Play).is_none_or(|price| price > funds) {
                return;
            }
            if self.cards.facts[card.index()].kind == CardType::Gear {
                self.each_different(self.legal_hosts(player), |host| each(Action::PlayOn(card, host)));
            } else {
                each(Action::Play(card));
            }
        });
        for legend in (state.legends & state.face_up).of_player(player) {
            if self.price(legend, Paid::Play).is_some_and(|price| price <= funds) {
                each(Action::Play(legend));
            }
            if self.cards.go_solo.has(legend) && self.price(legend, Paid::GoSolo).is_some_and(|price| price <= funds) {
                each(Action::Solo(legend));
            }
        }
        self.uses(player, false, each);
        self.each_different((state.field - state.spent).of_player(player), |unit| {
            let (targets, gigs) = self.attack_targets(unit);
            self.each_different(targets, |target| each(Action::Attack(unit, target)));
            if gigs {
                each(Action::AttackGigs(unit));
            }
        });
        if self.may_end(player) {
            each(Action::End);
        }
    }

    fn reactions(&self, player: Player, each: &mut impl FnMut(Action)) {
        self.calls(player, each);
        self.each_different(self.blockers(player), |unit| each(Action::Block(unit)));
        let funds = self.funds(player, Card::NONE);
        self.each_named(self.state.hand.of_player(player) & self.cards.quick, |card| {
            if self.price(card, Paid::Play).is_some_and(|price| price <= funds) {
                each(Action::Play(card));
            }
        });
        self.uses(player, true, each);
        each(Action::Pass);
    }

    fn calls(&self, player: Player, each: &mut impl FnMut(Action)) {
        let state = &self.state;
        if state.called[player.index()] {
            return;
        }
        for (at, &legend) in state.places[player.index()].iter().enumerate() {
            if legend.is_some()
                && !state.face_up.has(legend)
                && self.price(legend, Paid::Call).is_some_and(|price| price <= self.funds(player, Card::NONE))
            {
                each(Action::Call(at as u8));
            }
        }
    }

    fn uses(&self, player: Player, react: bool, each: &mut impl FnMut(Action)) {
        let sources = (self.cards.uses & self.state.active()).of_player(player);
        if sources.is_empty() {
            return;
        }
        self.each_different(sources, |source| {
            for nth in 0..self.cards.text(source).activated.len() as u8 {
                if self.can_use(source, nth, react) {
                    each(Action::Use(source, nth));
                }
            }
        });
    }

    fn answers(&self, player: Player, each: &mut impl FnMut(Action)) {
        let Some(frame) = self.state.frames.last() else { return };
        let yes_or_no = |each: &mut dyn FnMut(Action)| {
            each(Action::Yes);
            each(Action::No);
        };
        match frame.job {
            Job::Defeat => {
                let offers = self.defeat_offers();
                if offers.first().is_some_and(|offer| offer.3) {
                    yes_or_no(each);
                } else {
                    self.each_different(offers.iter().map(|offer| offer.1).collect(), |card| {
                        each(Action::Choose(card));
                    });
                }
                return;
            }
            Job::RollIn => return yes_or_no(each),
            Job::Steal => {
                if frame.die.is_some() && frame.pc == 0 {
                    return yes_or_no(each);
                }
                self.steal_choice().for_each(|die| each(Action::ChooseDie(die)));
                return;
            }
            Job::Play => {
                self.each_different(self.host_choice(), |host| each(Action::Choose(host)));
                return;
            }
            Job::Pay | Job::Call => return,
            Job::Effect => {}
        }
        match &self.cards.program.code[frame.pc as usize] {
            Op::May(..) => yes_or_no(each),
            Op::Choose { purpose, .. } => {
                let Some((cards, none)) = self.choice() else { return };
                let face_down = cards & self.state.legends & !self.state.face_up;
                // By their places: the order of their numbers would tell their owner which is which.
                for (at, &legend) in self.state.places.iter().flat_map(|places| places.iter().enumerate()) {
                    if face_down.has(legend) {
                        let place = at as u8;
                        each(if *purpose == Purpose::Call { Action::Call(place) } else { Action::ChoosePlace(place) });
                    }
                }
                self.each_different(cards - face_down, |card| each(Action::Choose(card)));
                if none {
                    each(Action::ChooseNone);
                }
            }
            Op::ChooseDie { .. } => {
                let Some((dice, none)) = self.die_choice() else { return };
                dice.for_each(|die| each(Action::ChooseDie(die)));
                if none {
                    each(Action::ChooseNone);
                }
            }
            Op::Change { up_to: true, .. } => {
                let Some(amounts) = self.change_options() else { return };
                amounts.for_each(|amount| each(Action::ChooseNumber(amount)));
            }
            Op::Change { up_to: false, .. } => {
                let Some(amounts) = self.exact_changes() else { return };
                amounts.into_iter().for_each(|amount| each(Action::ChooseNumber(amount)));
            }
            Op::NameType(_) => CardType::ALL.into_iter().for_each(|kind| each(Action::ChooseType(kind))),
            Op::Modes { count, .. } => {
                for mode in 0..*count {
                    if frame.mask >> mode & 1 == 0 {
                        each(Action::ChooseNumber(mode as i8 + 1));
                    }
                }
            }
            other => unreachable!("{player:?} is asked nothing by {other:?}"),
        }
    }

    // ---- what is the same ----

    /// The number by which a card is named in actions: its own where it is seen, in hidden zones the lowest of its
    /// copies there.
    pub fn named(&self, card: Card) -> Card {
        let hidden = self.hidden();
        if hidden.has(card) { (self.cards.copies[card.index()] & hidden).first().unwrap_or(card) } else { card }
    }

    /// An action with the names of cards in hidden zones replaced by the copies that it means.
    pub(super) fn meant_action(&self, action: Action) -> Action {
        match action {
            Action::Sell(card) => Action::Sell(self.meant(card)),
            Action::Play(card) => Action::Play(self.meant(card)),
            Action::PlayOn(card, host) => Action::PlayOn(self.meant(card), host),
            Action::Choose(card) => Action::Choose(self.meant(card)),
            other => other,
        }
    }

    /// The card that an action of this decision means: itself, or in hidden zones, of the copies that are candidates,
    /// the one that the rival knows of if there is one (nobody can tell which copy it is).
    pub(super) fn meant(&self, card: Card) -> Card {
        let hidden = self.hidden();
        if !hidden.has(card) {
            return card;
        }
        let copies = self.cards.copies[card.index()] & self.candidates_of_decision() & hidden;
        let known = copies & self.state.known[card.owner().rival().index()];
        known.first().or_else(|| copies.first()).unwrap_or(card)
    }

    /// Calls `each` once for each definition in a set of hand cards, with the name of the card.
    fn each_named(&self, mut cards: CardSet, mut each: impl FnMut(Card)) {
        while let Some(card) = cards.first() {
            cards -= self.cards.copies[card.index()];
            each(self.named(card));
        }
    }

    /// Calls `each` once for all cards that are the same.
    fn each_different(&self, cards: CardSet, mut each: impl FnMut(Card)) {
        let hidden = cards & self.hidden();
        if !hidden.is_empty() {
            self.each_named(hidden, &mut each);
        }
        for card in cards - hidden {
            let earlier = self.cards.copies[card.index()] & cards & CardSet((1 << card.0) - 1);
            if !earlier.into_iter().any(|other| self.identical(card, other)) {
                each(card);
            }
        }
    }

    /// Whether two cards that both players see differ in nothing that matters: definition, area, flags, modifiers,
    /// host and Gear, and nothing else refers to either.
    pub fn identical(&self, x: Card, y: Card) -> bool {
        if x == y {
            return true;
        }
        let state = &self.state;
        if !self.cards.copies[x.index()].has(y) || state.zone(x) != state.zone(y) {
            return false;
        }
        let flags = [state.spent, state.lag, state.solo, state.face_up, state.equipped, state.known[0], state.known[1]];
        if flags.iter().any(|flag| flag.has(x) != flag.has(y)) || self.is_mentioned(x) || self.is_mentioned(y) {
            return false;
        }
        if state.zone(x) == Zone::Trash || self.hidden().has(x) {
            return true;
        }
        if state.history.iter().any(|list| list.has(x) != list.has(y)) {
            return false;
        }
        if state.equipped.has(x) {
            return self.identical_hosts(state.host(x), state.host(y));
        }
        if state.given(x) != state.given(y) {
            return false;
        }
        let kinds = |host: Card| -> arrayvec::ArrayVec<u8, 64> {
            let mut kinds: arrayvec::ArrayVec<u8, 64> =
                state.gear_on(host).map(|gear| self.cards.facts[gear.index()].definition).collect();
            kinds.sort_unstable();
            kinds
        };
        kinds(x) == kinds(y) && !state.gear_on(x).chain(state.gear_on(y)).any(|gear| self.is_mentioned(gear))
    }

    fn identical_hosts(&self, x: Card, y: Card) -> bool {
        x == y || self.identical(x, y)
    }

    fn is_mentioned(&self, card: Card) -> bool {
        let state = &self.state;
        let attack = state.attack;
        attack.attacker == card
            || attack.target == card
            || state.frames.iter().any(|frame| [frame.this, frame.subject, frame.other, frame.held].contains(&card))
            || state.pending.iter().any(|pending| {
                [pending.this, pending.source, pending.subject, pending.other, pending.held].contains(&card)
            })
            || state.floating.iter().any(|floating| floating.this == card || floating.held == card)
            || self.card_registers().any(|at| CardSet(state.registers[at]).has(card))
    }

    /// What an action means here: cards of hidden zones replaced by the copy that is there. `None` if it is not legal.
    pub fn resolve_action(&self, action: Action) -> Option<Action> {
        if action == Action::Concede {
            return Some(action);
        }
        let mut found = false;
        each_action(self, &mut |legal| found |= self.same_action(legal, action));
        found.then_some(action)
    }

    /// Whether two actions are the same up to identical copies.
    pub fn same_action(&self, legal: Action, action: Action) -> bool {
        let same = |x: Card, y: Card| {
            x == y || (self.hidden().has(y) && self.named(y) == x) || (!self.hidden().has(y) && self.identical(x, y))
        };
        match (legal, action) {
            (Action::Sell(x), Action::Sell(y))
            | (Action::Play(x), Action::Play(y))
            | (Action::Solo(x), Action::Solo(y))
            | (Action::AttackGigs(x), Action::AttackGigs(y))
            | (Action::Block(x), Action::Block(y))
            | (Action::Choose(x), Action::Choose(y)) => same(x, y),
            (Action::PlayOn(x, a), Action::PlayOn(y, b)) | (Action::Attack(x, a), Action::Attack(y, b)) => {
                same(x, y) && same(a, b)
            }
            (Action::Use(x, a), Action::Use(y, b)) => a == b && same(x, y),
            _ => legal == action,
        }
    }

    /// The cards among which a hidden one is meant by the actions of this decision.
    fn candidates_of_decision(&self) -> CardSet {
        let (player, kind) = self.state.decision;
        match kind {
            Kind::Main | Kind::React => self.state.hand.of_player(player),
            Kind::Choose => self.choice().map_or(CardSet::EMPTY, |(cards, _)| cards),
            _ => CardSet::EMPTY,
        }
    }
}

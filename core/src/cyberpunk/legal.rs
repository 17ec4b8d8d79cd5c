//! Which actions are legal at a decision, each different one once.
//!
//! A card in a hidden zone is named by the number that it would take when it leaves: the lowest of its copies there.
//! So the list is the same in all worlds that the deciding player can't tell apart.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::Table;
use super::cards::CardType;
use super::effect::Paid;
use super::program::{Op, Purpose, RuleKind};
use super::query::Aims;
use super::state::{Action, Job, Kind, Zone};
use crate::bits::{Card, CardSet, Half};
use crate::game::Player;

/// Whether a visitor of actions goes on.
type Visit = ControlFlow<()>;

/// What a player could pay now.
#[derive(Copy, Clone)]
struct Purse {
    funds: i16,
    /// Nothing changes prices but what cards say of their own: for all others the printed costs decide, one
    /// intersection instead of a price a card (26,000 instructions a game).
    printed: bool,
}

/// The only option of the decision under way; `None` if it offers a choice, or is one that is always offered.
///
/// # Panics
/// If there is no option at all: an internal fault.
#[inline]
pub(super) fn only_action(table: &Table<'_>) -> Option<Action> {
    let (player, kind) = table.state.decision;
    // The frequent questions have their own way to tell, without a list.
    match kind {
        Kind::Main | Kind::Mulligan => None,
        Kind::Roll => {
            let dice = table.roll_options();
            if dice.len() == 1 { dice.first().map(Action::Roll) } else { None }
        }
        Kind::React => {
            if table.may_react(player) {
                None
            } else {
                Some(Action::Pass)
            }
        }
        Kind::Pay => table.payments().only().map(Action::Pay),
        Kind::Order | Kind::Choose => only_listed(table),
    }
}

/// The only action of the list, if it has one. Not inlined: the questions above are told without its stack.
#[inline(never)]
fn only_listed(table: &Table<'_>) -> Option<Action> {
    let mut only = None;
    // A second option is answer enough.
    let visit = visit_actions(table, &mut |action| match only.replace(action) {
        None => Visit::Continue(()),
        Some(_) => Visit::Break(()),
    });
    if visit.is_break() { None } else { Some(only.expect("a decision has at least one option")) }
}

/// Calls `each` with every different legal action of the decision under way.
pub(super) fn each_action(table: &Table<'_>, each: &mut impl FnMut(Action)) {
    let _ = visit_actions(table, &mut |action| {
        each(action);
        Visit::Continue(())
    });
}

/// Whether the decision under way has an option at all: in a game always, in a sample not until it has been asked.
pub(super) fn has_option(table: &Table<'_>) -> bool {
    visit_actions(table, &mut |_| Visit::Break(())).is_break()
}

/// Calls `each` with every different legal action of the decision under way, as long as it goes on.
fn visit_actions(table: &Table<'_>, each: &mut impl FnMut(Action) -> Visit) -> Visit {
    let (player, kind) = table.state.decision;
    match kind {
        Kind::Mulligan => {
            each(Action::Keep)?;
            each(Action::Mulligan)
        }
        Kind::Roll => table.roll_options().try_for_each(|die| each(Action::Roll(die))),
        Kind::Main => table.main_actions(player, each),
        Kind::React => table.reactions(player, each),
        Kind::Pay => table.payments().try_for_each(|places| each(Action::Pay(places))),
        Kind::Order => table
            .pending_options(player)
            .into_iter()
            .try_for_each(|(_, source, nth)| each(Action::Resolve(source, nth))),
        Kind::Choose => table.answers(player, each),
    }
}

impl Table<'_> {
    fn main_actions(&self, player: Player, each: &mut impl FnMut(Action) -> Visit) -> Visit {
        let state = &self.state;
        // The player's half of each set is all that is asked for: half the arithmetic of the longest list of all.
        let hand = state.hand.half(player);
        let hidden = self.hidden().half(player);
        let face_up = state.legends.half(player) & state.face_up.half(player);
        let purse = self.purse(player);
        if !state.sold {
            let sellable = hand & self.cards.sell.half(player);
            self.each_named(player, sellable, hidden, |card| each(Action::Sell(card)))?;
        }
        self.calls(player, purse, each)?;
        let affordable = self.affordable(player, hand | face_up, purse);
        let gear = self.cards.gear.half(player);
        let mut hosts = None;
        self.each_named(player, affordable & hand, hidden, |card| {
            if gear >> card.slot() & 1 == 1 {
                let hosts = *hosts.get_or_insert_with(|| self.different(self.legal_hosts(player).half_of(player)));
                { hosts }.try_for_each(|host| each(Action::PlayOn(card, host)))
            } else {
                each(Action::Play(card))
            }
        })?;
        for legend in (Half { owner: player, bits: face_up }) {
            if affordable >> legend.slot() & 1 == 1 {
                each(Action::Play(legend))?;
            }
            if self.cards.go_solo.has(legend) && self.pays(legend, Paid::GoSolo, purse) {
                each(Action::Solo(legend))?;
            }
        }
        self.uses(player, false, each)?;
        let units = Half { owner: player, bits: state.field.half(player) & !state.spent.half(player) };
        if !units.is_empty() {
            let aims = self.aims(player);
            if aims.gigs || !aims.rivals.is_empty() {
                self.attacks(self.different(units), &aims, each)?;
            }
        }
        if self.may_end(player) { each(Action::End) } else { Visit::Continue(()) }
    }

    fn attacks(&self, units: Half, aims: &Aims, each: &mut impl FnMut(Action) -> Visit) -> Visit {
        let rival = units.owner.rival();
        let spent = self.different(aims.spent.half_of(rival));
        let lag = self.state.lag.half(units.owner);
        for unit in units {
            // Lag and nothing else decides, as a rule, and the targets are the spent Units.
            let plain = !aims.ruled && lag >> unit.slot() & 1 == 0;
            let (targets, gigs) = if plain { (aims.spent, aims.gigs) } else { self.targets(unit, aims) };
            let mut different = if targets == aims.spent { spent } else { self.different(targets.half_of(rival)) };
            different.try_for_each(|target| each(Action::Attack(unit, target)))?;
            if gigs {
                each(Action::AttackGigs(unit))?;
            }
        }
        Visit::Continue(())
    }

    fn reactions(&self, player: Player, each: &mut impl FnMut(Action) -> Visit) -> Visit {
        let purse = self.purse(player);
        self.calls(player, purse, each)?;
        self.different(self.blockers(player).half_of(player)).try_for_each(|unit| each(Action::Block(unit)))?;
        let quick = self.state.hand.half(player) & self.cards.quick.half(player);
        if quick != 0 {
            let (affordable, hidden) = (self.affordable(player, quick, purse), self.hidden().half(player));
            self.each_named(player, affordable, hidden, |card| each(Action::Play(card)))?;
        }
        self.uses(player, true, each)?;
        each(Action::Pass)
    }

    /// Whether there is a reaction beside passing.
    fn may_react(&self, player: Player) -> bool {
        let purse = self.purse(player);
        let mut any = |_: Action| Visit::Break(());
        if self.calls(player, purse, &mut any).is_break() {
            return true;
        }
        let quick = self.state.hand.half(player) & self.cards.quick.half(player);
        quick != 0 && self.affordable(player, quick, purse) != 0
            || !self.blockers(player).is_empty()
            || self.uses(player, true, &mut any).is_break()
    }

    fn calls(&self, player: Player, purse: Purse, each: &mut impl FnMut(Action) -> Visit) -> Visit {
        let state = &self.state;
        let face_down = state.legends.half(player) & !state.face_up.half(player);
        if face_down == 0 || state.called[player.index()] {
            return Visit::Continue(());
        }
        let own = self.cards.says[RuleKind::Price as usize].half(player);
        if purse.printed && purse.funds == 0 && face_down & own == 0 {
            return Visit::Continue(());
        }
        for (at, &legend) in state.places[player.index()].iter().enumerate() {
            if legend.is_some() && face_down >> legend.slot() & 1 == 1 && self.pays(legend, Paid::Call, purse) {
                each(Action::Call(at as u8))?;
            }
        }
        Visit::Continue(())
    }

    #[inline]
    fn uses(&self, player: Player, react: bool, each: &mut impl FnMut(Action) -> Visit) -> Visit {
        let sources = (self.cards.uses & self.state.active()).half_of(player);
        if sources.is_empty() {
            return Visit::Continue(());
        }
        self.uses_of(self.different(sources), react, each)
    }

    #[inline(never)]
    fn uses_of(&self, sources: Half, react: bool, each: &mut impl FnMut(Action) -> Visit) -> Visit {
        for source in sources {
            for nth in 0..self.cards.text(source).activated.len() as u8 {
                if self.can_use(source, nth, react) {
                    each(Action::Use(source, nth))?;
                }
            }
        }
        Visit::Continue(())
    }

    // ---- what is affordable ----

    #[inline]
    fn purse(&self, player: Player) -> Purse {
        let says = self.cards.says_any[RuleKind::Price as usize];
        let changed = !says.is_empty() && says.meets(self.state.active()) || self.floats(RuleKind::Price);
        Purse { funds: self.funds(player, Card::NONE), printed: !changed }
    }

    /// Whether a purse pays a card's price.
    #[inline]
    fn pays(&self, card: Card, paid: Paid, purse: Purse) -> bool {
        if purse.printed && !self.cards.says[RuleKind::Price as usize].has(card) {
            return match paid {
                Paid::Call => purse.funds > 0,
                Paid::Play | Paid::GoSolo => self.cards.cost_at_most(purse.funds).has(card),
            };
        }
        self.price(card, paid).is_some_and(|price| price <= purse.funds)
    }

    /// Those of a player's cards that a purse pays.
    #[inline]
    fn affordable(&self, player: Player, cards: u64, purse: Purse) -> u64 {
        let own = self.cards.says[RuleKind::Price as usize].half(player);
        let unsure = if purse.printed { cards & own } else { cards };
        let affordable = self.cards.cost_at_most(purse.funds).half(player) & cards & !unsure;
        if unsure == 0 { affordable } else { affordable | self.affordable_by_price(player, unsure, purse) }
    }

    #[inline(never)]
    fn affordable_by_price(&self, player: Player, mut cards: u64, purse: Purse) -> u64 {
        let mut affordable = 0;
        while cards != 0 {
            let card = Card::new(player, cards.trailing_zeros() as u8);
            let copies = self.cards.alike(player, card.slot()) & cards;
            cards &= !copies;
            if self.pays(card, Paid::Play, purse) {
                affordable |= copies;
            }
        }
        affordable
    }

    // ---- answers to questions ----

    fn answers(&self, player: Player, each: &mut impl FnMut(Action) -> Visit) -> Visit {
        let Some(frame) = self.state.frames.last() else { return Visit::Continue(()) };
        match frame.job {
            Job::Defeat => {
                let offers = self.defeat_offers();
                if offers.first().is_some_and(|offer| offer.3) {
                    each(Action::Yes)?;
                    return each(Action::No);
                }
                return self
                    .each_different(offers.iter().map(|offer| offer.1).collect(), |card| each(Action::Choose(card)));
            }
            Job::RollIn => {
                if self.roll_in_offers().is_empty() {
                    return Visit::Continue(());
                }
                each(Action::Yes)?;
                return each(Action::No);
            }
            Job::Steal => {
                if frame.die.is_some() && frame.pc == 0 {
                    if self.steal_offers().is_empty() {
                        return Visit::Continue(());
                    }
                    each(Action::Yes)?;
                    return each(Action::No);
                }
                return self.steal_choice().try_for_each(|die| each(Action::ChooseDie(die)));
            }
            Job::Play => return self.each_different(self.host_choice(), |host| each(Action::Choose(host))),
            Job::Pay | Job::Call => return Visit::Continue(()),
            Job::Effect => {}
        }
        match &self.cards.program.code[frame.pc as usize] {
            Op::May(..) => {
                each(Action::Yes)?;
                each(Action::No)
            }
            Op::Choose { purpose, .. } => {
                let Some((cards, none)) = self.choice() else { return Visit::Continue(()) };
                let face_down = cards & self.state.legends & !self.state.face_up;
                // By their places: the order of their numbers would tell their owner which is which.
                for (at, &legend) in self.state.places.iter().flat_map(|places| places.iter().enumerate()) {
                    if face_down.has(legend) {
                        let place = at as u8;
                        each(if *purpose == Purpose::Call { Action::Call(place) } else { Action::ChoosePlace(place) })?;
                    }
                }
                self.each_different(cards - face_down, |card| each(Action::Choose(card)))?;
                if none { each(Action::ChooseNone) } else { Visit::Continue(()) }
            }
            Op::ChooseDie { .. } => {
                let Some((mut dice, none)) = self.die_choice() else { return Visit::Continue(()) };
                dice.try_for_each(|die| each(Action::ChooseDie(die)))?;
                if none { each(Action::ChooseNone) } else { Visit::Continue(()) }
            }
            Op::Change { up_to: true, .. } => {
                let Some(mut amounts) = self.change_options() else { return Visit::Continue(()) };
                amounts.try_for_each(|amount| each(Action::ChooseNumber(amount)))
            }
            Op::Change { up_to: false, .. } => {
                let Some(amounts) = self.exact_changes() else { return Visit::Continue(()) };
                amounts.into_iter().try_for_each(|amount| each(Action::ChooseNumber(amount)))
            }
            Op::NameType(_) => CardType::ALL.into_iter().try_for_each(|kind| each(Action::ChooseType(kind))),
            Op::Modes { count, .. } => (0..*count)
                .filter(|mode| frame.mask >> mode & 1 == 0)
                .try_for_each(|mode| each(Action::ChooseNumber(mode as i8 + 1))),
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
    #[inline]
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
        let owner = card.owner();
        let hidden = self.hidden().half(owner);
        if hidden >> card.slot() & 1 == 0 {
            return card;
        }
        let copies = self.cards.alike(owner, card.slot()) & self.candidates_of_decision().half(owner) & hidden;
        let known = copies & self.state.known[owner.rival().index()].half(owner);
        let meant = if known != 0 { known } else { copies };
        if meant == 0 { card } else { Card::new(owner, meant.trailing_zeros() as u8) }
    }

    /// Calls `each` once for each definition in a set of cards of one player's hidden zones, with the name of the card.
    ///
    /// The owner's half of each set is enough: half the arithmetic of the innermost loop of all.
    #[inline]
    fn each_named(&self, owner: Player, mut cards: u64, hidden: u64, mut each: impl FnMut(Card) -> Visit) -> Visit {
        while cards != 0 {
            let copies = self.cards.alike(owner, cards.trailing_zeros() as u8);
            cards &= !copies;
            each(Card::new(owner, (copies & hidden).trailing_zeros() as u8))?;
        }
        Visit::Continue(())
    }

    /// Calls `each` once for all cards that are the same.
    fn each_different(&self, cards: CardSet, mut each: impl FnMut(Card) -> Visit) -> Visit {
        let all_hidden = self.hidden();
        let hidden = cards & all_hidden;
        if !hidden.is_empty() {
            for player in Player::BOTH {
                self.each_named(player, hidden.half(player), all_hidden.half(player), &mut each)?;
            }
        }
        let seen = cards - hidden;
        for player in Player::BOTH {
            self.different(seen.half_of(player)).try_for_each(&mut each)?;
        }
        Visit::Continue(())
    }

    /// The first of each kind among a player's cards that both players see.
    #[inline]
    fn different(&self, cards: Half) -> Half {
        // One card or none, as a rule.
        if cards.is_single() { cards } else { self.different_of(cards) }
    }

    fn different_of(&self, cards: Half) -> Half {
        let owner = cards.owner;
        let (mut different, mut rest) = (cards.bits, cards.bits);
        while rest != 0 {
            let copies = self.cards.alike(owner, rest.trailing_zeros() as u8) & rest;
            rest &= !copies;
            // The first of them is different from all before; it is the only one, as a rule.
            for other in (Half { owner, bits: copies & (copies - 1) }) {
                let mut earlier = Half { owner, bits: copies & ((1 << other.slot()) - 1) };
                if earlier.any(|card| self.identical(other, card)) {
                    different &= !(1 << other.slot());
                }
            }
        }
        Half { owner, bits: different }
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
        let (gear_x, gear_y) = (state.gear_on(x), state.gear_on(y));
        if gear_x.is_empty() && gear_y.is_empty() {
            return true;
        }
        // What each Gear is and what it did this turn.
        let gear = |gear: CardSet| -> ArrayVec<(u8, u16), 64> {
            let past = |gear: Card| (0..).zip(&state.history).map(|(at, list)| u16::from(list.has(gear)) << at).sum();
            let kind = |gear: Card| self.cards.facts[gear.index()].definition;
            let mut gear: ArrayVec<(u8, u16), 64> = gear.map(|gear| (kind(gear), past(gear))).collect();
            gear.sort_unstable();
            gear
        };
        gear(gear_x) == gear(gear_y) && !(gear_x | gear_y).any(|gear| self.is_mentioned(gear))
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
        let mut same = |legal| if self.same_action(legal, action) { Visit::Break(()) } else { Visit::Continue(()) };
        visit_actions(self, &mut same).is_break().then_some(action)
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

//! What a position says: sets, numbers and conditions of effects; power, keywords, prices, attack targets.
//!
//! Nothing here changes anything, and nothing derived is stored: it is computed when asked.

use super::Table;
use super::effect::{Area, Keyword, Paid, Side};
use super::matchup::MatchUp;
use super::program::{
    AimExpr, Base, Check, DiceExpr, DieFilter, EventKind, Filter, Floats, Num, Pattern, PriceChange, RuleExpr,
    RuleKind, SetExpr, Test,
};
use super::state::{Ends, Frame, History, Stage, Zone};
use crate::bits::{Card, CardSet, Die, DieSet};
use crate::game::Player;

/// Null Street Cred as a number: less than every other, neither even nor odd (5.11.4).
const NULL_CRED: i16 = i16::MIN;

/// In whose place an expression is read.
#[derive(Copy, Clone, Debug)]
pub(super) struct Scope {
    pub you: Player,
    pub this: Card,
    pub subject: Card,
    pub other: Card,
    pub die: Die,
    pub held: Card,
    pub base: u8,
    pub did: bool,
}

impl Scope {
    /// The scope of a rule or trigger of `this` that `you` control.
    pub const fn of(you: Player, this: Card) -> Self {
        Self {
            you,
            this,
            subject: Card::NONE,
            other: Card::NONE,
            die: Die::NONE,
            held: Card::NONE,
            base: 0,
            did: false,
        }
    }

    pub const fn with_subject(mut self, subject: Card) -> Self {
        self.subject = subject;
        self
    }
}

impl From<&Frame> for Scope {
    fn from(frame: &Frame) -> Self {
        Self {
            you: frame.you,
            this: frame.this,
            subject: frame.subject,
            other: frame.other,
            die: frame.die,
            held: frame.held,
            base: frame.base,
            did: frame.did,
        }
    }
}

/// What happens, to match triggers against.
#[derive(Copy, Clone, Debug)]
pub(super) struct Happening {
    pub kind: EventKind,
    pub subject: Card,
    pub other: Card,
    pub die: Die,
    /// Who causes it, where players do.
    pub by: Player,
    /// Whose Gigs it is about.
    pub whose: Player,
}

impl Happening {
    pub const fn to(kind: EventKind, subject: Card) -> Self {
        let by = if subject.is_some() { subject.owner() } else { Player::A };
        Self { kind, subject, other: Card::NONE, die: Die::NONE, by, whose: by }
    }

    pub const fn by(kind: EventKind, by: Player) -> Self {
        Self { kind, subject: Card::NONE, other: Card::NONE, die: Die::NONE, by, whose: by }
    }

    pub const fn with_die(mut self, die: Die) -> Self {
        self.die = die;
        self
    }

    pub const fn against(mut self, other: Card) -> Self {
        self.other = other;
        self
    }
}

/// What the Units of a player may attack, as far as it is the same for all of them: asked once for a list of actions
/// instead of once a Unit (4 % of a random game).
#[derive(Copy, Clone, Debug)]
pub(super) struct Aims {
    /// The rival's Units.
    pub rivals: CardSet,
    /// Those that are spent.
    pub spent: CardSet,
    /// Whether there is a Gig to steal.
    pub gigs: bool,
    /// Whether anything in force may permit more, permit it on the turn a Unit is played, forbid it.
    pub rules: [bool; 3],
    /// Whether any of the three.
    pub ruled: bool,
}

/// The cards of a side, seen from `you`.
#[inline]
const fn side_cards(side: Side, you: Player) -> CardSet {
    match side {
        Side::Friendly => CardSet::owned_by(you),
        Side::Rival => CardSet::owned_by(you.rival()),
        Side::Any => CardSet::ALL,
    }
}

/// Whether `player` is on a side, seen from `you`.
#[inline]
fn on_side(side: Side, player: Player, you: Player) -> bool {
    match side {
        Side::Friendly => player == you,
        Side::Rival => player != you,
        Side::Any => true,
    }
}

impl Table<'_> {
    // ---- sets of cards ----

    pub(super) fn set(&self, expr: &SetExpr, scope: &Scope) -> CardSet {
        let state = &self.state;
        let mut informed = false;
        let base = match &expr.base {
            Base::This => CardSet::of(scope.this),
            Base::Subject => CardSet::of(scope.subject),
            Base::Opponent => CardSet::of(scope.other),
            Base::Held => CardSet::of(scope.held),
            Base::Register(at) => {
                informed = true;
                CardSet(state.registers[(scope.base + at) as usize])
            }
            Base::Units(side) => state.field & side_cards(*side, scope.you),
            Base::Legends(side) => (state.legends | (state.field & self.cards.legend)) & side_cards(*side, scope.you),
            Base::Gear(side) => state.equipped & side_cards(*side, scope.you),
            Base::Programs(side) => self.cards.programs & side_cards(*side, scope.you),
            Base::From(areas) => self.areas(areas).of_player(scope.you),
            Base::Top(count) => {
                let count = self.num(count, scope).unwrap_or(0).max(0) as usize;
                state.top(scope.you, count).into_iter().collect()
            }
        };
        self.narrow(base, &expr.filters, scope, informed)
    }

    fn areas(&self, areas: &[Area]) -> CardSet {
        let state = &self.state;
        areas.iter().fold(CardSet::EMPTY, |set, area| {
            set | match area {
                Area::Hand => state.hand,
                Area::Trash => state.trash,
                Area::Field => state.field,
                Area::LegendsArea => state.legends,
                Area::Eddies => state.eddies,
            }
        })
    }

    /// Those of `set` that pass all filters. `informed`: the player has looked, so a face-down card's facts count.
    fn narrow(&self, mut set: CardSet, filters: &[Filter], scope: &Scope, informed: bool) -> CardSet {
        for filter in filters {
            if set.is_empty() {
                break;
            }
            set = self.pass(set, filter, scope, informed);
        }
        set
    }

    fn pass(&self, set: CardSet, filter: &Filter, scope: &Scope, informed: bool) -> CardSet {
        let state = &self.state;
        // 3.4.1: a face-down card has no card information but that it is a Legend.
        let readable = if informed { CardSet::ALL } else { !(state.legends - state.face_up) };
        match filter {
            Filter::Mask(mask) => set & self.cards.mask(*mask) & readable,
            Filter::Legend => set & self.cards.legend,
            Filter::Unit => set & ((self.cards.unit - self.cards.legend) | state.field),
            Filter::OfType(at) => {
                let named = state.registers[(scope.base + at) as usize];
                set.filter(|card| named >> self.cards.facts[card.index()].kind as u8 & 1 == 1).collect()
            }
            Filter::Has(keyword) => set.filter(|&card| self.has(card, *keyword)).collect(),
            Filter::Cost(check) => {
                (set & readable).filter(|&card| self.check(Some(self.cost(card)), check, scope)).collect()
            }
            Filter::Power(check) => {
                (set & readable).filter(|&card| self.check(Some(self.power(card)), check, scope)).collect()
            }
            Filter::Spent => set.filter(|&card| self.is_spent(card)).collect(),
            Filter::Ready => set.filter(|&card| !self.is_spent(card)).collect(),
            Filter::FaceUp => set & (state.face_up | state.field),
            Filter::FaceDown => set & state.legends & !state.face_up,
            Filter::Equipped => set.filter(|&card| self.is_equipped(card)).collect(),
            Filter::Unequipped => set.filter(|&card| !self.is_equipped(card)).collect(),
            Filter::EquippedTo(hosts) => {
                let hosts = self.set(hosts, scope);
                (set & state.equipped).filter(|&gear| hosts.has(state.host(gear))).collect()
            }
            Filter::PlayedThisTurn => set & state.lag,
            Filter::Attacking => {
                if state.attack.stage == Stage::None {
                    CardSet::EMPTY
                } else {
                    set & CardSet::of(state.attack.attacker)
                }
            }
            Filter::Fighting(opponent) => {
                if !state.attack.fighting {
                    return CardSet::EMPTY;
                }
                let (one, other) = (state.attack.attacker, state.attack.target);
                set.filter(|&card| {
                    let against = if card == one {
                        other
                    } else if card == other {
                        one
                    } else {
                        return false;
                    };
                    !self.narrow(CardSet::of(against), opponent, &scope.with_subject(card), false).is_empty()
                })
                .collect()
            }
            Filter::Other(cards) => set - self.set(cards, scope),
            Filter::Or(filters) => {
                filters.iter().fold(CardSet::EMPTY, |any, filter| any | self.pass(set, filter, scope, informed))
            }
            Filter::Not(filter) => set - self.pass(set, filter, scope, informed),
        }
    }

    /// Whether one given card fits a pattern: its type, side and filters, not its area.
    pub(super) fn fits(&self, pattern: &SetExpr, card: Card, scope: &Scope) -> bool {
        if !card.is_some() {
            return false;
        }
        let state = &self.state;
        // One card against one base needs no sets.
        let fits = match &pattern.base {
            Base::This => card == scope.this,
            Base::Subject => card == scope.subject,
            Base::Opponent => card == scope.other,
            Base::Held => card == scope.held,
            Base::Units(side) => {
                on_side(*side, card.owner(), scope.you) && (self.cards.unit.has(card) || state.field.has(card))
            }
            Base::Legends(side) => on_side(*side, card.owner(), scope.you) && self.cards.legend.has(card),
            Base::Gear(side) => on_side(*side, card.owner(), scope.you) && self.cards.gear.has(card),
            Base::Programs(side) => on_side(*side, card.owner(), scope.you) && self.cards.programs.has(card),
            Base::From(areas) => card.owner() == scope.you && self.areas(areas).has(card),
            Base::Register(_) | Base::Top(_) => self.set(pattern, scope).has(card),
        };
        fits && (pattern.filters.is_empty()
            || !self.narrow(CardSet::of(card), &pattern.filters, &scope.with_subject(card), false).is_empty())
    }

    /// Whether an event fits a pattern.
    pub(super) fn happens(&self, pattern: &Pattern, event: &Happening, scope: &Scope) -> bool {
        if pattern.kind != event.kind {
            return false;
        }
        if pattern.plain {
            return event.subject.is_some() && event.subject == scope.this;
        }
        let scope = Scope { subject: event.subject, other: event.other, die: event.die, ..*scope };
        pattern.who.as_ref().is_none_or(|who| self.fits(who, event.subject, &scope))
            && pattern.side.is_none_or(|side| on_side(side, event.by, scope.you))
            && pattern.whose.is_none_or(|side| on_side(side, event.whose, scope.you))
            && (pattern.die.is_empty() || !self.narrow_dice(DieSet::of(event.die), &pattern.die, &scope).is_empty())
            && (pattern.opponent.is_empty()
                || !self.narrow(CardSet::of(event.other), &pattern.opponent, &scope, false).is_empty())
    }

    // ---- dice ----

    pub(super) fn dice(&self, expr: &DiceExpr, scope: &Scope) -> DieSet {
        match expr {
            DiceExpr::ThatGig => DieSet::of(scope.die),
            DiceExpr::Register(at) => DieSet(self.state.registers[(scope.base + at) as usize] as u16),
            DiceExpr::Gigs(side, filters) => self.narrow_dice(self.side_gigs(*side, scope.you), filters, scope),
        }
    }

    fn side_gigs(&self, side: Side, you: Player) -> DieSet {
        match side {
            Side::Friendly => self.state.gigs[you.index()],
            Side::Rival => self.state.gigs[you.rival().index()],
            Side::Any => self.state.gigs[0] | self.state.gigs[1],
        }
    }

    fn narrow_dice(&self, set: DieSet, filters: &[DieFilter], scope: &Scope) -> DieSet {
        if filters.is_empty() {
            return set;
        }
        set.filter(|&die| filters.iter().all(|filter| self.die_passes(die, filter, scope))).collect()
    }

    fn die_passes(&self, die: Die, filter: &DieFilter, scope: &Scope) -> bool {
        let state = &self.state;
        let register = |at: u8| DieSet(state.registers[(scope.base + at) as usize] as u16);
        match filter {
            DieFilter::Faces(faces) => die.faces() == *faces,
            DieFilter::Min => state.values[die.index()] == 1,
            DieFilter::Max => state.values[die.index()] == die.faces(),
            DieFilter::Value(check) => self.check(Some(i16::from(state.values[die.index()])), check, scope),
            DieFilter::Other(at) => !register(*at).has(die),
            DieFilter::AnotherPlayers(at) => {
                let area = register(*at).first().and_then(|other| state.gig_area(other));
                state.gig_area(die) != area
            }
            DieFilter::Not(filter) => !self.die_passes(die, filter, scope),
        }
    }

    // ---- numbers and conditions ----

    /// A number that an effect uses; `None` is null.
    pub(super) fn num(&self, num: &Num, scope: &Scope) -> Option<i16> {
        let state = &self.state;
        Some(match num {
            Num::Const(number) => *number,
            Num::Count(set) => self.set(set, scope).len() as i16,
            Num::Gigs(side, filters) => self.narrow_dice(self.side_gigs(*side, scope.you), filters, scope).len() as i16,
            Num::FixerDice(side) => match side {
                Side::Friendly => state.fixer(scope.you).len() as i16,
                Side::Rival => state.fixer(scope.you.rival()).len() as i16,
                Side::Any => (state.fixer(Player::A).len() + state.fixer(Player::B).len()) as i16,
            },
            Num::ValuePairs => self.value_pairs(scope.you),
            Num::DifferentValues => {
                let shown =
                    state.gigs[scope.you.index()].fold(0u32, |shown, die| shown | 1 << state.values[die.index()]);
                shown.count_ones() as i16
            }
            Num::StreetCred(side) => {
                let whose = if *side == Side::Rival { scope.you.rival() } else { scope.you };
                self.street_cred(whose).unwrap_or(NULL_CRED)
            }
            Num::Power(set) => self.power(self.set(set, scope).first()?),
            Num::Cost(set) => self.cost(self.set(set, scope).first()?),
            Num::Value(dice) => i16::from(state.values[self.dice(dice, scope).first()?.index()]),
            Num::Times(factor, num) => factor.saturating_mul(self.known(num, scope)?),
            Num::Minus(left, right) => self.known(left, scope)?.saturating_sub(self.known(right, scope)?),
            Num::If(test, then, otherwise) => {
                return self.num(if self.test(test, scope) { then } else { otherwise }, scope);
            }
        })
    }

    /// A number to reckon with: null Street Cred is none (2.10.2).
    fn known(&self, num: &Num, scope: &Scope) -> Option<i16> {
        self.num(num, scope).filter(|&number| number != NULL_CRED)
    }

    /// Whether any of the numbers that an expression stands for passes.
    fn any_num(&self, num: &Num, scope: &Scope, mut passes: impl FnMut(i16) -> bool) -> bool {
        match num {
            Num::Power(set) => self.set(set, scope).any(|card| passes(self.power(card))),
            Num::Cost(set) => self.set(set, scope).any(|card| passes(self.cost(card))),
            Num::Value(dice) => self.dice(dice, scope).any(|die| passes(i16::from(self.state.values[die.index()]))),
            other => self.num(other, scope).is_some_and(passes),
        }
    }

    fn check(&self, left: Option<i16>, check: &Check, scope: &Scope) -> bool {
        let Some(left) = left else { return false };
        match check {
            Check::With(order, right) => self.any_num(right, scope, |right| order.holds(left, right)),
            Check::Even => left != NULL_CRED && left % 2 == 0,
            Check::Odd => left != NULL_CRED && left % 2 != 0,
        }
    }

    pub(super) fn test(&self, test: &Test, scope: &Scope) -> bool {
        match test {
            Test::Any(set) => !self.set(set, scope).is_empty(),
            Test::AnyDie(dice, filters) => !self.narrow_dice(self.dice(dice, scope), filters, scope).is_empty(),
            Test::Compare(left, check) => self.any_num(left, scope, |left| self.check(Some(left), check, scope)),
            Test::ThisTurn(kind, who) => {
                self.history(*kind).is_some_and(|mut cards| cards.any(|card| self.fits(who, card, scope)))
            }
            Test::YourTurn => self.state.active == scope.you,
            Test::Did => scope.did,
            Test::All(tests) => tests.iter().all(|test| self.test(test, scope)),
            Test::AnyOf(tests) => tests.iter().any(|test| self.test(test, scope)),
            Test::Not(test) => !self.test(test, scope),
        }
    }

    /// This turn's history of an event, where it is kept.
    pub(super) fn history(&self, kind: EventKind) -> Option<CardSet> {
        history_of(kind).map(|list| self.state.history[list as usize])
    }

    // ---- facts and rules of cards ----

    /// The cost value as effects read it: null counts as 0 (3.11.2.3).
    pub fn cost(&self, card: Card) -> i16 {
        i16::from(self.cards.facts[card.index()].cost.unwrap_or(0))
    }

    pub(super) fn is_spent(&self, card: Card) -> bool {
        let state = &self.state;
        if (state.field | state.legends).has(card) {
            return state.spent.has(card);
        }
        self.last_valid(card).is_some_and(|last| last.spent)
    }

    pub(super) fn is_equipped(&self, card: Card) -> bool {
        let state = &self.state;
        if (state.field | state.legends).has(card) {
            return !state.gear_on(card).is_empty();
        }
        self.last_valid(card).is_some_and(|last| last.equipped)
    }

    fn last_valid(&self, card: Card) -> Option<&super::state::LastValid> {
        self.state.last_valid.iter().rev().find(|last| last.card == card)
    }

    /// The power of a card as the rules use it: a negative one reads 0 (2.10.1).
    #[inline]
    pub fn power(&self, card: Card) -> i16 {
        self.signed_power(card).max(0)
    }

    pub(super) fn signed_power(&self, card: Card) -> i16 {
        let state = &self.state;
        if !(state.field | state.legends).has(card)
            && let Some(last) = self.last_valid(card)
        {
            return last.power;
        }
        let mut power = self.cards.facts[card.index()].power;
        if state.equipped.has(card) {
            return power;
        }
        // 3.17.2: printed, plus the Gear's, plus modifiers.
        for gear in state.gear_on(card) {
            power += self.cards.facts[gear.index()].power;
        }
        power += state.given(card);
        self.rules(RuleKind::Power, card, |rule, scope, fixed| {
            if let RuleExpr::Power(num) = rule {
                power += fixed.or_else(|| self.num(num, scope)).unwrap_or(0);
            }
        });
        power
    }

    /// Whether a card has an effect keyword now, printed, from Gear or given.
    pub fn has(&self, card: Card, keyword: Keyword) -> bool {
        let printed = match keyword {
            Keyword::Blocker => self.cards.blocker,
            Keyword::Adrenaline => self.cards.adrenaline,
            Keyword::GoSolo => return self.cards.go_solo.has(card),
            Keyword::Quick => return self.cards.quick.has(card),
        };
        // BLOCKER and ADRENALINE work on the field alone.
        if !self.state.field.has(card) {
            return false;
        }
        if printed.has(card) || !self.state.gear_among(printed & self.state.equipped, card).is_empty() {
            return true;
        }
        let mut given = false;
        self.rules(RuleKind::Has, card, |rule, _, _| given |= matches!(rule, RuleExpr::Has(k) if *k == keyword));
        given
    }

    /// Whether a floating effect is a rule of this kind.
    #[inline]
    pub(super) fn floats(&self, kind: RuleKind) -> bool {
        self.state.floating.iter().any(|floating| self.cards.float_kinds[floating.what as usize] == Some(kind))
    }

    /// Whether anything in force may say a rule of this kind about any card.
    #[inline]
    pub(super) fn is_spoken_of(&self, kind: RuleKind) -> bool {
        let says = self.cards.says[kind as usize];
        !says.is_empty() && says.meets(self.state.active()) || self.floats(kind)
    }

    /// The cards that may say a rule of a kind about `card` now.
    #[inline]
    fn speakers(&self, kind: RuleKind, card: Card) -> CardSet {
        let state = &self.state;
        let (any, own) = (self.cards.says_any[kind as usize], self.cards.says_own[kind as usize]);
        let mut speakers = if any.is_empty() { any } else { any & state.active() };
        if kind == RuleKind::Price {
            // A card's own price counts wherever it is played from; 4.11.2: a Gear's is its own too.
            return speakers | (self.cards.says[kind as usize] & CardSet::of(card));
        }
        if own.is_empty() {
            return speakers;
        }
        if own.has(card) && state.active().has(card) {
            speakers.insert(card);
        }
        speakers | state.gear_among(own & state.equipped, card)
    }

    /// Calls `each` with every rule of a kind that holds for `card` now: the rule, where to read it, its fixed amount.
    #[inline]
    pub(super) fn rules(&self, kind: RuleKind, card: Card, each: impl FnMut(&RuleExpr, &Scope, Option<i16>)) {
        let speakers = self.speakers(kind, card);
        // Nine of ten questions end here.
        if !speakers.is_empty() || self.floats(kind) {
            self.rules_of(speakers, kind, card, each);
        }
    }

    /// The rules of a kind that `speakers` and floating effects say, as far as they hold for `card`.
    fn rules_of(
        &self,
        speakers: CardSet,
        kind: RuleKind,
        card: Card,
        mut each: impl FnMut(&RuleExpr, &Scope, Option<i16>),
    ) {
        let state = &self.state;
        for speaker in speakers {
            for &at in &self.cards.text(speaker).persistent {
                let persists = &self.cards.program.persistent[at as usize];
                if persists.rule.kind() != kind {
                    continue;
                }
                // 4.11.2: what a Gear says of its own price is about the Gear, everything else about its host.
                let this = if kind == RuleKind::Price { speaker } else { self.voice(speaker) };
                let scope = Scope::of(speaker.owner(), this).with_subject(card);
                if self.fits(&persists.who, card, &scope)
                    && persists.condition.as_ref().is_none_or(|test| self.test(test, &scope))
                {
                    each(&persists.rule, &scope, None);
                }
            }
        }
        for floating in state.floating.iter() {
            if floating.ends == Ends::NextTurn {
                continue;
            }
            let scope = Scope { held: floating.held, ..Scope::of(floating.owner, floating.this) }.with_subject(card);
            match &self.cards.program.floats[floating.what as usize] {
                Floats::Give { class, rule, .. } if rule.kind() == kind => {
                    let holds = match class {
                        Some(class) => self.fits(class, card, &scope),
                        None => floating.held == card,
                    };
                    if holds {
                        each(rule, &scope, rule.amount().map(|_| floating.amount));
                    }
                }
                Floats::Lasting { persists, .. } if persists.rule.kind() == kind => {
                    if self.fits(&persists.who, card, &scope)
                        && persists.condition.as_ref().is_none_or(|test| self.test(test, &scope))
                    {
                        each(&persists.rule, &scope, None);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a rule without numbers holds for a card.
    pub(super) fn holds(&self, kind: RuleKind, card: Card) -> bool {
        let mut holds = false;
        self.rules(kind, card, |_, _, _| holds = true);
        holds
    }

    /// Who speaks a card's text: a Gear's host (4.11.3), else the card itself.
    #[inline]
    pub(super) fn voice(&self, card: Card) -> Card {
        if self.state.equipped.has(card) { self.state.host(card) } else { card }
    }

    // ---- Gigs ----

    /// The sum of a player's Gig values; `None` is null: no Gigs (11.2.3).
    pub fn street_cred(&self, player: Player) -> Option<i16> {
        let gigs = self.state.gigs[player.index()];
        if gigs.is_empty() {
            return None;
        }
        Some(gigs.map(|die| i16::from(self.state.values[die.index()])).sum())
    }

    /// How many value-pairs a player's Gigs make, each die counted once (6.5.1).
    pub fn value_pairs(&self, player: Player) -> i16 {
        let mut counts = [0i16; 21];
        for die in self.state.gigs[player.index()] {
            counts[self.state.values[die.index()] as usize] += 1;
        }
        counts.iter().map(|count| count / 2).sum()
    }

    // ---- prices ----

    /// Legends that can pay 1 €$ each: ready, in the Legends area, face-down or with a Sell Tag (5.7.2).
    #[inline]
    pub fn payers(&self, player: Player) -> CardSet {
        let state = &self.state;
        (state.legends - state.spent).of_player(player) & (!state.face_up | self.cards.sell)
    }

    /// The €$ a player could pay now, without the help of one Legend.
    #[inline]
    pub fn funds(&self, player: Player, without: Card) -> i16 {
        let payers = self.payers(player) - CardSet::of(without);
        i16::from(self.state.ready_eddies(player)) + payers.half(player).count_ones() as i16
    }

    /// What a card would cost its owner now; `None` where it has no cost (3.11.2.1).
    pub fn price(&self, card: Card, paid: Paid) -> Option<i16> {
        let printed = match paid {
            Paid::Call => 1,
            Paid::Play | Paid::GoSolo => i16::from(self.cards.facts[card.index()].cost?),
        };
        if self.speakers(RuleKind::Price, card).is_empty() && !self.floats(RuleKind::Price) {
            return Some(printed);
        }
        Some(self.changed_price(card, paid, printed))
    }

    /// A price with what rules change of it.
    fn changed_price(&self, card: Card, paid: Paid, printed: i16) -> i16 {
        let (mut price, mut less, mut more) = (printed, 0, 0);
        self.rules(RuleKind::Price, card, |rule, scope, fixed| {
            let RuleExpr::Price(what, change, num) = rule else { return };
            let counts = *what == paid || (*what == Paid::Play && paid == Paid::GoSolo);
            if !counts {
                return;
            }
            let amount = fixed.or_else(|| self.num(num, scope)).unwrap_or(0);
            match change {
                PriceChange::Becomes => price = amount,
                PriceChange::Less => less += amount,
                PriceChange::More => more += amount,
            }
        });
        let floor = i16::from(less > 0);
        (price - less + more).max(floor)
    }

    // ---- attacks ----

    /// The rival Units that a Unit may attack now, and whether it may attack the Gig area (9.3).
    pub fn attack_targets(&self, unit: Card) -> (CardSet, bool) {
        let state = &self.state;
        let you = unit.owner();
        if !state.field.has(unit) || state.spent.has(unit) || you != state.active {
            return (CardSet::EMPTY, false);
        }
        self.targets(unit, &self.aims(you))
    }

    /// What a player's attacks may be at.
    pub(super) fn aims(&self, you: Player) -> Aims {
        let state = &self.state;
        let rivals = state.field.of_player(you.rival());
        let (active, floating) = (state.active(), !state.floating.is_empty());
        let rules = [RuleKind::CanAttack, RuleKind::CanAttackWhenPlayed, RuleKind::CantAttack]
            .map(|kind| self.cards.says[kind as usize].meets(active) || floating && self.floats(kind));
        Aims {
            rivals,
            spent: rivals & state.spent,
            gigs: !state.gigs[you.rival().index()].is_empty(),
            rules,
            ruled: rules[0] || rules[1] || rules[2],
        }
    }

    /// The targets of a ready Unit of the field in its player's turn, among these aims.
    pub(super) fn targets(&self, unit: Card, aims: &Aims) -> (CardSet, bool) {
        let state = &self.state;
        let &Aims { rivals, spent: mut units, mut gigs, rules: [more, permitted, forbidden], .. } = aims;
        if more && units != rivals {
            self.rules(RuleKind::CanAttack, unit, |rule, scope, _| {
                if let RuleExpr::CanAttack(AimExpr::Units(filters)) = rule {
                    units |= self.narrow(rivals, filters, scope, false);
                }
            });
        }
        if units.is_empty() && !gigs {
            return (units, gigs);
        }
        // 9.3.1.1: Lag forbids attacks, but for what is permitted on the turn it is played.
        if state.lag.has(unit) && !state.solo.has(unit) && !self.has(unit, Keyword::Adrenaline) {
            if !permitted {
                return (CardSet::EMPTY, false);
            }
            let (mut early, mut early_gigs) = (CardSet::EMPTY, false);
            self.rules(RuleKind::CanAttackWhenPlayed, unit, |rule, scope, _| {
                if let RuleExpr::CanAttackWhenPlayed(aim) = rule {
                    match aim {
                        AimExpr::Units(filters) => early |= self.narrow(units, filters, scope, false),
                        AimExpr::GigArea => early_gigs = true,
                        AimExpr::Anything => (early, early_gigs) = (units, true),
                    }
                }
            });
            units &= early;
            gigs &= early_gigs;
        }
        if !forbidden {
            return (units, gigs);
        }
        // 2.6: what can't be beats what can.
        self.rules(RuleKind::CantAttack, unit, |rule, scope, _| {
            if let RuleExpr::CantAttack(aim) = rule {
                match aim {
                    AimExpr::Units(filters) => units -= self.narrow(rivals, filters, scope, false),
                    AimExpr::GigArea => gigs = false,
                    AimExpr::Anything => (units, gigs) = (CardSet::EMPTY, false),
                }
            }
        });
        (units, gigs)
    }

    /// Whether a Unit may attack anything now.
    pub fn can_attack(&self, unit: Card) -> bool {
        let (units, gigs) = self.attack_targets(unit);
        gigs || !units.is_empty()
    }

    /// Whether a player may end the turn: no Unit that has to attack can (S11).
    pub fn may_end(&self, player: Player) -> bool {
        !self.is_spoken_of(RuleKind::MustAttack)
            || !self
                .state
                .field
                .of_player(player)
                .any(|unit| self.holds(RuleKind::MustAttack, unit) && self.can_attack(unit))
    }

    /// Whether one card wins a fight against another whatever the powers (9.17.4).
    pub(super) fn wins_by_rule(&self, card: Card, against: Card) -> bool {
        let mut wins = false;
        self.rules(RuleKind::WinsFights, card, |rule, scope, _| {
            if let RuleExpr::WinsFights(filters) = rule {
                wins |= !self.narrow(CardSet::of(against), filters, scope, false).is_empty();
            }
        });
        wins
    }

    /// The dice among `dice` that `thief` can steal (9.23.4).
    pub(super) fn stealable(&self, thief: Card, mut dice: DieSet) -> DieSet {
        self.rules(RuleKind::CantSteal, thief, |rule, scope, _| {
            if let RuleExpr::CantSteal(filters) = rule {
                dice -= self.narrow_dice(dice, filters, scope);
            }
        });
        dice
    }

    /// How many fewer Gigs `thief` steals (9.23.1).
    pub(super) fn steals_fewer(&self, thief: Card) -> i16 {
        let mut fewer = 0;
        self.rules(RuleKind::StealsFewer, thief, |rule, scope, fixed| {
            if let RuleExpr::StealsFewer(num) = rule {
                fewer += fixed.or_else(|| self.num(num, scope)).unwrap_or(0);
            }
        });
        fewer
    }

    /// Where a Gear of `owner` may be put (4.10.1).
    pub fn legal_hosts(&self, owner: Player) -> CardSet {
        let state = &self.state;
        (state.field | (state.legends & state.face_up)).of_player(owner)
    }

    /// Whether the reference to a card made when it was in `zone` still acts.
    pub(super) fn still(&self, card: Card, zone: Zone) -> bool {
        card.is_some() && self.state.zone(card) == zone
    }
}

/// The list of history that keeps an event.
pub(super) const fn history_of(kind: EventKind) -> Option<History> {
    Some(match kind {
        EventKind::Played => History::Played,
        EventKind::Attacks => History::Attacked,
        EventKind::Spent => History::Spent,
        EventKind::Defeated => History::Defeated,
        EventKind::StealsSome | EventKind::Steals => History::Stole,
        EventKind::WinsFight => History::WonFight,
        _ => return None,
    })
}

/// The match-up a table is played with, for those who name cards.
impl<'m> Table<'m> {
    /// What is fixed for this pairing.
    pub const fn match_up(&self) -> &'m MatchUp {
        self.cards
    }
}

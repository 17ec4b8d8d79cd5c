//! What a position says: AT, HP, keywords, who is one of which Souls. Computed when asked, never stored.

use std::ops::ControlFlow;

use super::Table;
use super::effect::{Keyword, Reach, Side};
use super::program::{EffectId, Filter, Given, Keywords, Rule, To, When};
use super::state::{Slot, SlotSet, Spot};
use crate::bits::{Card, CardSet};
use crate::game::Player;

impl Table<'_> {
    // ---- who is meant ----

    /// Whether a spot is within reach (4.4, 11.4.2).
    pub(super) fn is_within(&self, slot: Slot, reach: Reach) -> bool {
        let line = || {
            if self.cards.settings.front_is_foremost {
                let foremost = self.state.active_souls(slot.owner()).map(|(at, _)| at.line()).min().unwrap_or(0);
                slot.line().saturating_sub(foremost)
            } else {
                slot.line()
            }
        };
        match reach {
            Reach::Every => true,
            Reach::Front => line() == 0,
            Reach::SecondOrLower => line() == 1 || (line() == 0 && self.cards.settings.lower_includes_front),
        }
    }

    /// The spots within reach.
    #[inline]
    fn within(&self, reach: Reach) -> SlotSet {
        match reach {
            Reach::Every => SlotSet::ALL,
            _ if self.cards.settings.front_is_foremost => {
                Slot::all().filter(|&slot| self.is_within(slot, reach)).collect()
            }
            Reach::Front => const { SlotSet::line(0) },
            Reach::SecondOrLower if self.cards.settings.lower_includes_front => {
                const { SlotSet(SlotSet::line(0).0 | SlotSet::line(1).0) }
            }
            Reach::SecondOrLower => const { SlotSet::line(1) },
        }
    }

    /// The spots on that side of `controller`.
    #[inline]
    pub(super) const fn on_side(side: Side, controller: Player) -> SlotSet {
        match side {
            Side::Any => SlotSet::ALL,
            Side::Own => SlotSet::owned_by(controller),
            Side::Opposing => SlotSet::owned_by(controller.rival()),
        }
    }

    /// The spots whose Souls are some of these, said by `this` of `controller`: those that [`Table::fits`].
    #[inline]
    pub(super) fn fitting(&self, filter: &Filter, controller: Player, this: Card) -> SlotSet {
        let standing = if filter.captured {
            Slot::all().filter(|slot| self.state.spots[slot.index()].is(Spot::CAPTURED)).collect()
        } else {
            self.state.manned
        };
        let there = standing & Self::on_side(filter.side, controller) & self.within(filter.reach);
        if filter.by_place { there } else { there.filter(|&slot| self.is_such(slot, filter, this)).collect() }
    }

    /// Whether the Soul on a spot is such as a filter says, wherever it stands.
    #[inline]
    fn is_such(&self, slot: Slot, filter: &Filter, this: Card) -> bool {
        let spot = &self.state.spots[slot.index()];
        let facts = &self.cards.facts[spot.soul.index()];
        (filter.ranks[0]..=filter.ranks[1]).contains(&facts.rank)
            && filter.attributes.has(facts.attribute)
            && !(filter.wounded && spot.damage == 0)
            && !(filter.other && spot.soul == this)
    }

    /// Whether the Soul on a spot is one of these, said by `this` of `controller`.
    #[inline]
    pub(super) fn fits(&self, slot: Slot, filter: &Filter, controller: Player, this: Card) -> bool {
        let spot = &self.state.spots[slot.index()];
        if !spot.soul.is_some() || spot.is(Spot::CAPTURED) != filter.captured {
            return false;
        }
        Self::on_side(filter.side, controller).has(slot)
            && (filter.by_place || self.is_such(slot, filter, this))
            && (filter.reach == Reach::Every || self.is_within(slot, filter.reach))
    }

    /// Whether a condition holds for an effect of `this`.
    pub(super) fn holds(&self, when: Option<&When>, controller: Player, this: Card) -> bool {
        match when {
            None => true,
            Some(When::This(filter)) => {
                self.state.slot_of(this).is_some_and(|slot| self.fits(slot, filter, controller, this))
            }
            Some(When::Count(filter, least)) => self.fitting(filter, controller, this).len() >= *least as usize,
        }
    }

    // ---- what applies ----

    /// Calls `each` with what the active cards of `givers` give the Soul on `slot` (11.1.4).
    #[inline]
    fn each_gift(
        &self,
        slot: Slot,
        givers: CardSet,
        mut each: impl FnMut(Card, Given) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for giver in givers & self.state.on_field {
            for rule in &self.cards.text(giver).rules {
                if self.reaches(rule, giver, slot) {
                    each(giver, rule.gives)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether what a rule gives reaches the Soul on `slot`.
    fn reaches(&self, rule: &Rule, giver: Card, slot: Slot) -> bool {
        let spot = &self.state.spots[slot.index()];
        let applies = match &rule.to {
            To::This => spot.soul == giver,
            To::Bearer => spot.arms.contains(&giver),
            To::Each(filter) => self.fits(slot, filter, giver.owner(), giver) && !self.is_immune(slot, giver),
        };
        applies && self.holds(rule.when.as_ref(), giver.owner(), giver)
    }

    /// Whether a Soul is printed Unyielding against the effects of `source`. What is given reads what is printed: it
    /// never depends on what else is given.
    fn is_immune(&self, slot: Slot, source: Card) -> bool {
        let soul = self.state.spots[slot.index()].soul;
        let words = self.cards.text(soul).keywords;
        self.may_stop(slot.owner(), source.owner()) && self.stops(words, self.cards.facts[source.index()].definition)
    }

    /// Whether Unyielding of a player's Souls stops effects of `controller` at all.
    const fn may_stop(&self, owner: Player, controller: Player) -> bool {
        owner as u8 != controller as u8 || self.cards.settings.unyielding_stops_own
    }

    fn stops(&self, words: Keywords, definition: u8) -> bool {
        if words.unyielding == 0 && words.unyielding_to.0 == 0 {
            return false;
        }
        let source = &self.cards.definitions[definition as usize];
        source.rank <= words.unyielding || words.unyielding_to.has(source.attribute)
    }

    /// Whether the active Soul on a spot is Unyielding against an effect (13.2.2): of which card, controlled by whom.
    pub fn is_unyielding(&self, slot: Slot, controller: Player, definition: u8) -> bool {
        let brings = &self.cards.brings;
        if !brings.unyielding.meets(self.state.on_field) || !self.may_stop(slot.owner(), controller) {
            return false;
        }
        let words = if brings.gives_unyielding.meets(self.state.on_field) {
            self.keywords(slot)
        } else {
            self.state.soul(slot).map_or(Keywords::default(), |soul| self.cards.text(soul).keywords)
        };
        self.stops(words, definition)
    }

    /// The keywords of the active Soul on a spot.
    pub fn keywords(&self, slot: Slot) -> Keywords {
        let spot = &self.state.spots[slot.index()];
        let Some(soul) = self.state.soul(slot) else { return Keywords::default() };
        let mut words = self.cards.text(soul).keywords;
        let mut add = |given: Given| {
            if let Given::Keyword(keyword) = given {
                words.add(keyword);
            }
        };
        for arm in spot.arms.into_iter().filter_map(Card::some) {
            let rules = self.cards.text(arm).rules.iter();
            rules.filter(|rule| self.holds(rule.when.as_ref(), arm.owner(), soul)).for_each(|rule| add(rule.gives));
        }
        if self.cards.give_keywords.meets(self.state.on_field) {
            let _ = self.each_gift(slot, self.cards.give_keywords, |_, given| {
                add(given);
                ControlFlow::Continue(())
            });
        }
        words
    }

    /// The AT of the active Soul on a spot; 0 for a captured one or none.
    pub fn at(&self, slot: Slot) -> i16 {
        let Some(soul) = self.state.soul(slot) else { return 0 };
        let spot = &self.state.spots[slot.index()];
        let mut at = i16::from(self.cards.facts[soul.index()].at) + i16::from(spot.fury) + i16::from(spot.boost);
        let mut add = |given: Given| {
            if let Given::At(n) = given {
                at += i16::from(n);
            }
        };
        for arm in spot.arms.into_iter().filter_map(Card::some) {
            let rules = self.cards.text(arm).rules.iter();
            rules.filter(|rule| self.holds(rule.when.as_ref(), arm.owner(), soul)).for_each(|rule| add(rule.gives));
        }
        if self.cards.give_at.meets(self.state.on_field) {
            let _ = self.each_gift(slot, self.cards.give_at, |_, given| {
                add(given);
                ControlFlow::Continue(())
            });
        }
        let drums = self.cards.moral & self.state.on_field;
        if !drums.of_player(slot.owner()).is_empty() {
            let line = slot.0 - slot.column();
            for other in (line..line + super::settings::COLUMNS).map(Slot).filter(|&other| other != slot) {
                if let Some(drum) = self.state.soul(other) {
                    at += i16::from(self.cards.text(drum).moral);
                }
            }
        }
        at.max(0)
    }

    /// The most HP of the Soul on a spot; 0 on an empty one.
    pub fn max_hp(&self, slot: Slot) -> u8 {
        let spot = &self.state.spots[slot.index()];
        let Some(soul) = spot.soul.some() else { return 0 };
        let mut hp = self.cards.facts[soul.index()].hp;
        for arm in spot.arms.into_iter().filter_map(Card::some) {
            for rule in &self.cards.text(arm).rules {
                if let Given::Hp(n) = rule.gives {
                    hp += n;
                }
            }
        }
        hp
    }

    /// The HP left to the Soul on a spot (14.1.1).
    #[inline]
    pub fn hp_left(&self, slot: Slot) -> u8 {
        self.max_hp(slot).saturating_sub(self.state.spots[slot.index()].damage)
    }

    /// How many Armaments a Soul may bear (10.3).
    pub(super) fn armaments_borne(&self, slot: Slot) -> usize {
        let dual = self.cards.brings.dual_wielding.meets(self.state.on_field) && self.keywords(slot).dual_wielding;
        if dual { super::settings::MOST_ARMAMENTS } else { 1 }
    }

    /// Calls `each` with the effects that some of the cards on the field give the active Soul on a spot (11.2.3), and the
    /// card each comes from.
    #[inline]
    pub(super) fn each_given(
        &self,
        slot: Slot,
        givers: CardSet,
        mut each: impl FnMut(Card, EffectId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_gift(slot, givers, |giver, given| match given {
            Given::Effect(effect) => each(giver, effect),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Whether an active Soul has a keyword, for messages and scenarios.
    pub fn has(&self, slot: Slot, keyword: Keyword) -> bool {
        let words = self.keywords(slot);
        match keyword {
            Keyword::Taunt => words.taunt,
            Keyword::Precision => words.precision,
            Keyword::Range => words.range,
            Keyword::DualWielding => words.dual_wielding,
            Keyword::Unyielding(rank) => words.unyielding == rank,
            Keyword::UnyieldingTo(attribute) => words.unyielding_to.has(attribute),
            Keyword::Moral(n) => self.state.soul(slot).is_some_and(|soul| self.cards.text(soul).moral == n),
            other => {
                let soul = self.state.soul(slot);
                soul.is_some_and(|soul| self.cards.definition(soul).keywords.contains(&other))
            }
        }
    }

    // ---- attacks ----

    /// Whether the Soul on a spot may attack at all (8.1).
    pub fn may_attack(&self, slot: Slot) -> bool {
        let spot = &self.state.spots[slot.index()];
        let barred = Spot::CAPTURED | Spot::RECRUITED | Spot::ATTACKED | Spot::FROZEN;
        if !spot.soul.is_some() || spot.is(barred) {
            return false;
        }
        let ranges = || self.cards.brings.range.meets(self.state.on_field) && self.keywords(slot).range;
        let within = self.is_within(slot, Reach::Front) || (slot.line() == 1 && ranges());
        within && self.at(slot) > 0
    }

    /// Calls `each` with the spots whose Souls may be attacked from `from` (8.2.1): the Front Line guards the rest, and
    /// Taunt guards those beside it.
    pub fn each_target(&self, from: Slot, mut each: impl FnMut(Slot)) {
        let all = self.state.manned & SlotSet::owned_by(from.owner().rival());
        let front = all & self.within(Reach::Front);
        let open = if front.is_empty() { all } else { front };
        let (brings, on_field) = (&self.cards.brings, self.state.on_field);
        if brings.taunt.meets(on_field) {
            let taunting: SlotSet = open.filter(|&slot| self.keywords(slot).taunt).collect();
            let precise = || brings.precision.meets(on_field) && self.keywords(from).precision;
            if !taunting.is_empty() && !precise() {
                return taunting.for_each(&mut each);
            }
        }
        open.for_each(&mut each);
    }
}

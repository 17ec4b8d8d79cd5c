//! What abilities speak of: references, sets of cards and dice, numbers, conditions.

use super::super::effect::{Amount, Area, Cards, Cmp, Cond, Count, Dice, DieIs, Event, Is, Side};
use super::effects::{Checked, DEPTH, LARGEST, Meaning, Walker};
use super::places::{self, Places};
use super::{Fault, Mention, acts};

impl Walker<'_> {
    // ---- references ----

    pub(super) fn this(&self) -> Checked {
        if acts(self.card.kind) || !self.path.contains(".do") {
            return Ok(());
        }
        self.fault("a Program that resolves is nowhere: it has no This (4.14.2)")
    }

    pub(super) fn subject(&self) -> Checked {
        if self.payload.subject { Ok(()) } else { self.fault("no event and no rule here has a Subject") }
    }

    pub(super) fn that_gig(&self) -> Checked {
        if self.payload.gig {
            return Ok(());
        }
        self.fault("no event here has ThatGig: only Steals, Rolls and RollsIn do, and all of `on` have to")
    }

    // ---- sets ----

    /// Checks a set; says whether it may hold several cards.
    pub(super) fn cards(&mut self, cards: &Cards) -> Result<bool, Fault> {
        let (class, filters): (Option<Is>, &[Is]) = match cards {
            Cards::This => {
                self.this()?;
                return Ok(false);
            }
            Cards::Subject => {
                self.subject()?;
                return Ok(false);
            }
            Cards::The(name, filters) => {
                let (places, several) = self.card_name(name)?;
                self.filters(places, None, filters)?;
                return Ok(several);
            }
            Cards::Top(amount) => {
                self.number(amount, 1)?;
                return Ok(**amount != Amount::Number(1));
            }
            Cards::Units(_, filters) => (Some(Is::Unit), filters),
            Cards::Legends(_, filters) => (Some(Is::Legend), filters),
            Cards::Gear(_, filters) => (Some(Is::Gear), filters),
            Cards::Programs(_, filters) => (Some(Is::Program), filters),
            Cards::From(areas, filters) => {
                if areas.is_empty() {
                    return self.fault("From no area");
                }
                if areas.contains(&Area::Eddies) && areas.len() > 1 {
                    return self.fault("Eddies are taken by themselves");
                }
                (None, filters)
            }
        };
        self.filters(places::of(cards), class.as_ref(), filters)?;
        Ok(true)
    }

    pub(super) fn filters(&mut self, places: Places, class: Option<&Is>, filters: &[Is]) -> Checked {
        if let Some(wrong) = places::contradiction(places, class, filters) {
            return self.fault(wrong);
        }
        filters.iter().try_for_each(|filter| self.filter(filter))
    }

    pub(super) fn filter(&mut self, filter: &Is) -> Checked {
        match filter {
            Is::OfType(name) => match self.meaning(name)? {
                Meaning::CardType => Ok(()),
                _ => self.fault(format!("the name \"{name}\" is no card type's")),
            },
            Is::Tag(word) | Is::Named(word) => {
                let is_tag = matches!(filter, Is::Tag(_));
                self.mentions.push(Mention { path: self.path.clone(), word: word.clone(), is_tag });
                Ok(())
            }
            Is::Cost(cmp) | Is::Power(cmp) => self.cmp(cmp),
            Is::EquippedTo(cards) | Is::Other(cards) => self.cards(cards).map(drop),
            Is::Fighting(filters) => self.filters(Places::FIELD, None, filters),
            Is::Or(filters) if filters.len() < 2 => self.fault("Or of fewer than two"),
            Is::Or(filters) => filters.iter().try_for_each(|filter| self.filter(filter)),
            Is::Not(filter) => self.filter(filter),
            _ => Ok(()),
        }
    }

    pub(super) fn dice(&mut self, dice: &Dice) -> Result<bool, Fault> {
        match dice {
            Dice::ThatGig => self.that_gig().map(|()| false),
            Dice::The(name) => self.gig_name(name).map(|()| false),
            Dice::Gigs(_, filters) => self.die_filters(filters).map(|()| true),
        }
    }

    pub(super) fn die_filters(&mut self, filters: &[DieIs]) -> Checked {
        for filter in filters {
            match filter {
                DieIs::D(4 | 6 | 8 | 10 | 12 | 20) | DieIs::Min | DieIs::Max => {}
                DieIs::D(faces) => return self.fault(format!("no die has {faces} faces; 4, 6, 8, 10, 12 or 20")),
                DieIs::Value(cmp) => self.cmp(cmp)?,
                DieIs::Other(name) | DieIs::AnotherPlayers(name) => self.gig_name(name)?,
                DieIs::Not(filter) => self.die_filters(std::slice::from_ref(filter))?,
            }
        }
        Ok(())
    }

    // ---- numbers and conditions ----

    /// A number that is needed as one: sets of several won't do.
    pub(super) fn number(&mut self, amount: &Amount, least: i16) -> Checked {
        if let Amount::Number(number) = amount
            && *number < least
        {
            return self.fault(format!("{number}, expected at least {least}"));
        }
        if self.amount(amount)? {
            return self.fault("one number is needed here, and this stands for several: Count them, or name one");
        }
        Ok(())
    }

    /// Checks an amount; says whether it may stand for several numbers.
    pub(super) fn amount(&mut self, amount: &Amount) -> Result<bool, Fault> {
        let count = match amount {
            Amount::Number(number) if !(-LARGEST..=LARGEST).contains(number) => {
                return self.fault(format!("{number}, expected -{LARGEST} to {LARGEST}"));
            }
            Amount::Number(_) => return Ok(false),
            Amount::Of(count) => count,
        };
        self.depth += 1;
        if self.depth > 3 * DEPTH {
            return self.fault("amounts nested too deep");
        }
        let several = match count {
            Count::Count(cards) => {
                if places::of(cards).meets(Places::PROGRAMS) {
                    return self.fault("Programs are in many areas and can't be counted: say From");
                }
                self.cards(cards)?;
                false
            }
            Count::Gigs(_, filters) => {
                self.die_filters(filters)?;
                false
            }
            Count::StreetCred(Side::Any) => return self.fault("Street Cred is a player's: Friendly or Rival"),
            Count::FixerDice(_) | Count::ValuePairs | Count::DifferentValues | Count::StreetCred(_) => false,
            Count::Power(cards) | Count::Cost(cards) => self.cards(cards)?,
            Count::Value(dice) => self.dice(dice)?,
            Count::Times(factor, amount) => {
                if !(-LARGEST..=LARGEST).contains(&i16::from(*factor)) || *factor == 0 {
                    return self.fault(format!("{factor} times, expected -{LARGEST} to {LARGEST} but 0"));
                }
                self.amount(amount)?
            }
            Count::Minus(left, right) => {
                let left = self.amount(left)?;
                self.amount(right)? || left
            }
            Count::If(cond, then, otherwise) => {
                self.cond(cond)?;
                let then = self.amount(then)?;
                self.amount(otherwise)? || then
            }
        };
        self.depth -= 1;
        Ok(several)
    }

    pub(super) fn cmp(&mut self, cmp: &Cmp) -> Checked {
        match cmp {
            Cmp::AtLeast(amount)
            | Cmp::AtMost(amount)
            | Cmp::EqualTo(amount)
            | Cmp::LessThan(amount)
            | Cmp::MoreThan(amount) => self.amount(amount).map(drop),
            Cmp::Even | Cmp::Odd => Ok(()),
        }
    }

    pub(super) fn cond(&mut self, cond: &Cond) -> Checked {
        match cond {
            Cond::Is(cards, filters) => {
                self.cards(cards)?;
                if filters.is_empty() {
                    return self.fault("Is without anything to be");
                }
                let places = match cards {
                    Cards::The(name, _) => self.places_of(name),
                    cards => places::of(cards),
                };
                self.filters(places, None, filters)
            }
            Cond::Gig(dice, filters) => {
                self.dice(dice)?;
                self.die_filters(filters)
            }
            Cond::Compare(amount, cmp) => {
                self.amount(amount)?;
                self.cmp(cmp)
            }
            Cond::ThisTurn(event) => {
                self.remembered(event)?;
                self.event(event)?;
                if !told_by_history(event) {
                    return self.fault("afterwards the turn's history tells only what is printed on a card");
                }
                Ok(())
            }
            Cond::YourTurn => Ok(()),
            Cond::Did if self.did => Ok(()),
            Cond::Did => self.fault("Did speaks of the step just before, and there is none"),
            Cond::All(conds) | Cond::Any(conds) if conds.len() < 2 => self.fault("All or Any of fewer than two"),
            Cond::All(conds) | Cond::Any(conds) => conds.iter().try_for_each(|cond| self.cond(cond)),
            Cond::Not(cond) => self.cond(cond),
        }
    }
}

/// Whether the turn's history, which keeps cards, can tell afterwards that such an event has happened.
fn told_by_history(event: &Event) -> bool {
    match event {
        Event::Steals(_, dice) if !dice.is_empty() => false,
        Event::WinsFight(_, opponent) if !opponent.is_empty() => false,
        Event::Played(cards)
        | Event::Attacks(cards)
        | Event::Spent(cards)
        | Event::Defeated(cards)
        | Event::Steals(cards, _)
        | Event::StealsSome(cards)
        | Event::WinsFight(cards, _) => match cards {
            Cards::This => true,
            Cards::Units(_, filters)
            | Cards::Legends(_, filters)
            | Cards::Gear(_, filters)
            | Cards::Programs(_, filters) => filters.iter().all(places::is_printed),
            _ => false,
        },
        _ => false,
    }
}

//! From what a card file says about cards, dice, numbers, conditions, events and rules to the expressions that stand for it.

use super::names::Names;
use super::{
    AimExpr, Base, Check, DiceExpr, DieFilter, EventKind, Filter, Fixed, Lasts, MaskId, Num, Order, Pattern, Persists,
    PriceChange, Program, RuleExpr, SetExpr, Test,
};
use crate::cyberpunk::cards::CardType;
use crate::cyberpunk::effect::{
    Aim, Amount, Cards, Change, Cmp, Cond, Count, Dice, DieIs, Event, Is, Keyword, Persistent, Rule, Until,
};

impl Program {
    pub(super) fn mask(&mut self, fixed: Fixed) -> MaskId {
        if let Some(at) = self.fixed.iter().position(|known| *known == fixed) {
            return MaskId(at as u16);
        }
        self.fixed.push(fixed);
        MaskId(self.fixed.len() as u16 - 1)
    }

    pub(super) fn set(&mut self, cards: &Cards, names: &mut Names) -> SetExpr {
        let (base, filters): (Base, &[Is]) = match cards {
            Cards::This => (Base::This, &[]),
            Cards::Subject => (Base::Subject, &[]),
            Cards::The(name, filters) => (names.base(name), filters),
            Cards::Units(side, filters) => (Base::Units(*side), filters),
            Cards::Legends(side, filters) => (Base::Legends(*side), filters),
            Cards::Gear(side, filters) => (Base::Gear(*side), filters),
            Cards::Programs(side, filters) => (Base::Programs(*side), filters),
            Cards::From(areas, filters) => (Base::From(areas.clone()), filters),
            Cards::Top(amount) => (Base::Top(self.num(amount, names)), &[]),
        };
        SetExpr { base, filters: self.filters(filters, names) }
    }

    pub(super) fn filters(&mut self, filters: &[Is], names: &mut Names) -> Vec<Filter> {
        filters.iter().map(|filter| self.filter(filter, names)).collect()
    }

    pub(super) fn filter(&mut self, filter: &Is, names: &mut Names) -> Filter {
        match filter {
            Is::Unit => Filter::Unit,
            Is::Gear => Filter::Mask(self.mask(Fixed::Type(CardType::Gear))),
            Is::Program => Filter::Mask(self.mask(Fixed::Type(CardType::Program))),
            Is::Legend => Filter::Legend,
            Is::OfType(name) => Filter::OfType(names.register(name)),
            Is::Tag(tag) => Filter::Mask(self.mask(Fixed::Tag(tag.clone()))),
            Is::Color(color) => Filter::Mask(self.mask(Fixed::Color(*color))),
            Is::Named(name) => Filter::Mask(self.mask(Fixed::Named(name.clone()))),
            Is::Has(Keyword::GoSolo) => Filter::Mask(self.mask(Fixed::Keyword(Keyword::GoSolo))),
            Is::Has(keyword) => Filter::Has(*keyword),
            Is::Cost(cmp) => match self.check(cmp, names) {
                Check::With(order, Num::Const(number)) => Filter::Mask(self.mask(Fixed::Cost(order, number))),
                check => Filter::Cost(check),
            },
            Is::Power(cmp) => Filter::Power(self.check(cmp, names)),
            Is::Spent => Filter::Spent,
            Is::Ready => Filter::Ready,
            Is::FaceUp => Filter::FaceUp,
            Is::FaceDown => Filter::FaceDown,
            Is::Equipped => Filter::Equipped,
            Is::Unequipped => Filter::Unequipped,
            Is::EquippedTo(cards) => Filter::EquippedTo(Box::new(self.set(cards, names))),
            Is::PlayedThisTurn => Filter::PlayedThisTurn,
            Is::Attacking => Filter::Attacking,
            Is::Fighting(filters) => Filter::Fighting(self.filters(filters, names)),
            Is::Other(cards) => Filter::Other(Box::new(self.set(cards, names))),
            Is::Or(filters) => Filter::Or(self.filters(filters, names)),
            Is::Not(filter) => Filter::Not(Box::new(self.filter(filter, names))),
        }
    }

    pub(super) fn check(&mut self, cmp: &Cmp, names: &mut Names) -> Check {
        match cmp {
            Cmp::AtLeast(amount) => Check::With(Order::AtLeast, self.num(amount, names)),
            Cmp::AtMost(amount) => Check::With(Order::AtMost, self.num(amount, names)),
            Cmp::EqualTo(amount) => Check::With(Order::Equal, self.num(amount, names)),
            Cmp::LessThan(amount) => Check::With(Order::Less, self.num(amount, names)),
            Cmp::MoreThan(amount) => Check::With(Order::More, self.num(amount, names)),
            Cmp::Even => Check::Even,
            Cmp::Odd => Check::Odd,
        }
    }

    pub(super) fn num(&mut self, amount: &Amount, names: &mut Names) -> Num {
        let count = match amount {
            Amount::Number(number) => return Num::Const(*number),
            Amount::Of(count) => count,
        };
        match count {
            Count::Count(cards) => Num::Count(Box::new(self.set(cards, names))),
            Count::Gigs(side, filters) => Num::Gigs(*side, self.die_filters(filters, names)),
            Count::FixerDice(side) => Num::FixerDice(*side),
            Count::ValuePairs => Num::ValuePairs,
            Count::DifferentValues => Num::DifferentValues,
            Count::StreetCred(side) => Num::StreetCred(*side),
            Count::Power(cards) => Num::Power(Box::new(self.set(cards, names))),
            Count::Cost(cards) => Num::Cost(Box::new(self.set(cards, names))),
            Count::Value(dice) => Num::Value(Box::new(self.dice(dice, names))),
            Count::Times(factor, amount) => Num::Times(i16::from(*factor), Box::new(self.num(amount, names))),
            Count::Minus(left, right) => Num::Minus(Box::new(self.num(left, names)), Box::new(self.num(right, names))),
            Count::If(cond, then, otherwise) => Num::If(
                Box::new(self.test(cond, names)),
                Box::new(self.num(then, names)),
                Box::new(self.num(otherwise, names)),
            ),
        }
    }

    pub(super) fn dice(&mut self, dice: &Dice, names: &mut Names) -> DiceExpr {
        match dice {
            Dice::ThatGig => DiceExpr::ThatGig,
            Dice::The(name) => DiceExpr::Register(names.register(name)),
            Dice::Gigs(side, filters) => DiceExpr::Gigs(*side, self.die_filters(filters, names)),
        }
    }

    pub(super) fn die_filters(&mut self, filters: &[DieIs], names: &mut Names) -> Vec<DieFilter> {
        filters.iter().map(|filter| self.die_filter(filter, names)).collect()
    }

    pub(super) fn die_filter(&mut self, filter: &DieIs, names: &mut Names) -> DieFilter {
        match filter {
            DieIs::D(faces) => DieFilter::Faces(*faces),
            DieIs::Min => DieFilter::Min,
            DieIs::Max => DieFilter::Max,
            DieIs::Value(cmp) => DieFilter::Value(self.check(cmp, names)),
            DieIs::Other(name) => DieFilter::Other(names.register(name)),
            DieIs::AnotherPlayers(name) => DieFilter::AnotherPlayers(names.register(name)),
            DieIs::Not(filter) => DieFilter::Not(Box::new(self.die_filter(filter, names))),
        }
    }

    pub(super) fn test(&mut self, cond: &Cond, names: &mut Names) -> Test {
        match cond {
            Cond::Is(cards, filters) => {
                let mut set = self.set(cards, names);
                let more = self.filters(filters, names);
                set.filters.extend(more);
                Test::Any(set)
            }
            Cond::Gig(dice, filters) => Test::AnyDie(self.dice(dice, names), self.die_filters(filters, names)),
            Cond::Compare(amount, cmp) => Test::Compare(self.num(amount, names), self.check(cmp, names)),
            Cond::ThisTurn(event) => {
                let pattern = self.pattern(event, names);
                let who = pattern.who.unwrap_or(SetExpr { base: Base::This, filters: Vec::new() });
                Test::ThisTurn(pattern.kind, who)
            }
            Cond::YourTurn => Test::YourTurn,
            Cond::Did => Test::Did,
            Cond::All(conds) => Test::All(conds.iter().map(|cond| self.test(cond, names)).collect()),
            Cond::Any(conds) => Test::AnyOf(conds.iter().map(|cond| self.test(cond, names)).collect()),
            Cond::Not(cond) => Test::Not(Box::new(self.test(cond, names))),
        }
    }

    pub(super) fn pattern(&mut self, event: &Event, names: &mut Names) -> Pattern {
        let mut pattern = Pattern {
            kind: EventKind::Played,
            who: None,
            side: None,
            whose: None,
            opponent: Vec::new(),
            die: Vec::new(),
            plain: false,
        };
        let (kind, who) = match event {
            Event::Played(cards) => (EventKind::Played, Some(cards)),
            Event::Called(cards) => (EventKind::Called, Some(cards)),
            Event::Attacks(cards) => (EventKind::Attacks, Some(cards)),
            Event::Defeated(cards) => (EventKind::Defeated, Some(cards)),
            Event::Spent(cards) => (EventKind::Spent, Some(cards)),
            Event::UsesBlocker(cards) => (EventKind::UsesBlocker, Some(cards)),
            Event::Fights(cards) => (EventKind::Fights, Some(cards)),
            Event::LosesFight(cards) => (EventKind::LosesFight, Some(cards)),
            Event::StealsSome(cards) => (EventKind::StealsSome, Some(cards)),
            Event::WinsFight(cards, opponent) => {
                pattern.opponent = self.filters(opponent, names);
                (EventKind::WinsFight, Some(cards))
            }
            Event::Steals(cards, die) => {
                pattern.die = self.die_filters(die, names);
                (EventKind::Steals, Some(cards))
            }
            Event::RollsIn(side) => {
                pattern.side = Some(*side);
                (EventKind::RollsIn, None)
            }
            Event::Rolls(side, die) => {
                pattern.side = Some(*side);
                pattern.die = self.die_filters(die, names);
                (EventKind::Rolls, None)
            }
            Event::Adjusts(side, whose) => {
                pattern.side = Some(*side);
                pattern.whose = Some(*whose);
                (EventKind::Adjusts, None)
            }
            Event::Swaps(side) => {
                pattern.side = Some(*side);
                (EventKind::Swaps, None)
            }
            Event::StartOfTurn(side) => {
                pattern.side = Some(*side);
                (EventKind::StartOfTurn, None)
            }
            Event::EndOfTurn(side) => {
                pattern.side = Some(*side);
                (EventKind::EndOfTurn, None)
            }
        };
        pattern.kind = kind;
        pattern.who = who.map(|cards| self.set(cards, names));
        pattern.plain = pattern.die.is_empty()
            && pattern.opponent.is_empty()
            && matches!(&pattern.who, Some(SetExpr { base: Base::This, filters }) if filters.is_empty());
        pattern
    }

    pub(super) fn rule(&mut self, rule: &Rule, names: &mut Names) -> RuleExpr {
        match rule {
            Rule::Power(amount) => RuleExpr::Power(self.num(amount, names)),
            Rule::Has(keyword) => RuleExpr::Has(*keyword),
            Rule::CanAttack(aim) => RuleExpr::CanAttack(self.aim(aim, names)),
            Rule::CanAttackWhenPlayed(aim) => RuleExpr::CanAttackWhenPlayed(self.aim(aim, names)),
            Rule::CantAttack(aim) => RuleExpr::CantAttack(self.aim(aim, names)),
            Rule::MustAttack => RuleExpr::MustAttack,
            Rule::CantReady => RuleExpr::CantReady,
            Rule::CantBeBlocked => RuleExpr::CantBeBlocked,
            Rule::CantBeDefeatedInFight => RuleExpr::CantBeDefeatedInFight,
            Rule::WinsFights(filters) => RuleExpr::WinsFights(self.filters(filters, names)),
            Rule::CantSteal(filters) => RuleExpr::CantSteal(self.die_filters(filters, names)),
            Rule::StealsFewer(amount) => RuleExpr::StealsFewer(self.num(amount, names)),
            Rule::Price(paid, change) => {
                let (change, amount) = match change {
                    Change::Less(amount) => (PriceChange::Less, amount),
                    Change::More(amount) => (PriceChange::More, amount),
                    Change::Becomes(amount) => (PriceChange::Becomes, amount),
                };
                RuleExpr::Price(*paid, change, self.num(amount, names))
            }
        }
    }

    pub(super) fn aim(&mut self, aim: &Aim, names: &mut Names) -> AimExpr {
        match aim {
            Aim::Units(filters) => AimExpr::Units(self.filters(filters, names)),
            Aim::GigArea => AimExpr::GigArea,
            Aim::Anything => AimExpr::Anything,
        }
    }

    pub(super) fn persists(&mut self, persistent: &Persistent, names: &mut Names) -> Persists {
        Persists {
            condition: persistent.r#while.as_ref().map(|cond| self.test(cond, names)),
            who: self.set(&persistent.who, names),
            rule: self.rule(&persistent.rule, names),
        }
    }

    pub(super) fn lasts(&mut self, until: &Until, names: &mut Names) -> Lasts {
        match until {
            Until::ThisTurn => Lasts::ThisTurn,
            Until::NextTurn => Lasts::NextTurn,
            Until::YourNextTurn => Lasts::YourNextTurn,
            Until::Next(event) => Lasts::Next(self.pattern(event, names)),
        }
    }
}

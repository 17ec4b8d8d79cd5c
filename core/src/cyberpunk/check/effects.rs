//! The abilities: names bound before use, references only where an event supplies them, steps that can happen.

use super::super::cards::{CardDef, CardType};
use super::super::effect::{
    Ability, Aim, Amount, By, Cards, Change, Cost, Count, Event, GigTarget, Is, Paid, Persistent, Rule, Step, Target,
    Until,
};
use super::places::{self, Places};
use super::{Fault, Mention};
use crate::diagnostics::did_you_mean;

/// How many names an effect may bind: what a running effect keeps is small.
const NAMES: usize = 2;
/// How many choices an effect may hold, for the same reason.
const CHOICES: usize = 8;
/// How many modes an effect may offer.
const MODES: usize = 8;
/// How deep steps and amounts may nest, and the largest number that may stand in them.
pub(super) const DEPTH: usize = 8;
pub(super) const LARGEST: i16 = 99;

pub(super) type Checked = Result<(), Fault>;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Cards that lay in these places when they were picked; perhaps more than one.
    Cards {
        places: Places,
        several: bool,
    },
    Gig,
    CardType,
}

pub(super) struct Bound {
    name: String,
    meaning: Meaning,
    used: bool,
}

/// What the events of an effect supply.
#[derive(Clone, Copy)]
pub(super) struct Payload {
    pub(super) subject: bool,
    pub(super) opponent: bool,
    pub(super) gig: bool,
}

impl Payload {
    const NONE: Self = Self { subject: false, opponent: false, gig: false };

    fn of(event: &Event) -> Self {
        let subject = !matches!(
            event,
            Event::RollsIn(_)
                | Event::Rolls(..)
                | Event::Adjusts(..)
                | Event::Swaps(_)
                | Event::StartOfTurn(_)
                | Event::EndOfTurn(_)
        );
        let opponent = matches!(event, Event::Fights(_) | Event::WinsFight(..) | Event::LosesFight(_));
        let gig = matches!(event, Event::Steals(..) | Event::RollsIn(_) | Event::Rolls(..));
        Self { subject, opponent, gig }
    }

    /// What every one of these events supplies.
    fn of_all(events: &[Event]) -> Self {
        events.iter().map(Self::of).fold(Self { subject: true, opponent: true, gig: true }, |all, one| Self {
            subject: all.subject && one.subject,
            opponent: all.opponent && one.opponent,
            gig: all.gig && one.gig,
        })
    }
}

/// Checks the abilities of a card; returns the tags and names they speak of.
pub(super) fn check(card: &CardDef) -> Result<Vec<Mention>, Fault> {
    let mut walker = Walker {
        card,
        path: String::new(),
        names: Vec::new(),
        payload: Payload::NONE,
        may_fail: false,
        did: false,
        depth: 0,
        choices: 0,
        collecting: false,
        kept: Vec::new(),
        mentions: Vec::new(),
    };
    for (index, ability) in card.abilities.iter().flatten().enumerate() {
        walker.within(&format!("abilities[{index}]"), |walker| walker.ability(ability))?;
    }
    Ok(walker.mentions)
}

pub(super) struct Walker<'c> {
    pub(super) card: &'c CardDef,
    pub(super) path: String,
    names: Vec<Bound>,
    pub(super) payload: Payload,
    /// Inside a "may": not finding something is no failure.
    may_fail: bool,
    /// There is a step just before.
    pub(super) did: bool,
    pub(super) depth: usize,
    choices: usize,
    /// Inside `EachPlayer`: names collect what each player picked.
    collecting: bool,
    /// For each enclosing thing that outlives the effect: how many names there were outside, and those it keeps.
    kept: Vec<(usize, Vec<usize>)>,
    pub(super) mentions: Vec<Mention>,
}

impl Walker<'_> {
    pub(super) fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { path: self.path.clone(), message: message.into(), help: None })
    }

    fn within(&mut self, part: &str, check: impl FnOnce(&mut Self) -> Checked) -> Checked {
        let length = self.path.len();
        if !self.path.is_empty() && !part.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(part);
        self.depth += 1;
        // Two levels of the path are the ability and its list; a step and its list are two each.
        if self.depth > 2 * DEPTH + 2 {
            return self.fault(format!("nested more than {DEPTH} deep"));
        }
        check(self)?;
        self.depth -= 1;
        self.path.truncate(length);
        Ok(())
    }

    // ---- abilities ----

    fn ability(&mut self, ability: &Ability) -> Checked {
        self.did = false;
        match ability {
            Ability::Keyword(_) => Ok(()),
            Ability::Triggered { on, first, r#do } => {
                self.events(on, *first)?;
                self.effect(Payload::of_all(on), r#do)
            }
            Ability::Activated { cost, r#do, .. } => {
                self.costs(cost)?;
                self.effect(Payload::NONE, r#do)
            }
            Ability::Persistent(persistent) => {
                self.persistent(persistent)?;
                self.end_of_effect(0)
            }
            Ability::Replacement { of, may, r#do } => {
                self.within("of", |walker| walker.event(of))?;
                self.may_fail = *may;
                let checked = self.effect(Payload::of(of), r#do);
                self.may_fail = false;
                checked
            }
            Ability::Resolve(steps) => self.effect(Payload::NONE, steps),
        }
    }

    fn costs(&mut self, cost: &[Cost]) -> Checked {
        let pays = cost.iter().filter(|part| matches!(part, Cost::Pay(_))).count();
        if cost.is_empty() || pays > 1 || cost.len() - pays > 1 {
            return self.fault("a cost is Pay, Spend or one of each");
        }
        for part in cost {
            if let Cost::Pay(amount) = part {
                self.within("cost", |walker| walker.number(amount, 0))?;
            }
        }
        Ok(())
    }

    /// An effect of its own: its names begin and end here.
    fn effect(&mut self, payload: Payload, steps: &[Step]) -> Checked {
        self.payload = payload;
        self.choices = 0;
        self.within("do", |walker| walker.steps(steps))?;
        self.payload = Payload::NONE;
        if self.choices > CHOICES {
            return self.fault(format!("{} choices and sets in one effect, at most {CHOICES} fit", self.choices));
        }
        self.end_of_effect(0)
    }

    /// The names bound since `start` end.
    fn end_of_effect(&mut self, start: usize) -> Checked {
        if self.names.len() - start > NAMES {
            return self.fault(format!("{} names in one effect, at most {NAMES} fit", self.names.len() - start));
        }
        if let Some(unused) = self.names[start..].iter().find(|bound| !bound.used) {
            return self.fault(format!("the name \"{}\" is never used", unused.name));
        }
        self.names.truncate(start);
        Ok(())
    }

    fn events(&mut self, on: &[Event], first: bool) -> Checked {
        if on.is_empty() {
            return self.fault("no event in `on`");
        }
        for (index, event) in on.iter().enumerate() {
            self.within(&format!("on[{index}]"), |walker| {
                if first {
                    walker.remembered(event)?;
                }
                walker.event(event)
            })?;
        }
        Ok(())
    }

    /// Turn history keeps which cards played, attacked, were spent, were defeated, stole, won.
    pub(super) fn remembered(&self, event: &Event) -> Checked {
        match event {
            Event::Played(_)
            | Event::Attacks(_)
            | Event::Spent(_)
            | Event::Defeated(_)
            | Event::Steals(..)
            | Event::StealsSome(_)
            | Event::WinsFight(..) => Ok(()),
            _ => self.fault(
                "the turn's history doesn't keep this; it keeps Played, Attacks, Spent, Defeated, Steals, StealsSome \
                 and WinsFight",
            ),
        }
    }

    pub(super) fn event(&mut self, event: &Event) -> Checked {
        match event {
            Event::Played(cards)
            | Event::Attacks(cards)
            | Event::Defeated(cards)
            | Event::Spent(cards)
            | Event::UsesBlocker(cards)
            | Event::Fights(cards)
            | Event::LosesFight(cards)
            | Event::StealsSome(cards) => self.pattern(cards),
            Event::Called(cards) => {
                if *cards == Cards::This && self.card.kind == CardType::Unit {
                    return self.fault("a Unit is never called");
                }
                self.pattern(cards)
            }
            Event::WinsFight(cards, opponent) => {
                self.pattern(cards)?;
                self.with_subject(|walker| walker.filters(Places::FIELD, None, opponent))
            }
            Event::Steals(cards, dice) => {
                self.pattern(cards)?;
                self.with_subject(|walker| walker.die_filters(dice))
            }
            Event::Rolls(_, dice) => self.die_filters(dice),
            Event::RollsIn(_) | Event::Adjusts(..) | Event::Swaps(_) | Event::StartOfTurn(_) | Event::EndOfTurn(_) => {
                Ok(())
            }
        }
    }

    /// A set that one given card is tested against.
    fn pattern(&mut self, cards: &Cards) -> Checked {
        if let Cards::Top(_) | Cards::Subject = cards {
            return self.fault("an event speaks of This, a name, Units, Legends, Gear, Programs or From");
        }
        self.cards(cards).map(drop)
    }

    fn with_subject(&mut self, check: impl FnOnce(&mut Self) -> Checked) -> Checked {
        let before = self.payload;
        self.payload = Payload { subject: true, ..Payload::NONE };
        let checked = check(self);
        self.payload = before;
        checked
    }

    fn persistent(&mut self, persistent: &Persistent) -> Checked {
        self.did = false;
        if let Some(cond) = &persistent.r#while {
            self.within("while", |walker| walker.cond(cond))?;
        }
        self.within("who", |walker| walker.pattern(&persistent.who))?;
        let who = match &persistent.who {
            Cards::The(name, _) => self.places_of(name),
            cards => places::of(cards),
        };
        self.within("rule", |walker| walker.rule(&persistent.rule, who))
    }

    fn rule(&mut self, rule: &Rule, who: Places) -> Checked {
        self.with_subject(|walker| match rule {
            Rule::Power(amount) => walker.number(amount, -LARGEST),
            Rule::StealsFewer(amount) => walker.number(amount, 1),
            Rule::CanAttack(aim) | Rule::CanAttackWhenPlayed(aim) | Rule::CantAttack(aim) => match aim {
                Aim::Units(filters) => walker.filters(Places::FIELD, Some(&Is::Unit), filters),
                Aim::GigArea | Aim::Anything => Ok(()),
            },
            Rule::WinsFights(filters) => walker.filters(Places::FIELD, None, filters),
            Rule::CantSteal(filters) => walker.die_filters(filters),
            Rule::Price(paid, change) => {
                if matches!(paid, Paid::Call | Paid::GoSolo) && !who.within(Places::LEGENDS.or(Places::FIELD)) {
                    return walker.fault("only Legends are called or go solo");
                }
                match change {
                    Change::Less(amount) | Change::More(amount) => walker.number(amount, 1),
                    Change::Becomes(amount) => walker.number(amount, 0),
                }
            }
            Rule::Has(_) | Rule::MustAttack | Rule::CantReady | Rule::CantBeBlocked | Rule::CantBeDefeatedInFight => {
                Ok(())
            }
        })
    }

    // ---- steps ----

    fn steps(&mut self, steps: &[Step]) -> Checked {
        if steps.is_empty() {
            return self.fault("no step here");
        }
        for (index, step) in steps.iter().enumerate() {
            self.did = index > 0;
            self.within(&format!("[{index}]"), |walker| walker.step(step))?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Checked {
        let own = Places::FIELD.or(Places::LEGENDS);
        let deck = Places::TOP.or(Places::SEARCHED);
        match step {
            Step::Draw(amount) | Step::Pay(amount) => self.number(amount, 1),
            Step::Discard(target) => {
                self.moving(target, Places::HAND, Some(Places::TRASH), "Discard takes cards from Hand")
            }
            Step::Trash(target) => {
                self.moving(target, deck, Some(Places::TRASH), "Trash takes cards of the deck: Top or searched ones")
            }
            Step::ToHand(target) => {
                let places = deck.or(own).or(Places::TRASH).or(Places::EDDIES).or(Places::GEAR);
                self.moving(target, places, Some(Places::HAND), "ToHand takes cards from anywhere but Hand")
            }
            Step::BottomDeck(target) => {
                let places = deck.or(own).or(Places::TRASH).or(Places::EDDIES).or(Places::GEAR).or(Places::HAND);
                self.moving(target, places, Some(Places::TOP), "BottomDeck takes cards from an area")
            }
            Step::Sell(target) => self.moving(
                target,
                Places::TOP.or(Places::HAND),
                Some(Places::EDDIES),
                "Sell takes cards from Hand or Top",
            ),
            Step::Reveal(target) => {
                self.target(target, deck.or(Places::HAND), "Reveal shows cards of Hand, Top or searched ones")
            }
            Step::Look(target) => self.target(target, own, "Look is at Legends"),
            Step::Call(target) => self.target(target, own, "Call takes a Legend"),
            Step::Play { what, onto, .. } => {
                let places = deck.or(Places::HAND).or(Places::TRASH);
                self.moving(
                    what,
                    places,
                    Some(Places::ANYWHERE),
                    "Play takes cards from Hand, Trash, Top or searched ones",
                )?;
                match onto {
                    Some(cards) => self.within("onto", |walker| {
                        walker.cards(cards)?;
                        if !places::of(cards).within(own) {
                            return walker.fault("Gear is equipped to Units or Legends");
                        }
                        Ok(())
                    }),
                    None => Ok(()),
                }
            }
            Step::Defeat(target) => {
                self.moving(target, own.or(Places::GEAR), Some(Places::TRASH), "Defeat takes Units, Legends or Gear")
            }
            Step::Spend(target) => self.target(target, own, "Spend takes Units or Legends"),
            Step::Ready(target) => self.target(target, own.or(Places::EDDIES), "Ready takes Units, Legends or Eddies"),
            Step::Move(gear, host) => {
                self.target(gear, Places::GEAR, "Move takes Gear")?;
                self.target(host, own, "Gear moves to a Unit or a Legend")
            }
            Step::Increase(die, by) | Step::Decrease(die, by) | Step::Adjust(die, by) => {
                self.gig(die)?;
                let (By::UpTo(amount) | By::Exactly(amount)) = by;
                self.number(amount, 1)
            }
            Step::Set(die, amount) => {
                self.gig(die)?;
                self.number(amount, 1)
            }
            Step::Swap(one, other) => {
                self.gig(one)?;
                self.gig(other)
            }
            Step::Steal(thief, die) => {
                if self.takes_several(thief) {
                    return self.fault("one card steals");
                }
                self.target(thief, own, "a Unit or a Legend steals")?;
                self.gig(die)
            }
            Step::Roll(die) => match die {
                GigTarget::ThatGig => self.gig(die),
                _ => self.fault("Roll is of ThatGig, the die that is being rolled"),
            },
            Step::Give(target, rule, until) => {
                let whom = own.or(Places::GEAR).or(Places::PROGRAMS);
                self.target(target, whom, "Give takes Units, Legends, Gear or all Programs")?;
                let who = self.places_of_target(target);
                self.rule(rule, who)?;
                self.until(until)
            }
            Step::Lasting(until, persistent) => {
                self.until(until)?;
                self.outliving(|walker| walker.persistent(persistent))
            }
            Step::Next { on, r#do } => self.outliving(|walker| walker.next(on, r#do)),
            Step::Search(amount, name) => {
                self.number(amount, 1)?;
                self.bind(name, Meaning::Cards { places: Places::SEARCHED, several: *amount != Amount::Number(1) })
            }
            Step::Choose(target) => {
                let places = deck.or(own).or(Places::TRASH).or(Places::GEAR).or(Places::HAND).or(Places::EDDIES);
                self.target(target, places, "Choose takes cards from an area")
            }
            Step::ChooseGig(die) => self.gig(die),
            Step::NameType(name) => self.bind(name, Meaning::CardType),
            Step::May(steps) => {
                if let Some(Step::May(_)) = steps.first() {
                    return self.fault("a May directly in a May");
                }
                let before = std::mem::replace(&mut self.may_fail, true);
                self.within("May", |walker| walker.steps(steps))?;
                self.may_fail = before;
                Ok(())
            }
            Step::If(cond, then, otherwise) => {
                self.within("If", |walker| walker.cond(cond))?;
                self.within("then", |walker| walker.steps(then))?;
                if otherwise.is_empty() {
                    return Ok(());
                }
                self.within("else", |walker| walker.steps(otherwise))
            }
            Step::Modes { pick, of, .. } => self.modes(pick, of),
            Step::EachPlayer(steps) => {
                let before = std::mem::replace(&mut self.collecting, true);
                self.within("EachPlayer", |walker| walker.steps(steps))?;
                self.collecting = before;
                Ok(())
            }
            Step::Rival(steps) => self.within("Rival", |walker| walker.steps(steps)),
        }
    }

    fn modes(&mut self, pick: &Amount, of: &[Vec<Step>]) -> Checked {
        if !(2..=MODES).contains(&of.len()) {
            return self.fault(format!("{} modes, 2 to {MODES} fit", of.len()));
        }
        self.within("pick", |walker| {
            walker.number(pick, 1)?;
            if largest(pick) > of.len() as i16 {
                return walker.fault(format!("picks {} of {} modes", largest(pick), of.len()));
            }
            Ok(())
        })?;
        for (index, steps) in of.iter().enumerate() {
            self.within(&format!("of[{index}]"), |walker| walker.steps(steps))?;
        }
        Ok(())
    }

    fn until(&mut self, until: &Until) -> Checked {
        match until {
            Until::Next(event) => self.outliving(|walker| walker.within("until", |walker| walker.event(event))),
            Until::ThisTurn | Until::NextTurn | Until::YourNextTurn => Ok(()),
        }
    }

    /// What outlives the effect keeps one name at most.
    fn outliving(&mut self, check: impl FnOnce(&mut Self) -> Checked) -> Checked {
        self.kept.push((self.names.len(), Vec::new()));
        check(self)?;
        let (_, kept) = self.kept.pop().expect("pushed above");
        if kept.len() > 1 {
            return self.fault("this outlives the effect and can keep one name, not more");
        }
        Ok(())
    }

    /// "The next time": its steps are an effect of their own, with the payload of its own events.
    fn next(&mut self, on: &[Event], steps: &[Step]) -> Checked {
        let start = self.names.len();
        let (payload, may_fail, did, collecting) = (self.payload, self.may_fail, self.did, self.collecting);
        (self.may_fail, self.did, self.collecting) = (false, false, false);
        self.within("Next", |walker| {
            walker.events(on, false)?;
            walker.payload = Payload::of_all(on);
            walker.within("do", |walker| walker.steps(steps))
        })?;
        (self.payload, self.may_fail, self.did, self.collecting) = (payload, may_fail, did, collecting);
        self.end_of_effect(start)
    }

    // ---- targets and names ----

    fn bind(&mut self, name: &str, meaning: Meaning) -> Checked {
        if name.trim().is_empty() {
            return self.fault("an empty name");
        }
        if self.names.iter().any(|bound| bound.name == name) {
            return self.fault(format!("the name \"{name}\" is bound twice"));
        }
        self.choices += 1;
        let meaning = match meaning {
            Meaning::Cards { places, .. } if self.collecting => Meaning::Cards { places, several: true },
            other => other,
        };
        self.names.push(Bound { name: name.to_string(), meaning, used: false });
        Ok(())
    }

    /// What a name stands for.
    pub(super) fn meaning(&mut self, name: &str) -> Result<Meaning, Fault> {
        let Some(at) = self.names.iter().position(|bound| bound.name == name) else {
            let mut fault = self.fault::<Meaning>(format!("nothing binds the name \"{name}\" before"));
            if let Err(fault) = &mut fault {
                fault.help = did_you_mean(name, self.names.iter().map(|bound| bound.name.as_str()));
            }
            return fault;
        };
        for (outside, kept) in &mut self.kept {
            if at < *outside && !kept.contains(&at) {
                kept.push(at);
            }
        }
        self.names[at].used = true;
        Ok(self.names[at].meaning)
    }

    pub(super) fn card_name(&mut self, name: &str) -> Result<(Places, bool), Fault> {
        match self.meaning(name)? {
            Meaning::Cards { places, several } => Ok((places, several)),
            Meaning::Gig => self.fault(format!("the name \"{name}\" is a Gig's, not a card's")),
            Meaning::CardType => self.fault(format!("the name \"{name}\" is a card type's, not a card's")),
        }
    }

    pub(super) fn gig_name(&mut self, name: &str) -> Checked {
        match self.meaning(name)? {
            Meaning::Gig => Ok(()),
            _ => self.fault(format!("the name \"{name}\" is no Gig's")),
        }
    }

    pub(super) fn places_of(&self, name: &str) -> Places {
        match self.names.iter().find(|bound| bound.name == name).map(|bound| bound.meaning) {
            Some(Meaning::Cards { places, .. }) => places,
            _ => Places::ANYWHERE,
        }
    }

    /// Where the cards that a target picks are.
    fn places_of_target(&self, target: &Target) -> Places {
        match target {
            Target::This | Target::Subject | Target::Opponent => Places::ANYWHERE,
            Target::The(name) => self.places_of(name),
            Target::One(cards, _)
            | Target::Exactly(_, cards, _)
            | Target::UpTo(_, cards, _)
            | Target::Between(_, _, cards, _)
            | Target::All(cards, _) => match cards {
                Cards::The(name, _) => self.places_of(name),
                cards => places::of(cards),
            },
        }
    }

    /// Whether a target may pick more than one card.
    fn takes_several(&self, target: &Target) -> bool {
        let one = |amount: &Amount| *amount == Amount::Number(1);
        match target {
            Target::This | Target::Subject | Target::Opponent | Target::One(..) => false,
            Target::The(name) => self
                .names
                .iter()
                .any(|bound| bound.name == *name && matches!(bound.meaning, Meaning::Cards { several: true, .. })),
            Target::Exactly(amount, ..) | Target::UpTo(amount, ..) => !one(amount),
            Target::Between(..) => true,
            Target::All(cards, _) => match cards {
                Cards::This | Cards::Subject => false,
                Cards::Top(amount) => !one(amount),
                _ => true,
            },
        }
    }

    /// The target of a verb that acts on cards in `allowed` and leaves them there.
    fn target(&mut self, target: &Target, allowed: Places, expected: &str) -> Checked {
        self.moving(target, allowed, None, expected)
    }

    /// The target of a verb that takes cards from `allowed` to `after`.
    fn moving(&mut self, target: &Target, allowed: Places, after: Option<Places>, expected: &str) -> Checked {
        let (amounts, cards, name): (Vec<&Amount>, Option<&Cards>, &Option<String>) = match target {
            Target::This => {
                self.this()?;
                (Vec::new(), None, &None)
            }
            Target::Subject => {
                self.subject()?;
                (Vec::new(), None, &None)
            }
            Target::Opponent => {
                if !self.payload.opponent {
                    return self.fault("no fight here has an Opponent: only Fights, WinsFight and LosesFight do");
                }
                (Vec::new(), None, &None)
            }
            Target::The(name) => {
                self.card_name(name)?;
                (Vec::new(), None, &None)
            }
            Target::One(cards, name) | Target::All(cards, name) => (Vec::new(), Some(cards), name),
            Target::Exactly(amount, cards, name) | Target::UpTo(amount, cards, name) => {
                (vec![amount], Some(cards), name)
            }
            Target::Between(least, most, cards, name) => (vec![least, most], Some(cards), name),
        };
        for amount in amounts {
            self.number(amount, 1)?;
        }
        if let Some(cards) = cards {
            self.cards(cards)?;
            self.hidden_choice(target, cards)?;
        }
        let places = self.places_of_target(target);
        if !places.within(allowed) {
            return self.fault(expected);
        }
        if places.meets(Places::PROGRAMS) && !matches!(target, Target::All(..)) {
            return self.fault("Programs are in many areas: take All of them");
        }
        if let Some(name) = name {
            let several = self.takes_several(target);
            return self.bind(name, Meaning::Cards { places: after.unwrap_or(places), several });
        }
        self.choices += usize::from(cards.is_some());
        Ok(())
    }

    /// Nobody need admit to what only they can see.
    fn hidden_choice(&self, target: &Target, cards: &Cards) -> Checked {
        let must_find = matches!(target, Target::One(..) | Target::Exactly(..) | Target::Between(..));
        let hidden = self.places_of_target(target).meets(Places::HAND.or(Places::SEARCHED));
        let (Cards::From(_, filters) | Cards::The(_, filters)) = cards else { return Ok(()) };
        if must_find && hidden && !self.may_fail && filters.iter().any(places::asks_for_print) {
            return self.fault("the player may fail to find such a card: say UpTo, or May (5.3.2.4.1)");
        }
        Ok(())
    }

    fn gig(&mut self, die: &GigTarget) -> Checked {
        match die {
            GigTarget::ThatGig => self.that_gig(),
            GigTarget::The(name) => self.gig_name(name),
            GigTarget::Gig(_, filters, name) => {
                self.die_filters(filters)?;
                if let Some(name) = name {
                    return self.bind(name, Meaning::Gig);
                }
                self.choices += 1;
                Ok(())
            }
        }
    }
}

/// The largest plain number an amount may be; of what is counted or read, none.
fn largest(amount: &Amount) -> i16 {
    match amount {
        Amount::Number(number) => *number,
        Amount::Of(Count::If(_, then, otherwise)) => largest(then).max(largest(otherwise)),
        Amount::Of(_) => 0,
    }
}

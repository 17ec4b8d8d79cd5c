//! From steps to instructions: targets become choices into registers, blocks become jumps.

use super::names::Names;
use super::touches::{Touches, part};
use super::{
    Address, Base, CardProgram, DiceExpr, Direction, Effect, EffectId, EffectKind, Filter, Floats, Num, Op, Pattern,
    Possible, Program, Purpose, SetExpr, Span, Test,
};
use crate::cyberpunk::cards::CardDef;
use crate::cyberpunk::effect::{Ability, Area, By, Cards, Cost, Event, GigTarget, Step, Target};

impl Program {
    /// Compiles a card's text and adds it to the tables.
    pub fn add(&mut self, card: &CardDef) -> CardProgram {
        let mut compiled = CardProgram::default();
        for (nth, ability) in card.abilities.iter().flatten().enumerate() {
            let nth = nth as u8;
            match ability {
                Ability::Keyword(_) => {}
                Ability::Triggered { on, first, r#do } => {
                    let kind = EffectKind::Triggered { first: *first };
                    compiled.triggers.push(self.effect(kind, on, r#do, nth, None));
                }
                Ability::Activated { quick, cost, r#do } => {
                    let mut scope = Names::default();
                    let mut pay = None;
                    let mut spend = false;
                    for part in cost {
                        match part {
                            Cost::Pay(amount) => pay = Some(self.num(amount, &mut scope)),
                            Cost::Spend => spend = true,
                        }
                    }
                    let kind = EffectKind::Activated { quick: *quick, pay, spend };
                    compiled.activated.push(self.effect(kind, &[], r#do, nth, None));
                }
                Ability::Persistent(persistent) => {
                    let persists = self.persists(persistent, &mut Names::default());
                    compiled.persistent.push(self.persistent.len() as u16);
                    self.persistent.push(persists);
                }
                Ability::Replacement { of, may, r#do } => {
                    let kind = EffectKind::Replacement { may: *may };
                    let on = std::slice::from_ref(of);
                    compiled.replacements.push(self.effect(kind, on, r#do, nth, None));
                }
                Ability::Resolve(steps) => {
                    compiled.resolve = Some(self.effect(EffectKind::Resolve, &[], steps, nth, None));
                }
            }
        }
        compiled
    }

    fn effect(&mut self, kind: EffectKind, on: &[Event], steps: &[Step], nth: u8, kept: Option<&str>) -> EffectId {
        let on: Vec<Pattern> = on.iter().map(|event| self.pattern(event, &mut Names::default())).collect();
        self.effect_on(kind, on, steps, nth, kept)
    }

    fn effect_on(
        &mut self,
        kind: EffectKind,
        on: Vec<Pattern>,
        steps: &[Step],
        nth: u8,
        kept: Option<&str>,
    ) -> EffectId {
        if matches!(kind, EffectKind::Triggered { first: true })
            && let Some(pattern) = on.iter().find(|pattern| !pattern.is_fixed())
        {
            self.dynamic_first = Some(pattern.clone());
        }
        let mut names = Names::default();
        let held = kept.map(|name| names.bind(name));
        let mut block = Vec::new();
        let mut touches = Touches::default();
        self.steps(steps, &mut names, &mut block, &mut touches, nth);
        block.push(Op::End);
        let code = self.code.len() as Address;
        self.code.extend(block.into_iter().map(|op| op.moved(code)));
        let id = EffectId(self.effects.len() as u16);
        let hears = on.iter().fold(0, |kinds, pattern| kinds | 1 << pattern.kind as u8);
        self.effects.push(Effect { kind, on, hears, code, registers: names.count(), held, touches, nth });
        id
    }

    fn steps(&mut self, steps: &[Step], names: &mut Names, code: &mut Vec<Op>, touches: &mut Touches, nth: u8) {
        for step in steps {
            self.step(step, names, code, touches, nth, None);
        }
    }

    /// Compiles a step. `decline` collects the places of instructions that have to learn where declining goes on.
    fn step(
        &mut self,
        step: &Step,
        names: &mut Names,
        code: &mut Vec<Op>,
        touches: &mut Touches,
        nth: u8,
        decline: Option<&mut Vec<usize>>,
    ) {
        touches.add(step);
        match step {
            Step::Draw(amount) => code.push(Op::Draw(self.num(amount, names))),
            Step::Discard(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Discard),
            Step::Trash(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Trash),
            Step::ToHand(target) => self.verb(target, names, code, decline, Purpose::Any, Op::ToHand),
            Step::BottomDeck(target) => self.verb(target, names, code, decline, Purpose::Any, Op::BottomDeck),
            Step::Sell(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Sell),
            Step::Reveal(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Reveal),
            Step::Look(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Look),
            Step::Call(target) => self.verb(target, names, code, decline, Purpose::Call, Op::Call),
            Step::Defeat(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Defeat),
            Step::Spend(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Spend),
            Step::Ready(target @ Target::Exactly(amount, ..)) if readies_eddies(target) => {
                code.push(Op::ReadyEddies(self.num(amount, names)));
            }
            Step::Ready(target) => self.verb(target, names, code, decline, Purpose::Any, Op::Ready),
            Step::Choose(target) => {
                self.pick(target, names, code, decline, Purpose::Any);
            }
            Step::Search(amount, name) => {
                let amount = self.num(amount, names);
                let into = names.bind(name);
                code.push(Op::Search(amount, into));
            }
            Step::Play { what, free, onto, then } => {
                let purpose = Purpose::Play { free: *free };
                let onto = onto.as_ref().map(|cards| self.set(cards, names));
                let (free, then) = (*free, *then);
                let several =
                    matches!(what, Target::UpTo(..) | Target::Exactly(..) | Target::Between(..) | Target::All(..));
                let named = target_name(what).is_some();
                let what = self.pick(what, names, code, decline, purpose);
                let start = code.len() as Address;
                code.push(Op::Play { what, free, onto, then, each: several });
                if named && !several {
                    code.push(Op::Stamp(what));
                }
                if several {
                    // One after the other: the instruction takes one card out of the register and comes back.
                    code.push(Op::Unless(
                        Test::Not(Box::new(Test::Any(SetExpr { base: Base::Register(what), filters: Vec::new() }))),
                        start,
                    ));
                }
            }
            Step::Move(gear, host) => {
                let gear = self.pick(gear, names, code, decline, Purpose::Any);
                let host = self.pick(host, names, code, None, Purpose::Any);
                code.push(Op::Move(gear, host));
            }
            Step::Increase(die, by) => self.change(die, by, Direction::Up, names, code, decline),
            Step::Decrease(die, by) => self.change(die, by, Direction::Down, names, code, decline),
            Step::Adjust(die, by) => self.change(die, by, Direction::Either, names, code, decline),
            Step::Set(die, amount) => {
                let die = self.pick_die(die, names, code, decline);
                let amount = self.num(amount, names);
                code.push(Op::Set(die, amount));
            }
            Step::Swap(one, other) => {
                let one = self.pick_die(one, names, code, decline);
                let other = self.pick_die(other, names, code, None);
                code.push(Op::Swap(one, other));
            }
            Step::Steal(thief, die) => {
                let thief = self.pick(thief, names, code, decline, Purpose::Any);
                let dice = match die {
                    GigTarget::ThatGig => DiceExpr::ThatGig,
                    GigTarget::The(name) => DiceExpr::Register(names.register(name)),
                    GigTarget::Gig(side, filters, _) => DiceExpr::Gigs(*side, self.die_filters(filters, names)),
                };
                code.push(Op::Steal(thief, dice));
            }
            Step::Roll(die) => {
                let die = self.pick_die(die, names, code, decline);
                code.push(Op::Roll(die));
            }
            Step::Give(Target::All(cards @ Cards::Programs(..), _), rule, until) => {
                let floats = Floats::Give {
                    class: Some(self.set(cards, names)),
                    rule: self.rule(rule, names),
                    until: self.lasts(until, names),
                };
                self.floats.push(floats);
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: None, keeps: None });
            }
            Step::Give(target, rule, until) => {
                let to = self.pick(target, names, code, decline, Purpose::Any);
                let rule = self.rule(rule, names);
                let until = names.keeping(|names| self.lasts(until, names)).0;
                self.floats.push(Floats::Give { class: None, rule, until });
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: Some(to), keeps: Some(to) });
            }
            Step::Lasting(until, persistent) => {
                let ((until, persists), kept) =
                    names.keeping(|names| (self.lasts(until, names), self.persists(persistent, names)));
                self.floats.push(Floats::Lasting { persists, until });
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: None, keeps: kept.map(|(_, at)| at) });
            }
            Step::Next { on, r#do } => {
                let (on, kept) = names
                    .keeping(|names| -> Vec<Pattern> { on.iter().map(|event| self.pattern(event, names)).collect() });
                let kept = kept.or_else(|| {
                    let mut used = Vec::new();
                    names_used(r#do, &mut used);
                    used.into_iter().find_map(|name| names.known(&name).map(|at| (name, at)))
                });
                let effect =
                    self.effect_on(EffectKind::Next, on, r#do, nth, kept.as_ref().map(|(name, _)| name.as_str()));
                touches.writes |= part::FLOATING;
                self.floats.push(Floats::Next { effect });
                code.push(Op::Float { what: self.floats.len() as u16 - 1, to: None, keeps: kept.map(|(_, at)| at) });
            }
            Step::ChooseGig(die) => {
                self.pick_die(die, names, code, decline);
            }
            Step::NameType(name) => {
                let into = names.bind(name);
                code.push(Op::NameType(into));
            }
            Step::Pay(amount) => code.push(Op::Pay(self.num(amount, names))),
            Step::May(steps) => {
                let (first, rest) = steps.split_first().expect("the loader refuses an empty May");
                if step_chooses(first) {
                    let mut open = Vec::new();
                    self.step(first, names, code, touches, nth, Some(&mut open));
                    self.steps(rest, names, code, touches, nth);
                    let end = code.len() as Address;
                    for at in open {
                        code[at].decline_to(end);
                    }
                } else {
                    let possible = self.possible(first, names);
                    let at = code.len();
                    code.push(Op::May(possible, 0));
                    self.steps(steps, names, code, touches, nth);
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                }
            }
            Step::If(cond, then, otherwise) => {
                touches.reads_test(cond);
                let test = self.test(cond, names);
                let at = code.len();
                code.push(Op::Unless(test, 0));
                self.steps(then, names, code, touches, nth);
                if otherwise.is_empty() {
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                } else {
                    let jump = code.len();
                    code.push(Op::Jump(0));
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                    self.steps(otherwise, names, code, touches, nth);
                    let end = code.len() as Address;
                    code[jump].decline_to(end);
                }
            }
            Step::Modes { by, pick, of } => {
                let pick = self.num(pick, names);
                code.push(Op::Modes { by: *by, pick, count: of.len() as u8 });
                for (mode, steps) in of.iter().enumerate() {
                    let at = code.len();
                    code.push(Op::Mode(mode as u8, 0));
                    self.steps(steps, names, code, touches, nth);
                    let end = code.len() as Address;
                    code[at].decline_to(end);
                }
            }
            Step::EachPlayer(steps) => {
                code.push(Op::EachStart);
                let start = code.len() as Address;
                names.collecting += 1;
                self.steps(steps, names, code, touches, nth);
                names.collecting -= 1;
                code.push(Op::EachNext(start));
            }
            Step::Rival(steps) => {
                code.push(Op::Turnabout);
                self.steps(steps, names, code, touches, nth);
                code.push(Op::Turnabout);
            }
        }
    }

    fn verb(
        &mut self,
        target: &Target,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
        purpose: Purpose,
        verb: fn(u8) -> Op,
    ) {
        let picked = self.pick(target, names, code, decline, purpose);
        code.push(verb(picked));
        if let Some(name) = target_name(target) {
            if names.collecting > 0 {
                let into = names.bind(name);
                code.push(Op::Collect { from: picked, into });
            } else {
                code.push(Op::Stamp(picked));
            }
        }
    }

    /// Puts what a target means into a register and says which.
    fn pick(
        &mut self,
        target: &Target,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
        purpose: Purpose,
    ) -> u8 {
        let single = |base| SetExpr { base, filters: Vec::new() };
        let (set, span) = match target {
            Target::This => (single(Base::This), None),
            Target::Subject => (single(Base::Subject), None),
            Target::Opponent => (single(Base::Opponent), None),
            Target::The(name) => {
                let base = names.base(name);
                match base {
                    // A free Call is asked for as one: the Legend, or none.
                    Base::Register(_) if purpose == Purpose::Call && decline.is_some() => {
                        (single(base), Some((Num::Const(1), Num::Const(1))))
                    }
                    Base::Register(at) => return at,
                    _ => (single(base), None),
                }
            }
            Target::One(cards, _) => (self.set(cards, names), Some((Num::Const(1), Num::Const(1)))),
            Target::Exactly(amount, cards, _) => {
                let amount = self.num(amount, names);
                (self.set(cards, names), Some((amount.clone(), amount)))
            }
            Target::UpTo(amount, cards, _) => {
                let most = self.num(amount, names);
                (self.set(cards, names), Some((Num::Const(0), most)))
            }
            Target::Between(least, most, cards, _) => {
                let (least, most) = (self.num(least, names), self.num(most, names));
                (self.set(cards, names), Some((least, most)))
            }
            Target::All(cards, _) => (self.set(cards, names), None),
        };
        let into = match target_name(target) {
            Some(name) if names.collecting == 0 => names.bind(name),
            _ => names.scratch(),
        };
        if let Some((least, most)) = span {
            if let Some(open) = decline {
                open.push(code.len());
            }
            code.push(Op::Choose { set, span: Span { least, most }, into, decline: None, purpose });
        } else {
            let acts = !matches!(target, Target::All(..));
            code.push(Op::Take { set, into, acts });
        }
        into
    }

    fn pick_die(
        &mut self,
        die: &GigTarget,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
    ) -> u8 {
        match die {
            GigTarget::ThatGig => {
                let into = names.scratch();
                code.push(Op::TakeDie { dice: DiceExpr::ThatGig, into });
                into
            }
            GigTarget::The(name) => names.register(name),
            GigTarget::Gig(side, filters, name) => {
                let dice = DiceExpr::Gigs(*side, self.die_filters(filters, names));
                let into = match name {
                    Some(name) => names.bind(name),
                    None => names.scratch(),
                };
                if let Some(open) = decline {
                    open.push(code.len());
                }
                code.push(Op::ChooseDie { dice, into, decline: None });
                into
            }
        }
    }

    fn change(
        &mut self,
        die: &GigTarget,
        by: &By,
        direction: Direction,
        names: &mut Names,
        code: &mut Vec<Op>,
        decline: Option<&mut Vec<usize>>,
    ) {
        let die = self.pick_die(die, names, code, decline);
        let (amount, up_to) = match by {
            By::UpTo(amount) => (amount, true),
            By::Exactly(amount) => (amount, false),
        };
        let by = self.num(amount, names);
        code.push(Op::Change { die, direction, by, up_to });
    }

    /// What has to be possible for a "may" that starts with this step, which doesn't choose, to be asked (S6).
    fn possible(&mut self, step: &Step, names: &mut Names) -> Possible {
        match step {
            Step::Pay(amount) => Possible::Payable(self.num(amount, names)),
            Step::Play { what, free, .. } => Possible::Playable(self.target_set(what, names), *free),
            Step::Discard(target)
            | Step::Trash(target)
            | Step::ToHand(target)
            | Step::BottomDeck(target)
            | Step::Sell(target)
            | Step::Reveal(target)
            | Step::Look(target)
            | Step::Defeat(target)
            | Step::Spend(target)
            | Step::Ready(target)
            | Step::Move(target, _)
            | Step::Give(target, ..)
            | Step::Steal(target, _) => Possible::Cards(self.target_set(target, names)),
            _ => Possible::Always,
        }
    }

    fn target_set(&mut self, target: &Target, names: &mut Names) -> SetExpr {
        let base = match target {
            Target::This => Base::This,
            Target::Subject => Base::Subject,
            Target::Opponent => Base::Opponent,
            Target::The(name) => names.base(name),
            Target::One(cards, _)
            | Target::Exactly(_, cards, _)
            | Target::UpTo(_, cards, _)
            | Target::Between(_, _, cards, _)
            | Target::All(cards, _) => return self.set(cards, names),
        };
        SetExpr { base, filters: Vec::new() }
    }
}

impl Pattern {
    /// Whether printed facts, sides and identity decide whether a card matches: then the turn's history can tell.
    fn is_fixed(&self) -> bool {
        self.die.is_empty()
            && self.opponent.is_empty()
            && self.who.as_ref().is_none_or(|who| who.filters.iter().all(filter_is_fixed))
    }
}

fn filter_is_fixed(filter: &Filter) -> bool {
    match filter {
        Filter::Mask(_) | Filter::Unit | Filter::Legend | Filter::Other(_) => true,
        Filter::Or(filters) => filters.iter().all(filter_is_fixed),
        Filter::Not(filter) => filter_is_fixed(filter),
        _ => false,
    }
}

impl Op {
    /// Sets where the instruction goes on when it is declined or does not hold.
    fn decline_to(&mut self, to: Address) {
        match self {
            Self::Jump(at) | Self::Unless(_, at) | Self::May(_, at) | Self::Mode(_, at) => *at = to,
            Self::Choose { decline, .. } | Self::ChooseDie { decline, .. } => *decline = Some(to),
            other => unreachable!("{other:?} goes nowhere else"),
        }
    }

    /// The instruction with its jumps counted from `start`.
    fn moved(mut self, start: Address) -> Self {
        match &mut self {
            Self::Jump(at) | Self::Unless(_, at) | Self::May(_, at) | Self::Mode(_, at) | Self::EachNext(at) => {
                *at += start;
            }
            Self::Choose { decline: Some(at), .. } | Self::ChooseDie { decline: Some(at), .. } => *at += start,
            _ => {}
        }
        self
    }
}

/// Whether a step starts with a choice of its own, so that declining it is the option "none" there.
fn step_chooses(step: &Step) -> bool {
    let chooses = |target: &Target| {
        matches!(target, Target::One(..) | Target::Exactly(..) | Target::UpTo(..) | Target::Between(..))
    };
    match step {
        Step::Discard(target)
        | Step::Trash(target)
        | Step::ToHand(target)
        | Step::BottomDeck(target)
        | Step::Sell(target)
        | Step::Reveal(target)
        | Step::Look(target)
        | Step::Defeat(target)
        | Step::Spend(target)
        | Step::Move(target, _)
        | Step::Give(target, ..)
        | Step::Choose(target) => chooses(target),
        Step::Ready(target) => chooses(target) && !readies_eddies(target),
        Step::Call(_) => true,
        Step::Play { what, .. } => chooses(what),
        Step::Steal(target, _) => chooses(target),
        Step::Increase(die, _)
        | Step::Decrease(die, _)
        | Step::Adjust(die, _)
        | Step::Set(die, _)
        | Step::Swap(die, _)
        | Step::Roll(die)
        | Step::ChooseGig(die) => matches!(die, GigTarget::Gig(..)),
        _ => false,
    }
}

/// Eddies are interchangeable: readying some is no choice.
fn readies_eddies(target: &Target) -> bool {
    matches!(target, Target::Exactly(_, Cards::From(areas, _), _) if areas == &[Area::Eddies])
}

fn target_name(target: &Target) -> Option<&str> {
    match target {
        Target::One(_, name)
        | Target::Exactly(_, _, name)
        | Target::UpTo(_, _, name)
        | Target::Between(_, _, _, name)
        | Target::All(_, name) => name.as_deref(),
        _ => None,
    }
}

/// The names that steps use as targets, in order: what a "next time" has to keep.
fn names_used(steps: &[Step], out: &mut Vec<String>) {
    for step in steps {
        match step {
            Step::Defeat(Target::The(name))
            | Step::Ready(Target::The(name))
            | Step::Spend(Target::The(name))
            | Step::BottomDeck(Target::The(name))
            | Step::ToHand(Target::The(name))
            | Step::Give(Target::The(name), ..) => out.push(name.clone()),
            Step::Next { r#do, .. } => names_used(r#do, out),
            Step::If(_, then, otherwise) => {
                names_used(then, out);
                names_used(otherwise, out);
            }
            _ => {}
        }
    }
}

//! What an effect asks and what answers do (10.31): choices of cards, dice, amounts, types and modes.
//!
//! A decision is a frame standing at an instruction that asks; [`Table::answer`] writes the answer into it.

use arrayvec::ArrayVec;

use super::Table;
use super::program::{Base, DiceExpr, Direction, Op, Purpose, SetExpr, Span};
use super::query::Scope;
use super::resolve::Flow;
use super::state::{Action, Frame, Job, Kind};
use crate::bits::{Card, CardSet, DieSet};
use crate::chance::Chance;

impl<'m> Table<'m> {
    // ---- choices ----

    /// The innermost frame and the instruction it stands at, if it runs an effect.
    fn asking(&self) -> Option<(&Frame, &'m Op)> {
        let frame = self.state.frames.last().filter(|frame| frame.job == Job::Effect)?;
        Some((frame, &self.cards.program.code[frame.pc as usize]))
    }

    /// The cards that may be chosen at the choosing instruction at which the innermost frame stands, those chosen
    /// already left out, and whether choosing none (more) is allowed.
    pub(super) fn choice(&self) -> Option<(CardSet, bool)> {
        let (frame, op) = self.asking()?;
        let Op::Choose { set, span, into, decline, purpose } = op else { return None };
        let scope = Scope::from(frame);
        let chosen = CardSet(self.state.registers[(frame.base + into) as usize]);
        let candidates = self.candidates(set, *purpose, &scope) - chosen;
        let least = self.num(&span.least, &scope).unwrap_or(0).max(0) as usize;
        let none = chosen.len() >= least || (decline.is_some() && chosen.is_empty());
        Some((candidates, none))
    }

    /// The cards that would go along unasked if this one were chosen now: all that is left has to be taken.
    pub(super) fn goes_along(&self, card: Card) -> CardSet {
        let (Some((frame, Op::Choose { span, into, .. })), Some((candidates, _))) = (self.asking(), self.choice())
        else {
            return CardSet::EMPTY;
        };
        let chosen = CardSet(self.state.registers[(frame.base + into) as usize]).len() + 1;
        let least = self.num(&span.least, &Scope::from(frame)).unwrap_or(0).max(0) as usize;
        let rest = candidates - CardSet::of(card);
        if rest.len() <= least.saturating_sub(chosen) { rest } else { CardSet::EMPTY }
    }

    fn candidates(&self, set: &SetExpr, purpose: Purpose, scope: &Scope) -> CardSet {
        let cards = self.set(set, scope);
        let cards = match set.base {
            Base::Register(at) => cards & self.acting(scope.base + at),
            _ => cards,
        };
        match purpose {
            Purpose::Any => cards,
            Purpose::Play { free } => cards.filter(|&card| self.can_play(card, free, None)).collect(),
            Purpose::Call => cards.filter(|&card| self.can_call(card)).collect(),
        }
    }

    pub(super) fn start_choice(
        &mut self,
        set: &SetExpr,
        span: &Span,
        into: u8,
        decline: Option<u16>,
        purpose: Purpose,
    ) -> Flow {
        let frame = *self.top_frame();
        let scope = Scope::from(&frame);
        let register = frame.base + into;
        self.bind(register, CardSet::EMPTY);
        let candidates = self.candidates(set, purpose, &scope);
        let least = self.num(&span.least, &scope).unwrap_or(0).max(0) as usize;
        let most = self.num(&span.most, &scope).unwrap_or(0).max(0) as usize;
        if let Some(decline) = decline
            && (candidates.is_empty() || candidates.len() < least)
        {
            let top = self.top_frame();
            (top.pc, top.did) = (decline, false);
            return Flow::On;
        }
        if candidates.is_empty() || most == 0 {
            let top = self.top_frame();
            (top.pc, top.did) = (frame.pc + 1, false);
            return Flow::On;
        }
        // All of them, if all have to be taken (10.31.2).
        if decline.is_none() && candidates.len() <= least {
            self.bind(register, candidates);
            let top = self.top_frame();
            (top.pc, top.did) = (frame.pc + 1, true);
            return Flow::On;
        }
        self.top_frame().left = most.min(candidates.len()) as i8;
        Flow::Ask(frame.you, Kind::Choose)
    }

    fn answer_choice(&mut self, answer: Option<Card>) {
        let frame = *self.top_frame();
        let Op::Choose { span, into, decline, .. } = &self.cards.program.code[frame.pc as usize] else {
            unreachable!("a card is chosen at a choosing instruction");
        };
        let register = frame.base + into;
        let mut chosen = CardSet(self.state.registers[register as usize]);
        let Some(card) = answer else {
            let declined = chosen.is_empty();
            let top = self.top_frame();
            top.left = 0;
            top.did = !declined;
            top.pc = match decline {
                Some(decline) if declined => *decline,
                _ => frame.pc + 1,
            };
            return;
        };
        chosen.insert(card);
        self.bind(register, chosen);
        let least = self.num(&span.least, &Scope::from(&frame)).unwrap_or(0).max(0) as usize;
        let left = frame.left - 1;
        self.top_frame().left = left;
        let (rest, _) = self.choice().unwrap_or_default();
        // Nothing is left to choose between: what is left, if anything is, goes along.
        let all = rest.len() <= least.saturating_sub(chosen.len());
        if all {
            self.bind(register, chosen | rest);
        }
        if all || left == 0 {
            let top = self.top_frame();
            (top.pc, top.did, top.left) = (frame.pc + 1, true, 0);
        }
    }

    /// The dice that may be chosen at the instruction at which the innermost frame stands.
    pub(super) fn die_choice(&self) -> Option<(DieSet, bool)> {
        let (frame, op) = self.asking()?;
        let Op::ChooseDie { dice, decline, .. } = op else { return None };
        Some((self.dice(dice, &Scope::from(frame)), decline.is_some()))
    }

    pub(super) fn start_die_choice(&mut self, dice: &DiceExpr, into: u8, decline: Option<u16>) -> Flow {
        let frame = *self.top_frame();
        let candidates = self.dice(dice, &Scope::from(&frame));
        // A swap that has no die on the other side is no swap: the first choice is already impossible (10.7).
        let swap_fails = self.next_swap_fails(frame.pc);
        if candidates.is_empty() || swap_fails {
            self.bind_bits(frame.base + into, 0);
            let top = self.top_frame();
            top.did = false;
            top.pc = decline.unwrap_or(frame.pc + 1);
            return Flow::On;
        }
        Flow::Ask(frame.you, Kind::Choose)
    }

    /// Whether the instruction chooses the first die of a swap whose second choice would have no candidate.
    fn next_swap_fails(&self, pc: u16) -> bool {
        let code = &self.cards.program.code;
        match (code.get(pc as usize + 1), code.get(pc as usize + 2)) {
            (Some(Op::ChooseDie { dice, .. }), Some(Op::Swap(..))) => {
                let frame = self.state.frames.last().expect("an effect runs");
                self.dice(dice, &Scope::from(frame)).is_empty()
            }
            _ => false,
        }
    }

    // ---- amounts ----

    /// The amounts by which the die at hand may change, lowest first.
    pub(super) fn change_options(&self) -> Option<std::ops::RangeInclusive<i8>> {
        let (frame, op) = self.asking()?;
        let Op::Change { die, direction, by, .. } = op else { return None };
        let die = DieSet(self.state.registers[(frame.base + die) as usize] as u16).first()?;
        let value = self.state.values[die.index()] as i16;
        let by = self.num(by, &Scope::from(frame)).unwrap_or(0).max(0);
        let up = by.min(i16::from(die.faces()) - value) as i8;
        let down = by.min(value - 1) as i8;
        Some(match direction {
            Direction::Up => 0..=up,
            Direction::Down => 0..=down,
            Direction::Either => -down..=up,
        })
    }

    /// For a change of exactly n: the amounts that a die can take (6.4.4).
    pub(super) fn exact_changes(&self) -> Option<ArrayVec<i8, 2>> {
        let (frame, op) = self.asking()?;
        let Op::Change { die, direction, by, up_to: false } = op else { return None };
        let die = DieSet(self.state.registers[(frame.base + die) as usize] as u16).first()?;
        let value = i16::from(self.state.values[die.index()]);
        let by = self.num(by, &Scope::from(frame)).unwrap_or(0).max(0);
        let mut amounts = ArrayVec::new();
        if *direction != Direction::Up && value - by >= 1 {
            amounts.push(if *direction == Direction::Down { by as i8 } else { -by as i8 });
        }
        if *direction != Direction::Down && value + by <= i16::from(die.faces()) {
            amounts.push(by as i8);
        }
        Some(amounts)
    }

    pub(super) fn start_change(&mut self, register: u8, _: Direction, by: &super::program::Num, up_to: bool) -> Flow {
        let frame = *self.top_frame();
        let die = DieSet(self.state.registers[register as usize] as u16).first();
        let by = self.num(by, &Scope::from(&frame)).unwrap_or(0);
        let possible = die.is_some()
            && by > 0
            && if up_to {
                self.change_options().is_some_and(|range| range.start() != range.end())
            } else {
                self.exact_changes().is_some_and(|amounts| !amounts.is_empty())
            };
        if !possible {
            // 6.4.5: nothing happens, the choice was allowed.
            let top = self.top_frame();
            (top.pc, top.did) = (frame.pc + 1, false);
            return Flow::On;
        }
        Flow::Ask(frame.you, Kind::Choose)
    }

    fn answer_change(&mut self, amount: i8) {
        let frame = *self.top_frame();
        let Op::Change { die, direction, .. } = &self.cards.program.code[frame.pc as usize] else {
            unreachable!("an amount is chosen at a change");
        };
        let die = DieSet(self.state.registers[(frame.base + die) as usize] as u16).first().expect("a die was chosen");
        let signed = if *direction == Direction::Down { -amount } else { amount };
        let value = i16::from(self.state.values[die.index()]) + i16::from(signed);
        let did = self.set_gig(die, value, frame.owner);
        let top = self.top_frame();
        (top.pc, top.did) = (frame.pc + 1, did);
    }

    // ---- answers ----

    /// Carries out an action at the decision under way; the frame or procedure that asked goes on afterwards.
    pub(super) fn answer(&mut self, action: Action, chance: &mut impl Chance) {
        let (player, kind) = self.state.decision;
        self.state.moment = self.state.moment.wrapping_add(1);
        if matches!(action, Action::Concede) {
            self.lose(player, crate::game::Reason::Concede);
            return;
        }
        match kind {
            Kind::Mulligan => self.answer_mulligan(player, action, chance),
            Kind::Roll => {
                if let Action::Roll(die) = action {
                    self.start_roll_in(die, chance);
                }
            }
            Kind::Main | Kind::React => self.act(player, action, chance),
            Kind::Pay => {
                if let Action::Pay(places) = action {
                    self.pay_with(places);
                }
            }
            Kind::Order => {
                if let Action::Resolve(source, nth) = action {
                    let options = self.pending_options(player);
                    let chosen = options.iter().find(|&&(_, s, n)| s == source && n == nth).map_or(0, |&(at, ..)| at);
                    self.start_pending(chosen as usize);
                }
            }
            Kind::Choose => self.answer_question(action, chance),
        }
    }

    fn answer_question(&mut self, action: Action, chance: &mut impl Chance) {
        let frame = *self.top_frame();
        match frame.job {
            Job::Defeat => return self.answer_defeat(action),
            Job::Steal => return self.answer_steal(action),
            Job::RollIn => return self.answer_roll_in(action, chance),
            Job::Play => return self.answer_play(action, chance),
            Job::Pay | Job::Call => unreachable!("this procedure asks nothing"),
            Job::Effect => {}
        }
        match &self.cards.program.code[frame.pc as usize] {
            Op::May(_, to) => {
                let top = self.top_frame();
                if action == Action::Yes {
                    top.pc += 1;
                    top.did = true;
                } else {
                    top.pc = *to;
                    top.did = false;
                }
            }
            Op::Choose { purpose, .. } => {
                let card = match action {
                    Action::Choose(card) => Some(card),
                    Action::ChoosePlace(place) => Some(self.state.places[frame.you.index()][place as usize]),
                    Action::Call(place) if *purpose == Purpose::Call => {
                        Some(self.state.places[frame.you.index()][place as usize])
                    }
                    _ => None,
                };
                self.answer_choice(card);
            }
            Op::ChooseDie { into, decline, .. } => {
                let top = self.top_frame();
                if let Action::ChooseDie(die) = action {
                    top.pc += 1;
                    top.did = true;
                    self.bind_bits(frame.base + into, DieSet::of(die).0);
                } else {
                    top.pc = decline.unwrap_or(frame.pc + 1);
                    top.did = false;
                }
            }
            Op::Change { .. } => {
                if let Action::ChooseNumber(amount) = action {
                    self.answer_change(amount);
                }
            }
            Op::NameType(into) => {
                if let Action::ChooseType(kind) = action {
                    self.bind_bits(frame.base + into, 1 << kind as u8);
                    self.top_frame().pc += 1;
                }
            }
            Op::Modes { .. } => {
                if let Action::ChooseNumber(mode) = action {
                    let top = self.top_frame();
                    top.mask |= 1 << (mode - 1);
                    top.left -= 1;
                    if top.left == 0 {
                        top.pc += 1;
                    }
                }
            }
            other => unreachable!("{other:?} asks nothing"),
        }
    }
}

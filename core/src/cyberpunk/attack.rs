//! Chapter 9: attacks, reactions, fights, steals; and the defeats and steals that effects cause.

use arrayvec::ArrayVec;

use super::Table;
use super::program::{EffectId, EffectKind, EventKind, Op, RuleKind};
use super::query::{Happening, Scope};
use super::resolve::Flow;
use super::state::{Action, Attack, Ends, Frame, Job, Kind, Stage, Zone};
use super::trigger::Triggered;
use crate::bits::{Card, CardSet, Die, DieSet};
use crate::chance::Chance;
use crate::game::Player;

/// What may replace an event: a bit of its own, the source, the effect, whether it is optional.
pub(super) type Offers = ArrayVec<(u8, Card, EffectId, bool), 8>;

/// The stages of a defeat or steal, in `Frame::pc`.
mod step {
    /// Look at the next piece.
    pub const NEXT: u16 = 0;
    /// A replacement is resolving.
    pub const REPLACING: u16 = 1;
    /// The dice are being chosen.
    pub const CHOOSING: u16 = 2;
}

impl Table<'_> {
    // ---- the attack ----

    /// 9.3-9.5: attacker and target are named, the attacker is spent, then its triggers become pending.
    pub(super) fn declare(&mut self, attacker: Card, target: Card) {
        self.state.attack = Attack {
            stage: Stage::Declared,
            attacker,
            target,
            blockable: !self.holds(RuleKind::CantBeBlocked, attacker),
            target_was_spent: self.state.spent.has(target),
            defeats: [false; 2],
            fighting: false,
        };
        self.state.spent.insert(attacker);
        self.raise(Happening::to(EventKind::Attacks, attacker));
        self.raise(Happening::to(EventKind::Spent, attacker));
    }

    /// 9.9: the blocker is spent and becomes the target.
    pub(super) fn block(&mut self, unit: Card) {
        self.state.spent.insert(unit);
        self.state.attack.target = unit;
        self.state.attack.target_was_spent = true;
        self.raise(Happening::to(EventKind::UsesBlocker, unit));
        self.raise(Happening::to(EventKind::Spent, unit));
    }

    /// Units that may block now: ready, with BLOCKER, not the target itself (FAQ G4).
    pub(super) fn blockers(&self, defender: Player) -> CardSet {
        let state = &self.state;
        if !state.attack.blockable {
            return CardSet::EMPTY;
        }
        let ready = (state.field - state.spent).of_player(defender) - CardSet::of(state.attack.target);
        if ready.is_empty() {
            return ready;
        }
        let printed = self.cards.blocker;
        // Nobody is given the keyword, as a rule: the printed ones are all.
        if !printed.meets(state.equipped) && !self.is_spoken_of(RuleKind::Has) {
            return ready & printed;
        }
        ready.filter(|&unit| self.has(unit, super::effect::Keyword::Blocker)).collect()
    }

    pub(super) fn run_attack(&mut self, _: &mut impl Chance) -> Flow {
        let attack = self.state.attack;
        match attack.stage {
            Stage::Declared | Stage::React => {
                if self.attack_has_ended() {
                    self.end_attack();
                    return Flow::On;
                }
                self.state.attack.stage = Stage::React;
                return Flow::Ask(attack.attacker.owner().rival(), Kind::React);
            }
            Stage::Fight => self.resolve_fight(),
            Stage::Steal => {
                self.state.attack.stage = Stage::Result;
                let power = self.power(attack.attacker);
                // 9.23.2: nothing at power 0, else one and one more for each 10.
                let count = if power == 0 { 0 } else { power / 10 + 1 };
                let dice = self.state.gigs[attack.attacker.owner().rival().index()];
                self.start_steal(attack.attacker, count, dice);
            }
            Stage::Result => self.end_attack(),
            Stage::None => unreachable!("an attack is under way"),
        }
        Flow::On
    }

    /// 9.26: attacker or target is gone, or the target is no longer one (9.26.3: a spent Unit that was readied).
    fn attack_has_ended(&self) -> bool {
        let (state, attack) = (&self.state, self.state.attack);
        if !state.field.has(attack.attacker) {
            return true;
        }
        attack.target.is_some()
            && (!state.field.has(attack.target) || (attack.target_was_spent && !state.spent.has(attack.target)))
    }

    /// 9.29: what lasts "while attacking" ends with the attack.
    fn end_attack(&mut self) {
        self.state.attack = Attack::NONE;
        self.state.floating.retain(|floating| floating.ends != Ends::UnderWay);
    }

    /// 9.14: on to the Fight Step or the Steal Step.
    pub(super) fn end_react_step(&mut self) {
        if self.state.attack.target.is_some() {
            self.fight();
        } else {
            self.state.attack.stage = Stage::Steal;
        }
    }

    /// 9.16-9.18: who wins, who loses; what that triggers.
    fn fight(&mut self) {
        self.state.attack.stage = Stage::Fight;
        self.state.attack.fighting = true;
        let Attack { attacker, target, .. } = self.state.attack;
        // What lasts for "the next fight" begins with the fight, before the powers are compared.
        let mut triggered = Triggered::new();
        let fights = [
            Happening::to(EventKind::Fights, attacker).against(target),
            Happening::to(EventKind::Fights, target).against(attacker),
        ];
        for event in &fights {
            self.hear(event, &mut triggered);
        }
        let powers = [self.power(attacker), self.power(target)];
        let by_rule = [self.wins_by_rule(attacker, target), self.wins_by_rule(target, attacker)];
        // 9.17.4: a rule that says who wins beats the powers.
        let winner = match by_rule {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ if powers[0] > powers[1] => Some(0),
            _ if powers[1] > powers[0] => Some(1),
            _ => None,
        };
        let pair = [attacker, target];
        for side in 0..2 {
            let lost = winner != Some(side);
            // 9.19.2: a Unit with 0 power defeats nobody.
            self.state.attack.defeats[side] = lost && powers[1 - side] > 0;
            let kind = if lost { EventKind::LosesFight } else { EventKind::WinsFight };
            let event = Happening::to(kind, pair[side]).against(pair[1 - side]);
            self.hear(&event, &mut triggered);
            self.note(&event);
        }
        self.enqueue(&triggered);
    }

    /// 9.19: the losers are defeated, those that are still there and not protected.
    fn resolve_fight(&mut self) {
        self.state.attack.stage = Stage::Result;
        let Attack { attacker, target, defeats, .. } = self.state.attack;
        let losers: CardSet = [(attacker, defeats[0]), (target, defeats[1])]
            .into_iter()
            .filter(|&(unit, defeated)| {
                defeated && self.state.field.has(unit) && !self.holds(RuleKind::CantBeDefeatedInFight, unit)
            })
            .map(|(unit, _)| unit)
            .collect();
        if !losers.is_empty() {
            self.start_defeat(losers);
        }
    }

    // ---- defeats ----

    /// Defeats cards.
    pub(super) fn start_defeat(&mut self, cards: CardSet) {
        let mut frame = Frame::new(Job::Defeat, self.state.active);
        self.open_registers(&mut frame, 2);
        self.state.registers[frame.base as usize] = cards.0;
        self.state.frames.push(frame);
    }

    /// The card of the set that comes first: the turn player's, as they lie on the table.
    fn first_of(&self, cards: CardSet) -> Option<Card> {
        cards.min_by_key(|&card| (card.owner() != self.state.active, self.rank(card)))
    }

    pub(super) fn run_defeat(&mut self, chance: &mut impl Chance) -> Flow {
        let frame = *self.top_frame();
        let waiting = frame.base as usize;
        let doomed = waiting + 1;
        if frame.pc == step::REPLACING {
            let top = self.top_frame();
            top.pc = step::NEXT;
            if frame.did {
                // 10.25: the defeat does not happen at all.
                top.subject = Card::NONE;
            }
            return Flow::On;
        }
        if !frame.subject.is_some() {
            let cards = CardSet(self.state.registers[waiting]);
            let Some(card) = self.first_of(cards) else {
                self.carry_out_defeat(CardSet(self.state.registers[doomed]), chance);
                return Flow::On;
            };
            self.state.registers[waiting] = (cards - CardSet::of(card)).0;
            let top = self.top_frame();
            top.subject = card;
            top.mask = 0;
            return Flow::On;
        }
        let card = frame.subject;
        let event = Happening::to(EventKind::Defeated, card);
        // Events speak of Units on the field (11.19.1).
        let offers = if self.state.field.has(card) { self.replacements(&event, frame.mask) } else { ArrayVec::new() };
        match offers.as_slice() {
            [] => {
                let top = self.top_frame();
                top.subject = Card::NONE;
                if self.state.zone(card) != Zone::Trash && self.is_in_play(card) {
                    self.state.registers[doomed] |= CardSet::of(card).0;
                }
            }
            [(_, source, effect, false)] => self.replace(*source, *effect, event),
            [(_, _, _, false), ..] => return Flow::Ask(card.owner(), Kind::Choose),
            [(_, source, _, true), ..] => return Flow::Ask(source.owner(), Kind::Choose),
        }
        Flow::On
    }

    fn is_in_play(&self, card: Card) -> bool {
        (self.state.field | self.state.legends | self.state.equipped).has(card)
    }

    /// The replacements that could apply to an event, those not tried yet; only the mandatory ones if there are any
    /// (10.28), the same effect on the same kind of Gear once. Each: its bit, source, effect, whether it is optional.
    pub(super) fn replacements(&self, event: &Happening, tried: u16) -> Offers {
        let mut found = Offers::new();
        let sources = self.cards.replaces[event.kind as usize] & self.state.active();
        if sources.is_empty() {
            return found;
        }
        let mut bit = 0;
        for source in sources {
            let this = self.voice(source);
            let scope = Scope { die: event.die, ..Scope::of(source.owner(), this) }.with_subject(event.subject);
            for &id in &self.cards.text(source).replacements {
                let effect = self.effect(id);
                if !effect.on.iter().any(|pattern| self.happens(pattern, event, &scope)) {
                    continue;
                }
                bit += 1;
                if tried >> (bit - 1) & 1 == 1 || bit > 16 {
                    continue;
                }
                // 10.29.1: once to an event, and its own defeat is part of it.
                let running = self
                    .state
                    .frames
                    .iter()
                    .any(|frame| frame.job == Job::Effect && frame.effect == id && frame.source == source);
                if running || !self.can_replace(id, &scope) {
                    continue;
                }
                let EffectKind::Replacement { may } = effect.kind else { continue };
                let same = |&(_, other, effect, _): &(u8, Card, EffectId, bool)| {
                    effect == id && self.state.equipped.has(other) && self.voice(other) == this
                };
                if !found.iter().any(same) && !found.is_full() {
                    found.push((bit - 1, source, id, may));
                }
            }
        }
        if found.iter().any(|offer| !offer.3) {
            found.retain(|offer| !offer.3);
        }
        found
    }

    /// 10.27: whether every step of a replacement is possible.
    fn can_replace(&self, effect: EffectId, scope: &Scope) -> bool {
        let code = &self.cards.program.code[self.effect(effect).code as usize..];
        code.iter().take_while(|op| !matches!(op, Op::End)).all(|op| match op {
            Op::Pay(amount) => {
                self.num(amount, scope).is_some_and(|amount| self.funds(scope.you, Card::NONE) >= amount)
            }
            Op::Choose { set, .. } | Op::Take { set, .. } => {
                self.set(set, scope).any(|card| self.is_in_play(card) || self.state.hand.has(card))
            }
            _ => true,
        })
    }

    fn replace(&mut self, source: Card, effect: EffectId, event: Happening) {
        let top = self.top_frame();
        top.pc = step::REPLACING;
        top.did = false;
        let mut frame = Frame::new(Job::Effect, source.owner());
        frame.source = source;
        frame.this = self.voice(source);
        frame.this_zone = self.state.zone(frame.this);
        frame.subject = event.subject;
        frame.subject_zone = self.state.zone(event.subject);
        frame.die = event.die;
        self.push_effect(effect, frame);
    }

    /// What the innermost defeat asks about: the replacements on offer.
    pub(super) fn defeat_offers(&self) -> Offers {
        let frame = self.state.frames.last().expect("a defeat asks");
        self.replacements(&Happening::to(EventKind::Defeated, frame.subject), frame.mask)
    }

    pub(super) fn answer_defeat(&mut self, action: Action) {
        let offers = self.defeat_offers();
        let event = Happening::to(EventKind::Defeated, self.top_frame().subject);
        match action {
            Action::Choose(source) => {
                let chosen = offers.iter().find(|offer| offer.1 == source).unwrap_or(&offers[0]);
                self.replace(chosen.1, chosen.2, event);
            }
            Action::Yes => {
                self.top_frame().mask |= 1 << offers[0].0;
                self.replace(offers[0].1, offers[0].2, event);
            }
            _ => self.top_frame().mask |= 1 << offers[0].0,
        }
    }

    /// All that are defeated together move at one moment; only then their effects become pending, and only of those
    /// that did move (FAQ G21).
    fn carry_out_defeat(&mut self, doomed: CardSet, chance: &mut impl Chance) {
        let mut triggered = Triggered::new();
        let doomed: CardSet = doomed.filter(|&card| self.is_in_play(card)).collect();
        let units = doomed & self.state.field;
        for unit in units {
            self.hear(&Happening::to(EventKind::Defeated, unit), &mut triggered);
        }
        for unit in units {
            self.note(&Happening::to(EventKind::Defeated, unit));
        }
        // What is still asked of them is last valid information (10.10.1).
        for card in doomed {
            self.move_card(card, Zone::Trash, chance);
        }
        self.pop_frame(!doomed.is_empty());
        self.enqueue(&triggered);
    }

    // ---- steals ----

    /// `thief` steals up to `count` of `dice` (6.7.2, 9.23): fewer if a rule says so, never what it can't steal.
    pub(super) fn start_steal(&mut self, thief: Card, count: i16, dice: DieSet) {
        let mut frame = Frame::new(Job::Steal, thief.owner());
        frame.subject = thief;
        frame.pc = step::CHOOSING;
        frame.left = (count - self.steals_fewer(thief)).clamp(0, 12) as i8;
        self.open_registers(&mut frame, 2);
        let rival = self.state.gigs[thief.owner().rival().index()];
        self.state.registers[frame.base as usize] = u128::from(self.stealable(thief, dice & rival).0);
        self.state.frames.push(frame);
    }

    /// The dice among which the thief's player chooses now.
    pub(super) fn steal_choice(&self) -> DieSet {
        let frame = self.state.frames.last().expect("a steal asks");
        let register = |at: u8| DieSet(self.state.registers[(frame.base + at) as usize] as u16);
        register(0) - register(1)
    }

    pub(super) fn run_steal(&mut self, _: &mut impl Chance) -> Flow {
        let frame = *self.top_frame();
        let (from, chosen) = (frame.base as usize, frame.base as usize + 1);
        match frame.pc {
            step::CHOOSING => {
                let rest = self.steal_choice();
                if frame.left > 0 && rest.len() > frame.left as usize {
                    return Flow::Ask(frame.you, Kind::Choose);
                }
                if frame.left > 0 {
                    // 9.23.3.3: all there are.
                    self.state.registers[chosen] |= u128::from(rest.0);
                }
                // From now on: the dice whose theft may be replaced, one by one; what is left moves.
                self.state.registers[from] = self.state.registers[chosen];
                self.top_frame().pc = step::NEXT;
            }
            step::REPLACING => {
                if frame.did {
                    self.state.registers[chosen] &= !u128::from(DieSet::of(frame.die).0);
                    self.top_frame().die = Die::NONE;
                }
                self.top_frame().pc = step::NEXT;
            }
            _ => {
                if frame.die.is_some() {
                    let event = Happening::to(EventKind::Steals, frame.subject).with_die(frame.die);
                    if let Some(&(bit, source, effect, may)) = self.replacements(&event, frame.mask).first() {
                        if may {
                            return Flow::Ask(source.owner(), Kind::Choose);
                        }
                        self.top_frame().mask |= 1 << bit;
                        self.replace(source, effect, event);
                        return Flow::On;
                    }
                }
                let waiting = DieSet(self.state.registers[from] as u16);
                let Some(die) = waiting.first() else {
                    self.carry_out_steal(frame);
                    return Flow::On;
                };
                self.state.registers[from] = u128::from((waiting - DieSet::of(die)).0);
                let top = self.top_frame();
                (top.die, top.mask) = (die, 0);
            }
        }
        Flow::On
    }

    /// What may replace the theft of the die under way.
    pub(super) fn steal_offers(&self) -> Offers {
        let frame = self.state.frames.last().expect("a steal asks");
        self.replacements(&Happening::to(EventKind::Steals, frame.subject).with_die(frame.die), frame.mask)
    }

    /// The cards among which the effect that may replace this theft chooses first, if it begins with a choice.
    pub(super) fn instead_of_steal(&self) -> CardSet {
        let frame = self.state.frames.last().expect("a steal asks");
        let Some(&(_, source, effect, _)) = self.steal_offers().first() else { return CardSet::EMPTY };
        let scope =
            Scope { die: frame.die, ..Scope::of(source.owner(), self.voice(source)) }.with_subject(frame.subject);
        match &self.cards.program.code[self.effect(effect).code as usize] {
            Op::Choose { set, .. } => self.set(set, &scope),
            _ => CardSet::EMPTY,
        }
    }

    pub(super) fn answer_steal(&mut self, action: Action) {
        let frame = *self.top_frame();
        if let Action::ChooseDie(die) = action {
            self.state.registers[frame.base as usize + 1] |= u128::from(DieSet::of(die).0);
            self.top_frame().left -= 1;
            return;
        }
        let event = Happening::to(EventKind::Steals, frame.subject).with_die(frame.die);
        let offers = self.steal_offers();
        self.top_frame().mask |= 1 << offers[0].0;
        if action == Action::Yes {
            self.replace(offers[0].1, offers[0].2, event);
        }
    }

    /// 9.23.5: all chosen Gigs move at the same time; then each is a stolen Gig (9.23.5.2).
    fn carry_out_steal(&mut self, frame: Frame) {
        let stolen = DieSet(self.state.registers[frame.base as usize + 1] as u16);
        let (thief, you) = (frame.subject, frame.you);
        self.state.gigs[you.index()] |= stolen;
        self.state.gigs[you.rival().index()] -= stolen;
        self.pop_frame(!stolen.is_empty());
        self.check_overtime();
        if stolen.is_empty() || self.state.outcome.is_some() {
            return;
        }
        let mut triggered = Triggered::new();
        for die in stolen {
            let event = Happening::to(EventKind::Steals, thief).with_die(die);
            self.hear(&event, &mut triggered);
        }
        for die in stolen {
            self.note(&Happening::to(EventKind::Steals, thief).with_die(die));
        }
        self.hear(&Happening::to(EventKind::StealsSome, thief), &mut triggered);
        self.note(&Happening::to(EventKind::StealsSome, thief));
        self.enqueue(&triggered);
    }
}

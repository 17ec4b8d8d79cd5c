//! Chapters 1 and 8: the turn from start to end, rolling in, winning and losing, Overtime.

use super::Table;
use super::attack::Offers;
use super::program::{EventKind, RuleKind};
use super::query::Happening;
use super::resolve::Flow;
use super::state::{Action, Ends, Frame, History, Job, Kind, Phase};
use crate::bits::{CardSet, Die, DieSet, DieSize};
use crate::chance::Chance;
use crate::game::{Outcome, Player, Reason};

/// How many Gigs win (1.10).
const WINNING_GIGS: usize = 7;

impl Table<'_> {
    pub(super) fn run_turn(&mut self) -> Flow {
        // From phase to phase until somebody is asked or something has become pending.
        loop {
            let player = self.state.active;
            match self.state.phase {
                Phase::Mulligan => {
                    if let asks @ Flow::Ask(..) = self.ask_mulligan() {
                        return asks;
                    }
                }
                Phase::Start => self.start_turn(),
                Phase::Ready => {
                    self.ready_step();
                    self.state.phase = Phase::Draw;
                }
                Phase::Draw => {
                    self.state.phase = Phase::RollIn;
                    if !self.draw_one(player) {
                        self.lose(player, Reason::DeckOut);
                    }
                }
                Phase::RollIn => {
                    if !self.roll_options().is_empty() {
                        return Flow::Ask(player, Kind::Roll);
                    }
                    self.state.phase = Phase::Main;
                }
                Phase::Main => return Flow::Ask(player, Kind::Main),
                Phase::End | Phase::Cleanup => self.end_turn(),
            }
            if !self.state.pending.is_empty() || self.state.outcome.is_some() {
                return Flow::On;
            }
        }
    }

    /// 8.6.1 and 8.6.2: seven Gigs win before anything else; then what ends and what happens at the start.
    fn start_turn(&mut self) {
        let state = &mut self.state;
        let player = state.active;
        state.phase = Phase::Ready;
        state.sold = false;
        state.called = [false; 2];
        state.empty_starts = if state.fixer(player).is_empty() { state.empty_starts.saturating_add(1) } else { 0 };
        if state.gigs[player.index()].len() >= WINNING_GIGS {
            self.win(player, Reason::Gigs);
            return;
        }
        state.floating.retain(|floating| floating.ends != Ends::OwnersTurn || floating.owner != player);
        for floating in state.floating.iter_mut() {
            if floating.ends == Ends::NextTurn {
                floating.ends = Ends::ThisTurn;
            }
        }
        self.raise(Happening::by(EventKind::StartOfTurn, player));
    }

    /// 8.6.3: all spent cards in the Legends area, on the field and among the Eddies.
    fn ready_step(&mut self) {
        let state = &mut self.state;
        let player = state.active;
        state.eddies_spent[player.index()] = 0;
        // 7.7.4: on the starting turn the two left-most Legends stay spent.
        let places = state.places[player.index()];
        let held_back = if state.turn == 1 { CardSet::of(places[0]) | CardSet::of(places[1]) } else { CardSet::EMPTY };
        let spent = state.spent.of_player(player) - held_back;
        if self.is_spoken_of(RuleKind::CantReady) {
            spent.for_each(|card| {
                self.make_ready(card);
            });
        } else {
            self.state.spent -= spent;
        }
    }

    /// The dice that may be rolled in: the d20 only when nothing else is left (8.6.5.1.1).
    pub(super) fn roll_options(&self) -> DieSet {
        let player = self.state.active;
        let fixer = self.state.fixer(player);
        let d20 = DieSet::of(Die::new(player, DieSize::D20));
        if (fixer - d20).is_empty() { fixer } else { fixer - d20 }
    }

    pub(super) fn start_roll_in(&mut self, die: Die, chance: &mut impl Chance) {
        let player = self.state.active;
        self.state.phase = Phase::Main;
        self.state.values[die.index()] = chance.die(player, die);
        let mut frame = Frame::new(Job::RollIn, player);
        frame.die = die;
        self.state.frames.push(frame);
    }

    /// 8.6.5.2: the result may be replaced; then the die lies in the Gig area.
    pub(super) fn run_roll_in(&mut self, _: &mut impl Chance) -> Flow {
        let frame = *self.top_frame();
        let event = Happening::by(EventKind::RollsIn, frame.you).with_die(frame.die);
        if frame.pc == 0
            && let Some(&(_, source, _, may)) = self.replacements(&event, frame.mask).first()
        {
            if may {
                return Flow::Ask(source.owner(), Kind::Choose);
            }
            self.replace_roll();
            return Flow::On;
        }
        self.state.gigs[frame.you.index()].insert(frame.die);
        self.pop_frame(true);
        self.check_overtime();
        self.raise(Happening::by(EventKind::Rolls, frame.you).with_die(frame.die));
        Flow::On
    }

    /// What may replace the roll under way.
    pub(super) fn roll_in_offers(&self) -> Offers {
        let frame = self.state.frames.last().expect("a roll asks");
        self.replacements(&Happening::by(EventKind::RollsIn, frame.you).with_die(frame.die), frame.mask)
    }

    fn replace_roll(&mut self) {
        let frame = *self.top_frame();
        let event = Happening::by(EventKind::RollsIn, frame.you).with_die(frame.die);
        let (bit, source, effect, _) = self.replacements(&event, frame.mask)[0];
        // 10.29.1: once a roll.
        self.top_frame().mask |= 1 << bit;
        let mut inner = Frame::new(Job::Effect, source.owner());
        inner.source = source;
        inner.this = self.voice(source);
        inner.this_zone = self.state.zone(inner.this);
        inner.die = frame.die;
        self.push_effect(effect, inner);
    }

    pub(super) fn answer_roll_in(&mut self, action: Action, _: &mut impl Chance) {
        if action == Action::Yes {
            self.replace_roll();
        } else {
            let (bit, ..) = self.roll_in_offers()[0];
            self.top_frame().mask |= 1 << bit;
        }
    }

    /// 8.16.2-8.18: what lasted this turn ends, Lag ends, Overtime may begin, the rival's turn begins.
    fn end_turn(&mut self) {
        let state = &mut self.state;
        state.floating.retain(|floating| matches!(floating.ends, Ends::OwnersTurn | Ends::NextTurn));
        for card in state.field | state.legends {
            state.link[card.index()] = 0;
        }
        state.lag = CardSet::EMPTY;
        state.solo = CardSet::EMPTY;
        state.history = [CardSet::EMPTY; History::COUNT];
        if state.empty_starts >= 2 {
            state.overtime = true;
        }
        self.check_overtime();
        let state = &mut self.state;
        if state.outcome.is_none() {
            state.active = state.active.rival();
            state.turn += 1;
            state.phase = Phase::Start;
        }
    }

    // ---- the end of the game ----

    /// 1.11: in Overtime seven Gigs win at once.
    pub(super) fn check_overtime(&mut self) {
        if !self.state.overtime {
            return;
        }
        let [a, b] = self.state.gigs.map(|gigs| gigs.len() >= WINNING_GIGS);
        match (a, b) {
            // 1.13.1
            (true, true) => self.finish(None, Reason::Tie),
            (true, false) => self.win(Player::A, Reason::Overtime),
            (false, true) => self.win(Player::B, Reason::Overtime),
            (false, false) => {}
        }
    }

    fn win(&mut self, player: Player, reason: Reason) {
        self.finish(Some(player), reason);
    }

    /// The player loses, the rival wins (1.6).
    pub(super) fn lose(&mut self, player: Player, reason: Reason) {
        self.finish(Some(player.rival()), reason);
    }

    fn finish(&mut self, winner: Option<Player>, reason: Reason) {
        // 1.17: at once; what was half done is never finished.
        self.state.outcome.get_or_insert(Outcome { winner, reason });
    }
}

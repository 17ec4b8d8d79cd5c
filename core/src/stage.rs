//! Scenarios on the table of any game: luck as the file gives it, names that follow their cards, what a file came to.

use std::collections::VecDeque;

use crate::bits::{Card, Die};
use crate::chance::{Chance, Shuffle, Streams};
use crate::game::{Game, Status};
use crate::notation::{ActionError, Handles, Written};
use crate::pool::CardPool;
use crate::rulebook::{Position, Rulebook};
use crate::scenario::{Failure, Scenario, Stage};

/// Luck as a scenario gives it: a result forced by an action, then the file's `rolls`, then the seed. Copies that
/// exchange numbers are noted down.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub forced: Option<u8>,
    rolls: VecDeque<u8>,
    /// A die that was to show what it hasn't.
    wrong: Option<(Die, u8)>,
    streams: Streams,
    relabelled: Vec<(Card, Card)>,
}

impl Chance for Script {
    fn die(&mut self, seat: crate::game::Player, die: Die) -> u8 {
        let given = self.forced.take().or_else(|| self.rolls.pop_front());
        match given {
            None => self.streams.die(seat, die),
            Some(value) if (1..=die.faces()).contains(&value) => value,
            Some(value) => {
                self.wrong.get_or_insert((die, value));
                1
            }
        }
    }
    fn shuffle(&mut self, seat: crate::game::Player, what: Shuffle, cards: &mut [u8]) {
        self.streams.shuffle(seat, what, cards);
    }
    fn pick(&mut self, seat: crate::game::Player, below: u32) -> u32 {
        self.streams.pick(seat, below)
    }
    fn relabel(&mut self, x: Card, y: Card) {
        self.relabelled.push((x, y));
    }
}

/// A scenario under way.
#[derive(Clone, Debug)]
pub struct Play<'m, R: Rulebook> {
    /// The table.
    pub table: R::Table<'m>,
    /// What the names mean now.
    pub handles: Handles,
    pub(crate) script: Script,
}

impl<'m, R: Rulebook> Play<'m, R> {
    /// Starts from a position: runs to its first decision.
    pub fn new(position: &'m Position<R>, seed: u64, rolls: &[u8]) -> Self {
        let script = Script {
            forced: None,
            rolls: rolls.iter().copied().collect(),
            wrong: None,
            streams: Streams::new(seed),
            relabelled: Vec::new(),
        };
        let table = R::lay_out(position.state, &position.match_up);
        let mut play = Self { table, handles: position.handles.clone(), script };
        R::go_on(&mut play.table, &mut play.script);
        play.follow_relabelling();
        play
    }

    /// Physical cards keep their names when copies exchange numbers.
    fn follow_relabelling(&mut self) {
        for (x, y) in std::mem::take(&mut self.script.relabelled) {
            self.exchange(x, y);
        }
    }

    /// Two cards exchange the names of the file.
    pub(crate) fn exchange(&mut self, x: Card, y: Card) {
        for card in self.handles.values_mut() {
            if *card == x {
                *card = y;
            } else if *card == y {
                *card = x;
            }
        }
    }

    /// Carries out a legal action.
    pub(crate) fn apply(&mut self, action: R::Action) {
        self.table.apply(action, &mut self.script);
        self.follow_relabelling();
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.table.status(), Status::Over(_))
    }

    /// Whether one text means something legal.
    ///
    /// # Errors
    /// It means nothing at all.
    pub(crate) fn allows_text(&self, text: &str) -> Result<bool, String> {
        match self.table.parse_action(text, &self.handles) {
            Ok(_) | Err(ActionError::Ambiguous { .. }) => Ok(!self.is_over()),
            Err(ActionError::Illegal(_)) => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl<R: Rulebook> Stage for Play<'_, R> {
    fn allows(&self, action: &str) -> Result<bool, String> {
        R::allows(self, action)
    }

    fn perform(&mut self, action: &str) -> Result<(), String> {
        if self.is_over() {
            return Err("the game is over".into());
        }
        // Of a choice of several things all are made or none.
        let mut next = self.clone();
        R::attempt(&mut next, action)?;
        *self = next;
        Ok(())
    }

    fn holds(&self, expectation: &str) -> Result<(), String> {
        R::holds(self, expectation)
    }

    fn take_forced(&mut self) -> bool {
        let Some(action) = (if self.is_over() { None } else { R::forced(&self.table) }) else { return false };
        self.apply(action);
        true
    }

    fn legal_texts(&self) -> Vec<String> {
        Written::legal_texts(&self.table)
    }

    fn mark(&self) -> u64 {
        self.table.fingerprint()
    }
}

/// What a scenario file came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything held.
    Passed,
    /// A position that can't be laid out.
    Impossible(String),
    /// Something did not hold.
    Failed(Failure),
}

/// Lays out the position of a scenario.
///
/// # Errors
/// The first thing that can't be.
pub fn position<R: Rulebook>(scenario: &Scenario<R::Layout>, pool: &CardPool<R::Card>) -> Result<Position<R>, String> {
    if !R::HAS_DICE && !scenario.rolls.is_empty() {
        return Err(format!("`rolls` says nothing here: {} has no dice", R::NAME));
    }
    R::place(&scenario.position, pool)
}

/// Runs a scenario.
pub fn run<R: Rulebook>(scenario: &Scenario<R::Layout>, pool: &CardPool<R::Card>) -> Verdict {
    let position = match position::<R>(scenario, pool) {
        Ok(position) => position,
        Err(message) => return Verdict::Impossible(message),
    };
    let mut play = Play::new(&position, scenario.seed, &scenario.rolls);
    let held = crate::scenario::run(&mut play, &scenario.step);
    if let Some((die, value)) = play.script.wrong {
        return Verdict::Impossible(format!("rolls: a d{} never shows {value}", die.faces()));
    }
    match held {
        Ok(()) => Verdict::Passed,
        Err(failure) => Verdict::Failed(failure),
    }
}

/// A word that was found against the one that is wanted.
pub(crate) fn same(found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("found {found}")) }
}

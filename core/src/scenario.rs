//! Rule tests and puzzles: a position, steps, and what must hold after each.
//!
//! The file format is that of the notation (`docs/notation.md`). What a position looks like and what an expectation
//! means is the game's ([`Stage`]); reading the file and running its steps is here.

use serde::Deserialize;

use crate::diagnostics::Diagnostic;

/// A scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario<P> {
    /// What it shows.
    #[serde(default)]
    pub title: String,
    /// The rules it pins, by number.
    #[serde(default)]
    pub rules: Vec<String>,
    /// For whatever is random and not forced.
    #[serde(default = "one")]
    pub seed: u64,
    /// The results of the next die rolls that no action forces.
    #[serde(default)]
    pub rolls: Vec<u8>,
    /// The best first moves, for puzzles.
    #[serde(default)]
    pub best: Vec<String>,
    /// The position: `[state]`, `[A]`, `[B]`.
    #[serde(flatten)]
    pub position: P,
    /// What is done and what must hold.
    #[serde(default)]
    pub step: Vec<Step>,
}

const fn one() -> u64 {
    1
}

/// One step.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The action of whoever must decide; empty: only look.
    pub r#do: Option<String>,
    /// What must hold at the next real decision.
    #[serde(default)]
    pub expect: Vec<String>,
    /// An action that must be refused as illegal here. A text that is no action in any position does not pass.
    pub error: Option<String>,
}

/// A game that scenarios can be run on.
pub trait Stage {
    /// Whether an action can be done at this decision.
    ///
    /// # Errors
    /// The text means nothing at all.
    fn allows(&self, action: &str) -> Result<bool, String>;
    /// Does an action.
    ///
    /// # Errors
    /// It can't be read or is not legal here.
    fn perform(&mut self, action: &str) -> Result<(), String>;
    /// Checks an expectation.
    ///
    /// # Errors
    /// It does not hold: what was found.
    fn holds(&self, expectation: &str) -> Result<(), String>;
    /// Takes a decision that is forced (a default payment, a default order); `false` at a real one.
    fn take_forced(&mut self) -> bool;
    /// The legal actions, for messages.
    fn legal_texts(&self) -> Vec<String>;
    /// Something that changes if and only if the position does.
    fn mark(&self) -> u64;
}

/// Why a scenario failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The step, from 1.
    pub step: usize,
    /// The expectation or action.
    pub text: String,
    /// What was found.
    pub found: String,
    /// What was legal then.
    pub legal: Vec<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step {}: `{}`: {}; legal: {}", self.step, self.text, self.found, self.legal.join(", "))
    }
}

/// Runs the steps of a scenario.
///
/// # Errors
/// The first thing that does not hold.
pub fn run(stage: &mut impl Stage, steps: &[Step]) -> Result<(), Failure> {
    for (at, step) in steps.iter().enumerate() {
        let fail = |stage: &_, text: &str, found: String| Failure {
            step: at + 1,
            text: text.to_owned(),
            found,
            legal: Stage::legal_texts(stage),
        };
        settle(stage, &steps[at..]);
        if let Some(text) = &step.error {
            match stage.allows(text) {
                Ok(true) => return Err(fail(&*stage, text, "it is legal, but must be refused".into())),
                // A slip of the pen would be refused for ever, whatever the rules say.
                Err(unreadable) => return Err(fail(&*stage, text, unreadable)),
                Ok(false) => {}
            }
            let before = stage.mark();
            if stage.perform(text).is_ok() || stage.mark() != before {
                return Err(fail(&*stage, text, "a refused action changed the position".into()));
            }
        }
        let action = step.r#do.as_deref().unwrap_or_default();
        if !action.is_empty() {
            if let Err(found) = stage.perform(action) {
                return Err(fail(&*stage, action, found));
            }
            settle(stage, &steps[at + 1..]);
        }
        for expectation in &step.expect {
            if let Err(found) = stage.holds(expectation) {
                return Err(fail(&*stage, expectation, found));
            }
        }
    }
    Ok(())
}

/// Takes forced decisions until the next action of the scenario is legal or a real decision is reached.
fn settle(stage: &mut impl Stage, rest: &[Step]) {
    let next = rest.iter().find_map(|step| step.r#do.as_deref().filter(|action| !action.is_empty()));
    loop {
        if let Some(action) = next
            && stage.allows(action).unwrap_or(false)
        {
            return;
        }
        if !stage.take_forced() {
            return;
        }
    }
}

/// Reads a scenario file.
///
/// # Errors
/// Where the file says nothing, is no TOML, or has a key or value that a scenario hasn't.
pub fn read<P: for<'de> Deserialize<'de>>(file: &str, text: &str) -> Result<Scenario<P>, Diagnostic> {
    // Every key can be left out, but somebody who leaves out all of them has lost the contents of the file.
    if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Err(Diagnostic::new(file, "nothing in this file, expected a position: [state], [A], [B]"));
    }
    toml::from_str(text).map_err(|error| Diagnostic::from_toml(file, text, &error))
}

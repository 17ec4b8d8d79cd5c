//! Agents as text: `random`, `greedy+slip=0.1`, `ismcts:400+c=0.7`. Text becomes an [`AgentSpec`] once; from there nothing
//! is parsed.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fixer_core::diagnostics::did_you_mean;

use crate::greedy;
use crate::ismcts::{Budget, Options};
use crate::options::{Group, read, write};
use crate::pimc;
use crate::registry::AGENTS;

/// An agent with all its options.
#[derive(Clone, PartialEq, Debug)]
pub enum AgentSpec {
    /// Uniform over the legal actions.
    Random,
    /// One decision ahead.
    Greedy(greedy::Options),
    /// `greedy` as it first was: the fixed reference of all strength figures.
    Greedy1,
    /// Information-set tree search.
    Ismcts(Budget, Options),
    /// One tree a sampled world.
    Pimc(Budget, pimc::Options),
    /// The search of `ismcts` on the true position.
    Cheat(Budget, Options),
}

/// A text that names no agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct SpecError {
    /// What is wrong, and what was expected.
    pub what: String,
    /// What might have been meant: for a `help:` line.
    pub help: Option<String>,
}

impl AgentSpec {
    /// Reads a list of agents joined by commas.
    ///
    /// # Errors
    /// The first text that names no agent.
    pub fn list(text: &str) -> Result<Vec<Self>, SpecError> {
        text.split(',').map(str::parse).collect()
    }

    /// The name without budget and options.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy(_) => "greedy",
            Self::Greedy1 => "greedy1",
            Self::Ismcts(..) => "ismcts",
            Self::Pimc(..) => "pimc",
            Self::Cheat(..) => "cheat",
        }
    }

    /// Whether the same seed gives the same decisions: not where a clock ends the search.
    pub const fn repeatable(&self) -> bool {
        !matches!(
            self,
            Self::Ismcts(Budget::Time(_), _) | Self::Pimc(Budget::Time(_), _) | Self::Cheat(Budget::Time(_), _)
        )
    }

    /// Whether it sees what its player may not see.
    pub const fn cheats(&self) -> bool {
        matches!(self, Self::Cheat(..))
    }

    /// The name of the set of weights it plays with, if it uses any.
    pub fn weights(&self) -> Option<&str> {
        match self {
            Self::Random => None,
            Self::Greedy(options) => Some(&options.weights),
            Self::Greedy1 => Some(greedy::FROZEN_WEIGHTS),
            Self::Ismcts(_, options) | Self::Cheat(_, options) => Some(&options.weights),
            Self::Pimc(_, options) => Some(&options.search.weights),
        }
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (head, tail) = text.split_once('+').map_or((text, None), |(head, tail)| (head, Some(tail)));
        let parts = || tail.into_iter().flat_map(|tail| tail.split('+'));
        let (name, count) = head.split_once(':').map_or((head, None), |(name, count)| (name, Some(count)));
        let no_count = || match count {
            None => Ok(()),
            Some(count) => Err(SpecError {
                what: format!("agent `{name}` takes no number, expected `{name}` without `:{count}`"),
                help: None,
            }),
        };
        match name {
            "random" => {
                no_count()?;
                read(name, &mut [], parts())?;
                Ok(Self::Random)
            }
            "greedy" => {
                no_count()?;
                let mut options = greedy::Options::default();
                read(name, &mut [&mut Group { options: &mut options, knobs: greedy::Options::KNOBS }], parts())?;
                Ok(Self::Greedy(options))
            }
            "greedy1" => {
                no_count()?;
                read(name, &mut [], parts())?;
                Ok(Self::Greedy1)
            }
            "ismcts" | "cheat" => {
                let budget = budget(name, count)?;
                let mut options = Options::default();
                read(name, &mut [&mut Group { options: &mut options, knobs: Options::KNOBS }], parts())?;
                Ok(if name == "cheat" { Self::Cheat(budget, options) } else { Self::Ismcts(budget, options) })
            }
            "pimc" => {
                let budget = budget(name, count)?;
                let (mut worlds, mut search) = (pimc::Options::default(), Options::default());
                let mut own = Group { options: &mut worlds, knobs: pimc::Options::KNOBS };
                read(name, &mut [&mut own, &mut Group { options: &mut search, knobs: Options::SHARED }], parts())?;
                Ok(Self::Pimc(budget, pimc::Options { search, ..worlds }))
            }
            _ => {
                let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
                Err(SpecError {
                    what: format!("unknown agent `{name}`, expected one of {}", names.join(", ")),
                    help: did_you_mean(name, names),
                })
            }
        }
    }
}

/// The canonical text: every option, in the order of the tables. It reads back to the same agent.
impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Random | Self::Greedy1 => Ok(()),
            Self::Greedy(options) => f.write_str(&write(options, greedy::Options::KNOBS)),
            Self::Ismcts(budget, options) | Self::Cheat(budget, options) => {
                write!(f, "{budget}{}", write(options, Options::KNOBS))
            }
            Self::Pimc(budget, options) => {
                write!(f, "{budget}{}{}", write(options, pimc::Options::KNOBS), write(&options.search, Options::SHARED))
            }
        }
    }
}

/// With its colon: `:400`, `:time=500ms`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iterations(count) => write!(f, ":{count}"),
            Self::Time(time) => write!(f, ":time={}ms", time.as_millis()),
        }
    }
}

/// The most iterations a decision may have; beyond it 32-bit counts of a kept tree could overflow.
const MOST_ITERATIONS: u32 = 100_000_000;

fn budget(name: &str, text: Option<&str>) -> Result<Budget, SpecError> {
    let wrong = |what: String| SpecError { what, help: Some(format!("for example `{name}:400`")) };
    let Some(text) = text else {
        return Err(wrong(format!("agent `{name}` has no budget, expected `{name}:N` with N iterations a decision")));
    };
    if let Some(time) = text.strip_prefix("time=") {
        return duration(time)
            .map(Budget::Time)
            .ok_or_else(|| wrong(format!("`{time}` is no time, expected for example 500ms or 2s")));
    }
    match text.parse() {
        Ok(count) if (1..=MOST_ITERATIONS).contains(&count) => Ok(Budget::Iterations(count)),
        _ => Err(wrong(format!(
            "`{text}` is no number of iterations for agent `{name}`, expected 1 to {MOST_ITERATIONS} or `time=500ms`"
        ))),
    }
}

/// A time a person waits: `500ms`, `2s`, `1.5s`; from a millisecond to an hour.
pub fn duration(text: &str) -> Option<Duration> {
    let seconds = match text.strip_suffix("ms") {
        Some(number) => number.parse::<f64>().ok()? / 1000.0,
        None => text.strip_suffix('s')?.parse::<f64>().ok()?,
    };
    (0.001..=3600.0).contains(&seconds).then(|| Duration::from_micros((seconds * 1e6) as u64))
}

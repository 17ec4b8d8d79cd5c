//! Every agent there is: its name, what it does, and how it is built for a game.

use fixer_core::diagnostics::did_you_mean;
use fixer_core::game::{Game, Player};

use crate::agent::{Agent, GameKey, Thought};
use crate::cheat::{Cheat, Cheater};
use crate::eval::Knowledge;
use crate::greedy::{self, Greedy};
use crate::ismcts::Ismcts;
use crate::pimc::Pimc;
use crate::random::Random;
use crate::spec::AgentSpec;
use crate::view::{TrueView, View};

/// An agent as help lists it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct AgentInfo {
    /// Its name, as specs begin.
    pub name: &'static str,
    /// An example of a spec, cheap enough to be run in tests.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// All agents.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo { name: "random", example: "random", about: "uniform over the legal actions" },
    AgentInfo {
        name: "greedy",
        example: "greedy",
        about: "one decision ahead with the game's evaluation; gives up moves that lose in all sampled replies",
    },
    AgentInfo {
        name: "greedy1",
        example: "greedy1",
        about: "greedy as it first was, frozen: the reference of all strength figures",
    },
    AgentInfo {
        name: "ismcts",
        example: "ismcts:100",
        about: "information-set tree search with N new iterations a decision",
    },
    AgentInfo {
        name: "pimc",
        example: "pimc:100",
        about: "determinized tree search, one tree a sampled world, N iterations in all",
    },
    AgentInfo {
        name: "cheat",
        example: "cheat:100",
        about: "the search of ismcts on the true position: a ceiling, for measuring only",
    },
];

/// Whether agents that see hidden cards may be built.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cheating {
    /// They are refused.
    Refused,
    /// Whoever runs the match has asked for them.
    Allowed,
}

/// Why an agent could not be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// It sees hidden cards, which was not allowed.
    #[error("agent `cheat` sees hidden cards, expected an honest agent")]
    Cheats,
    /// The game has no set of weights of this name.
    #[error("unknown weights `{name}`, expected one of {}", .known.join(", "))]
    UnknownWeights {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
}

impl BuildError {
    /// What to do about it: for a `help:` line.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Cheats => Some("--allow-cheating allows it, for measuring".to_owned()),
            Self::UnknownWeights { name, known } => did_you_mean(name, known.iter().map(String::as_str)),
        }
    }
}

/// An agent ready to play: the one place that decides what it gets to see.
pub enum Pilot<'a, G: Game> {
    /// Sees the view of its player.
    Honest(Box<dyn Agent<G> + 'a>),
    /// Sees the true position.
    Cheating(Box<dyn Cheater<G> + 'a>),
}

impl<G: Game> Pilot<'_, G> {
    /// A game begins.
    pub fn begin(&mut self, seat: Player, key: GameKey) {
        match self {
            Self::Honest(agent) => agent.begin(seat, key),
            Self::Cheating(agent) => agent.begin(seat, key),
        }
    }

    /// Lets the agent decide for `seat` in a position; `legal` are its legal actions, at least one.
    #[inline]
    pub fn decide(&mut self, truth: &G, seat: Player, legal: &[G::Action]) -> G::Action {
        match self {
            Self::Honest(agent) => agent.decide(&View::new(truth, seat), legal),
            Self::Cheating(agent) => agent.decide(&TrueView { truth }, legal),
        }
    }

    /// How many iterations its searches have taken since the game began.
    pub fn iterations(&self) -> u64 {
        match self {
            Self::Honest(agent) => agent.iterations(),
            Self::Cheating(agent) => agent.iterations(),
        }
    }

    /// What the agent thought of each of `legal` at the decision it has just made, best first; nothing where there was
    /// nothing to think about.
    pub fn thoughts(&self, truth: &G, seat: Player, legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        match self {
            Self::Honest(agent) => agent.thoughts(&View::new(truth, seat), legal),
            Self::Cheating(agent) => agent.thoughts(&TrueView { truth }, legal),
        }
    }
}

/// Builds an agent for a game, with what is known about the game.
///
/// # Errors
/// It cheats and that was not allowed, or its weights don't exist.
pub fn build<'a, G, K>(spec: &AgentSpec, knowledge: &K, cheating: Cheating) -> Result<Pilot<'a, G>, BuildError>
where
    G: Game + 'a,
    K: Knowledge<G>,
    K::Judge: 'a,
{
    if spec.cheats() && cheating == Cheating::Refused {
        return Err(BuildError::Cheats);
    }
    let judge =
        |name: &str| knowledge.judge(name).map_err(|known| BuildError::UnknownWeights { name: name.to_owned(), known });
    let honest: Box<dyn Agent<G> + 'a> = match spec {
        AgentSpec::Random => Box::new(Random::new()),
        AgentSpec::Greedy(options) => Box::new(Greedy::new(options.clone(), judge(&options.weights)?)),
        AgentSpec::Greedy1 => Box::new(Greedy::new(greedy::Options::frozen(), judge(greedy::FROZEN_WEIGHTS)?)),
        AgentSpec::Ismcts(budget, options) => Box::new(Ismcts::new(*budget, options.clone(), judge(&options.weights)?)),
        AgentSpec::Pimc(budget, options) => {
            Box::new(Pimc::new(*budget, options.clone(), judge(&options.search.weights)?))
        }
        AgentSpec::Cheat(budget, options) => {
            let agent = Cheat::new(*budget, options.clone(), judge(&options.weights)?);
            return Ok(Pilot::Cheating(Box::new(agent)));
        }
    };
    Ok(Pilot::Honest(honest))
}

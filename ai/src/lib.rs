//! Agents that play the games of `fixer-core`, knowing only what their player may know.
//!
//! * [`agent`]: the contract; [`view`]: what an agent sees; [`registry`]: every agent there is, built from its name.
//! * [`random`], [`greedy`], [`ismcts`], [`pimc`]: the honest ones; [`cheat`]: the measuring stick that sees everything.
//! * [`eval`]: what is known about a game beyond its rules. Search knows no game, evaluation does.

pub mod agent;
pub mod cheat;
pub mod eval;
pub mod greedy;
pub mod ismcts;
pub mod options;
pub mod pimc;
pub mod random;
pub mod registry;
pub mod rollout;
pub mod spec;
pub mod turn;
pub mod view;
pub mod worlds;

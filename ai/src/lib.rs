//! Agents that play the games of `fixer-core`, knowing only what their player may know.

pub mod agent;
pub mod random;
pub mod view;

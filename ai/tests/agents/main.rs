//! Agents on small games with known answers, and what must hold for every agent on every game.

mod games;
mod known;
mod properties;
mod search;
mod specs;
mod tables;

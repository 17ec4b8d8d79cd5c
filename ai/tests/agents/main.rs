//! Agents on small games with known answers, and what must hold for every agent on every game.

mod blanks;
mod endless;
mod games;
mod known;
mod leaks;
mod properties;
mod search;
mod specs;
mod tables;

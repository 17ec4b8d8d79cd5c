//! Rules of trading card games with hidden hands, as data and state machines.
//!
//! This crate knows the games and nothing else: no threads, no input or output beyond parsing text it is handed, no
//! clock, no global state. The contract between the rules and those who play or search is [`game::Game`]; luck comes
//! in through [`chance::Chance`].
//!
//! * [`cyberpunk`]: the Cyberpunk TCG. [`cascade`]: Cascade, the second game.
//! * What both share: sets ([`bits`]), luck ([`chance`]), files of cards ([`pool`]), the [`notation`] of actions, [`record`]s,
//!   [`scenario`]s and the [`stage`] they are played on, [`perft`], [`diagnostics`]. What is asked of a game beside its rules
//!   is its [`rulebook`].

pub mod bits;
pub mod cascade;
pub mod chance;
pub mod cyberpunk;
pub mod diagnostics;
mod fingerprint;
pub mod game;
pub mod notation;
pub mod perft;
pub mod pool;
pub mod record;
pub mod rulebook;
pub mod scenario;
pub mod stack;
pub mod stage;

//! What this build is: how fast, and how it behaves, in one number each for the rules and the agents.
//!
//! * [`games`]: the lists, games and positions that are measured and hashed; `cargo bench` times the same.
//! * [`signature`]: hashes of behaviour, which are the engine's identity in manifests.
//! * [`rows`]: the times that `fixer bench` prints.

pub mod games;
pub mod rows;
pub mod signature;

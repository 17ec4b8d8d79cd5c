//! Statistics: small pure functions over counts. `docs/statistics.md` says which question each one answers, where it is
//! from and how well it keeps its promises in simulation.

pub mod bradley_terry;
pub mod linear;
pub mod many;
pub mod nash;
pub mod normal;
pub mod paired;
pub mod ranks;
pub mod rate;
pub mod sequence;
pub mod series;
pub mod sprt;
pub mod two_way;

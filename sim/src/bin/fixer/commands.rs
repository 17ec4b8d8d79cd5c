//! The commands, a file each: parse, check, run, write.

pub mod analyze;
pub mod bench;
pub mod card;
pub mod cards;
pub mod deck;
pub mod fit;
pub mod ladder;
pub mod matrix;
pub mod merge;
pub mod perft;
pub mod play;
pub mod race;
pub mod rate;
pub mod replay;
pub mod report;
pub mod run;
pub mod scenario;
pub mod shell;
pub mod sim;
pub mod sprt;
pub mod status;
pub mod tune;

use fixer_sim::plan::{Kind, Plan};
use fixer_sim::tally::Tally;

use crate::failure::Failure;

/// The tables that only some kinds of tournament have.
pub fn extra_tables(plan: &Plan, tallies: &[Tally]) -> Result<Vec<(&'static str, Vec<u8>)>, Failure> {
    match plan.kind {
        Kind::Sim | Kind::Stage => Ok(Vec::new()),
        Kind::Matrix => matrix::tables(plan, tallies),
        Kind::Ladder => Ok(ladder::tables(plan, tallies)),
    }
}

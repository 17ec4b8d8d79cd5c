//! Matches, tournaments and ladders between decks and agents, and the statistics of their results.
//!
//! A result depends on the plan and the master seed only: games are keyed by what is played ([`seeds`]), the unit is a
//! pair of games with the sides exchanged ([`pairs`]), and what is kept are sums of whole numbers ([`tally`]).

pub mod analysis;
pub mod bench;
pub mod cascade;
pub mod contest;
pub mod cyberpunk;
pub mod deals;
pub mod execute;
pub mod fitting;
pub mod halving;
pub mod journal;
pub mod manifest;
pub mod order;
pub mod output;
pub mod pairs;
pub mod plan;
pub mod play;
pub mod records;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod seeds;
pub mod stats;
pub mod tables;
pub mod tally;
pub mod tournament;

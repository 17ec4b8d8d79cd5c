//! Carries out a plan, or a share of it: plays, journals, sums up, stops where a test has decided.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::contest::Contest;
use crate::journal::{Entry, Journal, JournalError, read};
use crate::pairs::{Build, GameId};
use crate::plan::{Plan, PlanError, Stopping};
use crate::runner::{Ended, Run, RunError};
use crate::schedule::{BLOCK, Schedule, Shard};
use crate::stats::sprt::{Sprt, Verdict};
use crate::tally::Tally;

/// How long results wait at most before they are written to the journal: what a kill can cost.
const FLUSH: Duration = Duration::from_secs(1);

/// So many capped games are listed, the first in the order of play; all are counted.
const MOST_LISTED: usize = 10_000;

/// How to carry out a plan.
pub struct Orders<'o> {
    /// Which share.
    pub shard: Shard,
    /// The journal's place; nothing keeps no journal and no rows.
    pub journal: Option<&'o Path>,
    /// Go on with the journal that is there.
    pub resume: bool,
    /// How many threads play.
    pub threads: usize,
    /// Raised to stop.
    pub stop: &'o AtomicBool,
}

/// What has been played so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The order of play.
    pub schedule: Schedule,
    /// Everything before this slot is done.
    pub slot: u64,
    /// The sums of each pairing.
    pub tallies: Vec<Tally>,
    /// The first capped games.
    pub capped: Vec<GameId>,
}

impl Standing {
    /// Nothing yet.
    pub fn new(schedule: Schedule) -> Self {
        Self { schedule, slot: 0, tallies: vec![Tally::default(); schedule.pairings], capped: Vec::new() }
    }

    /// Pairs played.
    pub const fn pairs(&self) -> u64 {
        self.schedule.pairs_before(self.slot)
    }

    /// Whether all is played.
    pub const fn complete(&self) -> bool {
        self.slot >= self.schedule.slots()
    }

    /// All pairs by side 0's points, over all pairings.
    pub fn points(&self) -> [u64; 5] {
        let mut sum = [0; 5];
        for tally in &self.tallies {
            for (sum, points) in sum.iter_mut().zip(tally.points()) {
                *sum += points;
            }
        }
        sum
    }
}

/// Why a plan could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// The plan is not sound.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The journal can't be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game went wrong.
    #[error(transparent)]
    Run(#[from] RunError<JournalError>),
}

impl Stopping {
    /// The test.
    pub const fn test(&self) -> Sprt {
        Sprt { elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta }
    }
}

/// Plays what the journal does not hold yet. `seen` is shown where the run stands after each piece of it.
///
/// # Errors
/// If the plan is not sound, a game goes wrong, or the journal can't be used.
pub fn execute<C: Contest>(
    contest: &C,
    agents: &Build<'_, C::Game>,
    plan: &Plan,
    orders: &Orders<'_>,
    mut seen: impl FnMut(&Standing),
) -> Result<(Ended, Standing), ExecuteError> {
    plan.check()?;
    let schedule = plan.schedule(orders.shard);
    let hash = plan.hash();
    let mut standing = Standing::new(schedule);
    let mut journal = match orders.journal {
        None => None,
        Some(path) if orders.resume && path.exists() => {
            let contents = read(path, hash, &schedule)?;
            let journal = Journal::resume(&contents)?;
            standing = Standing { schedule, slot: contents.slot, tallies: contents.tallies, capped: contents.capped };
            standing.capped.truncate(MOST_LISTED);
            Some(journal)
        }
        Some(path) => Some(Journal::create(path, hash, orders.shard)?),
    };
    seen(&standing);
    let test = plan.sprt.map(|stopping| stopping.test());
    let decided = |standing: &Standing| {
        let llr = test.map(|test| (test, test.llr_pairs(&standing.points())));
        standing.slot.is_multiple_of(BLOCK) && llr.is_some_and(|(test, llr)| test.verdict(llr) != Verdict::Open)
    };
    if decided(&standing) {
        return Ok((Ended::Decided, standing));
    }
    let pairings = plan.pairings();
    let luck = plan.luck()?;
    let run = Run {
        contest,
        agents,
        pairings: &pairings,
        luck: &luck,
        schedule,
        rows: plan.per_game && journal.is_some(),
        threads: orders.threads,
        stop: orders.stop,
    };
    let mut entry = Entry::at(standing.slot);
    let mut flushed = Instant::now();
    let ended = run.play(standing.slot, |chunk| {
        standing.slot = chunk.to;
        standing.tallies[chunk.pairing].add(&chunk.tally);
        let room = MOST_LISTED - standing.capped.len();
        standing.capped.extend(chunk.capped.iter().take(room));
        if let Some(journal) = &mut journal {
            entry.push(chunk);
            if flushed.elapsed() >= FLUSH {
                journal.write(&entry)?;
                entry = Entry::at(standing.slot);
                flushed = Instant::now();
            }
        }
        seen(&standing);
        Ok(if decided(&standing) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    // What was played before a fault is kept too.
    if let Some(journal) = &mut journal
        && entry.to > entry.from
    {
        journal.write(&entry)?;
    }
    Ok((ended?, standing))
}

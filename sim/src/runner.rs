//! Runs a schedule on all threads and hands the results over in its order, whoever finished first.
//!
//! Each thread of the pool takes slots in small runs, plays them with agents of its own into counts of its own, and
//! sends these to the thread that consumes. Within a game nothing is locked or shared.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use crate::contest::{Contest, Pairing};
use crate::pairs::{Build, Fault, GameId, GameRow, Ledger, Luck, Pilots, play_pair};
use crate::schedule::{BLOCK, Schedule};
use crate::tally::Tally;

/// How far the threads may run ahead of the oldest unfinished slot: bounds what waits to be put in order.
const WINDOW: u64 = 4_096;

/// Results of consecutive slots of one pairing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The first slot.
    pub from: u64,
    /// The slot after the last one.
    pub to: u64,
    /// The pairing that was played.
    pub pairing: usize,
    /// Its counts.
    pub tally: Tally,
    /// A row a game, where asked for, in order.
    pub rows: Vec<GameRow>,
    /// Games that were capped, in order.
    pub capped: Vec<GameId>,
}

/// How a run ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every slot is done.
    Complete,
    /// The consumer had enough.
    Decided,
    /// The stop flag was raised; everything up to the last chunk handed over is done.
    Stopped,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// A game went wrong.
    #[error(transparent)]
    Fault(Fault),
    /// The consumer failed.
    #[error(transparent)]
    Consumer(E),
    /// The operating system gave no threads.
    #[error("cannot start {threads} threads: {source}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the operating system said.
        source: rayon::ThreadPoolBuildError,
    },
}

/// A run: what is played, by whom, with which luck, in which order.
pub struct Run<'r, 'b, C: Contest> {
    /// The game.
    pub contest: &'r C,
    /// Makes the agent with a given number.
    pub agents: &'r Build<'b, C::Game>,
    /// Who meets whom.
    pub pairings: &'r [Pairing],
    /// Where luck comes from.
    pub luck: &'r Luck,
    /// The order.
    pub schedule: Schedule,
    /// Whether a row a game is wanted.
    pub rows: bool,
    /// How many threads play, at least 1.
    pub threads: usize,
    /// Raised from outside to stop after the pairs under way.
    pub stop: &'r AtomicBool,
}

impl<C: Contest> Run<'_, '_, C> {
    /// Plays from slot `from` to the end of the schedule. `consume` gets the chunks in the order of their slots; a
    /// chunk never reaches over the end of a block. It may end the run with [`ControlFlow::Break`]: what was played
    /// beyond is thrown away.
    ///
    /// # Errors
    /// If a game goes wrong, if `consume` fails, or if no threads can be started.
    pub fn play<E: Send>(
        &self,
        from: u64,
        mut consume: impl FnMut(Chunk) -> Result<ControlFlow<()>, E>,
    ) -> Result<Ended, RunError<E>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|source| RunError::Threads { threads: self.threads, source })?;
        let progress = Progress {
            next: AtomicU64::new(from),
            done: AtomicU64::new(from),
            halt: AtomicBool::new(false),
            end: self.schedule.slots(),
        };
        let (sender, receiver) = channel::<Result<Chunk, Fault>>();
        pool.in_place_scope(|scope| {
            let progress = &progress;
            scope.spawn_broadcast({
                let sender = sender;
                move |_, _| self.work(progress, &sender)
            });
            let mut waiting: BTreeMap<u64, Chunk> = BTreeMap::new();
            let mut at = from;
            // The first fault in the order of the games, not of their ends, so that it is the same on any machine.
            let mut faults: Vec<Fault> = Vec::new();
            for message in receiver {
                match message {
                    Ok(chunk) => {
                        waiting.insert(chunk.from, chunk);
                    }
                    Err(fault) => {
                        progress.halt.store(true, Ordering::Relaxed);
                        faults.push(fault);
                    }
                }
                while let Some(chunk) = waiting.remove(&at) {
                    at = chunk.to;
                    progress.done.store(at, Ordering::Relaxed);
                    match consume(chunk) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => {
                            progress.halt.store(true, Ordering::Relaxed);
                            return Ok(Ended::Decided);
                        }
                        Err(error) => {
                            progress.halt.store(true, Ordering::Relaxed);
                            return Err(RunError::Consumer(error));
                        }
                    }
                }
            }
            match faults.into_iter().min_by_key(|fault| fault.id) {
                Some(fault) => Err(RunError::Fault(fault)),
                None if at >= self.schedule.slots() => Ok(Ended::Complete),
                None => Ok(Ended::Stopped),
            }
        })
    }

    /// What each thread does: takes slots until there are none left.
    fn work(&self, progress: &Progress, sender: &Sender<Result<Chunk, Fault>>) {
        // A panic in one thread must not leave the others waiting for its slots.
        let _guard = HaltOnPanic(&progress.halt);
        let mut pilots = Pilots::new(self.agents);
        let mut legal = Vec::new();
        let mut grain = Grain::new();
        while let Some((from, to)) = progress.claim(grain.slots, self.stop) {
            let begun = Instant::now();
            let pairing = (from / BLOCK % self.schedule.pairings as u64) as usize;
            let sides = &self.pairings[pairing];
            let counters = sides.decks.map(|deck| self.contest.counters(deck));
            let mut ledger = Ledger { tally: Tally::new(counters), rows: self.rows.then(Vec::new), capped: Vec::new() };
            for place in (from..to).filter_map(|slot| self.schedule.place(slot)) {
                let sides = (place.pairing, sides);
                if let Err(fault) =
                    play_pair(self.contest, self.luck, sides, place.pair, &mut pilots, &mut legal, &mut ledger)
                {
                    // Nobody listens any more where the consumer has had enough.
                    let _ = sender.send(Err(fault));
                    return;
                }
            }
            grain.adjust(begun.elapsed());
            let Ledger { tally, rows, capped } = ledger;
            let chunk = Chunk { from, to, pairing, tally, rows: rows.unwrap_or_default(), capped };
            if sender.send(Ok(chunk)).is_err() {
                return;
            }
        }
    }
}

/// Where the threads of a run are.
struct Progress {
    /// The next slot nobody has taken.
    next: AtomicU64,
    /// Everything before this slot has been handed over.
    done: AtomicU64,
    /// Stop taking slots.
    halt: AtomicBool,
    /// The slot after the last one.
    end: u64,
}

impl Progress {
    /// Takes up to `wanted` slots, not over the end of a block.
    fn claim(&self, wanted: u64, stop: &AtomicBool) -> Option<(u64, u64)> {
        loop {
            if self.halt.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed) {
                return None;
            }
            let from = self.next.load(Ordering::Relaxed);
            if from >= self.end {
                return None;
            }
            if from >= self.done.load(Ordering::Relaxed) + WINDOW {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            let to = (from + wanted).min((from / BLOCK + 1) * BLOCK).min(self.end);
            if self.next.compare_exchange_weak(from, to, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                return Some((from, to));
            }
        }
    }
}

/// How many slots to take at once: few while games are slow, so that the threads end together, many while they are
/// quick, so that they seldom meet. No result depends on it.
struct Grain {
    slots: u64,
}

impl Grain {
    const fn new() -> Self {
        Self { slots: 1 }
    }

    fn adjust(&mut self, taken: Duration) {
        if taken < Duration::from_millis(2) {
            self.slots = (self.slots * 2).min(BLOCK);
        } else if taken > Duration::from_millis(20) {
            self.slots = (self.slots / 2).max(1);
        }
    }
}

/// Stops the run when its thread unwinds.
struct HaltOnPanic<'h>(&'h AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

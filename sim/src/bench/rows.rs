//! How long things take: each a row with the median over repetitions of the mean time of one call.
//!
//! All rows are of the two starters against each other. Times are wall-clock times, so other work on the machine shows.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fixer_ai::agent::GameKey;
use fixer_core::chance::rng;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
use fixer_core::cyberpunk::{MatchUp, State, Table};
use fixer_core::game::Game;
use serde::Serialize;

use super::games::{Position, agent, play, positions, starters};
use crate::contest::{Pairing, Swap};
use crate::cyberpunk::{Cyberpunk, MatchUps};
use crate::pairs::Luck;
use crate::play::Played;
use crate::runner::Run;
use crate::schedule::{Schedule, Shard};

/// Something measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What.
    pub name: &'static str,
    /// Of what a number is told.
    pub unit: &'static str,
    /// The median over the repetitions.
    pub median: f64,
    /// How many calls, games or iterations a repetition had.
    pub n: u64,
}

/// How much is measured.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// Repetitions of each row.
    pub repetitions: usize,
    /// Random games in a repetition; everything else goes with it.
    pub games: u64,
}

impl Amount {
    /// What is measured unless asked for otherwise.
    pub const USUAL: Self = Self { repetitions: 7, games: 10_000 };
}

/// Iterations of the search in a decision that is measured.
const ITERATIONS: u64 = 400;

/// The names of the rows, in the order in which they are measured.
pub const NAMES: [&str; 12] = [
    "state_bytes",
    "clone",
    "legal",
    "apply",
    "determinize",
    "random_game",
    "decisions_per_game",
    "turns_per_game",
    "greedy_game",
    "iteration",
    "games_1_thread",
    "games_all_threads",
];

/// Measures every row of these names; `seen` is told of each that is done.
pub fn measure(amount: Amount, threads: usize, wanted: &[&str], mut seen: impl FnMut(&Row)) -> Vec<Row> {
    let match_ups = starters();
    let bench = Bench {
        amount,
        match_ups: &match_ups,
        positions: positions(|seed, luck| Table::start(&match_ups[seed as usize % 2], luck)),
    };
    let mut rows = Vec::new();
    for name in NAMES.into_iter().filter(|name| wanted.is_empty() || wanted.contains(name)) {
        let row = bench.row(name, threads);
        seen(&row);
        rows.push(row);
    }
    rows
}

/// What the rows are measured on.
struct Bench<'m> {
    amount: Amount,
    match_ups: &'m [MatchUp; 2],
    positions: Vec<Position<Table<'m>>>,
}

impl<'m> Bench<'m> {
    fn row(&self, name: &'static str, threads: usize) -> Row {
        let games = self.amount.games;
        // Calls are much shorter than games; whole rounds over the positions, so that each counts alike.
        let rounds = games.div_ceil(20);
        let calls = rounds * self.positions.len() as u64;
        let row = |unit, median, n| Row { name, unit, median, n };
        match name {
            "state_bytes" => row("B", size_of::<State>() as f64, 1),
            "clone" => {
                let mut state = self.positions[0].table.state;
                let copy = |position: &Position<Table<'m>>| {
                    state = black_box(position).table.state;
                    // Somebody has to look at it, or nothing is copied.
                    black_box(&mut state);
                };
                row("ns", self.calls(calls, copy), calls)
            }
            "legal" => {
                let mut legal = Vec::with_capacity(256);
                row("ns", self.calls(calls, |position| position.table.legal_actions(&mut legal)), calls)
            }
            "apply" => {
                let mut luck = rng(1);
                let apply = |position: &mut Position<Table<'m>>| position.table.apply(position.action, &mut luck);
                row("ns", self.changes(rounds, apply), calls)
            }
            "determinize" => {
                let mut sampler = rng(2);
                let sample =
                    |position: &mut Position<Table<'m>>| position.table.determinize(position.player, &mut sampler);
                row("ns", self.changes(rounds, sample), calls)
            }
            "random_game" => row("ns", self.games("random", games), games),
            "decisions_per_game" => {
                row("decisions", self.mean(|played| played.decisions.iter().sum::<u32>().into()), games)
            }
            "turns_per_game" => row("turns", self.mean(|played| played.turns.into()), games),
            "greedy_game" => {
                let games = games.div_ceil(100);
                row("ns", self.games("greedy", games), games)
            }
            "iteration" => {
                let decisions = games.div_ceil(100).min(self.positions.len() as u64);
                row("ns", self.iterations(decisions), decisions * ITERATIONS)
            }
            "games_1_thread" => row("games/s", self.tournament(1), games),
            _ => row("games/s", self.tournament(threads), games),
        }
    }

    /// The median over repetitions of what `once` says.
    fn median(&self, mut once: impl FnMut() -> f64) -> f64 {
        let mut found: Vec<f64> = (0..self.amount.repetitions.max(1)).map(|_| once()).collect();
        found.sort_by(f64::total_cmp);
        found[found.len() / 2]
    }

    /// Nanoseconds of a call that changes no position.
    fn calls(&self, calls: u64, mut call: impl FnMut(&Position<Table<'m>>)) -> f64 {
        self.median(|| {
            let begun = Instant::now();
            for position in self.positions.iter().cycle().take(calls as usize) {
                call(position);
            }
            begun.elapsed().as_nanos() as f64 / calls as f64
        })
    }

    /// Nanoseconds of a call that changes its position. The copies are made apart, few at a time: they stay in the cache.
    fn changes(&self, rounds: u64, mut call: impl FnMut(&mut Position<Table<'m>>)) -> f64 {
        let mut copies = Vec::with_capacity(BATCH);
        self.median(|| {
            let mut spent = 0;
            for _ in 0..rounds {
                for batch in self.positions.chunks(BATCH) {
                    copies.clear();
                    copies.extend_from_slice(batch);
                    let begun = Instant::now();
                    copies.iter_mut().for_each(&mut call);
                    spent += begun.elapsed().as_nanos();
                    black_box(&mut copies);
                }
            }
            spent as f64 / (rounds * self.positions.len() as u64) as f64
        })
    }

    /// Plays games of an agent against itself.
    fn played(&self, spec: &str, games: u64, mut each: impl FnMut(Played)) {
        let (mut one, mut other) = (agent(spec), agent(spec));
        let mut legal = Vec::with_capacity(256);
        for seed in 0..games {
            let cards = &self.match_ups[seed as usize % 2];
            each(play(|luck| Table::start(cards, luck), seed, [&mut one, &mut other], &mut legal, &mut ()));
        }
    }

    /// Nanoseconds of a game, set-up included.
    fn games(&self, spec: &str, games: u64) -> f64 {
        self.median(|| {
            let begun = Instant::now();
            self.played(spec, games, |played| {
                black_box(played);
            });
            begun.elapsed().as_nanos() as f64 / games as f64
        })
    }

    /// The mean of a number of all random games.
    fn mean(&self, of: impl Fn(Played) -> u64) -> f64 {
        let mut sum = 0;
        self.played("random", self.amount.games, |played| sum += of(played));
        sum as f64 / self.amount.games as f64
    }

    /// Nanoseconds of an iteration of the search, at decisions with more than one legal action.
    fn iterations(&self, decisions: u64) -> f64 {
        let mut legal = Vec::with_capacity(256);
        let mut open = self.positions.clone();
        open.retain(|position| {
            position.table.legal_actions(&mut legal);
            legal.len() > 1
        });
        let mut searcher = agent(&format!("ismcts:{ITERATIONS}"));
        self.median(|| {
            let begun = Instant::now();
            for (at, position) in open.iter().cycle().take(decisions as usize).enumerate() {
                position.table.legal_actions(&mut legal);
                searcher.begin(position.player, GameKey(at as u64));
                black_box(searcher.decide(&position.table, position.player, &legal));
            }
            begun.elapsed().as_nanos() as f64 / (decisions * ITERATIONS) as f64
        })
    }

    /// Random games a second, played as `fixer sim` plays them.
    fn tournament(&self, threads: usize) -> f64 {
        self.median(|| {
            let begun = Instant::now();
            tournament(threads, self.amount.games.div_ceil(2));
            self.amount.games.next_multiple_of(2) as f64 / begun.elapsed().as_secs_f64()
        })
    }
}

/// Copies made at once.
const BATCH: usize = 32;

/// Plays so many pairs of random games of the starters as `fixer sim` does, on so many threads.
///
/// # Panics
/// If a built-in list can't be played or a thread can't be started.
pub fn tournament(threads: usize, pairs: u64) {
    let pool = CardPool::builtin();
    let decks = STARTERS.map(|id| builtin_deck(id, &pool).expect("a starter is built in"));
    let pairings = [Pairing::new([0, 1], [0, 0], Swap::Sides, [0, 1])];
    let match_ups = MatchUps::new(&pool, &decks, &pairings).expect("playable lists");
    let run = Run {
        contest: &Cyberpunk(&match_ups),
        agents: &|_| agent("random"),
        pairings: &pairings,
        luck: &Luck { master: 1, paired: true, bases: vec![0, 1] },
        schedule: Schedule { pairings: 1, from: 0, pairs, shard: Shard::ALL },
        rows: false,
        threads,
        stop: &AtomicBool::new(false),
    };
    let consume = |chunk| {
        black_box(&chunk);
        Ok::<_, std::convert::Infallible>(std::ops::ControlFlow::Continue(()))
    };
    if let Err(error) = run.play(0, consume) {
        panic!("random games of the starters: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_measured() {
        let rows = measure(Amount { repetitions: 1, games: 40 }, 2, &[], |_| ());
        assert_eq!(rows.iter().map(|row| row.name).collect::<Vec<_>>(), NAMES);
        assert!(rows.iter().all(|row| row.median > 0.0 && row.n > 0), "{rows:?}");
        let one = measure(Amount { repetitions: 1, games: 40 }, 2, &["decisions_per_game"], |_| ());
        assert_eq!(one, rows[6..7]);
    }
}

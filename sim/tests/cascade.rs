//! Cascade under the same runner and the same agents: how strong they are, and how even its two decks.
//!
//! `FIXER_LADDER=ismcts:500,greedy FIXER_PAIRS=250 cargo test --release -p fixer-sim --test cascade -- --nocapture`
//! measures any two agents.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use fixer_ai::eval::cascade::Cascade as Knowledge;
use fixer_ai::registry::{Cheating, Pilot, build};
use fixer_ai::spec::AgentSpec;
use fixer_core::cascade::Table;
use fixer_core::cascade::cards::CardPool;
use fixer_core::cascade::deck::builtin::builtin_decks;
use fixer_sim::cascade::{Cascade, MatchUps};
use fixer_sim::contest::{Pairing, Swap};
use fixer_sim::pairs::Luck;
use fixer_sim::runner::Run;
use fixer_sim::schedule::{Schedule, Shard};
use fixer_sim::stats::rate::{Rate, win_rate};
use fixer_sim::tally::Tally;

/// Plays pairs of each pairing; the sums of all.
fn played(agents: [&str; 2], pairings: &[Pairing], pairs: u64) -> Tally {
    let pool = CardPool::builtin();
    let decks = builtin_decks(&pool).expect("the built-in lists");
    let matchups = MatchUps::new(&pool, &decks).expect("playable lists");
    let specs = agents.map(|text| text.parse::<AgentSpec>().expect("an agent"));
    let pilots = |agent: usize| -> Pilot<'_, Table<'_>> {
        build(&specs[agent], &Knowledge, Cheating::Refused).expect("an honest agent")
    };
    let bases = decks.iter().map(|deck| deck.deck_id(&pool)).collect();
    let (luck, stop) = (Luck { master: 1, paired: true, bases }, AtomicBool::new(false));
    let contest = Cascade(&matchups);
    let run = Run {
        contest: &contest,
        agents: &pilots,
        pairings,
        luck: &luck,
        schedule: Schedule { pairings: pairings.len(), from: 0, pairs, shard: Shard::ALL },
        rows: false,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        stop: &stop,
    };
    let mut sum = Tally::new([0, 0]);
    run.play(0, |chunk| {
        sum.add(&chunk.tally);
        Ok::<_, std::io::Error>(ControlFlow::Continue(()))
    })
    .expect("no game fails");
    sum
}

/// The first agent's rate against the second, over both decks against both.
fn ladder(agents: [&str; 2], pairs: u64) -> (Rate, Tally) {
    let keys = [1, 2];
    let pairings: Vec<Pairing> = (0..4).map(|at| Pairing::new([at / 2, at % 2], [0, 1], Swap::Pilots, keys)).collect();
    let tally = played(agents, &pairings, pairs);
    (win_rate(&tally), tally)
}

#[test]
fn greedy_beats_random() {
    let (rate, tally) = ladder(["greedy", "random"], 10);
    assert_eq!((tally.games(), tally.capped), (80, 0));
    assert!(rate.value >= 0.8, "greedy wins {:.2} against random", rate.value);
}

#[test]
fn asked_for() {
    let pairs = std::env::var("FIXER_PAIRS").ok().map_or(1, |pairs| pairs.parse().expect("FIXER_PAIRS: a number"));
    let asked = std::env::var("FIXER_LADDER").unwrap_or_else(|_| "greedy,random".to_owned());
    let (one, other) = asked.split_once(',').expect("FIXER_LADDER: two agents joined by a comma");
    let (rate, tally) = ladder([one, other], pairs);
    println!(
        "{one} against {other}: {:.1} % ({:.1} to {:.1}) of {} games, {} capped, {:.1} turns, {:.1} decisions a game",
        100.0 * rate.value,
        100.0 * rate.lo,
        100.0 * rate.hi,
        tally.games(),
        tally.capped,
        tally.turns_mean(),
        tally.decisions as f64 / tally.games() as f64
    );
    let decks = played([one, one], &[Pairing::new([0, 1], [0, 0], Swap::Sides, [1, 2])], 2 * pairs);
    let rate = win_rate(&decks);
    println!(
        "ember-march against stone-and-tide, both played by {one}: {:.1} % ({:.1} to {:.1}) of {} games",
        100.0 * rate.value,
        100.0 * rate.lo,
        100.0 * rate.hi,
        decks.games()
    );
    assert_eq!(tally.capped + decks.capped, 0);
}

//! A result depends on the plan and the seed only: threads, restarts, shards and the order of naming change nothing.

mod race;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use fixer_ai::agent::Agent;
use fixer_ai::registry::Pilot;
use fixer_core::chance::mix;
use fixer_sim::contest::{Pairing, Swap};
use fixer_sim::pairs::{GameRow, Luck};
use fixer_sim::runner::{Ended, Run};
use fixer_sim::schedule::{Schedule, Shard};
use fixer_sim::tally::Tally;

use race::{BAD, Carder, Deck, GOOD, Race, Races};

/// What the tests run: two decks, two agents, some pairings.
struct Plan {
    decks: Vec<Deck>,
    shares: Vec<u64>,
    pairings: Vec<Pairing>,
    luck: Luck,
    pairs: u64,
}

fn hash(deck: &Deck) -> u64 {
    deck.iter().fold(7, |hash, &card| mix(&[hash, u64::from(card)]))
}

fn plan(pairs: u64) -> Plan {
    let decks = vec![GOOD, BAD];
    let hashes: Vec<u64> = decks.iter().map(hash).collect();
    let luck = Luck { master: 1, paired: true, bases: hashes.clone() };
    let keys = |a: usize, b: usize| [hashes[a], hashes[b]];
    let pairings = vec![
        Pairing::new([0, 1], [0, 0], Swap::Sides, keys(0, 1)),
        Pairing::new([0, 0], [0, 0], Swap::Sides, keys(0, 0)),
        Pairing::new([1, 1], [0, 1], Swap::Pilots, [3, 9]),
    ];
    Plan { decks, shares: vec![200, 20], pairings, luck, pairs }
}

/// Sums and rows of each pairing.
type Result = Vec<(Tally, Vec<GameRow>)>;

impl Plan {
    fn run(&self, threads: usize, shard: Shard, from: u64, upto: u64) -> (Result, u64, Ended) {
        let contest = Races(&self.decks);
        let agents = |agent: usize| -> Pilot<'_, Race<'_>> { Pilot::Honest(Box::new(Carder::new(self.shares[agent]))) };
        let stop = AtomicBool::new(false);
        let run = Run {
            contest: &contest,
            agents: &agents,
            pairings: &self.pairings,
            luck: &self.luck,
            schedule: Schedule { pairings: self.pairings.len(), from: 0, pairs: self.pairs, shard },
            rows: true,
            threads,
            stop: &stop,
        };
        let mut sums: Result = self.pairings.iter().map(|_| (Tally::new([3, 3]), Vec::new())).collect();
        let mut at = from;
        let ended = run
            .play(from, |chunk| {
                assert_eq!(chunk.from, at, "chunks come in order");
                at = chunk.to;
                sums[chunk.pairing].0.add(&chunk.tally);
                sums[chunk.pairing].1.extend(chunk.rows);
                if at >= upto {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok::<_, std::io::Error>(ControlFlow::Continue(()))
            })
            .expect("no game fails");
        (sums, at, ended)
    }

    fn whole(&self, threads: usize) -> Result {
        let (sums, _, ended) = self.run(threads, Shard::ALL, 0, u64::MAX);
        assert_eq!(ended, Ended::Complete);
        sums
    }
}

fn joined(parts: impl IntoIterator<Item = Result>) -> Result {
    let mut parts = parts.into_iter();
    let mut sums = parts.next().expect("a part");
    for part in parts {
        for (sum, more) in sums.iter_mut().zip(part) {
            sum.0.add(&more.0);
            sum.1.extend(more.1);
            sum.1.sort_by_key(|row| row.id);
        }
    }
    sums
}

#[test]
fn threads_change_nothing() {
    let plan = plan(200);
    let one = plan.whole(1);
    assert!(one.iter().all(|(tally, rows)| tally.pairs() == 200 && rows.len() == 400));
    for threads in [2, 7] {
        assert_eq!(plan.whole(threads), one, "{threads} threads");
    }
}

#[test]
fn stopped_and_resumed_is_the_same() {
    let plan = plan(150);
    let whole = plan.whole(2);
    let mut parts = Vec::new();
    let mut at = 0;
    for upto in [1, 2, 70, 71, 300, u64::MAX] {
        let (part, reached, ended) = plan.run(2, Shard::ALL, at, upto);
        parts.push(part);
        at = reached;
        if ended == Ended::Complete {
            break;
        }
    }
    assert_eq!(joined(parts), whole);
}

#[test]
fn shards_add_up() {
    let plan = plan(130);
    let whole = plan.whole(1);
    for count in [3, 7] {
        let parts = (0..count).map(|index| plan.run(2, Shard { index, count }, 0, u64::MAX).0);
        assert_eq!(joined(parts), whole, "{count} shards");
    }
}

#[test]
fn a_mirror_is_even_and_the_better_side_wins() {
    let sums = plan(300).whole(2);
    let [loss, _, win] = sums[1].0.both();
    assert_eq!(loss, win, "a paired mirror");
    assert!(sums[0].0.both()[2] > 450, "the good deck wins: {:?}", sums[0].0.both());
    // With the bad deck, rolling (3.5 a turn) beats playing cards (2.5 a turn).
    assert!(sums[2].0.both()[0] > 450, "the roller wins: {:?}", sums[2].0.both());
}

#[test]
fn the_order_of_naming_changes_no_game() {
    for paired in [true, false] {
        let mut one = plan(64);
        one.luck.paired = paired;
        one.pairings.truncate(1);
        let mut two = plan(64);
        two.luck.paired = paired;
        let keys = [two.luck.bases[1], two.luck.bases[0]];
        two.pairings = vec![Pairing::new([1, 0], [0, 0], Swap::Sides, keys)];
        let (one, two) = (one.whole(2).remove(0), two.whole(1).remove(0));
        assert_eq!(one.0.turned(), two.0);
        for (x, y) in one.1.iter().zip(&two.1) {
            assert_eq!((x.id, 1 - x.first, x.winner, x.gigs), (y.id, y.first, y.winner, y.gigs));
        }
    }
}

#[test]
fn another_seed_is_another_result() {
    let mut other = plan(64);
    other.luck.master = 2;
    assert_ne!(other.whole(1), plan(64).whole(1));
}

#[test]
fn what_is_played_beside_changes_no_game() {
    let mut alone = plan(64);
    alone.pairings.remove(1);
    assert_eq!(alone.whole(2)[0].0, plan(64).whole(2)[0].0);
}

#[test]
fn an_agent_that_breaks_the_rules_ends_the_run() {
    struct Cheat;
    impl<'d> Agent<Race<'d>> for Cheat {
        fn begin(&mut self, _: fixer_core::game::Player, _: fixer_ai::agent::GameKey) {}
        fn decide(&mut self, _: &fixer_ai::view::View<'_, Race<'d>>, _: &[race::Move]) -> race::Move {
            race::Move::Concede
        }
    }
    let plan = plan(64);
    let contest = Races(&plan.decks);
    let stop = AtomicBool::new(false);
    let run = Run {
        contest: &contest,
        agents: &|_| Pilot::Honest(Box::new(Cheat)),
        pairings: &plan.pairings[..1],
        luck: &plan.luck,
        schedule: Schedule { pairings: 1, from: 0, pairs: 64, shard: Shard::ALL },
        rows: false,
        threads: 2,
        stop: &stop,
    };
    let error = run.play(0, |_| Ok::<_, std::io::Error>(ControlFlow::Continue(()))).expect_err("a fault");
    assert_eq!(
        error.to_string(),
        "pair 0, game 0: the agent in seat A chose `Concede`, which is not legal there (decision 1 of the game)"
    );
}

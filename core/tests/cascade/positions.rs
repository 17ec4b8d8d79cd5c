//! Every position is possible, every duel ends by the rules, and none allocates.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use allocation_counter::measure;
use fixer_core::cascade::{Action, Table};
use fixer_core::chance::{Streams, below, mix, rng};
use fixer_core::game::{Game, Player, Reason, Status};

use super::actions::{all_apply, all_read_back};
use super::games::{builtin, choose, match_up, walk};
use super::hidden::{Count, HONEST, compare, samples_fit};

/// What no position may break.
pub fn possible(table: &Table<'_>, legal: &[Action]) {
    if let Err(fault) = table.verify() {
        panic!("{fault}\n{}", listed(table, legal));
    }
    match table.status() {
        Status::Over(outcome) => {
            assert!(legal.is_empty(), "a finished duel offers actions");
            assert_eq!(outcome.winner.is_none(), outcome.reason == Reason::Tie);
        }
        Status::Decide(..) => assert!(!legal.contains(&Action::Concede), "conceding is listed"),
    }
    for (at, action) in legal.iter().enumerate() {
        assert!(!legal[..at].contains(action), "{action:?} is listed twice\n{}", listed(table, legal));
    }
}

/// The decision and its options, for messages.
pub fn listed(table: &Table<'_>, legal: &[Action]) -> String {
    let texts: Vec<String> = legal.iter().map(|&action| table.format_action(action)).collect();
    format!("at {:?}, turn {}: {}", table.status(), table.turn(), texts.join(", "))
}

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: `{text}` is no number")),
        Err(_) => default,
    }
}

/// Every property on one duel: the cheap ones after each action, the others at positions drawn at random.
fn soak(seed: u64, count: &mut Count) -> u32 {
    let cards = match_up(seed);
    let mut generator = rng(mix(&[seed, 5]));
    let walked = walk(&cards, seed, |table, legal| {
        possible(table, legal);
        if table.state.outcome.is_some() {
            return;
        }
        match below(&mut generator, 16) {
            0 => all_apply(table, legal, seed),
            1 => Player::BOTH.into_iter().for_each(|observer| samples_fit(table, observer, seed)),
            2 => compare(table, &mut generator, seed, HONEST, count),
            3 => all_read_back(table, legal),
            _ => {}
        }
    });
    assert!(matches!(walked.outcome.reason, Reason::Leader | Reason::Tie), "a duel ends with a Leader (1.2)");
    walked.actions.len() as u32
}

/// `FIXER_SOAK_GAMES` duels from `FIXER_SOAK_SEED` on. A fault names the seed of its duel.
#[test]
fn soaking() {
    let (games, first) = (setting("FIXER_SOAK_GAMES", 300), setting("FIXER_SOAK_SEED", 1_000));
    let next = AtomicU64::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers)
            .map(|_| {
                scope.spawn(|| {
                    let (mut faults, mut decisions, mut count) = (Vec::new(), 0u64, Count::default());
                    loop {
                        let seed = first + next.fetch_add(1, Ordering::Relaxed);
                        if seed >= first + games || faults.len() >= 20 {
                            return (faults, decisions, count);
                        }
                        if let Ok(made) = catch_unwind(AssertUnwindSafe(|| soak(seed, &mut count))) {
                            decisions += u64::from(made);
                        } else {
                            eprintln!("the duel with seed {seed} broke a rule of the engine");
                            faults.push(seed);
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("faults are caught")).collect::<Vec<_>>()
    });
    let mut faults: Vec<u64> = parts.iter().flat_map(|part| part.0.iter().copied()).collect();
    faults.sort_unstable();
    let decisions: u64 = parts.iter().map(|part| part.1).sum();
    let compared: u32 = parts.iter().map(|part| part.2.positions).sum();
    let matter: u32 = parts.iter().map(|part| part.2.matter).sum();
    println!(
        "{games} duels from seed {first}: {decisions} decisions, {compared} positions compared with another world, \
        hidden cards mattered in {matter}"
    );
    assert!(faults.is_empty(), "duels with these seeds broke a rule of the engine: {faults:?}");
}

#[test]
fn a_duel_after_set_up_allocates_nothing() {
    for seed in 0..40 {
        let cards = builtin(seed);
        let mut luck = Streams::new(seed);
        let mut generator = rng(seed);
        let mut table = Table::start(&cards, &mut luck);
        let mut legal = Vec::with_capacity(4_096);
        let mut decisions = 0;
        let found = measure(|| {
            loop {
                table.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                let mut world = table;
                world.determinize(Player::BOTH[decisions % 2], &mut generator);
                decisions += 1;
                table.apply(choose(&legal, seed % 2 == 0, &mut generator), &mut luck);
            }
        });
        assert_eq!(found.count_total, 0, "{decisions} decisions of the duel with seed {seed}: {found:?}");
        assert!(decisions > 2);
    }
}

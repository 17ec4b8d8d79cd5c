//! All properties on as many games as asked for: `scripts/soak`.
//!
//! `FIXER_SOAK_GAMES` games from `FIXER_SOAK_SEED` on. A fault names the seed of its game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use fixer_core::chance::{below, mix, rng};
use fixer_core::game::{Game, Status};

use super::actions::{all_apply, all_read_back, only_listed_are_accepted};
use super::games::{match_up, walk};
use super::hidden::{Count, HONEST, compare, samples_fit};
use super::positions::{hold, hold_for_game};

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: `{text}` is no number")),
        Err(_) => default,
    }
}

/// Every property on one game: the cheap ones after each action, the others at positions drawn at random.
fn soak(seed: u64, count: &mut Count) -> u32 {
    let cards = match_up(seed);
    let mut generator = rng(mix(&[seed, 5]));
    let walked = walk(&cards, seed, |table, legal| {
        hold(table, legal);
        let Status::Decide(player, _) = table.status() else { return };
        match below(&mut generator, 16) {
            0 => all_apply(table, legal, seed),
            1 => only_listed_are_accepted(table, legal, &mut generator, 200),
            2 => samples_fit(table, player, seed),
            3 => samples_fit(table, player.rival(), seed),
            4 => compare(table, &mut generator, seed, HONEST, count),
            5 => all_read_back(table, legal),
            _ => {}
        }
    });
    hold_for_game(&walked);
    walked.decisions
}

#[test]
fn soaking() {
    let (games, first) = (setting("FIXER_SOAK_GAMES", 100), setting("FIXER_SOAK_SEED", 1_000));
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
                            eprintln!("the game with seed {seed} broke a rule of the engine");
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
        "{games} games from seed {first}: {decisions} decisions, {compared} positions compared with another world, \
        hidden cards mattered in {matter}"
    );
    assert!(faults.is_empty(), "games with these seeds broke a rule of the engine: {faults:?}");
    assert!(decisions >= games, "games were played");
}

/// Games that have broken a rule of the engine in a million: copies with Gear of different pasts taken for the same,
/// samples in which whoever was asked had nothing to choose from.
#[test]
fn games_that_broke_a_rule_hold() {
    let mut count = Count::default();
    for seed in [
        35_767, 56_104, 77_863, 81_070, 81_711, 118_675, 361_786, 450_687, 486_382, 497_055, 516_212, 602_413, 665_695,
        764_297, 768_109, 837_037, 870_605, 963_090,
    ] {
        soak(seed, &mut count);
    }
}

//! The rules alone: copying a position, its legal actions, carrying one out, sampling hidden cards, a random game.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fixer_core::chance::rng;
use fixer_core::cyberpunk::{MatchUp, Table};
use fixer_core::game::Game;
use fixer_sim::bench::games::{Position, agent, all_lists, play, positions, starters};

/// Steps through the positions round and round.
fn next<'p, 'm>(positions: &'p [Position<Table<'m>>], at: &mut usize) -> &'p Position<Table<'m>> {
    *at = if *at + 1 == positions.len() { 0 } else { *at + 1 };
    &positions[*at]
}

fn rules(criterion: &mut Criterion, lists: &str, match_ups: &[MatchUp]) {
    let positions = positions(|seed, luck| Table::start(&match_ups[seed as usize % match_ups.len()], luck));
    let mut group = criterion.benchmark_group(lists);
    let mut at = 0;
    group.bench_function("clone", |bencher| {
        let mut state = positions[0].table.state;
        bencher.iter(|| {
            state = black_box(next(&positions, &mut at)).table.state;
            black_box(&mut state);
        });
    });
    group.bench_function("legal", |bencher| {
        let mut legal = Vec::with_capacity(256);
        bencher.iter(|| {
            next(&positions, &mut at).table.legal_actions(&mut legal);
            black_box(&mut legal);
        });
    });
    // In small batches: the copies that are changed stay in the cache, and the clock is read once in 32 times.
    let batch = BatchSize::NumIterations(32);
    group.bench_function("apply", |bencher| {
        let mut luck = rng(1);
        bencher.iter_batched_ref(
            || *next(&positions, &mut at),
            |position| position.table.apply(position.action, &mut luck),
            batch,
        );
    });
    group.bench_function("determinize", |bencher| {
        let mut sampler = rng(2);
        bencher.iter_batched_ref(
            || *next(&positions, &mut at),
            |position| position.table.determinize(position.player, &mut sampler),
            batch,
        );
    });
    group.bench_function("random_game", |bencher| {
        let (mut one, mut other) = (agent("random"), agent("random"));
        let (mut seed, mut legal) = (0, Vec::with_capacity(256));
        bencher.iter(|| {
            seed += 1;
            play(
                |luck| Table::start(&match_ups[seed as usize % match_ups.len()], luck),
                seed,
                [&mut one, &mut other],
                &mut legal,
                &mut (),
            )
        });
    });
    group.finish();
}

fn both(criterion: &mut Criterion) {
    rules(criterion, "starters", &starters());
    rules(criterion, "all-lists", &all_lists());
}

criterion_group!(benches, both);
criterion_main!(benches);

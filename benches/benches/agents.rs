//! Agents: whole games of `greedy`, iterations of the search.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fixer_ai::agent::GameKey;
use fixer_core::cyberpunk::Table;
use fixer_core::game::Game;
use fixer_sim::bench::games::{agent, play, positions, starters};

/// Iterations of a measured decision.
const ITERATIONS: u32 = 400;

fn games(criterion: &mut Criterion) {
    let match_ups = starters();
    let mut group = criterion.benchmark_group("greedy_game");
    group.sample_size(20);
    for spec in ["greedy", "greedy+worlds=1+guard=0", "greedy1"] {
        group.bench_function(spec, |bencher| {
            let (mut one, mut other) = (agent(spec), agent(spec));
            let (mut seed, mut legal) = (0, Vec::with_capacity(256));
            bencher.iter(|| {
                seed += 1;
                play(
                    |luck| Table::start(&match_ups[seed as usize % 2], luck),
                    seed,
                    [&mut one, &mut other],
                    &mut legal,
                    &mut (),
                )
            });
        });
    }
    group.finish();
}

fn search(criterion: &mut Criterion) {
    let match_ups = starters();
    let mut legal = Vec::new();
    let mut positions = positions(|seed, luck| Table::start(&match_ups[seed as usize % 2], luck));
    // Where there is one action nothing is searched.
    positions.retain(|position| {
        position.table.legal_actions(&mut legal);
        legal.len() > 1
    });
    let mut group = criterion.benchmark_group("search");
    group.sample_size(20).throughput(Throughput::Elements(ITERATIONS.into()));
    // Elements are iterations: the time of one is this bench's time by their number.
    group.bench_function("ismcts", |bencher| {
        let mut searcher = agent(&format!("ismcts:{ITERATIONS}"));
        let mut at = 0;
        bencher.iter(|| {
            at = (at + 1) % positions.len();
            let position = &positions[at];
            position.table.legal_actions(&mut legal);
            searcher.begin(position.player, GameKey(at as u64));
            searcher.decide(&position.table, position.player, &legal)
        });
    });
    group.finish();
}

criterion_group!(benches, games, search);
criterion_main!(benches);

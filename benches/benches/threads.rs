//! Ten thousand random games on one thread and on all of them.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fixer_benches::{agent, play, starters};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// Games of a measurement.
const GAMES: u64 = 10_000;

fn games(criterion: &mut Criterion) {
    let match_ups = starters();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut group = criterion.benchmark_group("random_games");
    group.sample_size(10).throughput(Throughput::Elements(GAMES));
    for threads in if all > 1 { vec![1, all] } else { vec![1] } {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
        group.bench_function(format!("threads={threads}"), |bencher| {
            bencher.iter(|| {
                pool.install(|| {
                    let seats = || (agent("random"), agent("random"), Vec::with_capacity(256));
                    (0..GAMES)
                        .into_par_iter()
                        .map_init(seats, |(one, other, legal), seed| {
                            u64::from(play(&match_ups[seed as usize % 2], seed, [one, other], legal, |_| ()))
                        })
                        .sum::<u64>()
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);

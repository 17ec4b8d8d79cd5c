//! Ten thousand random games on one thread and on all of them, played as `fixer sim` plays them.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fixer_sim::bench::rows::tournament;

/// Pairs of games of a measurement.
const PAIRS: u64 = 5_000;

fn games(criterion: &mut Criterion) {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut group = criterion.benchmark_group("random_games");
    group.sample_size(10).throughput(Throughput::Elements(2 * PAIRS));
    for threads in if all > 1 { vec![1, all] } else { vec![1] } {
        group.bench_function(format!("threads={threads}"), |bencher| bencher.iter(|| tournament(threads, PAIRS)));
    }
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);

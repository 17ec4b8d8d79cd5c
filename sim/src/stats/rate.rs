//! A win rate and its 95 % interval.

use serde::Serialize;

use crate::stats::normal::Z95;
use crate::tally::Tally;

/// A share between 0 and 1 with its 95 % interval.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// The share.
    pub value: f64,
    /// The interval's lower end.
    pub lo: f64,
    /// The interval's upper end.
    pub hi: f64,
}

impl Rate {
    /// Nothing is known: the interval is everything.
    pub const UNKNOWN: Self = Self { value: 0.5, lo: 0.0, hi: 1.0 };

    /// Half the interval's width.
    pub const fn half_width(&self) -> f64 {
        (self.hi - self.lo) / 2.0
    }

    /// The same comparison from the other side.
    #[must_use]
    pub const fn turned(&self) -> Self {
        Self { value: 1.0 - self.value, lo: 1.0 - self.hi, hi: 1.0 - self.lo }
    }
}

/// Wilson's 95 % interval for `points` out of `games` (a draw is half a point), as if the games were `games / deff`
/// independent ones. Without games: [`Rate::UNKNOWN`].
///
/// Source: E. B. Wilson, 1927; the worked example is from R. G. Newcombe, 1998.
///
/// ```
/// # use fixer_sim::stats::rate::wilson;
/// let rate = wilson(81.0, 263.0, 1.0);
/// assert_eq!(format!("{:.4} to {:.4}", rate.lo, rate.hi), "0.2553 to 0.3662");
/// ```
pub fn wilson(points: f64, games: f64, deff: f64) -> Rate {
    if games <= 0.0 {
        return Rate::UNKNOWN;
    }
    let n = games / deff;
    let p = points / games;
    let z2 = Z95 * Z95;
    let center = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * libm::sqrt(p * (1.0 - p) / n + z2 / (4.0 * n * n));
    // At 0 and 1 the formula's end is exactly there; rounding must not leave it outside.
    Rate { value: p, lo: (center - half).clamp(0.0, p), hi: (center + half).clamp(p, 1.0) }
}

/// How many dependent games weigh as much as one independent game: the variance of the pairs' mean scores over what
/// two independent games without draws would have. Kept within 0.25 and 2; 1 where there is too little to see it.
///
/// `points` are pairs by points: 0, ½, 1, 1½, 2.
///
/// ```
/// # use fixer_sim::stats::rate::deff;
/// // Each pair split: the two games say the opposite of each other.
/// assert_eq!(deff(&[0, 0, 100, 0, 0]), 0.25);
/// // Each pair won or lost twice: the second game says what the first said.
/// assert_eq!(deff(&[50, 0, 0, 0, 50]), 2.0);
/// // Two coins.
/// assert!((deff(&[250, 0, 500, 0, 250]) - 1.0).abs() < 0.01);
/// ```
pub fn deff(points: &[u64; 5]) -> f64 {
    let pairs: u64 = points.iter().sum();
    if pairs < 2 {
        return 1.0;
    }
    let (mean, variance) = moments(points);
    let coin = mean * (1.0 - mean) / 2.0;
    if coin <= 0.0 { 1.0 } else { (variance * pairs as f64 / (pairs - 1) as f64 / coin).clamp(0.25, 2.0) }
}

/// Mean and (population) variance of the pairs' scores, each between 0 and 1. `points` holds at least one pair.
pub fn moments(points: &[u64; 5]) -> (f64, f64) {
    let pairs = points.iter().sum::<u64>() as f64;
    let score = |points: usize| points as f64 / 4.0;
    let mean = points.iter().enumerate().map(|(k, &n)| score(k) * n as f64).sum::<f64>() / pairs;
    let square = |k: usize| (score(k) - mean) * (score(k) - mean);
    (mean, points.iter().enumerate().map(|(k, &n)| square(k) * n as f64).sum::<f64>() / pairs)
}

/// Side 0's win rate over all games of a tally.
pub fn win_rate(tally: &Tally) -> Rate {
    let [_, draws, wins] = tally.both();
    wilson(wins as f64 + draws as f64 / 2.0, tally.games() as f64, deff(&tally.points()))
}

/// The rate of games from one seat (losses, draws, wins): independent games.
pub fn seat_rate([losses, draws, wins]: [u64; 3]) -> Rate {
    wilson(wins as f64 + draws as f64 / 2.0, (losses + draws + wins) as f64, 1.0)
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{rng, unit};

    use super::*;

    #[test]
    fn worked_examples() {
        // Newcombe 1998, method 3: 15/148, 0/20, 1/29.
        for (points, games, wanted) in
            [(15.0, 148.0, "0.0624 0.1605"), (0.0, 20.0, "0.0000 0.1611"), (1.0, 29.0, "0.0061 0.1718")]
        {
            let rate = wilson(points, games, 1.0);
            assert_eq!(format!("{:.4} {:.4}", rate.lo, rate.hi), wanted);
        }
        let all = wilson(20.0, 20.0, 1.0);
        assert!((all.hi - 1.0).abs() < 1e-12 && all.lo > 0.8);
        assert_eq!(wilson(0.0, 0.0, 1.0), Rate::UNKNOWN);
    }

    /// The share of simulated experiments whose interval holds the true rate. `twin` is the probability that a pair's
    /// second game repeats the first one's result, `split` that it is its opposite where p is ½.
    fn coverage(p: f64, games: u64, twin: f64, split: f64, seed: u64) -> f64 {
        const EXPERIMENTS: u32 = 4_000;
        let mut generator = rng(seed);
        let mut held = 0;
        for _ in 0..EXPERIMENTS {
            let mut points = [0; 5];
            for _ in 0..games / 2 {
                let first = unit(&mut generator) < p;
                let kind = unit(&mut generator);
                let other = unit(&mut generator) < p;
                let second = if kind < twin {
                    first
                } else if kind < twin + split {
                    !first
                } else {
                    other
                };
                points[2 * (usize::from(first) + usize::from(second))] += 1;
            }
            let (mean, _) = moments(&points);
            let rate = wilson(mean * games as f64, games as f64, deff(&points));
            held += u32::from(rate.lo <= p && p <= rate.hi);
        }
        f64::from(held) / f64::from(EXPERIMENTS)
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        // (p, games, twin, split): independent games, pairs that agree, pairs that disagree.
        for (p, games, twin, split) in [
            (0.5, 200, 0.0, 0.0),
            (0.9, 200, 0.0, 0.0),
            (0.5, 200, 0.5, 0.0),
            (0.9, 200, 0.5, 0.0),
            (0.5, 200, 0.0, 0.4),
            (0.5, 20_000, 0.0, 0.0),
            (0.9, 20_000, 0.3, 0.0),
        ] {
            let share = coverage(p, games, twin, split, 11);
            println!("coverage p={p} games={games} twin={twin} split={split}: {share}");
            assert!((0.94..=0.965).contains(&share), "p={p} games={games} twin={twin} split={split}: {share}");
        }
    }

    #[test]
    fn pairs_that_disagree_are_worth_more_games() {
        let mirrored = win_rate(&Tally { cells: [[0, 0, 50], [0, 0, 0], [50, 0, 0]], ..Tally::default() });
        let coins = win_rate(&Tally { cells: [[25, 0, 25], [0, 0, 0], [25, 0, 25]], ..Tally::default() });
        assert!((mirrored.value - 0.5).abs() < 1e-12 && mirrored.half_width() < coins.half_width());
    }
}

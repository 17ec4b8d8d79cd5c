//! Live numbers: intervals that may be looked at as often as one likes.
//!
//! A 95 % interval is right at one moment chosen beforehand. Who watches it grow and stops where it looks good is wrong
//! much more often. A confidence sequence holds the truth at all times at once with 95 %.
//!
//! Source: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
//! sequences", Annals of Statistics 52 (2024), the two-sided sequence of theorem 2.2.

use libm::{log, sqrt};

use crate::stats::rate::{Rate, moments};

/// Before so many pairs the sequence says nothing: the theory is asymptotic, the variance must be known roughly.
pub const MIN_PAIRS: u64 = 64;

/// The number of pairs at which the sequence is tightest relative to a fixed interval.
const TUNED_FOR: f64 = 1_000.0;

/// The 95 % confidence sequence for side 0's rate after these pairs (by points: 0, ½, 1, 1½, 2). Everything before
/// [`MIN_PAIRS`] pairs.
///
/// ```
/// # use fixer_sim::stats::sequence::at_any_time;
/// assert_eq!(at_any_time(&[5, 0, 5, 0, 5]).hi, 1.0);
/// let rate = at_any_time(&[100, 0, 200, 0, 200]);
/// assert!(rate.lo > 0.5 && rate.value == 0.6);
/// ```
pub fn at_any_time(points: &[u64; 5]) -> Rate {
    const ALPHA: f64 = 0.05;
    let pairs: u64 = points.iter().sum();
    if pairs == 0 {
        return Rate::UNKNOWN;
    }
    let (mean, variance) = moments(points);
    if pairs < MIN_PAIRS {
        return Rate { value: mean, lo: 0.0, hi: 1.0 };
    }
    let n = pairs as f64;
    // Equation 9 of the source: the ρ that is best at a given time.
    let rho2 = (-2.0 * log(ALPHA) + log(-2.0 * log(ALPHA) + 1.0)) / TUNED_FOR;
    // One pair of each extreme beside what was seen: where all pairs ended alike the variance is not zero.
    let variance = variance.max(0.5 / n);
    let half = sqrt(variance * 2.0 * (n * rho2 + 1.0) / (n * n * rho2) * log(sqrt(n * rho2 + 1.0) / ALPHA));
    Rate { value: mean, lo: (mean - half).max(0.0), hi: (mean + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{rng, unit};

    use super::*;
    use crate::stats::rate::{deff, wilson};

    /// Shares of experiments of which the truth was outside at some look: of the sequence, of the fixed interval.
    fn errs(p: f64, pairs: u64, looks: u64) -> [f64; 2] {
        const EXPERIMENTS: u32 = 2_000;
        let mut generator = rng(3);
        let mut wrong = [0; 2];
        for _ in 0..EXPERIMENTS {
            let mut points = [0; 5];
            let mut outside = [false; 2];
            for pair in 1..=pairs {
                let wins = usize::from(unit(&mut generator) < p) + usize::from(unit(&mut generator) < p);
                points[2 * wins] += 1;
                if pair % (pairs / looks) == 0 && pair >= MIN_PAIRS {
                    let live = at_any_time(&points);
                    let games = 2.0 * pair as f64;
                    let fixed = wilson(live.value * games, games, deff(&points));
                    for (outside, rate) in outside.iter_mut().zip([live, fixed]) {
                        *outside |= p < rate.lo || rate.hi < p;
                    }
                }
            }
            for (wrong, outside) in wrong.iter_mut().zip(outside) {
                *wrong += u32::from(outside);
            }
        }
        wrong.map(|wrong| f64::from(wrong) / f64::from(EXPERIMENTS))
    }

    #[test]
    fn looking_often_does_not_fool() {
        for (p, looks) in [(0.5, 10), (0.5, 100), (0.9, 100)] {
            let [live, fixed] = errs(p, 5_000, looks);
            println!("p={p}, {looks} looks: sequence errs {live}, fixed interval {fixed}");
            assert!(live <= 0.05, "the sequence errs {live}");
            assert!(fixed > 0.12, "a fixed interval looked at {looks} times errs only {fixed}: the test is blind");
        }
    }
}

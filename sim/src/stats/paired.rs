//! Differences on the same deals: two lists that meet the same luck are told apart with far fewer games than two that
//! don't, because what the luck does to both cancels out.
//!
//! The unit is a deal: a pair of games of each list against the same opponent. Opponents are strata: the mean over them
//! counts each of them alike.

use libm::sqrt;

use crate::stats::normal::{Z95, below};

/// The sums of a number over deals.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Sums {
    /// How many deals.
    pub deals: u64,
    /// The sum.
    pub sum: f64,
    /// The sum of squares.
    pub squares: f64,
}

impl Sums {
    /// Counts one deal.
    pub fn add(&mut self, value: f64) {
        self.deals += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Counts the deals of another sum too.
    pub fn merge(&mut self, other: Self) {
        self.deals += other.deals;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; 0 without deals.
    pub fn mean(&self) -> f64 {
        self.sum / self.deals.max(1) as f64
    }

    /// The variance of the mean; infinite where there are too few deals to see it.
    pub fn variance_of_mean(&self) -> f64 {
        if self.deals < 2 {
            return f64::INFINITY;
        }
        let n = self.deals as f64;
        ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0) / n
    }
}

/// A mean difference and how well it is known.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Difference {
    /// The mean over the strata.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Difference {
    /// The mean over strata, each counting alike; nothing without strata.
    ///
    /// ```
    /// # use fixer_sim::stats::paired::{Difference, Sums};
    /// let mut sums = Sums::default();
    /// [0.0, 0.5, 0.5, 0.0].into_iter().for_each(|value| sums.add(value));
    /// let known = Difference::over(&[sums]).unwrap();
    /// assert_eq!(known.value, 0.25);
    /// assert!((known.error - 0.1443).abs() < 1e-4);
    /// ```
    pub fn over(strata: &[Sums]) -> Option<Self> {
        if strata.is_empty() {
            return None;
        }
        let n = strata.len() as f64;
        let variance: f64 = strata.iter().map(Sums::variance_of_mean).sum();
        Some(Self { value: strata.iter().map(Sums::mean).sum::<f64>() / n, error: sqrt(variance) / n })
    }

    /// The 95 % interval.
    pub fn interval(&self) -> [f64; 2] {
        let half = Z95 * self.error;
        [self.value - half, self.value + half]
    }

    /// The probability to see so much or more where there is nothing above zero.
    pub fn p_above(&self) -> f64 {
        below(-self.in_errors())
    }

    /// The probability to see something so far from zero, on either side, where there is nothing.
    pub fn p_unequal(&self) -> f64 {
        crate::stats::normal::two_sided(self.in_errors())
    }

    /// How many standard errors from zero.
    fn in_errors(&self) -> f64 {
        if self.error > 0.0 {
            self.value / self.error
        } else if self.value > 0.0 {
            f64::INFINITY
        } else if self.value < 0.0 {
            f64::NEG_INFINITY
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{rng, unit};

    use super::*;

    /// Pair points of two lists on common luck: each game is won if a number common to both, mixed with one of its own,
    /// is below the list's rate.
    fn deals(rates: [f64; 2], common: f64, deals: u32, seed: u64) -> Sums {
        let mut generator = rng(seed);
        let mut sums = Sums::default();
        for _ in 0..deals {
            let mut points = [0.0; 2];
            for _ in 0..2 {
                let luck = unit(&mut generator);
                for (points, rate) in points.iter_mut().zip(rates) {
                    let own = unit(&mut generator);
                    let shared = unit(&mut generator) < common;
                    *points += f64::from(u8::from(if shared { luck } else { own } < rate)) / 2.0;
                }
            }
            sums.add(points[1] - points[0]);
        }
        sums
    }

    #[test]
    fn intervals_hold_the_truth() {
        let truth = 0.02;
        let mut held = 0;
        for seed in 0..2_000 {
            let strata = [0, 1, 2].map(|stratum| deals([0.5, 0.5 + truth], 0.9, 128, 3 * seed + stratum));
            let [lo, hi] = Difference::over(&strata).unwrap().interval();
            held += u32::from(lo <= truth && truth <= hi);
        }
        let share = f64::from(held) / 2_000.0;
        println!("paired differences: {share} of 95 % intervals hold the truth");
        assert!((0.94..=0.965).contains(&share), "{share}");
    }

    #[test]
    fn common_luck_is_worth_many_games() {
        let (with, without) = (deals([0.5; 2], 0.95, 20_000, 1), deals([0.5; 2], 0.0, 20_000, 2));
        assert!(without.variance_of_mean() > 5.0 * with.variance_of_mean());
    }

    #[test]
    fn nothing_seen_is_nothing_known() {
        assert_eq!(Difference::over(&[]), None);
        let unknown = Difference::over(&[Sums::default()]).unwrap();
        assert!(unknown.value.abs() < f64::EPSILON && unknown.interval()[1] > 1e9);
        let mut same = Sums::default();
        (0..64).for_each(|_| same.add(0.0));
        let none = Difference::over(&[same]).unwrap();
        assert!((none.p_above() - 0.5).abs() < 1e-12 && (none.p_unequal() - 1.0).abs() < 1e-12);
    }
}

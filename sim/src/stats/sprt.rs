//! Is A better than B? Wald's sequential test on pairs, for normalized Elo.
//!
//! Normalized Elo measures a difference in standard deviations of the score, so the length of a test does not depend on
//! how often games are drawn or on how alike the games of a pair are. Two hypotheses, `elo0` and `elo1`; after every
//! block of pairs the log-likelihood ratio (LLR) between them is compared with two bounds.
//!
//! Source: M. Van den Bergh, "A practical introduction to the GSPRT" and "The generalized maximum likelihood ratio for
//! the normalized Elo"; the same model as in the tests of chess engines (pentanomial, normalized).

use libm::{log, sqrt};

/// Elo points of a normalized difference of one standard deviation a game.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// A test: two hypotheses and two probabilities of error.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// H0: the difference in normalized Elo is this (or less).
    pub elo0: f64,
    /// H1: it is this (or more); larger than `elo0`.
    pub elo1: f64,
    /// The probability to accept H1 where H0 is true.
    pub alpha: f64,
    /// The probability to accept H0 where H1 is true.
    pub beta: f64,
}

/// What a test says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not better by `elo1`: H0 is accepted.
    H0,
    /// Better by more than `elo0`: H1 is accepted.
    H1,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// A test with 5 % errors on both sides.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Below the first H0 is accepted, above the second H1.
    ///
    /// ```
    /// # use fixer_sim::stats::sprt::Sprt;
    /// let [lower, upper] = Sprt::new(0.0, 5.0).bounds();
    /// assert_eq!(format!("{lower:.3} {upper:.3}"), "-2.944 2.944");
    /// ```
    pub fn bounds(&self) -> [f64; 2] {
        [log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)]
    }

    /// The log-likelihood ratio after pairs with these points (0, ½, 1, 1½, 2); 0 without pairs.
    pub fn llr_pairs(&self, points: &[u64; 5]) -> f64 {
        // A pair is two games: its mean score's deviation is that of a game over √2.
        let root = std::f64::consts::SQRT_2;
        llr(points, root * self.elo0 / NORMALIZED, root * self.elo1 / NORMALIZED)
    }

    /// The log-likelihood ratio after single, independent games: losses, draws, wins.
    pub fn llr_games(&self, results: &[u64; 3]) -> f64 {
        llr(results, self.elo0 / NORMALIZED, self.elo1 / NORMALIZED)
    }

    /// What a log-likelihood ratio means.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let [lower, upper] = self.bounds();
        if llr <= lower {
            Verdict::H0
        } else if llr >= upper {
            Verdict::H1
        } else {
            Verdict::Open
        }
    }

    /// How many pairs the test takes on average where the difference is exactly `elo0` and exactly `elo1` (Wald's
    /// approximation).
    ///
    /// ```
    /// # use fixer_sim::stats::sprt::Sprt;
    /// assert_eq!(Sprt::new(0.0, 5.0).expected_pairs().map(f64::round), [12_795.0, 12_795.0]);
    /// ```
    pub fn expected_pairs(&self) -> [f64; 2] {
        let [lower, upper] = self.bounds();
        let step = std::f64::consts::SQRT_2 * (self.elo1 - self.elo0) / NORMALIZED;
        let drift = step * step / 2.0;
        [
            -(self.alpha * upper + (1.0 - self.alpha) * lower) / drift,
            ((1.0 - self.beta) * upper + self.beta * lower) / drift,
        ]
    }
}

/// Normalized Elo as the pairs show it: (score - ½) in standard deviations of a game, times 347.4. Nothing where all
/// pairs ended alike.
pub fn normalized_elo(points: &[u64; 5]) -> Option<f64> {
    if points.iter().sum::<u64>() == 0 {
        return None;
    }
    let (mean, variance) = crate::stats::rate::moments(points);
    (variance > 0.0).then(|| (mean - 0.5) / sqrt(2.0 * variance) * NORMALIZED)
}

/// The log-likelihood ratio between the hypotheses that (mean score - ½) / deviation is `t1` and that it is `t0`, for
/// `counts` of equally spaced scores from 0 to 1.
fn llr<const N: usize>(counts: &[u64; N], t0: f64, t1: f64) -> f64 {
    if counts.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    // A score that was never seen counts as nearly nothing, not as nothing: the likelihoods stay positive.
    let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let seen = counts.map(|count| count / total);
    let (p0, p1) = (most_likely(&seen, t0), most_likely(&seen, t1));
    total * (0..N).map(|i| seen[i] * log(p1[i] / p0[i])).sum::<f64>()
}

/// The distribution most likely to have given `seen` among those whose (mean - ½) / deviation is `t`.
///
/// For a given mean and deviation the condition is linear in the probabilities, and the solution is `seen / (1 + x φ)`;
/// both are improved in turn.
fn most_likely<const N: usize>(seen: &[f64; N], t: f64) -> [f64; N] {
    let score: [f64; N] = std::array::from_fn(|i| i as f64 / (N - 1) as f64);
    let mut p = [1.0 / N as f64; N];
    for _ in 0..30 {
        let mean: f64 = (0..N).map(|i| p[i] * score[i]).sum();
        let variance: f64 = (0..N).map(|i| p[i] * (score[i] - mean) * (score[i] - mean)).sum();
        let deviation = sqrt(variance);
        let phi: [f64; N] = std::array::from_fn(|i| {
            let z = (mean - score[i]) / deviation;
            score[i] - 0.5 - 0.5 * t * deviation * (1.0 + z * z)
        });
        let Some(x) = multiplier(seen, &phi) else { return p };
        let next: [f64; N] = std::array::from_fn(|i| seen[i] / (1.0 + x * phi[i]));
        let moved = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if moved < 1e-10 {
            break;
        }
    }
    p
}

/// The x with Σ seen φ / (1 + x φ) = 0 among those that keep all denominators positive; nothing if φ has one sign.
fn multiplier<const N: usize>(seen: &[f64; N], phi: &[f64; N]) -> Option<f64> {
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let most = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // The sum falls from +∞ to -∞ between the poles: Newton's steps, halving where one would leave the bracket.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (seen, phi) in seen.iter().zip(phi) {
            let quotient = phi / (1.0 + x * phi);
            value += seen * quotient;
            slope -= seen * quotient * quotient;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() < 1e-13 * (1.0 + x.abs()) {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{SearchRng, rng, unit};

    use super::*;

    #[test]
    fn no_counts_hang_or_give_nan() {
        let test = Sprt::new(0.0, 5.0);
        for points in [[0; 5], [1, 0, 0, 0, 0], [5_000, 0, 0, 0, 0], [0, 0, 700, 0, 0], [0, 0, 0, 0, 9_000]] {
            let llr = test.llr_pairs(&points);
            assert!(llr.is_finite(), "{points:?}: {llr}");
        }
        assert_eq!(test.verdict(test.llr_pairs(&[5_000, 0, 0, 0, 0])), Verdict::H0);
        assert_eq!(test.verdict(test.llr_pairs(&[0, 0, 0, 0, 9_000])), Verdict::H1);
        assert!(test.llr_games(&[40, 3, 0]) < 0.0);
    }

    #[test]
    fn small_differences_follow_the_normal_approximation() {
        // For small t, LLR ≈ n (t1 - t0) (t̂ - (t0 + t1) / 2).
        let test = Sprt::new(0.0, 5.0);
        let points = [520, 1_980, 5_000, 2_020, 560];
        let n: f64 = points.iter().map(|&count| count as f64).sum();
        let (mean, variance) = crate::stats::rate::moments(&points);
        let t = (mean - 0.5) / sqrt(variance);
        let t1 = std::f64::consts::SQRT_2 * 5.0 / NORMALIZED;
        let wanted = n * t1 * (t - t1 / 2.0);
        assert!((test.llr_pairs(&points) - wanted).abs() < 0.01 * wanted.abs().max(1.0));
    }

    #[test]
    fn swapping_the_sides_and_the_hypotheses_turns_the_sign() {
        let points = [100, 210, 400, 260, 120];
        let mut turned = points;
        turned.reverse();
        let one = Sprt::new(-1.0, 4.0).llr_pairs(&points);
        let two = Sprt::new(-4.0, 1.0).llr_pairs(&turned);
        assert!((one + two).abs() < 1e-9, "{one} {two}");
    }

    #[test]
    fn the_solution_keeps_its_condition() {
        let seen = [0.1, 0.2, 0.3, 0.25, 0.15];
        for t in [-0.3, 0.0, 0.02, 0.4] {
            let p = most_likely(&seen, t);
            let mean: f64 = (0..5).map(|i| p[i] * i as f64 / 4.0).sum();
            let variance: f64 = (0..5).map(|i| p[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((mean - 0.5) / sqrt(variance) - t).abs() < 1e-7, "t = {t}");
        }
    }

    /// A pair's points where the truth is `elo` normalized Elo: with half of the pairs split, or with many draws.
    fn pair(generator: &mut SearchRng, elo: f64, shape: [f64; 5]) -> usize {
        // Weight moves from the lower to the upper scores until the mean is `t` deviations above ½.
        let t = std::f64::consts::SQRT_2 * elo / NORMALIZED;
        let variance: f64 = (0..5).map(|i| shape[i] * (i as f64 / 4.0 - 0.5).powi(2)).sum();
        let shift = t * sqrt(variance) / sqrt(1.0 + t * t);
        let mut word = unit(generator);
        for (i, weight) in shape.iter().enumerate() {
            let tilted = weight * (1.0 + shift * (i as f64 / 4.0 - 0.5) / variance);
            if word < tilted {
                return i;
            }
            word -= tilted;
        }
        4
    }

    /// Over 2,000 tests: the share that accepts H1, and the mean number of pairs.
    fn simulate(test: &Sprt, elo: f64, shape: [f64; 5]) -> (f64, f64) {
        const TESTS: u32 = 2_000;
        let mut generator = rng(9);
        let (mut accepted, mut pairs) = (0, 0_u64);
        for _ in 0..TESTS {
            let mut points = [0; 5];
            loop {
                for _ in 0..64 {
                    points[pair(&mut generator, elo, shape)] += 1;
                }
                match test.verdict(test.llr_pairs(&points)) {
                    Verdict::Open => {}
                    verdict => {
                        accepted += u32::from(verdict == Verdict::H1);
                        break;
                    }
                }
            }
            pairs += points.iter().sum::<u64>();
        }
        (f64::from(accepted) / f64::from(TESTS), pairs as f64 / f64::from(TESTS))
    }

    #[test]
    fn errors_and_lengths_are_as_promised() {
        let decisive = [0.25, 0.0, 0.5, 0.0, 0.25];
        let drawish = [0.05, 0.25, 0.4, 0.25, 0.05];
        for (test, shape) in
            [(Sprt::new(0.0, 5.0), decisive), (Sprt::new(0.0, 10.0), drawish), (Sprt::new(-5.0, 5.0), decisive)]
        {
            let [wanted0, wanted1] = test.expected_pairs();
            let (false_h1, length0) = simulate(&test, test.elo0, shape);
            let (true_h1, length1) = simulate(&test, test.elo1, shape);
            println!(
                "elo {} to {}: errs {false_h1:.4} and {:.4}, {length0:.0} and {length1:.0} pairs (theory {wanted0:.0})",
                test.elo0,
                test.elo1,
                1.0 - true_h1
            );
            assert!(false_h1 <= 0.06 && 1.0 - true_h1 <= 0.06, "errors {false_h1} and {}", 1.0 - true_h1);
            assert!((length0 / wanted0 - 1.0).abs() < 0.15, "{length0} pairs, theory {wanted0}");
            assert!((length1 / wanted1 - 1.0).abs() < 0.15, "{length1} pairs, theory {wanted1}");
        }
    }
}

//! Fitting the weights of a linear evaluation to played games: logistic regression with a small ridge, and what tells
//! whether the result is any good. One thread, a fixed order of additions: the same samples, the same weights.

use libm::{exp, log};

/// Newton steps at most; logistic regression mostly needs fewer than ten.
const STEPS: u32 = 50;

/// A step shorter than this in every (standardized) weight ends the fit.
const PRECISION: f64 = 1e-9;

/// Positions with their features and how their games ended.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    width: usize,
    features: Vec<f32>,
    results: Vec<f32>,
    turns: Vec<u32>,
}

/// What a fit has found, in the features' own units.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The constant of the sum.
    pub bias: f64,
    /// One weight a feature.
    pub weights: Vec<f64>,
    /// Mean negative log-likelihood a position, in nats, without the ridge.
    pub loss: f64,
    /// How many Newton steps it took.
    pub steps: u32,
}

/// A row of a calibration table: positions whose predictions lie together.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Calibration {
    /// How many positions.
    pub positions: usize,
    /// The mean predicted win probability.
    pub predicted: f64,
    /// The mean result.
    pub happened: f64,
}

/// Why nothing could be fitted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// No position, or only won or only lost ones.
    #[error("nothing to fit: expected positions of games that were won and of games that were lost")]
    OneSided,
    /// The features of the positions depend on each other exactly and the ridge is 0.
    #[error("the features depend on each other exactly, expected a ridge above 0")]
    Singular,
}

impl Samples {
    /// No position yet; each will have `width` features.
    pub fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Adds a position.
    ///
    /// # Arguments
    /// `result` is 1 for a win of the player the features were measured for, 0 for a loss, one half for a tie; `turn` is
    /// the number of the turn.
    ///
    /// # Panics
    /// If there are not as many features as [`Samples::new`] was told.
    pub fn push(&mut self, features: &[f32], result: f32, turn: u32) {
        assert_eq!(features.len(), self.width, "features of a sample");
        self.features.extend_from_slice(features);
        self.results.push(result);
        self.turns.push(turn);
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Those of the positions whose turn is at least `from` and below `to`.
    #[must_use]
    pub fn of_turns(&self, from: u32, to: u32) -> Self {
        let mut some = Self::new(self.width);
        for i in (0..self.len()).filter(|&i| (from..to).contains(&self.turns[i])) {
            some.push(self.row(i), self.results[i], self.turns[i]);
        }
        some
    }

    fn row(&self, i: usize) -> &[f32] {
        &self.features[i * self.width..][..self.width]
    }

    /// Fits weights. `ridge` (0 or more) holds them back: it is added once per position to the curvature of each
    /// standardized weight.
    ///
    /// # Errors
    /// There is nothing to learn from, or features depend on each other and nothing holds them back.
    pub fn fit(&self, ridge: f64) -> Result<Fit, FitError> {
        let total: f64 = self.results.iter().map(|&result| f64::from(result)).sum();
        let count = self.len() as f64;
        if self.is_empty() || total <= 0.0 || total >= count {
            return Err(FitError::OneSided);
        }
        let (means, scales) = self.standards();
        // The last column is the constant.
        let size = self.width + 1;
        let mut weights = vec![0.0; size];
        let mut row = vec![1.0; size];
        let mut steps = 0;
        while steps < STEPS {
            steps += 1;
            let mut slope = vec![0.0; size];
            let mut curvature = vec![0.0; size * size];
            for i in 0..self.len() {
                for (j, &feature) in self.row(i).iter().enumerate() {
                    row[j] = (f64::from(feature) - means[j]) / scales[j];
                }
                let p = sigmoid(dot(&row, &weights));
                let (miss, spread) = (f64::from(self.results[i]) - p, p * (1.0 - p));
                for j in 0..size {
                    slope[j] += miss * row[j] / count;
                    for k in 0..=j {
                        curvature[j * size + k] += spread * row[j] * row[k] / count;
                    }
                }
            }
            for j in 0..self.width {
                slope[j] -= ridge * weights[j];
                curvature[j * size + j] += ridge;
            }
            let step = solve(&mut curvature, &slope).ok_or(FitError::Singular)?;
            for (weight, change) in weights.iter_mut().zip(&step) {
                *weight += change;
            }
            if step.iter().all(|change| change.abs() < PRECISION) {
                break;
            }
        }
        let mut bias = weights[self.width];
        weights.truncate(self.width);
        for j in 0..self.width {
            weights[j] /= scales[j];
            bias -= weights[j] * means[j];
        }
        let mut fit = Fit { bias, weights, loss: 0.0, steps };
        fit.loss = self.loss(&fit);
        Ok(fit)
    }

    /// Mean and standard deviation of each feature; 1 where a feature never changes.
    fn standards(&self) -> (Vec<f64>, Vec<f64>) {
        let count = self.len() as f64;
        let mut means = vec![0.0; self.width];
        let mut squares = vec![0.0; self.width];
        for i in 0..self.len() {
            for (j, &feature) in self.row(i).iter().enumerate() {
                means[j] += f64::from(feature) / count;
            }
        }
        for i in 0..self.len() {
            for (j, &feature) in self.row(i).iter().enumerate() {
                let off = f64::from(feature) - means[j];
                squares[j] += off * off / count;
            }
        }
        let scales = squares.iter().map(|&square| if square > 1e-12 { square.sqrt() } else { 1.0 }).collect();
        (means, scales)
    }

    /// The win probability that a fit gives each position.
    pub fn predict(&self, fit: &Fit) -> Vec<f64> {
        (0..self.len())
            .map(|i| {
                let sum: f64 = self.row(i).iter().zip(&fit.weights).map(|(&x, w)| f64::from(x) * w).sum();
                sigmoid(fit.bias + sum)
            })
            .collect()
    }

    /// Mean negative log-likelihood a position, in nats.
    pub fn loss(&self, fit: &Fit) -> f64 {
        let predictions = self.predict(fit);
        let losses = predictions.iter().zip(&self.results).map(|(&p, &result)| {
            let p = p.clamp(1e-12, 1.0 - 1e-12);
            -f64::from(result) * log(p) - (1.0 - f64::from(result)) * log(1.0 - p)
        });
        losses.sum::<f64>() / self.len().max(1) as f64
    }

    /// How often a won position is given a higher probability than a lost one (ties count half; so do tied games on
    /// neither side): the area under the ROC curve. One half where there is nothing to compare.
    pub fn auc(&self, fit: &Fit) -> f64 {
        let mut rows: Vec<(f64, f32)> = self.predict(fit).into_iter().zip(self.results.iter().copied()).collect();
        rows.retain(|&(_, result)| result <= 0.0 || result >= 1.0);
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut lost, mut won, mut pairs) = (0.0, 0.0, 0.0);
        let mut start = 0;
        while start < rows.len() {
            let same = rows[start..].iter().take_while(|row| row.0.total_cmp(&rows[start].0).is_eq()).count();
            let wins = rows[start..start + same].iter().filter(|row| row.1 >= 1.0).count() as f64;
            let losses = same as f64 - wins;
            pairs += wins * (lost + losses / 2.0);
            lost += losses;
            won += wins;
            start += same;
        }
        if lost > 0.0 && won > 0.0 { pairs / (won * lost) } else { 0.5 }
    }

    /// Predictions against results, by bands of the predicted probability (`bands` of equal width, empty ones left out).
    pub fn calibration(&self, fit: &Fit, bands: usize) -> Vec<Calibration> {
        let mut rows = vec![Calibration { positions: 0, predicted: 0.0, happened: 0.0 }; bands.max(1)];
        for (p, &result) in self.predict(fit).into_iter().zip(&self.results) {
            let band = ((p * rows.len() as f64) as usize).min(rows.len() - 1);
            rows[band].positions += 1;
            rows[band].predicted += p;
            rows[band].happened += f64::from(result);
        }
        rows.retain(|row| row.positions > 0);
        for row in &mut rows {
            row.predicted /= row.positions as f64;
            row.happened /= row.positions as f64;
        }
        rows
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x.clamp(-40.0, 40.0)))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Solves `matrix * x = right` by Cholesky; the lower half of the matrix is used and overwritten. Nothing if it is not
/// positive definite.
fn solve(matrix: &mut [f64], right: &[f64]) -> Option<Vec<f64>> {
    let size = right.len();
    for j in 0..size {
        for i in j..size {
            let known: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - known;
            if i == j {
                if rest <= 1e-14 {
                    return None;
                }
                matrix[j * size + j] = rest.sqrt();
            } else {
                matrix[i * size + j] = rest / matrix[j * size + j];
            }
        }
    }
    let mut x = right.to_vec();
    for i in 0..size {
        let known: f64 = (0..i).map(|k| matrix[i * size + k] * x[k]).sum();
        x[i] = (x[i] - known) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|k| matrix[k * size + i] * x[k]).sum();
        x[i] = (x[i] - known) / matrix[i * size + i];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{rng, unit};

    use super::*;

    /// Games decided by a known rule: the fit has to find it.
    fn drawn(count: usize) -> Samples {
        let mut generator = rng(11);
        let mut samples = Samples::new(3);
        for i in 0..count {
            let a = unit(&mut generator) * 4.0 - 2.0;
            let b = unit(&mut generator) * 100.0;
            let p = sigmoid(1.5 * a - 0.03 * b + 1.0);
            let won = unit(&mut generator) < p;
            samples.push(&[a as f32, b as f32, 7.0], f32::from(u8::from(won)), i as u32 % 10);
        }
        samples
    }

    #[test]
    fn known_weights_are_recovered() {
        let samples = drawn(40_000);
        let fit = samples.fit(1e-6).expect("two-sided");
        assert!((fit.weights[0] - 1.5).abs() < 0.06, "{fit:?}");
        assert!((fit.weights[1] + 0.03).abs() < 0.002, "{fit:?}");
        // What never changes has nothing to say.
        assert!(fit.weights[2].abs() < 1e-6, "{fit:?}");
        assert!((fit.bias - 1.0).abs() < 0.1, "{fit:?}");
        assert!(fit.steps < 20, "{fit:?}");
        let rows = samples.calibration(&fit, 10);
        assert_eq!(rows.iter().map(|row| row.positions).sum::<usize>(), samples.len());
        assert!(rows.iter().all(|row| (row.predicted - row.happened).abs() < 0.04), "{rows:?}");
    }

    /// Four positions in a row: 1 of the 4 pairs is the wrong way round.
    #[test]
    fn auc_counts_pairs() {
        let mut samples = Samples::new(1);
        for (x, won) in [(1.0, 0.0), (2.0, 1.0), (3.0, 0.0), (4.0, 1.0), (2.5, 0.5)] {
            samples.push(&[x], won, 1);
        }
        let fit = Fit { bias: 0.0, weights: vec![1.0], loss: 0.0, steps: 0 };
        assert!((samples.auc(&fit) - 0.75).abs() < 1e-12);
        let flat = Fit { weights: vec![0.0], ..fit };
        assert!((samples.auc(&flat) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn turns_select() {
        let samples = drawn(100);
        assert_eq!(samples.of_turns(3, 5).len(), 20);
        assert_eq!(samples.of_turns(0, 10), samples);
    }

    #[test]
    fn nothing_to_learn_is_an_error() {
        let mut samples = Samples::new(1);
        assert_eq!(samples.fit(0.1), Err(FitError::OneSided));
        samples.push(&[1.0], 1.0, 1);
        samples.push(&[2.0], 1.0, 1);
        assert_eq!(samples.fit(0.1), Err(FitError::OneSided));
        let mut twins = Samples::new(2);
        for (x, won) in [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (3.0, 1.0)] {
            twins.push(&[x, x], won, 1);
        }
        assert_eq!(twins.fit(0.0), Err(FitError::Singular));
        assert!(twins.fit(0.01).is_ok());
    }
}

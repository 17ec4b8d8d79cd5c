//! A linear evaluation: the logistic of a weighted sum of features.

use std::marker::PhantomData;

use fixer_core::diagnostics::Diagnostic;
use fixer_core::game::{Game, Player};

use super::logistic;
use super::weights::Weights;

/// The most features an evaluation may have.
pub const MAX_FEATURES: usize = 64;

/// How many partial sums a weighted sum keeps. Fixed, for the order of additions decides the last bit of the result.
const LANES: usize = 8;

/// What is measured on a position of one game.
pub trait Features<G: Game>: Copy + Send + Sync + 'static {
    /// The names, in the order of the values; at most [`MAX_FEATURES`]. Weight files use them. What a name measures
    /// is never changed: a better measure is a new name, or frozen weights would no longer play as they did.
    const NAMES: &'static [&'static str];

    /// Writes the values as `of` sees the position (mine minus the rival's, wherever that makes sense) into `out`, which
    /// is as long as `NAMES` and holds zeros.
    fn measure(game: &G, of: Player, out: &mut [f32]);
}

/// The logistic of the weighted features of `F`.
#[derive(Clone, Debug)]
pub struct Linear<F> {
    bias: f32,
    weights: [f32; MAX_FEATURES],
    features: PhantomData<F>,
}

impl<F> Linear<F> {
    /// With the weights of a file. A feature that the file doesn't name weighs nothing: files outlive the invention of
    /// features.
    ///
    /// # Errors
    /// A name in the file that is no feature.
    pub fn new<G: Game>(weights: &Weights) -> Result<Self, Diagnostic>
    where
        F: Features<G>,
    {
        const { assert!(F::NAMES.len() <= MAX_FEATURES, "more features than MAX_FEATURES") };
        let mut vector = [0.0; MAX_FEATURES];
        for weight in &weights.weights {
            let Some(place) = F::NAMES.iter().position(|&name| name == weight.name) else {
                let message = format!("unknown feature `{}`, expected one of {}", weight.name, F::NAMES.join(", "));
                let wrong = Diagnostic::new(&weights.file, message).on_line(weight.line);
                return Err(wrong.near(&weight.name, F::NAMES.iter().copied()));
            };
            vector[place] = weight.value;
        }
        Ok(Self { bias: weights.bias, weights: vector, features: PhantomData })
    }

    /// The win probability of `of`.
    #[inline]
    pub fn value<G: Game>(&self, game: &G, of: Player) -> f32
    where
        F: Features<G>,
    {
        let mut features = [0.0; MAX_FEATURES];
        F::measure(game, of, &mut features[..F::NAMES.len()]);
        let mut sums = [0.0f32; LANES];
        for (features, weights) in features.chunks_exact(LANES).zip(self.weights.chunks_exact(LANES)) {
            for lane in 0..LANES {
                sums[lane] += features[lane] * weights[lane];
            }
        }
        logistic(self.bias + sums.iter().sum::<f32>())
    }
}

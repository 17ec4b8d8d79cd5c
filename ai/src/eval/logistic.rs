//! The logistic function and its inverse, the same bits on every CPU: `exp` and `ln` come from `libm`, whose sums and
//! products are plain Rust, never from the system's library.

/// Beyond this the logistic function differs from 0 or 1 by less than a rollout can ever tell.
const LIMIT: f32 = 16.0;

/// From a sum of evidence (any number, in nats) to a probability, 0 to 1. A sum that is no number counts as 0.
///
/// ```
/// # use fixer_ai::eval::logistic;
/// assert_eq!(logistic(0.0), 0.5);
/// assert!(logistic(2.0) > 0.88 && logistic(-1e9) >= 0.0);
/// ```
#[inline]
pub fn logistic(evidence: f32) -> f32 {
    if evidence.is_nan() {
        return 0.5;
    }
    1.0 / (1.0 + libm::expf(-evidence.clamp(-LIMIT, LIMIT)))
}

/// The evidence that a probability stands for: the inverse of [`logistic`], within its limits.
pub fn logit(probability: f32) -> f32 {
    let p = probability.clamp(1e-7, 1.0 - 1e-7);
    libm::logf(p / (1.0 - p)).clamp(-LIMIT, LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_bits_are_pinned() {
        let bits: Vec<u32> = [-20.0, -3.0, -0.5, 0.1, 1.0, 7.5].map(|x| logistic(x).to_bits()).to_vec();
        assert_eq!(bits, [871_475_931, 1_027_752_354, 1_052_855_555, 1_057_383_689, 1_060_841_128, 1_065_343_941]);
    }

    #[test]
    fn it_rises_and_is_symmetric() {
        let values: Vec<f32> = (-200..=200).map(|x| logistic(x as f32 / 10.0)).collect();
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(values.iter().zip(values.iter().rev()).all(|(low, high)| (low + high - 1.0).abs() < 1e-6));
        assert!((logistic(f32::NAN) - 0.5).abs() < f32::EPSILON);
    }

    #[test]
    fn logit_undoes_it() {
        for x in [-6.0, -1.0, 0.0, 0.3, 4.0] {
            assert!((logit(logistic(x)) - x).abs() < 1e-3, "{x}");
        }
        assert!(logit(0.0).is_finite() && logit(1.0).is_finite());
    }
}

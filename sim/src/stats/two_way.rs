//! What goes out and what comes in: the effects of both in a table of tried exchanges.
//!
//! The worth of an exchange is modelled as what the incoming card is worth less what the outgoing one was. So not every
//! exchange has to be tried: each card is tried with a few others, and least squares put the effects together. Only
//! differences are seen, so the incoming cards' mean effect is set to 0.

use crate::stats::linear::Cholesky;

/// Which exchanges to try so that every incoming card is tried with `width` outgoing ones: windows that move on by one
/// from each incoming card to the next. All of them where that is not enough to connect everything.
///
/// ```
/// # use fixer_sim::stats::two_way::windows;
/// assert_eq!(windows(3, 3, 2), [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)]);
/// assert_eq!(windows(9, 2, 2).len(), 18);
/// ```
pub fn windows(outgoing: usize, incoming: usize, width: usize) -> Vec<(usize, usize)> {
    let connected = width >= 2 && incoming + width > outgoing;
    let width = if connected { width.min(outgoing) } else { outgoing };
    (0..incoming).flat_map(|into| (0..width).map(move |step| ((into + step) % outgoing, into))).collect()
}

/// How each effect is computed from the tried exchanges: a weight an exchange.
#[derive(Clone, PartialEq, Debug)]
pub struct Effects {
    /// Per outgoing card: what a copy of it is worth, against the mean of the incoming ones.
    pub outgoing: Vec<Vec<f64>>,
    /// Per incoming card: what it is worth, against the mean of all of them.
    pub incoming: Vec<Vec<f64>>,
}

impl Effects {
    /// Least squares for these exchanges (outgoing, incoming), each known equally well. The effect of a card that is in
    /// none of them is 0.
    pub fn of(outgoing: usize, incoming: usize, tried: &[(usize, usize)]) -> Self {
        let n = outgoing + incoming;
        // worth = in - out; the last term sets the mean of the incoming effects to 0 and disturbs nothing else.
        let mut normal = vec![vec![0.0; n]; n];
        for &(out, into) in tried {
            let into = outgoing + into;
            normal[out][out] += 1.0;
            normal[into][into] += 1.0;
            normal[out][into] -= 1.0;
            normal[into][out] -= 1.0;
        }
        for row in &mut normal[outgoing..] {
            for cell in &mut row[outgoing..] {
                *cell += 1.0;
            }
        }
        for (place, row) in normal.iter_mut().enumerate() {
            // A card that was tried with nothing.
            row[place] += 1e-9;
        }
        let solved = Cholesky::of(normal);
        let mut weights = vec![vec![0.0; tried.len()]; n];
        for (exchange, &(out, into)) in tried.iter().enumerate() {
            let mut one = vec![0.0; n];
            one[out] = -1.0;
            one[outgoing + into] = 1.0;
            for (row, weight) in weights.iter_mut().zip(solved.solve(one)) {
                row[exchange] = weight;
            }
        }
        let incoming = weights.split_off(outgoing);
        Self { outgoing: weights, incoming }
    }
}

/// An effect from the worths of the tried exchanges.
///
/// ```
/// # use fixer_sim::stats::two_way::{Effects, effect};
/// // Two cards go out, two come in: the second incoming one is better by 4, the first outgoing one worse by 2.
/// let tried = [(0, 0), (0, 1), (1, 1)];
/// let worths = [1.0, 5.0, 3.0];
/// let effects = Effects::of(2, 2, &tried);
/// assert!((effect(&effects.incoming[1], &worths) - 2.0).abs() < 1e-6);
/// assert!((effect(&effects.outgoing[0], &worths) + 3.0).abs() < 1e-6);
/// assert!((effect(&effects.outgoing[1], &worths) + 1.0).abs() < 1e-6);
/// ```
pub fn effect(weights: &[f64], worths: &[f64]) -> f64 {
    weights.iter().zip(worths).map(|(weight, worth)| weight * worth).sum()
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{rng, unit};

    use super::*;

    #[test]
    fn known_effects_come_back_from_few_exchanges() {
        let mut generator = rng(5);
        let out: Vec<f64> = (0..17).map(|_| unit(&mut generator)).collect();
        let mut into: Vec<f64> = (0..48).map(|_| unit(&mut generator)).collect();
        let mean = into.iter().sum::<f64>() / 48.0;
        into.iter_mut().for_each(|worth| *worth -= mean);
        let tried = windows(17, 48, 4);
        assert_eq!(tried.len(), 4 * 48);
        let worths: Vec<f64> = tried.iter().map(|&(o, i)| into[i] - out[o]).collect();
        let effects = Effects::of(17, 48, &tried);
        for (weights, wanted) in effects.outgoing.iter().chain(&effects.incoming).zip(out.iter().chain(&into)) {
            assert!((effect(weights, &worths) - wanted).abs() < 1e-6);
        }
    }

    #[test]
    fn every_outgoing_card_is_tried_about_as_often() {
        let mut counts = [0; 17];
        windows(17, 48, 4).iter().for_each(|&(out, _)| counts[out] += 1);
        assert!(counts.iter().all(|&count| (9..=12).contains(&count)), "{counts:?}");
        assert_eq!(windows(3, 5, 9).len(), 15);
    }
}

//! Many comparisons at once: p-values adjusted for how many were made.

/// Holm's adjusted p-values: reject those at most α and the probability of one false rejection is at most α.
///
/// Source: S. Holm, 1979.
///
/// ```
/// # use fixer_sim::stats::many::holm;
/// let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
/// let shown: Vec<String> = adjusted.iter().map(|p| format!("{p:.2}")).collect();
/// assert_eq!(shown, ["0.03", "0.06", "0.06", "0.02"]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p_values.len()];
    let mut worst: f64 = 0.0;
    for (rank, &index) in ascending(p_values).iter().enumerate() {
        worst = worst.max(p_values[index] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[index] = worst;
    }
    adjusted
}

/// Benjamini and Hochberg's adjusted p-values: of those at most q, the expected share of false ones is at most q.
///
/// Source: Y. Benjamini, Y. Hochberg, 1995.
///
/// ```
/// # use fixer_sim::stats::many::benjamini_hochberg;
/// let adjusted = benjamini_hochberg(&[0.01, 0.04, 0.03, 0.005]);
/// let shown: Vec<String> = adjusted.iter().map(|p| format!("{p:.2}")).collect();
/// assert_eq!(shown, ["0.02", "0.04", "0.04", "0.02"]);
/// ```
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p_values.len()];
    let mut best: f64 = 1.0;
    for (rank, &index) in ascending(p_values).iter().enumerate().rev() {
        best = best.min(p_values[index] * p_values.len() as f64 / (rank + 1) as f64);
        adjusted[index] = best;
    }
    adjusted
}

/// The places of the values, the smallest first, equal ones in their order.
fn ascending(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&x, &y| values[x].total_cmp(&values[y]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fifteen p-values of the paper's section 3.2.
    const PAPER: [f64; 15] = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590,
        1.0,
    ];

    #[test]
    fn benjamini_and_hochberg_reject_four_in_their_paper() {
        assert_eq!(benjamini_hochberg(&PAPER).iter().filter(|&&p| p <= 0.05).count(), 4);
        // The paper: Bonferroni's procedure, of which Holm's is the step-down form, rejects three.
        assert_eq!(holm(&PAPER).iter().filter(|&&p| p <= 0.05).count(), 3);
    }

    #[test]
    fn order_does_not_matter_and_nothing_exceeds_one() {
        let reversed: Vec<f64> = PAPER.iter().rev().copied().collect();
        for adjust in [holm, benjamini_hochberg] {
            let mut one = adjust(&reversed);
            one.reverse();
            assert_eq!(one, adjust(&PAPER));
            assert!(one.iter().all(|p| (0.0..=1.0).contains(p)));
            assert!(adjust(&[]).is_empty());
        }
    }
}

//! Ranks: how well two orders of the same things agree.

/// Spearman's rank correlation, ties at their mean rank; nothing with fewer than two values or where one side is all
/// ties.
///
/// ```
/// # use fixer_sim::stats::ranks::spearman;
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]), Some(1.0));
/// assert_eq!(spearman(&[1.0, 1.0], &[1.0, 2.0]), None);
/// ```
pub fn spearman(xs: &[f64], ys: &[f64]) -> Option<f64> {
    let (xs, ys) = (ranks(xs), ranks(ys));
    let mean = f64::midpoint(xs.len() as f64, 1.0);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let spread = product(&xs, &xs) * product(&ys, &ys);
    (spread > 0.0).then(|| product(&xs, &ys) / libm::sqrt(spread))
}

/// The rank of each value from 1, the smallest first; equal values share the mean of their ranks.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    values
        .iter()
        .map(|value| {
            let below = values.iter().filter(|other| other.total_cmp(value).is_lt()).count();
            let equal = values.iter().filter(|other| other.total_cmp(value).is_eq()).count();
            below as f64 + f64::midpoint(equal as f64, 1.0)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_textbook_example() {
        // IQ and hours of television: the usual worked example, rho = -29/165.
        let iq = [86.0, 97.0, 99.0, 100.0, 101.0, 103.0, 106.0, 110.0, 112.0, 113.0];
        let hours = [2.0, 20.0, 28.0, 27.0, 50.0, 29.0, 7.0, 17.0, 6.0, 12.0];
        assert!((spearman(&iq, &hours).unwrap() + 29.0 / 165.0).abs() < 1e-12);
        assert_eq!(ranks(&[5.0, 1.0, 5.0]), [2.5, 1.0, 2.5]);
    }
}

//! Linear systems: symmetric and positive definite ones, which is all that the fits here need.

use libm::sqrt;

/// A symmetric, positive definite matrix as the product of a triangle and its mirror image (Cholesky).
#[derive(Clone, PartialEq, Debug)]
pub struct Cholesky {
    triangle: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Takes a matrix apart. What lies above the diagonal is not read.
    pub fn of(mut a: Vec<Vec<f64>>) -> Self {
        for k in 0..a.len() {
            for i in 0..k {
                let sum: f64 = (0..i).map(|j| a[k][j] * a[i][j]).sum();
                a[k][i] = (a[k][i] - sum) / a[i][i];
            }
            let sum: f64 = (0..k).map(|j| a[k][j] * a[k][j]).sum();
            a[k][k] = sqrt((a[k][k] - sum).max(1e-12));
        }
        Self { triangle: a }
    }

    /// The x with A x = b.
    ///
    /// ```
    /// # use fixer_sim::stats::linear::Cholesky;
    /// let x = Cholesky::of(vec![vec![4.0, 2.0], vec![2.0, 3.0]]).solve(vec![10.0, 9.0]);
    /// assert!((x[0] - 1.5).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
    /// ```
    pub fn solve(&self, mut b: Vec<f64>) -> Vec<f64> {
        let (a, n) = (&self.triangle, b.len());
        for k in 0..n {
            let sum: f64 = (0..k).map(|j| a[k][j] * b[j]).sum();
            b[k] = (b[k] - sum) / a[k][k];
        }
        for k in (0..n).rev() {
            let sum: f64 = (k + 1..n).map(|j| a[j][k] * b[j]).sum();
            b[k] = (b[k] - sum) / a[k][k];
        }
        b
    }
}

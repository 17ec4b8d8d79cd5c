//! The normal distribution: the few values the rest needs, the same on every machine.

use libm::{erfc, exp, log, sqrt};

/// The standard normal's 97.5 % point: half the width of a 95 % interval in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal is below `x`.
///
/// ```
/// # use fixer_sim::stats::normal::{Z95, below};
/// assert!((below(Z95) - 0.975).abs() < 1e-12);
/// ```
pub fn below(x: f64) -> f64 {
    erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// The probability that a standard normal is further from 0 than `x`, on either side.
pub fn two_sided(x: f64) -> f64 {
    erfc(x.abs() / std::f64::consts::SQRT_2)
}

/// The point that a standard normal is below with probability `p`, 0 < p < 1 (Acklam's rational approximation and one
/// step of Halley's method: exact to about 1e-15).
///
/// ```
/// # use fixer_sim::stats::normal::{Z95, quantile};
/// assert!((quantile(0.975) - Z95).abs() < 1e-12);
/// assert!((quantile(0.5)).abs() < 1e-12);
/// ```
pub fn quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 5] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 4] =
        [7.784_695_709_041_462e-3, 3.224_671_290_700_398e-1, 2.445_134_137_142_996, 3.754_408_661_907_416];
    let polynomial = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    let tail = |q: f64| polynomial(&C, q) / (polynomial(&D, q) * q + 1.0);
    let x = if p < 0.02425 {
        tail(sqrt(-2.0 * log(p)))
    } else if p > 1.0 - 0.02425 {
        -tail(sqrt(-2.0 * log(1.0 - p)))
    } else {
        let q = p - 0.5;
        let r = q * q;
        q * polynomial(&A, r) / (polynomial(&B, r) * r + 1.0)
    };
    let error = below(x) - p;
    let u = error * sqrt(2.0 * std::f64::consts::PI) * exp(x * x / 2.0);
    x - u / (1.0 + x * u / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantile_inverts_below() {
        for k in 1..1000 {
            let p = f64::from(k) / 1000.0;
            assert!((below(quantile(p)) - p).abs() < 1e-12, "{p}");
        }
        // Tables give 3.090232 and 4.753424.
        assert!((quantile(0.999) - 3.090_232_306_167_813).abs() < 1e-9);
        assert!((quantile(1e-6) + 4.753_424_308_822_899).abs() < 1e-9);
        assert!((two_sided(1.0) - 0.317_310_507_862_914).abs() < 1e-12);
    }
}

//! Best of three: what a win rate of single games means for a match in which the loser of a game goes first.

/// The probability to win a best-of-three match, from the win rates `f` going first and `s` going second. Who begins
/// game 1 is drawn, the loser of a game goes first in the next.
///
/// ```
/// # use fixer_sim::stats::series::best_of_three;
/// assert!((best_of_three(0.5, 0.5) - 0.5).abs() < 1e-12);
/// assert!((best_of_three(0.6, 0.6) - 0.648).abs() < 1e-12);
/// ```
pub fn best_of_three(f: f64, s: f64) -> f64 {
    let m = f64::midpoint(f, s);
    m * (s + (1.0 - s) * f) + (1.0 - m) * f * s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_orders_of_games_add_up() {
        // Written out: begin first or second with probability one half; after a win one goes second.
        let (f, s) = (0.55, 0.38);
        let mut total = 0.0;
        for first_rate in [f, s] {
            let win_win = first_rate * s;
            let win_lose_win = first_rate * (1.0 - s) * f;
            let lose_win_win = (1.0 - first_rate) * f * s;
            total += 0.5 * (win_win + win_lose_win + lose_win_win);
        }
        assert!((best_of_three(f, s) - total).abs() < 1e-12);
        assert!((best_of_three(1.0, 1.0) - 1.0).abs() < 1e-12 && best_of_three(0.0, 0.0).abs() < 1e-12);
    }
}

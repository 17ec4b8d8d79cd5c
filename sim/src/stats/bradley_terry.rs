//! Ratings: a strength for each player so that the meetings are explained best (Bradley and Terry), with a term for
//! going first.
//!
//! The probability that i going first beats j is σ(θi - θj + γ); a draw is half a win and half a loss. A weak prior
//! (θ normal with a deviation of 3, some 520 Elo) keeps players without a loss finite. Errors come from a Bayesian
//! bootstrap over pairs (Rubin 1981): each pair gets a random weight, each draw is fitted anew.
//!
//! Source: R. A. Bradley, M. E. Terry, 1952; the order effect as in R. R. Davidson, R. J. Beaver, 1977.

use fixer_core::chance::{SearchRng, rng, unit};
use libm::{exp, log, pow, sqrt};

use crate::stats::linear::Cholesky;
use crate::stats::normal::quantile;

/// Elo points of one unit of θ.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The prior's variance of θ.
const PRIOR: f64 = 9.0;

/// The pairs of two players: `cells[score going first][score going second]` of `players[0]`, as in a tally.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// Who met.
    pub players: [usize; 2],
    /// Numbers of pairs, which may be weighted.
    pub cells: [[f64; 3]; 3],
}

/// Ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo of each player; the mean is 0.
    pub elo: Vec<f64>,
    /// What going first is worth, in Elo.
    pub first: f64,
}

/// Ratings with their errors.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    /// The best fit.
    pub ratings: Ratings,
    /// Half of each player's 95 % interval, in Elo.
    pub error: Vec<f64>,
    /// `superior[i][j]`: the probability that i is stronger than j.
    pub superior: Vec<Vec<f64>>,
}

/// The most likely ratings of `players` players.
pub fn fit(players: usize, meetings: &[Meeting]) -> Ratings {
    fit_from(&Ratings { elo: vec![0.0; players], first: 0.0 }, meetings)
}

/// Games of two players in which the same one went first.
struct Games {
    /// Who went first, who second.
    players: [usize; 2],
    /// How many.
    count: f64,
    /// The first player's points.
    points: f64,
}

/// The games of a meeting in which its first player went first, and those in which it went second.
fn halves(meeting: &Meeting) -> [Games; 2] {
    let [i, j] = meeting.players;
    let count = meeting.cells.iter().flatten().sum();
    let points = (0..3).map(|f| f as f64 / 2.0 * meeting.cells[f].iter().sum::<f64>()).sum();
    let going_second: f64 = meeting.cells.iter().map(|row| row[1] / 2.0 + row[2]).sum();
    [Games { players: [i, j], count, points }, Games { players: [j, i], count, points: count - going_second }]
}

/// The most likely ratings, starting the search from others.
fn fit_from(start: &Ratings, meetings: &[Meeting]) -> Ratings {
    let games: Vec<Games> = meetings.iter().flat_map(halves).collect();
    climb(start, &games, PRIOR)
}

/// Newton's method on the logarithm of the likelihood times the prior with this variance.
fn climb(start: &Ratings, all: &[Games], prior: f64) -> Ratings {
    let players = start.elo.len();
    // The last unknown is the first player's term.
    let n = players + 1;
    let mut theta: Vec<f64> = start.elo.iter().chain([&start.first]).map(|elo| elo / ELO).collect();
    for _ in 0..100 {
        let mut gradient = vec![0.0; n];
        let mut curvature = vec![vec![0.0; n]; n];
        for player in 0..players {
            gradient[player] = -theta[player] / prior;
            curvature[player][player] = 1.0 / prior;
        }
        curvature[players][players] = 1e-9;
        for &Games { players: [i, j], count, points } in all {
            let p = 1.0 / (1.0 + exp(-(theta[i] - theta[j] + theta[players])));
            let weight = count * p * (1.0 - p);
            let terms = [(i, 1.0), (j, -1.0), (players, 1.0)];
            for (x, dx) in terms {
                gradient[x] += dx * (points - count * p);
                for (y, dy) in terms {
                    curvature[x][y] += dx * dy * weight;
                }
            }
        }
        let mut step = Cholesky::of(curvature).solve(gradient);
        // A long step is cut: far from the solution the curvature is no guide.
        let longest = step.iter().fold(0.0_f64, |longest, s| longest.max(s.abs()));
        if longest > 2.0 {
            for step in &mut step {
                *step *= 2.0 / longest;
            }
        }
        for (theta, step) in theta.iter_mut().zip(&step) {
            *theta += step;
        }
        if longest < 1e-10 {
            break;
        }
    }
    let first = theta.pop().unwrap_or(0.0) * ELO;
    let mean = theta.iter().sum::<f64>() / players.max(1) as f64;
    Ratings { elo: theta.into_iter().map(|t| (t - mean) * ELO).collect(), first }
}

/// Ratings with errors from `draws` draws of the bootstrap.
pub fn ladder(players: usize, meetings: &[Meeting], draws: usize, seed: u64) -> Ladder {
    let ratings = fit(players, meetings);
    let mut generator = rng(seed);
    let drawn: Vec<Vec<f64>> = (0..draws).map(|_| fit_from(&ratings, &redraw(meetings, &mut generator)).elo).collect();
    let error = (0..players).map(|player| {
        let mut elos: Vec<f64> = drawn.iter().map(|elo| elo[player]).collect();
        elos.sort_by(f64::total_cmp);
        let at = |q: f64| elos.get((q * draws as f64) as usize).copied().unwrap_or(0.0);
        (at(0.975) - at(0.025)) / 2.0
    });
    let error = error.collect();
    let stronger = |i: usize, j: usize| {
        let wins = drawn.iter().map(|elo| {
            if elo[i] > elo[j] {
                1.0
            } else if elo[i] < elo[j] {
                0.0
            } else {
                0.5
            }
        });
        if draws == 0 { 0.5 } else { wins.sum::<f64>() / draws as f64 }
    };
    let superior = (0..players).map(|i| (0..players).map(|j| stronger(i, j)).collect()).collect();
    Ladder { ratings, error, superior }
}

/// The same meetings with random weights on their pairs: a draw of the Bayesian bootstrap.
pub fn redraw(meetings: &[Meeting], generator: &mut SearchRng) -> Vec<Meeting> {
    meetings
        .iter()
        .map(|meeting| {
            let pairs: f64 = meeting.cells.iter().flatten().sum();
            let weights = meeting.cells.map(|row| row.map(|count| gamma(count, generator)));
            let sum: f64 = weights.iter().flatten().sum();
            let scale = if sum > 0.0 { pairs / sum } else { 0.0 };
            Meeting { players: meeting.players, cells: weights.map(|row| row.map(|weight| weight * scale)) }
        })
        .collect()
}

/// A gamma variate of this shape; 0 for a shape of 0 (Marsaglia, Tsang 2000; their section 6 for shapes below 1, which
/// meetings known by their rates only have).
fn gamma(shape: f64, generator: &mut SearchRng) -> f64 {
    if shape <= 0.0 {
        return 0.0;
    }
    if shape < 1.0 {
        return gamma(shape + 1.0, generator) * pow(unit(generator), 1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / sqrt(9.0 * d);
    loop {
        let x = quantile(unit(generator).max(f64::MIN_POSITIVE));
        let v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
        if v > 0.0 && log(unit(generator).max(f64::MIN_POSITIVE)) < 0.5 * x * x + d * (1.0 - v + log(v)) {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_get_the_elo_formula() {
        // 75 % from both seats: 400 log10(3) = 190.8 Elo apart.
        let cells = [[62.5, 0.0, 187.5], [0.0; 3], [187.5, 0.0, 562.5]];
        let ratings = fit(2, &[Meeting { players: [0, 1], cells }]);
        assert!((ratings.elo[0] - ratings.elo[1] - 190.85).abs() < 1.0, "{ratings:?}");
        assert!(ratings.first.abs() < 1e-6);
        assert!((ratings.elo[0] + ratings.elo[1]).abs() < 1e-9);
    }

    #[test]
    fn agrestis_baseball_example() {
        // A. Agresti, Categorical Data Analysis, on the American League's eastern division of 1987: wins and losses at
        // home of Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore against each other.
        let home: [[(u32, u32); 7]; 7] = [
            [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
            [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
            [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
            [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
            [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
            [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
            [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
        ];
        let mut all = Vec::new();
        for (i, row) in home.iter().enumerate() {
            for (j, &(wins, losses)) in row.iter().enumerate() {
                all.push(Games { players: [i, j], count: f64::from(wins + losses), points: f64::from(wins) });
            }
        }
        all.retain(|games| games.count > 0.0);
        let ratings = climb(&Ratings { elo: vec![0.0; 7], first: 0.0 }, &all, 1e9);
        // As published: strengths relative to Baltimore, and the advantage at home.
        let published = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0];
        for (team, wanted) in published.iter().enumerate() {
            let found = (ratings.elo[team] - ratings.elo[6]) / ELO;
            assert!((found - wanted).abs() < 0.0002, "team {team}: {found}, published {wanted}");
        }
        assert!((ratings.first / ELO - 0.3023).abs() < 0.0001, "{}", ratings.first / ELO);
    }

    /// Pairs between players of known strengths.
    fn simulate(elo: &[f64], first: f64, pairs: u32, seed: u64) -> Vec<Meeting> {
        let mut generator = rng(seed);
        let mut meetings = Vec::new();
        for i in 0..elo.len() {
            for j in i + 1..elo.len() {
                let win = |bonus: f64| 1.0 / (1.0 + exp(-(elo[i] - elo[j] + bonus) / ELO));
                let mut cells = [[0.0; 3]; 3];
                for _ in 0..pairs {
                    let f = usize::from(unit(&mut generator) < win(first));
                    let s = usize::from(unit(&mut generator) < win(-first));
                    cells[2 * f][2 * s] += 1.0;
                }
                meetings.push(Meeting { players: [i, j], cells });
            }
        }
        meetings
    }

    #[test]
    fn known_ratings_are_recovered_and_errors_are_honest() {
        let truth = [150.0, 60.0, 0.0, -50.0, -160.0];
        let (mut inside, mut all) = (0, 0);
        for seed in 0..100 {
            let ladder = ladder(5, &simulate(&truth, 40.0, 200, seed), 200, seed);
            assert!((ladder.ratings.first - 40.0).abs() < 25.0, "{}", ladder.ratings.first);
            for (player, elo) in truth.iter().enumerate() {
                let off = (ladder.ratings.elo[player] - elo).abs();
                assert!(off < 60.0, "player {player} is {off} off");
                inside += u32::from(off <= ladder.error[player]);
                all += 1;
            }
            assert!(ladder.superior[0][4] > 0.999 && ladder.superior[4][0] < 0.001);
        }
        let share = f64::from(inside) / f64::from(all);
        println!("Bradley-Terry: {share} of 95 % intervals hold the truth");
        assert!((0.92..=0.975).contains(&share), "{share}");
    }

    #[test]
    fn all_losses_stay_finite() {
        let cells = [[500.0, 0.0, 0.0], [0.0; 3], [0.0; 3]];
        let ladder = ladder(2, &[Meeting { players: [0, 1], cells }], 50, 1);
        assert!(ladder.ratings.elo.iter().all(|elo| elo.is_finite()) && ladder.ratings.elo[0] < -300.0);
        let nobody = super::ladder(3, &[], 10, 1);
        assert!(nobody.ratings.elo.iter().all(|elo| elo.abs() < 1e-9));
    }

    #[test]
    fn gamma_variates_have_their_mean_and_variance() {
        let mut generator = rng(4);
        for shape in [0.3, 1.0 / 3.0, 0.9, 1.0, 3.0, 250.0] {
            let draws: Vec<f64> = (0..20_000).map(|_| gamma(shape, &mut generator)).collect();
            let mean = draws.iter().sum::<f64>() / 20_000.0;
            let variance = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 20_000.0;
            let off = [mean / shape - 1.0, variance / shape - 1.0];
            assert!(off[0].abs() < 0.04 && off[1].abs() < 0.08, "shape {shape}: {off:?}");
        }
    }
}

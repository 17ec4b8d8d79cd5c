//! The metagame: what a table of matchups says about which decks to bring.

use fixer_core::chance::rng;
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem};

use crate::stats::bradley_terry::{Meeting, redraw};

/// Below this weight a deck is not part of a mixture.
const SUPPORT: f64 = 1e-6;

/// The linear program has no solution, which a table of win rates can't bring about.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the Nash mixture cannot be computed: {0}")]
pub struct NashError(String);

/// The mixture of decks that no deck beats: `wins[i][j]` is i's win rate against j, with `wins[i][j] + wins[j][i] = 1`.
///
/// # Errors
/// If the rates are no numbers.
///
/// ```
/// # use fixer_sim::stats::nash::mixture;
/// let rock_paper_scissors = [vec![0.5, 0.0, 1.0], vec![1.0, 0.5, 0.0], vec![0.0, 1.0, 0.5]];
/// let weights = mixture(&rock_paper_scissors)?;
/// assert!(weights.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9));
/// # Ok::<_, fixer_sim::stats::nash::NashError>(())
/// ```
pub fn mixture(wins: &[Vec<f64>]) -> Result<Vec<f64>, NashError> {
    if wins.is_empty() {
        return Ok(Vec::new());
    }
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (-1.0, 1.0));
    let weights: Vec<_> = wins.iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let mut all = LinearExpr::empty();
    for &weight in &weights {
        all.add(weight, 1.0);
    }
    problem.add_constraint(all, ComparisonOp::Eq, 1.0);
    for column in 0..wins.len() {
        // Against every deck the mixture gains at least the value.
        let mut gain = LinearExpr::empty();
        for (&weight, row) in weights.iter().zip(wins) {
            gain.add(weight, row[column] - 0.5);
        }
        gain.add(value, -1.0);
        problem.add_constraint(gain, ComparisonOp::Ge, 0.0);
    }
    let outcome = problem.solve().map_err(|error| NashError(error.to_string()))?;
    let solution = outcome.solution().ok_or_else(|| NashError("the solver gave up".to_owned()))?;
    let found: Vec<f64> = weights.iter().map(|&weight| solution.var_value(weight).max(0.0)).collect();
    let sum: f64 = found.iter().sum();
    Ok(found.into_iter().map(|weight| if weight < SUPPORT { 0.0 } else { weight / sum }).collect())
}

/// How often each deck is part of the mixture over draws of what the true rates may be (a Bayesian bootstrap over
/// pairs): an honest answer to "is this deck in the mixture or was it luck?".
///
/// # Errors
/// As [`mixture`].
pub fn support(decks: usize, meetings: &[Meeting], draws: usize, seed: u64) -> Result<Vec<f64>, NashError> {
    let mut generator = rng(seed);
    let mut times = vec![0_u32; decks];
    for _ in 0..draws {
        for (times, weight) in times.iter_mut().zip(mixture(&rates(decks, &redraw(meetings, &mut generator)))?) {
            *times += u32::from(weight > 0.0);
        }
    }
    Ok(times.into_iter().map(|times| f64::from(times) / draws.max(1) as f64).collect())
}

/// The table of win rates of meetings, draws as halves; ½ where two did not meet.
pub fn rates(decks: usize, meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let mut wins = vec![vec![0.5; decks]; decks];
    for Meeting { players: [i, j], cells } in meetings {
        let pairs: f64 = cells.iter().flatten().sum();
        if i != j && pairs > 0.0 {
            let points: f64 =
                (0..3).flat_map(|f| (0..3).map(move |s| (f, s))).map(|(f, s)| (f + s) as f64 * cells[f][s]).sum();
            wins[*i][*j] = points / pairs / 4.0;
            wins[*j][*i] = 1.0 - wins[*i][*j];
        }
    }
    wins
}

/// A deck's win rate in a field of these shares (they need not sum to 1); ½ in an empty field.
pub fn field_rate(row: &[f64], shares: &[f64]) -> f64 {
    let total: f64 = shares.iter().sum();
    if total > 0.0 { row.iter().zip(shares).map(|(rate, share)| rate * share).sum::<f64>() / total } else { 0.5 }
}

/// The share of triples of decks in which each beats one and loses to the other; nothing with fewer than three decks.
///
/// ```
/// # use fixer_sim::stats::nash::cyclic_share;
/// let wins = [vec![0.5, 0.2, 0.7], vec![0.8, 0.5, 0.1], vec![0.3, 0.9, 0.5]];
/// assert_eq!(cyclic_share(&wins), Some(1.0));
/// ```
pub fn cyclic_share(wins: &[Vec<f64>]) -> Option<f64> {
    let beats = |i: usize, j: usize| wins[i][j] > 0.5;
    let (mut cycles, mut triples) = (0_u64, 0_u64);
    for i in 0..wins.len() {
        for j in i + 1..wins.len() {
            for k in j + 1..wins.len() {
                triples += 1;
                let one_way = beats(i, j) && beats(j, k) && beats(k, i);
                let other_way = beats(j, i) && beats(k, j) && beats(i, k);
                cycles += u64::from(one_way || other_way);
            }
        }
    }
    (triples > 0).then(|| cycles as f64 / triples as f64)
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::unit;

    use super::*;

    /// Rock, paper, scissors with stakes 1, 2, 3 (the winner of rock-scissors gains 1 ...) and a deck beaten by all.
    fn stakes() -> Vec<Vec<f64>> {
        // Gains a (rock over scissors), b (paper over rock), c (scissors over paper): the mixture is proportional to
        // (c, a, b), the weight of each is the stake of the meeting it takes no part in.
        let (a, b, c) = (0.1, 0.2, 0.3);
        vec![
            vec![0.5, 0.5 - b, 0.5 + a, 0.9],
            vec![0.5 + b, 0.5, 0.5 - c, 0.9],
            vec![0.5 - a, 0.5 + c, 0.5, 0.9],
            vec![0.1, 0.1, 0.1, 0.5],
        ]
    }

    #[test]
    fn a_known_mixture() {
        let weights = mixture(&stakes()).unwrap();
        for (weight, wanted) in weights.iter().zip([0.5, 1.0 / 6.0, 1.0 / 3.0, 0.0]) {
            assert!((weight - wanted).abs() < 1e-9, "{weights:?}");
        }
    }

    #[test]
    fn a_dominant_deck_is_alone() {
        let weights = mixture(&[vec![0.5, 0.6, 0.7], vec![0.4, 0.5, 0.9], vec![0.3, 0.1, 0.5]]).unwrap();
        assert_eq!(weights, [1.0, 0.0, 0.0]);
        assert!(mixture(&[]).unwrap().is_empty());
        assert!(mixture(&[vec![f64::NAN]]).is_err());
    }

    #[test]
    fn the_mixture_is_recovered_from_games() {
        let truth = stakes();
        let mut generator = rng(2);
        let mut meetings = Vec::new();
        for (i, row) in truth.iter().enumerate() {
            for (j, &rate) in row.iter().enumerate().skip(i + 1) {
                let mut cells = [[0.0; 3]; 3];
                for _ in 0..4_000 {
                    let mut score = || 2 * usize::from(unit(&mut generator) < rate);
                    let (f, s) = (score(), score());
                    cells[f][s] += 1.0;
                }
                meetings.push(Meeting { players: [i, j], cells });
            }
        }
        let weights = mixture(&rates(4, &meetings)).unwrap();
        for (weight, wanted) in weights.iter().zip([0.5, 1.0 / 6.0, 1.0 / 3.0, 0.0]) {
            assert!((weight - wanted).abs() < 0.04, "{weights:?}");
        }
        let support = support(4, &meetings, 200, 5).unwrap();
        assert!(support[..3].iter().all(|&share| share > 0.95) && support[3] < 0.01, "{support:?}");
    }

    #[test]
    fn fields_and_cycles() {
        assert!((field_rate(&[0.5, 0.8], &[1.0, 3.0]) - 0.725).abs() < 1e-12);
        assert!((field_rate(&[0.5, 0.8], &[0.0, 0.0]) - 0.5).abs() < 1e-12);
        assert_eq!(cyclic_share(&stakes()), Some(0.25));
        assert_eq!(cyclic_share(&stakes()[..2]), None);
    }
}

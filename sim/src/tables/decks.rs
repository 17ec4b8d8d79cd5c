//! `decks.csv`, `matrix.csv`, `matrix_n.csv`: how each deck fares in the field.

use crate::plan::Plan;
use crate::stats::bradley_terry::{Ladder, Meeting, ladder};
use crate::stats::nash::{NashError, cyclic_share, field_rate, mixture, support};
use crate::stats::normal::Z95;
use crate::stats::rate::{Rate, deff, win_rate};
use crate::tables::{fraction, maybe, table};
use crate::tally::Tally;

/// Draws of the bootstraps behind errors, superiority and support.
const DRAWS: usize = 400;

/// The columns of `decks.csv`.
#[rustfmt::skip]
pub const HEADER: [&str; 14] = [
    "rank", "deck", "deck_id", "games", "wr_field", "lo", "hi", "wr_uniform", "worst_opponent", "worst_wr", "elo",
    "elo_err", "nash_weight", "nash_support",
];

/// What is known of one deck.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The deck's number in the plan.
    pub deck: usize,
    /// Games against other decks.
    pub games: u64,
    /// Win rate in the field of the plan's shares; in equal shares of all others if it has none.
    pub field: Rate,
    /// Its standard error.
    pub error: f64,
    /// Win rate against all other decks in equal shares.
    pub uniform: f64,
    /// The opponent against which it does worst, and its rate there.
    pub worst: Option<(usize, f64)>,
    /// Rating and half of its 95 % interval.
    pub elo: [f64; 2],
    /// Weight in the mixture that no deck beats, and how often it is part of it over what the true rates may be. Nothing where
    /// not every pair of decks has met.
    pub nash: Option<[f64; 2]>,
}

/// What a table of match-ups says about its decks.
#[derive(Clone, PartialEq, Debug)]
pub struct Metagame {
    /// The decks, the best in the field first.
    pub standings: Vec<Standing>,
    /// `rates[i][j]`: deck i's win rate against deck j, where they met.
    pub rates: Vec<Vec<Option<f64>>>,
    /// `games[i][j]`: how many games that is.
    pub games: Vec<Vec<u64>>,
    /// Ratings and likelihoods of superiority.
    pub ladder: Ladder,
    /// Whether every deck has met every other one. If not, nothing can be said of mixtures and circles.
    pub is_complete: bool,
    /// The share of triples of decks that beat each other in a circle, where every deck has met every other one.
    pub cyclic: Option<f64>,
}

/// Sums up a plan of decks against decks: the pairings in which the agent with this number plays both sides.
///
/// # Errors
/// If the Nash mixture can't be computed.
pub fn metagame(plan: &Plan, tallies: &[Tally], agent: usize) -> Result<Metagame, NashError> {
    let decks = plan.decks.len();
    let played = || {
        let all = plan.pairings.iter().zip(tallies);
        all.filter(|(pairing, tally)| pairing.agents == [agent; 2] && tally.pairs() > 0)
    };
    let meetings: Vec<Meeting> = played()
        .filter(|(pairing, _)| pairing.decks[0] != pairing.decks[1])
        .map(|(pairing, tally)| Meeting {
            players: pairing.decks,
            cells: tally.cells.map(|row| row.map(|count| count as f64)),
        })
        .collect();
    let mut rates = vec![vec![None; decks]; decks];
    let mut errors = vec![vec![0.0; decks]; decks];
    let mut games = vec![vec![0; decks]; decks];
    for (pairing, tally) in played() {
        let [i, j] = pairing.decks;
        let rate = win_rate(tally).value;
        // The variance of the rate itself, for sums of rates.
        let variance = rate * (1.0 - rate) * deff(&tally.points()) / tally.games() as f64;
        (rates[i][j], errors[i][j], games[i][j]) = (Some(rate), variance, tally.games());
        (rates[j][i], errors[j][i], games[j][i]) = (Some(1.0 - rate), variance, tally.games());
    }
    let complete: Vec<Vec<f64>> = rates
        .iter()
        .enumerate()
        .map(|(i, row)| {
            row.iter().enumerate().map(|(j, rate)| if i == j { 0.5 } else { rate.unwrap_or(0.5) }).collect()
        })
        .collect();
    let ladder = ladder(decks, &meetings, DRAWS, plan.seed);
    let is_complete = (0..decks).all(|i| (0..i).all(|j| rates[i][j].is_some()));
    let mixed =
        if is_complete { Some((mixture(&complete)?, support(decks, &meetings, DRAWS, plan.seed)?)) } else { None };
    let mut standings: Vec<Standing> = (0..decks)
        .map(|deck| {
            let opponents = || (0..decks).filter(|&other| other != deck && rates[deck][other].is_some());
            let equal: Vec<f64> =
                (0..decks).map(|other| f64::from(u8::from(opponents().any(|o| o == other)))).collect();
            // A field holds mirrors too, at one half, where its shares say so.
            let field_shares = if plan.shares.is_empty() { equal.clone() } else { plan.shares.clone() };
            let value = field_rate(&complete[deck], &field_shares);
            let total: f64 = field_shares.iter().sum();
            let variance: f64 = if total > 0.0 {
                errors[deck].iter().zip(&field_shares).map(|(v, s)| if s > &0.0 { v * s * s } else { 0.0 }).sum::<f64>()
                    / (total * total)
            } else {
                0.0
            };
            let error = libm::sqrt(variance);
            let half = Z95 * error;
            Standing {
                deck,
                games: opponents().map(|other| games[deck][other]).sum(),
                field: Rate { value, lo: (value - half).max(0.0), hi: (value + half).min(1.0) },
                error,
                uniform: field_rate(&complete[deck], &equal),
                worst: opponents()
                    .map(|other| (other, complete[deck][other]))
                    .min_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0))),
                elo: [ladder.ratings.elo[deck], ladder.error[deck]],
                nash: mixed.as_ref().map(|(weights, supports)| [weights[deck], supports[deck]]),
            }
        })
        .collect();
    standings.sort_by(|x, y| y.field.value.total_cmp(&x.field.value).then(x.deck.cmp(&y.deck)));
    let cyclic = if is_complete { cyclic_share(&complete) } else { None };
    Ok(Metagame { standings, rates, games, ladder, is_complete, cyclic })
}

/// `decks.csv`.
pub fn decks(plan: &Plan, metagame: &Metagame) -> Vec<u8> {
    table(
        &HEADER,
        metagame.standings.iter().enumerate().map(|(rank, standing)| {
            let deck = &plan.decks[standing.deck];
            let mut row = vec![(rank + 1).to_string(), deck.name.clone(), deck.id.clone(), standing.games.to_string()];
            row.extend([standing.field.value, standing.field.lo, standing.field.hi, standing.uniform].map(fraction));
            row.push(standing.worst.map_or_else(String::new, |(other, _)| plan.decks[other].name.clone()));
            row.push(maybe(standing.worst.map(|(_, rate)| rate)));
            row.extend(standing.elo.map(fraction));
            row.extend([0, 1].map(|at| maybe(standing.nash.map(|nash| nash[at]))));
            row
        }),
    )
}

/// `matrix.csv`: win rates of the row's deck against the column's.
pub fn matrix(plan: &Plan, metagame: &Metagame) -> Vec<u8> {
    wide(plan, &metagame.rates, |rate| maybe(*rate))
}

/// `matrix_n.csv`: the numbers of games behind `matrix.csv`.
pub fn matrix_n(plan: &Plan, metagame: &Metagame) -> Vec<u8> {
    wide(plan, &metagame.games, ToString::to_string)
}

fn wide<T>(plan: &Plan, cells: &[Vec<T>], show: impl Fn(&T) -> String) -> Vec<u8> {
    let header: Vec<&str> = ["deck"].into_iter().chain(plan.decks.iter().map(|deck| deck.name.as_str())).collect();
    table(
        &header,
        plan.decks.iter().zip(cells).map(|(deck, row)| {
            let cells: Vec<String> = row.iter().map(&show).collect();
            [deck.name.clone()].into_iter().chain(cells)
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::PairingEntry;
    use crate::plan::tests::sample;

    fn three() -> (Plan, Vec<Tally>) {
        let mut plan = sample();
        let mut third = plan.decks[1].clone();
        third.name = "three".to_owned();
        plan.decks.push(third);
        plan.pairings = [[0, 1], [0, 2], [1, 2]].map(|decks| PairingEntry { decks, agents: [0, 0] }).into();
        // One beats two 75 %, three beats one 75 %, two beats three 75 %.
        let won = Tally { cells: [[25, 0, 75], [0; 3], [75, 0, 225]], ..Tally::default() };
        (plan, vec![won.clone(), won.turned(), won])
    }

    #[test]
    fn a_circle_of_decks() {
        let (plan, tallies) = three();
        let metagame = metagame(&plan, &tallies, 0).unwrap();
        assert_eq!(metagame.cyclic, Some(1.0));
        for standing in &metagame.standings {
            assert!((standing.field.value - 0.5).abs() < 1e-9 && standing.games == 1_600);
            let [weight, support] = standing.nash.unwrap();
            assert!((weight - 1.0 / 3.0).abs() < 1e-9 && support > 0.99);
            assert!(standing.elo[0].abs() < 1e-6 && standing.worst.unwrap().1 < 0.26);
            assert!((standing.field.half_width() - 0.0212 / 1.0).abs() < 0.002, "{:?}", standing.field);
        }
        let text = String::from_utf8(matrix(&plan, &metagame)).unwrap();
        assert_eq!(text.lines().nth(1).unwrap(), "one,,0.750000,0.250000");
        let text = String::from_utf8(matrix_n(&plan, &metagame)).unwrap();
        assert_eq!(text.lines().nth(3).unwrap(), "three,800,800,0");
    }

    #[test]
    fn without_all_pairs_there_is_no_mixture_and_no_circle() {
        let (mut plan, mut tallies) = three();
        plan.pairings.pop();
        tallies.pop();
        let metagame = metagame(&plan, &tallies, 0).unwrap();
        assert!(!metagame.is_complete && metagame.cyclic.is_none());
        assert!(metagame.standings.iter().all(|standing| standing.nash.is_none()));
        let text = String::from_utf8(decks(&plan, &metagame)).unwrap();
        assert!(text.lines().skip(1).all(|line| line.ends_with(",,")), "{text}");
    }

    #[test]
    fn shares_change_the_field() {
        let (mut plan, tallies) = three();
        plan.shares = vec![0.0, 0.5, 0.5];
        let metagame = metagame(&plan, &tallies, 0).unwrap();
        let of = |deck: usize| metagame.standings.iter().find(|standing| standing.deck == deck).unwrap().field.value;
        // Deck two: half of the field is its mirror.
        assert!((of(0) - 0.5).abs() < 1e-9 && (of(1) - 0.625).abs() < 1e-9 && (of(2) - 0.375).abs() < 1e-9);
        let text = String::from_utf8(decks(&plan, &metagame)).unwrap();
        assert!(text.lines().nth(1).unwrap().starts_with("1,two,0fff00000000,1600,0.625000,"), "{text}");
    }
}

//! How tuning finds exchanges: a screening of all cards once, then in each step the most promising exchanges by
//! successive halving, the best of them confirmed on fresh deals, one accepted.

use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::cyberpunk::cards::CardId;
use fixer_core::cyberpunk::deck::Deck;
use fixer_sim::cyberpunk::swaps::{Swap, allowed, incoming, outgoing};
use fixer_sim::deals::by_deal;
use fixer_sim::halving::{best, pairs_after, rounds, whole_blocks};
use fixer_sim::stats::many::holm;
use fixer_sim::stats::paired::{Difference, Sums};
use fixer_sim::stats::two_way::{Effects, effect, windows};
use fixer_sim::tally::Tally;

use super::Task;
use crate::failure::Failure;
use crate::stages::{Halt, PlayedStage, Stages};

/// How many exchanges each incoming card is screened with.
const WIDTH: usize = 4;

/// How many exchanges a step begins with, and how many of them are confirmed.
const FIELD: usize = 16;
const FINAL: usize = 4;

/// The share of the confirming games that screening takes for each list.
const SCREEN_SHARE: u64 = 64;

/// An exchange is accepted if, of all that were confirmed with it, one as good by chance has this probability at most.
const ALPHA: f64 = 0.05;

/// An exchange that was measured on fresh deals.
pub struct Measured {
    /// In which step, from 1.
    pub step: usize,
    /// The exchange.
    pub swap: Swap,
    /// Games of either list.
    pub games: u64,
    /// What it adds to the win rate.
    pub gain: Difference,
    /// Holm's p-value among those measured with it.
    pub adjusted_p: f64,
    /// Whether the list was changed.
    pub accepted: bool,
}

/// What came of tuning.
pub struct Tuned {
    /// What screening found.
    pub screened: Screened,
    /// Everything that was measured on fresh deals.
    pub measured: Vec<Measured>,
    /// The list at the end.
    pub list: Deck,
    /// It against the one at the beginning, on deals that chose nothing; nothing if they are the same.
    pub total: Option<(u64, Difference)>,
    /// The sums of the list at the beginning against each opponent, over all stages it was in.
    pub own: Vec<Tally>,
}

/// Tunes the list.
pub fn tune(stages: &mut Stages<'_, Cyberpunk>, task: &Task<'_>) -> Result<Tuned, Halt> {
    let mut own = vec![Tally::default(); task.opponents];
    let screened = screen(stages, task, &mut own)?;
    let mut list = task.deck.clone();
    let mut measured = Vec::new();
    for step in 1..=task.swaps {
        let mut candidates = promising(task, &list, &screened);
        if candidates.is_empty() {
            break;
        }
        let mut before = 0;
        let mut sums = vec![vec![Sums::default(); task.opponents]; candidates.len()];
        let halving = rounds(candidates.len(), FINAL, task.confirm / 8);
        for (number, round) in halving.iter().enumerate() {
            let ahead =
                pairs_after(&halving, number, 1) + confirming(task) + (task.swaps - step) as u64 * step_cost(task);
            let played = stages.play("choose", &lists(&list, &candidates), round.pairs - before, ahead)?;
            before = round.pairs;
            if step == 1 {
                count_own(&played, &mut own);
            }
            add_gains(&played, &mut sums)?;
            let values: Vec<f64> = known(&sums).iter().map(|gain| gain.value).collect();
            let order = best(&values, round.keep);
            candidates = order.iter().map(|&at| candidates[at]).collect();
            sums = order.iter().map(|&at| sums[at].clone()).collect();
        }
        let ahead = (task.swaps - step) as u64 * step_cost(task) + 2 * task.confirm;
        let played = stages.play("confirm", &lists(&list, &candidates), task.confirm, ahead)?;
        if step == 1 {
            count_own(&played, &mut own);
        }
        let gains = gains(&played, task.opponents, candidates.len())?;
        let adjusted = holm(&gains.iter().map(Difference::p_above).collect::<Vec<_>>());
        let values: Vec<f64> = gains.iter().map(|gain| gain.value).collect();
        let accepted = best(&values, 1).into_iter().find(|&at| adjusted[at] <= ALPHA);
        for (at, (&swap, &gain)) in candidates.iter().zip(&gains).enumerate() {
            measured.push(Measured {
                step,
                swap,
                games: 2 * task.confirm * task.opponents as u64,
                gain,
                adjusted_p: adjusted[at],
                accepted: accepted == Some(at),
            });
        }
        let Some(after) = accepted.and_then(|at| candidates[at].of(&list)) else { break };
        list = named(after, task);
    }
    let total = if list.cards == task.deck.cards {
        None
    } else {
        let played = stages.play("whole", &[task.deck.clone(), list.clone()], task.confirm, 0)?;
        count_own(&played, &mut own);
        gains(&played, task.opponents, 1)?.first().map(|&gain| (2 * task.confirm * task.opponents as u64, gain))
    };
    Ok(Tuned { screened, measured, list, total, own })
}

/// Pairs of confirming one step, over all lists.
fn confirming(task: &Task<'_>) -> u64 {
    task.confirm * (FINAL as u64 + 1)
}

/// At most so many pairs against each opponent does one step take, over all lists.
fn step_cost(task: &Task<'_>) -> u64 {
    let halving = rounds(FIELD, FINAL, task.confirm / 8);
    let first = halving.first().map_or(0, |round| round.pairs * (round.candidates as u64 + 1));
    confirming(task) + first + pairs_after(&halving, 0, 1)
}

/// The list, then the lists after each exchange.
fn lists(list: &Deck, candidates: &[Swap]) -> Vec<Deck> {
    let mut all = vec![list.clone()];
    all.extend(candidates.iter().filter_map(|swap| swap.of(list)));
    all
}

/// The list under a name that says that it is no longer the first one.
fn named(deck: Deck, task: &Task<'_>) -> Deck {
    Deck { id: format!("{}-tuned", task.deck.id), name: format!("{} (tuned)", task.deck.name), ..deck }
}

/// What screening found: what a copy of each card is worth against the mean of those that may come in.
pub struct Screened {
    /// The cards that may go out.
    pub out: Vec<(CardId, Difference)>,
    /// The cards that may come in.
    pub into: Vec<(CardId, Difference)>,
}

fn screen(stages: &mut Stages<'_, Cyberpunk>, task: &Task<'_>, own: &mut [Tally]) -> Result<Screened, Halt> {
    let out: Vec<CardId> = outgoing(task.deck).into_iter().filter(|card| !task.keep.contains(card)).collect();
    let into = incoming(task.deck, task.pool, task.rules);
    if out.is_empty() || into.is_empty() {
        let what = if out.is_empty() { "go out" } else { "come in" };
        return Err(Failure::wrong(format!("{}: no card of this list may {what}", task.deck.id)).into());
    }
    let mut tried = windows(out.len(), into.len(), WIDTH);
    let swap = |&(o, i): &(usize, usize)| Swap { out: out[o], into: into[i] };
    tried.retain(|pair| allowed(task.deck, swap(pair), task.pool, task.rules));
    let swaps: Vec<Swap> = tried.iter().map(swap).collect();
    let pairs = whole_blocks(task.confirm / SCREEN_SHARE);
    let ahead = task.swaps as u64 * step_cost(task) + 2 * task.confirm;
    let played = stages.play("screen", &lists(task.deck, &swaps), pairs, ahead)?;
    count_own(&played, own);
    let effects = Effects::of(out.len(), into.len(), &tried);
    let mut sums = vec![vec![Sums::default(); task.opponents]; out.len() + into.len()];
    each_gain(&played, task.opponents, |opponent, gains| {
        for (sums, weights) in sums.iter_mut().zip(effects.outgoing.iter().chain(&effects.incoming)) {
            sums[opponent].add(effect(weights, gains));
        }
    })?;
    let worth = |(card, sums): (&CardId, &Vec<Sums>)| Some((*card, Difference::over(sums)?));
    let (of_out, of_into) = sums.split_at(out.len());
    Ok(Screened {
        out: out.iter().zip(of_out).filter_map(worth).collect(),
        into: into.iter().zip(of_into).filter_map(worth).collect(),
    })
}

/// The exchanges that screening promises most of, the best first.
fn promising(task: &Task<'_>, list: &Deck, screened: &Screened) -> Vec<Swap> {
    let mut all = Vec::new();
    for &(out, out_worth) in &screened.out {
        for &(into, into_worth) in &screened.into {
            let (swap, gain) = (Swap { out, into }, into_worth.value - out_worth.value);
            if gain > 0.0 && allowed(list, swap, task.pool, task.rules) {
                all.push((gain, swap));
            }
        }
    }
    let values: Vec<f64> = all.iter().map(|(value, _)| *value).collect();
    best(&values, FIELD).into_iter().map(|at| all[at].1).collect()
}

/// Shows, deal by deal, the opponent and what each list but the first has more than the first.
fn each_gain(played: &PlayedStage, opponents: usize, mut deal: impl FnMut(usize, &[f64])) -> Result<(), Failure> {
    let mut gains: Vec<f64> = Vec::new();
    by_deal(&played.contents, |of_pairings| {
        for opponent in 0..opponents {
            let mut points = played.stage.points(opponent, of_pairings).map(f64::from);
            let first = points.next().unwrap_or_default();
            gains.clear();
            gains.extend(points.map(|points| (points - first) / 4.0));
            deal(opponent, &gains);
        }
    })?;
    Ok(())
}

/// Adds what each list but the first gains over the first, opponent by opponent.
fn add_gains(played: &PlayedStage, sums: &mut [Vec<Sums>]) -> Result<(), Failure> {
    let opponents = sums.first().map_or(0, Vec::len);
    each_gain(played, opponents, |opponent, gains| {
        for (sums, &gain) in sums.iter_mut().zip(gains) {
            sums[opponent].add(gain);
        }
    })
}

/// The gains that sums tell.
fn known(sums: &[Vec<Sums>]) -> Vec<Difference> {
    sums.iter().filter_map(|sums| Difference::over(sums)).collect()
}

/// What each list but the first gains over the first in one stage.
fn gains(played: &PlayedStage, opponents: usize, lists: usize) -> Result<Vec<Difference>, Failure> {
    let mut sums = vec![vec![Sums::default(); opponents]; lists];
    add_gains(played, &mut sums)?;
    Ok(known(&sums))
}

/// Adds the games of the first list.
fn count_own(played: &PlayedStage, own: &mut [Tally]) {
    for (own, row) in own.iter_mut().zip(&played.stage.at) {
        if let Some(pairing) = row.first().copied().flatten() {
            own.add(&played.tallies[pairing]);
        }
    }
}

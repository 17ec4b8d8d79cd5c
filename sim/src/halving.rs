//! Successive halving: the best of many with games where they matter. All candidates play a little, the better half of
//! them plays on, twice as much, and so on. Who is left is measured again on fresh deals, because who won a selection
//! was also lucky in it.
//!
//! Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013.

use crate::schedule::BLOCK;

/// A round of a race.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// How many candidates play.
    pub candidates: usize,
    /// How many of them play on.
    pub keep: usize,
    /// Pairs against each opponent up to the end of this round, over all rounds.
    pub pairs: u64,
}

/// The rounds from `candidates` down to `top`, the first with `pairs` pairs against each opponent. None if there is
/// nobody to leave behind.
///
/// ```
/// # use fixer_sim::halving::rounds;
/// let rounds = rounds(10, 2, 64);
/// let shown: Vec<_> = rounds.iter().map(|round| (round.candidates, round.keep, round.pairs)).collect();
/// assert_eq!(shown, [(10, 5, 64), (5, 3, 128), (3, 2, 256)]);
/// ```
pub fn rounds(candidates: usize, top: usize, pairs: u64) -> Vec<Round> {
    let mut rounds = Vec::new();
    let (mut left, mut pairs) = (candidates, whole_blocks(pairs));
    while left > top {
        let keep = left.div_ceil(2).max(top);
        rounds.push(Round { candidates: left, keep, pairs });
        (left, pairs) = (keep, 2 * pairs);
    }
    rounds
}

/// Pairs against each opponent, over all lists, that come after the round `number` (from 0); `besides` lists that are no
/// candidates play in each.
///
/// ```
/// # use fixer_sim::halving::{pairs_after, rounds};
/// let rounds = rounds(10, 2, 64);
/// assert_eq!([0, 1, 2].map(|number| pairs_after(&rounds, number, 0)), [64 * 5 + 128 * 3, 128 * 3, 0]);
/// assert_eq!(pairs_after(&rounds, 1, 1), 128 * 4);
/// ```
pub fn pairs_after(rounds: &[Round], number: usize, besides: u64) -> u64 {
    rounds[number..].windows(2).map(|two| (two[1].pairs - two[0].pairs) * (two[1].candidates as u64 + besides)).sum()
}

/// The next multiple of a block: whatever decides something decides there.
pub fn whole_blocks(pairs: u64) -> u64 {
    pairs.div_ceil(BLOCK).max(1) * BLOCK
}

/// The places of the `keep` highest values in their order: the higher first, of equal ones the earlier.
///
/// ```
/// # use fixer_sim::halving::best;
/// assert_eq!(best(&[0.4, 0.6, 0.5, 0.6], 3), [1, 3, 2]);
/// ```
pub fn best(values: &[f64], keep: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&x, &y| values[y].total_cmp(&values[x]));
    order.truncate(keep);
    order
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{rng, unit};

    use super::*;

    #[test]
    fn the_best_is_found_with_fewer_games_than_by_playing_all_to_the_end() {
        // Twelve decks, one better by four points; a pair's score has about the deviation of real ones (0.23).
        let strength = |deck: usize| if deck == 5 { 0.54 } else { 0.5 };
        let mut generator = rng(2);
        let (mut found, mut spent) = (0, 0);
        for _ in 0..200 {
            let mut left: Vec<usize> = (0..12).collect();
            let mut sums = [0.0; 12];
            let mut before = 0;
            for round in rounds(12, 1, 128) {
                for &deck in &left {
                    for _ in before..round.pairs {
                        sums[deck] += strength(deck) + 0.8 * (unit(&mut generator) - 0.5);
                    }
                    spent += round.pairs - before;
                }
                before = round.pairs;
                let values: Vec<f64> = left.iter().map(|&deck| sums[deck]).collect();
                left = best(&values, round.keep).into_iter().map(|place| left[place]).collect();
            }
            found += u32::from(left == [5]);
        }
        assert!(found >= 170, "found in {found} of 200");
        assert!(spent / 200 < 12 * 1_024 / 2, "{} pairs a race", spent / 200);
    }

    #[test]
    fn nobody_to_leave_behind_is_no_round() {
        assert!(rounds(3, 3, 64).is_empty() && rounds(2, 5, 64).is_empty());
        assert_eq!((whole_blocks(0), whole_blocks(64), whole_blocks(65)), (64, 64, 128));
    }
}

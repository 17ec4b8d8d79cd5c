//! `dependence.csv`: how much a table of decks depends on who plays them. The same pairings are played by two agents; a
//! deck whose win rate rises with the stronger one is better than the weaker one could show.

use crate::plan::Plan;
use crate::stats::many::benjamini_hochberg;
use crate::stats::normal::Z95;
use crate::stats::paired::Difference;
use crate::stats::ranks::spearman;
use crate::tables::decks::Metagame;
use crate::tables::{fraction, table};

/// The columns: `a` is the first agent, `b` the second one, `change` what a deck gains in the field from a to b.
#[rustfmt::skip]
pub const HEADER: [&str; 14] = [
    "deck", "deck_id", "agent_a", "agent_b", "rank_a", "rank_b", "wr_a", "wr_b", "change", "change_lo", "change_hi", "p",
    "adjusted_p", "under_piloted",
];

/// Rises of which one in twenty is expected to be none are marked.
const FALSE_SHARE: f64 = 0.05;

/// A deck as two agents play it.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The deck's number in the plan.
    pub deck: usize,
    /// Its rank in the field with either agent, from 1.
    pub ranks: [usize; 2],
    /// Its win rate in the field with either agent.
    pub rates: [f64; 2],
    /// What the second agent adds. Both play the same deals, which makes it known a little better than its error says.
    pub gain: Difference,
    /// The probability of such a rise by chance, adjusted for the number of decks.
    pub adjusted_p: f64,
}

impl Change {
    /// Whether the deck's win rate rises with the second agent, and not by chance.
    pub fn under_piloted(&self) -> bool {
        self.gain.value > 0.0 && self.adjusted_p <= FALSE_SHARE
    }
}

/// The decks in the order of the first agent's table, with what the second one changes.
pub fn changes(first: &Metagame, second: &Metagame) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for (rank, one) in first.standings.iter().enumerate() {
        let Some(place) = second.standings.iter().position(|other| other.deck == one.deck) else { continue };
        let two = &second.standings[place];
        let error = libm::sqrt(one.error * one.error + two.error * two.error);
        changes.push(Change {
            deck: one.deck,
            ranks: [rank + 1, place + 1],
            rates: [one.field.value, two.field.value],
            gain: Difference { value: two.field.value - one.field.value, error },
            adjusted_p: 1.0,
        });
    }
    let p_values: Vec<f64> = changes.iter().map(|change| change.gain.p_above()).collect();
    for (change, adjusted) in changes.iter_mut().zip(benjamini_hochberg(&p_values)) {
        change.adjusted_p = adjusted;
    }
    changes
}

/// How well the two agents' orders of the decks agree (Spearman); nothing where there are too few decks to say.
pub fn agreement(changes: &[Change]) -> Option<f64> {
    let [first, second] = [0, 1].map(|agent| changes.iter().map(|change| change.rates[agent]).collect::<Vec<_>>());
    spearman(&first, &second)
}

/// The table.
pub fn dependence(plan: &Plan, changes: &[Change]) -> Vec<u8> {
    let rows = changes.iter().map(|change| {
        let deck = &plan.decks[change.deck];
        let mut row = vec![deck.name.clone(), deck.id.clone(), plan.agents[0].clone(), plan.agents[1].clone()];
        row.extend(change.ranks.map(|rank| rank.to_string()));
        let half = Z95 * change.gain.error;
        let gain = change.gain.value;
        row.extend(change.rates.into_iter().chain([gain, gain - half, gain + half]).map(fraction));
        row.extend([change.gain.p_above(), change.adjusted_p].map(fraction));
        row.push(u8::from(change.under_piloted()).to_string());
        row
    });
    table(&HEADER, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::sample;
    use crate::plan::{Kind, PairingEntry};
    use crate::tables::decks::metagame;
    use crate::tally::Tally;

    #[test]
    fn a_deck_that_needs_a_better_player_is_marked() {
        let mut plan = sample();
        plan.kind = Kind::Matrix;
        plan.agents.push("greedy".to_owned());
        plan.decks.push(plan.decks[1].clone());
        plan.pairings.clear();
        let mut tallies = Vec::new();
        let even = Tally { cells: [[100, 0, 100], [0; 3], [100, 0, 100]], ..Tally::default() };
        let won = Tally { cells: [[60, 0, 100], [0; 3], [100, 0, 140]], ..Tally::default() };
        for agent in 0..2 {
            for (decks, tally) in [([0, 1], [&even, &won]), ([0, 2], [&even, &won]), ([1, 2], [&even, &even])] {
                plan.pairings.push(PairingEntry { decks, agents: [agent; 2] });
                tallies.push(tally[agent].clone());
            }
        }
        let [one, two] = [0, 1].map(|agent| metagame(&plan, &tallies, agent).unwrap());
        assert!((one.standings[0].field.value - 0.5).abs() < 1e-9, "only the first agent's games count");
        let changes = changes(&one, &two);
        let marked: Vec<usize> = changes.iter().filter(|change| change.under_piloted()).map(|c| c.deck).collect();
        assert_eq!(marked, [0]);
        assert!((changes[0].gain.value - 0.1).abs() < 1e-9 && changes[1].gain.value < 0.0);
        assert_eq!(agreement(&changes), None, "the first agent finds all decks equal");
        let text = String::from_utf8(dependence(&plan, &changes)).unwrap();
        assert!(text.lines().nth(1).unwrap().ends_with(",1") && text.lines().nth(2).unwrap().ends_with(",0"), "{text}");
        assert!(text.contains("one,123456789abc,random,greedy,1,1,0.500000,0.600000,0.100000,"), "{text}");
    }
}

//! `lengths.csv`: games by their number of turns, and how many of them the first player won.

use crate::plan::Plan;
use crate::tables::table;
use crate::tally::Tally;

/// The columns.
pub const HEADER: [&str; 5] = ["deck_a", "deck_b", "turns", "games", "first_wins"];

/// The table.
pub fn lengths(plan: &Plan, tallies: &[Tally]) -> Vec<u8> {
    let rows = plan.counted(tallies).flat_map(|(pairing, tally)| {
        let [a, b] = plan.decks_of(pairing);
        tally.lengths.iter().enumerate().filter(|(_, length)| length.games > 0).map(move |(turns, length)| {
            let numbers = [turns as u64, length.games, length.first_wins].map(|number| number.to_string());
            [a.name.clone(), b.name.clone()].into_iter().chain(numbers)
        })
    });
    table(&HEADER, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::sample;
    use crate::tally::Length;

    #[test]
    fn lengths_that_did_not_occur_are_left_out() {
        let mut tally = Tally { lengths: vec![Length::default(); 10], ..Tally::default() };
        tally.lengths[9] = Length { games: 4, first_wins: 3 };
        let text = String::from_utf8(lengths(&sample(), &[tally])).unwrap();
        assert_eq!(text, "deck_a,deck_b,turns,games,first_wins\none,two,9,4,3\n");
    }
}

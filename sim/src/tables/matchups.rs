//! `matchups.csv`: a row a pairing, told for the deck in `deck_a`.

use crate::plan::Plan;
use crate::stats::rate::win_rate;
use crate::tables::{fraction, maybe, share, table};
use crate::tally::Tally;

/// The columns.
#[rustfmt::skip]
pub const HEADER: [&str; 30] = [
    "deck_a", "deck_b", "deck_a_id", "deck_b_id", "agent_a", "agent_b", "games", "wins", "draws", "losses", "wr",
    "wr_lo", "wr_hi", "wr_first", "n_first", "wr_second", "n_second", "pair_ll", "pair_ld", "pair_wl", "pair_dd",
    "pair_wd", "pair_ww", "r_gigs", "r_overtime", "r_deck_out", "capped", "turns_mean", "turns_p50", "turns_p90",
];

/// The table.
pub fn matchups(plan: &Plan, tallies: &[Tally]) -> Vec<u8> {
    let rows = plan.pairings.iter().zip(tallies).map(|(pairing, tally)| {
        let [a, b] = plan.decks_of(pairing);
        let [agent_a, agent_b] = plan.agents_of(pairing);
        let [losses, draws, wins] = tally.both();
        let games = tally.games();
        let rate = win_rate(tally);
        let known = |value: f64| if games > 0 { fraction(value) } else { String::new() };
        let seat = |[losses, draws, wins]: [u64; 3]| {
            let games = losses + draws + wins;
            [maybe(share(2 * wins + draws, games)), games.to_string()]
        };
        let mut row: Vec<String> = [&a.name, &b.name, &a.id, &b.id].map(Clone::clone).into();
        row.extend([agent_a.to_owned(), agent_b.to_owned()]);
        row.extend([games, wins, draws, losses].map(|count| count.to_string()));
        row.extend([rate.value, rate.lo, rate.hi].map(known));
        row.extend(seat(tally.first()));
        row.extend(seat(tally.second()));
        row.extend(tally.six().map(|count| count.to_string()));
        row.extend(tally.reasons[..3].iter().chain([&tally.capped]).map(ToString::to_string));
        row.extend([
            known(tally.turns_mean()),
            tally.turns_quantile(0.5).to_string(),
            tally.turns_quantile(0.9).to_string(),
        ]);
        row
    });
    table(&HEADER, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::sample;

    #[test]
    fn a_row_says_what_was_counted() {
        let mut tally = Tally { cells: [[10, 0, 5], [0, 1, 0], [20, 0, 64]], ..Tally::default() };
        tally.reasons = [150, 40, 8, 0, 1, 0];
        tally.capped = 1;
        let text = String::from_utf8(matchups(&sample(), &[tally])).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("deck_a,deck_b,deck_a_id") && lines[0].ends_with("turns_p50,turns_p90"));
        assert!(lines[1].starts_with("one,two,123456789abc,0fff00000000,random,random,200,153,2,45,0.770000,"));
        assert!(lines[1].contains(",0.845000,100,0.695000,100,10,0,25,1,0,64,150,40,8,1,"), "{}", lines[1]);
    }

    #[test]
    fn nothing_played_gives_no_numbers() {
        let text = String::from_utf8(matchups(&sample(), &[Tally::default()])).unwrap();
        assert!(!text.contains("NaN"));
        assert!(text.lines().nth(1).unwrap().contains(",0,0,0,0,,,,,0,,0,0,0,0,0,0,0,"), "{text}");
    }
}

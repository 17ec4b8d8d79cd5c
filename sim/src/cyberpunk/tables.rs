//! The tables that are particular to the Cyberpunk TCG: `mulligans.csv`, `dice.csv`, `cards.csv`.

use fixer_core::cyberpunk::cards::CardPool;

use super::{DIE_SIZES, MatchUps, at};
use crate::plan::Plan;
use crate::tables::{fraction, maybe, share, table};
use crate::tally::Tally;

/// The columns of `mulligans.csv`; `opponent` is the other deck's id.
pub const MULLIGANS: [&str; 7] = ["deck_id", "seat", "opponent", "kept_n", "kept_wins", "taken_n", "taken_wins"];

/// The columns of `dice.csv`.
pub const DICE: [&str; 6] = ["deck_id", "die", "rolls", "value_sum", "stolen", "lost"];

/// The columns of `cards.csv`.
#[rustfmt::skip]
pub const CARDS: [&str; 21] = [
    "deck_id", "card", "copies", "gp_n", "gp_wr", "oh_n", "oh_wr", "gd_n", "gd_wr", "gih_n", "gih_wr", "gns_n",
    "gns_wr", "iwd", "played_n", "played_wr", "turn_seen_mean", "swap_delta", "swap_lo", "swap_hi", "adjusted_p",
];

/// `mulligans.csv`: kept and changed opening hands of each deck of each pairing, from each seat.
pub fn mulligans(plan: &Plan, tallies: &[Tally]) -> Vec<u8> {
    let rows = plan.pairings.iter().zip(tallies).flat_map(|(pairing, tally)| {
        let decks = plan.decks_of(pairing);
        (0..2).flat_map(move |deck| {
            let counters = &tally.counters[deck];
            ["first", "second"].into_iter().enumerate().filter(move |_| !counters.is_empty()).map(
                move |(seat, word)| {
                    let counts = &counters[at::MULLIGANS + 4 * seat..][..4];
                    [decks[deck].id.clone(), word.to_owned(), decks[1 - deck].id.clone()]
                        .into_iter()
                        .chain(counts.iter().map(ToString::to_string))
                },
            )
        })
    });
    table(&MULLIGANS, rows)
}

/// The counters of a deck over all pairings; empty if it has not been played.
fn total(plan: &Plan, tallies: &[Tally], deck: usize) -> Vec<u64> {
    let mut sum: Vec<u64> = Vec::new();
    for (pairing, tally) in plan.pairings.iter().zip(tallies) {
        for (_, counters) in pairing.decks.iter().zip(&tally.counters).filter(|(number, _)| **number == deck) {
            sum.resize(sum.len().max(counters.len()), 0);
            for (sum, count) in sum.iter_mut().zip(counters) {
                *sum += count;
            }
        }
    }
    sum
}

/// `dice.csv`: what each deck rolled with its own dice, stole and lost, by size.
pub fn dice(plan: &Plan, tallies: &[Tally]) -> Vec<u8> {
    let mut rows = Vec::new();
    for (number, deck) in plan.decks.iter().enumerate() {
        let counters = total(plan, tallies, number);
        for (size, counts) in DIE_SIZES.iter().zip(counters.get(at::DICE..at::CARDS).unwrap_or_default().chunks(4)) {
            let mut row = vec![deck.id.clone(), format!("d{}", size.faces())];
            row.extend(counts.iter().map(ToString::to_string));
            rows.push(row);
        }
    }
    table(&DICE, rows)
}

/// `cards.csv`: how games went by what happened to each copy of a card. A game with two copies in hand counts twice.
pub fn cards(plan: &Plan, tallies: &[Tally], matchups: &MatchUps, pool: &CardPool) -> Vec<u8> {
    let mut rows = Vec::new();
    for (number, deck) in plan.decks.iter().enumerate() {
        let counters = total(plan, tallies, number);
        let Some(per_card) = counters.get(at::CARDS..) else { continue };
        let (games, points) = (counters[at::GAMES], counters[at::POINTS]);
        for (&(card, copies), counts) in matchups.cards(number).iter().zip(per_card.chunks_exact(at::PER_CARD)) {
            let copies = u64::from(copies);
            let [opening, drawn, unseen, played] = [0, 2, 4, 6].map(|at| (counts[at], counts[at + 1]));
            let in_hand = (opening.0 + drawn.0, opening.1 + drawn.1);
            let rate = |(n, halves): (u64, u64)| share(halves, n);
            let mut row = vec![deck.id.clone(), pool.get(card).id.clone(), copies.to_string()];
            for count in [(games * copies, points * copies), opening, drawn, in_hand, unseen] {
                row.extend([count.0.to_string(), maybe(rate(count))]);
            }
            row.push(maybe(rate(in_hand).zip(rate(unseen)).map(|(seen, unseen)| seen - unseen)));
            row.extend([played.0.to_string(), maybe(rate(played))]);
            row.push(if counts[9] > 0 { fraction(counts[8] as f64 / counts[9] as f64) } else { String::new() });
            // Only a swap on common seeds tells what a card causes; `tune` measures that.
            row.extend(std::array::from_fn::<String, 4, _>(|_| String::new()));
            rows.push(row);
        }
    }
    table(&CARDS, rows)
}

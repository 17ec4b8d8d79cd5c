//! The tables that are particular to the Cyberpunk TCG: `mulligans.csv`, `dice.csv`, `cards.csv`.

use std::collections::BTreeMap;

use fixer_core::cyberpunk::cards::{CardId, CardPool};
use fixer_core::cyberpunk::deck::Deck;

use super::{DIE_SIZES, at, different};
use crate::plan::Plan;
use crate::tables::{maybe, share, table};
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
    let rows = plan.counted(tallies).flat_map(|(pairing, tally)| {
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
    for (pairing, tally) in plan.counted(tallies) {
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
        for (size, counts) in DIE_SIZES.iter().zip(counters.get(at::DICE..at::UNSPENT).unwrap_or_default().chunks(4)) {
            let mut row = vec![deck.id.clone(), format!("d{}", size.faces())];
            row.extend(counts.iter().map(ToString::to_string));
            rows.push(row);
        }
    }
    table(&DICE, rows)
}

/// The shape of a deck's games in a few numbers; nothing where there was nothing to count.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Shape {
    /// Gigs stolen a game.
    pub stolen: f64,
    /// Eddies that were ready when it ended a turn.
    pub unspent: Option<f64>,
    /// The share of opening hands that were changed.
    pub changed: f64,
    /// Wins of the games with the opening hand kept, and of those with it changed.
    pub won: [Option<f64>; 2],
}

/// The shape of a deck's games from its counters; nothing where it was not watched or has not played.
pub fn shape(counters: &[u64]) -> Option<Shape> {
    let games = counters.get(at::GAMES).copied().filter(|games| *games > 0)? as f64;
    let over = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
    let [kept, changed] = [0, 2].map(|at| {
        let of_seats = [0, 4].map(|seat| &counters[at::MULLIGANS + seat + at..][..2]);
        [0, 1].map(|count| of_seats.iter().map(|counts| counts[count]).sum::<u64>())
    });
    Some(Shape {
        stolen: counters[at::DICE..at::UNSPENT].chunks_exact(4).map(|counts| counts[2]).sum::<u64>() as f64 / games,
        unspent: over(counters[at::UNSPENT + 1], counters[at::UNSPENT]),
        changed: changed[0] as f64 / games,
        won: [kept, changed].map(|[games, wins]| over(wins, games)),
    })
}

/// What a copy of a card causes: the win rate with it less that with another card in its place, on the same deals.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SwapWorth {
    /// The difference.
    pub delta: f64,
    /// Its 95 % interval's lower end.
    pub lo: f64,
    /// Its upper end.
    pub hi: f64,
    /// The p-value, adjusted for the number of cards.
    pub adjusted_p: f64,
}

/// `cards.csv`: how games went by what happened to each copy of a card. A game with two copies in hand counts twice.
pub fn cards(plan: &Plan, tallies: &[Tally], decks: &[Deck], pool: &CardPool) -> Vec<u8> {
    // Only a swap on common seeds tells what a card causes; `tune` measures that.
    let unknown = BTreeMap::new();
    let rows =
        plan.decks.iter().zip(decks).enumerate().flat_map(|(number, (entry, deck))| {
            card_rows(&entry.id, deck, pool, &total(plan, tallies, number), &unknown)
        });
    table(&CARDS, rows)
}

/// The rows of `cards.csv` of one deck from its counters; none where it was not watched.
pub fn card_rows(
    deck_id: &str,
    deck: &Deck,
    pool: &CardPool,
    counters: &[u64],
    worths: &BTreeMap<CardId, SwapWorth>,
) -> Vec<Vec<String>> {
    let Some(per_card) = counters.get(at::CARDS..) else { return Vec::new() };
    let (games, points) = (counters[at::GAMES], counters[at::POINTS]);
    let mut rows = Vec::new();
    for ((card, copies), counts) in different(deck).into_iter().zip(per_card.chunks_exact(at::PER_CARD)) {
        let copies = u64::from(copies);
        let [opening, drawn, unseen, played] = [0, 2, 4, 6].map(|at| (counts[at], counts[at + 1]));
        let in_hand = (opening.0 + drawn.0, opening.1 + drawn.1);
        let rate = |(n, halves): (u64, u64)| share(halves, n);
        let mut row = vec![deck_id.to_owned(), pool.get(card).id.clone(), copies.to_string()];
        for count in [(games * copies, points * copies), opening, drawn, in_hand, unseen] {
            row.extend([count.0.to_string(), maybe(rate(count))]);
        }
        row.push(maybe(rate(in_hand).zip(rate(unseen)).map(|(seen, unseen)| seen - unseen)));
        row.extend([played.0.to_string(), maybe(rate(played))]);
        row.push(maybe((counts[9] > 0).then(|| counts[8] as f64 / counts[9] as f64)));
        let worth = worths.get(&card);
        row.extend(
            [worth.map(|w| w.delta), worth.map(|w| w.lo), worth.map(|w| w.hi), worth.map(|w| w.adjusted_p)].map(maybe),
        );
        rows.push(row);
    }
    rows
}

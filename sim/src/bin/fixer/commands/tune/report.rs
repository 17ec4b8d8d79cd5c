//! What is told of tuning: `swaps.csv`, `cards.csv`, the new list, a table.

use std::fmt::Write as _;

use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::cyberpunk::cards::CardId;
use fixer_core::cyberpunk::deck::read::Format as ListFormat;
use fixer_core::cyberpunk::deck::write::write;
use fixer_sim::cyberpunk::swaps::tidy;
use fixer_sim::cyberpunk::tables::{CARDS, SwapWorth, card_rows};
use fixer_sim::stats::many::benjamini_hochberg;
use fixer_sim::stats::paired::Difference;
use fixer_sim::tables::{fraction, table};
use fixer_sim::tally::Tally;

use super::Task;
use super::search::Tuned;
use crate::grid::{Format, Grid, of_csv, thousands};
use crate::stages::Stages;

/// The columns of `swaps.csv`: `delta` is what the exchange adds to the win rate of the list it is made in.
#[rustfmt::skip]
const SWAPS: [&str; 11] = [
    "step", "out", "in", "games", "delta", "delta_lo", "delta_hi", "p", "adjusted_p", "accepted", "deck_id",
];

/// The columns of `screened.csv`: `side` is `out` for cards of the list, `in` for cards that may come in; `worth` is what
/// a copy adds to the win rate against the mean of the latter.
const SCREENED: [&str; 6] = ["side", "card", "worth", "worth_lo", "worth_hi", "adjusted_p"];

/// All files of the result.
pub fn files(task: &Task<'_>, stages: &Stages<'_, Cyberpunk>, tuned: &Tuned) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("swaps.csv", swaps(task, stages, tuned)),
        ("screened.csv", screened(task, tuned)),
        ("cards.csv", cards(task, stages, tuned)),
        ("deck.txt", write(&tidy(&tuned.list), task.pool, ListFormat::Text).into_bytes()),
    ]
}

fn id<'t>(task: &'t Task<'_>, card: CardId) -> &'t str {
    &task.pool.get(card).id
}

fn swaps(task: &Task<'_>, stages: &Stages<'_, Cyberpunk>, tuned: &Tuned) -> Vec<u8> {
    let deck = &stages.order.decks[0].id;
    let rows = tuned.measured.iter().map(|measured| {
        let [lo, hi] = measured.gain.interval();
        let [out, into] = [measured.swap.out, measured.swap.into].map(|card| id(task, card).to_owned());
        let mut row = vec![measured.step.to_string(), out, into, measured.games.to_string()];
        row.extend([measured.gain.value, lo, hi, measured.gain.p_above(), measured.adjusted_p].map(fraction));
        row.extend([u8::from(measured.accepted).to_string(), deck.clone()]);
        row
    });
    table(&SWAPS, rows)
}

/// The worths of cards with their p-values adjusted for how many there are.
fn adjusted(worths: &[(CardId, Difference)]) -> impl Iterator<Item = (CardId, SwapWorth)> {
    let p_values: Vec<f64> = worths.iter().map(|(_, worth)| worth.p_unequal()).collect();
    worths.iter().zip(benjamini_hochberg(&p_values)).map(|(&(card, worth), adjusted_p)| {
        let [lo, hi] = worth.interval();
        (card, SwapWorth { delta: worth.value, lo, hi, adjusted_p })
    })
}

/// `screened.csv`: what screening found of each card, in the order of the list and of ids.
fn screened(task: &Task<'_>, tuned: &Tuned) -> Vec<u8> {
    let sides = [("out", &tuned.screened.out), ("in", &tuned.screened.into)];
    let rows = sides.into_iter().flat_map(|(side, worths)| {
        adjusted(worths).map(move |(card, worth)| {
            let numbers = [worth.delta, worth.lo, worth.hi, worth.adjusted_p].map(fraction);
            [side.to_owned(), id(task, card).to_owned()].into_iter().chain(numbers)
        })
    });
    table(&SCREENED, rows)
}

/// `cards.csv` of the list at the beginning, with the causal columns.
fn cards(task: &Task<'_>, stages: &Stages<'_, Cyberpunk>, tuned: &Tuned) -> Vec<u8> {
    let worths = adjusted(&tuned.screened.out).collect();
    let mut sum = Tally::default();
    tuned.own.iter().for_each(|tally| sum.add(tally));
    let rows = card_rows(&stages.order.decks[0].id, task.deck, task.pool, &sum.counters[0], &worths);
    table(&CARDS, rows)
}

/// What is printed.
pub fn text(task: &Task<'_>, stages: &Stages<'_, Cyberpunk>, tuned: &Tuned, format: Format) -> String {
    if format == Format::Csv || format == Format::Json {
        return of_csv(&swaps(task, stages, tuned)).show(format);
    }
    let points = |value: f64| format!("{:+.2}", 100.0 * value);
    let interval = |known: &Difference| {
        let [lo, hi] = known.interval();
        format!("{} to {}", points(lo), points(hi))
    };
    let mut grid = Grid::new(["step", "out", "in", "games", "points", "95 % interval", "adjusted p", ""]);
    for measured in &tuned.measured {
        grid.row([
            measured.step.to_string(),
            id(task, measured.swap.out).to_owned(),
            id(task, measured.swap.into).to_owned(),
            thousands(measured.games),
            points(measured.gain.value),
            interval(&measured.gain),
            format!("{:.4}", measured.adjusted_p),
            if measured.accepted { "accepted" } else { "" }.to_owned(),
        ]);
    }
    let mut text = grid.show(format) + "\n";
    let _ = writeln!(
        text,
        "points: percentage points of the win rate of {} against {} in equal shares; {} cards may come in",
        task.deck.id,
        if task.opponents == 1 { "1 opponent".to_owned() } else { format!("{} opponents", task.opponents) },
        tuned.screened.into.len()
    );
    match &tuned.total {
        None => text += "no exchange was confirmed: the list stays as it is\n",
        Some((games, total)) => {
            let _ = writeln!(
                text,
                "all accepted exchanges together: {} points ({}), over {} games of either list on deals that chose \
                 nothing; deck.txt is the new list",
                points(total.value),
                interval(total),
                thousands(*games)
            );
        }
    }
    let _ = writeln!(text, "{} games · seed {}", thousands(stages.games()), stages.order.seed);
    text + "\n"
}

//! `fixer race`: the best of many decks by successive halving, confirmed on fresh deals.

use std::fmt::Write as _;
use std::process::ExitCode;

use fixer_sim::deals::by_deal;
use fixer_sim::halving::{best, pairs_after, rounds, whole_blocks};
use fixer_sim::stats::many::holm;
use fixer_sim::stats::paired::{Difference, Sums};
use fixer_sim::tables::{fraction, maybe, table};
use fixer_sim::tournament::Tournament;

use crate::agents::agent;
use crate::failure::Failure;
use crate::grid::{Format, Grid, of_csv, percent, thousands};
use crate::lists;
use crate::options::{Output, Playing, of_game};
use crate::stages::{Halt, Parts, PlayedStage, Stages};

/// Find the best of many decks: all play a little, the better half plays on, who is left is measured again
#[derive(clap::Args, Clone, Debug)]
#[command(
    // Runs in stages keep no games and have no page yet: what refuses both is `stages.rs`.
    mut_arg("record", |arg| arg.hide(true)),
    mut_arg("report", |arg| arg.hide(true)),
    after_help = "Examples:\n  fixer race my-decks/\n  fixer race my-decks/ --against field/ --top 3 --games 512 --confirm 8000"
)]
pub struct Args {
    /// The decks: files, directories, built-in lists
    #[arg(value_name = "DECK|DIR", required = true)]
    pub decks: Vec<String>,
    /// How many are left at the end
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub top: u32,
    /// The opponents [default: all the decks of the race, each but itself]
    #[arg(long, value_name = "DECK|DIR", num_args = 1..)]
    pub against: Vec<String>,
    /// Games against each opponent in the first round, rounded up to 128; doubled in each round
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Games against each opponent, on fresh deals, of those that are left, rounded up to 128
    #[arg(long, value_name = "N", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub confirm: u64,
    /// The agent of all decks
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub agent: String,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub output: Output,
}

/// Where a deck of the race ended.
struct Place {
    deck: usize,
    /// The last round it played.
    round: usize,
    /// Games and win rate up to there.
    games: u64,
    rate: f64,
    /// Games and win rate on fresh deals.
    fresh: Option<(u64, Difference)>,
    /// How far it is behind the leader of the race on fresh deals, and the adjusted p-value; nothing for the leader.
    behind: Option<(Difference, f64)>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    of_game!(args.playing.data.game, race(args))
}

fn race<T: Tournament>(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<T>(&args.playing.data.cards)?;
    let decks = lists::decks::<T>(&args.decks, &pool)?;
    let against = if args.against.is_empty() { decks.clone() } else { lists::decks::<T>(&args.against, &pool)? };
    lists::check::<T>(&decks, args.playing.rules, &pool)?;
    lists::check::<T>(if args.against.is_empty() { &[] } else { &against }, args.playing.rules, &pool)?;
    if decks.len() < 2 {
        return Err(Failure::wrong("one deck; expected at least two for a race")
            .help("`fixer matrix DECK --against DIR` measures one deck"));
    }
    lists::all_different::<T>(&decks, &pool)?;
    lists::all_different::<T>(&against, &pool)?;
    if let [sole] = against.as_slice()
        && decks.iter().any(|deck| T::deck_hash(deck, &pool) == T::deck_hash(sole, &pool))
    {
        return Err(Failure::wrong(format!(
            "--against {}: the only opponent is in the race itself, where it would always be even",
            T::deck_name(sole)
        ))
        .help("another opponent beside it, or a race without it"));
    }
    let agent = agent::<T>(&args.agent, args.playing.cheating())?;
    let parts = Parts::<T> {
        command: "race",
        pool: &pool,
        decks: &decks,
        against: &against,
        agent,
        keep: Vec::new(),
        numbers: vec![("top", u64::from(args.top)), ("games", args.games), ("confirm", args.confirm)],
    };
    let Some(mut stages) = Stages::open(parts, &args.playing, &args.output)? else { return Ok(ExitCode::SUCCESS) };
    match places(&mut stages, args, &decks, against.len()) {
        Err(halt) => stages.halted(halt),
        Ok(places) => {
            let names: Vec<[String; 2]> =
                stages.order.decks.iter().map(|deck| [deck.name.clone(), deck.id.clone()]).collect();
            let csv = csv(&names, &places);
            let text = report(&names, &places, &csv, &stages, args.output.printing.format);
            stages.finish(vec![("race.csv", csv)], &text)
        }
    }
}

/// Runs the race: all decks, the first one first.
fn places<T: Tournament>(
    stages: &mut Stages<'_, T>,
    args: &Args,
    decks: &[T::Deck],
    opponents: usize,
) -> Result<Vec<Place>, Halt> {
    let rounds = rounds(decks.len(), args.top as usize, args.games.div_ceil(2));
    let confirm = whole_blocks(args.confirm.div_ceil(2));
    let finalists = decks.len().min(args.top as usize) as u64;
    let mut left: Vec<usize> = (0..decks.len()).collect();
    let mut sums = vec![vec![Sums::default(); opponents]; decks.len()];
    let mut out: Vec<Place> = Vec::new();
    let mut before = 0;
    let mut games = vec![0; decks.len()];
    let place = |deck: usize, round: usize, sums: &[Vec<Sums>], games: &[u64]| Place {
        deck,
        round,
        games: games[deck],
        rate: value(&sums[deck]),
        fresh: None,
        behind: None,
    };
    for (number, round) in rounds.iter().enumerate() {
        let pairs = round.pairs - before;
        let ahead = confirm * finalists + pairs_after(&rounds, number, 0);
        before = round.pairs;
        let playing: Vec<T::Deck> = left.iter().map(|&deck| decks[deck].clone()).collect();
        let played = stages.play("round", &playing, pairs, ahead)?;
        let found = rates(&played, opponents, left.len())?;
        for (at, (found, &deck)) in found.iter().zip(&left).enumerate() {
            games[deck] += games_of(&played, at);
            sums[deck].iter_mut().zip(found).for_each(|(sum, more)| sum.merge(*more));
        }
        let values: Vec<f64> = left.iter().map(|&deck| value(&sums[deck])).collect();
        let order = best(&values, left.len());
        // Of those that fall behind together the better one is placed higher: the list is filled from its end.
        out.extend(order[round.keep..].iter().rev().map(|&at| place(left[at], number + 1, &sums, &games)));
        left = order[..round.keep].iter().map(|&at| left[at]).collect();
    }
    let playing: Vec<T::Deck> = left.iter().map(|&deck| decks[deck].clone()).collect();
    let played = stages.play("confirm", &playing, confirm, 0)?;
    let fresh = rates(&played, opponents, left.len())?;
    let values: Vec<f64> = fresh.iter().map(|sums| value(sums)).collect();
    let order = best(&values, left.len());
    // `left` is in the order of the race: its leader was chosen before these deals. Whoever is first on them was chosen by
    // them, and a comparison with it would be flattered.
    let behind = behind(&played, opponents, left.len())?;
    let adjusted = holm(&behind.iter().map(Difference::p_unequal).collect::<Vec<_>>());
    for &at in order.iter().rev() {
        let known = Difference::over(&fresh[at]).map(|rate| (games_of(&played, at), rate));
        let behind = at.checked_sub(1).map(|other| (behind[other], adjusted[other]));
        out.push(Place { fresh: known, behind, ..place(left[at], rounds.len(), &sums, &games) });
    }
    out.reverse();
    Ok(out)
}

/// The mean rate over the opponents.
fn value(sums: &[Sums]) -> f64 {
    sums.iter().map(Sums::mean).sum::<f64>() / sums.len().max(1) as f64
}

/// How many games a candidate has played in a stage.
fn games_of(played: &PlayedStage, candidate: usize) -> u64 {
    let pairings = played.stage.at.iter().filter_map(|row| row[candidate]);
    pairings.map(|pairing| played.tallies[pairing].games()).sum()
}

/// Per candidate and opponent the sums of the pairs' mean scores.
fn rates(played: &PlayedStage, opponents: usize, candidates: usize) -> Result<Vec<Vec<Sums>>, Failure> {
    let mut sums = vec![vec![Sums::default(); opponents]; candidates];
    by_deal(&played.contents, |points| {
        for opponent in 0..opponents {
            for (sums, points) in sums.iter_mut().zip(played.stage.points(opponent, points)) {
                sums[opponent].add(f64::from(points) / 4.0);
            }
        }
    })?;
    Ok(sums)
}

/// By how much each candidate but the first is behind the first, on the same deals.
fn behind(played: &PlayedStage, opponents: usize, candidates: usize) -> Result<Vec<Difference>, Failure> {
    let mut sums = vec![vec![Sums::default(); opponents]; candidates - 1];
    by_deal(&played.contents, |of_pairings| {
        for opponent in 0..opponents {
            let mut points = played.stage.points(opponent, of_pairings).map(f64::from);
            let first = points.next().unwrap_or_default();
            sums.iter_mut().zip(points).for_each(|(sums, points)| sums[opponent].add((first - points) / 4.0));
        }
    })?;
    Ok(sums.iter().map(|sums| Difference::over(sums).unwrap_or(Difference { value: 0.0, error: 0.0 })).collect())
}

/// The columns of `race.csv`.
#[rustfmt::skip]
const HEADER: [&str; 15] = [
    "rank", "deck", "deck_id", "last_round", "games", "wr", "fresh_games", "fresh_wr", "fresh_lo", "fresh_hi", "behind",
    "behind_lo", "behind_hi", "p", "adjusted_p",
];

fn csv(names: &[[String; 2]], places: &[Place]) -> Vec<u8> {
    let rows = places.iter().enumerate().map(|(rank, place)| {
        let [name, id] = names[place.deck].clone();
        let mut row = vec![(rank + 1).to_string(), name, id, place.round.to_string(), place.games.to_string()];
        row.push(maybe((place.games > 0).then_some(place.rate)));
        row.push(place.fresh.map_or_else(String::new, |(games, _)| games.to_string()));
        let within = |rate: &Difference| rate.interval().map(|end| end.clamp(0.0, 1.0));
        row.push(maybe(place.fresh.map(|(_, rate)| rate.value)));
        row.extend([0, 1].map(|end| maybe(place.fresh.map(|(_, rate)| within(&rate)[end]))));
        row.push(maybe(place.behind.map(|(by, _)| by.value)));
        row.extend([0, 1].map(|end| maybe(place.behind.map(|(by, _)| by.interval()[end]))));
        row.push(place.behind.map_or_else(String::new, |(by, _)| fraction(by.p_unequal())));
        row.push(maybe(place.behind.map(|(_, adjusted)| adjusted)));
        row
    });
    table(&HEADER, rows)
}

fn report<T: Tournament>(
    names: &[[String; 2]],
    places: &[Place],
    csv: &[u8],
    stages: &Stages<'_, T>,
    format: Format,
) -> String {
    if format == Format::Csv || format == Format::Json {
        return of_csv(csv).show(format);
    }
    let mut grid = Grid::new([
        "rank",
        "deck",
        "last round",
        "games",
        "win rate",
        "fresh games",
        "win rate there",
        "95 % interval",
        "behind the leader",
        "adjusted p",
    ]);
    for (rank, place) in places.iter().enumerate() {
        let interval = |known: &Difference| {
            let [lo, hi] = known.interval().map(|end| 100.0 * end.clamp(0.0, 1.0));
            format!("{lo:.1} – {hi:.1}")
        };
        grid.row([
            (rank + 1).to_string(),
            names[place.deck][0].clone(),
            place.round.to_string(),
            thousands(place.games),
            if place.games > 0 { percent(place.rate) } else { String::new() },
            place.fresh.map_or_else(String::new, |(games, _)| thousands(games)),
            place.fresh.map_or_else(String::new, |(_, rate)| percent(rate.value)),
            place.fresh.map_or_else(String::new, |(_, rate)| interval(&rate)),
            place.behind.map_or_else(String::new, |(by, _)| percent(by.value)),
            place.behind.map_or_else(String::new, |(_, adjusted)| format!("{adjusted:.4}")),
        ]);
    }
    let mut text = grid.show(format) + "\n";
    let _ = writeln!(
        text,
        "win rate: the row's deck against {} opponents in equal shares, against itself even; on the deals of the race it is flattered by \
         having been chosen, on fresh ones it is not",
        stages.order.against.len()
    );
    if places.iter().any(|place| place.behind.is_some()) {
        text += "behind the leader: on the fresh deals, behind the list that led the race before them\n";
    }
    let _ = writeln!(text, "{} games · seed {}", thousands(stages.games()), stages.order.seed);
    text + "\n"
}

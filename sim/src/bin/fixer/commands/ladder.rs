//! `fixer ladder`: agents against agents over a set of decks.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use fixer_sim::plan::{Kind, PairingEntry, Plan, Stopping};
use fixer_sim::stats::bradley_terry::{Ladder, Meeting, ladder};
use fixer_sim::stats::rate::win_rate;
use fixer_sim::stats::sprt::{Verdict, normalized_elo};
use fixer_sim::tables::{fraction, table};
use fixer_sim::tally::Tally;
use fixer_sim::tournament::Tournament;

use crate::agents;
use crate::carry_out::Setting;
use crate::commands::matrix::named_or_constructed;
use crate::commands::sim::{carry_out_or_write, plan, short};
use crate::failure::Failure;
use crate::grid::{Format, Grid, of_csv, percent, thousands};
use crate::lists;
use crate::options::{Output, Playing, of_game};

/// Play agents against agents over a set of decks and rate them
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer ladder --agents random,greedy,ismcts:200 --games 400\n  fixer ladder --agents greedy,greedy+slip=0.025 --sprt 0,5 --games 100000"
)]
pub struct Args {
    /// Two or more agents joined by commas
    #[arg(long, value_name = "A,B,...")]
    pub agents: String,
    /// Decks: files, directories, built-in lists [default: the two starters]
    #[arg(long, value_name = "DECK|DIR", num_args = 1..)]
    pub decks: Vec<String>,
    /// Games of each two agents with each two decks, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: u64,
    /// Stop as soon as a sequential test has decided whether the first agent is better than the second: ELO0,ELO1 in
    /// normalized Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Hypotheses>,
    /// Its probability of accepting ELO1 falsely
    #[arg(long, default_value_t = 0.05, value_parser = probability)]
    pub alpha: f64,
    /// Its probability of accepting ELO0 falsely
    #[arg(long, default_value_t = 0.05, value_parser = probability)]
    pub beta: f64,
    /// Write the plan to a file and play nothing
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub output: Output,
}

/// Two hypotheses of a sequential test, in normalized Elo.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Hypotheses {
    /// H0.
    pub elo0: f64,
    /// H1, larger.
    pub elo1: f64,
}

impl std::str::FromStr for Hypotheses {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed =
            text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
        match parsed {
            Some((elo0, elo1)) if f64::is_finite(elo0) && f64::is_finite(elo1) && elo0 < elo1 => {
                Ok(Self { elo0, elo1 })
            }
            _ => Err("expected two numbers ELO0,ELO1 with ELO0 < ELO1, as in 0,5".to_owned()),
        }
    }
}

/// A probability of error.
pub fn probability(text: &str) -> Result<f64, String> {
    let parsed = text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 0.5);
    parsed.ok_or_else(|| "expected a probability above 0 and below 0.5".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    of_game!(args.playing.data.game, play(args))
}

fn play<T: Tournament>(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<T>(&args.playing.data.cards)?;
    let starters = T::STARTERS.map(str::to_owned);
    let decks = named_or_constructed::<T>(if args.decks.is_empty() { &starters } else { &args.decks }, &pool)?;
    lists::check::<T>(&decks, args.playing.rules, &pool)?;
    let cheating = args.playing.cheating();
    let agents = agents::agents::<T>(&args.agents, cheating)?;
    if agents.len() < 2 {
        return Err(Failure::wrong(format!("one agent, `{}`; expected at least two, joined by commas", args.agents)));
    }
    if let Some(twice) = agents.iter().enumerate().find(|(place, agent)| agents[..*place].contains(agent)) {
        return Err(Failure::wrong(format!("agent `{}` stands in the list twice", short(&twice.1.to_string()))));
    }
    if args.sprt.is_some() && agents.len() != 2 {
        return Err(Failure::wrong(format!("--sprt with {} agents; expected two", agents.len())));
    }
    let mut pairings = Vec::new();
    for x in 0..agents.len() {
        for y in x + 1..agents.len() {
            for first in 0..decks.len() {
                pairings.extend((0..decks.len()).map(|second| PairingEntry { decks: [first, second], agents: [x, y] }));
            }
        }
    }
    let names = agents.iter().map(ToString::to_string).collect();
    let mut plan =
        plan::<T>(Kind::Ladder, &args.playing, &pool, lists::entries::<T>(&decks, &pool), names, pairings, args.games);
    plan.sprt = args.sprt.map(|Hypotheses { elo0, elo1 }| Stopping { elo0, elo1, alpha: args.alpha, beta: args.beta });
    let setting = Setting::<T> { plan, pool, decks, agents, cheating, card_files: args.playing.data.cards.clone() };
    carry_out_or_write(&setting, args.plan.as_deref(), &args.output, |tallies, format| {
        Ok(report(&setting.plan, tallies, format))
    })
}

/// Sums of each two agents over all decks, the first one's view.
fn sums(plan: &Plan, tallies: &[Tally]) -> Vec<([usize; 2], Tally)> {
    let mut sums: Vec<([usize; 2], Tally)> = Vec::new();
    for (entry, tally) in plan.pairings.iter().zip(tallies) {
        // What is counted by deck makes no sense over several decks.
        let tally = Tally { counters: [Vec::new(), Vec::new()], ..tally.clone() };
        match sums.iter_mut().find(|(agents, _)| *agents == entry.agents) {
            Some((_, sum)) => sum.add(&tally),
            None => sums.push((entry.agents, tally)),
        }
    }
    sums
}

fn rated(plan: &Plan, sums: &[([usize; 2], Tally)]) -> Ladder {
    const DRAWS: usize = 400;
    let meetings: Vec<Meeting> = sums
        .iter()
        .filter(|(_, tally)| tally.pairs() > 0)
        .map(|(players, tally)| Meeting {
            players: *players,
            cells: tally.cells.map(|row| row.map(|count| count as f64)),
        })
        .collect();
    ladder(plan.agents.len(), &meetings, DRAWS, plan.seed)
}

/// `ladder.csv`: a row an agent, the strongest first.
pub fn tables(plan: &Plan, tallies: &[Tally]) -> Vec<(&'static str, Vec<u8>)> {
    let sums = sums(plan, tallies);
    let ladder = rated(plan, &sums);
    let rows = order(&ladder).into_iter().enumerate().map(|(rank, agent)| {
        let games: u64 =
            sums.iter().filter(|(players, _)| players.contains(&agent)).map(|(_, tally)| tally.games()).sum();
        let mut row = vec![(rank + 1).to_string(), plan.agents[agent].clone(), games.to_string()];
        row.extend([ladder.ratings.elo[agent], ladder.error[agent]].map(fraction));
        row
    });
    vec![("ladder.csv", table(&["rank", "agent", "games", "elo", "elo_err"], rows))]
}

/// The agents, the strongest first.
fn order(ladder: &Ladder) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ladder.ratings.elo.len()).collect();
    order.sort_by(|&x, &y| ladder.ratings.elo[y].total_cmp(&ladder.ratings.elo[x]).then(x.cmp(&y)));
    order
}

/// What is printed of a ladder.
pub fn report(plan: &Plan, tallies: &[Tally], format: Format) -> String {
    if format == Format::Csv || format == Format::Json {
        return tables(plan, tallies).iter().map(|(_, bytes)| of_csv(bytes).show(format)).collect();
    }
    let sums = sums(plan, tallies);
    let ladder = rated(plan, &sums);
    let order = order(&ladder);
    let name = |agent: usize| short(&plan.agents[agent]).to_owned();
    // Agents that differ in options only are told apart by all of them.
    let names: Vec<String> = (0..plan.agents.len())
        .map(|agent| {
            let alike = (0..plan.agents.len()).filter(|&other| name(other) == name(agent)).count();
            if alike > 1 { plan.agents[agent].clone() } else { name(agent) }
        })
        .collect();
    let mut grid = Grid::new(["rank", "agent", "Elo", "±", "stronger than the next"]);
    for (rank, &agent) in order.iter().enumerate() {
        grid.row([
            (rank + 1).to_string(),
            names[agent].clone(),
            format!("{:.0}", ladder.ratings.elo[agent]),
            format!("{:.0}", ladder.error[agent]),
            order.get(rank + 1).map_or_else(String::new, |&next| percent(ladder.superior[agent][next])),
        ]);
    }
    let mut text = grid.show(format) + "\n";
    let mut grid = Grid::new(["agent", "against", "games", "win rate", "95 % interval", "normalized Elo"]);
    for ([x, y], tally) in &sums {
        let rate = win_rate(tally);
        grid.row([
            names[*x].clone(),
            names[*y].clone(),
            thousands(tally.games()),
            percent(rate.value),
            format!("{:.1} – {:.1}", 100.0 * rate.lo, 100.0 * rate.hi),
            normalized_elo(&tally.points()).map_or_else(String::new, |elo| format!("{elo:.1}")),
        ]);
    }
    text += &grid.show(format);
    let _ = writeln!(text, "\ngoing first is worth {:.0} Elo · seed {}", ladder.ratings.first, plan.seed);
    if let (Some(stopping), Some((_, tally))) = (plan.sprt, sums.first()) {
        let test = stopping.test();
        let llr = test.llr_pairs(&tally.points());
        let [lower, upper] = test.bounds();
        let said = match test.verdict(llr) {
            Verdict::H0 => format!("H0 is accepted: {} is not better by {} normalized Elo", names[0], stopping.elo1),
            Verdict::H1 => {
                format!("H1 is accepted: {} is better by more than {} normalized Elo", names[0], stopping.elo0)
            }
            Verdict::Open => "open: more games are needed".to_owned(),
        };
        let _ = writeln!(text, "sequential test: LLR {llr:.2} ({lower:.2} to {upper:.2}); {said}");
    }
    text + "\n"
}

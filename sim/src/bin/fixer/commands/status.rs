//! `fixer status`: what a running or stopped run has so far.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fixer_sim::journal;
use fixer_sim::manifest::{MANIFEST, Manifest};
use fixer_sim::schedule::Shard;
use fixer_sim::stats::sequence::at_any_time;
use fixer_sim::stats::sprt::Verdict;
use fixer_sim::tally::Tally;

use crate::carry_out::PLAN;
use crate::commands::run::read_plan;
use crate::commands::sim::short;
use crate::failure::{Failure, print};
use crate::grid::{Format, Grid, percent, thousands};
use crate::options::Printing;
use crate::stages::{ORDER, read_order, stages_in};

/// Tell what a running or stopped run has so far, with intervals that may be looked at as often as one likes
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  fixer status fixer-out/matrix-1\n  fixer status part-2 --format csv")]
pub struct Args {
    /// The run's directory
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    #[command(flatten)]
    pub printing: Printing,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let directory = &args.directory;
    if !directory.is_dir() {
        return Err(Failure::wrong(format!(
            "{}: no such directory, expected the directory of a run",
            directory.display()
        )));
    }
    if directory.join(ORDER).exists() {
        return staged(directory, &args.printing);
    }
    let plan = read_plan(&directory.join(PLAN))?;
    let path = directory.join(journal::FILE);
    let finished = Manifest::read(directory).is_some_and(|manifest| manifest.played.complete);
    if !path.exists() {
        let what = if finished { "finished; it was merged from shards" } else { "nothing has been played yet" };
        print(&format!("{}: {what}\n", directory.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (_, shard) = journal::shard_of(&path)?;
    let schedule = plan.schedule(shard);
    let contents = journal::read(&path, plan.hash(), &schedule)?;
    let mut grid = Grid::new(["deck_a", "deck_b", "agent_a", "agent_b", "games", "win rate", "95 % at any time"]);
    for (entry, tally) in plan.pairings.iter().zip(&contents.tallies) {
        let [deck_a, deck_b] = plan.decks_of(entry);
        let [agent_a, agent_b] = plan.agents_of(entry);
        let rate = at_any_time(&tally.points());
        let known = |text: String| if tally.pairs() > 0 { text } else { String::new() };
        grid.row([
            deck_a.name.clone(),
            deck_b.name.clone(),
            short(agent_a).to_owned(),
            short(agent_b).to_owned(),
            thousands(tally.games()),
            known(percent(rate.value)),
            known(format!("{:.1} – {:.1}", 100.0 * rate.lo, 100.0 * rate.hi)),
        ]);
    }
    let mut text = grid.show(args.printing.format);
    if matches!(args.printing.format, Format::Table | Format::Markdown) {
        let done = schedule.pairs_before(contents.slot);
        let share = if shard == Shard::ALL { String::new() } else { format!(", shard {shard}") };
        let state = if finished { "finished" } else { "not finished" };
        let _ = writeln!(
            text,
            "\n{state}{share}: {} of {} games",
            thousands(2 * done),
            thousands(2 * schedule.total_pairs())
        );
        if let Some(stopping) = plan.sprt {
            let mut points = [0; 5];
            for sums in contents.tallies.iter().map(Tally::points) {
                points.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
            }
            let llr = stopping.test().llr_pairs(&points);
            let verdict = match stopping.test().verdict(llr) {
                Verdict::H0 => "H0 is accepted",
                Verdict::H1 => "H1 is accepted",
                Verdict::Open => "open",
            };
            let _ = writeln!(text, "sequential test ({}, {}): LLR {llr:.2}, {verdict}", stopping.elo0, stopping.elo1);
        }
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What a race or tuning has so far: its stages. Which come next depends on how these end.
fn staged(directory: &Path, printing: &Printing) -> Result<ExitCode, Failure> {
    let order = read_order(&directory.join(ORDER))?;
    let mut grid = Grid::new(["stage", "lists", "opponents", "games", "of"]);
    for stage in stages_in(directory)? {
        let plan = read_plan(&stage.join(PLAN))?;
        let schedule = plan.schedule(Shard::ALL);
        let path = stage.join(journal::FILE);
        let slot = if path.exists() { journal::read(&path, plan.hash(), &schedule)?.slot } else { 0 };
        grid.row([
            stage.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            (plan.decks.len() - order.against.len()).to_string(),
            order.against.len().to_string(),
            thousands(2 * schedule.pairs_before(slot)),
            thousands(2 * schedule.total_pairs()),
        ]);
    }
    let mut text = grid.show(printing.format);
    if matches!(printing.format, Format::Table | Format::Markdown) {
        let state = if directory.join(MANIFEST).exists() { "finished" } else { "not finished" };
        let _ = writeln!(text, "\n{}: {state}", order.command);
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

//! `fixer analyze`: what an agent thinks of a position.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use fixer_ai::registry::Cheating;
use fixer_ai::spec::AgentSpec;
use fixer_core::diagnostics::Diagnostic;
use fixer_core::game::{Game, Status};
use fixer_core::notation::{Handles, Written};
use fixer_core::pool::CardPool;
use fixer_core::record::{Record, replay};
use fixer_core::rulebook::Position;
use fixer_core::scenario::{Scenario, read, run as carry_out};
use fixer_core::stage::{Play, position as place};
use fixer_sim::analysis::{Analysis, Ranked, analyze};
use fixer_sim::tables::fraction;
use fixer_sim::tournament::Tournament;
use rayon::prelude::*;

use crate::agents;
use crate::commands::sim::short;
use crate::failure::{Failure, print};
use crate::grid::{Format, Grid, percent, thousands};
use crate::lists::{self, RECORD};
use crate::options::{Data, Printing, of_game, threads};

/// Show an agent's opinion of a position: the moves ranked, each with its value and how it would go on
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Values are win rates of the player who decides. RECORD@N is the decision of the record's N-th action.\nExit code 1 if a file has `best` and a move is none of them.\n\nExamples:\n  fixer analyze puzzle.toml\n  fixer analyze puzzles/ --seeds 10\n  fixer analyze records/000000-0.game.toml@57 --agent ismcts --time 2s"
)]
pub struct Args {
    /// Scenario files, directories that hold some, or RECORD@N
    #[arg(value_name = "POSITION|RECORD@N", required = true)]
    pub positions: Vec<String>,
    /// The agent that is asked
    #[arg(long, value_name = "SPEC", default_value = "ismcts:2000")]
    pub agent: String,
    /// Let it think so long, as in 2s or 500ms, instead of a number of iterations: no two answers need be the same
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// The seed of the agent's luck
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Ask it so many times, with --seed and the seeds after it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: u64,
    /// Allow the agent `cheat`, which sees hidden cards
    #[arg(long)]
    pub allow_cheating: bool,
    /// Threads that think, each about a position or a seed of its own [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,
    #[command(flatten)]
    pub data: Data,
    #[command(flatten)]
    pub printing: Printing,
}

/// A time to think.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1000.0),
    };
    let milliseconds = number.trim().parse::<f64>().map(|number| number * unit);
    match milliseconds {
        Ok(time) if (1.0..=3_600_000.0).contains(&time) => Ok(Duration::from_millis(time as u64)),
        _ => Err("expected a time from 1ms to 3600s, as in 2s or 500ms".to_owned()),
    }
}

/// A position to think about.
struct Spot<T: Tournament> {
    name: String,
    match_up: T::MatchUp,
    state: T::State,
    /// The moves that solve it; none where nobody says so.
    best: Vec<T::Action>,
    /// What was played there.
    played: Option<T::Action>,
}

impl<T: Tournament> Spot<T> {
    fn table(&self) -> T::Table<'_> {
        T::lay_out(self.state, &self.match_up)
    }

    /// Whether a move solves the position; nothing where no solution is given.
    fn solved_by(&self, action: T::Action) -> Option<bool> {
        let table = self.table();
        let alike = |best: &T::Action| table.representative(*best) == table.representative(action);
        (!self.best.is_empty()).then(|| self.best.iter().any(alike))
    }

    /// Words about a move.
    fn marks(&self, found: &Ranked<T::Action>, chosen: bool) -> String {
        let marks = [
            ("chosen", chosen),
            ("best", self.solved_by(found.action) == Some(true)),
            ("played", self.played.is_some_and(|played| self.table().representative(played) == found.action)),
            ("given-up", found.given_up),
        ];
        marks.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word).collect::<Vec<_>>().join(" ")
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    of_game!(args.data.game, think(args))
}

fn think<T: Tournament>(args: &Args) -> Result<ExitCode, Failure> {
    let cheating = if args.allow_cheating { Cheating::Allowed } else { Cheating::Refused };
    let agent = agent::<T>(args, cheating)?;
    let pool = lists::cards::<T>(&args.data.cards)?;
    let mut spots = Vec::new();
    for position in &args.positions {
        if let Some((file, number)) = in_record(position) {
            spots.push(of_record::<T>(position, file, number, &pool)?);
            continue;
        }
        let mut files = Vec::new();
        lists::scenarios(Path::new(position), &mut files)?;
        if files.is_empty() {
            return Err(Failure::wrong(format!("{position}: no position here; expected .toml files")));
        }
        for file in files {
            spots.push(of_scenario::<T>(&file, &pool)?);
        }
    }
    let asked: Vec<(&Spot<T>, u64)> =
        spots.iter().flat_map(|spot| (0..args.seeds).map(move |more| (spot, args.seed + more))).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads)).build();
    let pool = pool.map_err(|error| Failure::wrong(format!("--threads: {error}")))?;
    let think = |&(spot, seed): &(&Spot<T>, u64)| {
        let spot: &Spot<T> = spot;
        analyze(&spot.table(), &mut agents::pilot::<T>(&agent, cheating), seed)
    };
    let found: Vec<Analysis<T::Action>> = pool.install(|| asked.par_iter().filter_map(think).collect());
    let told: Vec<Told<'_, T>> =
        asked.into_iter().zip(found).map(|((spot, seed), analysis)| Told { spot, seed, analysis }).collect();
    let name = agent.to_string();
    print(&match (args.printing.format, told.as_slice()) {
        (Format::Csv | Format::Json, _) => rows(&told, &name).show(args.printing.format),
        (format, [one]) => opinion(one, short(&name), format),
        (format, _) => summary(&told, &spots, short(&name), format),
    })?;
    let missed = told.iter().any(|told| told.solved() == Some(false));
    Ok(ExitCode::from(u8::from(missed)))
}

/// The agent that is asked, with the time to think instead of its iterations.
fn agent<T: Tournament>(args: &Args, cheating: Cheating) -> Result<AgentSpec, Failure> {
    let text = match args.time {
        None => args.agent.clone(),
        Some(time) => {
            let (head, tail) = args.agent.find('+').map_or((args.agent.as_str(), ""), |at| args.agent.split_at(at));
            let name = head.split(':').next().unwrap_or_default().trim();
            if ["random", "greedy", "greedy1"].contains(&name) {
                return Err(Failure::wrong(format!("--time: agent `{name}` does not think by the clock"))
                    .help("expected ismcts, pimc or cheat, as in `--agent ismcts --time 2s`"));
            }
            format!("{name}:time={}ms{tail}", time.as_millis())
        }
    };
    let spec = agents::spec(&text)?;
    agents::buildable::<T>(&spec, cheating)?;
    Ok(spec)
}

/// The file and the number of an action, if a text names a decision in a record.
fn in_record(text: &str) -> Option<(&str, Option<&str>)> {
    if Path::new(text).exists() {
        return text.ends_with(RECORD).then_some((text, None));
    }
    text.rsplit_once('@').map(|(file, number)| (file, Some(number)))
}

/// The decision of a record's action.
fn of_record<T: Tournament>(
    name: &str,
    file: &str,
    number: Option<&str>,
    pool: &CardPool<T::Card>,
) -> Result<Spot<T>, Failure> {
    let record = Record::read(file, &lists::text_of(Path::new(file))?)?;
    let replayed = replay::<T>(&record, pool)?;
    // Where the game was not finished there is a decision after the last action.
    let open = matches!(replayed.end().status(), Status::Decide(..));
    let last = replayed.steps.len() + usize::from(open);
    let at = number.and_then(|number| number.parse().ok()).filter(|at| (1..=last).contains(at));
    let Some(at) = at else {
        let what = match number {
            None => format!("{file}: this is a record of a game; which decision?"),
            Some(number) => format!("{name}: no decision `{number}` in this record"),
        };
        return Err(Failure::wrong(what).help(format!("expected {file}@1 to {file}@{last}")));
    };
    let Some(table) = replayed.table(at - 1) else {
        return Err(Failure::wrong(format!("{name}: no such position in this record")));
    };
    let state = T::state(&table);
    let played = replayed.steps.get(at - 1).map(|step| step.action);
    Ok(Spot { name: name.to_owned(), match_up: replayed.match_up, state, best: Vec::new(), played })
}

/// The position that a scenario reaches, or of a puzzle the one it begins with.
fn of_scenario<T: Tournament>(file: &Path, pool: &CardPool<T::Card>) -> Result<Spot<T>, Failure> {
    let name = file.display().to_string();
    let text = lists::text_of(file)?;
    let scenario: Scenario<T::Layout> = read(&name, &text)?;
    let wrong = |what: String| Failure::from(Diagnostic::new(&name, what));
    let position = place::<T>(&scenario, pool).map_err(wrong)?;
    let (state, handles) = {
        let mut play = Play::<T>::new(&position, scenario.seed, &scenario.rolls);
        // The steps of a puzzle show its solution.
        let steps = if scenario.best.is_empty() { scenario.step.as_slice() } else { &[] };
        carry_out(&mut play, steps).map_err(|failure| wrong(failure.to_string()))?;
        if matches!(play.table.status(), Status::Over(_)) {
            return Err(wrong("the game is over in this position, expected one with a decision".to_owned()));
        }
        (T::state(&play.table), play.handles.clone())
    };
    let Position { match_up, .. } = position;
    let mut spot = Spot::<T> { name: name.clone(), match_up, state, best: Vec::new(), played: None };
    let line = text.lines().position(|line| line.trim_start().starts_with("best")).map_or(0, |at| at as u32 + 1);
    for best in &scenario.best {
        let action = first_of(&spot.table(), &handles, best)
            .map_err(|what| Failure::from(Diagnostic::new(&name, format!("best: {what}")).on_line(line)))?;
        spot.best.push(action);
    }
    Ok(spot)
}

/// The action that a text means; of a choice of several things, the first.
fn first_of<G: Written>(table: &G, handles: &Handles, text: &str) -> Result<G::Action, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = if words.first() == Some(&"choose") { words[..words.len().min(2)].join(" ") } else { words.join(" ") };
    table.parse_action(&text, handles).map_err(|error| error.to_string())
}

/// An opinion about a position.
struct Told<'s, T: Tournament> {
    spot: &'s Spot<T>,
    seed: u64,
    analysis: Analysis<T::Action>,
}

impl<T: Tournament> Told<'_, T> {
    fn solved(&self) -> Option<bool> {
        self.spot.solved_by(self.analysis.moves[0].action)
    }
}

/// All moves of all opinions, for programs.
fn rows<T: Tournament>(told: &[Told<'_, T>], agent: &str) -> Grid {
    let mut grid =
        Grid::new(["position", "agent", "seed", "decides", "kind", "rank", "move", "visits", "value", "marks", "line"]);
    for Told { spot, seed, analysis } in told {
        for (rank, found) in analysis.moves.iter().enumerate() {
            grid.row([
                spot.name.clone(),
                agent.to_owned(),
                seed.to_string(),
                analysis.decider.letter().to_string(),
                analysis.kind.to_owned(),
                (rank + 1).to_string(),
                found.text.clone(),
                found.visits.map_or_else(String::new, |visits| visits.to_string()),
                found.value.map_or_else(String::new, |value| fraction(f64::from(value))),
                spot.marks(found, rank == 0),
                found.line.clone(),
            ]);
        }
    }
    grid
}

/// One opinion, for people.
fn opinion<T: Tournament>(told: &Told<'_, T>, agent: &str, format: Format) -> String {
    let Told { spot, seed, analysis } = told;
    let player = analysis.decider.letter();
    let mut text = format!(
        "{}: turn {}, {player} decides ({}); win rates are {player}'s · {agent} · seed {seed}\n\n",
        spot.name,
        spot.table().turn(),
        analysis.kind
    );
    let mut grid = Grid::new(["rank", "move", "visits", "win rate", "", "expected line"]);
    for (rank, found) in analysis.moves.iter().enumerate() {
        grid.row([
            (rank + 1).to_string(),
            found.text.clone(),
            found.visits.map_or_else(String::new, |visits| thousands(u64::from(visits))),
            found.value.map_or_else(String::new, |value| percent(f64::from(value))),
            spot.marks(found, rank == 0),
            found.line.clone(),
        ]);
    }
    text += &grid.show(format);
    match told.solved() {
        Some(true) => text += "\nsolved\n",
        Some(false) => text += "\nnot solved\n",
        None => {}
    }
    text
}

/// Which moves were chosen in each position, how often.
fn summary<T: Tournament>(told: &[Told<'_, T>], spots: &[Spot<T>], agent: &str, format: Format) -> String {
    let mut grid = Grid::new(["position", "decides", "move", "chosen", "win rate", "", "expected line"]);
    let (mut puzzles, mut solved, mut answers, mut right) = (0, 0, 0, 0);
    for spot in spots {
        let here: Vec<&Told<'_, T>> = told.iter().filter(|told| std::ptr::eq(told.spot, spot)).collect();
        let hits = here.iter().filter(|told| told.solved() == Some(true)).count();
        if !spot.best.is_empty() {
            puzzles += 1;
            answers += here.len();
            right += hits;
            solved += usize::from(hits == here.len());
        }
        let mut chosen: Vec<(&Analysis<T::Action>, usize, f64)> = Vec::new();
        for told in &here {
            let found = &told.analysis.moves[0];
            let value = found.value.map_or(f64::NAN, f64::from);
            match chosen.iter_mut().find(|(known, ..)| known.moves[0].action == found.action) {
                Some((_, times, sum)) => (*times, *sum) = (*times + 1, *sum + value),
                None => chosen.push((&told.analysis, 1, value)),
            }
        }
        chosen.sort_by_key(|(_, times, _)| std::cmp::Reverse(*times));
        for (analysis, times, sum) in chosen {
            let found = &analysis.moves[0];
            let verdict = match spot.solved_by(found.action) {
                Some(true) => "best",
                Some(false) => "wrong",
                None if spot.marks(found, false).contains("played") => "played",
                None => "",
            };
            let mean = sum / times as f64;
            grid.row([
                spot.name.clone(),
                analysis.decider.letter().to_string(),
                found.text.clone(),
                format!("{times} of {}", here.len()),
                if mean.is_nan() { String::new() } else { percent(mean) },
                verdict.to_owned(),
                found.line.clone(),
            ]);
        }
    }
    let mut text = grid.show(format);
    let _ = write!(text, "\n{agent}; win rates are those of who decides");
    if puzzles > 0 {
        let _ = write!(text, "; {solved} of {puzzles} solved every time, {right} of {answers} answers right");
    }
    text + "\n"
}

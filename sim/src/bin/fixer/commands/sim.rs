//! `fixer sim`: plays a match-up.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use fixer_core::pool::CardPool;
use fixer_sim::cyberpunk::tables::shape;
use fixer_sim::output::write_whole;
use fixer_sim::plan::{DeckEntry, Engine, Kind, PairingEntry, Plan, SCHEMA};
use fixer_sim::play::DECISION_CAP;
use fixer_sim::schedule::Shard;
use fixer_sim::stats::rate::{Rate, seat_rate, win_rate};
use fixer_sim::stats::series::best_of_three;
use fixer_sim::tables::matchups::matchups;
use fixer_sim::tally::{REASONS, Tally};
use fixer_sim::tournament::Tournament;

use crate::agents::agent;
use crate::carry_out::{Done, Setting, carry_out, close, plan_text};
use crate::commands::report as page;
use crate::failure::{Failure, note, print};
use crate::grid::{Format, Grid, of_csv, percent, thousands};
use crate::lists;
use crate::options::{Output, Playing, of_game};

/// Play one deck against another and tell who wins how often
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer sim\n  fixer sim my-deck.txt embracing-power-starter --games 20000\n  fixer sim arasaka-demo mercs-demo --agent-a greedy --agent-b random --seed 7\n  fixer sim my-deck.txt embracing-power-starter --best-of 3 --shape --report"
)]
pub struct Args {
    /// Two decks: files, `-` for standard input, or built-in lists [default: the two retail starters]
    #[arg(value_name = "DECK", num_args = 0..=2)]
    pub decks: Vec<String>,
    #[command(flatten)]
    pub flags: Flags,
}

/// What the games of a pair exchange.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum SwapFlag {
    /// Decks and agents together.
    Sides,
    /// The agents only.
    Pilots,
}

/// Everything but the decks.
#[derive(clap::Args, Clone, Debug)]
pub struct Flags {
    /// Games, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: u64,
    /// The agent of both decks
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub agent: String,
    /// The first deck's agent [default: that of --agent]
    #[arg(long, value_name = "AGENT")]
    pub agent_a: Option<String>,
    /// The second deck's agent [default: that of --agent]
    #[arg(long, value_name = "AGENT")]
    pub agent_b: Option<String>,
    /// Tell the chance to win a best-of-N match too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=3))]
    pub best_of: Option<u8>,
    /// Tell how the games looked too: Gigs stolen, €$ unspent, opening hands changed and how these games ended
    #[arg(long)]
    pub shape: bool,
    /// Begin with this pair instead of the first: plays one pair of a larger run again
    #[arg(long, value_name = "K", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000))]
    pub pair: u64,
    /// What the two games of a pair exchange
    #[arg(long, value_enum, default_value_t = SwapFlag::Sides, hide = true)]
    pub swap: SwapFlag,
    /// Write the plan to a file and play nothing
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub output: Output,
}

/// Runs the command.
pub fn run(args: Args) -> Result<ExitCode, Failure> {
    let Args { decks, flags } = args;
    of_game!(flags.playing.data.game, play(&decks, &flags))
}

fn play<T: Tournament>(decks: &[String], flags: &Flags) -> Result<ExitCode, Failure> {
    if flags.shape && !T::SHAPED {
        return Err(Failure::wrong(format!("--shape: how games looked is not counted of {}", T::NAME)));
    }
    let setting = setting::<T>(decks, flags)?;
    carry_out_or_write(&setting, flags.plan.as_deref(), &flags.output, |tallies, format| {
        let also = Also { best_of_three: flags.best_of.is_some(), shape: flags.shape };
        Ok(report(&setting.plan, tallies, format, also))
    })
}

/// Writes the plan where that is asked for, else carries it out and prints what `report` makes of the sums.
pub fn carry_out_or_write<T: Tournament>(
    setting: &Setting<T>,
    plan: Option<&Path>,
    output: &Output,
    report: impl Fn(&[Tally], Format) -> Result<String, Failure>,
) -> Result<ExitCode, Failure> {
    if let Some(path) = plan {
        setting.plan.check().map_err(|error| Failure::wrong(error.to_string()))?;
        if path.exists() {
            return Err(Failure::wrong(format!("{}: this exists already, expected a new file", path.display())));
        }
        write_whole(path, plan_text(&setting.plan)?.as_bytes()).map_err(|error| Failure::io(path, &error))?;
        print(&format!("{}\n", path.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    finish(setting, Shard::ALL, output, report)
}

/// Carries out a share of a plan and prints what `report` makes of the sums.
pub fn finish<T: Tournament>(
    setting: &Setting<T>,
    shard: Shard,
    output: &Output,
    report: impl Fn(&[Tally], Format) -> Result<String, Failure>,
) -> Result<ExitCode, Failure> {
    match carry_out(setting, shard, output)? {
        Done::Already { directory } => {
            note(&format!("{}: this run is finished, nothing to do", directory.display()));
            Ok(ExitCode::SUCCESS)
        }
        Done::Result { directory, standing, ended } => {
            let format = output.printing.format;
            let text = report(&standing.tallies, format)?;
            if output.report {
                page::write(&directory)?;
            }
            show(&text, &directory, format)?;
            Ok(close(setting, shard, &directory, ended))
        }
    }
}

/// Prints a result and where it is.
pub fn show(text: &str, directory: &Path, format: Format) -> Result<(), Failure> {
    match format {
        Format::Table | Format::Markdown => print(&format!("{text}{}\n", directory.display())),
        // A program that reads CSV or JSON wants nothing after it.
        Format::Csv | Format::Json => {
            print(text)?;
            note(&directory.display().to_string());
            Ok(())
        }
    }
}

fn setting<T: Tournament>(names: &[String], flags: &Flags) -> Result<Setting<T>, Failure> {
    let playing = &flags.playing;
    let pool = lists::cards::<T>(&playing.data.cards)?;
    let names: Vec<String> = match names {
        [] => T::STARTERS.map(str::to_owned).into(),
        [only] => {
            return Err(Failure::wrong(format!(
                "one deck, `{only}`; expected two decks, or none for the two starters"
            ))
            .help(format!("`fixer sim {only} {only}` plays it against itself")));
        }
        both => both.to_vec(),
    };
    if names.iter().filter(|name| *name == "-").count() > 1 {
        return Err(Failure::wrong("both decks are `-`; expected standard input to be one of them"));
    }
    let mut decks = lists::decks::<T>(&names[..1], &pool)?;
    decks.extend(lists::decks::<T>(&names[1..], &pool)?);
    if decks.len() != 2 {
        return Err(
            Failure::wrong("a directory; expected two decks").help("`fixer matrix` plays all decks of a directory")
        );
    }
    lists::check::<T>(&decks, playing.rules, &pool)?;
    let cheating = playing.cheating();
    let agents = [&flags.agent_a, &flags.agent_b].map(|own| agent::<T>(own.as_ref().unwrap_or(&flags.agent), cheating));
    let [agent_a, agent_b] = agents;
    let mut agents = vec![agent_a?, agent_b?];
    let mut pairing = PairingEntry { decks: [0, 1], agents: [0, 1] };
    // The same deck or agent twice is one.
    if T::deck_name(&decks[0]) == T::deck_name(&decks[1])
        && T::deck_hash(&decks[0], &pool) == T::deck_hash(&decks[1], &pool)
    {
        decks.pop();
        pairing.decks[1] = 0;
    }
    if agents[0] == agents[1] {
        agents.pop();
        pairing.agents[1] = 0;
    }
    let plan = plan::<T>(
        if flags.swap == SwapFlag::Pilots { Kind::Ladder } else { Kind::Sim },
        playing,
        &pool,
        lists::entries::<T>(&decks, &pool),
        agents.iter().map(ToString::to_string).collect(),
        vec![pairing],
        flags.games,
    );
    Ok(Setting {
        plan: Plan { first_pair: flags.pair, ..plan },
        pool,
        decks,
        agents,
        cheating,
        card_files: playing.data.cards.clone(),
    })
}

/// A plan of so many games a pairing.
pub fn plan<T: Tournament>(
    kind: Kind,
    playing: &Playing,
    pool: &CardPool<T::Card>,
    decks: Vec<fixer_sim::plan::DeckEntry>,
    agents: Vec<String>,
    pairings: Vec<PairingEntry>,
    games: u64,
) -> Plan {
    Plan {
        schema: SCHEMA,
        kind,
        game: T::NAME.to_owned(),
        card_hash: pool.card_hash().to_string(),
        seed: playing.seed,
        paired: !playing.unpaired,
        first_pair: 0,
        pairs: games.div_ceil(2),
        decision_cap: DECISION_CAP,
        per_game: playing.per_game,
        engine: Engine::this(),
        sprt: None,
        agents,
        decks,
        shares: Vec::new(),
        pairings,
    }
}

/// What is told of a match-up beside the usual.
#[derive(Copy, Clone, Default, Debug)]
pub struct Also {
    /// The chance to win a best-of-three match.
    pub best_of_three: bool,
    /// How the games looked.
    pub shape: bool,
}

/// What is printed of a match-up.
pub fn report(plan: &Plan, tallies: &[Tally], format: Format, also: Also) -> String {
    if format == Format::Csv || format == Format::Json {
        return of_csv(&matchups(plan, tallies)).show(format);
    }
    let (Some(tally), Some(entry)) = (tallies.first(), plan.pairings.first()) else {
        return String::new();
    };
    let decks = plan.decks_of(entry);
    let agents = plan.agents_of(entry);
    let games = tally.games();
    if games == 0 {
        return "no game was finished\n".to_owned();
    }
    let interval = |rate: Rate| format!("{:.1} – {:.1}", 100.0 * rate.lo, 100.0 * rate.hi);
    let mut grid = Grid::new([
        "deck",
        "agent",
        "games",
        "wins",
        "draws",
        "win rate",
        "95 % interval",
        "going first",
        "going second",
    ]);
    let turned = tally.turned();
    let mut text = String::new();
    for (side, tally) in [tally, &turned].into_iter().enumerate() {
        let [_, draws, wins] = tally.both();
        let rate = win_rate(tally);
        grid.row([
            decks[side].name.clone(),
            short(agents[side]).to_owned(),
            thousands(games),
            thousands(wins),
            thousands(draws),
            percent(rate.value),
            interval(rate),
            percent(seat_rate(tally.first()).value),
            percent(seat_rate(tally.second()).value),
        ]);
    }
    text += &grid.show(format);
    text += "\n";
    if also.shape && plan.kind == Kind::Sim {
        text += &shapes(decks, tally, format);
    }
    let [first_wins, first_draws] = tally.first_player();
    let first = seat_rate([games - first_wins - first_draws, first_draws, first_wins]);
    let ended: Vec<String> = REASONS
        .iter()
        .zip(tally.reasons)
        .filter(|(_, count)| *count > 0)
        .map(|(reason, count)| format!("{} {}", reason.word(), percent(count as f64 / games as f64)))
        .collect();
    let _ = writeln!(
        text,
        "first player wins {} (95 %: {}) · ended by {} · {} capped",
        percent(first.value),
        interval(first),
        ended.join(", "),
        tally.capped
    );
    let _ = writeln!(
        text,
        "{:.1} turns a game (half end by turn {}, nine in ten by {}), {:.0} decisions · seed {}",
        tally.turns_mean(),
        tally.turns_quantile(0.5),
        tally.turns_quantile(0.9),
        tally.decisions as f64 / games as f64,
        plan.seed
    );
    if also.best_of_three {
        let chance = best_of_three(seat_rate(tally.first()).value, seat_rate(tally.second()).value);
        let _ = writeln!(text, "best of three: {} wins {} of the matches", decks[0].name, percent(chance));
    }
    text + "\n"
}

/// How the games of both decks looked.
fn shapes(decks: [&DeckEntry; 2], tally: &Tally, format: Format) -> String {
    let mut grid = Grid::new([
        "deck",
        "Gigs stolen a game",
        "€$ unspent a turn",
        "opening hand changed",
        "won when kept",
        "won when changed",
    ]);
    for (deck, counters) in decks.iter().zip(&tally.counters) {
        let Some(shape) = shape(counters) else { return String::new() };
        let rate = |known: Option<f64>| known.map_or_else(String::new, percent);
        grid.row([
            deck.name.clone(),
            format!("{:.2}", shape.stolen),
            shape.unspent.map_or_else(String::new, |unspent| format!("{unspent:.2}")),
            percent(shape.changed),
            rate(shape.won[0]),
            rate(shape.won[1]),
        ]);
    }
    grid.show(format) + "\n"
}

/// An agent without its options.
pub fn short(agent: &str) -> &str {
    agent.split('+').next().unwrap_or(agent)
}

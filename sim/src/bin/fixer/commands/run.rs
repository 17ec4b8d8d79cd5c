//! `fixer run`: plays a plan, or one share of it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fixer_ai::registry::Cheating;
use fixer_core::diagnostics::Diagnostic;
use fixer_sim::plan::{Engine, Kind, Plan};
use fixer_sim::schedule::Shard;
use fixer_sim::tables::matchups::matchups;
use fixer_sim::tally::Tally;
use fixer_sim::tournament::Tournament;

use crate::agents::agent;
use crate::carry_out::Setting;
use crate::commands::{ladder, matrix, sim};
use crate::failure::Failure;
use crate::grid::{Format, of_csv};
use crate::lists;
use crate::options::{GameName, Output, of_game};

/// Play a plan, or one share of it on one of several machines
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer matrix my-decks/ --games 20000 --plan field.toml\n  fixer run field.toml --shard 2/3 --out part-2\n  fixer merge part-1 part-2 part-3 --out field"
)]
pub struct Args {
    /// A plan written with --plan
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// Which share to play, as in 2/7 [default: all]
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Play one pair only, by the numbers of its pairing and in it, as errors.csv names them
    #[arg(long, value_name = "PAIRING:PAIR", conflicts_with = "shard")]
    pub only: Option<OnePair>,
    /// More card data (RON), as the plan was made with; may be repeated
    #[arg(long, value_name = "FILE")]
    pub cards: Vec<PathBuf>,
    /// Allow the agent `cheat`, which sees hidden cards
    #[arg(long)]
    pub allow_cheating: bool,
    #[command(flatten)]
    pub output: Output,
}

/// A pair of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OnePair {
    pairing: usize,
    pair: u64,
}

impl std::str::FromStr for OnePair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once(':').and_then(|(pairing, pair)| Some((pairing.parse().ok()?, pair.parse().ok()?)));
        let (pairing, pair) = parsed.ok_or("expected two numbers from 0, as in 3:117")?;
        Ok(Self { pairing, pair })
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    of_game!(game(&args.plan)?, play(args))
}

/// The game that a plan is of.
pub fn game(path: &Path) -> Result<GameName, Failure> {
    GameName::of(&read_plan(path)?.game).map_err(|what| Failure::wrong(format!("{}: {what}", path.display())))
}

fn play<T: Tournament>(args: &Args) -> Result<ExitCode, Failure> {
    let cheating = if args.allow_cheating { Cheating::Allowed } else { Cheating::Refused };
    let mut setting = setting::<T>(&args.plan, &args.cards, cheating)?;
    if let Some(OnePair { pairing, pair }) = args.only {
        let plan = &mut setting.plan;
        let count = plan.pairings.len();
        let only = plan.pairings.get(pairing).copied().ok_or_else(|| {
            Failure::wrong(format!("{}: no pairing {pairing}, expected 0 to {}", args.plan.display(), count - 1))
        })?;
        // Tables over a field make no sense of one pair.
        plan.kind = if plan.kind == Kind::Ladder { Kind::Ladder } else { Kind::Sim };
        (plan.pairings, plan.first_pair, plan.pairs, plan.sprt) = (vec![only], pair, 1, None);
    }
    let setting = setting;
    let shard = args.shard.unwrap_or(Shard::ALL);
    if shard != Shard::ALL && setting.plan.sprt.is_some() {
        return Err(Failure::wrong(format!(
            "{}: this plan stops when its sequential test has decided, so it can't be played in shards",
            args.plan.display()
        )));
    }
    sim::finish(&setting, shard, &args.output, |tallies, format| report(&setting.plan, tallies, format))
}

/// What is printed of a plan's result.
pub fn report(plan: &Plan, tallies: &[Tally], format: Format) -> Result<String, Failure> {
    match plan.kind {
        Kind::Sim => Ok(sim::report(plan, tallies, format, sim::Also::default())),
        Kind::Matrix => matrix::report(plan, tallies, format),
        Kind::Ladder => Ok(ladder::report(plan, tallies, format)),
        Kind::Stage => Ok(of_csv(&matchups(plan, tallies)).show(format)),
    }
}

/// Reads a plan's file.
pub fn read_plan(path: &Path) -> Result<Plan, Failure> {
    let text = lists::text_of(path)?;
    let file = path.to_string_lossy();
    let plan: Plan =
        toml::from_str(&text).map_err(|error| Failure::from(Diagnostic::from_toml(&file, &text, &error)))?;
    plan.check().map_err(|error| Failure::wrong(format!("{file}: {error}")))?;
    Ok(plan)
}

/// A plan's file with everything that it needs, which is refused where this build would play something else.
pub fn setting<T: Tournament>(path: &Path, cards: &[PathBuf], cheating: Cheating) -> Result<Setting<T>, Failure> {
    let plan = read_plan(path)?;
    let file = path.to_string_lossy().into_owned();
    let wrong = |what: String| Failure::wrong(format!("{file}: {what}"));
    if plan.engine != Engine::this() {
        return Err(wrong(format!("made for engine {}, this is {}", plan.engine.name(), Engine::this().name())));
    }
    let pool = lists::cards::<T>(cards)?;
    if plan.card_hash != pool.card_hash().to_string() {
        return Err(wrong(format!("made for card data {}, this is {}", plan.card_hash, pool.card_hash()))
            .help("give the same --cards files as when the plan was made"));
    }
    let decks =
        plan.decks.iter().map(|entry| lists::of_entry::<T>(entry, &file, &pool)).collect::<Result<Vec<_>, _>>()?;
    let agents = plan.agents.iter().map(|text| agent::<T>(text, cheating)).collect::<Result<Vec<_>, _>>()?;
    Ok(Setting { plan, pool, decks, agents, cheating, card_files: cards.to_vec() })
}

//! A run in stages, as races and tuning are: an order, a directory of its own for each stage, then one result.
//!
//! A stage is an ordinary result with a journal. What is played in it follows from the order and the stages before, so a
//! run that was stopped goes through its finished stages again, which costs nothing, and on with the open one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fixer_ai::spec::AgentSpec;
use fixer_core::pool::CardPool;
use fixer_sim::journal::{self, Contents};
use fixer_sim::manifest::{MANIFEST, Manifest};
use fixer_sim::order::{Order, Stage};
use fixer_sim::output::{next_directory, own_directory, write_whole};
use fixer_sim::plan::{Engine, SCHEMA};
use fixer_sim::play::DECISION_CAP;
use fixer_sim::runner::Ended;
use fixer_sim::schedule::Shard;
use fixer_sim::tables::games::quoted;
use fixer_sim::tally::Tally;
use fixer_sim::tournament::Tournament;
use serde::Serialize;

use crate::carry_out::{BASE, PLAN, Setting, heed_interrupts, only_parts, play_into};
use crate::commands::sim::show;
use crate::failure::{Failure, INTERRUPTED, note};
use crate::lists;
use crate::options::{Output, Playing};
use crate::progress::Progress;

/// The order's file in a result's directory.
pub const ORDER: &str = "order.toml";

/// A run in stages that is under way.
pub struct Stages<'s, T: Tournament> {
    /// What decides the result.
    pub order: Order,
    /// The cards.
    pub pool: &'s CardPool<T::Card>,
    /// The opponents.
    against: &'s [T::Deck],
    agent: AgentSpec,
    playing: &'s Playing,
    output: &'s Output,
    directory: PathBuf,
    progress: Progress,
    played: Vec<StageRecord>,
    next_pair: u64,
}

/// What a manifest says of a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct StageRecord {
    /// Its directory.
    stage: String,
    /// How many games.
    games: u64,
    /// How many of them were capped.
    capped: u64,
}

/// What the result of a run in stages is.
#[derive(Serialize)]
struct StagedManifest<'m> {
    order: &'m Order,
    stages: &'m [StageRecord],
    complete: bool,
}

/// A stage that has been played to its end.
pub struct PlayedStage {
    /// What it was.
    pub stage: Stage,
    /// Its sums, a pairing each.
    pub tallies: Vec<Tally>,
    /// Its journal.
    pub contents: Contents,
}

/// Why the stages end.
pub enum Halt {
    /// Ctrl-C.
    Interrupted,
    /// Something is wrong.
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The lists, the agent and the settings of a run in stages.
pub struct Parts<'s, T: Tournament> {
    /// `race` or `tune`.
    pub command: &'static str,
    /// The cards.
    pub pool: &'s CardPool<T::Card>,
    /// The candidates at the beginning.
    pub decks: &'s [T::Deck],
    /// The opponents.
    pub against: &'s [T::Deck],
    /// The agent of all decks.
    pub agent: AgentSpec,
    /// Cards that stay in the list.
    pub keep: Vec<String>,
    /// Numbers of games and the like.
    pub numbers: Vec<(&'static str, u64)>,
}

impl<'s, T: Tournament> Stages<'s, T> {
    /// Finds the directory and writes the order, or checks that what is there is of the same order. Nothing if it is
    /// finished.
    pub fn open(parts: Parts<'s, T>, playing: &'s Playing, output: &'s Output) -> Result<Option<Self>, Failure> {
        let Parts { command, pool, decks, against, agent, keep, numbers } = parts;
        if output.record.is_some() {
            return Err(Failure::wrong(format!("--record with {command}; expected sim, matrix or ladder")));
        }
        if output.report {
            return Err(Failure::wrong(format!("--report with {command}; expected sim, matrix or ladder")));
        }
        if playing.per_game {
            note("note: --per-game is on in any case, in the directory of each stage");
        }
        let order = Order {
            schema: SCHEMA,
            command: command.to_owned(),
            game: T::NAME.to_owned(),
            card_hash: pool.card_hash().to_string(),
            seed: playing.seed,
            paired: !playing.unpaired,
            decision_cap: DECISION_CAP,
            agent: agent.to_string(),
            keep,
            numbers: numbers.into_iter().map(|(name, number)| (name.to_owned(), number)).collect(),
            engine: Engine::this(),
            decks: lists::entries::<T>(decks, pool),
            against: lists::entries::<T>(against, pool),
        };
        let Some(directory) = place(&order, output)? else { return Ok(None) };
        let path = directory.join(ORDER);
        if !path.exists() {
            let text = toml::to_string(&order)
                .map_err(|error| Failure::fault(format!("internal fault: the order can't be written: {error}")))?;
            write_whole(&path, text.as_bytes()).map_err(|error| Failure::io(&path, &error))?;
        }
        heed_interrupts();
        Ok(Some(Self {
            order,
            pool,
            against,
            agent,
            playing,
            output,
            directory,
            progress: Progress::new(output, None),
            played: Vec::new(),
            next_pair: 0,
        }))
    }

    /// Plays the next stage: these candidates, `pairs` pairs against each opponent, all on deals that no stage before
    /// has seen. At most `ahead` pairs of one list come after it.
    pub fn play(&mut self, name: &str, candidates: &[T::Deck], pairs: u64, ahead: u64) -> Result<PlayedStage, Halt> {
        let entries: Vec<_> =
            candidates.iter().map(|deck| lists::entry::<T>(T::deck_name(deck).to_owned(), deck, self.pool)).collect();
        let stage = self.order.stage(&entries, self.next_pair..self.next_pair + pairs);
        self.next_pair += pairs;
        stage.plan.check().map_err(|error| Failure::wrong(format!("{name}: {error}")))?;
        let number = self.played.len() + 1;
        let directory = self.directory.join(format!("{number:02}-{name}"));
        let resume = directory.join(PLAN).exists();
        if !directory.exists() {
            fs::create_dir(&directory).map_err(|error| Failure::io(&directory, &error))?;
        }
        let setting = Setting::<T> {
            plan: stage.plan.clone(),
            pool: self.pool.clone(),
            decks: candidates.iter().chain(self.against).cloned().collect(),
            agents: vec![self.agent.clone()],
            cheating: self.playing.cheating(),
            card_files: self.playing.data.cards.clone(),
        };
        if resume {
            let known = crate::commands::run::read_plan(&directory.join(PLAN))?;
            if let Some(difference) = known.difference(&setting.plan) {
                return Err(Failure::wrong(format!(
                    "{}: this stage has another plan: {difference}",
                    directory.display()
                ))
                .into());
            }
        }
        self.progress.stage(&format!("{name}: "), 2 * ahead * self.against.len() as u64);
        let finished = Manifest::read(&directory).is_some_and(|manifest| manifest.played.complete);
        let tallies = if finished {
            Vec::new()
        } else {
            let (ended, standing) =
                play_into(&setting, Shard::ALL, &directory, resume, self.output, &mut self.progress)?;
            if ended == Ended::Stopped {
                return Err(Halt::Interrupted);
            }
            standing.tallies
        };
        let path = directory.join(journal::FILE);
        let contents = journal::read(&path, stage.plan.hash(), &stage.plan.schedule(Shard::ALL))
            .map_err(|error| Halt::Failed(error.into()))?;
        let tallies = if finished { contents.tallies.clone() } else { tallies };
        self.played.push(StageRecord {
            stage: format!("{number:02}-{name}"),
            games: tallies.iter().map(Tally::games).sum(),
            capped: tallies.iter().map(|tally| tally.capped).sum(),
        });
        Ok(PlayedStage { stage, tallies, contents })
    }

    /// Writes the tables and, last, the manifest; prints `text` and the directory.
    pub fn finish(self, files: Vec<(&str, Vec<u8>)>, text: &str) -> Result<ExitCode, Failure> {
        let manifest = StagedManifest { order: &self.order, stages: &self.played, complete: true };
        let manifest = serde_json::to_string_pretty(&manifest)
            .map_err(|error| Failure::fault(format!("internal fault: the manifest can't be written: {error}")))?;
        for (name, bytes) in files.into_iter().chain([(MANIFEST, (manifest + "\n").into_bytes())]) {
            let path = self.directory.join(name);
            write_whole(&path, &bytes).map_err(|error| Failure::io(&path, &error))?;
        }
        show(text, &self.directory, self.output.printing.format)?;
        Ok(ExitCode::SUCCESS)
    }

    /// What to say and which code to exit with where the stages end before the result.
    pub fn halted(&self, halt: Halt) -> Result<ExitCode, Failure> {
        match halt {
            Halt::Failed(failure) => Err(failure),
            Halt::Interrupted => {
                let out = quoted(&self.directory.to_string_lossy());
                note(&format!("interrupted; what was finished is kept. Go on with: {} --out {out} --resume", again()));
                Ok(ExitCode::from(INTERRUPTED))
            }
        }
    }

    /// How many games have been played.
    pub fn games(&self) -> u64 {
        self.played.iter().map(|stage| stage.games).sum()
    }
}

/// The command line without what says where to.
fn again() -> String {
    let mut words = Vec::new();
    let mut arguments = std::env::args();
    while let Some(word) = arguments.next() {
        match word.as_str() {
            "--out" => {
                arguments.next();
            }
            "--resume" => {}
            word if word.starts_with("--out=") => {}
            word => words.push(quoted(word)),
        }
    }
    words.join(" ")
}

/// Where the result goes; nothing if it is there and finished.
fn place(order: &Order, output: &Output) -> Result<Option<PathBuf>, Failure> {
    let Some(directory) = &output.out else {
        return Ok(Some(next_directory(Path::new(BASE), &order.command)?));
    };
    let path = directory.join(ORDER);
    if output.resume && directory.is_dir() && !path.exists() {
        only_parts(directory, ORDER)?;
        return Ok(Some(directory.clone()));
    }
    if !output.resume || !path.exists() {
        own_directory(directory)?;
        return Ok(Some(directory.clone()));
    }
    let known = read_order(&path)?;
    if let Some(difference) = known.difference(order) {
        return Err(Failure::wrong(format!("{}: this run has another order: {difference}", directory.display())));
    }
    if directory.join(MANIFEST).exists() {
        note(&format!("{}: this run is finished, nothing to do", directory.display()));
        return Ok(None);
    }
    Ok(Some(directory.clone()))
}

/// Reads an order's file.
pub fn read_order(path: &Path) -> Result<Order, Failure> {
    let text = lists::text_of(path)?;
    let file = path.to_string_lossy();
    toml::from_str(&text).map_err(|error| fixer_core::diagnostics::Diagnostic::from_toml(&file, &text, &error).into())
}

/// The directories of the stages of a run, in order.
pub fn stages_in(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(directory).map_err(|error| Failure::io(directory, &error))?;
    let mut stages: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.join(PLAN).exists()).collect();
    stages.sort();
    Ok(stages)
}

//! From a plan to a result: finds the directory, plays, writes every table, says where it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use fixer_ai::registry::Cheating;
use fixer_ai::spec::AgentSpec;
use fixer_core::pool::CardPool;
use fixer_sim::execute::{ExecuteError, Orders, Standing, execute};
use fixer_sim::journal::{self, Contents};
use fixer_sim::manifest::{Account, MANIFEST, Manifest, Piece, RUN};
use fixer_sim::output::{next_directory, own_directory, write_whole, write_whole_with};
use fixer_sim::pairs::{Build, Fault, GameId, GameRow, Pilots};
use fixer_sim::plan::{Kind, Plan};
use fixer_sim::records::Recorder;
use fixer_sim::runner::{Ended, RunError};
use fixer_sim::schedule::Shard;
use fixer_sim::tables::games::{command, errors, games, quoted};
use fixer_sim::tables::lengths::lengths;
use fixer_sim::tables::matchups::matchups;
use fixer_sim::tournament::Tournament;

use crate::agents::pilot;
use crate::failure::{Failure, INTERRUPTED, note};
use crate::fault;
use crate::options::{Output, RecordTo};
use crate::progress::Progress;

/// The plan's file in a result's directory.
pub const PLAN: &str = "plan.toml";

/// Where results go by default.
pub const BASE: &str = "fixer-out";

/// Raised by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// A plan with everything it needs at hand.
pub struct Setting<T: Tournament> {
    /// What is played.
    pub plan: Plan,
    /// The cards.
    pub pool: CardPool<T::Card>,
    /// The decks, in the plan's order.
    pub decks: Vec<T::Deck>,
    /// The agents, in the plan's order.
    pub agents: Vec<AgentSpec>,
    /// Whether agents may see hidden cards.
    pub cheating: Cheating,
    /// The files of more card data that were given.
    pub card_files: Vec<PathBuf>,
}

impl<T: Tournament> Setting<T> {
    /// The match-ups that the plan plays.
    pub fn matchups(&self) -> Result<T::MatchUps, Failure> {
        T::match_ups(&self.pool, &self.decks, &self.plan.pairings()).map_err(Failure::wrong)
    }
}

/// What carrying out a plan came to.
pub enum Done {
    /// A result, which may be that of a run that was interrupted.
    Result {
        /// Its directory.
        directory: PathBuf,
        /// The sums.
        standing: Standing,
        /// How the run ended.
        ended: Ended,
    },
    /// There was nothing left to do.
    Already {
        /// The finished result's directory.
        directory: PathBuf,
    },
}

/// Plays a share of a plan into a directory.
pub fn carry_out<T: Tournament>(setting: &Setting<T>, shard: Shard, output: &Output) -> Result<Done, Failure> {
    let plan = &setting.plan;
    plan.check().map_err(|error| Failure::wrong(error.to_string()))?;
    if let Some(to) = &output.record {
        own_directory(&to.directory)?;
    }
    let (directory, resume) = match place(setting, shard, output)? {
        Place::Finished(directory) => return Ok(Done::Already { directory }),
        Place::Fresh(directory) => (directory, false),
        Place::Stopped(directory) => (directory, true),
    };
    heed_interrupts();
    let mut progress = Progress::new(output, plan.sprt.map(|stopping| stopping.test()));
    let (ended, standing) = play_into(setting, shard, &directory, resume, output, &mut progress)?;
    Ok(Done::Result { directory, standing, ended })
}

/// From here on Ctrl-C ends a run after the pairs under way, a second one at once.
pub fn heed_interrupts() {
    // Where no handler can be set, Ctrl-C ends the run at once; the journal keeps what was finished.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
}

/// Plays a share of a plan into a directory that is known to be good for it, or goes on with what is there.
pub fn play_into<T: Tournament>(
    setting: &Setting<T>,
    shard: Shard,
    directory: &Path,
    resume: bool,
    output: &Output,
    progress: &mut Progress,
) -> Result<(Ended, Standing), Failure> {
    let plan = &setting.plan;
    let matchups = setting.matchups()?;
    let io = |path: &Path, error: &std::io::Error| Failure::io(path, error);
    if !resume {
        let path = directory.join(PLAN);
        let text = plan_text(plan)?;
        write_whole(&path, text.as_bytes()).map_err(|error| io(&path, &error))?;
    }
    fault::playing(plan);
    let threads = output.threads();
    let begun = Instant::now();
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let journal = directory.join(journal::FILE);
    let orders = Orders { shard, journal: Some(&journal), resume, threads, stop: &STOP };
    let contest = T::contest(&matchups);
    let agents = |agent: usize| pilot::<T>(&setting.agents[agent], setting.cheating);
    let mut before = None;
    progress.begin();
    let played = execute(&contest, &agents, plan, &orders, |standing| {
        before.get_or_insert(standing.pairs());
        progress.seen(standing);
    });
    progress.over();
    let (ended, standing) = played.map_err(|error| match error {
        ExecuteError::Run(RunError::Fault(error)) => fault_of(plan, &error),
        error => error.into(),
    })?;

    let complete = ended != Ended::Stopped;
    let contents = if plan.per_game { Some(journal::read(&journal, plan.hash(), &standing.schedule)?) } else { None };
    let rows = contents.as_slice();
    write_tables(setting, &standing, rows, directory)?;
    if let Some(to) = &output.record {
        write_records(setting, &matchups, &agents, &standing, to)?;
    }
    let mut account = Account::of(directory);
    account.pieces.push(Piece {
        command: std::env::args().map(|word| quoted(&word)).collect::<Vec<_>>().join(" "),
        started,
        seconds: begun.elapsed().as_secs_f64(),
        threads,
        games: 2 * (standing.pairs() - before.unwrap_or_default()),
    });
    let manifest = Manifest::new(plan, shard, complete, &standing.tallies);
    // The manifest comes last: where it says complete, everything is there.
    for (name, text) in [(RUN, account.text()), (MANIFEST, manifest.text())] {
        let path = directory.join(name);
        write_whole(&path, text.as_bytes()).map_err(|error| io(&path, &error))?;
    }
    Ok((ended, standing))
}

/// A game that went wrong, with the command that plays it again.
fn fault_of(plan: &Plan, fault: &Fault) -> Failure {
    let again = command(plan, fault.id);
    Failure::fault(format!("internal fault: {fault}")).help(format!("please report it with this command: {again}"))
}

/// Plays the first games of a run again and writes their records.
fn write_records<'m, T: Tournament>(
    setting: &Setting<T>,
    matchups: &'m T::MatchUps,
    agents: &Build<'_, T::Table<'m>>,
    standing: &Standing,
    to: &RecordTo,
) -> Result<(), Failure> {
    let plan = &setting.plan;
    let luck = plan.luck().map_err(|error| Failure::wrong(error.to_string()))?;
    let recorder = Recorder::<T>::new(matchups, plan, &luck, setting.pool.card_hash());
    let mut pilots = Pilots::new(agents);
    let places = (0..standing.slot).filter_map(|slot| standing.schedule.place(slot));
    let games =
        places.flat_map(|place| (0..2).map(move |game| GameId { pairing: place.pairing, pair: place.pair, game }));
    for id in games.take(to.games as usize) {
        let record = recorder.record(id, &mut pilots).map_err(|fault| fault_of(plan, &fault))?;
        let pairing = if plan.pairings.len() > 1 { format!("{:03}-", id.pairing) } else { String::new() };
        let path = to.directory.join(format!("{pairing}{:06}-{}.game.toml", id.pair, id.game));
        write_whole(&path, record.write().as_bytes()).map_err(|error| Failure::io(&path, &error))?;
    }
    Ok(())
}

/// The text of a plan's file.
pub fn plan_text(plan: &Plan) -> Result<String, Failure> {
    toml::to_string(plan).map_err(|error| Failure::fault(format!("internal fault: the plan can't be written: {error}")))
}

/// Makes sure that a directory without its first file belongs to a run all the same: one that was killed before it could
/// write anything whole leaves parts at most.
pub fn only_parts(directory: &Path, first: &str) -> Result<(), Failure> {
    let entries = fs::read_dir(directory).map_err(|error| Failure::io(directory, &error))?;
    let mut paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    if paths.all(|path| path.extension().is_some_and(|ending| ending == "part")) {
        return Ok(());
    }
    Err(Failure::wrong(format!("{}: there is no {first} in it, expected the directory of a run", directory.display())))
}

/// Where a run's result goes.
enum Place {
    Fresh(PathBuf),
    Stopped(PathBuf),
    Finished(PathBuf),
}

fn place<T: Tournament>(setting: &Setting<T>, shard: Shard, output: &Output) -> Result<Place, Failure> {
    let Some(directory) = &output.out else {
        let kind = match setting.plan.kind {
            Kind::Sim => "sim",
            Kind::Matrix => "matrix",
            Kind::Ladder => "ladder",
            Kind::Stage => "stage",
        };
        return Ok(Place::Fresh(next_directory(Path::new(BASE), kind)?));
    };
    let empty = match fs::read_dir(directory) {
        Ok(mut entries) => entries.next().is_none(),
        Err(_) => true,
    };
    if !output.resume || empty {
        own_directory(directory)?;
        return Ok(Place::Fresh(directory.clone()));
    }
    let path = directory.join(PLAN);
    if !path.exists() {
        only_parts(directory, PLAN)?;
        return Ok(Place::Fresh(directory.clone()));
    }
    let known = crate::commands::run::read_plan(&path)?;
    if let Some(difference) = known.difference(&setting.plan) {
        return Err(Failure::wrong(format!("{}: this run has another plan: {difference}", directory.display())).help(
            format!(
                "`fixer run {} --out {} --resume` goes on with it",
                quoted(&path.to_string_lossy()),
                quoted(&directory.to_string_lossy())
            ),
        ));
    }
    let journal = directory.join(journal::FILE);
    if journal.exists() {
        let (_, found) = journal::shard_of(&journal)?;
        if found != shard {
            return Err(Failure::wrong(format!(
                "{}: this is shard {found} of the plan, not {shard}",
                directory.display()
            )));
        }
    }
    if Manifest::read(directory).is_some_and(|manifest| manifest.played.complete) {
        return Ok(Place::Finished(directory.clone()));
    }
    Ok(Place::Stopped(directory.clone()))
}

/// Writes all CSV files of a result. `journals` hold the rows of `games.csv`, if that is wanted.
pub fn write_tables<T: Tournament>(
    setting: &Setting<T>,
    standing: &Standing,
    journals: &[Contents],
    directory: &Path,
) -> Result<(), Failure> {
    let (plan, tallies) = (&setting.plan, &standing.tallies);
    let mut tables = vec![
        ("matchups.csv", matchups(plan, tallies)),
        ("lengths.csv", lengths(plan, tallies)),
        ("errors.csv", errors(plan, &standing.capped).map_err(|error| Failure::wrong(error.to_string()))?),
    ];
    // A stage has a hundred lists that differ in a card each: only the whole of the stages says something of a card.
    if plan.kind != Kind::Stage {
        tables.extend(T::tables(plan, tallies, &setting.decks, &setting.pool));
    }
    tables.extend(crate::commands::extra_tables(plan, tallies)?);
    for (name, bytes) in tables {
        let path = directory.join(name);
        write_whole(&path, &bytes).map_err(|error| Failure::io(&path, &error))?;
    }
    if plan.per_game {
        let path = directory.join("games.csv");
        write_games(plan, journals, &path)?;
    }
    Ok(())
}

/// Writes `games.csv` from journals whose shares don't overlap, in the order of the plan.
fn write_games(plan: &Plan, journals: &[Contents], path: &Path) -> Result<(), Failure> {
    let mut wrong = None;
    let written = write_whole_with(path, |file| {
        let rows = (0..plan.pairings.len()).flat_map(|pairing| Merged::new(journals, pairing));
        let good = rows.map_while(|row| row.map_err(|error| wrong = Some(error)).ok());
        games(plan, good, file).map_err(std::io::Error::other)
    });
    match wrong {
        Some(error) => Err(error.into()),
        None => written.map_err(|error| Failure::io(path, &error)),
    }
}

type Rows<'j> = std::iter::Peekable<Box<dyn Iterator<Item = Result<GameRow, journal::JournalError>> + 'j>>;

/// The rows of a pairing from several journals, in order.
struct Merged<'j> {
    sources: Vec<Rows<'j>>,
}

impl<'j> Merged<'j> {
    fn new(journals: &'j [Contents], pairing: usize) -> Self {
        let source = |contents: &'j Contents| {
            let rows: Box<dyn Iterator<Item = _> + 'j> = match contents.rows(pairing) {
                Ok(rows) => Box::new(rows),
                Err(error) => Box::new(std::iter::once(Err(error))),
            };
            rows.peekable()
        };
        Self { sources: journals.iter().map(source).collect() }
    }
}

impl Iterator for Merged<'_> {
    type Item = Result<GameRow, journal::JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        // An error comes before everything else.
        let key = |row: &Result<GameRow, journal::JournalError>| row.as_ref().ok().map(|row| row.id);
        let next =
            self.sources.iter_mut().enumerate().filter_map(|(place, rows)| Some((key(rows.peek()?), place))).min();
        next.and_then(|(_, place)| self.sources[place].next())
    }
}

/// What to say and which code to exit with when a run has ended.
pub fn close<T: Tournament>(setting: &Setting<T>, shard: Shard, directory: &Path, ended: Ended) -> ExitCode {
    if ended != Ended::Stopped {
        return ExitCode::SUCCESS;
    }
    let cards: Vec<String> =
        setting.card_files.iter().map(|file| format!(" --cards {}", quoted(&file.to_string_lossy()))).collect();
    let cards = cards.concat();
    let shard = if shard == Shard::ALL { String::new() } else { format!(" --shard {shard}") };
    let cheating = if setting.cheating == Cheating::Allowed { " --allow-cheating" } else { "" };
    let path = quoted(&directory.join(PLAN).to_string_lossy());
    note(&format!(
        "interrupted; what was finished is kept. Go on with: fixer run {path}{shard}{cards}{cheating} --out {} --resume",
        quoted(&directory.to_string_lossy())
    ));
    ExitCode::from(INTERRUPTED)
}

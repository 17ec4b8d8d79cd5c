//! `fixer matrix`: every deck against every other, or one set against another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fixer_core::cyberpunk::deck::Rules;
use fixer_core::diagnostics::Diagnostic;
use fixer_core::pool::CardPool;
use fixer_sim::plan::{Kind, PairingEntry, Plan};
use fixer_sim::stats::normal::Z95;
use fixer_sim::tables::decks::{Metagame, decks, matrix, matrix_n, metagame};
use fixer_sim::tables::dependence::{Change, agreement, changes, dependence};
use fixer_sim::tally::Tally;
use fixer_sim::tournament::Tournament;

use crate::agents::agent;
use crate::carry_out::Setting;
use crate::commands::sim::{carry_out_or_write, plan, short};
use crate::failure::Failure;
use crate::grid::{Format, Grid, of_csv, percent, thousands};
use crate::lists;
use crate::options::{Output, Playing, of_game};

/// Play every deck against every other and rank them
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer matrix\n  fixer matrix my-decks/ --games 2000\n  fixer matrix my-deck.txt --against my-decks/ --agent ismcts:200\n  fixer matrix my-decks/ --shares field.csv --second-agent ismcts:400 --report"
)]
pub struct Args {
    /// Decks: files, directories, built-in lists [default: the built-in constructed lists]
    #[arg(value_name = "DECK|DIR")]
    pub decks: Vec<String>,
    /// Play only against these decks
    #[arg(long, value_name = "DECK|DIR", num_args = 1..)]
    pub against: Vec<String>,
    /// Games a pairing, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: u64,
    /// The agent of all decks
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub agent: String,
    /// Play everything again with a second, stronger agent, and tell how much the ranking depends on the player
    #[arg(long, value_name = "AGENT")]
    pub second_agent: Option<String>,
    /// Shares of the field: a CSV file with the columns deck, share
    #[arg(long, value_name = "FILE")]
    pub shares: Option<PathBuf>,
    /// Play every deck against itself too
    #[arg(long)]
    pub mirrors: bool,
    /// Write the plan to a file and play nothing
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub output: Output,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    of_game!(args.playing.data.game, play(args))
}

fn play<T: Tournament>(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<T>(&args.playing.data.cards)?;
    let mut decks = named_or_constructed::<T>(&args.decks, &pool)?;
    let own = decks.len();
    let mut entries = Vec::new();
    if args.against.is_empty() {
        for i in 0..own {
            entries.extend((i + usize::from(!args.mirrors)..own).map(|j| [i, j]));
        }
    } else {
        decks.extend(lists::decks::<T>(&args.against, &pool)?);
        for i in 0..own {
            entries.extend((own..decks.len()).map(|j| [i, j]));
        }
    }
    lists::check::<T>(&decks, args.playing.rules, &pool)?;
    if entries.is_empty() {
        return Err(Failure::wrong("one deck and nothing to play against; expected at least two decks")
            .help("--against names opponents"));
    }
    let cheating = args.playing.cheating();
    let mut agents = vec![agent::<T>(&args.agent, cheating)?];
    if let Some(second) = &args.second_agent {
        agents.push(agent::<T>(second, cheating)?);
        if agents[0] == agents[1] {
            return Err(Failure::wrong(format!("--second-agent {second} is --agent again; expected another one")));
        }
    }
    let pairings = (0..agents.len())
        .flat_map(|agent| entries.iter().map(move |&decks| PairingEntry { decks, agents: [agent; 2] }))
        .collect();
    let names = agents.iter().map(ToString::to_string).collect();
    let mut plan =
        plan::<T>(Kind::Matrix, &args.playing, &pool, lists::entries::<T>(&decks, &pool), names, pairings, args.games);
    if let Some(path) = &args.shares {
        plan.shares = shares(path, &plan)?;
    }
    let setting = Setting::<T> { plan, pool, decks, agents, cheating, card_files: args.playing.data.cards.clone() };
    carry_out_or_write(&setting, args.plan.as_deref(), &args.output, |tallies, format| {
        report(&setting.plan, tallies, format)
    })
}

/// The decks with these names; all built-in constructed ones if there are none.
pub fn named_or_constructed<T: Tournament>(
    names: &[String],
    pool: &CardPool<T::Card>,
) -> Result<Vec<T::Deck>, Failure> {
    if names.is_empty() {
        let all = T::builtin().into_iter().map(|id| T::builtin_deck(id, pool)).collect::<Result<Vec<_>, _>>()?;
        return Ok(all.into_iter().filter(|deck| T::rules(deck) == Rules::Constructed).collect());
    }
    lists::decks::<T>(names, pool)
}

/// The shares of a field by the decks' numbers.
fn shares(path: &Path, plan: &Plan) -> Result<Vec<f64>, Failure> {
    let file = path.to_string_lossy().into_owned();
    let text = lists::text_of(path)?;
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let wrong = |line: u64, what: String| Failure::from(Diagnostic::new(&file, what).on_line(line as u32));
    let header = reader.headers().map_err(|error| wrong(1, error.to_string()))?.clone();
    let column = |name: &str| {
        header
            .iter()
            .position(|known| known == name)
            .ok_or_else(|| wrong(1, format!("no column `{name}`, expected deck,share")))
    };
    let (deck_at, share_at) = (column("deck")?, column("share")?);
    let mut given: BTreeMap<String, f64> = BTreeMap::new();
    for record in reader.records() {
        let record =
            record.map_err(|error| wrong(error.position().map_or(1, csv::Position::line), error.to_string()))?;
        let line = record.position().map_or(1, csv::Position::line);
        let (deck, share) = (record.get(deck_at).unwrap_or_default(), record.get(share_at).unwrap_or_default());
        if !plan.decks.iter().any(|known| known.name == deck) {
            let names = plan.decks.iter().map(|deck| deck.name.as_str());
            return Err(Diagnostic::new(&file, format!("no deck `{deck}` in this matrix"))
                .on_line(line as u32)
                .near(deck, names)
                .into());
        }
        let parsed = share.parse::<f64>().ok().filter(|share| share.is_finite() && *share >= 0.0);
        let share = parsed.ok_or_else(|| wrong(line, format!("share `{share}`, expected a number of at least 0")))?;
        if given.insert(deck.to_owned(), share).is_some() {
            return Err(wrong(line, format!("deck `{deck}` stands here twice")));
        }
    }
    if given.values().sum::<f64>() <= 0.0 {
        return Err(wrong(1, "all shares are 0, expected a field of at least one deck".to_owned()));
    }
    Ok(plan.decks.iter().map(|deck| given.get(&deck.name).copied().unwrap_or(0.0)).collect())
}

fn summed(plan: &Plan, tallies: &[Tally], agent: usize) -> Result<Metagame, Failure> {
    metagame(plan, tallies, agent).map_err(|error| Failure::fault(format!("internal fault: {error}")))
}

/// The tables of a matrix.
pub fn tables(plan: &Plan, tallies: &[Tally]) -> Result<Vec<(&'static str, Vec<u8>)>, Failure> {
    let sums = summed(plan, tallies, 0)?;
    let mut tables = vec![
        ("decks.csv", decks(plan, &sums)),
        ("matrix.csv", matrix(plan, &sums)),
        ("matrix_n.csv", matrix_n(plan, &sums)),
    ];
    if plan.agents.len() > 1 {
        tables.push(("dependence.csv", dependence(plan, &changes(&sums, &summed(plan, tallies, 1)?))));
    }
    Ok(tables)
}

/// What is printed of a matrix.
pub fn report(plan: &Plan, tallies: &[Tally], format: Format) -> Result<String, Failure> {
    let sums = summed(plan, tallies, 0)?;
    if format == Format::Csv || format == Format::Json {
        return Ok(of_csv(&decks(plan, &sums)).show(format));
    }
    let mut columns = vec!["rank", "deck", "games", "win rate", "95 % interval", "worst against", "there", "Elo", "±"];
    if sums.is_complete {
        columns.extend(["Nash", "in it"]);
    }
    let mut grid = Grid::new(columns);
    for (rank, standing) in sums.standings.iter().enumerate() {
        let mut row = vec![
            (rank + 1).to_string(),
            plan.decks[standing.deck].name.clone(),
            thousands(standing.games),
            percent(standing.field.value),
            format!("{:.1} – {:.1}", 100.0 * standing.field.lo, 100.0 * standing.field.hi),
            standing.worst.map_or_else(String::new, |(other, _)| plan.decks[other].name.clone()),
            standing.worst.map_or_else(String::new, |(_, rate)| percent(rate)),
            format!("{:.0}", standing.elo[0]),
            format!("{:.0}", standing.elo[1]),
        ];
        row.extend(standing.nash.into_iter().flatten().map(percent));
        grid.row(row);
    }
    let mut text = grid.show(format) + "\n";
    let field = match (plan.shares.is_empty(), sums.is_complete) {
        (true, true) => "a field of all other decks in equal shares",
        (true, false) => "a field of the decks it met in equal shares",
        (false, _) => "the given field",
    };
    let _ = write!(text, "win rate: the row's deck in {field}");
    text += if sums.is_complete {
        " · Nash: its share of the mixture that no deck beats\n"
    } else {
        "\nnot every deck met every other one, so there is no Nash mixture, and no telling of circles\n"
    };
    if let Some(cyclic) = sums.cyclic {
        let _ = writeln!(text, "{} of all triples of decks beat each other in a circle", percent(cyclic));
    }
    let _ = writeln!(text, "going first is worth {:.0} Elo · seed {}", sums.ladder.ratings.first, plan.seed);
    if plan.agents.len() > 1 {
        text += "\n";
        text += &second_table(plan, &changes(&sums, &summed(plan, tallies, 1)?), format);
    }
    Ok(text + "\n")
}

/// What a second agent changes.
fn second_table(plan: &Plan, changes: &[Change], format: Format) -> String {
    let alike = short(&plan.agents[0]) == short(&plan.agents[1]);
    let name = |agent: usize| if alike { plan.agents[agent].as_str() } else { short(&plan.agents[agent]) };
    let [first, second] = [name(0), name(1)];
    let by = |agent: &str| format!("with {agent}");
    let mut grid = Grid::new(["deck", "rank", "then", &by(first), &by(second), "points", "±", "adjusted p", ""]);
    for change in changes {
        grid.row([
            plan.decks[change.deck].name.clone(),
            change.ranks[0].to_string(),
            change.ranks[1].to_string(),
            percent(change.rates[0]),
            percent(change.rates[1]),
            format!("{:+.1}", 100.0 * change.gain.value),
            format!("{:.1}", 100.0 * Z95 * change.gain.error),
            format!("{:.4}", change.adjusted_p),
            if change.under_piloted() { "under-piloted" } else { "" }.to_owned(),
        ]);
    }
    let mut text = grid.show(format) + "\n";
    if let Some(agreement) = agreement(changes) {
        let _ = writeln!(text, "rank correlation of the two agents' tables: {agreement:.2}");
    }
    let _ = writeln!(
        text,
        "under-piloted: the win rate rises with {second}, not by chance; it means something if {second} is the stronger \
         player, which `fixer ladder` tells"
    );
    text
}

//! `fixer rate`: ratings from a file of results.

use std::path::PathBuf;
use std::process::ExitCode;

use fixer_core::diagnostics::Diagnostic;
use fixer_sim::stats::bradley_terry::{Meeting, ladder};
use fixer_sim::tables::fraction;

use crate::failure::{Failure, print};
use crate::grid::{Format, Grid, percent};
use crate::lists::text_of;
use crate::options::Printing;

/// Rate players from a CSV file of results: a matchups.csv, or the columns a, b, wins, draws, losses
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer rate fixer-out/matrix-1/matchups.csv\n  fixer rate league.csv --by deck --format csv"
)]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE.csv")]
    pub file: PathBuf,
    /// What is rated in a matchups.csv: deck or agent [default: deck, or agent where all decks are the same]
    #[arg(long, value_name = "WHAT", value_parser = ["deck", "agent"])]
    pub by: Option<String>,
    /// Seed of the bootstrap
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub printing: Printing,
}

/// Draws of the bootstrap.
const DRAWS: usize = 400;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let text = text_of(&args.file)?;
    let file = args.file.to_string_lossy().into_owned();
    let wrong = |line: u64, what: String| Failure::from(Diagnostic::new(&file, what).on_line(line as u32));
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| wrong(1, error.to_string()))?.clone();
    let at = |name: &str| header.iter().position(|known| known == name);
    let own = at("pair_ll").is_some();
    let by = args.by.as_deref().unwrap_or("deck");
    let names = if own { [format!("{by}_a"), format!("{by}_b")] } else { ["a".to_owned(), "b".to_owned()] };
    let find = |name: &str| {
        at(name)
            .ok_or_else(|| wrong(1, format!("no column `{name}`, expected a matchups.csv, or a,b,wins,draws,losses")))
    };
    let players_at = [find(&names[0])?, find(&names[1])?];
    let counted =
        if own { ["n_first", "wr_first", "n_second", "wr_second"] } else { ["wins", "draws", "losses", "wins"] };
    let columns = counted.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>()?;
    let mut players: Vec<String> = Vec::new();
    let mut meetings = Vec::new();
    for record in reader.records() {
        let record =
            record.map_err(|error| wrong(error.position().map_or(1, csv::Position::line), error.to_string()))?;
        let line = record.position().map_or(1, csv::Position::line);
        let mut number_of = |column: usize| {
            let name = record.get(column).unwrap_or_default();
            players.iter().position(|known| known == name).unwrap_or_else(|| {
                players.push(name.to_owned());
                players.len() - 1
            })
        };
        let pair = [number_of(players_at[0]), number_of(players_at[1])];
        if pair[0] == pair[1] {
            continue;
        }
        let numbers = columns.iter().map(|&column| {
            let text = record.get(column).unwrap_or_default();
            let number = if text.is_empty() { Some(0.0) } else { text.parse::<f64>().ok() };
            number
                .filter(|number| number.is_finite() && *number >= 0.0)
                .ok_or_else(|| wrong(line, format!("{} `{text}`, expected a number of at least 0", &header[column])))
        });
        let numbers = numbers.collect::<Result<Vec<f64>, _>>()?;
        meetings.push(if own { from_seats(pair, &numbers) } else { from_games(pair, &numbers) });
    }
    if players.len() < 2 {
        return Err(Failure::wrong(format!("{file}: no results of two different players"))
            .maybe_help((own && args.by.is_none()).then(|| "--by agent rates agents".to_owned())));
    }
    let sums = ladder(players.len(), &meetings, DRAWS, args.seed);
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&x, &y| sums.ratings.elo[y].total_cmp(&sums.ratings.elo[x]).then(x.cmp(&y)));
    let programs = matches!(args.printing.format, Format::Csv | Format::Json);
    let mut grid = Grid::new(["rank", "player", "elo", "elo_err", "superior_to_next"]);
    for (rank, &player) in order.iter().enumerate() {
        let elo = [sums.ratings.elo[player], sums.error[player]];
        let next = order.get(rank + 1).map(|&next| sums.superior[player][next]);
        let [elo, error] = elo.map(|value| if programs { fraction(value) } else { format!("{value:.0}") });
        let next = next.map_or_else(String::new, |value| if programs { fraction(value) } else { percent(value) });
        grid.row([(rank + 1).to_string(), players[player].clone(), elo, error, next]);
    }
    print(&grid.show(args.printing.format))?;
    Ok(ExitCode::SUCCESS)
}

/// A meeting whose rates from both seats are known; the games of a pair count as independent.
fn from_seats(players: [usize; 2], numbers: &[f64]) -> Meeting {
    let (pairs, first, second) = (f64::midpoint(numbers[0], numbers[2]), numbers[1], numbers[3]);
    let cell = |f: f64, s: f64| pairs * f * s;
    let cells = [
        [cell(1.0 - first, 1.0 - second), 0.0, cell(1.0 - first, second)],
        [0.0; 3],
        [cell(first, 1.0 - second), 0.0, cell(first, second)],
    ];
    Meeting { players, cells }
}

/// A meeting of which only the sums are known: no seat is told from the other.
fn from_games(players: [usize; 2], numbers: &[f64]) -> Meeting {
    let games = numbers[0] + numbers[1] + numbers[2];
    let rate = if games > 0.0 { (numbers[0] + numbers[1] / 2.0) / games } else { 0.5 };
    from_seats(players, &[games / 2.0, rate, games / 2.0, rate])
}

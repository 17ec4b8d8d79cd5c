//! `fixer bench`: how fast this build is, and its behaviour in a few hashes.

use std::process::ExitCode;

use clap::ValueEnum;
use fixer_sim::bench::rows::{Amount, NAMES, measure};
use fixer_sim::bench::signature::{self, Signature};
use fixer_sim::manifest::cpu_model;

use crate::failure::{Failure, note, print};
use crate::grid::{Format, Grid};

/// Measure this build: how long things take, and the signature of its behaviour
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "The signature changes if and only if behaviour does. Exit code 1 if it is not the one that manifests of this build\nstate.\n\nExamples:\n  fixer bench\n  fixer bench --format json --games 2000\n  fixer bench --only random_game --only iteration\n  fixer bench --signature"
)]
pub struct Args {
    /// Only the signature, as JSON
    #[arg(long, conflicts_with_all = ["only", "games", "repetitions", "format", "threads"])]
    pub signature: bool,
    /// Only this row and no signature; may be repeated
    #[arg(long, value_name = "ROW", value_parser = NAMES)]
    pub only: Vec<String>,
    /// Random games in a repetition; the other rows go with it
    #[arg(long, value_name = "N", default_value_t = Amount::USUAL.games, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,
    /// Repetitions of each row, of which the median is told
    #[arg(long, value_name = "N", default_value_t = Amount::USUAL.repetitions as u32, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub repetitions: u32,
    /// Threads of the last row [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,
    /// No notes
    #[arg(long)]
    pub quiet: bool,
    /// The form in which results are printed
    #[arg(long, value_enum, default_value_t = Form::Table)]
    pub format: Form,
}

/// The forms in which figures are printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// For people.
    Table,
    /// For programs.
    Json,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if args.signature {
        let found = signature::measure();
        print(&found.text())?;
        return Ok(verdict(&found, args.quiet));
    }
    let wanted: Vec<&str> = args.only.iter().map(String::as_str).collect();
    let amount = Amount { repetitions: args.repetitions as usize, games: args.games };
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(all, |threads| threads as usize);
    let found = wanted.is_empty().then(signature::measure);
    let rows = measure(amount, threads, &wanted, |row| {
        if !args.quiet && args.format == Form::Json {
            note(&format!("{}: {} {}", row.name, round(row.median), row.unit));
        }
    });
    let text = match args.format {
        Form::Json => {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| serde_json::json!({"name": row.name, "unit": row.unit, "median": round(row.median), "n": row.n}))
                .collect();
            let json = serde_json::json!({
                "engine": env!("CARGO_PKG_VERSION"),
                "cpu": cpu_model(),
                "signature": found,
                "rows": rows,
            });
            format!("{json:#}\n")
        }
        Form::Table => {
            let mut grid = Grid::new(["row", "median", "unit", "n"]);
            for row in &rows {
                grid.row([row.name.to_owned(), round(row.median).to_string(), row.unit.to_owned(), row.n.to_string()]);
            }
            let signature = found.as_ref().map_or_else(String::new, |found| format!("signature: {found}\n"));
            format!("fixer {} on {}\n{}{signature}", env!("CARGO_PKG_VERSION"), cpu_model(), grid.show(Format::Table))
        }
    };
    print(&text)?;
    Ok(found.map_or(ExitCode::SUCCESS, |found| verdict(&found, args.quiet)))
}

/// Whether this build behaves as its manifests say.
fn verdict(found: &Signature, quiet: bool) -> ExitCode {
    let committed = Signature::committed();
    if *found == committed {
        return ExitCode::SUCCESS;
    }
    if !quiet {
        note(&format!("note: behaviour differs from what manifests of this build state ({committed})"));
    }
    ExitCode::from(1)
}

/// Four digits are more than a measurement knows.
fn round(value: f64) -> f64 {
    if value == 0.0 {
        return value;
    }
    let digits = (3 - value.abs().log10().floor() as i32).max(0);
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits() {
        let texts = [0.0, 0.012_345_6, 17.345_67, 83.0, 123_456.7].map(|value| round(value).to_string());
        assert_eq!(texts, ["0", "0.01235", "17.35", "83", "123457"]);
    }
}

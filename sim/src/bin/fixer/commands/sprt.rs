//! `fixer sprt`: a sequential test from given counts.

use std::process::ExitCode;

use fixer_sim::stats::rate::{deff, moments, wilson};
use fixer_sim::stats::sprt::{Sprt, Verdict, normalized_elo};

use crate::commands::ladder::{Hypotheses, probability};
use crate::failure::{Failure, print};
use crate::grid::{Format, Grid, percent};
use crate::options::Printing;

/// Test whether A is better than B from given counts: wins, draws, losses, or pairs LL LD WL DD WD WW
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Exit code 0: H1 is accepted or the test is open; 1: H0 is accepted.\n\nExamples:\n  fixer sprt 520 12 468\n  fixer sprt 110 20 420 5 30 190 --elo 0,10"
)]
pub struct Args {
    /// Wins, draws, losses of single games; or pairs by their results: LL LD WL DD WD WW
    #[arg(value_name = "COUNT", required = true, num_args = 3..=6)]
    pub counts: Vec<u64>,
    /// The hypotheses ELO0,ELO1 in normalized Elo
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,5", allow_hyphen_values = true)]
    pub elo: Hypotheses,
    /// The probability of accepting ELO1 falsely
    #[arg(long, default_value_t = 0.05, value_parser = probability)]
    pub alpha: f64,
    /// The probability of accepting ELO0 falsely
    #[arg(long, default_value_t = 0.05, value_parser = probability)]
    pub beta: f64,
    #[command(flatten)]
    pub printing: Printing,
}

/// More games than this are no counts of games.
const MOST: u64 = 1 << 53;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(count) = args.counts.iter().find(|count| **count > MOST) {
        return Err(Failure::wrong(format!("{count} games; expected at most 2^53")));
    }
    let test = Sprt { elo0: args.elo.elo0, elo1: args.elo.elo1, alpha: args.alpha, beta: args.beta };
    let (llr, rate, elo) = match *args.counts.as_slice() {
        [wins, draws, losses] => {
            let games = wins + draws + losses;
            let points = wins as f64 + draws as f64 / 2.0;
            // Half of a pair's points: the normalized Elo of independent games is that of pairs with equal games.
            let single = [2 * losses, 0, 2 * draws, 0, 2 * wins];
            let elo = normalized_elo(&single).map(|elo| elo * std::f64::consts::SQRT_2);
            (test.llr_games(&[losses, draws, wins]), wilson(points, games as f64, 1.0), elo)
        }
        [ll, ld, wl, dd, wd, ww] => {
            let points = [ll, ld, wl + dd, wd, ww];
            let pairs: u64 = points.iter().sum();
            let games = 2.0 * pairs as f64;
            let mean = if pairs > 0 { moments(&points).0 } else { 0.5 };
            (test.llr_pairs(&points), wilson(mean * games, games, deff(&points)), normalized_elo(&points))
        }
        _ => {
            return Err(Failure::wrong(format!(
                "{} counts; expected 3 (wins draws losses) or 6 (pairs LL LD WL DD WD WW)",
                args.counts.len()
            )));
        }
    };
    let [lower, upper] = test.bounds();
    let verdict = test.verdict(llr);
    let said = match verdict {
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
        Verdict::Open => "open",
    };
    let mut grid = Grid::new(["llr", "lower", "upper", "verdict", "win rate", "lo", "hi", "normalized Elo"]);
    let programs = matches!(args.printing.format, Format::Csv | Format::Json);
    let share = |value: f64| if programs { fixer_sim::tables::fraction(value) } else { percent(value) };
    grid.row([
        format!("{llr:.3}"),
        format!("{lower:.3}"),
        format!("{upper:.3}"),
        said.to_owned(),
        share(rate.value),
        share(rate.lo),
        share(rate.hi),
        elo.map_or_else(String::new, |elo| format!("{elo:.2}")),
    ]);
    print(&grid.show(args.printing.format))?;
    Ok(if verdict == Verdict::H0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

//! `fixer fit`: fits the weights of an evaluation to games of an agent against itself.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fixer_ai::eval::cascade::Cascade;
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::eval::fit::{Fit, Samples};
use fixer_ai::eval::weights::{Weight, Weights};
use fixer_ai::registry::Cheating;
use fixer_core::game::Player;
use fixer_sim::fitting::{School, SelfPlayError};
use fixer_sim::output::{OutputError, write_whole};
use fixer_sim::tables::fraction;

use crate::agents::agent;
use crate::failure::{Failure, note, print};
use crate::grid::{Grid, thousands};
use crate::lists;
use crate::options::{Data, GameName, Printing, of_game, threads};
use crate::progress::time;

/// Fit the weights of the evaluation to games of an agent against itself
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "A third of the games is played by the starters, a third by built-in constructed lists, a third by random ones; of Cascade all\nby the built-in lists.\nWhat is printed is measured on every tenth game, to which nothing is fitted.\n\nExamples:\n  fixer fit --games 8000 --out weights.toml\n  fixer fit --agent greedy1 --games 20000 --seed 7 --out weights.toml --format csv"
)]
pub struct Args {
    /// The agent that plays against itself
    #[arg(long, value_name = "SPEC", default_value = "greedy1")]
    pub agent: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    pub games: u64,
    /// The master seed, 0 to 2^63-1: the same seed gives the same weights
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// How strongly weights are held back: what a standardized weight costs
    #[arg(long, value_name = "X", default_value_t = RIDGE, value_parser = ridge)]
    pub ridge: f64,
    /// The weights' file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Threads that play [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,
    /// No notes
    #[arg(long)]
    pub quiet: bool,
    #[command(flatten)]
    pub data: Data,
    #[command(flatten)]
    pub printing: Printing,
}

/// The usual ridge: with a hundred thousand positions it only keeps features apart that nearly say the same.
const RIDGE: f64 = 1e-4;

fn ridge(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// How often progress is told.
const EVERY: Duration = Duration::from_secs(20);

/// The set of weights whose scores go into the file as they are: nothing is fitted there.
const SCORES: &str = "current";

/// The turns that the table tells apart, from and below.
const TURNS: [(u32, u32); 6] = [(0, u32::MAX), (1, 5), (5, 9), (9, 13), (13, 17), (17, u32::MAX)];

/// Bands of predicted probability.
const BANDS: usize = 10;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let agent = of_game!(args.data.game, agent(&args.agent, Cheating::Refused))?;
    let place = |source| Failure::from(OutputError::Io { path: args.out.clone(), source });
    if args.out.exists() {
        return Err(Failure::wrong(format!("{}: this is there already; expected a new file", args.out.display())));
    }
    // Whether it can be written is found out before anything is played.
    write_whole(&args.out, b"").map_err(place)?;
    std::fs::remove_file(&args.out).map_err(place)?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads)).build();
    let threads = threads.map_err(|error| Failure::wrong(format!("--threads: {error}")))?;
    let school = School { agent: &agent, games: args.games, seed: args.seed };
    let (start, mut told) = (Instant::now(), Instant::now());
    let progress = |done: u64| {
        if !args.quiet && told.elapsed() > EVERY {
            told = Instant::now();
            let left = start.elapsed().mul_f64((args.games - done) as f64 / done as f64);
            note(&format!("{} of {} games, {} left", thousands(done), thousands(args.games), time(left)));
        }
    };
    let positions = match args.data.game {
        GameName::Cyberpunk => {
            let pool = lists::cards::<fixer_core::cyberpunk::Cyberpunk>(&args.data.cards)?;
            threads.install(|| fixer_sim::cyberpunk::fitting::sample(&pool, &school, progress))
        }
        GameName::Cascade => {
            let pool = lists::cards::<fixer_core::cascade::Cascade>(&args.data.cards)?;
            threads.install(|| fixer_sim::cascade::fitting::sample(&pool, &school, progress))
        }
    };
    let positions = positions.map_err(|error| match error {
        SelfPlayError::Illegal { .. } => Failure::fault(error.to_string()),
        _ => Failure::wrong(error.to_string()),
    })?;
    let fit = positions.fitted.fit(args.ridge).map_err(|error| Failure::wrong(format!("--games: {error}")))?;
    let weights = weights(args, &fit);
    write_whole(&args.out, weights.to_string().as_bytes()).map_err(place)?;
    if !args.quiet {
        note(&format!(
            "{} positions fitted, {} held out, {} games capped; loss of the fit {:.4}",
            thousands(positions.fitted.len() as u64 / Player::BOTH.len() as u64),
            thousands(positions.held_out.len() as u64 / Player::BOTH.len() as u64),
            positions.capped,
            fit.loss
        ));
    }
    print(&report(&positions.held_out, &fit).show(args.printing.format))?;
    Ok(ExitCode::SUCCESS)
}

/// The file: the fitted weights, with the command that made them.
fn weights(args: &Args, fit: &Fit) -> Weights {
    let mut made = format!("fixer fit --agent {} --games {} --seed {}", args.agent, args.games, args.seed);
    if args.data.game != GameName::Cyberpunk {
        made.extend([" --game ", args.data.game.word()]);
    }
    if args.ridge.to_bits() != RIDGE.to_bits() {
        made.extend([" --ridge ", &args.ridge.to_string()]);
    }
    for file in &args.data.cards {
        made.extend([" --cards ", &file.to_string_lossy()]);
    }
    let (features, scores) = match args.data.game {
        GameName::Cyberpunk => (fixer_sim::cyberpunk::fitting::FEATURES, Cyberpunk::weights(SCORES)),
        GameName::Cascade => (fixer_sim::cascade::fitting::FEATURES, Cascade::weights(SCORES)),
    };
    let weight = |(&name, &value): (&&str, &f64)| Weight { name: name.to_owned(), value: value as f32, line: 0 };
    Weights {
        file: args.out.display().to_string(),
        game: args.data.game.word().to_owned(),
        made: made + "; scores by hand",
        bias: fit.bias as f32,
        weights: features.iter().zip(&fit.weights).map(weight).collect(),
        scores: scores.map(|weights| weights.scores).unwrap_or_default(),
    }
}

/// How good the fit is on positions it has not seen: by turns, and there by what it predicts.
fn report(samples: &Samples, fit: &Fit) -> Grid {
    let mut grid = Grid::new(["turns", "predicted", "positions", "mean predicted", "mean result", "loss", "auc"]);
    for (from, to) in TURNS {
        let turns = match (from, to) {
            (0, _) => "all".to_owned(),
            (from, u32::MAX) => format!("{from} and later"),
            (from, to) => format!("{from} to {}", to - 1),
        };
        let some = samples.of_turns(from, to);
        if some.is_empty() {
            continue;
        }
        for bands in [1, BANDS] {
            for row in some.calibration(fit, bands) {
                let band = (row.predicted * bands as f64) as usize;
                let [low, high] = [band, band + 1].map(|edge| edge as f64 / bands as f64);
                let whole = bands == 1;
                grid.row([
                    turns.clone(),
                    if whole { "all".to_owned() } else { format!("{low:.1} to {high:.1}") },
                    row.positions.to_string(),
                    fraction(row.predicted),
                    fraction(row.happened),
                    if whole { fraction(some.loss(fit)) } else { String::new() },
                    if whole { fraction(some.auc(fit)) } else { String::new() },
                ]);
            }
        }
    }
    grid
}

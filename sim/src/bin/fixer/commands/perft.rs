//! `fixer perft`: counts the ways to play on from a position.

use std::path::PathBuf;
use std::process::ExitCode;

use fixer_core::chance::Streams;
use fixer_core::diagnostics::Diagnostic;
use fixer_core::notation::Written;
use fixer_core::perft::{divide, perft};
use fixer_core::scenario::{Scenario, read};
use fixer_sim::tournament::Tournament;

use crate::failure::{Failure, print};
use crate::grid::Grid;
use crate::lists;
use crate::options::{Data, Printing, of_game};

/// Count the sequences of actions from a position: a number that changes only if a rule does
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Luck is that of the file's seed and is not enumerated; games that end before the last action count for nothing.\n\nExamples:\n  fixer perft core/tests/perft/midgame.toml --depth 4\n  fixer perft position.toml --depth 3 --divide"
)]
pub struct Args {
    /// A scenario file; its steps and rolls are left aside
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many actions: counts are printed for 1 to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// The count below each first action instead: finds where two versions differ
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub data: Data,
    #[command(flatten)]
    pub printing: Printing,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    of_game!(args.data.game, counts(args))
}

fn counts<T: Tournament>(args: &Args) -> Result<ExitCode, Failure> {
    let name = args.file.display().to_string();
    let text = lists::text_of(&args.file)?;
    let pool = lists::cards::<T>(&args.data.cards)?;
    let scenario: Scenario<T::Layout> = read(&name, &text)?;
    let position = T::place(&scenario.position, &pool).map_err(|message| Diagnostic::new(name, message))?;
    let mut luck = Streams::new(scenario.seed);
    let mut table = T::lay_out(position.state, &position.match_up);
    T::go_on(&mut table, &mut luck);
    let grid = count(&table, &luck, args);
    print(&grid.show(args.printing.format))?;
    Ok(ExitCode::SUCCESS)
}

fn count(table: &impl Written, luck: &Streams, args: &Args) -> Grid {
    if args.divide {
        let mut grid = Grid::new(["action", "count"]);
        for (action, count) in divide(table, args.depth, luck) {
            grid.row([table.format_action(action), count.to_string()]);
        }
        grid
    } else {
        let mut grid = Grid::new(["depth", "count"]);
        for depth in 1..=args.depth {
            grid.row([depth.to_string(), perft(table, depth, luck).to_string()]);
        }
        grid
    }
}

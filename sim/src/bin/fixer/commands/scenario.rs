//! `fixer scenario`: runs rule tests in the notation.

use std::path::PathBuf;
use std::process::ExitCode;

use fixer_core::diagnostics::Diagnostic;
use fixer_core::scenario::{Scenario, read};
use fixer_core::stage::{self, Verdict};
use fixer_sim::tournament::Tournament;

use crate::failure::{Failure, print};
use crate::lists;
use crate::options::{Data, of_game};

/// Run rule tests: positions, actions and what must hold after each
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Exit code 1 if a scenario fails.\n\nExamples:\n  fixer scenario my-test.toml\n  fixer scenario core/tests/scenarios/puzzles\n  fixer scenario --game cascade --cards core/tests/scenarios/cascade/proofs.ron core/tests/scenarios/cascade"
)]
pub struct Args {
    /// Scenario files, or directories that hold some
    #[arg(value_name = "FILE|DIR", required = true)]
    pub paths: Vec<PathBuf>,
    /// Say nothing of those that pass
    #[arg(long)]
    pub quiet: bool,
    #[command(flatten)]
    pub data: Data,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut files = Vec::new();
    for path in &args.paths {
        lists::scenarios(path, &mut files)?;
    }
    if files.is_empty() {
        return Err(Failure::wrong(format!("{}: no scenario here; expected .toml files", args.paths[0].display())));
    }
    of_game!(args.data.game, run_all(args, &files))
}

/// Runs scenario files of one game.
fn run_all<T: Tournament>(args: &Args, files: &[PathBuf]) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<T>(&args.data.cards)?;
    // Everything is read before anything is run: a file that can't be read is wrong input, not a failed test.
    let mut scenarios: Vec<(String, Scenario<T::Layout>)> = Vec::new();
    for file in files {
        let name = file.display().to_string();
        scenarios.push((name.clone(), read(&name, &lists::text_of(file)?)?));
    }
    let (mut lines, mut failed) = (Vec::new(), 0);
    for (name, scenario) in &scenarios {
        match stage::run::<T>(scenario, &pool) {
            Verdict::Passed if args.quiet => {}
            Verdict::Passed => lines.push(format!("ok    {name}: {}", scenario.title)),
            Verdict::Failed(failure) => {
                failed += 1;
                lines.push(format!("FAIL  {name}: {failure}"));
            }
            Verdict::Impossible(message) => return Err(Diagnostic::new(name, message).into()),
        }
    }
    lines.push(format!("{} scenarios, {failed} failed\n", scenarios.len()));
    print(&lines.join("\n"))?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}

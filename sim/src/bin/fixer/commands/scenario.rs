//! `fixer scenario`: runs rule tests in the notation.

use std::path::PathBuf;
use std::process::ExitCode;

use fixer_core::diagnostics::Diagnostic;
use fixer_core::scenario::{Scenario, read};
use fixer_core::{cascade, cyberpunk};
use serde::de::DeserializeOwned;

use crate::failure::{Failure, print};
use crate::lists;
use crate::options::{AnyData, AnyGame};

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
    pub data: AnyData,
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
    match args.data.game {
        AnyGame::Cyberpunk => {
            let pool = lists::cards(&args.data.cards)?;
            run_all(&files, args.quiet, |scenario: &Scenario<cyberpunk::layout::Layout>| {
                match cyberpunk::stage::run(scenario, &pool) {
                    cyberpunk::stage::Verdict::Passed => Ok(None),
                    cyberpunk::stage::Verdict::Failed(failure) => Ok(Some(failure.to_string())),
                    cyberpunk::stage::Verdict::Impossible(message) => Err(message),
                }
            })
        }
        AnyGame::Cascade => {
            let pool = lists::cascade_cards(&args.data.cards)?;
            run_all(&files, args.quiet, |scenario: &Scenario<cascade::layout::Layout>| {
                match cascade::stage::run(scenario, &pool) {
                    cascade::stage::Verdict::Passed => Ok(None),
                    cascade::stage::Verdict::Failed(failure) => Ok(Some(failure.to_string())),
                    cascade::stage::Verdict::Impossible(message) => Err(message),
                }
            })
        }
    }
}

/// Runs scenario files of one game; `play` tells what failed, or that the position can't be.
fn run_all<P: DeserializeOwned>(
    files: &[PathBuf],
    quiet: bool,
    play: impl Fn(&Scenario<P>) -> Result<Option<String>, String>,
) -> Result<ExitCode, Failure> {
    // Everything is read before anything is run: a file that can't be read is wrong input, not a failed test.
    let mut scenarios: Vec<(String, Scenario<P>)> = Vec::new();
    for file in files {
        let name = file.display().to_string();
        scenarios.push((name.clone(), read(&name, &lists::text_of(file)?)?));
    }
    let (mut lines, mut failed) = (Vec::new(), 0);
    for (name, scenario) in &scenarios {
        match play(scenario) {
            Ok(None) if quiet => {}
            Ok(None) => lines.push(format!("ok    {name}: {}", scenario.title)),
            Ok(Some(failure)) => {
                failed += 1;
                lines.push(format!("FAIL  {name}: {failure}"));
            }
            Err(message) => return Err(Diagnostic::new(name, message).into()),
        }
    }
    lines.push(format!("{} scenarios, {failed} failed\n", scenarios.len()));
    print(&lines.join("\n"))?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}

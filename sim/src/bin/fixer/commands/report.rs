//! `fixer report`: a result as one HTML file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fixer_sim::output::write_whole;
use fixer_sim::report::{REPORT, report};

use crate::failure::{Failure, print};

/// Make an HTML page of a result: one file that needs no network
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  fixer report fixer-out/matrix-1\n  fixer matrix my-decks/ --report")]
pub struct Args {
    /// The directory of a finished result
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    print(&format!("{}\n", write(&args.directory)?.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the report of a result into its directory and says where.
pub fn write(directory: &Path) -> Result<PathBuf, Failure> {
    if !directory.is_dir() {
        return Err(Failure::wrong(format!("{}: no such directory, expected that of a result", directory.display())));
    }
    let page = report(directory).map_err(|error| {
        Failure::wrong(error.to_string()).help("a run that was stopped goes on with --resume; then there is a report")
    })?;
    let path = directory.join(REPORT);
    write_whole(&path, page.as_bytes()).map_err(|error| Failure::io(&path, &error))?;
    Ok(path)
}

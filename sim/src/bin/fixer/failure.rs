//! How a command fails: one line that says what is wrong, at most one that helps, an exit code.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use fixer_core::diagnostics::Diagnostic;
use fixer_sim::execute::ExecuteError;
use fixer_sim::journal::JournalError;
use fixer_sim::output::OutputError;

/// The answer is no.
const NO: u8 = 1;

/// Wrong input or usage.
const WRONG: u8 = 2;

/// An internal fault.
pub const FAULT: u8 = 3;

/// Interrupted; what was finished is kept.
pub const INTERRUPTED: u8 = 130;

/// Why a command ends without its result.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    message: String,
    help: Option<String>,
}

impl Failure {
    /// Wrong input or usage.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self { code: WRONG, message: message.into(), help: None }
    }

    /// A fault of the program.
    pub fn fault(message: impl Into<String>) -> Self {
        Self { code: FAULT, message: message.into(), help: None }
    }

    /// The answer is no, with its reason.
    pub fn no(diagnostic: Diagnostic) -> Self {
        Self { code: NO, message: diagnostic.to_string(), help: diagnostic.help }
    }

    /// A file or directory that can't be used.
    pub fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::wrong(format!("{}: {error}", path.display()))
    }

    /// With a line of help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a line of help, if there is one.
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// What is wrong, for those who go on all the same.
    pub fn text(&self) -> String {
        one_line(&self.message)
    }

    /// Prints the lines.
    pub fn report(&self) -> ExitCode {
        let mut text = format!("error: {}\n", one_line(&self.message));
        if let Some(help) = &self.help {
            // Writing to a string can't fail.
            let _ = writeln!(text, "help: {}", one_line(help));
        }
        // Where standard error is closed there is nobody to tell.
        let _ = std::io::stderr().write_all(text.as_bytes());
        ExitCode::from(self.code)
    }
}

/// Everything in one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::wrong(diagnostic.to_string()).maybe_help(diagnostic.help)
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        let help = matches!(error, OutputError::Taken { .. })
            .then(|| "--resume goes on with a run that was stopped; results are never written over".to_owned());
        Self::wrong(error.to_string()).maybe_help(help)
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::wrong(error.to_string())
    }
}

impl From<ExecuteError> for Failure {
    fn from(error: ExecuteError) -> Self {
        Self::wrong(error.to_string())
    }
}

/// What clap says, in our form. Help and version are no failures.
pub fn of_usage(error: &clap::Error) -> Reply {
    if !error.use_stderr() {
        return Reply::Text(error.to_string());
    }
    let text = error.to_string();
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let message = paragraphs.first().copied().unwrap_or_default().trim_start_matches("error: ");
    let tip =
        paragraphs.iter().flat_map(|paragraph| paragraph.lines()).find_map(|line| line.trim().strip_prefix("tip: "));
    let usage = || {
        let line = text.lines().find_map(|line| line.trim().strip_prefix("Usage: "))?;
        let command: Vec<&str> =
            line.split_whitespace().take_while(|word| word.starts_with(char::is_lowercase)).collect();
        Some(format!("{} --help", command.join(" ")))
    };
    Reply::Failure(Failure::wrong(message).maybe_help(tip.map(str::to_owned).or_else(usage)))
}

/// The answer to a command line that starts no command.
pub enum Reply {
    /// Text that was asked for.
    Text(String),
    /// It was wrong.
    Failure(Failure),
}

impl Reply {
    /// Prints it.
    pub fn report(&self) -> ExitCode {
        match self {
            Self::Text(text) => print(text).map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS),
            Self::Failure(failure) => failure.report(),
        }
    }
}

/// Prints a result to standard output. That somebody has stopped reading is no failure.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::wrong(format!("standard output: {error}"))),
        _ => Ok(()),
    }
}

/// Prints a note to standard error.
pub fn note(text: &str) {
    // Notes are not results: where nobody reads them they are lost.
    let _ = writeln!(std::io::stderr(), "{text}");
}

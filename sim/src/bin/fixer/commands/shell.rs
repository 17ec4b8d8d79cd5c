//! `fixer completions` and `fixer man`: generated from the command line's own description.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::failure::{Failure, print};

/// Print the completions for a shell
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer completions bash > ~/.local/share/bash-completion/completions/fixer\n  fixer completions zsh > ~/.zfunc/_fixer"
)]
pub struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Print the manual page
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  fixer man | man -l -\n  fixer man matrix > fixer-matrix.1")]
pub struct ManArgs {
    /// The command whose page it is [default: fixer itself]
    pub command: Option<String>,
}

/// Runs `fixer completions`.
pub fn completions(args: &CompletionArgs) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "fixer", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `fixer man`.
pub fn man(args: &ManArgs) -> Result<ExitCode, Failure> {
    let mut all = crate::Cli::command();
    all.build();
    let page = match &args.command {
        None => all,
        Some(name) => {
            let names: Vec<String> = all.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            all.find_subcommand(name).cloned().ok_or_else(|| {
                let near = fixer_core::diagnostics::did_you_mean(name, names.iter().map(String::as_str));
                Failure::wrong(format!("no command `{name}`")).maybe_help(near)
            })?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut text)
        .map_err(|error| Failure::fault(format!("internal fault: the manual page: {error}")))?;
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

//! The `fixer` command: tests decks and agents of trading card games by playing them against each other.

mod agents;
mod carry_out;
mod commands;
mod failure;
mod fault;
mod grid;
mod lists;
mod options;
mod play;
mod progress;
mod shown;
mod stages;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Rules engine, search agent and tournament runner for trading card games
#[derive(Parser)]
#[command(name = "fixer", version, arg_required_else_help = false, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Without a command: `fixer sim`.\n\nExamples:\n  fixer\n  fixer sim arasaka-demo mercs-demo --games 20000\n  fixer matrix my-decks/ --games 2000"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    sim: commands::sim::Flags,
}

#[derive(Subcommand)]
enum Command {
    Sim(commands::sim::Args),
    Matrix(commands::matrix::Args),
    Ladder(commands::ladder::Args),
    Race(commands::race::Args),
    Tune(commands::tune::Args),
    Sprt(commands::sprt::Args),
    Rate(commands::rate::Args),
    Run(commands::run::Args),
    Merge(commands::merge::Args),
    Status(commands::status::Args),
    Deck(commands::deck::Args),
    Card(commands::card::Args),
    Cards(commands::cards::Args),
    Scenario(commands::scenario::Args),
    Replay(commands::replay::Args),
    Perft(commands::perft::Args),
    Bench(commands::bench::Args),
    Analyze(commands::analyze::Args),
    Fit(commands::fit::Args),
    Play(commands::play::Args),
    Report(commands::report::Args),
    Completions(commands::shell::CompletionArgs),
    Man(commands::shell::ManArgs),
}

fn main() -> ExitCode {
    fault::install();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::of_usage(&error).report(),
    };
    let done = match cli.command {
        None => commands::sim::run(commands::sim::Args { decks: Vec::new(), flags: cli.sim }),
        Some(Command::Sim(args)) => commands::sim::run(args),
        Some(Command::Matrix(args)) => commands::matrix::run(&args),
        Some(Command::Ladder(args)) => commands::ladder::run(&args),
        Some(Command::Race(args)) => commands::race::run(&args),
        Some(Command::Tune(args)) => commands::tune::run(&args),
        Some(Command::Sprt(args)) => commands::sprt::run(&args),
        Some(Command::Rate(args)) => commands::rate::run(&args),
        Some(Command::Run(args)) => commands::run::run(&args),
        Some(Command::Merge(args)) => commands::merge::run(&args),
        Some(Command::Status(args)) => commands::status::run(&args),
        Some(Command::Deck(args)) => commands::deck::run(&args),
        Some(Command::Card(args)) => commands::card::run(&args),
        Some(Command::Cards(args)) => commands::cards::run(&args),
        Some(Command::Scenario(args)) => commands::scenario::run(&args),
        Some(Command::Replay(args)) => commands::replay::run(&args),
        Some(Command::Perft(args)) => commands::perft::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Analyze(args)) => commands::analyze::run(&args),
        Some(Command::Fit(args)) => commands::fit::run(&args),
        Some(Command::Play(args)) => commands::play::run(&args),
        Some(Command::Report(args)) => commands::report::run(&args),
        Some(Command::Completions(args)) => commands::shell::completions(&args),
        Some(Command::Man(args)) => commands::shell::man(&args),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

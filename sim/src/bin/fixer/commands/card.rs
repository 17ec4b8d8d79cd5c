//! `fixer card`: a card's facts and what it does, in words made from its program.

use std::process::ExitCode;

use fixer_core::pool::CardId;
use fixer_sim::tournament::Tournament;

use crate::failure::{Failure, print};
use crate::lists;
use crate::options::{Data, of_game};

/// Show a card's facts and what it does
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer card mantis-blades\n  fixer card \"Corpo Security\" floor-it\n  fixer card --all\n  fixer card --game cascade thorn-widow"
)]
pub struct Args {
    /// Cards by id or name
    #[arg(value_name = "CARD", required_unless_present = "all", conflicts_with = "all")]
    pub names: Vec<String>,
    /// All cards
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub data: Data,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    of_game!(args.data.game, tell(args))
}

fn tell<T: Tournament>(args: &Args) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<T>(&args.data.cards)?;
    let cards: Vec<CardId> = if args.all {
        pool.iter().map(|(card, _)| card).collect()
    } else {
        let find =
            |name: &String| T::card(name, &pool).map_err(|(message, help)| Failure::wrong(message).maybe_help(help));
        args.names.iter().map(find).collect::<Result<_, _>>()?
    };
    let texts: Vec<String> = cards.into_iter().map(|card| T::describe(pool.get(card))).collect();
    print(&texts.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

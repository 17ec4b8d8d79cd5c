//! `fixer card`: a card's facts and what it does, in words made from its program.

use std::process::ExitCode;

use fixer_core::cyberpunk::cards::CardId;
use fixer_core::cyberpunk::deck::names::Names;
use fixer_core::cyberpunk::describe::describe;

use crate::failure::{Failure, print};
use crate::lists;
use crate::options::Data;

/// Show a card's facts and what it does
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer card mantis-blades\n  fixer card \"Corpo Security\" floor-it\n  fixer card --all"
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
    let pool = lists::cards(&args.data.cards)?;
    let names = Names::new(&pool);
    let cards: Vec<CardId> = if args.all {
        pool.iter().map(|(card, _)| card).collect()
    } else {
        let find = |name: &String| {
            names.find(name).map_err(|error| Failure::wrong(error.to_string()).maybe_help(error.help()))
        };
        args.names.iter().map(find).collect::<Result<_, _>>()?
    };
    let texts: Vec<String> = cards.into_iter().map(|card| describe(pool.get(card))).collect();
    print(&texts.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

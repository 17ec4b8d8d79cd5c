//! `fixer card`: a card's facts and what it does, in words made from its program.

use std::process::ExitCode;

use fixer_core::cascade;
use fixer_core::cyberpunk::cards::CardId;
use fixer_core::cyberpunk::deck::names::Names;
use fixer_core::cyberpunk::describe::describe;
use fixer_core::diagnostics::did_you_mean;

use crate::failure::{Failure, print};
use crate::lists;
use crate::options::{AnyData, AnyGame};

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
    pub data: AnyData,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let texts = match args.data.game {
        AnyGame::Cyberpunk => of_cyberpunk(args)?,
        AnyGame::Cascade => of_cascade(args)?,
    };
    print(&texts.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn of_cyberpunk(args: &Args) -> Result<Vec<String>, Failure> {
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
    Ok(cards.into_iter().map(|card| describe(pool.get(card))).collect())
}

fn of_cascade(args: &Args) -> Result<Vec<String>, Failure> {
    let pool = lists::cascade_cards(&args.data.cards)?;
    let cards: Vec<CardId> = if args.all {
        pool.iter().map(|(card, _)| card).collect()
    } else {
        let find = |name: &String| {
            let names = || pool.cards().iter().flat_map(|card| [card.id.as_str(), card.name.as_str()]);
            cascade::deck::find(name, &pool)
                .ok_or_else(|| Failure::wrong(format!("no card \"{name}\"")).maybe_help(did_you_mean(name, names())))
        };
        args.names.iter().map(find).collect::<Result<_, _>>()?
    };
    Ok(cards.into_iter().map(|card| cascade::describe::describe(pool.get(card))).collect())
}

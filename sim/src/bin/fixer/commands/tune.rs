//! `fixer tune`: improves a list card by card by measured exchanges.

mod report;
mod search;

use std::process::ExitCode;

use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::cyberpunk::cards::{CardId, CardPool};
use fixer_core::cyberpunk::deck::Deck;
use fixer_core::cyberpunk::deck::names::Names;

use crate::agents::agent;
use crate::failure::Failure;
use crate::lists;
use crate::options::{Output, Playing};
use crate::stages::{Parts, Stages};

/// Improve a list by measured exchanges of single cards, each with its interval
#[derive(clap::Args, Clone, Debug)]
#[command(
    // Runs in stages keep no games and have no page yet: what refuses both is `stages.rs`.
    mut_arg("record", |arg| arg.hide(true)),
    mut_arg("report", |arg| arg.hide(true)),
    after_help = "Legends stay. Every list that is tried meets the same deals as the others, which tells them apart with few games.\n\nExamples:\n  fixer tune my-deck.txt --against my-decks/\n  fixer tune my-deck.txt --against the-heist-starter sample-mercs --swaps 2 --keep floor-it"
)]
pub struct Args {
    /// The list: a file, `-` for standard input, or a built-in list
    #[arg(value_name = "DECK")]
    pub deck: String,
    /// The opponents
    #[arg(long, value_name = "DECK|DIR", num_args = 1.., required = true)]
    pub against: Vec<String>,
    /// At most so many exchanges
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub swaps: u32,
    /// Games against each opponent that confirm an exchange; choosing takes shares of it
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// A card that stays in the list; may be repeated
    #[arg(long, value_name = "CARD")]
    pub keep: Vec<String>,
    /// The agent of all decks
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub agent: String,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub output: Output,
}

/// What is tuned.
struct Task<'t> {
    pool: &'t CardPool,
    deck: &'t Deck,
    keep: &'t [CardId],
    rules: fixer_core::cyberpunk::deck::Rules,
    opponents: usize,
    /// Pairs against each opponent that confirm an exchange.
    confirm: u64,
    swaps: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    args.playing.data.cyberpunk_only("exchanges of cards are known")?;
    let pool = lists::cards::<Cyberpunk>(&args.playing.data.cards)?;
    let deck = lists::deck::<Cyberpunk>(&args.deck, &pool)?;
    let against = lists::decks::<Cyberpunk>(&args.against, &pool)?;
    lists::check::<Cyberpunk>(std::slice::from_ref(&deck), args.playing.rules, &pool)?;
    lists::check::<Cyberpunk>(&against, args.playing.rules, &pool)?;
    lists::all_different::<Cyberpunk>(&against, &pool)?;
    let keep = kept(&args.keep, &deck, &pool)?;
    let agent = agent::<Cyberpunk>(&args.agent, args.playing.cheating())?;
    let parts = Parts::<Cyberpunk> {
        command: "tune",
        pool: &pool,
        decks: std::slice::from_ref(&deck),
        against: &against,
        agent,
        keep: keep.iter().map(|&card| pool.get(card).id.clone()).collect(),
        numbers: vec![("swaps", u64::from(args.swaps)), ("games", args.games)],
    };
    let Some(mut stages) = Stages::open(parts, &args.playing, &args.output)? else { return Ok(ExitCode::SUCCESS) };
    let task = Task {
        pool: &pool,
        deck: &deck,
        keep: &keep,
        rules: args.playing.rules.unwrap_or(deck.rules),
        opponents: against.len(),
        confirm: fixer_sim::halving::whole_blocks(args.games.div_ceil(2)),
        swaps: args.swaps as usize,
    };
    match search::tune(&mut stages, &task) {
        Err(halt) => stages.halted(halt),
        Ok(tuned) => {
            let files = report::files(&task, &stages, &tuned);
            let text = report::text(&task, &stages, &tuned, args.output.printing.format);
            stages.finish(files, &text)
        }
    }
}

/// The cards that stay.
fn kept(names: &[String], deck: &Deck, pool: &CardPool) -> Result<Vec<CardId>, Failure> {
    let known = Names::new(pool);
    names
        .iter()
        .map(|name| {
            let card = known.find(name).map_err(|error| Failure::from(error.diagnostic("--keep")))?;
            if deck.cards.iter().any(|&(other, _)| other == card) {
                Ok(card)
            } else {
                Err(Failure::wrong(format!("--keep {name}: this card is not in {}", deck.id)))
            }
        })
        .collect()
}

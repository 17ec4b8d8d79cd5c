//! `fixer deck`: looks at deck lists: legality, contents, differences, other forms.

use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use fixer_core::cyberpunk::deck::read::Format as Form;
use fixer_core::cyberpunk::deck::{DeckId, Rules};
use fixer_core::pool::{CardId, CardPool, Definition};

use crate::failure::{Failure, print};
use crate::grid::{Format, Grid};
use crate::lists;
use crate::options::{Data, Printing, of_game};
use crate::shown::Shown;

/// Look at deck lists: legality, contents, differences, other forms
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  fixer deck check my-deck.txt\n  fixer deck show the-heist-starter\n  fixer deck convert my-deck.txt --to toml > my-deck.toml"
)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

/// Where cards come from and how things are printed.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    printing: Printing,
}

#[derive(Subcommand, Clone, Debug)]
enum Action {
    /// Name everything that is wrong with decks; exit code 1 if something is
    #[command(after_help = "Examples:\n  fixer deck check my-deck.txt\n  fixer deck check pool.txt --rules sealed")]
    Check {
        /// Decks: files, `-`, directories, built-in lists
        #[arg(value_name = "DECK", required = true)]
        decks: Vec<String>,
        /// The rules: constructed, sealed, demo or any [default: each deck's own]
        #[arg(long, value_name = "RULES")]
        rules: Option<Rules>,
        #[command(flatten)]
        common: Common,
    },
    /// Show a deck: its cards, curve, colours, RAM and tags
    #[command(
        after_help = "Examples:\n  fixer deck show the-heist-starter\n  fixer deck show my-deck.txt --format csv"
    )]
    Show {
        /// A file, `-`, or a built-in list
        #[arg(value_name = "DECK")]
        deck: String,
        #[command(flatten)]
        common: Common,
    },
    /// Compare two decks card by card
    #[command(
        after_help = "Examples:\n  fixer deck diff old.txt new.txt\n  fixer deck diff the-heist-starter my-heist.txt --format markdown"
    )]
    Diff {
        /// The one
        #[arg(value_name = "DECK_A")]
        a: String,
        /// The other
        #[arg(value_name = "DECK_B")]
        b: String,
        #[command(flatten)]
        common: Common,
    },
    /// Write a deck in another form
    #[command(
        after_help = "Examples:\n  fixer deck convert my-deck.txt --to json\n  pbpaste | fixer deck convert - --to toml"
    )]
    Convert {
        /// A file, `-`, or a built-in list
        #[arg(value_name = "DECK")]
        deck: String,
        /// The form
        #[arg(long, value_enum, default_value_t = To::Text)]
        to: To,
        #[command(flatten)]
        common: Common,
    },
    /// List the built-in decks
    #[command(after_help = "Examples:\n  fixer deck list\n  fixer deck list --format json")]
    List {
        #[command(flatten)]
        common: Common,
    },
}

/// The forms of a list.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum To {
    Text,
    Json,
    Toml,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (Action::Check { common, .. }
    | Action::Show { common, .. }
    | Action::Diff { common, .. }
    | Action::Convert { common, .. }
    | Action::List { common }) = &args.action;
    of_game!(common.data.game, look(&args.action, common))
}

fn look<T: Shown>(action: &Action, common: &Common) -> Result<ExitCode, Failure> {
    let pool = lists::cards::<T>(&common.data.cards)?;
    let deck = |name: &String| lists::deck::<T>(name, &pool);
    let format = common.printing.format;
    let text = match action {
        Action::Check { decks, rules, .. } => return check::<T>(decks, *rules, &pool, format),
        Action::Show { deck: name, .. } => show::<T>(&deck(name)?, &pool, format),
        Action::Diff { a, b, .. } => diff::<T>([&deck(a)?, &deck(b)?], &pool, format),
        Action::Convert { deck: name, to, .. } => {
            let form = match to {
                To::Text => Form::Text,
                To::Json => Form::Json,
                To::Toml => Form::Toml,
            };
            let written = T::written(&deck(name)?, &pool, form);
            written.ok_or_else(|| Failure::wrong(format!("--to: lists of {} are text or toml", T::NAME)))?
        }
        Action::List { .. } => list::<T>(&pool, format)?,
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn check<T: Shown>(
    names: &[String],
    rules: Option<Rules>,
    pool: &CardPool<T::Card>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let decks = lists::decks::<T>(names, pool)?;
    let mut grid = Grid::new(["deck", "rules", "legal", "rule", "what"]);
    let mut legal = true;
    for deck in &decks {
        let rules = rules.unwrap_or_else(|| T::rules(deck));
        let found = lists::breaches::<T>(deck, pool, rules)?;
        legal &= found.is_empty();
        if found.is_empty() {
            grid.row([T::deck_name(deck), rules.word(), "yes", "", ""]);
        }
        for wrong in found {
            let rule = wrong.rule.unwrap_or_default();
            grid.row([T::deck_name(deck), rules.word(), "no", rule, &wrong.message]);
        }
    }
    print(&grid.show(format))?;
    Ok(if legal { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// All cards of a deck, those beside it first, with the part they stand in.
fn parts<T: Shown>(deck: &T::Deck) -> Vec<(&'static str, CardId, u8)> {
    let beside = T::beside(deck).iter().map(|&card| (T::BESIDE, card, 1));
    let main = T::main(deck).iter().map(|&(card, copies)| ("main", card, copies));
    let side = T::sideboard(deck).iter().map(|&(card, copies)| ("sideboard", card, copies));
    beside.chain(main).chain(side).collect()
}

fn show<T: Shown>(deck: &T::Deck, pool: &CardPool<T::Card>, format: Format) -> String {
    let mut grid = Grid::new(["part", "copies", "card", "name"].into_iter().chain(T::FACTS.iter().copied()));
    for (part, card, copies) in parts::<T>(deck) {
        let card = pool.get(card);
        let first = [part.to_owned(), copies.to_string(), card.id().to_owned(), T::name(card)];
        grid.row(first.into_iter().chain(T::facts(card)));
    }
    if matches!(format, Format::Csv | Format::Json) {
        return grid.show(format);
    }
    let size: usize = T::main(deck).iter().map(|&(_, copies)| usize::from(copies)).sum();
    let id = DeckId(T::deck_hash(deck, pool));
    let mut text = format!("{} · {size} cards · {} · id {id}\n\n", T::title(deck), T::rules(deck));
    text += &grid.show(format);
    text += "\n";
    text += &T::summary(deck, pool);
    text
}

fn diff<T: Shown>(decks: [&T::Deck; 2], pool: &CardPool<T::Card>, format: Format) -> String {
    let count = |deck: &T::Deck, wanted: (&str, CardId)| -> i32 {
        parts::<T>(deck)
            .iter()
            .filter(|(part, card, _)| (*part, *card) == wanted)
            .map(|&(_, _, copies)| i32::from(copies))
            .sum()
    };
    let mut cards: Vec<(&str, CardId)> = Vec::new();
    for (part, card, _) in decks.iter().flat_map(|deck| parts::<T>(deck)) {
        if !cards.contains(&(part, card)) {
            cards.push((part, card));
        }
    }
    let mut grid = Grid::new(["part", "card", "name", "a", "b", "change"]);
    for key in cards {
        let [a, b] = decks.map(|deck| count(deck, key));
        if a != b {
            let card = pool.get(key.1);
            grid.row([
                key.0.to_owned(),
                card.id().to_owned(),
                T::name(card),
                a.to_string(),
                b.to_string(),
                format!("{:+}", b - a),
            ]);
        }
    }
    if grid.is_empty() && !matches!(format, Format::Csv | Format::Json) {
        return "the same cards\n".into();
    }
    grid.show(format)
}

fn list<T: Shown>(pool: &CardPool<T::Card>, format: Format) -> Result<String, Failure> {
    let mut grid = Grid::new(["deck", "name", "rules", "kind", "date", "cards", "deck_id"]);
    for id in T::builtin() {
        let deck = T::builtin_deck(id, pool)?;
        let [kind, date] = T::source(&deck);
        let size: usize = T::main(&deck).iter().map(|&(_, copies)| usize::from(copies)).sum();
        grid.row([
            T::deck_name(&deck).to_owned(),
            T::title(&deck).to_owned(),
            T::rules(&deck).to_string(),
            kind,
            date,
            size.to_string(),
            DeckId(T::deck_hash(&deck, pool)).to_string(),
        ]);
    }
    Ok(grid.show(format))
}

//! `fixer deck`: looks at deck lists: legality, contents, differences, other forms.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use fixer_core::cyberpunk::cards::{CardId, CardPool, CardType};
use fixer_core::cyberpunk::deck::legality::{ram_limit, violations};
use fixer_core::cyberpunk::deck::read::Format as Form;
use fixer_core::cyberpunk::deck::write::write;
use fixer_core::cyberpunk::deck::{Deck, Rules, builtin};
use fixer_core::cyberpunk::effect::Color;

use crate::failure::{Failure, print};
use crate::grid::{Format, Grid};
use crate::lists;
use crate::options::{Data, Printing};

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
pub fn run(args: Args) -> Result<ExitCode, Failure> {
    match args.action {
        Action::Check { decks, rules, common } => check(&decks, rules, &common),
        Action::Show { deck, common } => {
            let pool = pool(&common)?;
            print(&show(&lists::deck(&deck, &pool)?, &pool, common.printing.format))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Diff { a, b, common } => {
            let pool = pool(&common)?;
            print(&diff([&lists::deck(&a, &pool)?, &lists::deck(&b, &pool)?], &pool, common.printing.format))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Convert { deck, to, common } => {
            let pool = pool(&common)?;
            let form = match to {
                To::Text => Form::Text,
                To::Json => Form::Json,
                To::Toml => Form::Toml,
            };
            print(&write(&lists::deck(&deck, &pool)?, &pool, form))?;
            Ok(ExitCode::SUCCESS)
        }
        Action::List { common } => list(&common),
    }
}

fn pool(common: &Common) -> Result<CardPool, Failure> {
    let files: &[PathBuf] = &common.data.cards;
    lists::cards(files)
}

fn check(names: &[String], rules: Option<Rules>, common: &Common) -> Result<ExitCode, Failure> {
    let pool = pool(common)?;
    let decks = lists::decks(names, &pool)?;
    let mut grid = Grid::new(["deck", "rules", "legal", "rule", "what"]);
    let mut legal = true;
    for deck in &decks {
        let rules = rules.unwrap_or(deck.rules);
        let found = violations(deck, &pool, rules);
        legal &= found.is_empty();
        if found.is_empty() {
            grid.row([deck.id.as_str(), rules.word(), "yes", "", ""]);
        }
        for wrong in found {
            grid.row([deck.id.as_str(), rules.word(), "no", wrong.rule.unwrap_or_default(), &wrong.message]);
        }
    }
    print(&grid.show(common.printing.format))?;
    Ok(if legal { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// All cards of a deck, Legends first, with the part they stand in.
fn parts(deck: &Deck) -> Vec<(&'static str, CardId, u8)> {
    let legends = deck.legends.iter().map(|&card| ("legend", card, 1));
    let main = deck.cards.iter().map(|&(card, copies)| ("main", card, copies));
    let side = deck.sideboard.iter().map(|&(card, copies)| ("sideboard", card, copies));
    legends.chain(main).chain(side).collect()
}

fn show(deck: &Deck, pool: &CardPool, format: Format) -> String {
    let mut grid = Grid::new(["part", "copies", "card", "name", "type", "color", "cost", "power", "ram"]);
    for (part, card, copies) in parts(deck) {
        let card = pool.get(card);
        grid.row([
            part.to_owned(),
            copies.to_string(),
            card.id.clone(),
            card.full_name(),
            card.kind.word().to_owned(),
            format!("{:?}", card.color),
            card.cost.map_or_else(String::new, |cost| cost.to_string()),
            card.power.map_or_else(String::new, |power| power.to_string()),
            card.ram.to_string(),
        ]);
    }
    if matches!(format, Format::Csv | Format::Json) {
        return grid.show(format);
    }
    let mut text = format!("{} · {} cards · {} · id {}\n\n", deck.name, deck.size(), deck.rules, deck.deck_id(pool));
    text += &grid.show(format);
    text += "\n";
    text += &curve(deck, pool);
    text += &counts(deck, pool);
    text
}

/// The main deck's cards by cost, as bars.
fn curve(deck: &Deck, pool: &CardPool) -> String {
    let mut by_cost: BTreeMap<Option<u8>, usize> = BTreeMap::new();
    for &(card, copies) in &deck.cards {
        *by_cost.entry(pool.get(card).cost).or_default() += usize::from(copies);
    }
    let line = |(cost, count): (&Option<u8>, &usize)| {
        let cost = cost.map_or_else(|| "-".to_owned(), |cost| cost.to_string());
        format!("cost {cost:>2}  {:<2} {}\n", count, "#".repeat(*count))
    };
    by_cost.iter().map(line).collect()
}

/// Types, colours with the RAM they need and have, tags.
fn counts(deck: &Deck, pool: &CardPool) -> String {
    let copies = |wanted: &dyn Fn(CardId) -> bool| -> usize {
        deck.cards.iter().filter(|(card, _)| wanted(*card)).map(|&(_, copies)| usize::from(copies)).sum()
    };
    let mut text = String::from("\n");
    let kinds = [CardType::Unit, CardType::Gear, CardType::Program]
        .map(|kind| format!("{} {}", copies(&|card| pool.get(card).kind == kind), kind.word()));
    let _ = writeln!(text, "types: {}; {} with a Sell Tag", kinds.join(", "), copies(&|card| pool.get(card).sell));
    for color in [Color::Red, Color::Yellow, Color::Green, Color::Blue] {
        let count = copies(&|card| pool.get(card).color == color);
        let needed = deck
            .cards
            .iter()
            .map(|&(card, _)| pool.get(card))
            .filter(|card| card.color == color)
            .map(|card| card.ram)
            .max();
        let limit = ram_limit(deck, pool, color);
        if count > 0 || limit > 0 {
            let _ = writeln!(text, "{color:?}: {count} cards, RAM {} of {limit}", needed.unwrap_or(0));
        }
    }
    let mut tags: BTreeMap<&str, usize> = BTreeMap::new();
    for &(card, copies) in &deck.cards {
        for tag in &pool.get(card).tags {
            *tags.entry(tag).or_default() += usize::from(copies);
        }
    }
    let mut tags: Vec<(&str, usize)> = tags.into_iter().collect();
    tags.sort_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(y.0)));
    let tags: Vec<String> = tags.into_iter().map(|(tag, count)| format!("{tag} {count}")).collect();
    let _ = writeln!(text, "tags: {}", tags.join(", "));
    text
}

fn diff(decks: [&Deck; 2], pool: &CardPool, format: Format) -> String {
    let count = |deck: &Deck, wanted: (&str, CardId)| -> i32 {
        parts(deck)
            .iter()
            .filter(|(part, card, _)| (*part, *card) == wanted)
            .map(|&(_, _, copies)| i32::from(copies))
            .sum()
    };
    let mut cards: Vec<(&str, CardId)> = Vec::new();
    for (part, card, _) in decks.iter().flat_map(|deck| parts(deck)) {
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
                card.id.clone(),
                card.full_name(),
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

fn list(common: &Common) -> Result<ExitCode, Failure> {
    let pool = pool(common)?;
    let mut grid = Grid::new(["deck", "name", "rules", "kind", "date", "cards", "deck_id"]);
    for deck in builtin::builtin_decks(&pool)? {
        let fact = |fact: &Option<String>| fact.clone().unwrap_or_default();
        grid.row([
            deck.id.clone(),
            deck.name.clone(),
            deck.rules.to_string(),
            fact(&deck.kind),
            fact(&deck.date),
            deck.size().to_string(),
            deck.deck_id(&pool).to_string(),
        ]);
    }
    print(&grid.show(common.printing.format))?;
    Ok(ExitCode::SUCCESS)
}

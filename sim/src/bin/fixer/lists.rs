//! Cards, decks and scenarios that the command line names: files, standard input, built-in lists, directories.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use fixer_core::cyberpunk::Cyberpunk;
use fixer_core::cyberpunk::deck::{DeckId, Rules};
use fixer_core::diagnostics::Diagnostic;
use fixer_core::pool::{CardPool, Definition};
use fixer_core::rulebook::Rulebook;
use fixer_sim::plan::DeckEntry;
use fixer_sim::tournament::{Breach, Tournament};

use crate::failure::{Failure, note};

/// No deck or card file is larger.
const LARGEST_FILE: u64 = 16 << 20;

/// Files that lie beside scenarios and are none.
const NO_SCENARIOS: [&str; 2] = ["rules-without-play.toml", "mutants.toml"];

/// How the names of game records end.
pub const RECORD: &str = ".game.toml";

/// The built-in cards and those of more files.
pub fn cards<T: Tournament>(files: &[PathBuf]) -> Result<CardPool<T::Card>, Failure> {
    let mut pool = T::builtin_cards();
    for path in files {
        pool.extend(&path.to_string_lossy(), &text_of(path)?)?;
    }
    if !files.is_empty() {
        for warning in T::warnings(&pool) {
            note(&format!("warning: {warning}"));
        }
    }
    Ok(pool)
}

/// The text of a file.
pub fn text_of(path: &Path) -> Result<String, Failure> {
    let metadata = fs::metadata(path).map_err(|error| Failure::io(path, &error))?;
    if metadata.is_dir() {
        return Err(Failure::wrong(format!("{}: this is a directory, expected a file", path.display())));
    }
    // A pipe or a device has no length beforehand: what is read counts.
    let file = fs::File::open(path).map_err(|error| Failure::io(path, &error))?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| Failure::io(path, &error))?;
    text_in(&path.to_string_lossy(), bytes)
}

/// The text in what was read.
fn text_in(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Failure::wrong(format!("{name}: larger than 16 MiB, expected a short text")));
    }
    String::from_utf8(bytes).map_err(|_| Failure::wrong(format!("{name}: no UTF-8 text, expected one")))
}

/// A deck by the name of a file, `-` for standard input, or the id of a built-in list.
pub fn deck<T: Tournament>(name: &str, pool: &CardPool<T::Card>) -> Result<T::Deck, Failure> {
    if name == "-" {
        let mut bytes = Vec::new();
        let read_in = std::io::stdin().take(LARGEST_FILE + 1).read_to_end(&mut bytes);
        read_in.map_err(|error| Failure::wrong(format!("standard input: {error}")))?;
        return Ok(T::read_deck("stdin", &text_in("stdin", bytes)?, pool)?);
    }
    let path = Path::new(name);
    if path.exists() {
        return Ok(T::read_deck(name, &text_of(path)?, pool)?);
    }
    // Written in any case.
    if let Some(id) = T::builtin().into_iter().find(|id| id.eq_ignore_ascii_case(name)) {
        return Ok(T::builtin_deck(id, pool)?);
    }
    let game = if T::NAME == Cyberpunk::NAME { String::new() } else { format!(" --game {}", T::NAME) };
    let listed = Diagnostic::new(name, "no such file and no built-in deck of this name")
        .with_help(format!("`fixer deck list{game}` shows the built-in decks"));
    Err(listed.near(name, T::builtin()).into())
}

/// The scenario files of a path, in the order of their names.
pub fn scenarios(path: &Path, out: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        out.push(path.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(|error| Failure::io(path, &error))?;
    let mut inside = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| Failure::io(path, &error))?;
    inside.sort();
    for path in inside {
        let named = |name: &&str| path.ends_with(name);
        let record = path.to_string_lossy().ends_with(RECORD);
        let toml = path.extension().is_some_and(|ending| ending == "toml");
        let scenario = toml && !record && !NO_SCENARIOS.iter().any(named);
        if path.is_dir() || scenario {
            scenarios(&path, out)?;
        }
    }
    Ok(())
}

/// The decks that a list of names means: a directory stands for the deck files in it, in the order of their names.
pub fn decks<T: Tournament>(names: &[String], pool: &CardPool<T::Card>) -> Result<Vec<T::Deck>, Failure> {
    let mut all = Vec::new();
    for name in names {
        if Path::new(name).is_dir() {
            all.extend(directory::<T>(Path::new(name), pool)?);
        } else {
            all.push(deck::<T>(name, pool)?);
        }
    }
    Ok(all)
}

/// All decks in a directory.
fn directory<T: Tournament>(path: &Path, pool: &CardPool<T::Card>) -> Result<Vec<T::Deck>, Failure> {
    let io = |error: std::io::Error| Failure::io(path, &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(io)? {
        let file = entry.map_err(io)?.path();
        let is_deck = file
            .extension()
            .is_some_and(|ending| ["txt", "toml", "json", "deck", "dek"].iter().any(|known| ending == *known));
        if file.is_file() && is_deck {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::wrong(format!(
            "{}: no deck in this directory, expected .txt, .toml or .json files",
            path.display()
        )));
    }
    files.iter().map(|file| deck::<T>(&file.to_string_lossy(), pool)).collect()
}

/// What a deck breaks under some rules.
pub fn breaches<T: Tournament>(deck: &T::Deck, pool: &CardPool<T::Card>, rules: Rules) -> Result<Vec<Breach>, Failure> {
    T::breaches(deck, pool, rules)
        .ok_or_else(|| Failure::wrong(format!("--rules {rules}: {} has no such rules of deck construction", T::NAME)))
}

/// Checks that decks may be played: by `rules`, or each by its own.
pub fn check<T: Tournament>(decks: &[T::Deck], rules: Option<Rules>, pool: &CardPool<T::Card>) -> Result<(), Failure> {
    for deck in decks {
        let name = T::deck_name(deck);
        let rules = rules.unwrap_or_else(|| T::rules(deck));
        let found = breaches::<T>(deck, pool, rules)?;
        if let Some(Breach { rule, message }) = found.first() {
            let first = rule.map_or_else(|| message.clone(), |rule| format!("{message} ({rule})"));
            let more = match found.len() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            // Without rules of construction, what is left are cards that can't be played at all.
            return Err(if rules == Rules::Any {
                Failure::wrong(format!("{name}: {first}{more}")).help("`fixer deck check` names everything")
            } else {
                Failure::wrong(format!("{name}: illegal as a {rules} deck: {first}{more}"))
                    .help("`fixer deck check` names everything that is wrong with it; --rules any plays it as it is")
            });
        }
        if !T::sideboard(deck).is_empty() {
            note(&format!("note: the sideboard of {name} is left aside"));
        }
    }
    Ok(())
}

/// Checks that no list is there twice: it would be counted twice.
pub fn all_different<T: Tournament>(decks: &[T::Deck], pool: &CardPool<T::Card>) -> Result<(), Failure> {
    for (number, deck) in decks.iter().enumerate() {
        let hash = T::deck_hash(deck, pool);
        if let Some(same) = decks[..number].iter().find(|other| T::deck_hash(other, pool) == hash) {
            let [same, deck] = [same, deck].map(T::deck_name);
            return Err(Failure::wrong(if same == deck {
                format!("{deck} is there twice; expected different lists")
            } else {
                format!("{same} and {deck} are the same list; expected different ones")
            }));
        }
    }
    Ok(())
}

/// Decks as a plan holds them. Lists that share a name get numbers.
pub fn entries<T: Tournament>(decks: &[T::Deck], pool: &CardPool<T::Card>) -> Vec<DeckEntry> {
    let mut entries: Vec<DeckEntry> = Vec::new();
    for deck in decks {
        let mut name = T::deck_name(deck).to_owned();
        let mut number = 1;
        while entries.iter().any(|known| known.name == name) {
            number += 1;
            name = format!("{}~{number}", T::deck_name(deck));
        }
        entries.push(entry::<T>(name, deck, pool));
    }
    entries
}

/// A deck as a plan holds it, under a name.
pub fn entry<T: Tournament>(name: String, deck: &T::Deck, pool: &CardPool<T::Card>) -> DeckEntry {
    let hash = DeckId(T::deck_hash(deck, pool));
    let id = |card| pool.get(card).id().to_owned();
    DeckEntry {
        name,
        id: hash.to_string(),
        hash: format!("{:016x}", hash.0),
        base: None,
        rules: T::rules(deck).to_string(),
        legends: T::beside(deck).iter().map(|&card| id(card)).collect(),
        cards: T::main(deck).iter().map(|&(card, copies)| (id(card), copies)).collect(),
    }
}

/// The deck that a plan holds.
pub fn of_entry<T: Tournament>(entry: &DeckEntry, file: &str, pool: &CardPool<T::Card>) -> Result<T::Deck, Failure> {
    let find = |id: &String| {
        pool.find(id).ok_or_else(|| {
            Failure::wrong(format!("{file}: deck {} needs the card `{id}`, which is not in the card data", entry.name))
        })
    };
    let rules = entry.rules.parse().map_err(|error| Failure::wrong(format!("{file}: deck {}: {error}", entry.name)))?;
    let beside = entry.legends.iter().map(find).collect::<Result<_, _>>()?;
    let cards = entry.cards.iter().map(|(id, copies)| Ok((find(id)?, *copies))).collect::<Result<_, Failure>>()?;
    let deck = T::with_rules(T::list(pool, &entry.name, beside, cards), rules);
    if format!("{:016x}", T::deck_hash(&deck, pool)) != entry.hash {
        return Err(Failure::wrong(format!(
            "{file}: the list of deck {} does not have the hash {}",
            entry.name, entry.hash
        )));
    }
    Ok(deck)
}

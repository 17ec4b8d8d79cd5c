//! Cards, decks and scenarios that the command line names: files, standard input, built-in lists, directories.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use fixer_core::cascade;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::legality::violations;
use fixer_core::cyberpunk::deck::read::read;
use fixer_core::cyberpunk::deck::{Deck, Rules, builtin};
use fixer_core::diagnostics::Diagnostic;
use fixer_sim::plan::DeckEntry;

use crate::failure::{Failure, note};

/// No deck or card file is larger.
const LARGEST_FILE: u64 = 16 << 20;

/// Files that lie beside scenarios and are none.
const NO_SCENARIOS: [&str; 2] = ["rules-without-play.toml", "mutants.toml"];

/// How the names of game records end.
pub const RECORD: &str = ".game.toml";

/// The built-in cards and those of more files.
pub fn cards(files: &[PathBuf]) -> Result<CardPool, Failure> {
    let mut pool = CardPool::builtin();
    for path in files {
        pool.extend(&path.to_string_lossy(), &text_of(path)?)?;
    }
    if !files.is_empty() {
        for warning in pool.warnings() {
            note(&format!("warning: {warning}"));
        }
    }
    Ok(pool)
}

/// The same of Cascade.
pub fn cascade_cards(files: &[PathBuf]) -> Result<cascade::cards::CardPool, Failure> {
    let mut pool = cascade::cards::CardPool::builtin();
    for path in files {
        pool.extend(&path.to_string_lossy(), &text_of(path)?)?;
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
pub fn deck(name: &str, pool: &CardPool) -> Result<Deck, Failure> {
    if name == "-" {
        let mut bytes = Vec::new();
        let read_in = std::io::stdin().take(LARGEST_FILE + 1).read_to_end(&mut bytes);
        read_in.map_err(|error| Failure::wrong(format!("standard input: {error}")))?;
        return Ok(read("stdin", &text_in("stdin", bytes)?, pool)?);
    }
    let path = Path::new(name);
    if path.exists() {
        return Ok(read(name, &text_of(path)?, pool)?);
    }
    if let Some(id) = known(name) {
        return Ok(builtin::builtin_deck(id, pool)?);
    }
    let ids = builtin::BUILTIN.iter().map(|(id, _)| *id);
    let listed = Diagnostic::new(name, "no such file and no built-in deck of this name")
        .with_help("`fixer deck list` shows the built-in decks");
    Err(listed.near(name, ids).into())
}

/// The id of a built-in deck, written in any case.
fn known(name: &str) -> Option<&'static str> {
    builtin::BUILTIN.iter().map(|(id, _)| *id).find(|id| id.eq_ignore_ascii_case(name))
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
pub fn decks(names: &[String], pool: &CardPool) -> Result<Vec<Deck>, Failure> {
    let mut all = Vec::new();
    for name in names {
        if Path::new(name).is_dir() {
            all.extend(directory(Path::new(name), pool)?);
        } else {
            all.push(deck(name, pool)?);
        }
    }
    Ok(all)
}

/// All decks in a directory.
fn directory(path: &Path, pool: &CardPool) -> Result<Vec<Deck>, Failure> {
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
    files.iter().map(|file| deck(&file.to_string_lossy(), pool)).collect()
}

/// Checks that decks may be played: by `rules`, or each by its own.
pub fn check(decks: &[Deck], rules: Option<Rules>, pool: &CardPool) -> Result<(), Failure> {
    for deck in decks {
        let rules = rules.unwrap_or(deck.rules);
        let found = violations(deck, pool, rules);
        if let Some(first) = found.first() {
            let more = match found.len() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            // Without rules of construction, what is left are cards that can't be played at all.
            return Err(if rules == Rules::Any {
                Failure::wrong(format!("{}: {first}{more}", deck.id)).help("`fixer deck check` names everything")
            } else {
                Failure::wrong(format!("{}: illegal as a {rules} deck: {first}{more}", deck.id))
                    .help("`fixer deck check` names everything that is wrong with it; --rules any plays it as it is")
            });
        }
        if !deck.sideboard.is_empty() {
            note(&format!("note: the sideboard of {} is left aside", deck.id));
        }
    }
    Ok(())
}

/// Checks that no list is there twice: it would be counted twice.
pub fn all_different(decks: &[Deck], pool: &CardPool) -> Result<(), Failure> {
    for (number, deck) in decks.iter().enumerate() {
        if let Some(same) = decks[..number].iter().find(|other| other.deck_id(pool) == deck.deck_id(pool)) {
            return Err(Failure::wrong(if same.id == deck.id {
                format!("{} is there twice; expected different lists", deck.id)
            } else {
                format!("{} and {} are the same list; expected different ones", same.id, deck.id)
            }));
        }
    }
    Ok(())
}

/// Decks as a plan holds them. Lists that share a name get numbers.
pub fn entries(decks: &[Deck], pool: &CardPool) -> Vec<DeckEntry> {
    let mut entries: Vec<DeckEntry> = Vec::new();
    for deck in decks {
        let mut name = deck.id.clone();
        let mut number = 1;
        while entries.iter().any(|known| known.name == name) {
            number += 1;
            name = format!("{}~{number}", deck.id);
        }
        entries.push(entry(name, deck, pool));
    }
    entries
}

/// A deck as a plan holds it, under a name.
pub fn entry(name: String, deck: &Deck, pool: &CardPool) -> DeckEntry {
    let id = deck.deck_id(pool);
    DeckEntry {
        name,
        id: id.to_string(),
        hash: format!("{:016x}", id.0),
        base: None,
        rules: deck.rules.to_string(),
        legends: deck.legends.iter().map(|&card| pool.get(card).id.clone()).collect(),
        cards: deck.cards.iter().map(|&(card, copies)| (pool.get(card).id.clone(), copies)).collect(),
    }
}

/// The deck that a plan holds.
pub fn of_entry(entry: &DeckEntry, file: &str, pool: &CardPool) -> Result<Deck, Failure> {
    let find = |id: &String| {
        pool.find(id).ok_or_else(|| {
            Failure::wrong(format!("{file}: deck {} needs the card `{id}`, which is not in the card data", entry.name))
        })
    };
    let rules = entry.rules.parse().map_err(|error| Failure::wrong(format!("{file}: deck {}: {error}", entry.name)))?;
    let deck = Deck {
        id: entry.name.clone(),
        name: entry.name.clone(),
        rules,
        legends: entry.legends.iter().map(find).collect::<Result<_, _>>()?,
        cards: entry.cards.iter().map(|(id, copies)| Ok((find(id)?, *copies))).collect::<Result<_, Failure>>()?,
        ..Deck::default()
    };
    let id = deck.deck_id(pool);
    if format!("{:016x}", id.0) != entry.hash {
        return Err(Failure::wrong(format!(
            "{file}: the list of deck {} does not have the hash {}",
            entry.name, entry.hash
        )));
    }
    Ok(deck)
}

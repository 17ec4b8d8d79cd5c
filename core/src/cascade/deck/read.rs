//! Reading lists: lines `COPIES CARD` as people write them, or the project's TOML.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::super::cards::{CardId, CardPool};
use super::Deck;
use crate::diagnostics::Diagnostic;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Option<String>,
    leader: Spanned<String>,
    cards: Vec<Spanned<String>>,
}

/// Reads a list. Cards go by id or name; in a text a line is `COPIES CARD` or `CARD` alone, and `#` begins a remark.
///
/// # Errors
/// The first line that can't be read, or whose card is unknown.
pub fn read(file: &str, text: &str, pool: &CardPool) -> Result<Deck, Diagnostic> {
    let id = Path::new(file).file_stem().map_or(file.into(), |stem| stem.to_string_lossy().into_owned());
    let mut deck = Deck { name: id.clone(), id, ..Deck::default() };
    let is_toml = text.lines().any(|line| line.trim_start().starts_with("leader") && line.contains('='));
    if is_toml {
        let list: File = toml::from_str(text).map_err(|error| Diagnostic::from_toml(file, text, &error))?;
        deck.name = list.name.unwrap_or(deck.name);
        for line in std::iter::once(&list.leader).chain(&list.cards) {
            let fault = |wrong: Diagnostic| wrong.at_offset(text, line.span().start);
            let (card, copies) = entry(file, line.get_ref(), pool).map_err(fault)?;
            deck.add(pool, card, copies);
        }
    } else {
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let (card, copies) = entry(file, line, pool).map_err(|wrong| wrong.on_line(at as u32 + 1))?;
                deck.add(pool, card, copies);
            }
        }
    }
    if deck.leaders.is_empty() && deck.cards.is_empty() {
        return Err(Diagnostic::new(file, "the list is empty; expected lines like `3 pike-recruit`"));
    }
    Ok(deck)
}

fn entry(file: &str, line: &str, pool: &CardPool) -> Result<(CardId, u8), Diagnostic> {
    let (copies, name) = match line.split_once(char::is_whitespace) {
        Some((first, rest)) if first.trim_end_matches('x').chars().all(|c| c.is_ascii_digit()) => {
            let copies = first.trim_end_matches('x').parse().ok().filter(|copies| (1..=63).contains(copies));
            let message = || format!("`{first}` is no number of copies, expected 1 to 63");
            (copies.ok_or_else(|| Diagnostic::new(file, message()))?, rest.trim())
        }
        _ => (1, line),
    };
    find(name, pool).map(|card| (card, copies)).ok_or_else(|| {
        let names = pool.cards().iter().flat_map(|card| [card.id.as_str(), card.name.as_str()]);
        Diagnostic::new(file, format!("no card \"{name}\"")).near(name, names)
    })
}

/// The card that somebody means: by id, or by name whatever its case.
pub fn find(name: &str, pool: &CardPool) -> Option<CardId> {
    pool.find(name).or_else(|| pool.iter().find(|(_, card)| card.name.eq_ignore_ascii_case(name)).map(|(id, _)| id))
}

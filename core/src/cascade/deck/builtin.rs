//! The lists that come with the program.

use super::super::cards::CardPool;
use super::{Deck, read};
use crate::diagnostics::Diagnostic;

/// The id and the text of each built-in list.
pub const BUILTIN: [(&str, &str); 2] = [
    ("ember-march", include_str!("../../../data/cascade/decks/ember-march.toml")),
    ("stone-and-tide", include_str!("../../../data/cascade/decks/stone-and-tide.toml")),
];

/// All built-in lists.
///
/// # Errors
/// If `pool` lacks a card that one of them needs: it is not the built-in pool or one that extends it.
pub fn builtin_decks(pool: &CardPool) -> Result<Vec<Deck>, Diagnostic> {
    BUILTIN.iter().map(|(id, _)| builtin_deck(id, pool)).collect()
}

/// The built-in list with this id.
///
/// # Errors
/// No list has this id (the help names near ones), or `pool` lacks one of its cards.
pub fn builtin_deck(id: &str, pool: &CardPool) -> Result<Deck, Diagnostic> {
    match BUILTIN.iter().find(|known| known.0 == id) {
        Some((id, text)) => read(&format!("data/cascade/decks/{id}.toml"), text, pool),
        None => Err(Diagnostic::new(id, "no file and no built-in deck of this name")
            .near(id, BUILTIN.iter().map(|known| known.0))),
    }
}

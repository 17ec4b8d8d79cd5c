//! The lists that come with the program: the two retail starters, the demo lists, and what others played.

use super::super::cards::CardPool;
use super::Deck;
use super::names::Names;
use super::read::read_with;
use crate::diagnostics::Diagnostic;

/// Names the list and takes in its file.
macro_rules! lists {
    ($($id:literal),* $(,)?) => {
        [$(($id, include_str!(concat!("../../../data/cyberpunk/decks/", $id, ".toml")))),*]
    };
}

/// The id and the text of each built-in list: starters, demos, then the others.
pub const BUILTIN: [(&str, &str); 25] = lists![
    "the-heist-starter",
    "embracing-power-starter",
    "arasaka-demo",
    "mercs-demo",
    "bbg-judy-reference",
    "sample-arasaka",
    "sample-corpos",
    "sample-fixers",
    "sample-gangers",
    "sample-mercs",
    "sample-netrunners",
    "sample-nomads",
    "sample-ripperdocs",
    "community-bbg-meta",
    "community-gear-5",
    "community-control-alt-placide",
    "community-yyr-go-brrrr",
    "community-placide-ramp-yyb",
    "community-gb-gear-unit",
    "community-adam-smash",
    "community-tempo-ggr",
    "community-ggr-value-pairs",
    "community-br-bd",
    "community-chippin-in-rgy",
    "community-blue-green-control",
];

/// The two retail starters, which a match-up without decks plays.
pub const STARTERS: [&str; 2] = ["the-heist-starter", "embracing-power-starter"];

/// All built-in lists.
///
/// # Errors
/// If `pool` lacks a card that one of them needs: it is not the built-in pool or one that extends it.
pub fn builtin_decks(pool: &CardPool) -> Result<Vec<Deck>, Diagnostic> {
    let names = Names::new(pool);
    BUILTIN.iter().map(|(id, text)| builtin(id, text, &names)).collect()
}

/// The built-in list with this id.
///
/// # Errors
/// No list has this id (the help names near ones), or `pool` lacks one of its cards.
pub fn builtin_deck(id: &str, pool: &CardPool) -> Result<Deck, Diagnostic> {
    match BUILTIN.iter().find(|known| known.0 == id) {
        Some((id, text)) => builtin(id, text, &Names::new(pool)),
        None => Err(Diagnostic::new(id, "no file and no built-in deck of this name")
            .near(id, BUILTIN.iter().map(|known| known.0))),
    }
}

fn builtin(id: &str, text: &str, names: &Names<'_>) -> Result<Deck, Diagnostic> {
    read_with(&format!("data/cyberpunk/decks/{id}.toml"), text, names)
}

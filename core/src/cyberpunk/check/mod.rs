//! What a card file may not say although it parses: the checks made when cards are loaded.
//!
//! `facts` looks at what is printed, `effects` walks through the abilities and `sets` through what they speak of,
//! `places` knows where cards can be and what can be asked of them there. A complaint names the card and the path to the
//! step: `abilities[1].do[0]`.

mod effects;
mod facts;
mod places;
mod sets;

use super::cards::{CardDef, CardPool, CardType, Origin};
use crate::diagnostics::Diagnostic;

/// What is wrong with a card.
struct Fault {
    /// Where in the card: `abilities[1].do[0]`; empty for its facts.
    path: String,
    message: String,
    help: Option<String>,
}

impl Fault {
    fn diagnostic(self, card: &CardDef, origin: &Origin) -> Diagnostic {
        let message = if self.path.is_empty() { self.message } else { format!("{}: {}", self.path, self.message) };
        let mut diagnostic = Diagnostic::new(&*origin.file, message).at(origin.line, origin.column).about(&*card.id);
        diagnostic.help = self.help;
        diagnostic
    }
}

/// A tag or a printed name that an ability speaks of.
struct Mention {
    path: String,
    word: String,
    is_tag: bool,
}

/// Checks one card: its facts, then its abilities.
///
/// # Errors
/// The first thing that is wrong, with the place of the card and the path to the step.
pub fn card(card: &CardDef, origin: &Origin) -> Result<(), Diagnostic> {
    facts::check(card).and_then(|()| effects::check(card).map(drop)).map_err(|fault| fault.diagnostic(card, origin))
}

/// What may be a mistake in a pool but is none for sure: an ability speaks of a tag or a name that no card has.
pub fn pool(pool: &CardPool) -> Vec<Diagnostic> {
    let mut tags: Vec<&str> = pool.cards().iter().flat_map(|card| &card.tags).map(String::as_str).collect();
    tags.sort_unstable();
    tags.dedup();
    let mut warnings = Vec::new();
    for (id, card) in pool.iter() {
        // The cards of a pool have passed.
        for mention in effects::check(card).unwrap_or_default() {
            let word = mention.word.as_str();
            let known = if mention.is_tag {
                tags.binary_search(&word).is_ok()
            } else {
                pool.cards().iter().any(|card| card.name == word)
            };
            if known {
                continue;
            }
            let kind = if mention.is_tag { "tag" } else { "name" };
            let message = format!("{}: no card has the {kind} \"{word}\"", mention.path);
            let origin = pool.origin(id);
            let warning = Diagnostic::new(&*origin.file, message).at(origin.line, origin.column).about(&*card.id);
            warnings.push(if mention.is_tag {
                warning.near(word, tags.iter().copied())
            } else {
                warning.near(word, pool.cards().iter().map(|card| card.name.as_str()))
            });
        }
    }
    warnings
}

/// Whether a card of this type lies on the field or in the Legends area, where it can act.
const fn acts(kind: CardType) -> bool {
    !matches!(kind, CardType::Program)
}

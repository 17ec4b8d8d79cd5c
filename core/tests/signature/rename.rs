//! Every card under another name: ids, names and subtitles replaced by numbers that sort as they do, and whatever refers
//! to cards with them.
//!
//! The numbers say nothing, so code that knew a card by its name would no longer find it.

use std::collections::{BTreeMap, BTreeSet};

use fixer_core::cyberpunk::cards::{BUILTIN as CARD_FILES, CardPool};
use fixer_core::cyberpunk::deck::Deck;
use fixer_core::cyberpunk::deck::builtin::BUILTIN as DECK_FILES;
use fixer_core::cyberpunk::deck::read::read;

/// New words for old ones.
pub struct Renaming {
    ids: BTreeMap<String, String>,
    /// Names and subtitles.
    names: BTreeMap<String, String>,
}

/// Numbers the words of a sorted set: `z00`, `z01` ... sort as the words do, and are neither words of ours.
fn numbered(words: BTreeSet<&str>, letter: char) -> BTreeMap<String, String> {
    words.into_iter().enumerate().map(|(at, word)| (word.to_owned(), format!("{letter}{at:03}"))).collect()
}

impl Renaming {
    /// For all cards of a pool.
    pub fn of(pool: &CardPool) -> Self {
        let ids = pool.cards().iter().map(|card| card.id.as_str()).collect();
        let names = pool
            .cards()
            .iter()
            .flat_map(|card| [Some(card.name.as_str()), card.subtitle.as_deref()])
            .flatten()
            .collect();
        Self { ids: numbered(ids, 'z'), names: numbered(names, 'Z') }
    }

    /// How many ids, names and subtitles there are.
    pub fn len(&self) -> usize {
        self.ids.len() + self.names.len()
    }

    /// A text with each id in it replaced, wherever it stands between other words.
    pub fn ids_in(&self, text: &str) -> String {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
            let word = &rest[..end];
            out.push_str(self.ids.get(word).map_or(word, String::as_str));
            let next = rest[end..].find(part).map_or(rest.len(), |length| end + length);
            out.push_str(&rest[end..next]);
            rest = &rest[next..];
        }
        out
    }

    /// A card file with every id, name and subtitle replaced; aliases are dropped. What is replaced stands in quotes
    /// behind the field or the filter it belongs to, so a tag or a set of the same letters stays.
    fn card_file(&self, text: &str) -> String {
        let mut lines = Vec::new();
        for line in text.lines() {
            let mut line = line.to_owned();
            if line.trim_start().starts_with("//") {
                continue;
            }
            for (before, words) in [
                (" id: \"", &self.ids),
                ("name: \"", &self.names),
                ("subtitle: \"", &self.names),
                ("Named(\"", &self.names),
            ] {
                line = replace_behind(&line, before, words);
            }
            if let Some(start) = line.find("aliases: [") {
                let end = start + line[start..].find("],").expect("a list on one line") + 2;
                line.replace_range(start..end, "");
            }
            lines.push(line);
        }
        lines.join("\n")
    }

    /// The built-in cards renamed.
    pub fn pool(&self) -> CardPool {
        let mut pool = CardPool::default();
        for (name, text) in CARD_FILES {
            pool.extend(name, &self.card_file(text)).unwrap_or_else(|error| panic!("{error}"));
        }
        pool
    }

    /// The built-in decks renamed.
    pub fn decks(&self, pool: &CardPool) -> Vec<Deck> {
        let renamed = |(id, text): &(&str, &str)| {
            // The deck's own name is no card's.
            read(&format!("{id}.toml"), &self.ids_in(text), pool).unwrap_or_else(|error| panic!("{error}"))
        };
        DECK_FILES.iter().map(renamed).collect()
    }
}

/// Replaces the quoted words behind each `before`, whose last character is the quote. Each has to be known.
fn replace_behind(line: &str, before: &str, words: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(before) {
        let start = at + before.len();
        let length = rest[start..].find('"').expect("a closing quote");
        let word = &rest[start..start + length];
        out.push_str(&rest[..start]);
        out.push_str(words.get(word).unwrap_or_else(|| panic!("`{word}` is no card's")));
        rest = &rest[start + length..];
    }
    out + rest
}

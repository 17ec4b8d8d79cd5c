//! Which card somebody means: names as people write them, ids, aliases.

use super::super::cards::{CardId, CardPool};
use crate::diagnostics::{Diagnostic, list, near_names, word};

/// No single card answers to a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// Nothing is called like this.
    #[error("no card \"{}\"", word(name))]
    Unknown {
        /// What was written.
        name: String,
        /// Cards called almost like this, best first.
        near: Vec<String>,
    },
    /// Several cards are.
    #[error("\"{}\" is ambiguous: {} cards are called so", word(name), candidates.len())]
    Ambiguous {
        /// What was written.
        name: String,
        /// All of them, by id.
        candidates: Vec<String>,
    },
}

impl NameError {
    /// What could be written instead.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Unknown { near, .. } if near.is_empty() => None,
            Self::Unknown { near, .. } => Some(format!("did you mean {}?", list(near, "or"))),
            Self::Ambiguous { candidates, .. } => Some(format!("write {}", list(candidates, "or"))),
        }
    }

    /// As a complaint about this file.
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(file, self.to_string());
        diagnostic.help = self.help();
        diagnostic
    }
}

/// The names of a pool's cards, ready to be looked up.
///
/// ```
/// # use fixer_core::cyberpunk::{cards::CardPool, deck::names::Names};
/// let pool = CardPool::builtin();
/// let names = Names::new(&pool);
/// assert_eq!(names.find("dont fear the reaper"), names.find("(Don't Fear) The Reaper"));
/// assert_eq!(names.find("JUDY ALVAREZ: nothing to doubt"), names.find("judy-a-lvarez-nothing-to-doubt"));
/// assert!(names.find("Judy Álvarez").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Names<'p> {
    pool: &'p CardPool,
    /// Ids, full names, names with set and number, aliases: each names the card by itself. Sorted.
    full: Vec<(String, CardId)>,
    /// Names without the subtitle, which several cards may share. Sorted.
    short: Vec<(String, CardId)>,
}

impl<'p> Names<'p> {
    /// Prepares the names of all cards of a pool.
    pub fn new(pool: &'p CardPool) -> Self {
        let (mut full, mut short) = (Vec::new(), Vec::new());
        for (card, facts) in pool.iter() {
            full.push((key(&facts.id), card));
            full.push((key(&facts.full_name()), card));
            // With its set and number behind, as collections and shops list it.
            full.push((key(&format!("{}{}{}", facts.full_name(), facts.set, facts.number)), card));
            full.push((key(&format!("{}{}{}", facts.name, facts.set, facts.number)), card));
            full.extend(facts.aliases.iter().map(|alias| (key(alias), card)));
            short.push((key(&facts.name), card));
        }
        for names in [&mut full, &mut short] {
            names.sort_unstable();
            names.dedup();
        }
        Self { pool, full, short }
    }

    /// The pool the places belong to.
    pub fn pool(&self) -> &'p CardPool {
        self.pool
    }

    /// The card called `name`: its id, an alias, name and subtitle, or the name alone where one card only has it. Case,
    /// accents, blanks and everything that is no letter or digit do not count.
    ///
    /// # Errors
    /// [`NameError`], with what could be meant.
    pub fn find(&self, name: &str) -> Result<CardId, NameError> {
        // An exact id goes before a name that only looks like it.
        if let Some(card) = self.pool.find(name) {
            return Ok(card);
        }
        let wanted = key(name);
        for names in [&self.full, &self.short] {
            let start = names.partition_point(|known| known.0 < wanted);
            let found: Vec<CardId> =
                names[start..].iter().take_while(|known| known.0 == wanted).map(|known| known.1).collect();
            match found.as_slice() {
                [] => {}
                &[card] => return Ok(card),
                several => {
                    let candidates = several.iter().map(|&card| self.spelled(card, name)).collect();
                    return Err(NameError::Ambiguous { name: name.to_string(), candidates });
                }
            }
        }
        let keys = self.full.iter().chain(&self.short).map(|known| known.0.as_str());
        let mut near: Vec<String> = Vec::new();
        for close in near_names(&wanted, keys) {
            for (_, card) in self.full.iter().chain(&self.short).filter(|known| known.0 == close) {
                let spelled = self.spelled(*card, name);
                if !near.contains(&spelled) {
                    near.push(spelled);
                }
            }
        }
        near.truncate(3);
        Err(NameError::Unknown { name: name.to_string(), near })
    }

    /// The card's name in the manner somebody writes: an id for ids, else the printed name.
    fn spelled(&self, card: CardId, like: &str) -> String {
        let facts = self.pool.get(card);
        let id_like = like.contains('-') && !like.contains(|c: char| c.is_whitespace() || c.is_uppercase());
        if id_like { facts.id.clone() } else { facts.full_name() }
    }
}

/// A name without what people write differently: case, accents, and all but letters and digits.
pub fn key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => key.push('a'),
            'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => key.push('c'),
            'ď' | 'đ' | 'ð' => key.push('d'),
            'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => key.push('e'),
            'ğ' | 'ĝ' | 'ġ' | 'ģ' => key.push('g'),
            'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ĭ' | 'į' | 'ı' => key.push('i'),
            'ł' | 'ĺ' | 'ļ' | 'ľ' => key.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => key.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => key.push('o'),
            'ŕ' | 'ř' => key.push('r'),
            'ś' | 'š' | 'ş' | 'ș' => key.push('s'),
            'ť' | 'ţ' | 'ț' => key.push('t'),
            'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => key.push('u'),
            'ý' | 'ÿ' => key.push('y'),
            'ź' | 'ż' | 'ž' => key.push('z'),
            'æ' => key.push_str("ae"),
            'œ' => key.push_str("oe"),
            'ß' => key.push_str("ss"),
            // Accents that stand apart from their letter are no letters, and go with quotes, dashes and blanks.
            other if other.is_alphanumeric() => key.push(other),
            _ => {}
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_found_by_each_of_its_names() {
        let pool = CardPool::builtin();
        let names = Names::new(&pool);
        for (card, facts) in pool.iter() {
            let colon = facts.full_name().replace(" — ", ": ").to_uppercase();
            let hyphen = facts.full_name().replace(" — ", " - ").replace('\'', "’");
            for name in [&facts.id, &facts.full_name(), &colon, &hyphen].into_iter().chain(&facts.aliases) {
                assert_eq!(names.find(name), Ok(card), "{name}");
            }
        }
    }

    #[test]
    fn accents_written_apart_do_not_count() {
        assert_eq!(key("A\u{301}lvarez"), key("ÁLVAREZ"));
        assert_eq!(key("Les Élémens"), "leselemens");
    }

    #[test]
    fn a_shared_name_is_ambiguous_and_says_what_to_write() {
        let pool = CardPool::builtin();
        let error = Names::new(&pool).find("jackie welles").unwrap_err();
        assert_eq!(error.to_string(), "\"jackie welles\" is ambiguous: 3 cards are called so");
        assert_eq!(
            error.help().unwrap(),
            "write Jackie Welles — Mama's Favorite, Jackie Welles — Pour One Out For Me or \
             Jackie Welles — Ride or Die Choom"
        );
    }

    #[test]
    fn a_name_of_one_card_needs_no_subtitle() {
        let pool = CardPool::builtin();
        assert_eq!(Names::new(&pool).find("saul bright").ok(), pool.find("saul-bright-stormrider"));
    }

    #[test]
    fn unknown_names_list_near_ones_in_the_same_manner() {
        let pool = CardPool::builtin();
        let names = Names::new(&pool);
        assert_eq!(names.find("Mantis Bladez").unwrap_err().help().unwrap(), "did you mean Mantis Blades?");
        assert_eq!(names.find("mantis-bladez").unwrap_err().help().unwrap(), "did you mean mantis-blades?");
        assert_eq!(names.find("qqqqq").unwrap_err().help(), None);
    }
}

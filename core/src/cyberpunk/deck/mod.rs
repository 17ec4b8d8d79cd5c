//! Deck lists: what they hold, what they are called, in which slots their cards lie.
//!
//! [`mod@read`] reads the three forms of a list, [`mod@write`] writes them, [`names`] finds the card somebody means,
//! [`legality`] applies the rules of deck construction, [`builtin`] holds the lists that come with the program.

pub mod builtin;
pub mod legality;
pub mod names;
pub mod random;
pub mod read;
pub mod write;

use std::fmt;
use std::str::FromStr;

use super::cards::{CardDef, CardId, CardPool};
use crate::chance::{mix, mix_text};

/// Which rules of deck construction a list is made for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// Constructed (7.3).
    #[default]
    Constructed,
    /// Sealed (tournament rules D.2).
    Sealed,
    /// The fixed demo products: 27 cards, else as constructed.
    Demo,
    /// Whatever the engine can hold.
    Any,
}

impl Rules {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Constructed, Self::Sealed, Self::Demo, Self::Any];

    /// The word in files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Constructed => "constructed",
            Self::Sealed => "sealed",
            Self::Demo => "demo",
            Self::Any => "any",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no rules of deck construction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rules \"{0}\"; expected constructed, sealed, demo or any")]
pub struct UnknownRules(pub String);

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(word: &str) -> Result<Self, UnknownRules> {
        let wanted = word.trim().to_lowercase();
        Self::ALL.into_iter().find(|rules| rules.word() == wanted).ok_or_else(|| UnknownRules(word.to_string()))
    }
}

/// A deck list: three Legends and some forty other cards, as far as its writer kept to the rules.
///
/// The card places are those of the pool it was read with. The lists are in slot order: Legends by id, the others by
/// type, cost and id, whatever the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// The short name: the id of a built-in deck, the stem of a file name.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The rules it is made for.
    pub rules: Rules,
    /// What sort of list it is: `starter`, `meta` ...
    pub kind: Option<String>,
    /// When it was published, `YYYY-MM-DD`.
    pub date: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// The Legends; one that is listed twice stands here twice.
    pub legends: Vec<CardId>,
    /// The main deck: card and number of copies, each card once.
    pub cards: Vec<(CardId, u8)>,
    /// The sideboard, likewise: read and checked, never played.
    pub sideboard: Vec<(CardId, u8)>,
}

impl Deck {
    /// How many cards the main deck holds.
    pub fn size(&self) -> usize {
        total(&self.cards)
    }

    /// The main deck copy by copy in slot order.
    pub fn slots(&self) -> impl Iterator<Item = CardId> {
        self.cards.iter().flat_map(|&(card, copies)| std::iter::repeat_n(card, copies as usize))
    }

    /// What is played, as a number: equal for the same Legends and cards, however they are written and called. The
    /// sideboard does not count.
    pub fn deck_id(&self, pool: &CardPool) -> DeckId {
        let mut counts: Vec<(&str, u64)> = Vec::new();
        let legends = self.legends.iter().map(|&legend| (legend, 1));
        for (card, copies) in legends.chain(self.cards.iter().copied()) {
            let id = pool.get(card).id.as_str();
            match counts.iter_mut().find(|known| known.0 == id) {
                Some(known) => known.1 += copies as u64,
                None => counts.push((id, copies as u64)),
            }
        }
        counts.sort_unstable();
        let words: Vec<u64> = counts.iter().flat_map(|&(id, copies)| [mix_text(id), copies]).collect();
        DeckId(mix(&words))
    }

    /// Brings the lists into slot order.
    fn sort(&mut self, pool: &CardPool) {
        self.legends.sort_by(|&x, &y| pool.get(x).id.cmp(&pool.get(y).id));
        for list in [&mut self.cards, &mut self.sideboard] {
            list.sort_by(|x, y| slot_key(pool.get(x.0)).cmp(&slot_key(pool.get(y.0))));
        }
    }
}

/// Cards of a main deck lie in this order before they are shuffled, so that lists which share cards share slots.
fn slot_key(card: &CardDef) -> (super::cards::CardType, Option<u8>, &str) {
    (card.kind, card.cost, &card.id)
}

/// The number of copies in a list.
fn total(list: &[(CardId, u8)]) -> usize {
    list.iter().map(|&(_, copies)| copies as usize).sum()
}

/// What a list plays, as a number; prints as 12 hexadecimal digits.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DeckId(pub u64);

impl fmt::Display for DeckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012x}", self.0 >> 16)
    }
}

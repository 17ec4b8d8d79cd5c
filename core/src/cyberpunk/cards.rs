//! The cards: what is printed on them as facts, what they do as programs, and the files both are read from.
//!
//! A card file is a list of [`CardDef`]s in RON, one set a file; `docs/new-set.md` shows how to write one. Nothing else
//! knows particular cards.

use std::fmt;

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::{Deserialize, Serialize};

use super::check;
use super::effect::{Ability, Color};
use crate::chance::{mix, mix_text};
use crate::diagnostics::Diagnostic;

/// The card type (3.21).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CardType {
    /// A Legend: three of them make a crew, none is in the main deck.
    Legend,
    /// A Unit.
    Unit,
    /// A Gear.
    Gear,
    /// A Program.
    Program,
}

impl CardType {
    /// All four, in the order of lists.
    pub const ALL: [Self; 4] = [Self::Legend, Self::Unit, Self::Gear, Self::Program];

    /// Its name in the rules.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Legend => "Legend",
            Self::Unit => "Unit",
            Self::Gear => "Gear",
            Self::Program => "Program",
        }
    }
}

/// A card as a card file states it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename = "Card", deny_unknown_fields)]
pub struct CardDef {
    /// The name of the card everywhere in this project: lower-case letters, digits and single hyphens.
    pub id: String,
    /// The printed name (3.9).
    pub name: String,
    /// The printed subtitle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// Its type; in a file `type`.
    #[serde(rename = "type")]
    pub kind: CardType,
    /// Its colour (3.20.2).
    pub color: Color,
    /// Its cost in €$ (3.11); none where the card prints none (null).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u8>,
    /// Its power (3.17), or for Gear what it adds; none where the card prints none (null).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<i16>,
    /// For a Legend the RAM it provides, for others the RAM it needs (3.20).
    pub ram: u8,
    /// Has a Sell Tag (3.12).
    #[serde(default)]
    pub sell: bool,
    /// The tags (3.13), in capitals, sorted.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The code of the set it was printed in first.
    pub set: String,
    /// Its number in that set, as printed.
    pub number: String,
    /// Its rarity, as printed.
    pub rarity: String,
    /// Other names it goes by in deck lists: ids of other databases, other spellings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// What it does, a paragraph an entry (10.1.3). None: not written yet, and a deck with the card is refused; an
    /// empty list: a card without text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abilities: Option<Vec<Ability>>,
}

impl CardDef {
    /// Name and subtitle as deck lists write them: `Adam Smasher — Ender of Legends`.
    pub fn full_name(&self) -> String {
        match &self.subtitle {
            Some(subtitle) => format!("{} — {subtitle}", self.name),
            None => self.name.clone(),
        }
    }

    /// A hash of the card's facts and abilities: equal on every machine, changed by any change of either.
    ///
    /// # Panics
    /// Never: a card holds nothing that JSON lacks.
    pub fn hash(&self) -> u64 {
        // JSON of a structure without floats has one form only, whatever version of the library writes it.
        let canonical = serde_json::to_string(self).expect("a card holds nothing that JSON lacks");
        mix_text(&canonical)
    }
}

/// The place of a card in its [`CardPool`], in the order of ids.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub u16);

impl CardId {
    /// The place in an array kept per card of the pool.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a card was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The name of the file.
    pub file: String,
    /// The line the card starts on, from 1.
    pub line: u32,
    /// The column it starts at, from 1.
    pub column: u32,
}

/// All cards that decks may be made of, sorted by id.
///
/// ```
/// # use fixer_core::cyberpunk::cards::CardPool;
/// let pool = CardPool::builtin();
/// let minotaur = pool.get(pool.find("minotaur").unwrap());
/// assert_eq!((minotaur.cost, minotaur.power), (Some(7), Some(9)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardPool {
    cards: Vec<CardDef>,
    origins: Vec<Origin>,
}

/// The sets that are built in: name and text of each file.
pub const BUILTIN: [(&str, &str); 3] = [
    ("data/cyberpunk/wnc.ron", include_str!("../../data/cyberpunk/wnc.ron")),
    ("data/cyberpunk/hei.ron", include_str!("../../data/cyberpunk/hei.ron")),
    ("data/cyberpunk/ebp.ron", include_str!("../../data/cyberpunk/ebp.ron")),
];

impl CardPool {
    /// The cards that are built in.
    ///
    /// # Panics
    /// If the built-in files are wrong, which a test excludes.
    pub fn builtin() -> Self {
        Self::load(&BUILTIN).unwrap_or_else(|error| panic!("built-in cards: {error}"))
    }

    /// Reads card files, each a name and a text, in this order.
    ///
    /// # Errors
    /// The first thing that is wrong, with file, line, column and card.
    pub fn load(files: &[(&str, &str)]) -> Result<Self, Diagnostic> {
        let mut pool = Self::default();
        for (name, text) in files {
            pool.extend(name, text)?;
        }
        Ok(pool)
    }

    /// Reads one more card file: a known id is replaced, a new one added. Numbers given out before are void.
    ///
    /// # Errors
    /// The first thing that is wrong, with file, line, column and card; the pool is then as it was.
    pub fn extend(&mut self, file: &str, text: &str) -> Result<(), Diagnostic> {
        let raw_cards: Vec<&RawValue> =
            options().from_str(text).map_err(|error| Diagnostic::from_ron(file, text, text, &error))?;
        let mut read: Vec<(CardDef, Origin)> = Vec::with_capacity(raw_cards.len());
        for raw in raw_cards {
            let part = raw.get_ron();
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            let (line, column) = crate::diagnostics::line_and_column(text, start);
            let card: CardDef = options().from_str(part).map_err(|error| {
                let wrong = Diagnostic::from_ron(file, text, part, &error);
                match written_id(part) {
                    Some(id) => wrong.about(id),
                    None => wrong,
                }
            })?;
            let origin = Origin { file: file.to_string(), line, column };
            check::card(&card, &origin)?;
            if let Some((_, first)) = read.iter().find(|(known, _)| known.id == card.id) {
                let message = format!("this id stands in the file twice, first on line {}", first.line);
                return Err(Diagnostic::new(file, message).at(line, column).about(card.id));
            }
            read.push((card, origin));
        }
        for (card, origin) in read {
            match self.cards.binary_search_by(|known| known.id.cmp(&card.id)) {
                Ok(at) => (self.cards[at], self.origins[at]) = (card, origin),
                Err(at) => {
                    self.cards.insert(at, card);
                    self.origins.insert(at, origin);
                }
            }
        }
        Ok(())
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// All cards, sorted by id; the place is the [`CardId`].
    pub fn cards(&self) -> &[CardDef] {
        &self.cards
    }

    /// All cards with their places.
    pub fn iter(&self) -> impl Iterator<Item = (CardId, &CardDef)> {
        self.cards.iter().enumerate().map(|(at, card)| (CardId(at as u16), card))
    }

    /// The card at this place.
    ///
    /// # Panics
    /// If the place is not of this pool.
    pub fn get(&self, card: CardId) -> &CardDef {
        &self.cards[card.index()]
    }

    /// Where the card was read.
    ///
    /// # Panics
    /// If the place is not of this pool.
    pub fn origin(&self, card: CardId) -> &Origin {
        &self.origins[card.index()]
    }

    /// The place of the card with exactly this id.
    pub fn find(&self, id: &str) -> Option<CardId> {
        self.cards.binary_search_by(|card| card.id.as_str().cmp(id)).ok().map(|at| CardId(at as u16))
    }

    /// The hash of all cards in id order: what manifests, records and plans keep.
    pub fn card_hash(&self) -> CardHash {
        CardHash(mix(&self.cards.iter().map(CardDef::hash).collect::<Vec<_>>()))
    }

    /// What may be a mistake in the cards but is none for sure: tags and names that no card has.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        check::pool(self)
    }
}

/// A hash over a whole pool; prints as 16 hexadecimal digits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct CardHash(pub u64);

impl fmt::Display for CardHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// How card files are read: an optional value is written plainly, and so is a variant that holds a structure.
pub fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// The id that a card's text states, for messages about cards that can't be read.
fn written_id(text: &str) -> Option<&str> {
    let after = text.split_once("id:")?.1.trim_start().strip_prefix('"')?;
    after.split_once('"').map(|(id, _)| id)
}

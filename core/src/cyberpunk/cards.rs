//! The cards: what is printed on them as facts, what they do as programs, and the files both are read from.
//!
//! A card file is a list of [`CardDef`]s in RON, one set a file; `docs/new-set.md` shows how to write one. Nothing else
//! knows particular cards.

use serde::{Deserialize, Serialize};

use super::check;
use super::effect::{Ability, Color};
use crate::chance::mix_text;
use crate::diagnostics::Diagnostic;
use crate::pool::{self, Definition};

pub use crate::pool::{CardHash, CardId, Origin, options};

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

/// All cards that decks may be made of, sorted by id.
///
/// ```
/// # use fixer_core::cyberpunk::cards::CardPool;
/// let pool = CardPool::builtin();
/// let minotaur = pool.get(pool.find("minotaur").unwrap());
/// assert_eq!((minotaur.cost, minotaur.power), (Some(7), Some(9)));
/// ```
pub type CardPool = pool::CardPool<CardDef>;

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

    /// What may be a mistake in the cards but is none for sure: tags and names that no card has.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        check::pool(self)
    }
}

impl Definition for CardDef {
    fn id(&self) -> &str {
        &self.id
    }

    fn hash(&self) -> u64 {
        Self::hash(self)
    }

    fn check(&self, origin: &Origin) -> Result<(), Diagnostic> {
        check::card(self, origin)
    }
}

//! The cards: their facts, their effects, and the files both are read from.
//!
//! A card file is a list of [`CardDef`]s in RON. Nothing else knows particular cards.

use serde::{Deserialize, Serialize};

use super::check;
use super::effect::{Attribute, Effect, Keyword};
use crate::chance::mix_text;
use crate::diagnostics::Diagnostic;
use crate::pool::{self, Definition};

pub use crate::pool::{CardHash, CardId, Origin};

/// The card type (2.1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CardType {
    /// A Leader: one a deck, on the altar; a Soul for every effect.
    Leader,
    /// A Soul.
    Soul,
    /// An Event.
    Event,
    /// An Ambush.
    Ambush,
    /// An Armament.
    Armament,
    /// A Realm.
    Realm,
}

impl CardType {
    /// All six, in the order of lists.
    pub const ALL: [Self; 6] = [Self::Leader, Self::Soul, Self::Event, Self::Ambush, Self::Armament, Self::Realm];

    /// Its name in the rules.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Leader => "Leader",
            Self::Soul => "Soul",
            Self::Event => "Event",
            Self::Ambush => "Ambush",
            Self::Armament => "Armament",
            Self::Realm => "Realm",
        }
    }

    /// Whether it stands on a Soul Spot.
    pub const fn is_soul(self) -> bool {
        matches!(self, Self::Leader | Self::Soul)
    }
}

/// A card as a card file states it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename = "Card", deny_unknown_fields)]
pub struct CardDef {
    /// The name of the card everywhere in this project: lower-case letters, digits and single hyphens.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its type; in a file `type`.
    #[serde(rename = "type")]
    pub kind: CardType,
    /// Its attribute (2.2).
    pub attribute: Attribute,
    /// Its rank (2.2).
    pub rank: u8,
    /// The damage it deals in a battle; a Soul's or Leader's only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u8>,
    /// The damage it can take; a Soul's or Leader's only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<u8>,
    /// Its keywords (section 13).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Keyword>,
    /// Its effects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl CardDef {
    /// All its effects: those that are written out, then those its keywords stand for.
    pub fn all_effects(&self) -> impl Iterator<Item = Effect> + '_ {
        self.effects.iter().cloned().chain(self.keywords.iter().filter_map(|keyword| keyword.effect()))
    }
}

impl Definition for CardDef {
    fn id(&self) -> &str {
        &self.id
    }

    /// Changed by any change of the facts or effects.
    fn hash(&self) -> u64 {
        // JSON of a structure without floats has one form only, whatever version of the library writes it.
        let canonical = serde_json::to_string(self).expect("a card holds nothing that JSON lacks");
        mix_text(&canonical)
    }

    fn check(&self, origin: &Origin) -> Result<(), Diagnostic> {
        check::card(self).map_err(|fault| {
            let wrong = Diagnostic::new(&*origin.file, fault).at(origin.line, origin.column);
            wrong.about(&*self.id)
        })
    }
}

/// All cards that decks may be made of, sorted by id.
///
/// ```
/// # use fixer_core::cascade::cards::CardPool;
/// let pool = CardPool::builtin();
/// let warden = pool.get(pool.find("gate-warden").unwrap());
/// assert_eq!((warden.rank, warden.at, warden.hp), (1, Some(1), Some(4)));
/// ```
pub type CardPool = pool::CardPool<CardDef>;

/// The cards that are built in: name and text of each file.
pub const BUILTIN: [(&str, &str); 1] = [("data/cascade/first.ron", include_str!("../../data/cascade/first.ron"))];

impl CardPool {
    /// The cards that are built in.
    ///
    /// # Panics
    /// If the built-in file is wrong, which a test excludes.
    pub fn builtin() -> Self {
        Self::load(&BUILTIN).unwrap_or_else(|error| panic!("built-in cards: {error}"))
    }
}

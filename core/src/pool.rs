//! The cards of a game as a set of files: read card by card, checked, found by id, hashed.
//!
//! What a card is belongs to the game ([`Definition`]).

use std::fmt;

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::de::DeserializeOwned;

use crate::chance::mix;
use crate::diagnostics::Diagnostic;

/// A card as a file of some game states it.
pub trait Definition: DeserializeOwned {
    /// The name of the card everywhere in this project.
    fn id(&self) -> &str;

    /// A hash of all that is stated of it, equal on every machine.
    fn hash(&self) -> u64;

    /// Checks what reading it can't.
    ///
    /// # Errors
    /// The first thing that makes no card.
    fn check(&self, origin: &Origin) -> Result<(), Diagnostic>;
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardPool<D> {
    cards: Vec<D>,
    origins: Vec<Origin>,
}

impl<D> Default for CardPool<D> {
    fn default() -> Self {
        Self { cards: Vec::new(), origins: Vec::new() }
    }
}

impl<D: Definition> CardPool<D> {
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
        let mut read: Vec<(D, Origin)> = Vec::with_capacity(raw_cards.len());
        for raw in raw_cards {
            let part = raw.get_ron();
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            let (line, column) = crate::diagnostics::line_and_column(text, start);
            let card: D = options().from_str(part).map_err(|error| {
                let wrong = Diagnostic::from_ron(file, text, part, &error);
                match written_id(part) {
                    Some(id) => wrong.about(id),
                    None => wrong,
                }
            })?;
            let origin = Origin { file: file.to_string(), line, column };
            card.check(&origin)?;
            if let Some((_, first)) = read.iter().find(|(known, _)| known.id() == card.id()) {
                let message = format!("this id stands in the file twice, first on line {}", first.line);
                return Err(Diagnostic::new(file, message).at(line, column).about(card.id()));
            }
            read.push((card, origin));
        }
        for (card, origin) in read {
            match self.cards.binary_search_by(|known| known.id().cmp(card.id())) {
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
    pub fn cards(&self) -> &[D] {
        &self.cards
    }

    /// All cards with their places.
    pub fn iter(&self) -> impl Iterator<Item = (CardId, &D)> {
        self.cards.iter().enumerate().map(|(at, card)| (CardId(at as u16), card))
    }

    /// The card at this place.
    ///
    /// # Panics
    /// If the place is not of this pool.
    pub fn get(&self, card: CardId) -> &D {
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
        self.cards.binary_search_by(|card| card.id().cmp(id)).ok().map(|at| CardId(at as u16))
    }

    /// The hash of all cards in id order: what manifests, records and plans keep.
    pub fn card_hash(&self) -> CardHash {
        CardHash(mix(&self.cards.iter().map(D::hash).collect::<Vec<_>>()))
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

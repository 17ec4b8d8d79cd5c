//! What the games share of the notation: how cards are named, what a text that is no action is told.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::bits::{Card, CardSet};
use crate::diagnostics::near_names;
use crate::game::{Game, Player};
use crate::pool::Definition;

/// Names for single cards, as scenarios give them.
pub type Handles = BTreeMap<String, Card>;

/// Why a text is no action here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActionError {
    /// The text names nothing the notation knows.
    #[error("`{text}` is no action: {reason}")]
    Unreadable {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It can't be done now.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// More than one action fits.
    #[error("`{text}` fits more than one action: {fitting}")]
    Ambiguous {
        /// The text.
        text: String,
        /// Those that fit.
        fitting: String,
    },
}

/// A game whose actions are written and read.
pub trait Written: Game {
    /// An action in the notation, as it reads at this decision.
    fn format_action(&self, action: Self::Action) -> String;

    /// The legal action that a text means at this decision.
    ///
    /// # Errors
    /// If the text can't be read, means nothing legal, or more than one thing.
    fn parse_action(&self, text: &str, handles: &Handles) -> Result<Self::Action, ActionError>;

    /// The word for what a decision is about.
    fn kind_word(kind: Self::Kind) -> &'static str;

    /// All legal actions in the notation.
    fn legal_texts(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        legal.into_iter().map(|action| self.format_action(action)).collect()
    }
}

/// The one action that a text means among those that fit it: the only one, or the one that is written like this.
pub(crate) fn meant<T: Written>(table: &T, text: &str, fitting: &[T::Action]) -> Result<T::Action, ActionError> {
    match fitting {
        [] => Err(ActionError::Illegal(text.to_owned())),
        [action] => Ok(*action),
        several => {
            let names: Vec<String> = several.iter().map(|&action| table.format_action(action)).collect();
            let written = text.split_whitespace().collect::<Vec<_>>().join(" ");
            match names.iter().position(|name| *name == written) {
                Some(at) => Ok(several[at]),
                None => Err(ActionError::Ambiguous { text: text.to_owned(), fitting: names.join(", ") }),
            }
        }
    }
}

/// The cards of a pairing of decks, as the notation names them.
pub trait Cast {
    /// What a card file says of a card.
    type Card: Definition;

    /// The different cards of both lists.
    fn definitions(&self) -> &[Self::Card];

    /// The place of a card's definition among them; nothing if there is no card at that place.
    fn place(&self, card: Card) -> Option<usize>;

    /// All copies of a card, itself included.
    fn copies(&self, card: Card) -> CardSet;

    /// The number of a card among its copies, from 1.
    fn number(&self, card: Card) -> u8;

    /// A player's cards that are not in the deck: Legends, the Leader.
    fn beside(&self, player: Player) -> &[Card];

    /// A player's deck in slot order.
    fn main(&self, player: Player) -> &[Card];

    /// The id of a card; empty if there is no card at that place.
    fn id(&self, card: Card) -> &str {
        self.place(card).map_or("", |place| self.definitions()[place].id())
    }

    /// A card with its number if there are several copies, in hidden zones too: as records name it.
    fn full_name(&self, card: Card) -> String {
        let id = self.id(card);
        if self.copies(card).len() == 1 { id.to_owned() } else { format!("{id}#{}", self.number(card)) }
    }

    /// The name of a card: its id, with a number once it has left the hidden zones, with its owner where both players
    /// have such a card.
    fn name(&self, card: Card, hidden: CardSet) -> String {
        if hidden.has(card) {
            return self.id(card).to_owned();
        }
        let both = (0..128).map(Card).any(|other| {
            other.owner() != card.owner() && self.place(other).is_some() && self.place(other) == self.place(card)
        });
        let owner = if both { format!("{}:", card.owner().letter()) } else { String::new() };
        owner + &self.full_name(card)
    }

    /// The cards that an id means, with or without `#n` and owner; none if there are none.
    ///
    /// # Errors
    /// What follows `#` is no number.
    fn find(&self, owner: Option<Player>, text: &str) -> Result<CardSet, String> {
        let (id, number) = match text.split_once('#') {
            Some((id, number)) => {
                let number = number.parse::<u8>().map_err(|_| format!("`#{number}` is no number of a copy"))?;
                (id, Some(number))
            }
            None => (text, None),
        };
        let means = |&card: &Card| {
            self.place(card).is_some()
                && self.id(card) == id
                && owner.is_none_or(|owner| card.owner() == owner)
                && number.is_none_or(|number| self.number(card) == number)
        };
        Ok((0..128).map(Card).filter(means).collect())
    }

    /// What to say of a name that means nothing here; `words` are what else can be named.
    fn unknown<'a>(&'a self, text: &str, handles: &'a Handles, words: impl IntoIterator<Item = &'a str>) -> String {
        let ids = self.definitions().iter().map(Definition::id);
        let near = near_names(text, ids.chain(handles.keys().map(String::as_str)).chain(words));
        let hint = near.first().map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("nothing here is called `{text}`{hint}")
    }
}

/// The player in front of a name, as in `A:front-2`, and the name.
pub(crate) fn split_owner(text: &str) -> Result<(Option<Player>, &str), String> {
    match text.split_once(':') {
        Some(("A", rest)) => Ok((Some(Player::A), rest)),
        Some(("B", rest)) => Ok((Some(Player::B), rest)),
        Some((other, _)) => Err(format!("`{other}:` is no player; expected A: or B:")),
        None => Ok((None, text)),
    }
}

/// A player's letter.
pub(crate) fn read_player(word: &str) -> Result<Player, String> {
    match word {
        "A" => Ok(Player::A),
        "B" => Ok(Player::B),
        other => Err(format!("`{other}` is no player; expected A or B")),
    }
}

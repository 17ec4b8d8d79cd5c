//! A game as a whole, for whoever works with every game alike: its cards and lists, where positions and luck come from,
//! its scenarios. [`Game`](crate::game::Game) is what is asked at the table; this is what lies in the box.

use std::fmt::Debug;
use std::hash::Hash;

use serde::de::DeserializeOwned;

use crate::bits::Die;
use crate::chance::{Chance, Shuffle};
use crate::diagnostics::Diagnostic;
use crate::game::Player;
use crate::notation::{Cast, Handles, Written};
use crate::pool::{CardId, CardPool, Definition};
use crate::stage::Play;

/// A game. The implementors are names without a value of their own.
pub trait Rulebook: Copy + Eq + Debug + Send + Sync + 'static {
    /// The word in records, plans and files of weights.
    const NAME: &'static str;
    /// Whether dice are rolled in it.
    const HAS_DICE: bool;
    /// What is shuffled for a player at the beginning, in this order.
    const DEALS: &'static [Shuffle];

    /// What a card file says of a card.
    type Card: Definition + Clone + Debug + Send + Sync;
    /// A deck list.
    type Deck: Clone + Debug + Send + Sync;
    /// What is fixed for a pairing of decks.
    type MatchUp: Cast<Card = Self::Card> + Clone + Debug + Send + Sync;
    /// A position without what is fixed.
    type State: Copy + Debug + Send + Sync;
    /// An action.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// What a decision is about.
    type Kind: Copy + Eq + Hash + Debug + Send + Sync;
    /// A position with what is fixed.
    type Table<'m>: Written<Action = Self::Action, Kind = Self::Kind> + Debug;
    /// `[state]`, `[A]` and `[B]` of a scenario.
    type Layout: DeserializeOwned + Clone + Debug;

    /// The cards that are built in.
    fn builtin_cards() -> CardPool<Self::Card>;

    /// A list of these cards, whatever the rules of construction say.
    fn list(pool: &CardPool<Self::Card>, name: &str, beside: Vec<CardId>, cards: Vec<(CardId, u8)>) -> Self::Deck;

    /// The match-up of two decks.
    ///
    /// # Errors
    /// Why these lists can't be played.
    fn match_up(pool: &CardPool<Self::Card>, decks: [&Self::Deck; 2]) -> Result<Self::MatchUp, String>;

    /// Sets up a game and runs it to its first decision.
    fn start<'m>(cards: &'m Self::MatchUp, chance: &mut impl Chance) -> Self::Table<'m>;

    /// A table with a position.
    fn lay_out(state: Self::State, cards: &Self::MatchUp) -> Self::Table<'_>;

    /// Runs a position that was laid out to its first decision.
    fn go_on(table: &mut Self::Table<'_>, chance: &mut impl Chance);

    /// The position on a table.
    fn state(table: &Self::Table<'_>) -> Self::State;

    /// Whose turn it is.
    fn active(table: &Self::Table<'_>) -> Player;

    /// The position of a scenario.
    ///
    /// # Errors
    /// The first thing that can't be.
    fn place(layout: &Self::Layout, pool: &CardPool<Self::Card>) -> Result<Position<Self>, String>;

    /// Does what a text of a scenario says.
    ///
    /// # Errors
    /// It can't be read or is not legal here; then the play is in any state.
    fn attempt(play: &mut Play<'_, Self>, text: &str) -> Result<(), String>;

    /// Whether what a text of a scenario says can be done.
    ///
    /// # Errors
    /// The text means nothing at all.
    fn allows(play: &Play<'_, Self>, text: &str) -> Result<bool, String> {
        play.allows_text(text)
    }

    /// Checks an expectation of a scenario.
    ///
    /// # Errors
    /// It does not hold: what was found.
    fn holds(play: &Play<'_, Self>, expectation: &str) -> Result<(), String>;

    /// What a scenario does by itself at a decision; nothing at a real one.
    fn forced(_table: &Self::Table<'_>) -> Option<Self::Action> {
        None
    }

    /// The die that an action rolls: its result stands in the action's own line.
    fn rolls(_action: Self::Action) -> Option<Die> {
        None
    }

    /// Whether a decision may have a deck shuffled anew.
    fn reshuffles(_kind: Self::Kind) -> bool {
        false
    }

    /// Things about the cards that are worth a warning.
    fn warnings(_pool: &CardPool<Self::Card>) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// A position ready to be played: its match-up, where everything lies, what the handles name.
#[derive(Clone, Debug)]
pub struct Position<R: Rulebook> {
    /// What is fixed.
    pub match_up: R::MatchUp,
    /// Where everything lies.
    pub state: R::State,
    /// The names of the file.
    pub handles: Handles,
}

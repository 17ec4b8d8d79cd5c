//! What is asked of this game by whoever works with every game alike.

use super::cards::{CardDef, CardPool};
use super::deck::Deck;
use super::layout::{Layout, Position};
use super::matchup::MatchUp;
use super::stage::Play;
use super::state::{Action, Kind, State};
use super::words::{ActionError, Handles};
use super::{Table, stage};
use crate::bits::{Card, CardSet};
use crate::chance::{Chance, Shuffle};
use crate::game::Player;
use crate::notation::{Cast, Written};
use crate::pool::CardId;
use crate::rulebook::Rulebook;

/// Cascade.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cascade;

impl Rulebook for Cascade {
    const NAME: &'static str = "cascade";
    const HAS_DICE: bool = false;
    const DEALS: &'static [Shuffle] = &[Shuffle::MainDeck];

    type Card = CardDef;
    type Deck = Deck;
    type MatchUp = MatchUp;
    type State = State;
    type Action = Action;
    type Kind = Kind;
    type Table<'m> = Table<'m>;
    type Layout = Layout;

    fn builtin_cards() -> CardPool {
        CardPool::builtin()
    }

    fn list(pool: &CardPool, name: &str, beside: Vec<CardId>, cards: Vec<(CardId, u8)>) -> Deck {
        let mut deck = Deck { id: name.into(), name: name.into(), ..Deck::default() };
        let beside = beside.into_iter().map(|card| (card, 1));
        beside.chain(cards).for_each(|(card, copies)| deck.add(pool, card, copies));
        deck
    }

    fn match_up(pool: &CardPool, decks: [&Deck; 2]) -> Result<MatchUp, String> {
        MatchUp::new(pool, decks).map_err(|error| error.to_string())
    }

    fn start<'m>(cards: &'m MatchUp, chance: &mut impl Chance) -> Table<'m> {
        Table::start(cards, chance)
    }

    fn lay_out(state: State, cards: &MatchUp) -> Table<'_> {
        Table::lay_out(state, cards)
    }

    fn go_on(table: &mut Table<'_>, chance: &mut impl Chance) {
        table.go_on(chance);
    }

    fn state(table: &Table<'_>) -> State {
        table.state
    }

    fn active(table: &Table<'_>) -> Player {
        table.state.active
    }

    fn place(layout: &Layout, pool: &CardPool) -> Result<Position, String> {
        layout.build(pool)
    }

    fn attempt(play: &mut Play<'_>, text: &str) -> Result<(), String> {
        stage::attempt(play, text)
    }

    fn holds(play: &Play<'_>, expectation: &str) -> Result<(), String> {
        stage::holds(play, expectation)
    }
}

impl Written for Table<'_> {
    fn format_action(&self, action: Action) -> String {
        self.format_action(action)
    }

    fn parse_action(&self, text: &str, handles: &Handles) -> Result<Action, ActionError> {
        self.parse_action(text, handles)
    }

    fn kind_word(kind: Kind) -> &'static str {
        kind.word()
    }
}

impl Cast for MatchUp {
    type Card = CardDef;

    fn definitions(&self) -> &[CardDef] {
        &self.definitions
    }

    fn place(&self, card: Card) -> Option<usize> {
        let place = self.facts[card.index()].definition as usize;
        (place < self.definitions.len()).then_some(place)
    }

    fn copies(&self, card: Card) -> CardSet {
        self.copies[card.index()]
    }

    fn number(&self, card: Card) -> u8 {
        self.number[card.index()]
    }

    fn beside(&self, player: Player) -> &[Card] {
        std::slice::from_ref(&self.leader[player.index()])
    }

    fn main(&self, player: Player) -> &[Card] {
        &self.main[player.index()]
    }
}

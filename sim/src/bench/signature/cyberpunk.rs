//! The games of Cyberpunk that are hashed: every built-in list, and lists for the cards that stand in none.

use fixer_core::bits::Card;
use fixer_core::chance::mix;
use fixer_core::cyberpunk::cards::{CardId, CardPool};
use fixer_core::cyberpunk::deck::Deck;
use fixer_core::cyberpunk::{Action, MatchUp, Table};
use fixer_core::game::{Game, Status};

use super::super::games::{agent, covering_lists};
use super::writer::{Depth, Hashed, hash};

/// The lists that meet.
pub struct Games {
    pub pool: CardPool,
    decks: Vec<Deck>,
}

impl Games {
    pub fn builtin() -> Self {
        let pool = CardPool::builtin();
        let decks = covering_lists(&pool);
        Self { pool, decks }
    }

    /// How many lists there are.
    pub const fn lists(&self) -> usize {
        self.decks.len()
    }

    /// Plays one game of an agent against itself: its hash and the cards that were played.
    pub fn play(&self, spec: &str, game: usize, depth: Depth) -> (u64, Vec<CardId>) {
        // Every list is the first player's in turn, and meets another one in each round.
        let count = self.decks.len();
        let (one, round) = (game % count, game / count);
        let other = (one + 1 + round) % count;
        let cards = MatchUp::new(&self.pool, [&self.decks[one], &self.decks[other]]).expect("playable lists");
        let places = std::array::from_fn(|card| {
            let definition = cards.definitions.get(cards.facts[card].definition as usize)?;
            self.pool.find(&definition.id)
        });
        hash(|luck| Table::start(&cards, luck), &places, game, depth, [agent(spec), agent(spec)])
    }
}

impl Hashed for Table<'_> {
    fn number(&self, card: Card) -> u8 {
        self.match_up().number[card.index()]
    }

    fn word(action: Action, card: impl Fn(Card) -> u64) -> u64 {
        match action {
            Action::Keep => mix(&[1]),
            Action::Mulligan => mix(&[2]),
            Action::Roll(die) => mix(&[3, die.index() as u64]),
            Action::Sell(x) => mix(&[4, card(x)]),
            Action::Call(place) => mix(&[5, place.into()]),
            Action::Play(x) => mix(&[6, card(x)]),
            Action::PlayOn(x, host) => mix(&[7, card(x), card(host)]),
            Action::Solo(x) => mix(&[8, card(x)]),
            Action::Use(x, nth) => mix(&[9, card(x), nth.into()]),
            Action::Attack(x, target) => mix(&[10, card(x), card(target)]),
            Action::AttackGigs(x) => mix(&[11, card(x)]),
            Action::End => mix(&[12]),
            Action::Block(x) => mix(&[13, card(x)]),
            Action::Pass => mix(&[14]),
            Action::Pay(places) => mix(&[15, places.into()]),
            Action::Resolve(x, nth) => mix(&[16, card(x), nth.into()]),
            Action::Choose(x) => mix(&[17, card(x)]),
            Action::ChoosePlace(place) => mix(&[18, place.into()]),
            Action::ChooseDie(die) => mix(&[19, die.index() as u64]),
            Action::ChooseNumber(number) => mix(&[20, number as u64]),
            Action::ChooseType(kind) => mix(&[21, kind as u64]),
            Action::ChooseNone => mix(&[22]),
            Action::Yes => mix(&[23]),
            Action::No => mix(&[24]),
            Action::Concede => mix(&[25]),
        }
    }

    /// The card that is played or solos, the Legend that is called.
    fn plays(&self, action: Action) -> Option<Card> {
        match action {
            Action::Play(card) | Action::PlayOn(card, _) | Action::Solo(card) => Some(card),
            Action::Call(place) => {
                let player = match self.status() {
                    Status::Decide(player, _) => player,
                    Status::Over(_) => return None,
                };
                Some(self.state.places[player.index()][place as usize])
            }
            _ => None,
        }
    }
}

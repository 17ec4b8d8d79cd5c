//! Cascade as a contest: starts its duels.

pub mod fitting;

use fixer_core::cascade::cards::CardPool;
use fixer_core::cascade::deck::Deck;
use fixer_core::cascade::state::Slot;
use fixer_core::cascade::{MatchUp, MatchUpError, Table};
use fixer_core::chance::Chance;
use fixer_core::game::Player;

use crate::contest::{Contest, Finished};

/// Everything about the match-ups of a set of decks that no game changes: all of them, by the decks in seats A and B.
pub struct MatchUps {
    decks: usize,
    matchups: Vec<MatchUp>,
}

impl MatchUps {
    /// The match-ups of each deck with each.
    ///
    /// # Errors
    /// If a list is too large or has not one Leader.
    pub fn new(pool: &CardPool, decks: &[Deck]) -> Result<Self, MatchUpError> {
        let pairs = decks.iter().flat_map(|one| decks.iter().map(move |other| [one, other]));
        let matchups = pairs.map(|pair| MatchUp::new(pool, pair)).collect::<Result<_, _>>()?;
        Ok(Self { decks: decks.len(), matchups })
    }

    /// The match-up of the decks in seats A and B.
    pub fn of(&self, seats: [usize; 2]) -> &MatchUp {
        &self.matchups[seats[0] * self.decks + seats[1]]
    }
}

/// The contest between the decks of [`MatchUps`].
pub struct Cascade<'m>(pub &'m MatchUps);

impl<'m> Contest for Cascade<'m> {
    type Game = Table<'m>;
    type Watch = ();

    fn start(&self, decks: [usize; 2], chance: &mut impl Chance) -> Table<'m> {
        Table::start(self.0.of(decks), chance)
    }

    fn watch(&self, _game: &Table<'m>) {}

    fn counters(&self, _deck: usize) -> usize {
        0
    }

    fn count(&self, _end: &Finished<'_, Self>, _decks: [usize; 2], _seat: Player, _counters: &mut [u64]) {}

    /// HP left to the Leaders.
    fn gigs(&self, game: &Table<'m>) -> [u32; 2] {
        Player::BOTH.map(|player| u32::from(game.hp_left(Slot::altar(player))))
    }
}

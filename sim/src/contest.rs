//! What is played against what: the game as tournaments see it, and the pairings of decks and agents.

use fixer_core::chance::Chance;
use fixer_core::game::{Game, Player};

use crate::play::{Played, Watch};

/// A game with a set of decks: starts games between them and counts what is particular to the game.
pub trait Contest: Sync {
    /// The rules.
    type Game: Game;
    /// Collects facts while a game runs.
    type Watch: Watch<Self::Game>;

    /// Starts a game: the decks (by their numbers) of seats A and B, set up to the first decision.
    fn start(&self, decks: [usize; 2], chance: &mut impl Chance) -> Self::Game;

    /// A watch for one game that is about to begin.
    fn watch(&self, game: &Self::Game) -> Self::Watch;

    /// How many counters are kept for a deck in one pairing.
    fn counters(&self, deck: usize) -> usize;

    /// Adds what a finished game between the decks of seats A and B shows about the deck in `seat`. The counters are
    /// sums of whole numbers, so that the order of the games and the way they are split over threads and machines do
    /// not matter.
    fn count(&self, end: &Finished<'_, Self>, decks: [usize; 2], seat: Player, counters: &mut [u64]);

    /// The score that decides the game, for each seat at the end: Gigs.
    fn gigs(&self, game: &Self::Game) -> [u32; 2];
}

/// A finished game, as [`Contest::count`] sees it.
pub struct Finished<'f, C: Contest + ?Sized> {
    /// The last position.
    pub game: &'f C::Game,
    /// What was collected on the way.
    pub watch: &'f C::Watch,
    /// How it went.
    pub played: &'f Played,
}

/// What the two games of a pair exchange.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Swap {
    /// Deck and agent together: each side plays its deck from both seats.
    Sides,
    /// The agents only: each plays both decks, the decks stay in their seats.
    Pilots,
}

/// Two sides that meet. Side 0 is the one results are told for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The decks' numbers: with [`Swap::Sides`] of the two sides, with [`Swap::Pilots`] of seats A and B.
    pub decks: [usize; 2],
    /// The agents' numbers, of the two sides.
    pub agents: [usize; 2],
    /// What the games of a pair exchange.
    pub swap: Swap,
    /// The side that goes first in game 0 of a pair.
    pub leads: usize,
}

impl Pairing {
    /// A pairing. `keys` name each side independently of the order in which the sides were given: the smaller one goes
    /// first in game 0, so both orders mean the same games.
    pub fn new(decks: [usize; 2], agents: [usize; 2], swap: Swap, keys: [u64; 2]) -> Self {
        Self { decks, agents, swap, leads: usize::from(keys[1] < keys[0]) }
    }

    /// Who sits where in game 0 or 1 of a pair.
    pub fn seating(&self, game: usize) -> Seating {
        let first = self.leads ^ game;
        let sides = [first, 1 - first];
        let decks = match self.swap {
            Swap::Sides => sides,
            Swap::Pilots => [0, 1],
        };
        Seating { sides, decks }
    }
}

/// Who sits where.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The side (0 or 1) in seats A and B.
    pub sides: [usize; 2],
    /// Which of the pairing's decks (0 or 1) is in seats A and B.
    pub decks: [usize; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_naming_changes_no_game() {
        let one = Pairing::new([4, 7], [0, 1], Swap::Sides, [90, 30]);
        let two = Pairing::new([7, 4], [1, 0], Swap::Sides, [30, 90]);
        for game in 0..2 {
            let (x, y) = (one.seating(game), two.seating(game));
            assert_eq!(x.sides.map(|side| one.decks[side]), y.sides.map(|side| two.decks[side]));
            assert_eq!(x.sides.map(|side| one.agents[side]), y.sides.map(|side| two.agents[side]));
        }
    }

    #[test]
    fn pilots_change_seats_and_decks_stay() {
        let pairing = Pairing::new([4, 7], [0, 1], Swap::Pilots, [1, 2]);
        assert_eq!(pairing.seating(0), Seating { sides: [0, 1], decks: [0, 1] });
        assert_eq!(pairing.seating(1), Seating { sides: [1, 0], decks: [0, 1] });
    }
}

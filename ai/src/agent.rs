//! The contract between agents and those who run games.

use fixer_core::game::{Game, Player};

use crate::view::View;

/// Names a game for the randomness of agents: the same key, the same decisions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameKey(pub u64);

/// Somebody who plays.
pub trait Agent<G: Game>: Send {
    /// A game begins: forgets everything of the one before. Called before each game.
    fn begin(&mut self, seat: Player, key: GameKey);

    /// Picks one of `legal`, which holds at least one action. Its randomness is keyed by the game's key, the seat and
    /// this seat's own decision number, so no other decision moves it.
    fn decide(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> G::Action;
}

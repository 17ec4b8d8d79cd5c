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

    /// How many iterations its searches have taken since the game began; 0 for those who don't search.
    fn iterations(&self) -> u64 {
        0
    }

    /// What it thought of the actions at the decision it made last, best first; `view` and `legal` are that decision's.
    /// Nothing where it did not have to think.
    fn thoughts(&self, _view: &View<'_, G>, _legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        Vec::new()
    }
}

/// What an agent thought of one action: for people, who ask after the decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// The action.
    pub action: A,
    /// How many iterations of a search chose it.
    pub visits: Option<u32>,
    /// The win probability that it expects of it, for the player who decides; nothing where it was never tried.
    pub value: Option<f32>,
    /// It was given up: it leads back to a position of this turn, or to a loss.
    pub given_up: bool,
    /// What both sides are expected to do from here on, this action first.
    pub line: Vec<(Player, A)>,
}

//! The search that sees everything: the ceiling, for measuring what hidden cards are worth.
//!
//! An agent that cheats is no [`Agent`](crate::agent::Agent): it takes a [`TrueView`], which only those who run matches
//! can make, and so can't be put where an honest one is expected.

use fixer_core::game::{Game, Player};

use crate::agent::{GameKey, Thought};
use crate::eval::Judge;
use crate::ismcts::{Budget, Ismcts, Options};
use crate::view::TrueView;
use crate::worlds::Fixed;

/// Somebody who plays knowing the true position.
pub trait Cheater<G: Game>: Send {
    /// A game begins: forgets everything of the one before.
    fn begin(&mut self, seat: Player, key: GameKey);

    /// Picks one of `legal`, which holds at least one action.
    fn decide(&mut self, truth: &TrueView<'_, G>, legal: &[G::Action]) -> G::Action;

    /// As [`Agent::iterations`](crate::agent::Agent::iterations).
    fn iterations(&self) -> u64 {
        0
    }

    /// As [`Agent::thoughts`](crate::agent::Agent::thoughts).
    fn thoughts(&self, _truth: &TrueView<'_, G>, _legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        Vec::new()
    }
}

/// The agent `cheat`: the search of `ismcts` with the true position as its only world. What dice will show and how
/// decks will be shuffled anew it does not know.
#[derive(Debug)]
pub struct Cheat<G: Game, J> {
    seat: Player,
    inner: Ismcts<G, J>,
}

impl<G: Game, J: Judge<G>> Cheat<G, J> {
    /// An agent with everything allocated that it will need.
    pub fn new(budget: Budget, options: Options, judge: J) -> Self {
        Self { seat: Player::A, inner: Ismcts::new(budget, options, judge) }
    }
}

impl<G: Game, J: Judge<G>> Cheater<G> for Cheat<G, J> {
    fn begin(&mut self, seat: Player, key: GameKey) {
        self.seat = seat;
        self.inner.start(seat, key);
    }

    fn decide(&mut self, truth: &TrueView<'_, G>, legal: &[G::Action]) -> G::Action {
        self.inner.think(&Fixed { world: truth.truth, observer: self.seat }, legal)
    }

    fn iterations(&self) -> u64 {
        self.inner.taken()
    }

    fn thoughts(&self, truth: &TrueView<'_, G>, legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        self.inner.thoughts_in(truth.truth, legal)
    }
}

//! The uniform agent.

use fixer_core::chance::{mix, scale};
use fixer_core::game::{Game, Player};

use crate::agent::{Agent, GameKey};
use crate::view::View;

/// Plays uniformly over the legal actions.
#[derive(Clone, Debug)]
pub struct Random {
    key: u64,
    decisions: u64,
}

impl Random {
    /// An agent that has not begun a game yet.
    pub const fn new() -> Self {
        Self { key: 0, decisions: 0 }
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Agent<G> for Random {
    fn begin(&mut self, seat: Player, key: GameKey) {
        self.key = mix(&[key.0, seat as u64]);
        self.decisions = 0;
    }

    fn decide(&mut self, _view: &View<'_, G>, legal: &[G::Action]) -> G::Action {
        let word = mix(&[self.key, self.decisions]);
        self.decisions += 1;
        legal[scale(word, legal.len() as u32) as usize]
    }
}

//! No knowledge at all: every position is even, every action as good as any other.

use fixer_core::game::{Game, Player};

use super::{Evaluate, Knowledge, Scorer};

/// The judge of games nothing is known about but their rules. Searches then play every rollout to its end, uniformly.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Blank;

impl<G: Game> Evaluate<G> for Blank {
    fn value(&self, _game: &G, _of: Player) -> f32 {
        0.5
    }

    fn has_values(&self) -> bool {
        false
    }
}

impl<G: Game> Scorer<G> for Blank {
    fn score(&self, _game: &G, _action: G::Action) -> f32 {
        0.0
    }

    fn has_scores(&self) -> bool {
        false
    }
}

/// Where nothing is known, all weights are the same.
impl<G: Game> Knowledge<G> for Blank {
    type Judge = Self;

    fn judge(&self, _weights: &str) -> Result<Self, Vec<String>> {
        Ok(Self)
    }
}

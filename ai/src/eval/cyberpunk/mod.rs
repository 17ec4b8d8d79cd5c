//! What is known about the Cyberpunk TCG: features of a position, points for actions, the sets of weights.

mod features;
mod scorer;
mod settle;

pub use features::{Position, Seen};

use fixer_core::chance::{SearchRng, rng};
use fixer_core::cyberpunk::state::Phase;
use fixer_core::cyberpunk::{Action, Table};
use fixer_core::game::{Game, Player};

use super::weights::Weights;
use super::{Evaluate, Features, Knowledge, Linear, Scorer};

/// The sets of weights: name and text of the file.
const WEIGHTS: [(&str, &str); 3] = [
    ("current", include_str!("../../../data/weights-cyberpunk-current.toml")),
    ("search", include_str!("../../../data/weights-cyberpunk-search.toml")),
    ("greedy1", include_str!("../../../data/weights-cyberpunk-greedy1.toml")),
];

/// A deck with so many cards doesn't run out within a turn.
const SAFE_DECK: u8 = 16;

/// Hands out judges of the Cyberpunk TCG.
#[derive(Copy, Clone, Debug, Default)]
pub struct Cyberpunk;

/// Judges positions and actions with one set of weights.
#[derive(Clone, Debug)]
pub struct Judge {
    linear: Linear<Seen>,
    scores: scorer::Scores,
    /// The luck of what is still to be rolled or shuffled: always the same, so that a position has one value.
    luck: SearchRng,
}

impl Judge {
    /// A judge with the weights of a file.
    ///
    /// # Errors
    /// A name in the file that is no feature and no score.
    pub fn new(weights: &Weights) -> Result<Self, fixer_core::diagnostics::Diagnostic> {
        let (linear, scores) = (Linear::new::<Table<'_>>(weights)?, scorer::Scores::new(weights)?);
        Ok(Self { linear, scores, luck: rng(settle::SEED) })
    }
}

impl Judge {
    /// The value of a position in which nothing is half done.
    fn read(&self, table: &Table<'_>, of: Player) -> f32 {
        match table.state.outcome {
            Some(outcome) => outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == of))),
            None => self.linear.value(table, of),
        }
    }
}

impl<'m> Evaluate<Table<'m>> for Judge {
    fn value(&self, game: &Table<'m>, of: Player) -> f32 {
        if is_quiet(game) {
            return self.read(game, of);
        }
        let mut settled = *game;
        self.settle(&mut settled);
        self.read(&settled, of)
    }

    fn prospect(&self, game: &mut Table<'m>, of: Player) -> f32 {
        self.settle(game);
        self.end_turn(game, of);
        self.read(game, of)
    }

    fn is_in_danger(&self, game: &Table<'m>, of: Player) -> bool {
        let state = &game.state;
        // 1.10, 1.11, 1.14: seven Gigs after the rival's next raid and roll, or a deck that runs out.
        let mut gigs = state.gigs[of.rival().index()].len() as f32;
        let mut units = state.line(of.rival());
        state.deck_len[of.index()] <= 2
            || gigs >= 6.0
            || units.any(|unit| {
                gigs += features::steals(game.power(unit));
                gigs >= 6.0
            })
    }

    fn is_safe_until(&self, game: &Table<'m>, of: Player, stop: u32) -> bool {
        let state = &game.state;
        // 1.10, 1.11: in the last turn before, the rival's own, nobody wins by seven Gigs but in Overtime, which begins
        // at the end of a turn, after two in a row that began without dice to roll. 1.14: no effect draws that many cards.
        let last = state.active == of.rival() && state.phase != Phase::Start && game.turn() + 1 == stop;
        last && !state.overtime && state.empty_starts < 2 && state.deck_len[of.index()] >= SAFE_DECK
    }

    fn feature_names(&self) -> &'static [&'static str] {
        <Seen as Features<Table<'m>>>::NAMES
    }

    fn features(&self, game: &Table<'m>, of: Player, out: &mut [f32]) {
        let mut settled = *game;
        self.settle(&mut settled);
        if settled.state.outcome.is_none() {
            Seen::measure(&settled, of, out);
        }
    }
}

impl<'m> Scorer<Table<'m>> for Judge {
    fn score(&self, game: &Table<'m>, action: Action) -> f32 {
        self.scores.score(game, action)
    }

    fn scores(&self, game: &Table<'m>, legal: &[Action], out: &mut Vec<f32>) {
        self.scores.all(game, legal, out);
    }
}

impl Cyberpunk {
    /// The built-in set of weights of this name.
    pub fn weights(name: &str) -> Option<Weights> {
        let (_, text) = WEIGHTS.iter().find(|(known, _)| *known == name)?;
        Weights::parse(name, text).ok()
    }
}

impl Knowledge<Table<'_>> for Cyberpunk {
    type Judge = Judge;

    fn judge(&self, name: &str) -> Result<Judge, Vec<String>> {
        let judge = Self::weights(name).and_then(|weights| Judge::new(&weights).ok());
        judge.ok_or_else(|| WEIGHTS.iter().map(|(name, _)| (*name).to_owned()).collect())
    }
}

/// Whether a decision is one in which nothing is half done: the Main Phase.
fn is_quiet(table: &Table<'_>) -> bool {
    use fixer_core::cyberpunk::Kind;
    use fixer_core::game::Status;
    matches!(table.status(), Status::Over(_) | Status::Decide(_, Kind::Main | Kind::Mulligan | Kind::Roll))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_weights_loads() {
        for (name, text) in WEIGHTS {
            let weights = Weights::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
            Judge::new(&weights).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

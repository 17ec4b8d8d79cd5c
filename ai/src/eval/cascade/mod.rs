//! What is known about Cascade: features of a position, points for actions, the sets of weights.

mod features;
mod scorer;
mod settle;

pub use features::{Position, Seen, is_quiet};

use fixer_core::cascade::{Action, Table};
use fixer_core::diagnostics::Diagnostic;
use fixer_core::game::Player;

use super::weights::Weights;
use super::{Evaluate, Features, Knowledge, Linear, Scorer};

/// The sets of weights: name and text of the file.
const WEIGHTS: [(&str, &str); 3] = [
    ("current", include_str!("../../../data/weights-cascade-current.toml")),
    ("search", include_str!("../../../data/weights-cascade-search.toml")),
    ("greedy1", include_str!("../../../data/weights-cascade-greedy1.toml")),
];

/// Hands out judges of Cascade.
#[derive(Copy, Clone, Debug, Default)]
pub struct Cascade;

/// Judges positions and actions with one set of weights.
#[derive(Clone, Debug)]
pub struct Judge {
    linear: Linear<Seen>,
    scores: scorer::Scores,
}

impl Judge {
    /// A judge with the weights of a file.
    ///
    /// # Errors
    /// A name in the file that is no feature and no score.
    pub fn new(weights: &Weights) -> Result<Self, Diagnostic> {
        Ok(Self { linear: Linear::new::<Table<'_>>(weights)?, scores: scorer::Scores::new(weights)? })
    }

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
        self.read(&self.settled(game), of)
    }

    fn prospect(&self, game: &mut Table<'m>, of: Player) -> f32 {
        self.read(&self.turn_ended(self.settled(game), of), of)
    }

    fn is_in_danger(&self, game: &Table<'m>, of: Player) -> bool {
        // 1.2, 6.2.2: a Leader whom the rival's next attacks may capture, or the empty deck.
        let (me, rival) = (Position::of(game, of), Position::of(game, of.rival()));
        me.leader <= rival.attack + 0.4
    }

    fn feature_names(&self) -> &'static [&'static str] {
        <Seen as Features<Table<'m>>>::NAMES
    }

    fn features(&self, game: &Table<'m>, of: Player, out: &mut [f32]) {
        let settled = self.settled(game);
        if settled.state.outcome.is_none() {
            Seen::measure(&settled, of, out);
        }
    }
}

impl<'m> Scorer<Table<'m>> for Judge {
    fn score(&self, game: &Table<'m>, action: Action) -> f32 {
        self.scores.score(game, action)
    }
}

impl Cascade {
    /// The built-in set of weights of this name.
    pub fn weights(name: &str) -> Option<Weights> {
        let (_, text) = WEIGHTS.iter().find(|(known, _)| *known == name)?;
        Weights::parse(name, text).ok()
    }
}

impl Knowledge<Table<'_>> for Cascade {
    type Judge = Judge;

    fn judge(&self, name: &str) -> Result<Judge, Vec<String>> {
        let judge = Self::weights(name).and_then(|weights| Judge::new(&weights).ok());
        judge.ok_or_else(|| WEIGHTS.iter().map(|(name, _)| (*name).to_owned()).collect())
    }
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

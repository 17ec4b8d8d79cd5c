//! What is known about a game beyond its rules: how good a position is, and how good an action looks.
//!
//! Searches ask for nothing else, so a game is played well by telling them this and nothing more. Three layers:
//! [`Evaluate`] (the win probability of a position), [`Scorer`] (points for an action, without carrying it out), and
//! [`Knowledge`], which hands out both with the weights an agent asks for.
//!
//! A game's own knowledge is a file here that implements [`Features`] and [`Scorer`]; its weights are a file in
//! `data/`, fitted on played games and never written into code.

mod blank;
pub mod cascade;
pub mod cyberpunk;
pub mod fit;
mod linear;
mod logistic;
pub mod weights;

pub use blank::Blank;
pub use linear::{Features, Linear, MAX_FEATURES};
pub use logistic::{logistic, logit};

use fixer_core::game::{Game, Player};

/// How good a position is.
///
/// Positions handed in are whole: an agent that may not see hidden cards hands in a sample. What is said must not
/// depend on anything but the position.
pub trait Evaluate<G: Game> {
    /// The probability that `of` wins, 0 to 1. Never asked once the game is over.
    fn value(&self, game: &G, of: Player) -> f32;

    /// The same if `of` does nothing more this turn, where it is their turn. Agents that compare an action with ending the
    /// turn ask this: what ending the turn brings can be had after every other action too. `game` may be played on.
    fn prospect(&self, game: &mut G, of: Player) -> f32 {
        self.value(game, of)
    }

    /// Whether `of` could lose within the rival's next turn: only then is it worth looking for a reply that does it.
    fn is_in_danger(&self, _game: &G, _of: Player) -> bool {
        true
    }

    /// Whether `of` can't lose any more before the turn `stop` begins to be decided, whatever is played: a rollout that only
    /// looks for a loss needs to go no further.
    fn is_safe_until(&self, _game: &G, _of: Player, _stop: u32) -> bool {
        false
    }

    /// The names of the features the value is made of, for refitting and for people. None by default.
    fn feature_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Writes the features, seen by `of`, into `out`, which is as long as [`Evaluate::feature_names`].
    fn features(&self, _game: &G, _of: Player, _out: &mut [f32]) {}

    /// Whether values say anything at all. Where they don't, rollouts go on to the end of the game.
    fn has_values(&self) -> bool {
        true
    }
}

/// How good an action looks, from what stands on the table and without carrying it out: some nanoseconds an action.
/// Used as the prior of a search and as the policy of its rollouts.
///
/// A point is meant as a win probability: 0.1 more points, worth about 10 % more wins.
pub trait Scorer<G: Game> {
    /// Points for one legal action of the player who decides.
    fn score(&self, game: &G, action: G::Action) -> f32;

    /// Points for all legal actions, in their order, into `out`, which is cleared first. Override it where things common
    /// to all actions need to be worked out once only.
    fn scores(&self, game: &G, legal: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.extend(legal.iter().map(|&action| self.score(game, action)));
    }

    /// Whether points differ at all. Where they don't, rollouts are uniform.
    fn has_scores(&self) -> bool {
        true
    }
}

/// Both kinds of knowledge about one game, with one set of weights.
pub trait Judge<G: Game>: Evaluate<G> + Scorer<G> + Clone + Send {}

impl<G: Game, J: Evaluate<G> + Scorer<G> + Clone + Send> Judge<G> for J {}

/// Where agents get a judge from: the knowledge of a game, with all the sets of weights there are.
pub trait Knowledge<G: Game> {
    /// The judge.
    type Judge: Judge<G>;

    /// The judge with the set of weights of this name; `current` always exists.
    ///
    /// # Errors
    /// The names that exist, if this one doesn't.
    fn judge(&self, weights: &str) -> Result<Self::Judge, Vec<String>>;
}

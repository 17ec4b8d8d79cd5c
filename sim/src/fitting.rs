//! Positions to fit an evaluation to: games of an agent against itself, a position a turn, and how the game ended.
//!
//! Which lists play is the game's own. Every tenth game is held out: its positions only tell how good the fit is.
//! Everything is keyed by the seed and the number of the game, so the number of threads changes nothing.

use std::ops::Range;

use fixer_ai::agent::GameKey;
use fixer_ai::eval::fit::Samples;
use fixer_ai::eval::{Features, Knowledge};
use fixer_ai::registry::{BuildError, Cheating, build};
use fixer_ai::spec::AgentSpec;
use fixer_core::chance::{Streams, mix, rng, unit};
use fixer_core::game::{Game, Player};
use rayon::prelude::*;

use crate::play::{IllegalChoice, Watch, play};

/// About so many positions are kept at most, of each both players' view: more games than that needs give up a part of
/// their positions, so that memory has a bound.
const MOST_POSITIONS: u64 = 1_000_000;

/// About so many turns a game has.
const TURNS: u64 = 14;

/// Games that are in memory beside the samples.
const BATCH: u64 = 256;

/// One game of so many is held out: the last of each so many.
pub const HELD_OUT: u64 = 10;

/// Positions with their results.
#[derive(Clone, PartialEq, Debug)]
pub struct Positions {
    /// Those to fit to.
    pub fitted: Samples,
    /// Those of the games held out.
    pub held_out: Samples,
    /// How many games reached the cap on decisions and count for nothing.
    pub capped: u64,
}

/// Why there are no positions.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// A built-in list lacks a card.
    #[error(transparent)]
    Decks(#[from] fixer_core::diagnostics::Diagnostic),
    /// Lists that can't be played.
    #[error("game {game}: {what}")]
    MatchUp {
        /// The game.
        game: u64,
        /// What is wrong with them.
        what: String,
    },
    /// The cards are too few for random lists.
    #[error("the cards are too few for a random legal list")]
    NoDeck,
    /// The agent can't be made.
    #[error(transparent)]
    Agent(#[from] BuildError),
    /// The agent broke its contract.
    #[error("game {game}: {source}")]
    Illegal {
        /// The game.
        game: u64,
        /// What it did.
        source: IllegalChoice,
    },
}

/// What is measured in one position: of A and of B.
type Row = (u32, [Vec<f32>; 2]);

/// One game: its positions, and the points of each player; no points where it was capped.
pub type Finished = (Vec<Row>, Option<[f32; 2]>);

/// Measures the first position of each turn in which nothing is half done.
struct TurnStarts<G> {
    turn: u32,
    is_quiet: fn(&G) -> bool,
    measure: fn(&G, Player, &mut [f32]),
    width: usize,
    rows: Vec<Row>,
}

impl<G: Game> Watch<G> for TurnStarts<G> {
    fn decision(&mut self, game: &G, _player: Player, _action: G::Action) {
        if game.turn() == self.turn || !(self.is_quiet)(game) {
            return;
        }
        self.turn = game.turn();
        let views = Player::BOTH.map(|player| {
            let mut features = vec![0.0; self.width];
            (self.measure)(game, player, &mut features);
            features
        });
        self.rows.push((self.turn, views));
    }
}

/// Who plays against itself, and the seed of everything.
#[derive(Copy, Clone, Debug)]
pub struct School<'s> {
    /// The agent.
    pub agent: &'s AgentSpec,
    /// How many games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

impl School<'_> {
    /// The seed of the luck of a game.
    pub const fn luck(&self, game: u64) -> u64 {
        mix(&[self.seed, game, 2])
    }

    /// Plays a game that was set up with [`School::luck`] and measures its positions by `F`.
    ///
    /// # Errors
    /// If the agent can't be made or breaks its contract.
    pub fn play<G: Game, F: Features<G>>(
        &self,
        game: u64,
        table: &mut G,
        chance: &mut Streams,
        knowledge: &impl Knowledge<G>,
        is_quiet: fn(&G) -> bool,
    ) -> Result<Finished, SelfPlayError> {
        let agent = || build(self.agent, knowledge, Cheating::Refused);
        let (mut first, mut second) = (agent()?, agent()?);
        let mut watch = TurnStarts { turn: 0, is_quiet, measure: F::measure, width: F::NAMES.len(), rows: Vec::new() };
        let key = GameKey(mix(&[self.luck(game), 1]));
        let played = play(table, [&mut first, &mut second], key, chance, &mut watch, &mut Vec::new())
            .map_err(|source| SelfPlayError::Illegal { game, source })?;
        let points = played.outcome.map(|outcome| match outcome.winner {
            None => [0.5; 2],
            Some(winner) => Player::BOTH.map(|player| f32::from(u8::from(player == winner))),
        });
        Ok((watch.rows, points))
    }

    /// Plays all games on the threads of the current pool, each by `game`; a position has `width` features. `told` is
    /// told how many are done.
    ///
    /// # Errors
    /// The first game that could not be played.
    pub fn sample(
        &self,
        width: usize,
        game: impl Fn(u64) -> Result<Finished, SelfPlayError> + Sync,
        mut told: impl FnMut(u64),
    ) -> Result<Positions, SelfPlayError> {
        let new = || Samples::new(width);
        let mut positions = Positions { fitted: new(), held_out: new(), capped: 0 };
        let share = MOST_POSITIONS as f64 / (self.games.max(1) * TURNS) as f64;
        let mut from = 0;
        while from < self.games {
            let batch: Range<u64> = from..self.games.min(from + BATCH);
            from = batch.end;
            let first = batch.start;
            let games: Vec<Result<Finished, SelfPlayError>> = batch.into_par_iter().map(&game).collect();
            for (number, game) in (first..).zip(games) {
                let (rows, points) = game?;
                let Some(points) = points else {
                    positions.capped += 1;
                    continue;
                };
                let samples =
                    if number % HELD_OUT == HELD_OUT - 1 { &mut positions.held_out } else { &mut positions.fitted };
                for (turn, views) in rows {
                    if unit(&mut rng(mix(&[self.seed, number, u64::from(turn), 3]))) < share {
                        for (features, points) in views.iter().zip(points) {
                            samples.push(features, points, turn);
                        }
                    }
                }
            }
            told(from);
        }
        Ok(positions)
    }
}

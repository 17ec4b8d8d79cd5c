//! Positions to fit an evaluation to: games of an agent against itself, a position a turn, and how the game ended.
//!
//! A third of the games is played by the starters, a third by two built-in constructed lists, a third by two random
//! legal lists. Every tenth game is held out: its positions only tell how good the fit is. Everything is keyed by the
//! seed and the number of the game, so the number of threads changes nothing.

use std::ops::Range;

use fixer_ai::agent::GameKey;
use fixer_ai::eval::Features;
use fixer_ai::eval::cyberpunk::{Cyberpunk, Seen};
use fixer_ai::eval::fit::Samples;
use fixer_ai::registry::{BuildError, Cheating, build};
use fixer_ai::spec::AgentSpec;
use fixer_core::chance::{Streams, below, mix, rng, unit};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_decks};
use fixer_core::cyberpunk::deck::random::random_deck;
use fixer_core::cyberpunk::deck::{Deck, Rules};
use fixer_core::cyberpunk::state::Stage;
use fixer_core::cyberpunk::{Action, MatchUp, Table};
use fixer_core::game::{Game, Player};
use rayon::prelude::*;

use crate::play::{IllegalChoice, Watch, play};

/// The features that are fitted.
pub const FEATURES: &[&str] = <Seen as Features<Table<'static>>>::NAMES;

/// About so many positions are kept at most, of each both players' view: more games than that needs give up a part of
/// their positions, so that memory has a bound.
const MOST_POSITIONS: u64 = 1_000_000;

/// About so many turns a game has.
const TURNS: u64 = 14;

/// Games that are in memory beside the samples.
const BATCH: u64 = 256;

/// One game of so many is held out.
const HELD_OUT: u64 = 10;

/// What is played.
#[derive(Copy, Clone, Debug)]
pub struct SelfPlay<'s> {
    /// The cards.
    pub pool: &'s CardPool,
    /// Who plays against itself.
    pub agent: &'s AgentSpec,
    /// How many games.
    pub games: u64,
    /// The seed of everything.
    pub seed: u64,
}

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
    #[error("game {game}: {source}")]
    MatchUp {
        /// The game.
        game: u64,
        /// What is wrong with them.
        source: fixer_core::cyberpunk::MatchUpError,
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

/// Measures the first position of each turn.
#[derive(Default)]
struct TurnStarts {
    turn: u32,
    rows: Vec<Row>,
}

impl Watch<Table<'_>> for TurnStarts {
    fn decision(&mut self, game: &Table<'_>, _player: Player, _action: Action) {
        let quiet = game.state.attack.stage == Stage::None && game.state.frames.is_empty();
        if game.turn() == self.turn || !quiet {
            return;
        }
        self.turn = game.turn();
        let views = Player::BOTH.map(|player| {
            let mut features = vec![0.0; FEATURES.len()];
            Seen::measure(game, player, &mut features);
            features
        });
        self.rows.push((self.turn, views));
    }
}

/// One game: its positions, and the points of each player; no points where it was capped.
type Finished = (Vec<Row>, Option<[f32; 2]>);

impl SelfPlay<'_> {
    /// Plays all games on the threads of the current pool; `told` is told how many are done.
    ///
    /// # Errors
    /// The first game that could not be played.
    pub fn sample(&self, mut told: impl FnMut(u64)) -> Result<Positions, SelfPlayError> {
        let mut lists = builtin_decks(self.pool)?;
        lists.retain(|deck| deck.rules == Rules::Constructed || STARTERS.contains(&deck.id.as_str()));
        let new = || Samples::new(FEATURES.len());
        let mut positions = Positions { fitted: new(), held_out: new(), capped: 0 };
        let share = MOST_POSITIONS as f64 / (self.games.max(1) * TURNS) as f64;
        let mut from = 0;
        while from < self.games {
            let batch: Range<u64> = from..self.games.min(from + BATCH);
            from = batch.end;
            let first = batch.start;
            let games: Vec<Result<Finished, SelfPlayError>> =
                batch.into_par_iter().map(|game| self.game(game, &lists)).collect();
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

    fn game(&self, game: u64, lists: &[Deck]) -> Result<Finished, SelfPlayError> {
        let mut generator = rng(mix(&[self.seed, game, 1]));
        let mut built_in = || lists[below(&mut generator, lists.len() as u32) as usize].clone();
        let decks = match game % 3 {
            0 => STARTERS.map(|id| lists.iter().find(|deck| deck.id == id).cloned()),
            1 => [Some(built_in()), Some(built_in())],
            _ => [random_deck(self.pool, &mut generator), random_deck(self.pool, &mut generator)],
        };
        let [Some(one), Some(other)] = decks else { return Err(SelfPlayError::NoDeck) };
        let match_up =
            MatchUp::new(self.pool, [&one, &other]).map_err(|source| SelfPlayError::MatchUp { game, source })?;
        let seed = mix(&[self.seed, game, 2]);
        let mut chance = Streams::new(seed);
        let mut table = Table::start(&match_up, &mut chance);
        let agent = || build(self.agent, &Cyberpunk, Cheating::Refused);
        let (mut first, mut second) = (agent()?, agent()?);
        let mut watch = TurnStarts::default();
        let played = play(
            &mut table,
            [&mut first, &mut second],
            GameKey(mix(&[seed, 1])),
            &mut chance,
            &mut watch,
            &mut Vec::new(),
        )
        .map_err(|source| SelfPlayError::Illegal { game, source })?;
        let points = played.outcome.map(|outcome| match outcome.winner {
            None => [0.5; 2],
            Some(winner) => Player::BOTH.map(|player| f32::from(u8::from(player == winner))),
        });
        Ok((watch.rows, points))
    }
}

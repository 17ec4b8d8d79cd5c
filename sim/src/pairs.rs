//! A pair: the unit of every measurement. Two games on the same luck by seat, the sides exchanged.

use std::cell::Cell;

use fixer_ai::registry::Pilot;
use fixer_core::chance::Streams;
use fixer_core::game::{ActionList, Game, Player, Reason};

use crate::contest::{Contest, Finished, Pairing};
use crate::play::{IllegalChoice, Played, play};
use crate::seeds::{agent_key, game_seed, pair_seed};
use crate::tally::{Score, Tally};

/// Where the luck of all games of a run comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Luck {
    /// The master seed.
    pub master: u64,
    /// Whether the two games of a pair share shuffles and dice.
    pub paired: bool,
    /// The hash of each deck's base, by the decks' numbers: decks with the same base meet the same deals.
    pub bases: Vec<u64>,
}

impl Luck {
    /// The seed of a game.
    pub fn seed(&self, pairing: &Pairing, pair: u64, game: usize) -> u64 {
        let decks = pairing.decks.map(|deck| self.bases[deck]);
        game_seed(pair_seed(self.master, decks, pair), game, self.paired)
    }
}

/// Names a game of a run.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GameId {
    /// The pairing's number in the plan, from 0.
    pub pairing: usize,
    /// The pair's number within the pairing, from 0.
    pub pair: u64,
    /// 0 or 1.
    pub game: usize,
}

thread_local! {
    static UNDER_WAY: Cell<Option<GameId>> = const { Cell::new(None) };
}

/// The game that this thread is playing: what to name when something goes wrong inside it.
pub fn under_way() -> Option<GameId> {
    UNDER_WAY.get()
}

/// One line about a game, for `games.csv`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Which game.
    pub id: GameId,
    /// Side (0 or 1) in the first seat.
    pub first: usize,
    /// The winning seat; nothing for a draw.
    pub winner: Option<Player>,
    /// Why it ended; nothing where it was capped.
    pub reason: Option<Reason>,
    /// The last turn's number.
    pub turns: u32,
    /// Gigs at the end, by seat.
    pub gigs: [u32; 2],
    /// Decisions, by seat.
    pub decisions: [u32; 2],
    /// Iterations of both agents' searches.
    pub iterations: u64,
}

/// A fault inside a game, which ends the run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("pair {}, game {}: {source}", id.pair, id.game)]
pub struct Fault {
    /// In which game.
    pub id: GameId,
    /// What happened.
    pub source: IllegalChoice,
}

/// Makes the agent with a given number.
pub type Build<'b, G> = dyn Fn(usize) -> Pilot<'b, G> + Sync + 'b;

/// The agents of one thread: an instance for each agent and seat, made once and reused for every game.
pub struct Pilots<'r, 'b, G: Game> {
    build: &'r Build<'b, G>,
    seats: [Vec<Option<Pilot<'b, G>>>; 2],
}

impl<'r, 'b, G: Game> Pilots<'r, 'b, G> {
    /// No agent made yet.
    pub fn new(build: &'r Build<'b, G>) -> Self {
        Self { build, seats: [Vec::new(), Vec::new()] }
    }

    /// The agents with these numbers, for seats A and B.
    pub(crate) fn at(&mut self, agents: [usize; 2]) -> [&mut Pilot<'b, G>; 2] {
        let build = self.build;
        let mut seats = self.seats.iter_mut().zip(agents).map(|(seat, agent)| {
            if seat.len() <= agent {
                seat.resize_with(agent + 1, || None);
            }
            seat[agent].get_or_insert_with(|| build(agent))
        });
        let first = seats.next();
        let second = seats.next();
        match (first, second) {
            (Some(first), Some(second)) => [first, second],
            _ => unreachable!("there are two seats"),
        }
    }
}

/// What a pair adds to.
#[derive(Default)]
pub struct Ledger {
    /// The sums.
    pub tally: Tally,
    /// A row a game, where asked for.
    pub rows: Option<Vec<GameRow>>,
    /// Capped games.
    pub capped: Vec<GameId>,
}

/// Plays both games of a pair into `ledger`.
///
/// # Errors
/// If an agent breaks its contract.
pub fn play_pair<C: Contest>(
    contest: &C,
    luck: &Luck,
    (number, pairing): (usize, &Pairing),
    pair: u64,
    pilots: &mut Pilots<'_, '_, C::Game>,
    legal: &mut ActionList<<C::Game as Game>::Action>,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let mut scores = [Score::Draw; 2];
    for game in 0..2 {
        let id = GameId { pairing: number, pair, game };
        UNDER_WAY.set(Some(id));
        let seed = luck.seed(pairing, pair, game);
        let seating = pairing.seating(game);
        let mut chance = Streams::new(seed);
        let decks = seating.decks.map(|deck| pairing.decks[deck]);
        let mut table = contest.start(decks, &mut chance);
        let mut watch = contest.watch(&table);
        let agents = pilots.at(seating.sides.map(|side| pairing.agents[side]));
        let played = play(&mut table, agents, agent_key(seed), &mut chance, &mut watch, legal)
            .map_err(|source| Fault { id, source })?;

        let first = score(&played, Player::A);
        // Side 0's score, filed under whether it went first (0) or second (1).
        let place = seating.sides[0];
        scores[place] = if place == 0 { first } else { first.turned() };
        ledger.tally.game(&played, first);
        let end = Finished { game: &table, watch: &watch, played: &played };
        for seat in Player::BOTH {
            let deck = seating.decks[seat.index()];
            contest.count(&end, decks, seat, &mut ledger.tally.counters[deck]);
        }
        if played.outcome.is_none() {
            ledger.capped.push(id);
        }
        if let Some(rows) = &mut ledger.rows {
            rows.push(GameRow {
                id,
                first: seating.sides[0],
                winner: played.outcome.and_then(|outcome| outcome.winner),
                reason: played.outcome.map(|outcome| outcome.reason),
                turns: played.turns,
                gigs: contest.gigs(&table),
                decisions: played.decisions,
                iterations: played.iterations,
            });
        }
    }
    ledger.tally.pair(scores[0], scores[1]);
    UNDER_WAY.set(None);
    Ok(())
}

/// The score of the player in `seat`.
fn score(played: &Played, seat: Player) -> Score {
    match played.outcome.and_then(|outcome| outcome.winner) {
        None => Score::Draw,
        Some(winner) if winner == seat => Score::Win,
        Some(_) => Score::Loss,
    }
}

//! One game: two agents, one table, from the deal to the result.

use std::fmt;
use std::marker::PhantomData;

use fixer_ai::agent::GameKey;
use fixer_ai::registry::Pilot;
use fixer_core::bits::{Card, Die};
use fixer_core::chance::{Chance, Shuffle};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

/// After so many decisions of both players a game is stopped: capped, counted as a draw and listed.
pub const DECISION_CAP: u32 = 4_000;

/// Looks over the shoulders of both players: counts facts of a game that its end no longer shows.
pub trait Watch<G: Game> {
    /// `player` is about to carry out `action` in `game`.
    fn decision(&mut self, game: &G, player: Player, action: G::Action);

    /// A die has been rolled.
    fn rolled(&mut self, _die: Die, _value: u8) {}

    /// Two copies of a card in hidden zones have exchanged their numbers.
    fn relabeled(&mut self, _x: Card, _y: Card) {}
}

/// Watches nothing.
impl<G: Game> Watch<G> for () {
    fn decision(&mut self, _game: &G, _player: Player, _action: G::Action) {}
}

/// Luck that a watch listens to.
struct Overheard<'o, C, W, G> {
    chance: &'o mut C,
    watch: &'o mut W,
    game: PhantomData<G>,
}

impl<C: Chance, W: Watch<G>, G: Game> Chance for Overheard<'_, C, W, G> {
    fn die(&mut self, seat: Player, die: Die) -> u8 {
        let value = self.chance.die(seat, die);
        self.watch.rolled(die, value);
        value
    }

    fn shuffle(&mut self, seat: Player, what: Shuffle, cards: &mut [u8]) {
        self.chance.shuffle(seat, what, cards);
    }

    fn pick(&mut self, seat: Player, below: u32) -> u32 {
        self.chance.pick(seat, below)
    }

    fn relabel(&mut self, x: Card, y: Card) {
        self.chance.relabel(x, y);
        self.watch.relabeled(x, y);
    }
}

/// How a game went.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The result; nothing where the game reached [`DECISION_CAP`].
    pub outcome: Option<Outcome>,
    /// The number of the last turn, counted over both players.
    pub turns: u32,
    /// Decisions made in each seat.
    pub decisions: [u32; 2],
    /// Iterations of both agents' searches.
    pub iterations: u64,
}

/// An agent broke the contract: it named an action that was not offered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the agent in seat {} chose `{action}`, which is not legal there (decision {decision} of the game)", seat.letter())]
pub struct IllegalChoice {
    /// The agent's seat.
    pub seat: Player,
    /// What it named, in the engine's debug form.
    pub action: String,
    /// The number of the decision, from 1, counted over both players.
    pub decision: u32,
}

impl IllegalChoice {
    fn new(seat: Player, action: &impl fmt::Debug, decision: u32) -> Self {
        Self { seat, action: format!("{action:?}"), decision }
    }
}

/// Plays `game` on to its end. `pilots` sit in seats A and B; `legal` is a buffer to reuse from game to game.
///
/// # Errors
/// If an agent names an action that was not offered.
pub fn play<G: Game>(
    game: &mut G,
    pilots: [&mut Pilot<'_, G>; 2],
    key: GameKey,
    chance: &mut impl Chance,
    watch: &mut impl Watch<G>,
    legal: &mut ActionList<G::Action>,
) -> Result<Played, IllegalChoice> {
    let [first, second] = pilots;
    first.begin(Player::A, key);
    second.begin(Player::B, key);
    let mut decisions = [0; 2];
    let outcome = loop {
        let player = match game.status() {
            Status::Over(outcome) => break Some(outcome),
            Status::Decide(player, _) => player,
        };
        let made = decisions[0] + decisions[1];
        if made == DECISION_CAP {
            break None;
        }
        game.legal_actions(legal);
        let pilot = match player {
            Player::A => &mut *first,
            Player::B => &mut *second,
        };
        let action = pilot.decide(game, player, legal);
        if !legal.contains(&action) {
            return Err(IllegalChoice::new(player, &action, made + 1));
        }
        decisions[player.index()] += 1;
        watch.decision(game, player, action);
        game.apply(action, &mut Overheard { chance, watch, game: PhantomData });
    };
    let iterations = first.iterations() + second.iterations();
    Ok(Played { outcome, turns: game.turn(), decisions, iterations })
}

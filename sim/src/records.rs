//! Records of games that a run has played: each is played again, with its actions written down.

use fixer_core::chance::Streams;
use fixer_core::game::{Game, Player};
use fixer_core::pool::CardHash;
use fixer_core::record::{Record, Title, record_game};

use crate::contest::Pairing;
use crate::pairs::{Fault, GameId, Luck, Pilots};
use crate::plan::Plan;
use crate::play::{Watch, play};
use crate::seeds::agent_key;
use crate::tournament::Tournament;

/// The actions of a game.
struct Actions<G: Game>(Vec<G::Action>);

impl<G: Game> Watch<G> for Actions<G> {
    fn decision(&mut self, _game: &G, _player: Player, action: G::Action) {
        self.0.push(action);
    }
}

/// What the games of a plan are recorded from.
pub struct Recorder<'r, 'm, T: Tournament> {
    match_ups: &'m T::MatchUps,
    plan: &'r Plan,
    luck: &'r Luck,
    cards: CardHash,
    pairings: Vec<Pairing>,
}

impl<'r, 'm, T: Tournament> Recorder<'r, 'm, T> {
    /// Records games of a plan. `cards` is the hash of its card data.
    pub fn new(match_ups: &'m T::MatchUps, plan: &'r Plan, luck: &'r Luck, cards: CardHash) -> Self {
        Self { match_ups, plan, luck, cards, pairings: plan.pairings() }
    }

    /// Plays a game of the plan and writes it down.
    ///
    /// # Errors
    /// If an agent breaks its contract.
    pub fn record(&self, id: GameId, pilots: &mut Pilots<'_, '_, T::Table<'m>>) -> Result<Record, Fault> {
        let pairing = &self.pairings[id.pairing];
        let seating = pairing.seating(id.game);
        let seed = self.luck.seed(pairing, id.pair, id.game);
        let decks = seating.decks.map(|deck| pairing.decks[deck]);
        let agents = seating.sides.map(|side| pairing.agents[side]);
        let mut chance = Streams::new(seed);
        let cards = T::of(self.match_ups, decks);
        let mut table = T::start(cards, &mut chance);
        let mut actions = Actions(Vec::new());
        play(&mut table, pilots.at(agents), agent_key(seed), &mut chance, &mut actions, &mut Vec::new())
            .map_err(|source| Fault { id, source })?;
        let title = Title {
            cards: self.cards,
            seed,
            decks: decks.map(|deck| self.plan.decks[deck].name.clone()),
            agents: agents.map(|agent| self.plan.agents[agent].clone()),
        };
        Ok(record_game::<T>(cards, &title, Streams::new(seed), &actions.0))
    }
}

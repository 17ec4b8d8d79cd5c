//! Records of games that a run has played: each is played again, with its actions written down.

use fixer_core::chance::Streams;
use fixer_core::cyberpunk::cards::CardHash;
use fixer_core::cyberpunk::record::{Title, record_game};
use fixer_core::cyberpunk::{Action, Table};
use fixer_core::game::Player;
use fixer_core::record::Record;

use super::Cyberpunk;
use crate::contest::{Contest, Pairing};
use crate::pairs::{Fault, GameId, Luck, Pilots};
use crate::plan::Plan;
use crate::play::{Watch, play};
use crate::seeds::agent_key;

/// The actions of a game.
#[derive(Default)]
struct Actions(Vec<Action>);

impl Watch<Table<'_>> for Actions {
    fn decision(&mut self, _game: &Table<'_>, _player: Player, action: Action) {
        self.0.push(action);
    }
}

/// What the games of a plan are recorded from.
pub struct Recorder<'r, 'm> {
    contest: &'r Cyberpunk<'m>,
    plan: &'r Plan,
    luck: &'r Luck,
    cards: CardHash,
    pairings: Vec<Pairing>,
}

impl<'r, 'm> Recorder<'r, 'm> {
    /// Records games of a plan. `cards` is the hash of its card data.
    pub fn new(contest: &'r Cyberpunk<'m>, plan: &'r Plan, luck: &'r Luck, cards: CardHash) -> Self {
        Self { contest, plan, luck, cards, pairings: plan.pairings() }
    }

    /// Plays a game of the plan and writes it down.
    ///
    /// # Errors
    /// If an agent breaks its contract.
    pub fn record(&self, id: GameId, pilots: &mut Pilots<'_, '_, Table<'m>>) -> Result<Record, Fault> {
        let pairing = &self.pairings[id.pairing];
        let seating = pairing.seating(id.game);
        let seed = self.luck.seed(pairing, id.pair, id.game);
        let decks = seating.decks.map(|deck| pairing.decks[deck]);
        let agents = seating.sides.map(|side| pairing.agents[side]);
        let mut chance = Streams::new(seed);
        let mut table = self.contest.start(decks, &mut chance);
        let mut actions = Actions::default();
        play(&mut table, pilots.at(agents), agent_key(seed), &mut chance, &mut actions, &mut Vec::new())
            .map_err(|source| Fault { id, source })?;
        let title = Title {
            cards: self.cards,
            seed,
            decks: decks.map(|deck| self.plan.decks[deck].name.clone()),
            agents: agents.map(|agent| self.plan.agents[agent].clone()),
        };
        Ok(record_game(self.contest.0.of(decks), &title, Streams::new(seed), &actions.0))
    }
}

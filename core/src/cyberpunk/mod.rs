//! The Cyberpunk TCG: its rules by the numbers of the comprehensive rules, its cards as data.
//!
//! | file | what |
//! |---|---|
//! | [`cards`] | definitions of cards and how they are read |
//! | [`effect`] | what a card file can say |
//! | [`check`] | what a card file may not say |
//! | [`program`] | the compiled form of card text |
//! | [`matchup`] | what is fixed for a pairing of decks |
//! | [`state`] | the position |
//! | `setup`, `turn`, `attack`, `play`, `zones` | chapters 7, 8 and 1, 9, 5 and 11, 5 |
//! | `trigger`, `resolve`, `choose` | chapter 10: what becomes pending, how it resolves, what it asks |
//! | `query` | power, prices, targets: what a position says |
//! | `legal` | which actions are legal |
//! | `observe`, `sample` | who knows what; a world that fits it |
//! | `invariants` | what holds in every position |
//! | [`words`] | the notation |
//! | [`record`] | games written down and replayed |
//! | [`layout`], [`stage`] | positions laid out by hand, scenarios played on them |
//! | [`deck`] | lists and their legality |
//! | [`describe`], [`chronicle`] | cards in words, games in words |

mod attack;
pub mod cards;
pub mod check;
mod choose;
pub mod chronicle;
pub mod deck;
pub mod describe;
pub mod effect;
mod invariants;
pub mod layout;
mod legal;
pub mod matchup;
mod observe;
mod play;
pub mod program;
mod query;
pub mod record;
mod resolve;
mod rulebook;
mod sample;
mod setup;
pub mod stage;
pub mod state;
mod trigger;
mod turn;
pub mod words;
mod zones;

pub use invariants::Impossible;
pub use matchup::{MatchUp, MatchUpError};
pub use rulebook::Cyberpunk;
pub use state::{Action, Kind, State};

use crate::chance::{Chance, SearchRng};
use crate::game::{ActionList, Game, Player, Status};

/// A game of the Cyberpunk TCG: a position, and what is fixed for this pairing of decks.
#[derive(Copy, Clone, Debug)]
pub struct Table<'m> {
    /// The position.
    pub state: State,
    cards: &'m MatchUp,
}

impl<'m> Table<'m> {
    /// A table with a position that was laid out by hand; [`Table::go_on`] runs it to its first decision.
    pub const fn lay_out(state: State, cards: &'m MatchUp) -> Self {
        Self { state, cards }
    }

    /// Calls `each` with every different legal action of the decision under way; nothing after the end.
    pub fn each_legal(&self, mut each: impl FnMut(Action)) {
        if self.state.outcome.is_none() {
            legal::each_action(self, &mut each);
        }
    }

    /// Runs on to the next decision.
    pub fn go_on(&mut self, chance: &mut impl Chance) {
        self.run(chance);
    }
}

impl Game for Table<'_> {
    type Action = Action;
    type Kind = Kind;

    fn status(&self) -> Status<Kind> {
        match self.state.outcome {
            Some(outcome) => Status::Over(outcome),
            None => Status::Decide(self.state.decision.0, self.state.decision.1),
        }
    }

    fn legal_actions(&self, out: &mut ActionList<Action>) {
        out.clear();
        if self.state.outcome.is_none() {
            legal::each_action(self, &mut |action| out.push(action));
        }
    }

    fn apply(&mut self, action: Action, chance: &mut impl Chance) {
        if self.state.outcome.is_some() {
            return;
        }
        debug_assert!(self.resolve_action(action).is_some(), "{action:?} is not legal here");
        let meant = self.meant_action(action);
        self.answer(meant, chance);
        self.run(chance);
    }

    fn determinize(&mut self, observer: Player, rng: &mut SearchRng) {
        self.sample_hidden(observer, rng);
    }

    fn observe(&self, observer: Player, out: &mut Vec<u8>) {
        self.observation(observer, out);
    }

    fn turn(&self) -> u32 {
        u32::from(self.state.turn)
    }

    fn representative(&self, action: Action) -> Action {
        let (player, _) = self.state.decision;
        let alike = |place: u8| {
            let state = &self.state;
            let places = state.places[player.index()];
            let look = |at: u8| {
                let card = places[at as usize];
                (card.is_some() && !state.face_up.has(card) && !state.known[player.index()].has(card))
                    .then(|| state.spent.has(card))
            };
            look(place).and_then(|spent| (0..place).find(|&at| look(at) == Some(spent))).unwrap_or(place)
        };
        match action {
            Action::Call(place) => Action::Call(alike(place)),
            Action::ChoosePlace(place) => Action::ChoosePlace(alike(place)),
            other => other,
        }
    }

    fn fingerprint(&self) -> u64 {
        crate::fingerprint::fingerprint(&self.state)
    }

    fn concession() -> Action {
        Action::Concede
    }
}

//! Cascade: duels of Souls in three lines, with a Cascade of effects. The rules by the numbers of their known chapter
//! (11) and, where it is silent, by numbers of our own, which `docs/rulings-cascade.md` lists.
//!
//! | file | what |
//! |---|---|
//! | [`settings`] | what nobody told us: the assumptions, in one place |
//! | [`cards`] | definitions of cards and how they are read |
//! | [`effect`] | what a card file can say |
//! | [`check`] | what a card file may not say |
//! | [`program`] | the compiled form of effects |
//! | [`matchup`] | what is fixed for a pairing of decks |
//! | [`state`] | the position |
//! | `setup`, `turn`, `attack` | chapters 5, 6 and 7, 8 |
//! | `window` | chapter 12: the Cascade, priority, what is triggered |
//! | `resolve` | chapter 11: fizzling, costs, what effects do |
//! | `damage`, `zones` | chapters 14, 15 |
//! | `query` | AT, HP, keywords, who fits: what a position says |
//! | `legal` | which actions are legal |
//! | `observe` | who knows what |
//! | `invariants` | what holds in every position |
//! | [`words`] | the notation |
//! | [`record`] | games written down and replayed |
//! | [`layout`], [`stage`] | positions laid out by hand, scenarios played on them |
//! | [`deck`] | lists and their legality |
//! | [`describe`] | cards in words |

mod attack;
pub mod cards;
pub mod check;
mod damage;
pub mod deck;
pub mod describe;
pub mod effect;
mod invariants;
pub mod layout;
mod legal;
pub mod matchup;
mod observe;
pub mod program;
mod query;
pub mod record;
mod resolve;
mod rulebook;
pub mod settings;
mod setup;
pub mod stage;
pub mod state;
mod turn;
mod window;
pub mod words;
mod zones;

pub use invariants::Impossible;
pub use matchup::{MatchUp, MatchUpError};
pub use rulebook::Cascade;
pub use state::{Action, Kind, Slot, State};

use crate::chance::{Chance, SearchRng};
use crate::fingerprint::fingerprint;
use crate::game::{ActionList, Game, Outcome, Player, Reason, Status};

/// A duel: a position, and what is fixed for this pairing of decks.
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

    /// What is fixed.
    pub const fn match_up(&self) -> &'m MatchUp {
        self.cards
    }

    /// Calls `each` with every different legal action of the decision under way; nothing after the end.
    pub fn each_legal(&self, mut each: impl FnMut(Action)) {
        if self.state.outcome.is_none() {
            self.each_action(&mut each);
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
        self.each_legal(|action| out.push(action));
    }

    fn apply(&mut self, action: Action, chance: &mut impl Chance) {
        if self.state.outcome.is_some() {
            return;
        }
        if action == Action::Concede {
            let winner = Some(self.state.decision.0.rival());
            self.state.outcome = Some(Outcome { winner, reason: Reason::Concede });
            return;
        }
        debug_assert!(self.is_legal(action), "{action:?} is not legal here");
        self.answer(action, chance);
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

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.state)
    }

    fn concession() -> Action {
        Action::Concede
    }
}

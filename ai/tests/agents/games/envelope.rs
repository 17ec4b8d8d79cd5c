//! An even stake, or an envelope that is as good in one world of two and loses in the other.

use fixer_ai::eval::{Evaluate, Scorer};
use fixer_core::chance::{Chance, SearchRng, below, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Stake,
    Envelope,
    /// The rival's only option, which ends the game.
    Look,
    Concede,
}

#[derive(Copy, Clone, Debug)]
pub struct Envelopes {
    full: bool,
    done: Option<Move>,
    over: Option<Outcome>,
}

pub fn start(seed: u64) -> Envelopes {
    Envelopes { full: seed.is_multiple_of(2), done: None, over: None }
}

impl Envelopes {
    fn mover(self) -> Player {
        if self.done.is_none() { Player::A } else { Player::B }
    }

    fn is_lost(self) -> bool {
        self.done == Some(Move::Envelope) && !self.full
    }
}

impl Game for Envelopes {
    type Action = Move;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(self.mover(), ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<Move>) {
        out.clear();
        match self.done {
            None => out.extend([Move::Stake, Move::Envelope]),
            Some(_) => out.push(Move::Look),
        }
    }

    fn apply(&mut self, action: Move, chance: &mut impl Chance) {
        match action {
            Move::Stake | Move::Envelope => self.done = Some(action),
            Move::Look => {
                let wins = !self.is_lost() && chance.pick(Player::A, 2) == 0;
                self.over = Some(won(if wins { Player::A } else { Player::B }));
            }
            Move::Concede => self.over = Some(conceded(self.mover())),
        }
    }

    fn determinize(&mut self, _observer: Player, rng: &mut SearchRng) {
        self.full = below(rng, 2) == 0;
    }

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        out.push(self.done.map_or(9, |done| done as u8));
    }

    fn turn(&self) -> u32 {
        if self.done.is_none() { 1 } else { 2 }
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.full.into(), self.done.map_or(9, |done| done as u64), self.over.is_some().into()])
    }

    fn concession() -> Move {
        Move::Concede
    }
}

/// Knows what the game comes to.
#[derive(Copy, Clone, Debug)]
pub struct Expert;

impl Evaluate<Envelopes> for Expert {
    fn value(&self, game: &Envelopes, of: Player) -> f32 {
        let a = if game.is_lost() { 0.0 } else { 0.5 };
        if of == Player::A { a } else { 1.0 - a }
    }
}

impl Scorer<Envelopes> for Expert {
    fn score(&self, _game: &Envelopes, _action: Move) -> f32 {
        0.0
    }
}

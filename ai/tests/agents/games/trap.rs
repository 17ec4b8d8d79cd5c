//! A bait that looks good and loses to the only reply, beside a plain move that is even.

use fixer_ai::eval::{Evaluate, Scorer};
use fixer_core::chance::{Chance, SearchRng, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Bait,
    Plain,
    /// The reply: wins against the bait, and half of the time against the other.
    Reply,
    Concede,
}

#[derive(Copy, Clone, Debug)]
pub struct Trap {
    done: Option<Move>,
    over: Option<Outcome>,
}

pub fn start(_seed: u64) -> Trap {
    Trap { done: None, over: None }
}

impl Trap {
    fn mover(self) -> Player {
        if self.done.is_none() { Player::A } else { Player::B }
    }
}

impl Game for Trap {
    type Action = Move;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(self.mover(), ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<Move>) {
        out.clear();
        match self.done {
            None => out.extend([Move::Bait, Move::Plain]),
            Some(_) => out.push(Move::Reply),
        }
    }

    fn apply(&mut self, action: Move, chance: &mut impl Chance) {
        match action {
            Move::Bait | Move::Plain => self.done = Some(action),
            Move::Reply => {
                let wins = self.done == Some(Move::Bait) || chance.pick(Player::B, 2) == 0;
                self.over = Some(won(if wins { Player::B } else { Player::A }));
            }
            Move::Concede => self.over = Some(conceded(self.mover())),
        }
    }

    fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        out.push(self.done.map_or(9, |done| done as u8));
    }

    fn turn(&self) -> u32 {
        if self.done.is_none() { 1 } else { 2 }
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.done.map_or(9, |done| done as u64), u64::from(self.over.is_some())])
    }

    fn concession() -> Move {
        Move::Concede
    }
}

/// Falls for the bait.
#[derive(Copy, Clone, Debug)]
pub struct Greedful;

impl Evaluate<Trap> for Greedful {
    fn value(&self, game: &Trap, of: Player) -> f32 {
        let a = if game.done == Some(Move::Bait) { 0.9 } else { 0.5 };
        if of == Player::A { a } else { 1.0 - a }
    }
}

impl Scorer<Trap> for Greedful {
    fn score(&self, _game: &Trap, _action: Move) -> f32 {
        0.0
    }
}

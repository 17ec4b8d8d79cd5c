//! A die whose result can be used: rolling wins for who reacts to what it shows, three safe chances in four are worse.

use fixer_core::bits::{Die, DieSize};
use fixer_core::chance::{Chance, SearchRng, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Wins three times in four.
    Safe,
    /// Rolls a d20 and says what it showed.
    Roll,
    /// Wins on 1 to 10.
    Low,
    /// Wins on 11 to 20.
    High,
    Concede,
}

#[derive(Copy, Clone, Debug)]
pub struct Dice {
    shown: u8,
    over: Option<Outcome>,
}

pub fn start(_seed: u64) -> Dice {
    Dice { shown: 0, over: None }
}

impl Game for Dice {
    type Action = Move;
    type Kind = bool;

    fn status(&self) -> Status<bool> {
        self.over.map_or(Status::Decide(Player::A, self.shown > 0), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<Move>) {
        out.clear();
        out.extend(if self.shown == 0 { [Move::Safe, Move::Roll] } else { [Move::Low, Move::High] });
    }

    fn apply(&mut self, action: Move, chance: &mut impl Chance) {
        let wins = match action {
            Move::Roll => {
                self.shown = chance.die(Player::A, Die::new(Player::A, DieSize::D20));
                return;
            }
            Move::Safe => chance.pick(Player::A, 4) > 0,
            Move::Low => self.shown <= 10,
            Move::High => self.shown > 10,
            Move::Concede => {
                self.over = Some(conceded(Player::A));
                return;
            }
        };
        self.over = Some(won(if wins { Player::A } else { Player::B }));
    }

    fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        out.push(self.shown);
    }

    fn turn(&self) -> u32 {
        1
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.shown as u64, u64::from(self.over.is_some())])
    }

    fn concession() -> Move {
        Move::Concede
    }
}

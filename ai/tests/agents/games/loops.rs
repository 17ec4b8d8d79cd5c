//! A race with free abilities that can be used for ever: one that does nothing, and two that undo each other.

use fixer_ai::eval::{Evaluate, Scorer};
use fixer_core::chance::{Chance, SearchRng, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

/// Who has gone so many steps has won.
const GOAL: u8 = 3;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Does nothing, for free.
    Fidget,
    /// Moves the token, for free.
    Left,
    Right,
    /// One step, once a turn.
    Advance,
    End,
    Concede,
}

#[derive(Copy, Clone, Debug)]
pub struct Loops {
    turn: u32,
    advanced: bool,
    right: bool,
    steps: [u8; 2],
    over: Option<Outcome>,
}

pub fn start(_seed: u64) -> Loops {
    Loops { turn: 1, advanced: false, right: false, steps: [0; 2], over: None }
}

impl Loops {
    fn mover(&self) -> Player {
        Player::BOTH[(self.turn as usize + 1) % 2]
    }

    fn words(&self) -> [u64; 5] {
        [self.turn as u64, u64::from(self.advanced), u64::from(self.right), self.steps[0] as u64, self.steps[1] as u64]
    }
}

impl Game for Loops {
    type Action = Move;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(self.mover(), ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<Move>) {
        out.clear();
        out.extend([Move::Fidget, if self.right { Move::Left } else { Move::Right }]);
        if !self.advanced {
            out.push(Move::Advance);
        }
        out.push(Move::End);
    }

    fn apply(&mut self, action: Move, _chance: &mut impl Chance) {
        let mover = self.mover();
        match action {
            Move::Fidget => {}
            Move::Left => self.right = false,
            Move::Right => self.right = true,
            Move::Advance => {
                self.advanced = true;
                self.steps[mover.index()] += 1;
                if self.steps[mover.index()] == GOAL {
                    self.over = Some(won(mover));
                }
            }
            Move::End => {
                self.turn += 1;
                self.advanced = false;
            }
            Move::Concede => self.over = Some(conceded(mover)),
        }
    }

    fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        self.words().iter().for_each(|word| out.extend(word.to_le_bytes()));
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn fingerprint(&self) -> u64 {
        mix(&self.words())
    }

    fn concession() -> Move {
        Move::Concede
    }
}

/// Loves what it should not do for ever: fidgeting, and the token on the right.
#[derive(Copy, Clone, Debug)]
pub struct Tempted;

impl Evaluate<Loops> for Tempted {
    fn value(&self, game: &Loops, of: Player) -> f32 {
        let mine = f32::from(u8::from(game.right == (game.mover() == of)));
        0.3 + 0.4 * mine
    }
}

impl Scorer<Loops> for Tempted {
    fn score(&self, _game: &Loops, action: Move) -> f32 {
        match action {
            Move::Fidget => 1.0,
            Move::Left | Move::Right => 0.5,
            Move::Advance => 0.0,
            Move::End | Move::Concede => -1.0,
        }
    }
}

/// Knows that steps count.
#[derive(Copy, Clone, Debug)]
pub struct Stepper;

impl fixer_ai::eval::Features<Loops> for Stepper {
    const NAMES: &'static [&'static str] = &["lead", "advanced"];

    fn measure(game: &Loops, of: Player, out: &mut [f32]) {
        out[0] = f32::from(game.steps[of.index()]) - f32::from(game.steps[of.rival().index()]);
        out[1] = f32::from(u8::from(game.advanced));
    }
}

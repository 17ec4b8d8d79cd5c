//! A pick, a step that is the only option, another pick, all in one turn. The right two picks win for certain, or as
//! luck has it.

use fixer_core::chance::{Chance, SearchRng, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

/// What can be picked.
const PICKS: u8 = 3;

/// The only option of the second decision.
pub const STEP: u8 = 10;

#[derive(Copy, Clone, Debug)]
pub struct Detour {
    lucky: bool,
    done: u8,
    worth: u8,
    over: Option<Outcome>,
}

/// Seeds with an odd number leave the result to luck.
pub fn start(seed: u64) -> Detour {
    Detour { lucky: !seed.is_multiple_of(2), done: 0, worth: 0, over: None }
}

impl Game for Detour {
    type Action = u8;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(Player::A, ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<u8>) {
        out.clear();
        match self.done {
            1 => out.push(STEP),
            _ => out.extend(0..PICKS),
        }
    }

    fn apply(&mut self, action: u8, chance: &mut impl Chance) {
        if action == Self::concession() {
            self.over = Some(conceded(Player::A));
            return;
        }
        self.done += 1;
        self.worth += if action == STEP { 0 } else { action };
        if self.done == 3 {
            let wins = if self.lucky { chance.pick(Player::A, 5) < u32::from(self.worth) } else { self.worth == 4 };
            self.over = Some(won(if wins { Player::A } else { Player::B }));
        }
    }

    fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        out.extend([u8::from(self.lucky), self.done, self.worth]);
    }

    fn turn(&self) -> u32 {
        1
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.lucky.into(), self.done.into(), self.worth.into(), self.over.is_some().into()])
    }

    fn concession() -> u8 {
        u8::MAX
    }
}

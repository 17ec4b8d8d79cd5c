//! Tokens to be laid down in any order, all in one turn: every order leads to the same place. The more they are
//! worth together, the more often they win.

use fixer_core::chance::{Chance, SearchRng, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

/// How many tokens there are, and how many may be laid down.
pub const TOKENS: u8 = 7;
const LAID: u32 = 4;

#[derive(Copy, Clone, Debug)]
pub struct Tokens {
    laid: u8,
    over: Option<Outcome>,
}

pub fn start(_seed: u64) -> Tokens {
    Tokens { laid: 0, over: None }
}

impl Game for Tokens {
    type Action = u8;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(Player::A, ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<u8>) {
        out.clear();
        out.extend((0..TOKENS).filter(|token| self.laid >> token & 1 == 0));
    }

    fn apply(&mut self, action: u8, chance: &mut impl Chance) {
        if action == Self::concession() {
            self.over = Some(conceded(Player::A));
            return;
        }
        self.laid |= 1 << action;
        if self.laid.count_ones() == LAID {
            // The four most valuable always win.
            let worth: u32 = (0..TOKENS).filter(|token| self.laid >> token & 1 == 1).map(u32::from).sum();
            let wins = chance.pick(Player::A, 18) < worth;
            self.over = Some(won(if wins { Player::A } else { Player::B }));
        }
    }

    fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        out.push(self.laid);
    }

    fn turn(&self) -> u32 {
        1
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.laid as u64, u64::from(self.over.is_some())])
    }

    fn concession() -> u8 {
        u8::MAX
    }
}

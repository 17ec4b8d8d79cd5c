//! Tic-tac-toe: nothing hidden, no luck, perfect play known.

use fixer_core::chance::{Chance, SearchRng, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{TIE, conceded, won};

/// The eight lines as sets of the nine cells.
pub const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether the marks hold a line.
pub fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| !marks & line == 0)
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TicTacToe {
    pub marks: [u16; 2],
    over: Option<Outcome>,
}

pub fn start(_seed: u64) -> TicTacToe {
    TicTacToe { marks: [0; 2], over: None }
}

impl TicTacToe {
    fn placed(self) -> u32 {
        (self.marks[0] | self.marks[1]).count_ones()
    }

    fn mover(self) -> Player {
        Player::BOTH[self.placed() as usize % 2]
    }
}

impl Game for TicTacToe {
    type Action = u8;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(self.mover(), ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<u8>) {
        out.clear();
        out.extend((0..9).filter(|&cell| (self.marks[0] | self.marks[1]) >> cell & 1 == 0));
    }

    fn apply(&mut self, action: u8, _chance: &mut impl Chance) {
        let mover = self.mover();
        if action == Self::concession() {
            self.over = Some(conceded(mover));
            return;
        }
        self.marks[mover.index()] |= 1 << action;
        if has_line(self.marks[mover.index()]) {
            self.over = Some(won(mover));
        } else if self.placed() == 9 {
            self.over = Some(TIE);
        }
    }

    fn determinize(&mut self, _observer: Player, _rng: &mut SearchRng) {}

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        self.marks.iter().for_each(|marks| out.extend(marks.to_le_bytes()));
    }

    fn turn(&self) -> u32 {
        1 + self.placed()
    }

    fn fingerprint(&self) -> u64 {
        mix(&self.marks.map(u64::from))
    }

    fn concession() -> u8 {
        u8::MAX
    }
}

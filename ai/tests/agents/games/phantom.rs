//! Phantom tic-tac-toe: the rival's marks are seen only by running into them; whoever does tries again.

use fixer_core::chance::{Chance, SearchRng, below, mix};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};
use rand_xoshiro::rand_core::Rng;

use super::tictactoe::has_line;
use super::{TIE, conceded, won};

#[derive(Copy, Clone, Debug)]
pub struct Phantom {
    marks: [u16; 2],
    /// Which marks of the rival each player has run into.
    met: [u16; 2],
    over: Option<Outcome>,
}

pub fn start(_seed: u64) -> Phantom {
    Phantom { marks: [0; 2], met: [0; 2], over: None }
}

impl Phantom {
    fn placed(&self) -> u32 {
        (self.marks[0] | self.marks[1]).count_ones()
    }

    fn mover(&self) -> Player {
        Player::BOTH[self.placed() as usize % 2]
    }
}

impl Game for Phantom {
    type Action = u8;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(self.mover(), ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<u8>) {
        let mover = self.mover().index();
        out.clear();
        out.extend((0..9).filter(|&cell| (self.marks[mover] | self.met[mover]) >> cell & 1 == 0));
    }

    fn apply(&mut self, action: u8, _chance: &mut impl Chance) {
        let mover = self.mover();
        if action == Self::concession() {
            self.over = Some(conceded(mover));
        } else if self.marks[mover.rival().index()] >> action & 1 == 1 {
            self.met[mover.index()] |= 1 << action;
        } else {
            self.marks[mover.index()] |= 1 << action;
            if has_line(self.marks[mover.index()]) {
                self.over = Some(won(mover));
            } else if self.placed() == 9 {
                self.over = Some(TIE);
            }
        }
    }

    fn determinize(&mut self, observer: Player, rng: &mut SearchRng) {
        let (me, rival) = (observer.index(), observer.rival().index());
        let (known, count) = (self.met[me], self.marks[rival].count_ones());
        let fits = |&marks: &u16| {
            marks.count_ones() == count
                && marks & known == known
                && marks & self.marks[me] == 0
                && (self.over.is_some() || !has_line(marks))
        };
        let worlds = (0..512).filter(fits).count();
        let nth = below(rng, worlds as u32) as usize;
        self.marks[rival] = (0..512).filter(fits).nth(nth).expect("the true world fits");
        self.met[rival] = self.marks[me] & rng.next_u64() as u16;
    }

    fn observe(&self, observer: Player, out: &mut Vec<u8>) {
        let (me, rival) = (observer.index(), observer.rival().index());
        out.extend(self.marks[me].to_le_bytes());
        out.extend(self.met[me].to_le_bytes());
        out.push(self.marks[rival].count_ones() as u8);
    }

    fn turn(&self) -> u32 {
        1 + self.placed()
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.marks[0], self.marks[1], self.met[0], self.met[1]].map(u64::from))
    }

    fn concession() -> u8 {
        u8::MAX
    }
}

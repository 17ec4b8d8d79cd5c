//! Kuhn poker: three cards, one bet. Stakes become chances: who is ahead by x of the at most 2 chips at stake wins the
//! game with probability (x + 2) / 4, which for a player who maximises wins is the same game.

use fixer_core::chance::{Chance, SearchRng, below, mix, rng, shuffle};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

pub const JACK: u8 = 0;
pub const QUEEN: u8 = 1;
pub const KING: u8 = 2;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Check, or fold where there is a bet.
    Pass,
    /// Bet, or call where there is one.
    Bet,
    Concede,
}

#[derive(Copy, Clone, Debug)]
pub struct Kuhn {
    pub cards: [u8; 2],
    /// What has been done, from the first on.
    pub history: [Option<Move>; 3],
    over: Option<Outcome>,
}

/// A deal.
pub fn deal(first: u8, second: u8) -> Kuhn {
    Kuhn { cards: [first, second], history: [None; 3], over: None }
}

pub fn start(seed: u64) -> Kuhn {
    let mut cards = [JACK, QUEEN, KING];
    shuffle(&mut rng(seed), &mut cards);
    deal(cards[0], cards[1])
}

impl Kuhn {
    fn done(self) -> usize {
        self.history.iter().flatten().count()
    }

    fn mover(self) -> Player {
        Player::BOTH[self.done() % 2]
    }
}

impl Game for Kuhn {
    type Action = Move;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(self.mover(), ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<Move>) {
        out.clear();
        out.extend([Move::Pass, Move::Bet]);
    }

    fn apply(&mut self, action: Move, chance: &mut impl Chance) {
        let mover = self.mover();
        if action == Move::Concede {
            self.over = Some(conceded(mover));
            return;
        }
        let done = self.done();
        self.history[done] = Some(action);
        let higher = if self.cards[0] > self.cards[1] { Player::A } else { Player::B };
        let (ahead, chips) = match self.history.map(|step| step == Some(Move::Bet)) {
            _ if done == 0 => return,
            // A check and a bet: the other still answers.
            [false, true, _] if done == 1 => return,
            [true, true, _] | [false, true, true] => (higher, 2),
            [false, false, _] => (higher, 1),
            [true, false, _] | [false, true, false] => (mover.rival(), 1),
        };
        let winner = if chance.pick(ahead, 4) < chips + 2 { ahead } else { ahead.rival() };
        self.over = Some(won(winner));
    }

    fn determinize(&mut self, observer: Player, rng: &mut SearchRng) {
        let others = match self.cards[observer.index()] {
            JACK => [QUEEN, KING],
            QUEEN => [JACK, KING],
            _ => [JACK, QUEEN],
        };
        self.cards[observer.rival().index()] = others[below(rng, 2) as usize];
    }

    fn observe(&self, observer: Player, out: &mut Vec<u8>) {
        out.push(self.cards[observer.index()]);
        out.extend(self.history.map(|step| step.map_or(9, |step| step as u8)));
    }

    fn turn(&self) -> u32 {
        1 + self.done() as u32
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.cards[0] as u64, self.cards[1] as u64, self.done() as u64])
    }

    fn concession() -> Move {
        Move::Concede
    }
}

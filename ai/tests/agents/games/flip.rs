//! Three own cards face-down in a row, seen by nobody: which one is turned up first makes no difference. Then a choice
//! that depends on what turned up.

use fixer_core::chance::{Chance, SearchRng, mix, rng, shuffle};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Turns up the card at this place.
    Flip(u8),
    /// Wins if the card of value 2 is up.
    Bank,
    Concede,
}

#[derive(Copy, Clone, Debug)]
pub struct Flip {
    /// The values 0, 1, 2 in some order.
    cards: [u8; 3],
    up: [bool; 3],
    over: Option<Outcome>,
}

pub fn start(seed: u64) -> Flip {
    let mut cards = [0, 1, 2];
    shuffle(&mut rng(seed), &mut cards);
    Flip { cards, up: [false; 3], over: None }
}

impl Flip {
    fn flipped(self) -> usize {
        self.up.iter().filter(|&&up| up).count()
    }
}

impl Game for Flip {
    type Action = Move;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(Player::A, ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<Move>) {
        out.clear();
        out.push(Move::Bank);
        if self.flipped() < 2 {
            out.extend((0..3).filter(|&place| !self.up[place as usize]).map(Move::Flip));
        }
    }

    fn apply(&mut self, action: Move, _chance: &mut impl Chance) {
        match action {
            Move::Flip(place) => self.up[place as usize] = true,
            Move::Bank => {
                let found = (0..3).any(|place| self.up[place] && self.cards[place] == 2);
                self.over = Some(won(if found { Player::A } else { Player::B }));
            }
            Move::Concede => self.over = Some(conceded(Player::A)),
        }
    }

    fn determinize(&mut self, _observer: Player, rng: &mut SearchRng) {
        // The hidden cards in the order of their values, then shuffled: the true order leaves no trace.
        let mut hidden = self.cards;
        let mut count = 0;
        for value in 0..3 {
            if (0..3).any(|place| !self.up[place] && self.cards[place] == value) {
                hidden[count] = value;
                count += 1;
            }
        }
        shuffle(rng, &mut hidden[..count]);
        for place in (0..3).filter(|&place| !self.up[place]) {
            count -= 1;
            self.cards[place] = hidden[count];
        }
    }

    fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
        out.extend((0..3).map(|place| if self.up[place] { self.cards[place] } else { 9 }));
    }

    fn turn(&self) -> u32 {
        1
    }

    fn representative(&self, action: Move) -> Move {
        match action {
            Move::Flip(_) => Move::Flip((0..3).find(|&place| !self.up[place as usize]).unwrap_or(0)),
            other => other,
        }
    }

    fn fingerprint(&self) -> u64 {
        let pairs = [0, 1, 2].map(|place| 2 * u64::from(self.cards[place]) + u64::from(self.up[place]));
        mix(&pairs)
    }

    fn concession() -> Move {
        Move::Concede
    }
}

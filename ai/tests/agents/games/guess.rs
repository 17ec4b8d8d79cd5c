//! The doctored game: one hidden card decides. A names it and wins, or doesn't and loses; nothing gives it away.

use fixer_core::chance::{Chance, SearchRng, below, mix, rng};
use fixer_core::game::{ActionList, Game, Outcome, Player, Status};

use super::{conceded, won};

/// How many cards it may be.
pub const CARDS: u8 = 4;

#[derive(Copy, Clone, Debug)]
pub struct Guess {
    pub secret: u8,
    /// Card 0 is seven times as likely as each other.
    skewed: bool,
    over: Option<Outcome>,
}

pub fn start(seed: u64) -> Guess {
    Guess { secret: below(&mut rng(seed), CARDS as u32) as u8, skewed: false, over: None }
}

/// The same with a card that is likelier than the others.
pub fn start_skewed(seed: u64) -> Guess {
    let mut game = Guess { secret: 0, skewed: true, over: None };
    game.determinize(Player::A, &mut rng(seed));
    game
}

impl Game for Guess {
    type Action = u8;
    type Kind = ();

    fn status(&self) -> Status<()> {
        self.over.map_or(Status::Decide(Player::A, ()), Status::Over)
    }

    fn legal_actions(&self, out: &mut ActionList<u8>) {
        out.clear();
        out.extend(0..CARDS);
    }

    fn apply(&mut self, action: u8, _chance: &mut impl Chance) {
        self.over = Some(match action {
            u8::MAX => conceded(Player::A),
            _ if action == self.secret => won(Player::A),
            _ => won(Player::B),
        });
    }

    fn determinize(&mut self, observer: Player, rng: &mut SearchRng) {
        if observer == Player::A {
            self.secret = if self.skewed { below(rng, 10).saturating_sub(6) } else { below(rng, CARDS as u32) } as u8;
        }
    }

    fn observe(&self, observer: Player, out: &mut Vec<u8>) {
        if observer == Player::B {
            out.push(self.secret);
        }
        out.push(u8::from(self.over.is_some()));
    }

    fn turn(&self) -> u32 {
        1
    }

    fn fingerprint(&self) -> u64 {
        mix(&[self.secret as u64, u64::from(self.over.is_some())])
    }

    fn concession() -> u8 {
        u8::MAX
    }
}

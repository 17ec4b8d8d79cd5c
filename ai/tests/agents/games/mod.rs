//! Small games with known answers, and the real ones. Whatever is generic is tested over all of them: a new one is added to
//! [`every_game`] and is covered.

pub mod cascade;
pub mod cyberpunk;
pub mod detour;
pub mod dice;
pub mod envelope;
pub mod flip;
pub mod guess;
pub mod kuhn;
pub mod loops;
pub mod phantom;
pub mod tictactoe;
pub mod tokens;
pub mod trap;

use fixer_ai::eval::cascade::Cascade;
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::eval::{Blank, Knowledge};
use fixer_core::game::{Game, Outcome, Player, Reason};

/// Something to be done for each game.
pub trait Visit {
    /// With the game of this name, whose start positions are numbered by seeds, and with what is known about it. A long
    /// game gets a share of the work.
    fn visit<G: Game, K: Knowledge<G>>(&mut self, name: &str, size: Size, start: fn(u64) -> G, knowledge: &K);
}

/// How long a game takes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Size {
    /// Some decisions.
    Small,
    /// A hundred decisions and more.
    Large,
}

impl Size {
    /// So many of something, or a few of them where the game is large.
    pub const fn of(self, small: usize, large: usize) -> usize {
        match self {
            Self::Small => small,
            Self::Large => large,
        }
    }
}

/// Does it for each game.
pub fn every_game(visit: &mut impl Visit) {
    visit.visit("tictactoe", Size::Small, tictactoe::start, &Blank);
    visit.visit("kuhn", Size::Small, kuhn::start, &Blank);
    visit.visit("phantom", Size::Small, phantom::start, &Blank);
    visit.visit("guess", Size::Small, guess::start, &Blank);
    visit.visit("loops", Size::Small, loops::start, &Blank);
    visit.visit("dice", Size::Small, dice::start, &Blank);
    visit.visit("flip", Size::Small, flip::start, &Blank);
    visit.visit("tokens", Size::Small, tokens::start, &Blank);
    visit.visit("trap", Size::Small, trap::start, &Blank);
    visit.visit("detour", Size::Small, detour::start, &Blank);
    visit.visit("envelope", Size::Small, envelope::start, &Blank);
    visit.visit("cyberpunk", Size::Large, cyberpunk::start, &Cyberpunk);
    visit.visit("cascade", Size::Large, cascade::start, &Cascade);
}

/// This player has won.
pub const fn won(player: Player) -> Outcome {
    Outcome { winner: Some(player), reason: Reason::Gigs }
}

/// Nobody has won.
pub const TIE: Outcome = Outcome { winner: None, reason: Reason::Tie };

/// The player who had to decide has given up.
pub const fn conceded(player: Player) -> Outcome {
    Outcome { winner: Some(player.rival()), reason: Reason::Concede }
}

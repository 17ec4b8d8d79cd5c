//! Small games with known answers. Whatever is generic is tested over all of them: a new one is added to
//! [`every_game`] and is covered.

pub mod dice;
pub mod flip;
pub mod guess;
pub mod kuhn;
pub mod loops;
pub mod phantom;
pub mod tictactoe;
pub mod tokens;
pub mod trap;

use fixer_core::game::{Game, Outcome, Player, Reason};

/// Something to be done for each game.
pub trait Visit {
    /// With the game of this name, whose start positions are numbered by seeds.
    fn visit<G: Game>(&mut self, name: &str, start: fn(u64) -> G);
}

/// Does it for each game.
pub fn every_game(visit: &mut impl Visit) {
    visit.visit("tictactoe", tictactoe::start);
    visit.visit("kuhn", kuhn::start);
    visit.visit("phantom", phantom::start);
    visit.visit("guess", guess::start);
    visit.visit("loops", loops::start);
    visit.visit("dice", dice::start);
    visit.visit("flip", flip::start);
    visit.visit("tokens", tokens::start);
    visit.visit("trap", trap::start);
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

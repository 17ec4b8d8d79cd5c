//! The contract between rules and search: what any two-player card game with hidden cards offers.

use std::fmt::Debug;
use std::hash::Hash;

use crate::chance::{Chance, SearchRng};

/// A seat at the table. `A` takes the first turn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Player {
    /// Takes the first turn.
    A = 0,
    /// Takes the second turn.
    B = 1,
}

impl Player {
    /// Both seats, the first player first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The other seat: the rival.
    ///
    /// ```
    /// # use fixer_core::game::Player;
    /// assert_eq!(Player::A.rival(), Player::B);
    /// ```
    #[inline]
    #[must_use]
    pub const fn rival(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// 0 for `A`, 1 for `B`: the place in an array kept per player.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter the notation uses.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }
}

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Seven Gigs at the start of the own turn.
    Gigs,
    /// Seven Gigs in Overtime.
    Overtime,
    /// The loser had to draw from an empty deck.
    DeckOut,
    /// The loser conceded.
    Concede,
    /// Both won or both lost at the same moment.
    Tie,
    /// The loser's Leader was captured.
    Leader,
}

impl Reason {
    /// The word used in records, scenarios and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gigs => "gigs",
            Self::Overtime => "overtime",
            Self::DeckOut => "deck-out",
            Self::Leader => "leader",
            Self::Concede => "concede",
            Self::Tie => "tie",
        }
    }
}

/// The result of a finished game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None` for a tie.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub reason: Reason,
}

/// Who has to do what next.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Status<K> {
    /// This player decides; the kind says what about.
    Decide(Player, K),
    /// The game is over.
    Over(Outcome),
}

/// The buffer legal actions are written to: the caller's, reused from decision to decision.
pub type ActionList<A> = Vec<A>;

/// Rules as those who play and search see them.
///
/// A value is a whole position. It is `Copy`, so that a search clones it for the price of a memory copy, and it holds
/// no generator: luck is handed in.
pub trait Game: Copy + Send + Sync {
    /// One action, at most 8 bytes. Equal actions are the same action at the same decision, in every world that the
    /// deciding player can't tell apart.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// What a decision is about.
    type Kind: Copy + Eq + Hash + Debug + Send + Sync;

    /// Who decides, or how the game ended.
    fn status(&self) -> Status<Self::Kind>;

    /// Writes the different legal actions of this decision into `out`, which is cleared first. Actions that differ
    /// only in identical copies are listed once; conceding is never listed. The order depends on nothing that the
    /// deciding player doesn't know.
    fn legal_actions(&self, out: &mut ActionList<Self::Action>);

    /// Carries out an action and runs on to the next decision or the end of the game.
    ///
    /// `action` must be legal (listed, or an identical copy of a listed one, or the concession).
    fn apply(&mut self, action: Self::Action, chance: &mut impl Chance);

    /// Replaces what `observer` can't know by a sample that fits all that `observer` knows. Two positions that look
    /// the same to `observer` become the same position at the same state of `rng`.
    fn determinize(&mut self, observer: Player, rng: &mut SearchRng);

    /// Appends what `observer` may know of this position, as bytes in a canonical order. Positions with equal bytes
    /// can't be told apart by `observer`.
    fn observe(&self, observer: Player, out: &mut Vec<u8>);

    /// The number of the turn, from 1, counted over both players; 0 before the first turn.
    fn turn(&self) -> u32;

    /// The representative of the actions that the deciding player can't tell apart from `action` (places of unknown
    /// cards): edges of a search tree are keyed by it. The representative is legal whenever `action` is.
    fn representative(&self, action: Self::Action) -> Self::Action {
        action
    }

    /// A hash of the whole position, hidden cards included: equal positions have equal fingerprints on every machine.
    fn fingerprint(&self) -> u64;

    /// Ends the game as lost for the player who has to decide.
    fn concession() -> Self::Action;
}

//! Which parts of a position an effect reads and writes: two effects whose parts don't meet need no order.

use crate::cyberpunk::effect::{Amount, Area, Cards, Cmp, Cond, Count, Step, Target};

/// A part of a position, as a bit.
#[expect(missing_docs, reason = "each is named for what it is")]
pub mod part {
    pub const HANDS: u32 = 1;
    pub const DECKS: u32 = 2;
    pub const TRASHES: u32 = 4;
    pub const FIELD: u32 = 8;
    pub const LEGENDS: u32 = 16;
    pub const ORIENTATION: u32 = 32;
    pub const POWER: u32 = 64;
    pub const GIGS: u32 = 128;
    pub const EDDIES: u32 = 256;
    pub const FLOATING: u32 = 512;
    pub const HISTORY: u32 = 1024;
    pub const EDDIES_SPENT: u32 = 2048;
    /// Everything: plays, calls, defeats and steals set off more.
    pub const ALL: u32 = u32::MAX;
}

/// Which parts of a position an effect reads and writes, as bits of [`part`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Touches {
    /// Read.
    pub reads: u32,
    /// Written.
    pub writes: u32,
}

impl Touches {
    /// Whether the order of two effects can matter.
    pub const fn meet(self, other: Self) -> bool {
        self.writes & (other.reads | other.writes) != 0 || other.writes & self.reads != 0
    }

    /// Adds what a step reads and writes itself, without the steps inside it.
    pub(super) fn add(&mut self, step: &Step) {
        use part::{ALL, DECKS, EDDIES, EDDIES_SPENT, FLOATING, GIGS, HANDS, LEGENDS, POWER, TRASHES};
        // What a choice reads: where its candidates are and what they are like.
        let (reads, writes) = match step {
            Step::Draw(amount) => (DECKS | reads_amount(amount), DECKS | HANDS),
            Step::Discard(_) => (HANDS | GIGS, HANDS | TRASHES),
            Step::Trash(_) | Step::Search(..) => (DECKS, DECKS | TRASHES),
            Step::Ready(Target::Exactly(amount, Cards::From(areas, _), _)) if areas == &[Area::Eddies] => {
                (EDDIES_SPENT | reads_amount(amount), EDDIES_SPENT)
            }
            Step::Give(..) => (ALL & !(HANDS | DECKS | TRASHES | EDDIES | EDDIES_SPENT), POWER | FLOATING),
            Step::Increase(..) | Step::Decrease(..) | Step::Adjust(..) | Step::Set(..) | Step::ChooseGig(_) => {
                (GIGS, GIGS)
            }
            Step::Look(_) => (LEGENDS, LEGENDS),
            Step::May(_) | Step::If(..) | Step::Modes { .. } | Step::EachPlayer(_) | Step::Rival(_) => (0, 0),
            // Everything else moves pieces or sets off more.
            _ => (ALL, ALL),
        };
        self.reads |= reads;
        self.writes |= writes;
        if let Step::Modes { pick, .. } = step {
            self.reads |= reads_amount(pick);
        }
    }

    /// Adds what a condition reads.
    pub(super) fn reads_test(&mut self, cond: &Cond) {
        self.reads |= match cond {
            Cond::YourTurn | Cond::Did => 0,
            Cond::Gig(..) => part::GIGS,
            Cond::Compare(amount, cmp) => {
                reads_amount(amount)
                    | match cmp {
                        Cmp::AtLeast(n) | Cmp::AtMost(n) | Cmp::EqualTo(n) | Cmp::LessThan(n) | Cmp::MoreThan(n) => {
                            reads_amount(n)
                        }
                        Cmp::Even | Cmp::Odd => 0,
                    }
            }
            _ => part::ALL,
        };
    }
}

fn reads_amount(amount: &Amount) -> u32 {
    match amount {
        Amount::Number(_) => 0,
        Amount::Of(
            Count::Gigs(..)
            | Count::FixerDice(_)
            | Count::ValuePairs
            | Count::DifferentValues
            | Count::StreetCred(_)
            | Count::Value(_),
        ) => part::GIGS,
        Amount::Of(Count::If(cond, one, other)) => match **cond {
            Cond::Did => reads_amount(one) | reads_amount(other),
            _ => part::ALL,
        },
        Amount::Of(_) => part::ALL,
    }
}

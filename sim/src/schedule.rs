//! The order of a run: which pair is played when, and which share of them is this process's.
//!
//! Pairings take turns in blocks of 64 pairs, so that a run that is stopped early has seen all of them about equally
//! often. A *slot* is a place in that order. A run is at a slot when everything before it is done.

use std::fmt;
use std::str::FromStr;

/// Pairs in a block: anything that stops early decides at multiples of it only.
pub const BLOCK: u64 = 64;

/// A share of a run: `1/1` is all of it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    /// Which share, from 0.
    pub index: u64,
    /// How many there are.
    pub count: u64,
}

impl Shard {
    /// Everything.
    pub const ALL: Self = Self { index: 0, count: 1 };
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

/// A text names no shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no shard; expected I/N with 1 <= I <= N <= 1000000, as in 2/7")]
pub struct ParseShardError(String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('/').and_then(|(index, count)| {
            let (index, count): (u64, u64) = (index.parse().ok()?, count.parse().ok()?);
            (1..=count).contains(&index).then(|| Self { index: index - 1, count })
        });
        parsed.filter(|shard| shard.count <= 1_000_000).ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

/// Where in a run a slot is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The pairing's number.
    pub pairing: usize,
    /// The pair's number within the pairing.
    pub pair: u64,
}

/// The order of a run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// How many pairings take turns.
    pub pairings: usize,
    /// The number of the first pair of each pairing.
    pub from: u64,
    /// How many pairs each pairing plays, over all shards.
    pub pairs: u64,
    /// The share that is played here: pairs k of each pairing with k mod count = index.
    pub shard: Shard,
}

impl Schedule {
    /// Pairs of each pairing that are played here.
    pub const fn own_pairs(&self) -> u64 {
        (self.pairs + self.shard.count - 1 - self.shard.index) / self.shard.count
    }

    /// All pairs that are played here.
    pub const fn total_pairs(&self) -> u64 {
        self.own_pairs() * self.pairings as u64
    }

    /// The number of slots. Some at the end may be empty: a pairing's last block is padded.
    pub const fn slots(&self) -> u64 {
        self.own_pairs().div_ceil(BLOCK) * BLOCK * self.pairings as u64
    }

    /// The pair in a slot; nothing where the slot is padding.
    pub const fn place(&self, slot: u64) -> Option<Place> {
        let block = slot / BLOCK;
        let own = block / self.pairings as u64 * BLOCK + slot % BLOCK;
        if own < self.own_pairs() {
            let pair = self.from + own * self.shard.count + self.shard.index;
            Some(Place { pairing: (block % self.pairings as u64) as usize, pair })
        } else {
            None
        }
    }

    /// How many pairs stand before a slot.
    pub const fn pairs_before(&self, slot: u64) -> u64 {
        let round = BLOCK * self.pairings as u64;
        let (rounds, rest) = (slot / round, slot % round);
        let own = self.own_pairs();
        let done = if rounds * BLOCK < own { rounds * BLOCK } else { own };
        let left = own - done;
        let width = if left < BLOCK { left } else { BLOCK };
        let within = if rest % BLOCK < width { rest % BLOCK } else { width };
        done * self.pairings as u64 + rest / BLOCK * width + within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(schedule: &Schedule) -> Vec<(usize, u64)> {
        (0..schedule.slots()).filter_map(|slot| schedule.place(slot)).map(|place| (place.pairing, place.pair)).collect()
    }

    #[test]
    fn every_pair_is_played_once() {
        for (pairings, pairs) in [(1, 1), (1, 64), (3, 65), (2, 200)] {
            let schedule = Schedule { pairings, from: 5, pairs, shard: Shard::ALL };
            let mut slots = all(&schedule);
            assert_eq!(slots.len() as u64, schedule.total_pairs());
            slots.sort_unstable();
            let wanted: Vec<_> = (0..pairings).flat_map(|p| (5..5 + pairs).map(move |k| (p, k))).collect();
            assert_eq!(slots, wanted);
        }
    }

    #[test]
    fn shards_divide_the_pairs() {
        for count in [1, 3, 7, 100] {
            let mut slots = Vec::new();
            for index in 0..count {
                let schedule = Schedule { pairings: 2, from: 0, pairs: 70, shard: Shard { index, count } };
                let own = all(&schedule);
                assert!(own.iter().all(|(_, pair)| pair % count == index));
                slots.extend(own);
            }
            slots.sort_unstable();
            assert_eq!(slots, all_sorted(70), "{count} shards");
        }
    }

    fn all_sorted(pairs: u64) -> Vec<(usize, u64)> {
        (0..2).flat_map(|p| (0..pairs).map(move |k| (p, k))).collect()
    }

    #[test]
    fn pairings_take_turns_in_blocks() {
        let schedule = Schedule { pairings: 2, from: 0, pairs: 70, shard: Shard::ALL };
        assert_eq!(schedule.place(63), Some(Place { pairing: 0, pair: 63 }));
        assert_eq!(schedule.place(64), Some(Place { pairing: 1, pair: 0 }));
        assert_eq!(schedule.place(128), Some(Place { pairing: 0, pair: 64 }));
        assert_eq!(schedule.place(134), None);
        assert_eq!(schedule.place(192), Some(Place { pairing: 1, pair: 64 }));
    }

    #[test]
    fn pairs_before_a_slot_are_counted() {
        for (pairings, pairs) in [(1, 1), (1, 64), (3, 65), (2, 200)] {
            let schedule = Schedule { pairings, from: 0, pairs, shard: Shard::ALL };
            let mut before = 0;
            for slot in 0..schedule.slots() {
                assert_eq!(schedule.pairs_before(slot), before, "slot {slot} of {pairings} x {pairs}");
                before += u64::from(schedule.place(slot).is_some());
            }
            assert_eq!(schedule.pairs_before(schedule.slots()), schedule.total_pairs());
        }
    }

    #[test]
    fn shards_are_named_from_one() {
        assert_eq!("2/7".parse(), Ok(Shard { index: 1, count: 7 }));
        assert_eq!("2/7".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/7".to_owned()));
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}

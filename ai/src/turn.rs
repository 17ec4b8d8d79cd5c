//! The positions a player has already decided in during this turn: a free ability that leads back to one of them gains
//! nothing, and an agent that repeats it never ends.
//!
//! What leads on and on to new positions is ended at random when patience is.

use std::hash::{Hash, Hasher};

use fixer_core::chance::{SearchRng, below, scramble};

use crate::rollout::mast::Words;

/// How many positions of one turn are remembered: far more than a turn has. After them the oldest are overwritten.
const CAPACITY: usize = 256;

/// After so many own decisions in one turn a player goes on at random: no turn of built-in lists comes near. Free abilities that count something up or down can otherwise be used for a very long time without any position
/// coming twice.
const PATIENCE: usize = 64;

/// Hashes of what the player saw at the decisions of the current turn.
#[derive(Clone, Debug)]
pub struct TurnMemory {
    turn: u32,
    seen: Vec<u64>,
    next: usize,
}

impl TurnMemory {
    /// Nothing seen yet; what it will ever need is allocated here.
    pub fn new() -> Self {
        Self { turn: 0, seen: Vec::with_capacity(CAPACITY), next: 0 }
    }

    /// A game begins: forgets everything.
    pub fn clear(&mut self) {
        self.turn = 0;
        self.seen.clear();
        self.next = 0;
    }

    /// Remembers a position of `turn`; those of another turn are forgotten.
    pub fn note(&mut self, turn: u32, position: u64) {
        if turn != self.turn {
            self.clear();
            self.turn = turn;
        }
        if self.seen.len() < CAPACITY {
            self.seen.push(position);
        } else {
            self.seen[self.next] = position;
            self.next = (self.next + 1) % CAPACITY;
        }
    }

    /// Once the player has decided very often in this turn: any action. Playing at random ends every turn.
    pub fn at_random<A: Copy>(&self, legal: &[A], rng: &mut SearchRng) -> Option<A> {
        (self.seen.len() >= PATIENCE).then(|| legal[below(rng, legal.len() as u32) as usize])
    }

    /// Whether a position of `turn` has been decided in.
    pub fn has(&self, turn: u32, position: u64) -> bool {
        turn == self.turn && self.seen.contains(&position)
    }
}

impl Default for TurnMemory {
    fn default() -> Self {
        Self::new()
    }
}

/// A hash of what a player sees (`Game::observe`), the same on every machine.
pub fn position_hash(bytes: &[u8]) -> u64 {
    let mut state = bytes.len() as u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        state = fold(state, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    scramble(fold(state, u64::from_le_bytes(last)))
}

/// A hash of the options of a decision, in their order.
pub fn options_hash<A: Hash>(legal: &[A]) -> u64 {
    let mut words = Words::new(legal.len() as u64);
    legal.iter().for_each(|action| action.hash(&mut words));
    words.finish()
}

/// One round: cheaper than a full scramble, which comes once at the end.
#[inline]
const fn fold(state: u64, word: u64) -> u64 {
    let mixed = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_turn_forgets() {
        let mut memory = TurnMemory::new();
        memory.note(3, 7);
        assert!(memory.has(3, 7) && !memory.has(3, 8) && !memory.has(4, 7));
        memory.note(4, 8);
        assert!(!memory.has(4, 7) && memory.has(4, 8) && !memory.has(3, 7));
    }

    #[test]
    fn patience_ends() {
        let (mut memory, mut rng) = (TurnMemory::new(), fixer_core::chance::rng(1));
        for position in 0..PATIENCE as u64 {
            assert_eq!(memory.at_random(&[1, 2], &mut rng), None);
            memory.note(1, position);
        }
        assert!(memory.at_random(&[1, 2], &mut rng).is_some());
        memory.note(2, 0);
        assert_eq!(memory.at_random(&[1, 2], &mut rng), None);
    }

    #[test]
    fn the_oldest_are_overwritten_and_nothing_grows() {
        let mut memory = TurnMemory::new();
        for position in 0..CAPACITY as u64 + 2 {
            memory.note(1, position);
        }
        assert!(!memory.has(1, 0) && !memory.has(1, 1) && memory.has(1, 2) && memory.has(1, CAPACITY as u64 + 1));
        assert_eq!(memory.seen.len(), CAPACITY);
    }

    #[test]
    fn each_byte_and_the_length_count() {
        let base = position_hash(&[0; 20]);
        for i in 0..20 {
            let mut bytes = [0; 20];
            bytes[i] = 1;
            assert_ne!(position_hash(&bytes), base, "byte {i}");
        }
        assert_ne!(position_hash(&[0; 19]), base);
        assert_eq!(position_hash(b"the same on every machine"), 3_065_894_334_212_490_281);
    }
}

//! How an action has fared anywhere in the search so far: a hint for rollouts (the move-average sampling technique).

use std::hash::{Hash, Hasher};

use fixer_core::chance::scramble;
use fixer_core::game::Player;

/// Entries of the table. Actions that share one blur each other; nothing depends on telling them apart.
const ENTRIES: usize = 4096;

/// Mean results by decider and action.
#[derive(Clone, Debug)]
pub struct Mast {
    entries: Vec<(f32, u32)>,
}

impl Mast {
    /// A table; without room if it is never asked.
    pub fn new(wanted: bool) -> Self {
        Self { entries: vec![(0.5, 0); if wanted { ENTRIES } else { 0 }] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill((0.5, 0));
    }

    /// The mean result of an action for who decides, 0 to 1; one half for an unknown one.
    pub fn mean<A: Hash>(&self, decider: Player, action: &A) -> f32 {
        self.entries[place(decider, action)].0
    }

    /// Adds a result for who decided.
    pub fn add<A: Hash>(&mut self, decider: Player, action: &A, result: f32) {
        let (mean, count) = &mut self.entries[place(decider, action)];
        *count += 1;
        *mean += (result - *mean) / *count as f32;
    }
}

fn place<A: Hash>(decider: Player, action: &A) -> usize {
    let mut hasher = Words::new(decider as u64);
    action.hash(&mut hasher);
    hasher.finish() as usize % ENTRIES
}

/// A hasher that gives the same on every machine: whole words, whatever their size and byte order.
pub(crate) struct Words(u64);

impl Words {
    /// Beginning with a word.
    pub(crate) const fn new(word: u64) -> Self {
        Self(word)
    }

    fn fold(&mut self, word: u64) {
        self.0 = scramble(self.0 ^ word);
    }
}

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.fold(byte as u64);
        }
    }

    fn write_u8(&mut self, i: u8) {
        self.fold(i as u64);
    }

    fn write_u16(&mut self, i: u16) {
        self.fold(i as u64);
    }

    fn write_u32(&mut self, i: u32) {
        self.fold(i as u64);
    }

    fn write_u64(&mut self, i: u64) {
        self.fold(i);
    }

    fn write_usize(&mut self, i: usize) {
        self.fold(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.fold(i as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_kept_by_decider_and_action() {
        let mut mast = Mast::new(true);
        for result in [1.0, 0.0, 1.0, 1.0] {
            mast.add(Player::A, &7u8, result);
        }
        mast.add(Player::B, &7u8, 0.0);
        assert!((mast.mean(Player::A, &7u8) - 0.75).abs() < 1e-6);
        assert!(mast.mean(Player::B, &7u8).abs() < 1e-6);
        assert!((mast.mean(Player::A, &8u8) - 0.5).abs() < 1e-6);
        mast.clear();
        assert!((mast.mean(Player::A, &7u8) - 0.5).abs() < 1e-6);
    }
}

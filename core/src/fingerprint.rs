//! A hash of a position that is the same on every machine.

use std::hash::{Hash, Hasher};

use crate::chance::mix;

/// The hash of a value, from the bytes it shows to a hasher.
pub fn fingerprint(value: &impl Hash) -> u64 {
    let mut hasher = Fingerprint(0);
    value.hash(&mut hasher);
    hasher.0
}

struct Fingerprint(u64);

impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(&[self.0, u64::from_le_bytes(word)]);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

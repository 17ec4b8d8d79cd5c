//! Where a search takes its positions from: samples that fit a view, or one fixed position.

use fixer_core::bits::{Card, Die};
use fixer_core::chance::{Chance, SearchRng};
use fixer_core::game::{Game, Player};

use crate::view::View;

/// A source of positions that the same player would see the same way.
pub trait Worlds<G: Game> {
    /// Whose decision is searched.
    fn observer(&self) -> Player;

    /// A position to begin with.
    fn first(&self, rng: &mut SearchRng) -> G;

    /// Writes the next position over `world`.
    fn next_into(&self, world: &mut G, rng: &mut SearchRng);
}

/// The honest source: each position is a fresh determinization.
impl<G: Game> Worlds<G> for View<'_, G> {
    fn observer(&self) -> Player {
        View::observer(self)
    }

    fn first(&self, rng: &mut SearchRng) -> G {
        self.world(rng)
    }

    #[inline]
    fn next_into(&self, world: &mut G, rng: &mut SearchRng) {
        self.world_into(world, rng);
    }
}

/// The same position again and again: one sampled world, or the truth for those who cheat. The luck to come stays open.
#[derive(Copy, Clone, Debug)]
pub struct Fixed<'a, G> {
    /// The position.
    pub world: &'a G,
    /// Whose decision is searched.
    pub observer: Player,
}

impl<G: Game> Worlds<G> for Fixed<'_, G> {
    fn observer(&self) -> Player {
        self.observer
    }

    fn first(&self, _rng: &mut SearchRng) -> G {
        *self.world
    }

    #[inline]
    fn next_into(&self, world: &mut G, _rng: &mut SearchRng) {
        *world = *self.world;
    }
}

/// The luck of one action in a search, which notes whether it was asked for at all and which dice fell how.
pub struct Luck<'r> {
    rng: &'r mut SearchRng,
    used: bool,
    outcome: u32,
}

impl<'r> Luck<'r> {
    /// Luck out of this generator.
    pub const fn new(rng: &'r mut SearchRng) -> Self {
        Self { rng, used: false, outcome: 0 }
    }

    /// Whether anything was left to luck.
    pub const fn used(&self) -> bool {
        self.used
    }

    /// Names the dice that fell, each put into one of four buckets: its lowest face, the lower half, the upper half, its
    /// highest face. 0 if no die fell.
    pub const fn outcome(&self) -> u32 {
        self.outcome
    }
}

impl Chance for Luck<'_> {
    #[inline]
    fn die(&mut self, seat: Player, die: Die) -> u8 {
        self.used = true;
        let value = self.rng.die(seat, die);
        let faces = die.faces();
        let bucket = match value {
            1 => 0,
            v if v == faces => 3,
            v => 1 + u32::from(2 * v > faces),
        };
        // One more than the die and bucket, so that a die that fell is never 0; a few dice in a row stay apart.
        self.outcome = self.outcome.wrapping_mul(53).wrapping_add(1 + die.index() as u32 * 4 + bucket);
        value
    }

    #[inline]
    fn shuffle(&mut self, seat: Player, what: fixer_core::chance::Shuffle, cards: &mut [u8]) {
        self.used = true;
        self.rng.shuffle(seat, what, cards);
    }

    #[inline]
    fn pick(&mut self, seat: Player, below: u32) -> u32 {
        self.used = true;
        self.rng.pick(seat, below)
    }

    #[inline]
    fn relabel(&mut self, _x: Card, _y: Card) {}
}

#[cfg(test)]
mod tests {
    use fixer_core::bits::DieSize;
    use fixer_core::chance::rng;

    use super::*;

    #[test]
    fn dice_fall_into_four_buckets_of_their_own() {
        let mut generator = rng(3);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..500 {
            let mut luck = Luck::new(&mut generator);
            assert_eq!((luck.used(), luck.outcome()), (false, 0));
            let value = luck.die(Player::A, Die::new(Player::A, DieSize::D8));
            assert!(luck.used());
            seen.entry(luck.outcome()).or_insert_with(std::collections::BTreeSet::new).insert(value);
        }
        let buckets: Vec<Vec<u8>> = seen.into_values().map(|set| set.into_iter().collect()).collect();
        assert_eq!(buckets, [vec![1], vec![2, 3, 4], vec![5, 6, 7], vec![8]]);
    }
}

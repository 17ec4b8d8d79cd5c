//! Where luck comes from: streams of a real game, one generator of a search, results given beforehand.
//!
//! Everything random in a game is asked for through [`Chance`], by whom and what for, so that one question answered
//! differently, or one more question, moves no other answer. The arithmetic (mixing, multiply-shift, shuffles by keys)
//! is ours and its exact values are pinned by tests: no dependency can move a result.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::bits::{Card, Die};
use crate::game::Player;

/// The generator of searches and determinizations.
pub type SearchRng = Xoshiro256PlusPlus;

/// What is shuffled.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// The main deck before the game (7.6).
    MainDeck,
    /// The main deck after a mulligan (7.9.3.2).
    Mulligan,
    /// The three Legends before the game (7.7.1).
    Legends,
    /// Cards put under a deck together (11.12.1.3).
    BottomDeck,
}

/// Answers the questions a game puts to luck.
pub trait Chance {
    /// The value that `die` shows when `seat` rolls it, 1 to its number of faces.
    fn die(&mut self, seat: Player, die: Die) -> u8;

    /// Brings `cards` (card numbers, in slot order before the game) of `seat` into random order.
    fn shuffle(&mut self, seat: Player, what: Shuffle, cards: &mut [u8]);

    /// A number from 0 to `below` - 1; `below` is at least 1.
    fn pick(&mut self, seat: Player, below: u32) -> u32;

    /// Two copies of one card in hidden zones have exchanged their numbers: who keeps names for physical cards follows.
    fn relabel(&mut self, _x: Card, _y: Card) {}
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn die(&mut self, seat: Player, die: Die) -> u8 {
        (**self).die(seat, die)
    }
    fn shuffle(&mut self, seat: Player, what: Shuffle, cards: &mut [u8]) {
        (**self).shuffle(seat, what, cards);
    }
    fn pick(&mut self, seat: Player, below: u32) -> u32 {
        (**self).pick(seat, below)
    }
    fn relabel(&mut self, x: Card, y: Card) {
        (**self).relabel(x, y);
    }
}

/// One step of `SplitMix64` (Steele, Lea, Flood 2014): scrambles a word.
#[inline]
pub const fn scramble(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Mixes words into one, order included.
///
/// ```
/// # use fixer_core::chance::mix;
/// assert_ne!(mix(&[1, 2]), mix(&[2, 1]));
/// ```
#[inline]
pub const fn mix(words: &[u64]) -> u64 {
    let mut state = 0x243f_6a88_85a3_08d3;
    let mut i = 0;
    while i < words.len() {
        state = scramble(state ^ words[i]);
        i += 1;
    }
    state
}

/// Mixes text into one word.
pub const fn mix_text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut state = bytes.len() as u64;
    let mut i = 0;
    while i < bytes.len() {
        state = scramble(state ^ bytes[i] as u64);
        i += 1;
    }
    state
}

/// A generator seeded with one word.
pub fn rng(seed: u64) -> SearchRng {
    let mut bytes = [0; 32];
    for (i, word) in bytes.chunks_exact_mut(8).enumerate() {
        word.copy_from_slice(&scramble(seed.wrapping_add(i as u64)).to_le_bytes());
    }
    SearchRng::from_seed(bytes)
}

/// A number from 0 to `below` - 1 out of a random word (multiply-shift; the bias is below 2^-32).
#[inline]
pub const fn scale(word: u64, below: u32) -> u32 {
    ((word >> 32) * below as u64 >> 32) as u32
}

/// The next number from 0 to `below` - 1.
#[inline]
pub fn below(rng: &mut SearchRng, below: u32) -> u32 {
    scale(rng.next_u64(), below)
}

/// The next number from 0 (included) to 1 (excluded), with 53 random bits.
#[inline]
pub fn unit(rng: &mut SearchRng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// Brings `items` into random order (Fisher-Yates from the end).
#[inline]
pub fn shuffle<T>(rng: &mut SearchRng, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i as u32 + 1) as usize);
    }
}

/// A search asks one generator for everything.
impl Chance for SearchRng {
    #[inline]
    fn die(&mut self, _seat: Player, die: Die) -> u8 {
        1 + below(self, die.faces() as u32) as u8
    }
    #[inline]
    fn shuffle(&mut self, _seat: Player, _what: Shuffle, cards: &mut [u8]) {
        shuffle(self, cards);
    }
    #[inline]
    fn pick(&mut self, _seat: Player, limit: u32) -> u32 {
        below(self, limit)
    }
}

/// Sorts `cards`, at most 64, by the word that `key` gives each; words that are spread evenly over their range, as
/// hashes are. Each is counted into one of 64 equal ranges, laid where its range begins, and has then a step at most to
/// its place, as a rule. The lowest byte of a word is its card's and says no more than which card it is, so that plain
/// words are sorted (the shuffles of a game: 9,370 instructions with a loop for each of keys, counts, sums and steps, and
/// their checks; 7,240 so).
#[inline]
fn sort_by_spread_key(cards: &mut [u8], key: impl Fn(u8) -> u64) {
    const MOST: usize = Card::PER_PLAYER;
    // The masks cost less than the checks that they spare.
    let range = |word: u64| (word >> 58) as usize & (MOST - 1);
    let (mut words, mut laid, mut starts) = ([0; MOST], [0; MOST], [0u8; MOST]);
    assert!(cards.len() <= MOST, "more than {MOST} cards");
    for (word, &card) in words.iter_mut().zip(&*cards) {
        *word = key(card) & !0xff | u64::from(card);
        starts[range(*word)] += 1;
    }
    let mut next = 0;
    for counts in starts.as_chunks_mut::<8>().0 {
        // The product's bytes are the sums of the counts up to each, as none passes 255.
        let sums = u64::from_le_bytes(*counts).wrapping_mul(0x0101_0101_0101_0101);
        *counts = ((sums << 8).wrapping_add(next * 0x0101_0101_0101_0101)).to_le_bytes();
        next += sums >> 56;
    }
    for &word in &words[..cards.len()] {
        let start = &mut starts[range(word)];
        laid[*start as usize & (MOST - 1)] = word;
        *start += 1;
    }
    let mut before = 0;
    for at in 0..cards.len() {
        let word = laid[at];
        if word < before {
            let mut to = at;
            while to > 0 && laid[to - 1] > word {
                laid[to] = laid[to - 1];
                to -= 1;
            }
            laid[to] = word;
        } else {
            before = word;
        }
    }
    for (card, word) in cards.iter_mut().zip(laid) {
        *card = word as u8;
    }
}

/// What a stream of a real game is for.
#[derive(Copy, Clone)]
enum Purpose {
    Die = 1,
    Shuffle = 2,
    Pick = 3,
}

/// The luck of a real game: one stream a seat and purpose, keyed, so that nothing a player does moves what is not
/// their doing. A die's result depends on the seat, the die and how often it has been rolled; a shuffle of the deck on
/// the slot of each card.
#[derive(Clone, Debug)]
pub struct Streams {
    seed: u64,
    rolls: [u64; Die::COUNT],
    bottoms: [u64; 2],
    picks: [u64; 2],
}

impl Streams {
    /// The luck of the game with this seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed, rolls: [0; Die::COUNT], bottoms: [0; 2], picks: [0; 2] }
    }

    fn word(&self, purpose: Purpose, seat: Player, key: [u64; 2]) -> u64 {
        mix(&[self.seed, purpose as u64, seat as u64, key[0], key[1]])
    }
}

impl Chance for Streams {
    fn die(&mut self, seat: Player, die: Die) -> u8 {
        let nth = self.rolls[die.index()];
        self.rolls[die.index()] += 1;
        // Keyed by the size: the dice belong to the seat.
        let word = self.word(Purpose::Die, seat, [die.faces() as u64, nth]);
        1 + scale(word, die.faces() as u32) as u8
    }

    fn shuffle(&mut self, seat: Player, what: Shuffle, cards: &mut [u8]) {
        let round = match what {
            Shuffle::MainDeck => 0,
            Shuffle::Mulligan => 1,
            Shuffle::Legends => 2,
            Shuffle::BottomDeck => {
                self.bottoms[seat.index()] += 1;
                2 + self.bottoms[seat.index()]
            }
        };
        // A key a slot, sorted: two lists that share a slot's card put it at the same place relative to the others.
        // All keys of a shuffle share the first four words of their mix, so each costs one step instead of five.
        let shared = mix(&[self.seed, Purpose::Shuffle as u64, seat as u64, round]);
        sort_by_spread_key(cards, |card| scramble(shared ^ (card & 63) as u64));
    }

    fn pick(&mut self, seat: Player, limit: u32) -> u32 {
        let nth = self.picks[seat.index()];
        self.picks[seat.index()] += 1;
        scale(self.word(Purpose::Pick, seat, [nth, 0]), limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::DieSize;

    #[test]
    fn the_exact_values_are_pinned() {
        assert_eq!(scramble(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(scale(u64::MAX, 20), 19);
        assert_eq!(scale(0, 20), 0);
        let mut generator = rng(1);
        let drawn: Vec<u32> = (0..8).map(|_| below(&mut generator, 100)).collect();
        let mut streams = Streams::new(1);
        let d20 = Die::new(Player::A, DieSize::D20);
        let rolled: Vec<u8> = (0..8).map(|_| streams.die(Player::A, d20)).collect();
        let mut deck: Vec<u8> = (0..10).collect();
        streams.shuffle(Player::A, Shuffle::MainDeck, &mut deck);
        // Fixed for ever: results of all times depend on them.
        assert_eq!(drawn, [25, 60, 31, 39, 84, 64, 52, 6]);
        assert_eq!(rolled, [9, 4, 19, 17, 4, 14, 5, 9]);
        assert_eq!(deck, [7, 6, 4, 3, 8, 1, 0, 9, 2, 5]);
    }

    #[test]
    fn cards_are_sorted_by_their_keys() {
        let mut generator = rng(7);
        for len in 0..=64 {
            // Spread as meant, all in one range, all the same.
            for shift in [0, 30, 63] {
                let keys: Vec<u64> = (0..64).map(|_| generator.next_u64() >> shift).collect();
                let mut cards: Vec<u8> = (0..len).collect();
                let mut sorted = cards.clone();
                shuffle(&mut generator, &mut cards);
                sorted.sort_by_key(|&card| (keys[card as usize] & !0xff, card));
                sort_by_spread_key(&mut cards, |card| keys[card as usize]);
                assert_eq!(cards, sorted);
            }
        }
    }

    #[test]
    fn dice_do_not_move_each_other() {
        let (mut one, mut two) = (Streams::new(5), Streams::new(5));
        let (d4, d6) = (Die::new(Player::B, DieSize::D4), Die::new(Player::B, DieSize::D6));
        one.die(Player::B, d4);
        assert_eq!(one.die(Player::B, d6), two.die(Player::B, d6));
    }

    #[test]
    fn every_face_comes_up_about_as_often() {
        let d6 = Die::new(Player::A, DieSize::D6);
        let mut counts = [0; 6];
        for seed in 0..6000 {
            counts[Streams::new(seed).die(Player::A, d6) as usize - 1] += 1;
        }
        assert!(counts.iter().all(|&n: &i32| (900..1100).contains(&n)), "{counts:?}");
    }
}

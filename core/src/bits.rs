//! Sets as bits: cards of a table, dice of a table.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use crate::game::Player;

/// One of the 128 card places of a match-up: 0 to 63 are owned by A, 64 to 127 by B.
///
/// Not every number names a card; a match-up says how many it has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub u8);

impl Card {
    /// How many places a player has.
    pub const PER_PLAYER: usize = 64;

    /// Stands for "no card" where a state keeps an optional card in one byte.
    pub const NONE: Self = Self(255);

    /// The place `slot` (0 to 63) of `owner`.
    #[inline]
    pub const fn new(owner: Player, slot: u8) -> Self {
        Self(owner as u8 * 64 + slot)
    }

    /// Who owns the card (1.7.1).
    #[inline]
    pub const fn owner(self) -> Player {
        if self.0 < 64 { Player::A } else { Player::B }
    }

    /// The place among the owner's cards, 0 to 63.
    #[inline]
    pub const fn slot(self) -> u8 {
        self.0 & 63
    }

    /// The place in an array kept per card.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this names a card at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 255
    }

    /// The card, or nothing for [`Card::NONE`].
    #[inline]
    pub const fn some(self) -> Option<Self> {
        if self.is_some() { Some(self) } else { None }
    }
}

/// A set of cards, one bit a card.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet(pub u128);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// Every place.
    pub const ALL: Self = Self(u128::MAX);

    /// All cards `player` owns.
    #[inline]
    pub const fn owned_by(player: Player) -> Self {
        match player {
            Player::A => Self(u64::MAX as u128),
            Player::B => Self((u64::MAX as u128) << 64),
        }
    }

    /// The set of one card; empty for [`Card::NONE`].
    #[inline]
    pub const fn of(card: Card) -> Self {
        // By halves: shifting a word by the slot is cheaper than shifting two by the place.
        let bit = 1u64 << (card.0 & 63);
        match card.0 >> 6 {
            0 => Self(bit as u128),
            1 => Self((bit as u128) << 64),
            _ => Self(0),
        }
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        let half = if card.0 < 64 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        card.0 < 128 && half >> (card.0 & 63) & 1 == 1
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= Self::of(card).0;
    }

    /// Takes a card out.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !Self::of(card).0;
    }

    /// Puts the card in or takes it out.
    #[inline]
    pub const fn set(&mut self, card: Card, member: bool) {
        if member { self.insert(card) } else { self.remove(card) }
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets share a card.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The card with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// Those of the cards that `player` owns.
    #[inline]
    #[must_use]
    pub const fn of_player(self, player: Player) -> Self {
        Self(self.0 & Self::owned_by(player).0)
    }

    /// A player's half of the set as a word: bit i is the player's place i.
    #[inline]
    pub const fn half(self, player: Player) -> u64 {
        match player {
            Player::A => self.0 as u64,
            Player::B => (self.0 >> 64) as u64,
        }
    }

    /// Those of the cards that `player` owns, as a set of its own kind.
    #[inline]
    pub const fn half_of(self, player: Player) -> Half {
        Half { owner: player, bits: self.half(player) }
    }

    /// The set that is a player's half alone, see [`CardSet::half`].
    #[inline]
    pub const fn of_half(player: Player, half: u64) -> Self {
        match player {
            Player::A => Self(half as u128),
            Player::B => Self((half as u128) << 64),
        }
    }

    /// Replaces a player's half of the set.
    #[inline]
    pub const fn set_half(&mut self, player: Player, half: u64) {
        self.0 = self.0 & Self::owned_by(player.rival()).0 | Self::of_half(player, half).0;
    }

    /// Exchanges the membership of two cards.
    #[inline]
    pub const fn exchange(&mut self, x: Card, y: Card) {
        self.exchange_pair(Self(Self::of(x).0 | Self::of(y).0));
    }

    /// Exchanges the membership of the two cards of a pair.
    #[inline]
    pub const fn exchange_pair(&mut self, pair: Self) {
        let members = self.0 & pair.0;
        if members != 0 && members != pair.0 {
            self.0 ^= pair.0;
        }
    }
}

impl Iterator for CardSet {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        // A player's half at a time: sets are mostly of one player's cards, and half the word is half the arithmetic.
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        if low != 0 {
            self.0 = (high as u128) << 64 | (low & (low - 1)) as u128;
            Some(Card(low.trailing_zeros() as u8))
        } else if high != 0 {
            self.0 = ((high & (high - 1)) as u128) << 64;
            Some(Card(64 + high.trailing_zeros() as u8))
        } else {
            None
        }
    }
}

/// A set of one player's cards. What loops over the cards of a player reads half the words that a [`CardSet`] has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Half {
    /// Whose cards.
    pub owner: Player,
    /// Bit i is the player's place i.
    pub bits: u64,
}

impl Half {
    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether there is one card or none.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.bits & self.bits.wrapping_sub(1) == 0
    }
}

impl From<Half> for CardSet {
    #[inline]
    fn from(half: Half) -> Self {
        Self::of_half(half.owner, half.bits)
    }
}

impl Iterator for Half {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.bits == 0 {
            return None;
        }
        let card = Card::new(self.owner, self.bits.trailing_zeros() as u8);
        self.bits &= self.bits - 1;
        Some(card)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

/// The six dice sizes, smallest first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum DieSize {
    /// Four faces.
    D4,
    /// Six faces.
    D6,
    /// Eight faces.
    D8,
    /// Ten faces.
    D10,
    /// Twelve faces.
    D12,
    /// Twenty faces.
    D20,
}

impl DieSize {
    /// All six, smallest first.
    pub const ALL: [Self; 6] = [Self::D4, Self::D6, Self::D8, Self::D10, Self::D12, Self::D20];

    /// The number of faces, which is the highest value (6.3.3).
    #[inline]
    pub const fn faces(self) -> u8 {
        [4, 6, 8, 10, 12, 20][self as usize]
    }

    /// The size with this many faces.
    pub const fn with_faces(faces: u8) -> Option<Self> {
        Some(match faces {
            4 => Self::D4,
            6 => Self::D6,
            8 => Self::D8,
            10 => Self::D10,
            12 => Self::D12,
            20 => Self::D20,
            _ => return None,
        })
    }
}

/// One of the twelve dice of a table: 0 to 5 are A's d4 to d20, 6 to 11 are B's.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Die(pub u8);

impl Die {
    /// How many dice a table has.
    pub const COUNT: usize = 12;

    /// Stands for "no die" where a state keeps an optional die in one byte.
    pub const NONE: Self = Self(255);

    /// The die of this owner and size.
    #[inline]
    pub const fn new(owner: Player, size: DieSize) -> Self {
        Self(owner as u8 * 6 + size as u8)
    }

    /// Who brought the die (1.7.1), wherever it is now.
    #[inline]
    pub const fn owner(self) -> Player {
        if self.0 < 6 { Player::A } else { Player::B }
    }

    /// Its size.
    #[inline]
    pub const fn size(self) -> DieSize {
        DieSize::ALL[(self.0 % 6) as usize]
    }

    /// The number of faces.
    #[inline]
    pub const fn faces(self) -> u8 {
        // A table of its own spares the remainder that the size takes.
        const FACES: [u8; 16] = [4, 6, 8, 10, 12, 20, 4, 6, 8, 10, 12, 20, 0, 0, 0, 0];
        FACES[(self.0 & 15) as usize]
    }

    /// The place in an array kept per die.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this names a die at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 255
    }
}

/// A set of dice, one bit a die.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DieSet(pub u16);

impl DieSet {
    /// No die.
    pub const EMPTY: Self = Self(0);

    /// All six dice `player` brought.
    #[inline]
    pub const fn owned_by(player: Player) -> Self {
        Self(0x3f << (player as u16 * 6))
    }

    /// The set of one die; empty for [`Die::NONE`].
    #[inline]
    pub const fn of(die: Die) -> Self {
        if die.0 < 12 { Self(1 << die.0) } else { Self(0) }
    }

    /// Whether `die` is in the set.
    #[inline]
    pub const fn has(self, die: Die) -> bool {
        die.0 < 12 && self.0 >> die.0 & 1 == 1
    }

    /// Adds a die.
    #[inline]
    pub const fn insert(&mut self, die: Die) {
        self.0 |= Self::of(die).0;
    }

    /// Takes a die out.
    #[inline]
    pub const fn remove(&mut self, die: Die) {
        self.0 &= !Self::of(die).0;
    }

    /// How many dice.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The die with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Die> {
        if self.0 == 0 { None } else { Some(Die(self.0.trailing_zeros() as u8)) }
    }
}

impl Iterator for DieSet {
    type Item = Die;

    #[inline]
    fn next(&mut self) -> Option<Die> {
        let die = self.first()?;
        self.0 &= self.0 - 1;
        Some(die)
    }
}

impl FromIterator<Die> for DieSet {
    fn from_iter<I: IntoIterator<Item = Die>>(dice: I) -> Self {
        let mut set = Self::EMPTY;
        for die in dice {
            set.insert(die);
        }
        set
    }
}

/// The set operations, the same for every kind of set: `&`, `|`, `-` (without) and `!`.
macro_rules! set_operations {
    ($($set:ident),*) => {$(
        impl BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
        impl Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        impl BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }
        impl BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
        impl SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }
    )*};
}
set_operations!(CardSet, DieSet);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchange_swaps_membership_only_where_it_differs() {
        let mut set = CardSet::of(Card(3)) | CardSet::of(Card(70));
        set.exchange(Card(3), Card(5));
        assert_eq!(set, CardSet::of(Card(5)) | CardSet::of(Card(70)));
        set.exchange(Card(5), Card(70));
        assert_eq!(set, CardSet::of(Card(5)) | CardSet::of(Card(70)));
    }

    #[test]
    fn owners_split_the_places() {
        assert_eq!(Card::new(Player::B, 7).owner(), Player::B);
        assert_eq!(CardSet::owned_by(Player::A) | CardSet::owned_by(Player::B), CardSet::ALL);
        assert_eq!(Die::new(Player::B, DieSize::D20).faces(), 20);
        assert_eq!(DieSet::owned_by(Player::B).len(), 6);
    }
}

//! Determinization: a world that fits what an observer knows, drawn in one pass over the hidden cards.
//!
//! A sample must not lean on the true order of anything unknown, or it would leak it. So the cards that can be dealt are
//! taken by their numbers, shuffled, and dealt to the hidden places: to those of an area that keeps no order as a set,
//! to those of a deck one by one. Places are told apart only by what the observer knows of them.

use std::ops::Range;

use arrayvec::ArrayVec;
use rand_xoshiro::rand_core::Rng;

use super::Table;
use super::legal::has_option;
use super::observe::block_end;
use super::state::Kind;
use crate::bits::{Card, CardSet};
use crate::chance::{SearchRng, mix, shuffle};
use crate::game::Player;

/// How many places of a shuffle one random word decides: of 64 bits each takes fewer than six, so that what is left
/// over makes every order as likely as any other to within 2^-28.
const PLACES_A_WORD: usize = 6;

/// How often a world is drawn at most until one fits. With one card in forty that fits and one place for it, all fail
/// less than once in ten thousand million times.
const DRAWS: u32 = 1_000;

/// The number of each card as itself.
const THEMSELVES: [u8; 2 * Card::PER_PLAYER] = {
    let mut cards = [0; 2 * Card::PER_PLAYER];
    let mut at = 0;
    while at < cards.len() {
        cards[at] = at as u8;
        at += 1;
    }
    cards
};

/// Cards dealt one after the other.
struct Pool {
    cards: [u8; Card::PER_PLAYER],
    left: usize,
}

impl Pool {
    /// Shuffles the cards of a player's half of a set.
    #[inline]
    fn new(owner: Player, mut half: u64, rng: &mut SearchRng) -> Self {
        let first = Card::new(owner, 0).0;
        let mut pool = Self { cards: [0; Card::PER_PLAYER], left: 0 };
        let count = half.count_ones() as usize;
        while pool.left < count {
            let mut word = rng.next_u64();
            for _ in 0..PLACES_A_WORD.min(count - pool.left) {
                // From the inside out: the next card goes to a random place, what lay there to the end. The upper half
                // of the product is the place, the lower half is as random as the word was (Brackett-Rozinsky, Lemire).
                let product = u128::from(word) * (pool.left as u128 + 1);
                let at = (product >> 64) as usize & 63;
                word = product as u64;
                pool.cards[pool.left & 63] = pool.cards[at];
                pool.cards[at] = first | half.trailing_zeros() as u8;
                pool.left += 1;
                half &= half - 1;
            }
        }
        pool
    }

    /// The next card.
    #[inline]
    fn next(&mut self) -> u8 {
        self.left -= 1;
        self.cards[self.left]
    }

    /// The next `count` cards.
    #[inline]
    fn take(&mut self, count: usize) -> &[u8] {
        self.left -= count;
        &self.cards[self.left..self.left + count]
    }
}

/// A bit in a player's half of a set.
#[inline]
const fn bit(card: u8) -> u64 {
    1 << (card & 63)
}

impl Table<'_> {
    /// Replaces everything `observer` can't know by a sample that fits.
    pub(super) fn sample_hidden(&mut self, observer: Player, rng: &mut SearchRng) {
        let (player, kind) = self.state.decision;
        self.draw_hidden(observer, rng);
        // That somebody else is asked to choose tells that there is something to choose from. A sample looks like what
        // it was drawn from, so that the next can be drawn from it.
        if player != observer && kind == Kind::Choose && self.state.outcome.is_none() {
            for _ in 1..DRAWS {
                if has_option(self) {
                    break;
                }
                self.draw_hidden(observer, rng);
            }
        }
    }

    fn draw_hidden(&mut self, observer: Player, rng: &mut SearchRng) {
        let mentioned = self.mentioned() & self.concealed();
        // `to[c]`: the number that the card now in c's place gets; read for places of a deck and for what is mentioned.
        let mut to = THEMSELVES;
        for player in Player::BOTH {
            self.deal(player, observer, mentioned, rng, &mut to);
            self.deal_legends(player, observer, rng, &mut to);
        }
        if !mentioned.is_empty() {
            self.renumber_references(&to);
        }
        self.renumber_history();
        for player in Player::BOTH {
            self.shuffle_blocks(player, observer, rng);
        }
    }

    /// Deals a player's hidden cards to the hidden places: known cards stay what they are, the others are drawn.
    #[inline]
    fn deal(&mut self, player: Player, observer: Player, mentioned: CardSet, rng: &mut SearchRng, to: &mut [u8; 128]) {
        let state = &self.state;
        let areas = [state.hand.half(player), state.eddies.half(player)];
        let deck = state.deck.half(player);
        let hidden = areas[0] | areas[1] | deck;
        let seen = state.known[observer.index()].half(player) & hidden;
        let rival = state.known[observer.rival().index()].half(player) & hidden;
        let mention = mentioned.half(player);
        let slots = (deck & (seen | rival | mention) != 0).then(|| self.deck_slots(player, observer, mentioned));

        // Known cards take the lowest numbers of their kind, by area and, in one, those that the other player doesn't
        // know before those that both do, those that something refers to last.
        let mut free = hidden;
        let mut dealt = [0; 2];
        let mut rival_knows = 0;
        for (area, dealt) in areas.into_iter().zip(&mut dealt) {
            for class in [area & seen & !rival, area & seen & rival] {
                let before = *dealt;
                self.in_order(player, class, mention, |slot| {
                    let number = (self.cards.copies[slot.index()].half(player) & free).trailing_zeros() as u8;
                    free &= !bit(number);
                    *dealt |= bit(number);
                    to[slot.index()] = Card::new(player, number).0;
                });
                if class & rival != 0 {
                    rival_knows |= *dealt & !before;
                }
            }
        }
        for &slot in slots.iter().flatten().filter(|&&slot| seen & bit(slot.0) != 0) {
            let number = (self.cards.copies[slot.index()].half(player) & free).trailing_zeros() as u8;
            free &= !bit(number);
            to[slot.index()] = Card::new(player, number).0;
            if rival & bit(slot.0) != 0 {
                rival_knows |= bit(number);
            }
        }
        let seen_now = hidden & !free;

        // The others get what the pool deals, in the same order.
        let mut pool = Pool::new(player, free, rng);
        for (area, dealt) in areas.into_iter().zip(&mut dealt) {
            for class in [area & !seen & !rival, area & !seen & rival] {
                let before = *dealt;
                if class & mention == 0 {
                    for &card in pool.take(class.count_ones() as usize) {
                        *dealt |= bit(card);
                    }
                } else {
                    self.in_order(player, class, mention, |slot| {
                        let card = pool.next();
                        *dealt |= bit(card);
                        to[slot.index()] = card;
                    });
                }
                if class & rival != 0 {
                    rival_knows |= *dealt & !before;
                }
            }
        }
        let len = self.state.deck_len[player.index()] as usize;
        let row = &mut self.state.row[player.index()][..len];
        if let Some(slots) = slots {
            for slot in slots.into_iter().filter(|&slot| seen & bit(slot.0) == 0) {
                let card = pool.next();
                to[slot.index()] = card;
                if rival & bit(slot.0) != 0 {
                    rival_knows |= bit(card);
                }
            }
            for card in row {
                *card = to[*card as usize];
            }
        } else {
            row.copy_from_slice(pool.take(len));
        }

        let state = &mut self.state;
        state.hand.set_half(player, dealt[0]);
        state.eddies.set_half(player, dealt[1]);
        state.deck.set_half(player, hidden & !dealt[0] & !dealt[1]);
        for (who, now) in [(observer, seen_now), (observer.rival(), rival_knows)] {
            let known = &mut state.known[who.index()];
            known.set_half(player, known.half(player) & !hidden | now);
        }
    }

    /// Calls `each` with the cards of a player's half of a set; those that something refers to last, in the order of
    /// what does.
    #[inline]
    fn in_order(&self, player: Player, class: u64, mention: u64, mut each: impl FnMut(Card)) {
        let mut plain = class & !mention;
        while plain != 0 {
            each(Card::new(player, plain.trailing_zeros() as u8));
            plain &= plain - 1;
        }
        if class & mention != 0 {
            let mut cards: ArrayVec<Card, 64> = CardSet::of_half(player, class & mention).collect();
            cards.sort_unstable_by_key(|&card| self.mention(card));
            cards.into_iter().for_each(each);
        }
    }

    /// A player's deck from the bottom, each block that tells the observer something in a canonical order: known cards
    /// first, by what they are, whether the other player knows them too, and what refers to them. Those that are alike
    /// in all of it are interchangeable.
    fn deck_slots(&self, player: Player, observer: Player, mentioned: CardSet) -> ArrayVec<Card, 64> {
        let known = self.state.known[observer.index()];
        let rival = self.state.known[observer.rival().index()];
        let mut slots: ArrayVec<Card, 64> = self.state.deck_order(player).iter().map(|&card| Card(card)).collect();
        for block in self.blocks(player, observer) {
            let by_card = self.is_block_of(player, observer.rival(), &block);
            slots[block].sort_unstable_by_key(|&card| {
                let seen = known.has(card);
                let definition = if seen { self.cards.facts[card.index()].definition } else { 0 };
                let mention = if mentioned.has(card) { self.mention(card) } else { 0 };
                (!seen, definition, by_card && rival.has(card), mention)
            });
        }
        slots
    }

    /// The blocks of a deck, positions from the bottom: more than one card each, in an order that `observer` doesn't
    /// know. Only those with something in them that the observer knows: in the others any order is like any other.
    fn blocks(&self, player: Player, observer: Player) -> ArrayVec<Range<usize>, 32> {
        let mut blocks = ArrayVec::new();
        let joined = self.state.joined[observer.index()][player.index()];
        if joined == 0 {
            return blocks;
        }
        let informative = self.state.known[observer.index()] | self.mentioned();
        let deck = self.state.deck_order(player);
        let mut low = 0;
        while low < deck.len() && joined >> low != 0 {
            let high = block_end(joined, low, deck.len());
            if high - low > 1 && deck[low..high].iter().any(|&card| informative.has(Card(card))) {
                blocks.push(low..high);
            }
            low = high;
        }
        blocks
    }

    /// Inside a block whose order is not known, any order is as likely. What refers to a card goes with the card.
    #[inline]
    fn shuffle_blocks(&mut self, player: Player, observer: Player, rng: &mut SearchRng) {
        if self.state.joined[observer.index()][player.index()] == 0 {
            return;
        }
        for block in self.blocks(player, observer) {
            let by_card = self.is_block_of(player, observer.rival(), &block);
            let known = &mut self.state.known[observer.rival().index()];
            let positions = &mut self.state.row[player.index()][block];
            let rival_knows: ArrayVec<bool, 64> = positions.iter().map(|&card| known.has(Card(card))).collect();
            positions.sort_unstable();
            shuffle(rng, positions);
            if !by_card {
                // The other player knows what is at a position, not that a card is somewhere in the block.
                for (&card, knows) in positions.iter().zip(rival_knows) {
                    known.set(Card(card), knows);
                }
            }
        }
    }

    /// Deals a player's unknown face-down Legends to their places. How a Legend lies, and whether the other player knows
    /// it, stays with the place.
    #[inline]
    fn deal_legends(&mut self, player: Player, observer: Player, rng: &mut SearchRng, to: &mut [u8; 128]) {
        let state = &mut self.state;
        let unknown = (state.legends - state.face_up - state.known[observer.index()]).half(player);
        if unknown.count_ones() < 2 {
            return;
        }
        let mut pool = Pool::new(player, unknown, rng);
        let rival = &mut state.known[observer.rival().index()];
        let (spent, known) = (state.spent.half(player), rival.half(player));
        let (mut spent_now, mut known_now) = (spent & !unknown, known & !unknown);
        for place in &mut state.places[player.index()] {
            let old = *place;
            if !old.is_some() || unknown & bit(old.0) == 0 {
                continue;
            }
            *place = Card(pool.next());
            to[old.index()] = place.0;
            spent_now |= (spent >> old.slot() & 1) << place.slot();
            known_now |= (known >> old.slot() & 1) << place.slot();
        }
        state.spent.set_half(player, spent_now);
        rival.set_half(player, known_now);
    }

    // ---- what goes along ----

    /// The cards that half-done, waiting and lasting effects refer to.
    fn mentioned(&self) -> CardSet {
        let state = &self.state;
        let mut cards = CardSet::EMPTY;
        for frame in state.frames.iter() {
            [frame.this, frame.source, frame.subject, frame.other, frame.held]
                .iter()
                .for_each(|&card| cards.insert(card));
        }
        for pending in state.pending.iter() {
            [pending.this, pending.source, pending.subject, pending.other, pending.held]
                .iter()
                .for_each(|&card| cards.insert(card));
        }
        for floating in state.floating.iter() {
            cards.insert(floating.this);
            cards.insert(floating.held);
        }
        for last in state.last_valid.iter() {
            cards.insert(last.card);
        }
        self.card_registers().fold(cards, |cards, at| cards | CardSet(state.registers[at]))
    }

    /// Which references there are to a card, as a number: equal for cards that nothing tells apart.
    fn mention(&self, card: Card) -> u64 {
        let state = &self.state;
        let mut found = 0;
        let mut nth = 0;
        let mut note = |refers: bool| {
            nth += 1;
            if refers {
                found = mix(&[found, nth]);
            }
        };
        for frame in state.frames.iter() {
            [frame.this, frame.source, frame.subject, frame.other, frame.held].iter().for_each(|&c| note(c == card));
        }
        for pending in state.pending.iter() {
            [pending.this, pending.source, pending.subject, pending.other, pending.held]
                .iter()
                .for_each(|&c| note(c == card));
        }
        for floating in state.floating.iter() {
            note(floating.this == card);
            note(floating.held == card);
        }
        for last in state.last_valid.iter() {
            note(last.card == card);
        }
        self.card_registers().for_each(|at| note(CardSet(state.registers[at]).has(card)));
        found
    }

    /// Half-done, waiting and lasting effects refer to the same places by the numbers `to` gives the cards there.
    fn renumber_references(&mut self, to: &[u8; 128]) {
        let concealed = self.concealed();
        self.rename(|card| {
            if concealed.has(*card) {
                *card = Card(to[card.index()]);
            }
        });
        for at in self.card_registers() {
            let cards = CardSet(self.state.registers[at]);
            let renamed: CardSet = (cards & concealed).map(|card| Card(to[card.index()])).collect();
            self.state.registers[at] = ((cards - concealed) | renamed).0;
        }
    }

    /// What hidden cards did this turn stays with cards of their definition: the lowest numbers.
    #[inline]
    fn renumber_history(&mut self) {
        let hidden = self.hidden();
        for list in 0..self.state.history.len() {
            let marked = self.state.history[list] & hidden;
            if marked.is_empty() {
                continue;
            }
            let mut lowest = CardSet::EMPTY;
            for card in marked {
                let free = (self.cards.copies[card.index()] & hidden) - lowest;
                lowest |= free.first().map_or(CardSet::EMPTY, CardSet::of);
            }
            self.state.history[list] = (self.state.history[list] - hidden) | lowest;
        }
    }
}

//! What a player knows: the only authority on hidden information.
//!
//! [`Table::sample_hidden`] draws a world that fits what an observer knows; [`Table::observation`] writes down what that
//! is. Both see the position through the same eyes: public cards by their numbers, known hidden cards by what they are,
//! everything else as a count.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::Table;
use super::state::Zone;
use crate::bits::{Card, CardSet};
use crate::chance::{SearchRng, mix, shuffle};
use crate::game::Player;

/// Marks an unknown card in an observation.
const UNKNOWN: u8 = 254;

/// The position after the block that begins at `low`, in a deck of `len` cards with these seams.
fn block_end(joined: u64, low: usize, len: usize) -> usize {
    let mut high = low + 1;
    while high < len && joined >> (high - 1) & 1 == 1 {
        high += 1;
    }
    high
}

impl Table<'_> {
    /// Hidden cards and face-down Legends: where knowledge differs.
    fn concealed(&self) -> CardSet {
        self.hidden() | (self.state.legends - self.state.face_up)
    }

    /// Whether `observer` knows what this card is.
    pub fn knows(&self, observer: Player, card: Card) -> bool {
        !self.concealed().has(card) || self.state.known[observer.index()].has(card)
    }

    // ---- determinization ----

    /// Replaces everything `observer` can't know by a sample that fits.
    ///
    /// Unknown cards are put into a canonical order first: shuffling the true order in place would leak it.
    pub(super) fn sample_hidden(&mut self, observer: Player, rng: &mut SearchRng) {
        // `to[c]`: the number that the card now in c's place gets.
        let mut to: [u8; 128] = std::array::from_fn(|i| i as u8);
        for player in Player::BOTH {
            self.deal(player, observer, rng, &mut to);
            self.deal_legends(player, observer, rng, &mut to);
        }
        self.renumber(&to);
        for player in Player::BOTH {
            self.shuffle_blocks(player, observer, rng);
        }
    }

    /// A player's hidden cards in a canonical order of their slots: hand, Eddies, deck from the bottom.
    fn slots(&self, player: Player, observer: Player) -> ArrayVec<Card, 64> {
        let state = &self.state;
        let known = state.known[observer.index()];
        let rival = state.known[observer.rival().index()];
        let mentioned = self.mentioned();
        let definition = |card: Card| self.cards.facts[card.index()].definition;
        // Known cards first, by what they are, whether the other player knows them too, and what refers to them. Those
        // that are alike in all of it are interchangeable.
        let key = |card: Card, rival_knows: bool| {
            let seen = known.has(card);
            let mention = if mentioned.has(card) { self.mention(card) } else { 0 };
            (!seen, if seen { definition(card) } else { 0 }, rival_knows, mention)
        };
        let mut slots = ArrayVec::<Card, 64>::new();
        for zone in [state.hand, state.eddies] {
            let start = slots.len();
            slots.extend(zone.of_player(player));
            slots[start..].sort_unstable_by_key(|&card| key(card, rival.has(card)));
        }
        let start = slots.len();
        slots.extend(state.deck_order(player).iter().map(|&card| Card(card)));
        for block in self.blocks(player, observer) {
            let by_card = self.is_block_of(player, observer.rival(), &block);
            slots[start + block.start..start + block.end]
                .sort_unstable_by_key(|&card| key(card, by_card && rival.has(card)));
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

    /// Whether these positions of a deck are in one block for `observer`.
    fn is_block_of(&self, player: Player, observer: Player, positions: &Range<usize>) -> bool {
        let seams = (1u64 << (positions.len() - 1)) - 1;
        self.state.joined[observer.index()][player.index()] >> positions.start & seams == seams
    }

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

    fn deal(&self, player: Player, observer: Player, rng: &mut SearchRng, to: &mut [u8; 128]) {
        let state = &self.state;
        let known = state.known[observer.index()];
        let slots = self.slots(player, observer);
        let mut free = self.hidden().of_player(player);
        // Known cards take the lowest numbers of their kind, in the order of their slots.
        for &slot in &slots {
            if known.has(slot) {
                let number = (self.cards.copies[slot.index()] & free).first().unwrap_or(slot);
                free.remove(number);
                to[slot.index()] = number.0;
            }
        }
        let mut pool: ArrayVec<Card, 64> = free.collect();
        shuffle(rng, &mut pool);
        for &slot in &slots {
            if !known.has(slot)
                && let Some(card) = pool.pop()
            {
                to[slot.index()] = card.0;
            }
        }
    }

    /// Inside a block whose order is not known, any order is as likely. What refers to a card goes with the card.
    fn shuffle_blocks(&mut self, player: Player, observer: Player, rng: &mut SearchRng) {
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

    fn deal_legends(&self, player: Player, observer: Player, rng: &mut SearchRng, to: &mut [u8; 128]) {
        let state = &self.state;
        let unknown = (state.legends - state.face_up - state.known[observer.index()]).of_player(player);
        if unknown.len() < 2 {
            return;
        }
        let mut pool: ArrayVec<Card, 64> = unknown.collect();
        shuffle(rng, &mut pool);
        for &place in &state.places[player.index()] {
            if unknown.has(place)
                && let Some(card) = pool.pop()
            {
                to[place.index()] = card.0;
            }
        }
    }

    /// Gives every hidden card the number `to` says. What is known and how a card lies stays with the place; what it
    /// did this turn stays with cards of its definition.
    fn renumber(&mut self, to: &[u8; 128]) {
        let concealed = self.concealed();
        let map = |set: CardSet| -> CardSet {
            let moving = set & concealed;
            if moving.is_empty() { set } else { (set - moving) | moving.map(|card| Card(to[card.index()])).collect() }
        };
        let state = &mut self.state;
        for set in [&mut state.hand, &mut state.deck, &mut state.eddies, &mut state.legends, &mut state.spent]
            .into_iter()
            .chain(&mut state.known)
        {
            *set = map(*set);
        }
        for player in Player::BOTH {
            let at = player.index();
            let len = state.deck_len[at] as usize;
            for card in &mut state.row[at][..len] {
                *card = to[*card as usize];
            }
            for place in &mut state.places[at] {
                if concealed.has(*place) {
                    *place = Card(to[place.index()]);
                }
            }
        }
        self.rename(|card| {
            if concealed.has(*card) {
                *card = Card(to[card.index()]);
            }
        });
        for at in self.card_registers() {
            self.state.registers[at] = map(CardSet(self.state.registers[at])).0;
        }
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

    // ---- observation ----

    /// Appends what `observer` knows of this position.
    pub(super) fn observation(&self, observer: Player, out: &mut Vec<u8>) {
        let state = &self.state;
        let (player, kind) = state.decision;
        out.extend([
            player as u8,
            kind as u8,
            state.turn as u8,
            (state.turn >> 8) as u8,
            state.active as u8,
            state.phase as u8,
            state.resolving.map_or(2, |player| player as u8),
            u8::from(state.sold),
            u8::from(state.called[0]),
            u8::from(state.called[1]),
            u8::from(state.overtime),
            state.empty_starts.min(2),
            state.mulligans,
            state.outcome.map_or(0, |outcome| 1 + outcome.reason as u8),
        ]);
        for die in 0..12 {
            let in_a = state.gigs[0].0 >> die & 1;
            let in_b = state.gigs[1].0 >> die & 1;
            out.extend([(in_a | in_b << 1) as u8, state.values[die]]);
        }
        let attack = state.attack;
        out.extend([attack.stage as u8, attack.attacker.0, attack.target.0]);
        out.extend(
            [attack.blockable, attack.target_was_spent, attack.defeats[0], attack.defeats[1], attack.fighting]
                .map(u8::from),
        );
        for player in Player::BOTH {
            self.observe_player(player, observer, out);
        }
        self.observe_effects(observer, out);
    }

    fn seen(&self, card: Card, observer: Player) -> u8 {
        if self.knows(observer, card) { self.cards.facts[card.index()].definition } else { UNKNOWN }
    }

    fn observe_player(&self, player: Player, observer: Player, out: &mut Vec<u8>) {
        let state = &self.state;
        let at = player.index();
        out.push(state.field_len[at]);
        for unit in state.line(player) {
            let flags = u8::from(state.spent.has(unit))
                | u8::from(state.lag.has(unit)) << 1
                | u8::from(state.solo.has(unit)) << 2;
            out.extend([unit.0, flags, state.given(unit) as u8]);
            out.extend(state.gear_on(unit).map(|gear| gear.0));
            out.push(255);
        }
        for &legend in &state.places[at] {
            if !legend.is_some() {
                out.extend([253, 0, 0]);
                continue;
            }
            let up = state.face_up.has(legend);
            let others = state.known[observer.rival().index()].has(legend);
            let flags = u8::from(state.spent.has(legend)) | u8::from(up) << 1 | u8::from(others) << 2;
            out.extend([self.seen(legend, observer), flags, state.given(legend) as u8]);
            if up {
                out.extend(state.gear_on(legend).map(|gear| gear.0));
                out.push(255);
            }
        }
        for set in [state.trash, state.removed] {
            out.extend(set.of_player(player).map(|card| card.0));
            out.push(255);
        }
        let rival = state.known[observer.rival().index()];
        out.push(state.eddies_spent[at]);
        for zone in [state.hand, state.eddies] {
            let mut cards: ArrayVec<[u8; 2], 64> =
                zone.of_player(player).map(|card| [self.seen(card, observer), u8::from(rival.has(card))]).collect();
            cards.sort_unstable();
            out.push(cards.len() as u8);
            out.extend(cards.iter().flatten());
        }
        let joined = state.joined[observer.index()][at];
        let deck = state.deck_order(player);
        out.push(deck.len() as u8);
        let mut low = 0;
        while low < deck.len() {
            let high = block_end(joined, low, deck.len());
            let by_card = self.is_block_of(player, observer.rival(), &(low..high));
            let rival_knows = |card: u8| u8::from(rival.has(Card(card)));
            let mut block: ArrayVec<[u8; 2], 64> = deck[low..high]
                .iter()
                .map(|&card| [self.seen(Card(card), observer), if by_card { rival_knows(card) } else { 0 }])
                .collect();
            block.sort_unstable();
            out.extend(block.iter().flatten());
            if !by_card {
                out.extend(deck[low..high].iter().map(|&card| rival_knows(card)));
            }
            out.push(if high - low > 1 { 252 } else { 251 });
            low = high;
        }
    }

    /// A reference to a card: its number where both see it, what it is where only that is known.
    fn observe_reference(&self, card: Card, observer: Player, out: &mut Vec<u8>) {
        if card.is_some() && self.concealed().has(card) {
            out.extend([250, self.seen(card, observer), card.owner() as u8]);
        } else {
            out.push(card.0);
        }
    }

    fn observe_effects(&self, observer: Player, out: &mut Vec<u8>) {
        let state = &self.state;
        for frame in state.frames.iter() {
            let id = frame.effect.0.to_le_bytes();
            let pc = frame.pc.to_le_bytes();
            let mask = frame.mask.to_le_bytes();
            out.extend([
                frame.job as u8,
                frame.you as u8,
                frame.owner as u8,
                id[0],
                id[1],
                pc[0],
                pc[1],
                mask[0],
                mask[1],
            ]);
            out.extend([
                u8::from(frame.did),
                frame.die.0,
                frame.left as u8,
                frame.manner as u8,
                u8::from(frame.bottom),
            ]);
            for card in [frame.this, frame.source, frame.subject, frame.other, frame.held] {
                self.observe_reference(card, observer, out);
            }
        }
        out.push(255);
        for at in 0..state.registers.len() {
            if state.register_zone[at] == Zone::Resolving {
                out.extend((state.registers[at] as u16).to_le_bytes());
                continue;
            }
            let cards = CardSet(state.registers[at]);
            let concealed = cards & self.concealed();
            out.extend((cards - concealed).map(|card| card.0));
            out.push(249);
            let mut hidden: ArrayVec<u8, 64> = concealed.map(|card| self.seen(card, observer)).collect();
            hidden.sort_unstable();
            out.extend(hidden);
            out.push(255);
        }
        for pending in state.pending.iter() {
            let id = pending.effect.0.to_le_bytes();
            out.extend([id[0], id[1], pending.owner as u8, pending.die.0, pending.moment, pending.rank]);
            for card in [pending.this, pending.source, pending.subject, pending.other, pending.held] {
                self.observe_reference(card, observer, out);
            }
        }
        out.push(255);
        for floating in state.floating.iter() {
            let what = floating.what.to_le_bytes();
            let amount = floating.amount.to_le_bytes();
            out.extend([what[0], what[1], floating.owner as u8, floating.ends as u8, amount[0], amount[1]]);
            for card in [floating.this, floating.held] {
                self.observe_reference(card, observer, out);
            }
        }
        out.push(255);
        for list in &state.history {
            let mut marked: ArrayVec<u8, 128> = ArrayVec::new();
            for card in *list {
                if self.concealed().has(card) {
                    marked.push(self.cards.facts[card.index()].definition);
                } else {
                    marked.push(card.0);
                }
            }
            marked.sort_unstable();
            out.extend(marked);
            out.push(255);
        }
    }
}

//! What a player knows: the only authority on hidden information.
//!
//! [`Table::observation`] writes down what an observer knows, [`Table::sample_hidden`] draws a world that fits it. Both see
//! the position through the same eyes: public cards by their numbers, known hidden cards by what they are, everything else
//! as a count.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::Table;
use super::state::Zone;
use crate::bits::{Card, CardSet};
use crate::game::Player;

/// Marks an unknown card in an observation.
const UNKNOWN: u8 = 254;

/// The position after the block that begins at `low`, in a deck of `len` cards with these seams.
pub(super) fn block_end(joined: u64, low: usize, len: usize) -> usize {
    let mut high = low + 1;
    while high < len && joined >> (high - 1) & 1 == 1 {
        high += 1;
    }
    high
}

impl Table<'_> {
    /// Hidden cards and face-down Legends: where knowledge differs.
    pub(super) fn concealed(&self) -> CardSet {
        self.hidden() | (self.state.legends - self.state.face_up)
    }

    /// Whether `observer` knows what this card is.
    pub fn knows(&self, observer: Player, card: Card) -> bool {
        !self.concealed().has(card) || self.state.known[observer.index()].has(card)
    }

    /// Whether these positions of a deck are in one block for `observer`.
    pub(super) fn is_block_of(&self, player: Player, observer: Player, positions: &Range<usize>) -> bool {
        let seams = (1u64 << (positions.len() - 1)) - 1;
        self.state.joined[observer.index()][player.index()] >> positions.start & seams == seams
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
            if high - low == 1 {
                // Most of a deck: no block to sort. An observation of the starters' games costs a quarter of what it would.
                let card = Card(deck[low]);
                out.extend_from_slice(&[self.seen(card, observer), u8::from(rival.has(card)), 251]);
                low = high;
                continue;
            }
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
            out.push(252);
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

//! Moving cards (chapter 15): what goes along, what is forgotten, who knows what.
//!
//! **Numbers are public history.** Copies of a card in hidden zones are interchangeable, so a card that leaves them
//! takes the lowest number that its owner's hidden zones hold of it ([`Table::emerge`]); numbers tell nothing.
//!
//! **What comes back is new.** When a card leaves the field every reference to it is dropped and every entry of the
//! Cascade that it uses is marked (15.5.1), so nothing has to tell its lives apart.

use super::Table;
use super::effect::Moment;
use super::settings::MOST_ARMAMENTS;
use super::state::{Slot, Spot, Triggered};
use crate::bits::{Card, CardSet};
use crate::chance::Chance;
use crate::game::Player;

impl Table<'_> {
    /// Cards in hidden zones: their numbers are interchangeable among copies.
    pub(super) fn hidden(&self) -> CardSet {
        self.state.hand | self.state.deck | self.state.face_down
    }

    /// A card of a hidden zone is about to be seen elsewhere: gives it the lowest number of its copies in hidden zones.
    fn emerge(&mut self, card: Card, chance: &mut impl Chance) -> Card {
        let lowest = (self.cards.copies[card.index()] & self.hidden()).first().unwrap_or(card);
        if lowest != card {
            self.relabel(card, lowest);
            chance.relabel(card, lowest);
        }
        lowest
    }

    /// Exchanges the numbers of two copies in hidden zones.
    fn relabel(&mut self, x: Card, y: Card) {
        let state = &mut self.state;
        let pair = CardSet::of(x) | CardSet::of(y);
        let at = x.owner().index();
        let swap = |place: &mut u8| {
            if *place == x.0 {
                *place = y.0;
            } else if *place == y.0 {
                *place = x.0;
            }
        };
        if state.deck.meets(pair) {
            let len = state.deck_len[at] as usize;
            state.order[at][..len].iter_mut().for_each(swap);
        }
        if state.face_down.meets(pair) {
            state.set[at].iter_mut().for_each(|card| swap(&mut card.0));
        }
        for set in [&mut state.hand, &mut state.deck, &mut state.face_down, &mut state.shown] {
            set.exchange_pair(pair);
        }
    }

    /// The card of the hand that an action means: of identical copies one that the opponent knows, then the one that is
    /// named, then any.
    pub(super) fn copy_in_hand(&self, named: Card) -> Card {
        let copies = self.cards.copies[named.index()] & self.state.hand;
        let known = (copies & self.state.shown).first();
        known.or_else(|| copies.has(named).then_some(named)).or_else(|| copies.first()).unwrap_or(named)
    }

    /// Takes a card out of the hand. Tells the number it has then.
    pub(super) fn leave_hand(&mut self, named: Card, chance: &mut impl Chance) -> Card {
        let card = self.emerge(self.copy_in_hand(named), chance);
        self.state.hand.remove(card);
        self.state.shown.remove(card);
        card
    }

    /// Turns a set Ambush up, of identical ones the one in the first place. Tells the number it has then.
    pub(super) fn spring(&mut self, named: Card, chance: &mut impl Chance) -> Card {
        let at = named.owner().index();
        let copies = self.cards.copies[named.index()] & self.springable(named.owner());
        let Some(place) = self.state.set[at].iter().position(|&set| copies.has(set)) else { return named };
        let card = self.emerge(self.state.set[at][place], chance);
        self.state.set[at][place] = Card::NONE;
        self.state.face_down.remove(card);
        self.state.shown.remove(card);
        card
    }

    /// Draws as many cards as there are, up to `count`.
    pub(super) fn draw(&mut self, player: Player, count: u8) {
        let state = &mut self.state;
        let at = player.index();
        for _ in 0..count.min(state.deck_len[at]) {
            state.deck_len[at] -= 1;
            let top = &mut state.order[at][state.deck_len[at] as usize];
            let card = Card(*top);
            *top = 0;
            state.deck.remove(card);
            state.hand.insert(card);
        }
    }

    // ---- Soul Spots ----

    /// A Soul comes onto a free spot: the captured one there goes to the discard pile (14.5.3).
    pub(super) fn recruit(&mut self, card: Card, slot: Slot) {
        self.enter(card, slot);
        self.state.spots[slot.index()].flags = Spot::RECRUITED;
        self.happen(&[(Moment::Recruited, card, Card::NONE)]);
    }

    /// Puts a Soul onto a spot as it is when it enters the field.
    pub(super) fn enter(&mut self, card: Card, slot: Slot) {
        self.clear_spot(slot);
        self.break_attack(slot);
        self.state.spots[slot.index()] = Spot { soul: card, ..Spot::EMPTY };
        self.state.manned.insert(slot);
        self.state.on_field.insert(card);
    }

    /// Discards the captured Soul of a spot, if there is one.
    pub(super) fn clear_spot(&mut self, slot: Slot) {
        let spot = self.state.spots[slot.index()];
        if spot.soul.is_some() && spot.is(Spot::CAPTURED) {
            self.forget(spot.soul, false);
            self.state.spots[slot.index()] = Spot::EMPTY;
            self.state.discard.insert(spot.soul);
        }
    }

    /// Attaches an Armament to the Soul on a spot.
    pub(super) fn attach(&mut self, card: Card, slot: Slot) {
        if let Some(place) = self.state.spots[slot.index()].arms.iter_mut().find(|arm| !arm.is_some()) {
            *place = card;
            self.state.on_field.insert(card);
        }
    }

    /// Armaments of a Soul that is captured or leaves go to the discard pile (10.3).
    pub(super) fn drop_arms(&mut self, arms: [Card; MOST_ARMAMENTS]) {
        for arm in arms.into_iter().filter_map(Card::some) {
            self.forget(arm, false);
            self.state.on_field.remove(arm);
            self.state.discard.insert(arm);
        }
    }

    /// Moves the Soul on a spot to a free one.
    pub(super) fn move_soul(&mut self, from: Slot, to: Slot) {
        self.clear_spot(to);
        self.state.spots.swap(from.index(), to.index());
        self.state.manned.exchange(from, to);
        self.break_attack(from);
        self.break_attack(to);
    }

    /// Exchanges what stands on two spots (15.4): active Souls; a captured one makes room.
    pub(super) fn exchange(&mut self, one: Slot, two: Slot) {
        for (from, to) in [(one, two), (two, one)] {
            if self.state.soul(from).is_some() {
                self.clear_spot(to);
            }
        }
        self.state.spots.swap(one.index(), two.index());
        self.state.manned.exchange(one, two);
        self.break_attack(one);
        self.break_attack(two);
    }

    pub(super) fn break_attack(&mut self, slot: Slot) {
        let attack = &mut self.state.attack;
        attack.broken |= attack.from == slot || attack.to == slot;
    }

    /// Takes a Soul off the field; its Armaments go to the discard pile.
    pub(super) fn leave_field(&mut self, slot: Slot, to_hand: bool) {
        let spot = self.state.spots[slot.index()];
        self.drop_arms(spot.arms);
        self.forget(spot.soul, to_hand);
        self.break_attack(slot);
        self.state.spots[slot.index()] = Spot::EMPTY;
        self.state.manned.remove(slot);
        self.state.on_field.remove(spot.soul);
        if to_hand {
            self.state.hand.insert(spot.soul);
            // Everybody has seen it go there.
            self.state.shown.insert(spot.soul);
        } else {
            self.state.exile.insert(spot.soul);
        }
    }

    // ---- references ----

    /// A card is active no more: what of its effects has not reached the Cascade is lost (11.8.3, 11.8.4).
    pub(super) fn withdraw(&mut self, card: Card) {
        let stays = |triggered: &Triggered| triggered.user != card && triggered.source != card;
        self.state.pending.retain(stays);
        self.state.offers.retain(stays);
    }

    /// A card leaves the field: nothing refers to it any more, its limits start again from zero (11.7.2, 15.5.1).
    pub(super) fn forget(&mut self, card: Card, to_hand: bool) {
        self.withdraw(card);
        let state = &mut self.state;
        state.uses.retain(|uses| uses.user != card && uses.source != card);
        let resolving = state.resolving.iter_mut().map(|resolving| &mut resolving.entry);
        for entry in state.cascade.iter_mut().chain(resolving) {
            if entry.by.user == card {
                entry.by.user = Card::NONE;
                entry.user_left = true;
                entry.user_returned |= to_hand;
            }
            // Cards on the Cascade are not on the field: only those can be left behind as a source.
            if entry.by.source == card {
                entry.by.source = Card::NONE;
            }
        }
        let resolving = state.resolving.iter_mut().map(|resolving| &mut resolving.entry.by);
        let entries = state.cascade.iter_mut().map(|entry| &mut entry.by).chain(resolving);
        for triggered in entries.chain(state.pending.iter_mut()).chain(state.offers.iter_mut()) {
            for kept in [&mut triggered.subject, &mut triggered.cause] {
                if *kept == card {
                    *kept = Card::NONE;
                }
            }
        }
    }
}

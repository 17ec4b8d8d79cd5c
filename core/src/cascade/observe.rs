//! What a player knows: the only authority on hidden information.
//!
//! Hidden are the decks, the opponent's hand and the opponent's set Ambushes; of those a player knows the cards of
//! `shown`, which everybody has seen going there. [`Table::sample_hidden`] draws a world that fits,
//! [`Table::observation`] writes down what is known: public cards by their numbers, known hidden cards by what they are,
//! everything else as a count.

use arrayvec::ArrayVec;

use super::Table;
use super::state::{Entry, Triggered};
use crate::bits::{Card, CardSet};
use crate::chance::{SearchRng, shuffle};
use crate::game::Player;

/// Marks an unknown card in an observation.
const UNKNOWN: u8 = 254;

impl Table<'_> {
    /// Whether `observer` knows what this card is.
    pub fn knows(&self, observer: Player, card: Card) -> bool {
        let own = card.owner() == observer && !self.state.deck.has(card);
        own || !self.hidden().has(card) || (self.state.shown.has(card) && card.owner() != observer)
    }

    fn definition_of(&self, card: Card) -> u8 {
        self.cards.facts[card.index()].definition
    }

    // ---- determinization ----

    /// Replaces everything `observer` can't know by a sample that fits.
    ///
    /// All hidden cards of a player are dealt anew in an order of places and numbers that depends on nothing hidden:
    /// first what `observer` knows, by the lowest numbers; then Ambushes to the places of unknown set ones, then the
    /// rest. Mixing up the true order in place would leak it.
    pub(super) fn sample_hidden(&mut self, observer: Player, rng: &mut SearchRng) {
        for player in Player::BOTH {
            self.deal(player, observer, rng);
        }
    }

    fn deal(&mut self, player: Player, observer: Player, rng: &mut SearchRng) {
        let at = player.index();
        let mut free = self.hidden().of_player(player);
        let mut take = |table: &Self, like: Card| {
            let card = (table.cards.copies[like.index()] & free).first().unwrap_or(like);
            free.remove(card);
            card
        };
        // Hands are sets: what is known of one is how many of which card, and which of them the other player knows.
        let mut hand: ArrayVec<(u8, bool, Card), 64> = self
            .state
            .hand
            .of_player(player)
            .filter(|&card| self.knows(observer, card))
            .map(|card| (self.definition_of(card), self.state.shown.has(card), card))
            .collect();
        hand.sort_unstable_by_key(|&(definition, shown, _)| (definition, shown));
        let unknown_in_hand = self.state.hand.of_player(player).len() - hand.len();
        let (mut new_hand, mut new_shown) = (CardSet::EMPTY, CardSet::EMPTY);
        for (_, shown, like) in hand {
            let card = take(self, like);
            new_hand.insert(card);
            new_shown.set(card, shown);
        }
        let places = self.state.set[at];
        let mut new_set = places;
        for (place, &card) in new_set.iter_mut().zip(&places) {
            if card.is_some() && self.knows(observer, card) {
                *place = take(self, card);
                new_shown.set(*place, self.state.shown.has(card));
            }
        }
        let mut pool: ArrayVec<Card, 64> = free.collect();
        shuffle(rng, &mut pool);
        let mut draw = |ambush: bool| {
            let fits = |card: &Card| !ambush || self.cards.ambushes.has(*card);
            pool.iter().rposition(fits).map_or(Card::NONE, |found| pool.remove(found))
        };
        for (place, &card) in new_set.iter_mut().zip(&places) {
            if card.is_some() && !self.knows(observer, card) {
                *place = draw(true);
            }
        }
        for _ in 0..unknown_in_hand {
            new_hand.insert(draw(false));
        }
        let len = self.state.deck_len[at] as usize;
        let mut order = [0; 64];
        for card in &mut order[..len] {
            *card = draw(false).0;
        }
        let state = &mut self.state;
        let own = CardSet::owned_by(player);
        state.hand = (state.hand - own) | new_hand;
        state.shown = (state.shown - own) | new_shown;
        state.face_down = (state.face_down - own) | new_set.into_iter().collect();
        state.set[at] = new_set;
        state.order[at] = order;
        state.deck = (state.deck - own) | order[..len].iter().map(|&card| Card(card)).collect();
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
            u8::from(state.window),
            state.passes,
            state.priority as u8,
            state.recruits,
            state.attack.from.0,
            state.attack.to.0,
            u8::from(state.attack.broken),
            state.outcome.map_or(0, |outcome| 1 + outcome.reason as u8),
        ]);
        for spot in &state.spots {
            out.extend([spot.soul.0, spot.arms[0].0, spot.arms[1].0, spot.damage]);
            out.extend([spot.fury as u8, spot.boost as u8, spot.flags]);
        }
        for player in Player::BOTH {
            self.observe_player(player, observer, out);
        }
        out.push(state.cascade.len() as u8);
        state.cascade.iter().for_each(|entry| observe_entry(entry, out));
        for list in [&state.pending, &state.offers] {
            out.push(list.len() as u8);
            list.iter().for_each(|triggered| observe_triggered(triggered, out));
        }
        if let Some(resolving) = &state.resolving {
            observe_entry(&resolving.entry, out);
            out.extend([resolving.discards, u8::from(resolving.paid), resolving.next, resolving.acted]);
        }
        for uses in state.uses.iter() {
            out.extend([uses.user.0, uses.source.0, uses.effect.0, uses.turn, uses.game]);
        }
    }

    fn observe_player(&self, player: Player, observer: Player, out: &mut Vec<u8>) {
        let state = &self.state;
        let at = player.index();
        let seen = |card: Card| if self.knows(observer, card) { self.definition_of(card) } else { UNKNOWN };
        out.extend([state.realm[at].0, state.deck_len[at], state.exhausted[at], state.fresh[at]]);
        for card in state.set[at] {
            out.push(if card.is_some() { seen(card) } else { Card::NONE.0 });
        }
        for set in [state.discard, state.exile] {
            out.extend(set.of_player(player).map(|card| card.0));
            out.push(255);
        }
        let mut hand: ArrayVec<[u8; 2], 64> =
            state.hand.of_player(player).map(|card| [seen(card), u8::from(state.shown.has(card))]).collect();
        hand.sort_unstable();
        out.push(hand.len() as u8);
        out.extend(hand.iter().flatten());
    }
}

fn observe_triggered(triggered: &Triggered, out: &mut Vec<u8>) {
    out.extend([
        triggered.controller as u8,
        triggered.source.0,
        triggered.user.0,
        triggered.effect.0,
        triggered.subject.0,
        triggered.cause.0,
        triggered.about,
    ]);
}

fn observe_entry(entry: &Entry, out: &mut Vec<u8>) {
    observe_triggered(&entry.by, out);
    out.extend([entry.definition, entry.targets[0].0, entry.targets[1].0]);
    out.extend([entry.negated, entry.user_left, entry.user_returned].map(u8::from));
}

//! Moving cards between areas (chapter 5): what goes along, what is forgotten, who knows what.
//!
//! **Numbers are public history.** Copies of a card in hidden zones are interchangeable, so a card that leaves them
//! takes the lowest number that its owner's hidden zones hold of it ([`Table::emerge`]); numbers tell nothing.

use super::Table;
use super::state::{Ends, LastValid, Zone};
use crate::bits::{Card, CardSet};
use crate::chance::{Chance, Shuffle};
use crate::game::Player;

impl Table<'_> {
    /// Cards in hidden zones: their numbers are interchangeable among copies.
    pub(super) fn hidden(&self) -> CardSet {
        self.state.hand | self.state.deck | self.state.eddies
    }

    /// A card of a hidden zone is about to be seen elsewhere: gives it the lowest number of its copies in hidden zones.
    pub(super) fn emerge(&mut self, card: Card, chance: &mut impl Chance) -> Card {
        let hidden = self.hidden();
        if !hidden.has(card) {
            return card;
        }
        let lowest = (self.cards.copies[card.index()] & hidden).first().unwrap_or(card);
        if lowest != card {
            self.relabel(card, lowest);
            chance.relabel(card, lowest);
        }
        lowest
    }

    /// Exchanges the numbers of two copies in hidden zones, with all that is known and remembered of them.
    fn relabel(&mut self, x: Card, y: Card) {
        let state = &mut self.state;
        let pair = CardSet::of(x) | CardSet::of(y);
        // Only a deck that holds one of the two is searched for it: half of all cards that emerge change with a copy
        // in hand or among the Eddies. The whole row, without a branch: a few vector instructions instead of 300; the
        // field, at its other end, holds neither.
        if state.deck.meets(pair) {
            for place in &mut state.row[x.owner().index()] {
                let card = *place;
                let other = if card == y.0 { x.0 } else { card };
                *place = if card == x.0 { y.0 } else { other };
            }
        }
        for set in [&mut state.hand, &mut state.deck, &mut state.eddies] {
            set.exchange_pair(pair);
        }
        for set in state.known.iter_mut().chain(&mut state.history) {
            set.exchange_pair(pair);
        }
        self.rename(|card| {
            if *card == x {
                *card = y;
            } else if *card == y {
                *card = x;
            }
        });
        for at in self.card_registers() {
            let mut set = CardSet(self.state.registers[at]);
            set.exchange_pair(pair);
            self.state.registers[at] = set.0;
        }
    }

    /// Applies a renaming to every reference that half-done and waiting effects keep, registers aside.
    pub(super) fn rename(&mut self, mut rename: impl FnMut(&mut Card)) {
        let state = &mut self.state;
        for frame in state.frames.iter_mut() {
            for card in [&mut frame.this, &mut frame.source, &mut frame.subject, &mut frame.other, &mut frame.held] {
                rename(card);
            }
        }
        for pending in state.pending.iter_mut() {
            for card in
                [&mut pending.this, &mut pending.source, &mut pending.subject, &mut pending.other, &mut pending.held]
            {
                rename(card);
            }
        }
        for floating in state.floating.iter_mut() {
            rename(&mut floating.this);
            rename(&mut floating.held);
        }
        for last in state.last_valid.iter_mut() {
            rename(&mut last.card);
        }
    }

    /// The registers that hold cards (the others hold dice or a card type).
    pub(super) fn card_registers(&self) -> impl Iterator<Item = usize> + use<> {
        let (zones, len) = (self.state.register_zone, self.state.registers.len());
        (0..len).filter(move |&at| zones[at] != Zone::Resolving)
    }

    // ---- decks ----

    /// Takes a card out of its owner's deck, wherever it lies.
    fn leave_deck(&mut self, card: Card) {
        let state = &mut self.state;
        let owner = card.owner().index();
        let len = state.deck_len[owner] as usize;
        let row = &mut state.row[owner];
        let at = row[..len].iter().rposition(|&c| c == card.0).expect("a card of the deck is in its order");
        row.copy_within(at + 1..len, at);
        state.deck_len[owner] -= 1;
        state.deck.remove(card);
        for joined in &mut state.joined {
            // The blocks above move down; what was joined through the card stays joined.
            let bits = &mut joined[owner];
            let below = *bits & ((1 << at) - 1);
            let above = (*bits >> (at + 1)) << at;
            let through = if at > 0 { *bits >> (at - 1) & *bits >> at & 1 } else { 0 };
            *bits = (below & !(u64::from(at > 0) << at.saturating_sub(1)))
                | above
                | if at > 0 { through << (at - 1) } else { 0 };
        }
    }

    /// Puts cards, in this order from the bottom, under their owner's deck; the order is known to nobody.
    fn put_under(&mut self, owner: Player, cards: &[u8]) {
        let state = &mut self.state;
        let (at, count) = (owner.index(), cards.len());
        let len = state.deck_len[at] as usize;
        let row = &mut state.row[at];
        row.copy_within(0..len, count);
        row[..count].copy_from_slice(cards);
        state.deck_len[at] += count as u8;
        for joined in &mut state.joined {
            joined[at] = joined[at] << count | ((1 << (count - 1)) - 1);
        }
        for &card in cards {
            state.deck.insert(Card(card));
        }
    }

    /// Puts a card on top of its owner's deck; used to lay out positions.
    pub(super) fn put_on_top(&mut self, card: Card) {
        let state = &mut self.state;
        let at = card.owner().index();
        state.row[at][state.deck_len[at] as usize] = card.0;
        state.deck_len[at] += 1;
        state.deck.insert(card);
    }

    /// The cards of a deck, in slot order, shuffled.
    pub(super) fn shuffle_deck(&mut self, player: Player, what: Shuffle, chance: &mut impl Chance) {
        let state = &mut self.state;
        let at = player.index();
        let len = state.deck_len[at] as usize;
        let deck = &mut state.row[at][..len];
        // The set is in slot order already: a tenth of the price of sorting.
        for (place, card) in deck.iter_mut().zip(state.deck.of_player(player)) {
            *place = card.0;
        }
        chance.shuffle(player, what, deck);
        for joined in &mut state.joined {
            joined[at] = 0;
        }
        for known in &mut state.known {
            *known -= state.deck.of_player(player);
        }
    }

    // ---- leaving and entering ----

    /// Puts a Unit or Legend at the right end of its owner's field.
    pub(super) fn enter_field(&mut self, card: Card) {
        let state = &mut self.state;
        let at = card.owner().index();
        state.row[at][63 - state.field_len[at] as usize] = card.0;
        state.field_len[at] += 1;
        state.field.insert(card);
        self.publish(card);
    }

    /// Makes a card known to both.
    pub(super) fn publish(&mut self, card: Card) {
        for known in &mut self.state.known {
            known.insert(card);
        }
    }

    /// Takes a card off where it is. On the field and in the Legends area everything that was attached to it as a
    /// piece in play ends; its Gear is not moved here.
    fn leave(&mut self, card: Card) {
        let state = &mut self.state;
        let owner = card.owner().index();
        // From the hand, as a rule.
        if state.hand.has(card) {
            state.hand.remove(card);
        } else if state.equipped.has(card) {
            state.equipped.remove(card);
            state.link[card.index()] = 0;
        } else if state.field.has(card) {
            self.remember(card);
            let state = &mut self.state;
            state.field.remove(card);
            let len = state.field_len[owner] as usize;
            let row = &mut state.row[owner];
            let at = (0..len).find(|&i| row[63 - i] == card.0).expect("a Unit of the field is in its line");
            row.copy_within(64 - len..63 - at, 65 - len);
            state.field_len[owner] -= 1;
            self.end_rules_on(card);
        } else if state.legends.has(card) {
            self.remember(card);
            let state = &mut self.state;
            state.legends.remove(card);
            for place in &mut state.places[owner] {
                if *place == card {
                    *place = Card::NONE;
                }
            }
        } else if state.deck.has(card) {
            self.leave_deck(card);
        } else {
            let gone = CardSet::of(card);
            for set in [&mut state.trash, &mut state.eddies, &mut state.removed] {
                *set -= gone;
            }
        }
    }

    /// 10.10.1: keeps what was last valid of a card that leaves, if anything may still ask for it.
    fn remember(&mut self, card: Card) {
        if self.state.frames.is_empty() && self.state.pending.is_empty() {
            return;
        }
        let last = LastValid {
            card,
            equipped: self.is_equipped(card),
            spent: self.state.spent.has(card),
            power: self.signed_power(card),
        };
        self.state.last_valid.retain(|known| known.card != card);
        self.state.last_valid.push(last);
    }

    /// Rules given to a card end when it leaves its area; a "next time" that kept it has lost it.
    fn end_rules_on(&mut self, card: Card) {
        let state = &mut self.state;
        state.link[card.index()] = 0;
        for set in [&mut state.spent, &mut state.lag, &mut state.solo] {
            set.remove(card);
        }
        if state.floating.is_empty() {
            return;
        }
        let floats = &self.cards.program.floats;
        state.floating.retain(|floating| {
            floating.held != card
                || !matches!(floats[floating.what as usize], super::program::Floats::Give { class: None, .. })
        });
        for floating in state.floating.iter_mut().filter(|floating| floating.held == card) {
            floating.held = Card::NONE;
            if floating.ends == Ends::Awaits {
                floating.ends = Ends::ThisTurn;
            }
        }
    }

    /// Moves a card to another area, its Gear along (4.12), and says under which number it lies there. A Legend whose
    /// new area is not the field or the Legends area is removed from the game, its Gear stays in the area it passed
    /// through (4.4.1, 4.12.2).
    ///
    /// Decks are entered by [`Table::bottom_deck`] alone.
    pub(super) fn move_card(&mut self, card: Card, to: Zone, chance: &mut impl Chance) -> Card {
        debug_assert!(to != Zone::Deck && to != Zone::Field && to != Zone::Legends);
        // Only what is in play has Gear.
        let in_play = (self.state.field | self.state.legends).has(card);
        let gear = if in_play { self.state.gear_on(card) } else { CardSet::EMPTY };
        let card = if to == Zone::Hand || to == Zone::Eddies { card } else { self.emerge(card, chance) };
        self.leave(card);
        for gear in gear {
            self.leave(gear);
            self.settle(gear, to);
        }
        let to = if self.cards.legend.has(card) && to != Zone::Resolving { Zone::Removed } else { to };
        self.settle(card, to);
        card
    }

    /// Lays a card that is nowhere into an area that keeps no order.
    fn settle(&mut self, card: Card, to: Zone) {
        let state = &mut self.state;
        state.spent.remove(card);
        match to {
            Zone::Hand => {
                state.hand.insert(card);
                state.known[card.owner().index()].insert(card);
            }
            Zone::Eddies => state.eddies.insert(card),
            Zone::Trash => {
                state.trash.insert(card);
                self.publish(card);
            }
            Zone::Removed => {
                state.removed.insert(card);
                self.publish(card);
            }
            Zone::Resolving => self.publish(card),
            Zone::Deck | Zone::Field | Zone::Legends => unreachable!("these areas keep an order"),
        }
    }

    /// Puts cards under their owners' decks, all those of an owner in one random order (11.12.1.3), Gear along.
    pub(super) fn bottom_deck(&mut self, cards: CardSet, chance: &mut impl Chance) {
        for owner in Player::BOTH {
            let mut group = arrayvec::ArrayVec::<u8, 64>::new();
            for card in cards.of_player(owner) {
                let gear = self.state.gear_on(card);
                self.leave(card);
                for gear in gear {
                    self.leave(gear);
                    group.push(gear.0);
                }
                if self.cards.legend.has(card) {
                    self.settle(card, Zone::Removed);
                } else {
                    group.push(card.0);
                }
            }
            if group.is_empty() {
                continue;
            }
            group.sort_unstable();
            chance.shuffle(owner, Shuffle::BottomDeck, &mut group);
            self.put_under(owner, &group);
        }
    }

    /// Attaches a Gear that is nowhere, or on another host, to a card in play (11.6.1).
    pub(super) fn equip(&mut self, gear: Card, host: Card) {
        self.state.equipped.insert(gear);
        self.state.link[gear.index()] = host.0 as i8;
        self.publish(gear);
    }

    /// Takes a Legend out of its place and puts it onto the field, its Gear along.
    pub(super) fn legend_to_field(&mut self, legend: Card) {
        let state = &mut self.state;
        state.legends.remove(legend);
        for place in &mut state.places[legend.owner().index()] {
            if *place == legend {
                *place = Card::NONE;
            }
        }
        self.enter_field(legend);
    }

    /// Draws a card: the top of the deck to the hand (11.5.1). `false` if there is none.
    pub(super) fn draw_one(&mut self, player: Player) -> bool {
        let state = &mut self.state;
        let at = player.index();
        let Some(len) = state.deck_len[at].checked_sub(1) else { return false };
        let card = Card(state.row[at][len as usize]);
        self.forget_block(player.rival(), card);
        let state = &mut self.state;
        state.deck_len[at] = len;
        state.deck.remove(card);
        for joined in &mut state.joined {
            joined[at] &= !(1 << len.saturating_sub(1));
        }
        state.hand.insert(card);
        state.known[at].insert(card);
        true
    }

    /// A card leaves a deck unseen by `observer`: if it lay in a block whose cards are known but not their order, which
    /// of them are left is not known either.
    #[inline]
    pub(super) fn forget_block(&mut self, observer: Player, card: Card) {
        // A deck without blocks, as a rule.
        if self.state.joined[observer.index()][card.owner().index()] != 0 {
            self.forget_block_of(observer, card);
        }
    }

    #[inline(never)]
    fn forget_block_of(&mut self, observer: Player, card: Card) {
        let state = &mut self.state;
        let owner = card.owner().index();
        let joined = state.joined[observer.index()][owner];
        if !state.deck.has(card) {
            return;
        }
        let deck = &state.row[owner][..state.deck_len[owner] as usize];
        let Some(at) = deck.iter().rposition(|&c| c == card.0) else { return };
        let (mut low, mut high) = (at, at);
        while low > 0 && joined >> (low - 1) & 1 == 1 {
            low -= 1;
        }
        while joined >> high & 1 == 1 {
            high += 1;
        }
        if low == high {
            return;
        }
        for &card in &deck[low..=high] {
            state.known[observer.index()].remove(Card(card));
        }
        state.joined[observer.index()][owner] &= !(((1 << (high - low)) - 1) << low);
    }

    /// The place of a card on the table: field left to right, then Legends left to right, a host before its Gear.
    pub(super) fn rank(&self, card: Card) -> u8 {
        let voice = self.voice(card);
        let owner = voice.owner();
        let at = self
            .state
            .line(owner)
            .position(|unit| unit == voice)
            .or_else(|| self.state.place(voice).map(|place| 100 + place as usize))
            .unwrap_or(110) as u8;
        at * 2 + u8::from(voice != card)
    }
}

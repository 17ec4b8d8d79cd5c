//! The turn (chapters 6 and 7): its phases, what is done in the Preparation Phase, and running on to the next decision.

use super::Table;
use super::state::{Action, Attack, Kind, Phase, Slot, SlotSet, Spot};
use crate::bits::Card;
use crate::chance::Chance;
use crate::game::Player;

impl Table<'_> {
    /// Asks a player.
    pub(super) fn ask(&mut self, player: Player, kind: Kind) {
        self.state.decision = (player, kind);
    }

    /// Runs on until somebody has to decide, or the duel is over.
    pub(super) fn run(&mut self, chance: &mut impl Chance) {
        loop {
            if self.state.outcome.is_some() {
                return;
            }
            let goes_on = if self.state.resolving.is_some() {
                self.resolve_on(chance)
            } else if self.state.window {
                self.window_on()
            } else {
                self.turn_on()
            };
            if !goes_on {
                return;
            }
        }
    }

    /// What comes next in the turn where no window is open; `false` at a decision.
    fn turn_on(&mut self) -> bool {
        let active = self.state.active;
        match self.state.phase {
            Phase::Draw => {
                self.draw_phase();
                true
            }
            Phase::Preparation => {
                self.ask(active, Kind::Prepare);
                false
            }
            Phase::Battle => {
                let skipped = self.state.turn == 1 && !self.cards.settings.first_turn_battles;
                if skipped || !(self.state.manned & SlotSet::owned_by(active)).any(|slot| self.may_attack(slot)) {
                    self.end_phase();
                    return true;
                }
                self.ask(active, Kind::Battle);
                false
            }
            Phase::Attack => {
                self.battle();
                true
            }
            Phase::End => {
                self.end_turn_effects();
                self.state.phase = Phase::Limit;
                true
            }
            Phase::Limit => {
                let hand = self.state.hand.of_player(active).len();
                if hand > self.cards.settings.hand_limit as usize {
                    self.ask(active, Kind::Discard);
                    return false;
                }
                self.state.active = active.rival();
                self.next_turn();
                true
            }
        }
    }

    /// The turn of whoever is active begins.
    pub(super) fn next_turn(&mut self) {
        let active = self.state.active;
        let state = &mut self.state;
        state.turn += 1;
        state.phase = Phase::Draw;
        state.recruits = 0;
        state.fresh = [0; 2];
        for slot in Slot::of(active) {
            let spot = &mut state.spots[slot.index()];
            if spot.is(Spot::FROZEN) {
                spot.flags |= Spot::THAWING;
            }
        }
        // A limit a turn is fresh in the next turn, whoever's it is (11.7.1).
        if !state.uses.is_empty() {
            for uses in state.uses.iter_mut() {
                uses.turn = 0;
            }
            let cards = self.cards;
            state.uses.retain(|uses| cards.effect(uses.effect).per_game > 0);
        }
    }

    /// The Draw Phase (6.2): a card, or damage to the Leader of whoever has none left.
    fn draw_phase(&mut self) {
        let player = self.state.active;
        self.state.phase = Phase::Preparation;
        self.state.window = false;
        if self.state.turn == 1 && !self.cards.settings.first_turn_draws {
        } else if self.state.deck_len[player.index()] > 0 {
            self.draw(player, 1);
        } else {
            let nth = &mut self.state.exhausted[player.index()];
            *nth = nth.saturating_add(1);
            let amount = nth.saturating_mul(self.cards.settings.exhaustion);
            self.exhaust(Slot::altar(player), amount);
        }
        if self.cards.settings.window_at_preparation {
            self.open_window();
        }
    }

    /// The End Phase begins (6.4): a window, then what lasts until the end of the turn ends.
    fn end_phase(&mut self) {
        self.state.phase = Phase::End;
        if self.cards.settings.window_at_end {
            self.open_window();
        }
    }

    fn end_turn_effects(&mut self) {
        let active = self.state.active;
        for slot in Slot::all() {
            let spot = &mut self.state.spots[slot.index()];
            spot.boost = 0;
            spot.flags &= !(Spot::RECRUITED | Spot::MOVED | Spot::ATTACKED);
            if slot.owner() == active && spot.is(Spot::THAWING) {
                spot.flags &= !(Spot::FROZEN | Spot::THAWING);
            }
        }
    }

    /// Carries out an answer to the decision under way.
    pub(super) fn answer(&mut self, action: Action, chance: &mut impl Chance) {
        let (player, kind) = self.state.decision;
        match action {
            Action::Recruit(card, slot) => {
                self.state.recruits += 1;
                let card = self.leave_hand(card, chance);
                self.recruit(card, slot);
                if self.cards.settings.window_after_recruit {
                    self.open_window();
                }
            }
            Action::Move(from, to) => {
                self.state.spots[from.index()].flags |= Spot::MOVED;
                self.move_soul(from, to);
            }
            Action::Attach(card, slot) => {
                let card = self.leave_hand(card, chance);
                self.attach(card, slot);
            }
            Action::Realm(card) => {
                let card = self.leave_hand(card, chance);
                self.place_realm(card, player);
            }
            Action::Set(card) => self.set_ambush(card, player),
            Action::Use { source, user, effect, targets } => {
                let source = self.show_source(source, chance);
                self.use_effect(player, source, user, effect, targets, None);
            }
            Action::Answer { offer, source, user, targets } => {
                let offer = self.state.offers.remove(offer as usize);
                let source = self.show_source(source, chance);
                self.use_effect(player, source, user, offer.effect, targets, Some(offer));
            }
            Action::Trigger { pending, targets } => self.place_trigger(pending as usize, targets),
            Action::Attack(from, to) => self.declare(from, to),
            Action::Discard(card) => {
                let card = self.leave_hand(card, chance);
                self.state.discard.insert(card);
                if kind == Kind::Discard
                    && let Some(resolving) = &mut self.state.resolving
                {
                    resolving.discards -= 1;
                }
            }
            Action::Put(card, slot) => {
                let card = self.leave_hand(card, chance);
                self.recruit(card, slot);
                self.put_done();
            }
            Action::Decline => self.put_done(),
            Action::Pass => self.pass(),
            Action::End => {
                if kind == Kind::Prepare {
                    self.state.phase = Phase::Battle;
                } else {
                    self.end_phase();
                }
            }
            Action::Concede => {}
        }
    }

    /// A card whose effect is used leaves its hidden zone: an Event the hand, an Ambush its place.
    fn show_source(&mut self, source: Card, chance: &mut impl Chance) -> Card {
        if self.cards.events.has(source) {
            self.leave_hand(source, chance)
        } else if self.cards.ambushes.has(source) {
            self.spring(source, chance)
        } else {
            source
        }
    }

    /// Sets an Ambush face down: the opponent sees that a card is set, not which.
    fn set_ambush(&mut self, card: Card, player: Player) {
        let card = self.copy_in_hand(card);
        let state = &mut self.state;
        let at = player.index();
        let Some(place) = state.set[at].iter().position(|card| !card.is_some()) else { return };
        state.set[at][place] = card;
        state.fresh[at] |= 1 << place;
        state.hand.remove(card);
        state.face_down.insert(card);
        // Whoever knew copies of it in the hand no longer knows where they are.
        state.shown -= self.cards.copies[card.index()];
    }

    /// Puts a Realm into its place; the one before goes to the discard pile (10.5).
    fn place_realm(&mut self, card: Card, player: Player) {
        if let Some(old) = self.state.realm[player.index()].some() {
            self.forget(old, false);
            self.state.on_field.remove(old);
            self.state.discard.insert(old);
        }
        self.state.realm[player.index()] = card;
        self.state.on_field.insert(card);
    }

    /// No attack is under way any more.
    pub(super) fn attack_over(&mut self) {
        self.state.attack = Attack::NONE;
        self.state.phase = Phase::Battle;
    }
}

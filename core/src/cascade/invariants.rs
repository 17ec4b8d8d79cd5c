//! What holds in every position, whatever was played: checked by tests after each action, by nobody in a game.

use thiserror::Error;

use super::Table;
use super::effect::Kind as EffectKind;
use super::state::{Kind, MOST_ENTRIES, Phase, Slot, Spot, Zone};
use crate::bits::{Card, CardSet};
use crate::game::Player;

/// A position that can't be: a fault of the rules engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("impossible position: {0}")]
pub struct Impossible(String);

/// Ends the check with a message unless the condition holds.
macro_rules! require {
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err(Impossible(format!($($message)+)));
        }
    };
}

impl Table<'_> {
    /// Checks the position: each card in exactly one place, nothing negative, limits kept, the Cascade empty between
    /// turns, nothing left over between effects.
    ///
    /// # Errors
    /// The first thing that can't be.
    pub fn verify(&self) -> Result<(), Impossible> {
        self.check_cards()?;
        self.check_spots()?;
        self.check_hidden()?;
        self.check_effects()?;
        self.check_decision()
    }

    fn check_cards(&self) -> Result<(), Impossible> {
        let state = &self.state;
        let mut seen = CardSet::EMPTY;
        let mut add = |card: Card, zone: Zone| {
            require!(!seen.has(card), "{} is in {} and elsewhere", self.card_name(card), zone.word());
            seen.insert(card);
            Ok(())
        };
        let sets = [
            (state.hand, Zone::Hand),
            (state.deck, Zone::Deck),
            (state.face_down, Zone::Set),
            (state.discard, Zone::Discard),
            (state.exile, Zone::Exile),
        ];
        for (set, zone) in sets {
            set.into_iter().try_for_each(|card| add(card, zone))?;
        }
        for spot in &state.spots {
            let cards = spot.arms.into_iter().chain([spot.soul]);
            cards.filter_map(Card::some).try_for_each(|card| add(card, Zone::Field))?;
        }
        state.realm.into_iter().filter_map(Card::some).try_for_each(|card| add(card, Zone::Realm))?;
        let resolving = state.resolving.iter().map(|resolving| resolving.entry);
        for entry in state.cascade.iter().copied().chain(resolving) {
            let source = entry.by.source;
            if (self.cards.events | self.cards.ambushes).has(source) {
                add(source, Zone::Cascade)?;
            }
        }
        let all: CardSet = self.cards.cards().collect();
        require!((seen - all).is_empty(), "places {:?} hold no card", seen - all);
        if let Some(lost) = (all - seen).first() {
            require!(false, "{} is nowhere", self.card_name(lost));
        }
        Ok(())
    }

    fn check_spots(&self) -> Result<(), Impossible> {
        let state = &self.state;
        let mut active = CardSet::EMPTY;
        for slot in Slot::all() {
            let spot = &state.spots[slot.index()];
            let manned = spot.soul.is_some() && !spot.is(Spot::CAPTURED);
            require!(state.manned.has(slot) == manned, "{} is manned: {manned}, kept otherwise", slot.word());
            let Some(soul) = spot.soul.some() else {
                require!(*spot == Spot::EMPTY, "something is left on the empty spot {}", slot.word());
                continue;
            };
            let name = self.card_name(soul);
            require!(self.cards.souls.has(soul), "{name} stands on a spot and is no Soul");
            require!(soul.owner() == slot.owner(), "{name} stands on the other side");
            require!(self.cards.leaders.has(soul) == slot.is_altar(), "{name} on {}", slot.word());
            let (damage, hp) = (spot.damage, self.max_hp(slot));
            require!(damage <= hp, "{name} has {damage} damage and {hp} HP");
            let captured = spot.is(Spot::CAPTURED);
            require!(captured == (damage == hp), "{name} has {damage} damage of {hp}, captured: {captured}");
            require!(!spot.is(Spot::THAWING) || spot.is(Spot::FROZEN), "{name} thaws without being frozen");
            let arms: CardSet = spot.arms.into_iter().filter_map(Card::some).collect();
            require!((arms - self.cards.armaments).is_empty(), "{name} bears what is no Armament");
            if captured {
                require!(arms.is_empty() && spot.flags == Spot::CAPTURED, "{name} is captured and has something left");
            } else {
                active |= arms | CardSet::of(soul);
            }
        }
        active |= state.realm.into_iter().filter_map(Card::some).collect();
        require!(active == state.on_field, "the active cards are {active:?}, kept are {:?}", state.on_field);
        for player in Player::BOTH {
            let leader = self.cards.leader[player.index()];
            let lives = state.soul(Slot::altar(player)) == Some(leader);
            require!(lives || state.outcome.is_some(), "{}'s Leader is gone, the duel goes on", player.letter());
        }
        Ok(())
    }

    fn check_hidden(&self) -> Result<(), Impossible> {
        let state = &self.state;
        for player in Player::BOTH {
            let at = player.index();
            let order: CardSet = state.deck_order(player).iter().map(|&card| Card(card)).collect();
            require!(order == state.deck.of_player(player), "the deck and its order differ");
            require!(order.len() == state.deck_len[at] as usize, "a card stands twice in a deck");
            let set: CardSet = state.set[at].into_iter().filter_map(Card::some).collect();
            require!(set == state.face_down.of_player(player), "set Ambushes and their places differ");
            require!((set - self.cards.ambushes).is_empty(), "a set card is no Ambush");
            for (place, card) in state.set[at].iter().enumerate() {
                require!(card.is_some() || state.fresh[at] >> place & 1 == 0, "an empty place is fresh");
            }
        }
        require!((state.shown - state.hand - state.face_down).is_empty(), "a card is known where none is hidden");
        Ok(())
    }

    fn check_effects(&self) -> Result<(), Impossible> {
        let state = &self.state;
        require!(state.cascade.len() <= MOST_ENTRIES, "{} effects on the Cascade", state.cascade.len());
        let entries = state.cascade.iter().map(|entry| &entry.by);
        for triggered in entries.chain(state.pending.iter()).chain(state.offers.iter()) {
            for card in [triggered.user, triggered.subject, triggered.cause] {
                require!(!self.hidden().has(card), "an effect refers to {}, which is hidden", self.card_name(card));
            }
            let kind = self.cards.effect(triggered.effect).kind;
            require!(matches!(kind, EffectKind::Activated | EffectKind::Timing), "a {} effect waits", kind.word());
        }
        for triggered in state.pending.iter().chain(state.offers.iter()) {
            let user = triggered.user;
            require!(!user.is_some() || state.on_field.has(user), "a card that is not active has an effect waiting");
        }
        for uses in state.uses.iter() {
            let effect = self.cards.effect(uses.effect);
            let name = self.card_name(uses.source);
            require!(effect.per_turn == 0 || uses.turn <= effect.per_turn, "{name}: used {} times a turn", uses.turn);
            require!(effect.per_game == 0 || uses.game <= effect.per_game, "{name}: used {} times", uses.game);
        }
        let quiet = !state.window && state.resolving.is_none();
        if quiet && matches!(state.phase, Phase::Draw | Phase::Preparation | Phase::Battle | Phase::Limit) {
            let left = state.cascade.len() + state.pending.len() + state.offers.len();
            require!(
                left == 0 || state.outcome.is_some(),
                "{left} effects are left over in the {} phase",
                state.phase.word()
            );
        }
        Ok(())
    }

    fn check_decision(&self) -> Result<(), Impossible> {
        let state = &self.state;
        if state.outcome.is_some() {
            return Ok(());
        }
        let (player, kind) = state.decision;
        let mut choices = 0;
        self.each_legal(|_| choices += 1);
        require!(choices > 0, "{} decides ({}) and can do nothing", player.letter(), kind.word());
        require!(
            kind == Kind::Trigger || choices > 1 || matches!(kind, Kind::Prepare | Kind::Discard),
            "{} is asked ({}) where nothing can be chosen",
            player.letter(),
            kind.word()
        );
        Ok(())
    }
}

//! What holds in every position, whatever was played: checked by tests after each action, by nobody in a game.

use thiserror::Error;

use super::Table;
use super::effect::Paid;
use super::state::{Job, Kind, Stage, Zone};
use crate::bits::{Card, CardSet, Die, DieSet};
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

/// No cost, no power and no Street Cred comes near this: beyond it something has been counted again and again.
const ABSURD: i16 = 1_000;

impl Table<'_> {
    /// Checks the position: each card in exactly one area, twelve dice, nothing negative, every list in step with the
    /// sets it belongs to, nothing left over between effects.
    ///
    /// # Errors
    /// The first thing that can't be.
    pub fn verify(&self) -> Result<(), Impossible> {
        self.check_cards()?;
        self.check_orders()?;
        self.check_flags()?;
        self.check_dice()?;
        self.check_numbers()?;
        self.check_knowledge()?;
        self.check_effects()?;
        self.check_decision()
    }

    /// 5.1: each card is in one area; only a card that is being played is in none (4.14.2).
    fn check_cards(&self) -> Result<(), Impossible> {
        let state = &self.state;
        let all: CardSet = self.cards.cards().collect();
        let areas = [
            (state.hand, Zone::Hand),
            (state.deck, Zone::Deck),
            (state.field, Zone::Field),
            (state.legends, Zone::Legends),
            (state.eddies, Zone::Eddies),
            (state.trash, Zone::Trash),
            (state.removed, Zone::Removed),
        ];
        let mut seen = state.equipped;
        for (set, zone) in areas {
            if let Some(card) = (set & seen).first() {
                require!(false, "{} is in {} and elsewhere", self.card_name(card), zone.word());
            }
            seen |= set;
        }
        require!((seen - all).is_empty(), "places {:?} hold no card", seen - all);
        let played: CardSet =
            state.frames.iter().filter(|frame| frame.job == Job::Play).map(|frame| frame.subject).collect();
        for card in all - seen {
            require!(played.has(card), "{} is nowhere and is not being played", self.card_name(card));
        }
        for legend in self.cards.legend - state.legends - state.field - state.removed {
            require!(false, "{} is a Legend in {}", self.card_name(legend), state.zone(legend).word());
        }
        let piece = self.cards.unit | self.cards.legend;
        require!((state.field - piece).is_empty(), "a card on the field is neither Unit nor Legend");
        for gear in state.equipped {
            let host = state.host(gear);
            let name = self.card_name(gear);
            require!(self.cards.gear.has(gear), "{name} is equipped, but is no Gear");
            require!(host.owner() == gear.owner(), "{name} is on a rival's card");
            require!((state.field | (state.legends & state.face_up)).has(host), "{name} is on a card out of play");
        }
        Ok(())
    }

    /// The ordered areas hold what their sets hold, each card once.
    fn check_orders(&self) -> Result<(), Impossible> {
        let state = &self.state;
        for player in Player::BOTH {
            let (at, name) = (player.index(), player.letter());
            require!(state.deck_len[at] + state.field_len[at] <= 64, "{name}'s deck and field overlap");
            let deck: CardSet = state.deck_order(player).iter().map(|&card| Card(card)).collect();
            require!(
                deck == state.deck.of_player(player) && deck.len() == state.deck_len[at] as usize,
                "the order of {name}'s deck is not its cards"
            );
            let line: CardSet = state.line(player).collect();
            require!(
                line == state.field.of_player(player) && line.len() == state.field_len[at] as usize,
                "the line of {name}'s field is not its cards"
            );
            let places = state.places[at];
            let legends: CardSet = places.into_iter().collect();
            require!(
                legends == state.legends.of_player(player)
                    && legends.len() == places.iter().filter(|card| card.is_some()).count(),
                "the places of {name}'s Legends area are not its cards"
            );
        }
        Ok(())
    }

    fn check_flags(&self) -> Result<(), Impossible> {
        let state = &self.state;
        let in_play = state.field | state.legends;
        let flags = [
            (state.spent, in_play, "spent"),
            (state.lag, state.field, "lagging"),
            (state.solo, state.field, "gone solo"),
            (state.face_up, self.cards.legend, "face-up"),
        ];
        for (set, allowed, word) in flags {
            if let Some(card) = (set - allowed).first() {
                require!(false, "{} is {word} in {}", self.card_name(card), state.zone(card).word());
            }
        }
        require!((state.field & self.cards.legend - state.face_up).is_empty(), "a Legend on the field is face-down");
        for card in self.cards.cards().filter(|&card| !in_play.has(card) && !state.equipped.has(card)) {
            require!(
                state.given(card) == 0,
                "{} has power given to it in {}",
                self.card_name(card),
                state.zone(card).word()
            );
        }
        Ok(())
    }

    /// 6.1: twelve dice, each with a value that it has, in one Gig area or in its owner's fixer area.
    fn check_dice(&self) -> Result<(), Impossible> {
        let state = &self.state;
        let [a, b] = state.gigs;
        require!((a & b).is_empty(), "a die is in both Gig areas");
        let count = a.len() + b.len() + state.fixer(Player::A).len() + state.fixer(Player::B).len();
        let known = DieSet::owned_by(Player::A) | DieSet::owned_by(Player::B);
        require!(count == Die::COUNT && (a | b | known) == known, "{count} dice");
        for die in known {
            let value = state.values[die.index()];
            require!((1..=die.faces()).contains(&value), "{} shows {value}", Self::die_name(die));
        }
        Ok(())
    }

    /// 2.10.1: nothing that is counted is negative.
    fn check_numbers(&self) -> Result<(), Impossible> {
        let state = &self.state;
        for player in Player::BOTH {
            let (eddies, spent) = (state.eddies.of_player(player).len(), state.eddies_spent[player.index()]);
            require!(spent as usize <= eddies, "{} has {spent} of {eddies} Eddies spent", player.letter());
            let cred = self.street_cred(player).unwrap_or(0);
            require!((0..=60 * 2).contains(&cred), "{} has Street Cred {cred}", player.letter());
        }
        for card in self.cards.cards() {
            if state.equipped.has(card) || state.zone(card) == Zone::Resolving {
                continue;
            }
            let power = self.power(card);
            require!((0..ABSURD).contains(&power), "{} has power {power}", self.card_name(card));
            if let Some(price) = self.price(card, Paid::Play) {
                require!((0..ABSURD).contains(&price), "{} costs {price}", self.card_name(card));
            }
        }
        Ok(())
    }

    /// A player knows the own hand; a face-up piece is known to both; the blocks of a deck lie inside it.
    fn check_knowledge(&self) -> Result<(), Impossible> {
        let state = &self.state;
        for player in Player::BOTH {
            let unknown = state.hand.of_player(player) - state.known[player.index()];
            require!(unknown.is_empty(), "{} doesn't know a card of the own hand", player.letter());
            for owner in Player::BOTH {
                let joined = state.joined[player.index()][owner.index()];
                let seams = state.deck_len[owner.index()].saturating_sub(1);
                require!(seams >= 64 || joined >> seams == 0, "a block reaches beyond {}'s deck", owner.letter());
            }
        }
        Ok(())
    }

    /// The registers are those of the frames; between effects there is nothing of either.
    fn check_effects(&self) -> Result<(), Impossible> {
        let state = &self.state;
        let mut base = 0;
        for frame in state.frames.iter() {
            require!(
                frame.registers == 0 || frame.base == base,
                "a frame of {:?} begins at register {} instead of {base}",
                frame.job,
                frame.base
            );
            base += frame.registers;
        }
        require!(base as usize == state.registers.len(), "{} registers for {base}", state.registers.len());
        require!(
            state.pending.iter().all(|pending| pending.source.is_some()),
            "a pending effect has no source to name"
        );
        let attack = state.attack;
        require!(
            (attack.stage == Stage::None) != attack.attacker.is_some(),
            "an attack without an attacker, or an attacker without an attack"
        );
        Ok(())
    }

    /// Whoever has to decide has something to decide, each option once.
    fn check_decision(&self) -> Result<(), Impossible> {
        let state = &self.state;
        if state.outcome.is_some() {
            return Ok(());
        }
        let (player, kind) = state.decision;
        let mut options = Vec::new();
        super::legal::each_action(self, &mut |action| options.push(action));
        require!(!options.is_empty(), "{} has no option at {}", player.letter(), kind.word());
        for (at, &option) in options.iter().enumerate() {
            for &other in &options[..at] {
                require!(!self.same_action(other, option), "{other:?} and {option:?} are the same option");
            }
        }
        let resting = matches!(kind, Kind::Main | Kind::Mulligan | Kind::Roll | Kind::React);
        if resting {
            require!(state.frames.is_empty() && state.pending.is_empty(), "something is half done at {}", kind.word());
            require!(state.last_valid.is_empty(), "last valid information is left over at {}", kind.word());
            require!(state.resolving.is_none(), "somebody is still resolving at {}", kind.word());
        }
        match kind {
            Kind::Main | Kind::Roll => {
                require!(player == state.active, "the rival of the turn player decides at {}", kind.word());
                require!(state.attack.stage == Stage::None, "an attack is left over at {}", kind.word());
            }
            Kind::React => {
                require!(player != state.active, "the turn player reacts");
                require!(state.attack.stage == Stage::React, "a reaction outside the React Step");
                require!(state.field.has(state.attack.attacker), "a reaction to an attacker that is gone");
            }
            Kind::Pay | Kind::Choose => require!(!state.frames.is_empty(), "nothing asks at {}", kind.word()),
            Kind::Order => require!(!state.pending.is_empty(), "nothing is to be ordered"),
            Kind::Mulligan => {}
        }
        Ok(())
    }
}

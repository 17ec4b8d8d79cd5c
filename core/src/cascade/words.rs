//! The notation's words for this game: every action formats and parses back.
//!
//! Reading is done against a decision: a text means the legal action whose verb and pieces it names. A Soul is named by
//! its spot (`A:front-2`, `altar`), by its id with or without `#n`, or by a handle of a scenario; what only one legal
//! action fits may be left out. A spot without its side is the deciding player's where both sides would do.

use super::Table;
use super::program::EffectId;
use super::state::{Action, Slot, Targets};
use crate::bits::{Card, CardSet};
use crate::diagnostics::near_names;
use crate::game::{Game, Player};
use crate::notation::{Cast, meant, split_owner};

pub use crate::notation::{ActionError, Handles};

/// A piece as a text names it: the cards and the spots it may mean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Piece {
    pub cards: CardSet,
    pub slots: Vec<Slot>,
    /// A spot without its side.
    sideless: bool,
}

/// A text taken apart.
#[derive(Clone, Debug, Default)]
struct Said {
    pieces: Vec<Piece>,
    by: Option<Piece>,
    from: Option<Piece>,
    at: Option<Vec<Piece>>,
    nth: Option<u8>,
    number: Option<u8>,
}

/// The verbs, with the number of pieces before `by`, `from`, `at` and `number`.
const VERBS: [(&str, usize); 17] = [
    ("recruit", 2),
    ("move", 2),
    ("attach", 2),
    ("realm", 1),
    ("set", 1),
    ("cast", 1),
    ("spring", 1),
    ("use", 1),
    ("answer", 1),
    ("trigger", 1),
    ("attack", 2),
    ("discard", 1),
    ("put", 2),
    ("decline", 0),
    ("pass", 0),
    ("end", 0),
    ("concede", 0),
];

impl Table<'_> {
    // ---- writing ----

    /// The name of a card: its id, with a number once it has left the hidden zones, with its owner where both players
    /// have such a card.
    pub fn card_name(&self, card: Card) -> String {
        self.cards.name(card, self.hidden())
    }

    /// The name of a spot: `A:front-2`.
    pub fn slot_name(slot: Slot) -> String {
        format!("{}:{}", slot.owner().letter(), slot.word())
    }

    fn slot_of_user(&self, user: Card) -> String {
        self.state.slot_of(user).map_or_else(|| self.card_name(user), Self::slot_name)
    }

    fn targets_text(targets: Targets) -> String {
        let names: Vec<String> = targets.into_iter().filter(|slot| slot.is_some()).map(Self::slot_name).collect();
        if names.is_empty() { String::new() } else { format!(" at {}", names.join(" ")) }
    }

    /// ` 2` where the card has several effects, and ` from CARD` for an effect that another card grants.
    fn effect_text(&self, source: Card, user: Card, effect: EffectId) -> String {
        let own = &self.cards.text(source).effects;
        if source != user {
            return format!(" from {}", self.card_name(source));
        }
        match own.iter().position(|&known| known == effect) {
            Some(at) if own.len() > 1 => format!(" {}", at + 1),
            _ => String::new(),
        }
    }

    /// An action in the notation, as it reads at this decision.
    pub fn format_action(&self, action: Action) -> String {
        let name = |card| self.card_name(card);
        match action {
            Action::Recruit(card, slot) => format!("recruit {} {}", name(card), Self::slot_name(slot)),
            Action::Move(from, to) => format!("move {} {}", Self::slot_name(from), Self::slot_name(to)),
            Action::Attach(card, slot) => format!("attach {} {}", name(card), Self::slot_name(slot)),
            Action::Realm(card) => format!("realm {}", name(card)),
            Action::Set(card) => format!("set {}", name(card)),
            Action::Use { source, user, effect, targets } => {
                let targets = Self::targets_text(targets);
                if self.cards.events.has(source) {
                    format!("cast {} by {}{targets}", name(source), self.slot_of_user(user))
                } else if self.cards.ambushes.has(source) {
                    format!("spring {} by {}{targets}", name(source), self.slot_of_user(user))
                } else {
                    format!("use {}{}{targets}", self.slot_of_user(user), self.effect_text(source, user, effect))
                }
            }
            Action::Answer { offer, source, user, targets } => {
                let targets = Self::targets_text(targets);
                let Some(meant) = self.state.offers.get(offer as usize) else { return "answer".into() };
                let alike = |other: &&super::state::Triggered| {
                    (other.controller, other.source, other.user, other.effect)
                        == (meant.controller, meant.source, meant.user, meant.effect)
                };
                let number = if self.state.offers.iter().filter(alike).count() > 1 {
                    format!(" number {}", offer + 1)
                } else {
                    String::new()
                };
                if self.cards.ambushes.has(source) {
                    return format!("spring {} by {}{targets}{number}", name(source), self.slot_of_user(user));
                }
                let effect = self.effect_text(source, user, meant.effect);
                format!("answer {}{effect}{targets}{number}", self.slot_of_user(user))
            }
            Action::Trigger { pending, targets } => {
                let Some(meant) = self.state.pending.get(pending as usize) else { return "trigger".into() };
                let effect = self.effect_text(meant.source, meant.user, meant.effect);
                let alike = |other: &&super::state::Triggered| {
                    (other.source, other.user, other.effect) == (meant.source, meant.user, meant.effect)
                };
                let number = if self.state.pending.iter().filter(alike).count() > 1 {
                    format!(" number {}", pending + 1)
                } else {
                    String::new()
                };
                let user = self.slot_of_user(meant.user);
                format!("trigger {user}{effect}{}{number}", Self::targets_text(targets))
            }
            Action::Attack(from, to) => format!("attack {} {}", Self::slot_name(from), Self::slot_name(to)),
            Action::Discard(card) => format!("discard {}", name(card)),
            Action::Put(card, slot) => format!("put {} {}", name(card), Self::slot_name(slot)),
            Action::Decline => "decline".into(),
            Action::Pass => "pass".into(),
            Action::End => "end".into(),
            Action::Concede => "concede".into(),
        }
    }

    // ---- reading ----

    /// The legal action that a text means at this decision.
    ///
    /// # Errors
    /// If the text can't be read, means nothing legal, or more than one thing.
    pub fn parse_action(&self, text: &str, handles: &Handles) -> Result<Action, ActionError> {
        let unreadable = |reason: String| ActionError::Unreadable { text: text.to_owned(), reason };
        let mut words = text.split_whitespace();
        let verb = words.next().ok_or_else(|| unreadable("it is empty".into()))?;
        let Some((_, pieces)) = VERBS.iter().find(|known| known.0 == verb) else {
            let near = near_names(verb, VERBS.iter().map(|known| known.0));
            let hint = near.first().map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(unreadable(format!("no verb `{verb}`{hint}")));
        };
        let said = self.take_apart(words, *pieces, handles).map_err(unreadable)?;
        if verb == "concede" {
            return Ok(Action::Concede);
        }
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let mut fitting: Vec<Action> =
            legal.iter().copied().filter(|&action| self.fits_text(verb, &said, action)).collect();
        if fitting.len() > 1 {
            let own = said.on_side(self.state.decision.0);
            let closer: Vec<Action> =
                fitting.iter().copied().filter(|&action| self.fits_text(verb, &own, action)).collect();
            if !closer.is_empty() {
                fitting = closer;
            }
        }
        meant(self, text, &fitting).map(|action| self.named_copy(action, &said))
    }

    /// Of identical copies in hand a handle names one.
    fn named_copy(&self, action: Action, said: &Said) -> Action {
        let named = |card: Card| {
            let meant = said.pieces.first().map_or(CardSet::EMPTY, |piece| piece.cards);
            let one = meant.first().filter(|one| meant.len() == 1 && self.state.hand.has(*one));
            one.filter(|one| self.cards.copies[card.index()].has(*one)).unwrap_or(card)
        };
        match action {
            Action::Recruit(card, slot) => Action::Recruit(named(card), slot),
            Action::Attach(card, slot) => Action::Attach(named(card), slot),
            Action::Realm(card) => Action::Realm(named(card)),
            Action::Set(card) => Action::Set(named(card)),
            Action::Discard(card) => Action::Discard(named(card)),
            Action::Put(card, slot) => Action::Put(named(card), slot),
            other => other,
        }
    }

    fn take_apart<'t>(
        &self,
        words: impl Iterator<Item = &'t str>,
        pieces: usize,
        handles: &Handles,
    ) -> Result<Said, String> {
        let mut said = Said::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let mut next = |after: &str| words.next().ok_or_else(|| format!("expected more after `{after}`"));
            match word {
                "by" => said.by = Some(self.read_piece(next("by")?, handles)?),
                "from" => said.from = Some(self.read_piece(next("from")?, handles)?),
                "number" => said.number = Some(number(next("number")?)?),
                "at" => {
                    let mut targets = vec![self.read_piece(next("at")?, handles)?];
                    while let Some(word) = words.next_if(|&word| !matches!(word, "by" | "from" | "number" | "at")) {
                        targets.push(self.read_piece(word, handles)?);
                    }
                    said.at = Some(targets);
                }
                word if said.pieces.len() == pieces && said.nth.is_none() && number(word).is_ok() => {
                    said.nth = number(word).ok();
                }
                word if said.pieces.len() == pieces => return Err(format!("`{word}` is more than expected")),
                word => said.pieces.push(self.read_piece(word, handles)?),
            }
        }
        if said.pieces.len() < pieces {
            return Err(format!("expected {pieces} pieces after the verb, found {}", said.pieces.len()));
        }
        Ok(said)
    }

    fn is_soul(&self, piece: &Piece, slot: Slot) -> bool {
        piece.slots.contains(&slot) || piece.cards.has(self.state.spots[slot.index()].soul)
    }

    fn means_user(&self, piece: &Piece, user: Card) -> bool {
        piece.cards.has(user) || self.state.slot_of(user).is_some_and(|slot| piece.slots.contains(&slot))
    }

    fn fits_text(&self, verb: &str, said: &Said, action: Action) -> bool {
        let card = |at: usize, card: Card| {
            let hidden = self.hidden();
            let copies = if hidden.has(card) { self.cards.copies[card.index()] & hidden } else { CardSet::of(card) };
            said.pieces[at].cards.meets(copies)
        };
        let slot = |at: usize, slot: Slot| self.is_soul(&said.pieces[at], slot);
        let targets = |targets: Targets| {
            let found: Vec<Slot> = targets.into_iter().filter(|slot| slot.is_some()).collect();
            said.at.as_ref().is_none_or(|named| {
                let fit = |order: &[Slot]| {
                    named.len() == order.len()
                        && named.iter().zip(order).all(|(piece, &slot)| self.is_soul(piece, slot))
                };
                let turned: Vec<Slot> = found.iter().rev().copied().collect();
                fit(&found) || (self.has_no_order(action) && fit(&turned))
            })
        };
        let by = |user: Card| said.by.as_ref().is_none_or(|piece| self.means_user(piece, user));
        let from = |source: Card| said.from.as_ref().is_none_or(|piece| piece.cards.has(source));
        let nth = |source: Card, effect: EffectId| {
            let own = &self.cards.text(source).effects;
            said.nth.is_none_or(|nth| own.get(nth as usize - 1) == Some(&effect))
        };
        // An effect that another card grants is named with `from`.
        let used = |source: Card, user: Card, effect: EffectId| {
            let named = said.from.is_some() || source == user || said.nth.is_none();
            named && self.means_user(&said.pieces[0], user) && from(source) && nth(source, effect)
        };
        match (verb, action) {
            ("recruit", Action::Recruit(c, s)) | ("attach", Action::Attach(c, s)) | ("put", Action::Put(c, s)) => {
                card(0, c) && slot(1, s)
            }
            ("move", Action::Move(one, two)) | ("attack", Action::Attack(one, two)) => slot(0, one) && slot(1, two),
            ("realm", Action::Realm(c)) | ("set", Action::Set(c)) | ("discard", Action::Discard(c)) => card(0, c),
            ("cast", Action::Use { source, user, targets: t, .. }) => {
                self.cards.events.has(source) && card(0, source) && by(user) && targets(t)
            }
            ("spring", Action::Use { source, user, targets: t, .. }) => {
                self.cards.ambushes.has(source) && card(0, source) && by(user) && targets(t)
            }
            ("spring", Action::Answer { offer, source, user, targets: t }) => {
                self.cards.ambushes.has(source)
                    && card(0, source)
                    && by(user)
                    && targets(t)
                    && said.number.is_none_or(|number| number == offer + 1)
            }
            ("use", Action::Use { source, user, effect, targets: t }) => {
                !(self.cards.events | self.cards.ambushes).has(source) && used(source, user, effect) && targets(t)
            }
            ("answer", Action::Answer { offer, source, user, targets: t }) => {
                let effect = self.state.offers[offer as usize].effect;
                !self.cards.ambushes.has(source)
                    && used(source, user, effect)
                    && targets(t)
                    && said.number.is_none_or(|number| number == offer + 1)
            }
            ("trigger", Action::Trigger { pending, targets: t }) => {
                let meant = self.state.pending[pending as usize];
                used(meant.source, meant.user, meant.effect)
                    && targets(t)
                    && said.number.is_none_or(|number| number == pending + 1)
            }
            ("decline", Action::Decline) | ("pass", Action::Pass) | ("end", Action::End) => true,
            _ => false,
        }
    }

    fn has_no_order(&self, action: Action) -> bool {
        matches!(action, Action::Use { effect, .. } if self.cards.effect(effect).symmetric)
    }

    /// Reads one piece: a handle, a spot with or without its side, a card id with or without owner and number.
    pub(super) fn read_piece(&self, text: &str, handles: &Handles) -> Result<Piece, String> {
        if let Some(&card) = handles.get(text) {
            return Ok(Piece { cards: CardSet::of(card), ..Piece::default() });
        }
        let (owner, rest) = split_owner(text)?;
        let slots: Vec<Slot> =
            Slot::all().filter(|slot| slot.word() == rest && owner.is_none_or(|owner| slot.owner() == owner)).collect();
        if !slots.is_empty() {
            return Ok(Piece { slots, sideless: owner.is_none(), ..Piece::default() });
        }
        let cards = self.cards.find(owner, rest)?;
        if cards.is_empty() {
            let spots: Vec<&str> = Slot::of(Player::A).map(Slot::word).collect();
            return Err(self.cards.unknown(text, handles, spots));
        }
        Ok(Piece { cards, ..Piece::default() })
    }
}

impl Said {
    /// The same with spots that name no side on this one.
    fn on_side(&self, player: Player) -> Self {
        let mut said = self.clone();
        let by = said.by.iter_mut().chain(said.from.iter_mut());
        for piece in said.pieces.iter_mut().chain(by).chain(said.at.iter_mut().flatten()) {
            if piece.sideless {
                piece.slots.retain(|slot| slot.owner() == player);
            }
        }
        said
    }
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| format!("`{text}` is no number from 1"))
}

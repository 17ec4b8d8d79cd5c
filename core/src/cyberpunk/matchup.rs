//! What is fixed for a pairing of decks: which card is where in the order of slots, what each is, its compiled text.

use std::collections::BTreeMap;

use thiserror::Error;

use super::cards::{CardDef, CardId, CardPool, CardType};
use super::deck::Deck;
use super::effect::Keyword;
use super::layout::filler;
use super::program::{Base, Num};
use super::program::{CardProgram, EffectKind, EventKind, Fixed, Floats, MaskId, Pattern, Program, RuleKind, SetExpr};
use crate::bits::{Card, CardSet};
use crate::game::Player;

/// Why two lists make no match-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MatchUpError {
    /// A card's program is not written yet: it is never played as a blank.
    #[error("{0}: the program of this card is not written yet, so it can't be played")]
    NoProgram(String),
    /// More cards than a player can have.
    #[error("{0} cards beside the Legends; at most 61 fit")]
    TooLarge(usize),
    /// More Legends than places.
    #[error("{0} Legends; a deck has exactly 3")]
    Legends(usize),
    /// Two cards of one id: the lists come from card files that don't agree.
    #[error("{0}: two different cards have this id")]
    TwoCards(String),
}

/// The facts of one card of a match-up.
#[derive(Copy, Clone, Debug)]
pub struct Facts {
    /// Its definition (place in [`MatchUp::definitions`]), or [`Facts::NOTHING`].
    pub definition: u8,
    /// Printed type.
    pub kind: CardType,
    /// Printed cost; `None` is null.
    pub cost: Option<u8>,
    /// Printed power; 0 where there is none.
    pub power: i16,
}

impl Facts {
    /// The definition of a place without a card.
    pub const NOTHING: u8 = 255;
}

/// Everything about a pairing of two lists that no game changes.
#[derive(Clone, Debug)]
pub struct MatchUp {
    /// The different cards of both lists.
    pub definitions: Vec<CardDef>,
    /// The compiled text of each definition.
    pub texts: Vec<CardProgram>,
    /// The tables the texts point into.
    pub program: Program,
    /// The facts of each card.
    pub facts: [Facts; 128],
    /// All copies of each card, itself included.
    pub copies: [CardSet; 128],
    /// The number of each card among its copies, from 1: what `#n` says.
    pub number: [u8; 128],
    /// The main deck of each player in slot order.
    pub main: [Vec<Card>; 2],
    /// The Legends of each player in slot order.
    pub legends_of: [Vec<Card>; 2],
    /// Legends.
    pub legend: CardSet,
    /// Units.
    pub unit: CardSet,
    /// Gear.
    pub gear: CardSet,
    /// Programs.
    pub programs: CardSet,
    /// Cards with a Sell Tag.
    pub sell: CardSet,
    /// Legends with GO SOLO.
    pub go_solo: CardSet,
    /// Programs with QUICK.
    pub quick: CardSet,
    /// Cards that print BLOCKER.
    pub blocker: CardSet,
    /// Cards that print ADRENALINE.
    pub adrenaline: CardSet,
    /// Cards with activated effects.
    pub uses: CardSet,
    /// Per kind of event: cards whose own events trigger them.
    pub hears_own: [CardSet; EventKind::COUNT],
    /// Per kind of event: cards that others' events may trigger.
    pub hears_any: [CardSet; EventKind::COUNT],
    /// Per kind of event: cards that may replace one.
    pub replaces: [CardSet; EventKind::COUNT],
    /// Per kind of rule: cards that may say one.
    pub says: [CardSet; RuleKind::COUNT],
    /// Per kind of rule: cards that may say one of themselves (a Gear: of its host).
    pub says_own: [CardSet; RuleKind::COUNT],
    /// Per kind of rule: cards that may say one of others.
    pub says_any: [CardSet; RuleKind::COUNT],
    /// The masks of the program.
    pub masks: Vec<CardSet>,
    /// Per floating effect of the program: the kind of rule it is, if it is one.
    pub float_kinds: Vec<Option<RuleKind>>,
    /// Per number, up to the highest printed cost: the cards whose printed cost is not above it.
    cost_at_most: Vec<CardSet>,
    /// Per player and place: the copies of the card there, itself included, as the player's half of the set. What
    /// [`MatchUp::copies`] says too, but with nothing to check and half to read in the innermost loops.
    alike: [[u64; Card::PER_PLAYER]; 2],
}

impl MatchUp {
    /// The match-up of two decks: the first player's, the second player's.
    ///
    /// # Errors
    /// If a card has no program yet or a list is too large.
    pub fn new(pool: &CardPool, decks: [&Deck; 2]) -> Result<Self, MatchUpError> {
        let list = |deck: &Deck| -> Vec<CardId> {
            let main = deck.cards.iter().flat_map(|&(card, count)| std::iter::repeat_n(card, count as usize));
            deck.legends.iter().copied().chain(main).collect()
        };
        let mut lists = [Vec::new(), Vec::new()];
        for (out, deck) in lists.iter_mut().zip(decks) {
            let mut cards: Vec<&CardDef> = list(deck).into_iter().map(|card| pool.get(card)).collect();
            // A slot is a card's place by type, cost and id: independent of the order of the list.
            cards.sort_by(|x, y| (x.kind, x.cost, &x.id).cmp(&(y.kind, y.cost, &y.id)));
            *out = cards;
        }
        let [a, b] = &lists;
        Self::of_cards([a, b])
    }

    /// The match-up of two lists of cards, Legends anywhere among them, each in its order of slots.
    ///
    /// # Errors
    /// If a card has no program yet or a list is too large.
    pub fn of_cards(lists: [&[&CardDef]; 2]) -> Result<Self, MatchUpError> {
        let mut places: BTreeMap<&str, u8> = BTreeMap::new();
        let mut definitions: Vec<CardDef> = Vec::new();
        let mut texts = Vec::new();
        let mut program = Program::default();
        let nothing = Facts { definition: Facts::NOTHING, kind: CardType::Unit, cost: None, power: 0 };
        let mut facts = [nothing; 128];
        let mut main = [Vec::new(), Vec::new()];
        let mut legends_of = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let list = lists[player.index()];
            let legends = list.iter().filter(|card| card.kind == CardType::Legend).count();
            if legends > 3 {
                return Err(MatchUpError::Legends(legends));
            }
            if list.len() - legends > 61 {
                return Err(MatchUpError::TooLarge(list.len() - legends));
            }
            for (slot, card) in list.iter().enumerate() {
                if card.abilities.is_none() {
                    return Err(MatchUpError::NoProgram(card.id.clone()));
                }
                let definition = *places.entry(&card.id).or_insert_with(|| {
                    definitions.push((*card).clone());
                    texts.push(program.add(card));
                    definitions.len() as u8 - 1
                });
                if definitions[definition as usize] != **card {
                    return Err(MatchUpError::TwoCards(card.id.clone()));
                }
                let place = Card::new(player, slot as u8);
                facts[place.index()] =
                    Facts { definition, kind: card.kind, cost: card.cost, power: card.power.unwrap_or(0) };
                if card.kind == CardType::Legend {
                    legends_of[player.index()].push(place);
                } else {
                    main[player.index()].push(place);
                }
            }
        }
        Ok(Self { definitions, texts, program, facts, main, legends_of, ..Self::nothing() }.with_sets())
    }

    /// This match-up as somebody would think of it who takes certain cards for blank Units that nobody can pay for: to
    /// measure what knowing a list is worth. All else keeps its place, so a state of this match-up is one of that too.
    #[must_use]
    pub fn blanked(&self, blank: CardSet) -> Self {
        let filler = filler();
        let facts = Facts {
            definition: self.definitions.len() as u8,
            kind: filler.kind,
            cost: filler.cost,
            power: filler.power.unwrap_or(0),
        };
        let mut other = Self {
            definitions: self.definitions.clone(),
            texts: self.texts.clone(),
            program: self.program.clone(),
            facts: self.facts,
            main: self.main.clone(),
            legends_of: self.legends_of.clone(),
            ..Self::nothing()
        };
        other.texts.push(other.program.add(&filler));
        other.definitions.push(filler);
        blank.for_each(|card| other.facts[card.index()] = facts);
        other.with_sets()
    }

    /// No card at all.
    fn nothing() -> Self {
        let nothing = Facts { definition: Facts::NOTHING, kind: CardType::Unit, cost: None, power: 0 };
        Self {
            definitions: Vec::new(),
            texts: Vec::new(),
            program: Program::default(),
            facts: [nothing; 128],
            copies: [CardSet::EMPTY; 128],
            number: [0; 128],
            main: [Vec::new(), Vec::new()],
            legends_of: [Vec::new(), Vec::new()],
            legend: CardSet::EMPTY,
            unit: CardSet::EMPTY,
            gear: CardSet::EMPTY,
            programs: CardSet::EMPTY,
            sell: CardSet::EMPTY,
            go_solo: CardSet::EMPTY,
            quick: CardSet::EMPTY,
            blocker: CardSet::EMPTY,
            adrenaline: CardSet::EMPTY,
            uses: CardSet::EMPTY,
            hears_own: [CardSet::EMPTY; EventKind::COUNT],
            hears_any: [CardSet::EMPTY; EventKind::COUNT],
            replaces: [CardSet::EMPTY; EventKind::COUNT],
            says: [CardSet::EMPTY; RuleKind::COUNT],
            says_own: [CardSet::EMPTY; RuleKind::COUNT],
            says_any: [CardSet::EMPTY; RuleKind::COUNT],
            masks: Vec::new(),
            float_kinds: Vec::new(),
            cost_at_most: Vec::new(),
            alike: [[0; Card::PER_PLAYER]; 2],
        }
    }

    /// Finds the sets of cards by what the cards are.
    fn with_sets(mut self) -> Self {
        self.legend = self.with(&Fixed::Type(CardType::Legend));
        self.unit = self.with(&Fixed::Type(CardType::Unit));
        self.gear = self.with(&Fixed::Type(CardType::Gear));
        self.programs = self.with(&Fixed::Type(CardType::Program));
        self.sell = self.cards().filter(|&card| self.definition(card).sell).collect();
        self.go_solo = self.with(&Fixed::Keyword(Keyword::GoSolo));
        self.quick = self.with(&Fixed::Keyword(Keyword::Quick));
        self.blocker = self.with(&Fixed::Keyword(Keyword::Blocker));
        self.adrenaline = self.with(&Fixed::Keyword(Keyword::Adrenaline));
        self.masks = self.program.fixed.iter().map(|fixed| self.with(fixed)).collect();
        self.float_kinds = self.program.floats.iter().map(Floats::rule_kind).collect();
        let highest = self.cards().filter_map(|card| self.facts[card.index()].cost).max().unwrap_or(0);
        let affordable = |funds: u8| -> CardSet {
            self.cards().filter(|card| self.facts[card.index()].cost.is_some_and(|cost| cost <= funds)).collect()
        };
        self.cost_at_most = (0..=highest).map(affordable).collect();
        for card in self.cards().collect::<Vec<_>>() {
            let definition = self.facts[card.index()].definition;
            let copies: CardSet = self
                .cards()
                .filter(|other| other.owner() == card.owner() && self.facts[other.index()].definition == definition)
                .collect();
            self.copies[card.index()] = copies;
            self.alike[card.owner().index()][card.slot() as usize] = copies.half(card.owner());
            self.number[card.index()] = copies.take_while(|&other| other != card).count() as u8 + 1;
            let text = &self.texts[definition as usize];
            if !text.activated.is_empty() {
                self.uses.insert(card);
            }
            for &effect in &text.triggers {
                for pattern in &self.program.effects[effect.0 as usize].on {
                    let hears = if hears_only_own(pattern) { &mut self.hears_own } else { &mut self.hears_any };
                    hears[pattern.kind as usize].insert(card);
                }
            }
            for &effect in &text.replacements {
                for pattern in &self.program.effects[effect.0 as usize].on {
                    self.replaces[pattern.kind as usize].insert(card);
                }
            }
            for &persistent in &text.persistent {
                let persists = &self.program.persistent[persistent as usize];
                let kind = persists.rule.kind() as usize;
                self.says[kind].insert(card);
                let says = if is_this(&persists.who) { &mut self.says_own } else { &mut self.says_any };
                says[kind].insert(card);
            }
        }
        self
    }

    fn with(&self, fixed: &Fixed) -> CardSet {
        self.cards().filter(|&card| fixed.holds(self.definition(card))).collect()
    }

    /// All cards of both players.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        (0..128).map(Card).filter(|card| self.facts[card.index()].definition != Facts::NOTHING)
    }

    /// What a card is.
    ///
    /// # Panics
    /// If there is no card at that place.
    pub fn definition(&self, card: Card) -> &CardDef {
        &self.definitions[self.facts[card.index()].definition as usize]
    }

    /// The compiled text of a card.
    #[inline]
    pub fn text(&self, card: Card) -> &CardProgram {
        &self.texts[self.facts[card.index()].definition as usize]
    }

    /// The copies of the card in a player's place, itself included, as the player's half of the set.
    #[inline]
    pub(super) const fn alike(&self, owner: Player, slot: u8) -> u64 {
        self.alike[owner as usize][slot as usize & (Card::PER_PLAYER - 1)]
    }

    /// The mask of a fixed property.
    #[inline]
    pub fn mask(&self, mask: MaskId) -> CardSet {
        self.masks[mask.0 as usize]
    }

    /// The cards whose printed cost is at most `funds`, which is not negative. Cards without a cost are not among them.
    #[inline]
    pub fn cost_at_most(&self, funds: i16) -> CardSet {
        self.cost_at_most[(funds as usize).min(self.cost_at_most.len() - 1)]
    }

    /// Whether an effect is usable as a reaction.
    pub fn is_quick(&self, effect: super::program::EffectId) -> bool {
        matches!(self.program.effects[effect.0 as usize].kind, EffectKind::Activated { quick: true, .. })
    }

    /// The €$ an activated effect costs and whether it spends its source.
    pub fn activation(&self, effect: super::program::EffectId) -> (Option<&Num>, bool) {
        match &self.program.effects[effect.0 as usize].kind {
            EffectKind::Activated { pay, spend, .. } => (pay.as_ref(), *spend),
            _ => (None, false),
        }
    }
}

/// Whether a pattern only matches events of its source (or host).
fn hears_only_own(pattern: &Pattern) -> bool {
    pattern.who.as_ref().is_some_and(is_this)
}

/// Whether a set holds its source (or host) at most.
const fn is_this(set: &SetExpr) -> bool {
    matches!(set.base, Base::This)
}

//! What is fixed for a pairing of decks: which card is where in the order of slots, what each is, its compiled text.

use std::collections::BTreeMap;

use thiserror::Error;

use super::cards::{CardDef, CardPool, CardType};
use super::deck::Deck;
use super::effect::{Attribute, Kind, Moment};
use super::program::{Compiled, EffectId, Given, Keywords, Program, Text, To};
use super::settings::Settings;
use crate::bits::{Card, CardSet};
use crate::game::Player;
use crate::pool::Definition;

/// Why two lists make no match-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MatchUpError {
    /// More cards than a player can have.
    #[error("{0} cards beside the Leader; at most 63 fit")]
    TooLarge(usize),
    /// Not exactly one Leader.
    #[error("{0} Leaders; a deck has exactly 1")]
    Leaders(usize),
    /// More effects than can be numbered.
    #[error("the cards of both decks have more than 255 effects together")]
    Effects,
}

/// The facts of one card of a match-up.
#[derive(Copy, Clone, Debug)]
pub struct Facts {
    /// Its definition (place in [`MatchUp::definitions`]), or [`Facts::NOTHING`].
    pub definition: u8,
    /// Its type.
    pub kind: CardType,
    /// Its attribute.
    pub attribute: Attribute,
    /// Its rank.
    pub rank: u8,
    /// Its AT; 0 where there is none.
    pub at: u8,
    /// Its HP; 0 where there is none.
    pub hp: u8,
}

impl Facts {
    /// The definition of a place without a card.
    pub const NOTHING: u8 = 255;
}

/// Everything about a pairing of two lists that no game changes.
#[derive(Clone, Debug)]
pub struct MatchUp {
    /// What nobody told us.
    pub settings: Settings,
    /// The different cards of both lists.
    pub definitions: Vec<CardDef>,
    /// The compiled text of each definition.
    pub texts: Vec<Text>,
    /// The effects the texts point to.
    pub program: Program,
    /// The facts of each card.
    pub facts: [Facts; 128],
    /// All copies of each card, itself included.
    pub copies: [CardSet; 128],
    /// The number of each card among its copies, from 1: what `#n` says.
    pub number: [u8; 128],
    /// The deck of each player in slot order.
    pub main: [Vec<Card>; 2],
    /// The Leader of each player.
    pub leader: [Card; 2],
    /// Leaders.
    pub leaders: CardSet,
    /// Souls, Leaders among them.
    pub souls: CardSet,
    /// Events.
    pub events: CardSet,
    /// Ambushes.
    pub ambushes: CardSet,
    /// Armaments.
    pub armaments: CardSet,
    /// Realms.
    pub realms: CardSet,
    /// Cards with an Activated Effect of their own.
    pub activated: CardSet,
    /// Those of them with a Fast one.
    pub fast: CardSet,
    /// Souls with Moral.
    pub moral: CardSet,
    /// Per moment: cards with an effect of their own that answers it, Ambushes apart.
    pub hears: [CardSet; Moment::COUNT],
    /// Per moment and player: the effects of the Ambushes of their list that answer it.
    pub ambushes_hear: [[Vec<EffectId>; 2]; Moment::COUNT],
    /// Cards that give AT to others or to themselves, Armaments apart.
    pub give_at: CardSet,
    /// Cards that give keywords, Armaments apart.
    pub give_keywords: CardSet,
    /// Cards that give effects.
    pub give_effects: CardSet,
    /// Those that give Activated ones.
    pub give_activated: CardSet,
    /// Those that give Fast ones.
    pub give_fast: CardSet,
    /// Per moment: those that give effects that answer it.
    pub give_hearing: [CardSet; Moment::COUNT],
    /// Per keyword that is nothing but a word: cards that have it or give it. Where none of them is on the field, no Soul
    /// has the keyword.
    pub brings: Brings,
}

/// Cards that bring a keyword onto the field.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Brings {
    /// Taunt.
    pub taunt: CardSet,
    /// Precision.
    pub precision: CardSet,
    /// Range.
    pub range: CardSet,
    /// Dual Wielding.
    pub dual_wielding: CardSet,
    /// Unyielding of either kind.
    pub unyielding: CardSet,
    /// Those of them that give it, to themselves or others.
    pub gives_unyielding: CardSet,
}

impl Brings {
    /// Notes the words that a card has or gives.
    fn note(&mut self, card: Card, words: Keywords) {
        for (set, has) in [
            (&mut self.taunt, words.taunt),
            (&mut self.precision, words.precision),
            (&mut self.range, words.range),
            (&mut self.dual_wielding, words.dual_wielding),
            (&mut self.unyielding, words.unyielding > 0 || words.unyielding_to.0 > 0),
        ] {
            set.set(card, has || set.has(card));
        }
    }
}

impl MatchUp {
    /// The match-up of two decks: the first player's, the second player's.
    ///
    /// # Errors
    /// If a list is too large or has not one Leader.
    pub fn new(pool: &CardPool, decks: [&Deck; 2]) -> Result<Self, MatchUpError> {
        let lists = decks.map(|deck| {
            let mut cards: Vec<&CardDef> = deck.slots().map(|card| pool.get(card)).collect();
            // A slot is a card's place by type, rank and id: independent of the order of the list.
            cards.sort_by(|x, y| (x.kind, x.rank, &x.id).cmp(&(y.kind, y.rank, &y.id)));
            cards
        });
        Self::of_cards([&lists[0], &lists[1]], Settings::ASSUMED)
    }

    /// The match-up of two lists of cards, the Leader anywhere among them, each in its order of slots.
    ///
    /// # Errors
    /// If a list is too large or has not one Leader.
    pub fn of_cards(lists: [&[&CardDef]; 2], settings: Settings) -> Result<Self, MatchUpError> {
        let mut places: BTreeMap<&str, u8> = BTreeMap::new();
        let mut definitions: Vec<CardDef> = Vec::new();
        let mut texts = Vec::new();
        let mut program = Program::default();
        let nothing = Facts {
            definition: Facts::NOTHING,
            kind: CardType::Event,
            attribute: Attribute::Ember,
            rank: 0,
            at: 0,
            hp: 0,
        };
        let mut facts = [nothing; 128];
        let mut main = [Vec::new(), Vec::new()];
        let mut leader = [Card::NONE; 2];
        for player in Player::BOTH {
            let list = lists[player.index()];
            let leaders = list.iter().filter(|card| card.kind == CardType::Leader).count();
            if leaders != 1 {
                return Err(MatchUpError::Leaders(leaders));
            }
            if list.len() > Card::PER_PLAYER {
                return Err(MatchUpError::TooLarge(list.len() - 1));
            }
            for (slot, card) in list.iter().enumerate() {
                let definition = if let Some(&place) = places.get(card.id()) {
                    place
                } else {
                    let place = definitions.len() as u8;
                    texts.push(program.add(card).map_err(|_| MatchUpError::Effects)?);
                    definitions.push((*card).clone());
                    places.insert(card.id(), place);
                    place
                };
                let place = Card::new(player, slot as u8);
                facts[place.index()] = Facts {
                    definition,
                    kind: card.kind,
                    attribute: card.attribute,
                    rank: card.rank,
                    at: card.at.unwrap_or(0),
                    hp: card.hp.unwrap_or(0),
                };
                if card.kind == CardType::Leader {
                    leader[player.index()] = place;
                } else {
                    main[player.index()].push(place);
                }
            }
        }
        let mut matchup = Self {
            settings,
            definitions,
            texts,
            program,
            facts,
            copies: [CardSet::EMPTY; 128],
            number: [0; 128],
            main,
            leader,
            leaders: CardSet::EMPTY,
            souls: CardSet::EMPTY,
            events: CardSet::EMPTY,
            ambushes: CardSet::EMPTY,
            armaments: CardSet::EMPTY,
            realms: CardSet::EMPTY,
            activated: CardSet::EMPTY,
            fast: CardSet::EMPTY,
            moral: CardSet::EMPTY,
            hears: [CardSet::EMPTY; Moment::COUNT],
            ambushes_hear: Default::default(),
            give_at: CardSet::EMPTY,
            give_keywords: CardSet::EMPTY,
            give_effects: CardSet::EMPTY,
            give_activated: CardSet::EMPTY,
            give_fast: CardSet::EMPTY,
            give_hearing: [CardSet::EMPTY; Moment::COUNT],
            brings: Brings::default(),
        };
        matchup.fill_sets();
        Ok(matchup)
    }

    fn fill_sets(&mut self) {
        for card in self.cards().collect::<Vec<_>>() {
            let facts = self.facts[card.index()];
            let copies: CardSet = self
                .cards()
                .filter(|other| {
                    other.owner() == card.owner() && self.facts[other.index()].definition == facts.definition
                })
                .collect();
            self.copies[card.index()] = copies;
            self.number[card.index()] = copies.take_while(|&other| other != card).count() as u8 + 1;
            let set = match facts.kind {
                CardType::Leader => &mut self.leaders,
                CardType::Soul => &mut self.souls,
                CardType::Event => &mut self.events,
                CardType::Ambush => &mut self.ambushes,
                CardType::Armament => &mut self.armaments,
                CardType::Realm => &mut self.realms,
            };
            set.insert(card);
            let text = &self.texts[facts.definition as usize];
            self.moral.set(card, text.moral > 0);
            for &id in &text.effects {
                let effect = &self.program.effects[id.0 as usize];
                if let Some(on) = effect.on {
                    if facts.kind == CardType::Ambush {
                        let known = &mut self.ambushes_hear[on.moment as usize][card.owner().index()];
                        if !known.contains(&id) {
                            known.push(id);
                        }
                    } else {
                        self.hears[on.moment as usize].insert(card);
                    }
                } else if effect.kind == Kind::Activated {
                    self.activated.insert(card);
                    self.fast.set(card, self.fast.has(card) || effect.fast);
                }
            }
            let mut words = text.keywords;
            for rule in &text.rules {
                match rule.gives {
                    Given::Keyword(keyword) => words.add(keyword),
                    Given::Effect(id) => {
                        let effect = &self.program.effects[id.0 as usize];
                        match effect.on {
                            Some(on) => self.give_hearing[on.moment as usize].insert(card),
                            None => self.give_activated.insert(card),
                        }
                        self.give_fast.set(card, effect.fast || self.give_fast.has(card));
                    }
                    Given::At(_) | Given::Hp(_) => {}
                }
                let armament = rule.to == To::Bearer;
                match rule.gives {
                    Given::Effect(_) => self.give_effects.insert(card),
                    Given::At(_) if !armament => self.give_at.insert(card),
                    Given::Keyword(_) if !armament => self.give_keywords.insert(card),
                    Given::At(_) | Given::Hp(_) | Given::Keyword(_) => {}
                }
            }
            self.brings.note(card, words);
            self.brings.gives_unyielding.set(card, self.brings.unyielding.has(card) && words != text.keywords);
        }
        self.souls |= self.leaders;
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
    pub fn text(&self, card: Card) -> &Text {
        &self.texts[self.facts[card.index()].definition as usize]
    }

    /// A compiled effect.
    #[inline]
    pub fn effect(&self, id: EffectId) -> &Compiled {
        &self.program.effects[id.0 as usize]
    }
}

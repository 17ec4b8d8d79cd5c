//! The duels of Cascade that are hashed: the built-in lists against each other and against themselves.

use fixer_ai::eval::cascade::Cascade;
use fixer_ai::registry::{Cheating, build};
use fixer_core::bits::Card;
use fixer_core::cascade::cards::{CardId, CardPool};
use fixer_core::cascade::deck::Deck;
use fixer_core::cascade::deck::builtin::builtin_decks;
use fixer_core::cascade::{Action, MatchUp, Slot, Table};
use fixer_core::chance::mix;

use super::writer::{Depth, Hashed, hash};

/// The lists that meet.
pub struct Duels {
    pub pool: CardPool,
    decks: Vec<Deck>,
}

impl Duels {
    pub fn builtin() -> Self {
        let pool = CardPool::builtin();
        let decks = builtin_decks(&pool).expect("well-formed lists");
        Self { pool, decks }
    }

    /// Plays one duel of an agent against itself: its hash and the cards that were played.
    pub fn play(&self, spec: &str, duel: usize, depth: Depth) -> (u64, Vec<CardId>) {
        let count = self.decks.len();
        let decks = [&self.decks[duel % count], &self.decks[duel / count % count]];
        let cards = MatchUp::new(&self.pool, decks).expect("playable lists");
        let places = std::array::from_fn(|card| {
            let definition = cards.definitions.get(cards.facts[card].definition as usize)?;
            self.pool.find(&definition.id)
        });
        let spec = spec.parse().expect("a well-formed spec");
        let agent = || build(&spec, &Cascade, Cheating::Refused).expect("an honest agent");
        hash(|luck| Table::start(&cards, luck), &places, duel, depth, [agent(), agent()])
    }
}

impl Hashed for Table<'_> {
    fn number(&self, card: Card) -> u8 {
        self.match_up().number[card.index()]
    }

    fn word(action: Action, card: impl Fn(Card) -> u64) -> u64 {
        // An Ambush that is offered has no card.
        let card = |known: Card| known.some().map_or(0, &card);
        let spots = |spots: &[Slot]| spots.iter().fold(0, |word, spot| word << 8 | u64::from(spot.0));
        match action {
            Action::Recruit(x, spot) => mix(&[1, card(x), spot.0.into()]),
            Action::Move(from, to) => mix(&[2, spots(&[from, to])]),
            Action::Attach(x, spot) => mix(&[3, card(x), spot.0.into()]),
            Action::Realm(x) => mix(&[4, card(x)]),
            Action::Set(x) => mix(&[5, card(x)]),
            Action::Use { source, user, effect, targets } => {
                mix(&[6, card(source), card(user), effect.0.into(), spots(&targets)])
            }
            Action::Answer { offer, source, user, targets } => {
                mix(&[7, offer.into(), card(source), card(user), spots(&targets)])
            }
            Action::Trigger { pending, targets } => mix(&[8, pending.into(), spots(&targets)]),
            Action::Attack(from, to) => mix(&[9, spots(&[from, to])]),
            Action::Discard(x) => mix(&[10, card(x)]),
            Action::Put(x, spot) => mix(&[11, card(x), spot.0.into()]),
            Action::Decline => mix(&[12]),
            Action::Pass => mix(&[13]),
            Action::End => mix(&[14]),
            Action::Concede => mix(&[15]),
        }
    }

    /// The Soul, Armament or Realm that comes onto the field, the Event or Ambush that is used.
    fn plays(&self, action: Action) -> Option<Card> {
        match action {
            Action::Recruit(card, _) | Action::Put(card, _) | Action::Attach(card, _) | Action::Realm(card) => {
                Some(card)
            }
            Action::Use { source, .. } | Action::Answer { source, .. } => source.some(),
            _ => None,
        }
    }
}

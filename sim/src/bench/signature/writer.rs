//! Hashes a game of either kind while it is played.

use fixer_ai::registry::Pilot;
use fixer_core::bits::{Card, CardSet};
use fixer_core::chance::{SearchRng, Streams, mix, rng};
use fixer_core::game::{Game, Player};
use fixer_core::pool::CardId;

use super::super::games::play;
use crate::play::Watch;

/// Every so many decisions of a random game a world is sampled and hashed.
const SAMPLED: u64 = 16;

/// What of a game is hashed.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Depth {
    /// What the players do.
    Done,
    /// Also what they are offered and see, and what is sampled for them.
    Offered,
}

/// A game whose actions can be hashed.
pub trait Hashed: Game {
    /// The number of a card among its copies.
    fn number(&self, card: Card) -> u8;

    /// An action as a word; `card` hashes a card.
    fn word(action: Self::Action, card: impl Fn(Card) -> u64) -> u64;

    /// The card that an action plays.
    fn plays(&self, action: Self::Action) -> Option<Card>;
}

/// Plays one game of an agent against itself: its hash and the cards that were played. `places` are those of the
/// match-up's cards in the pool.
pub fn hash<G: Hashed>(
    start: impl FnOnce(&mut Streams) -> G,
    places: &[Option<CardId>; 128],
    game: usize,
    depth: Depth,
    [mut first, mut second]: [Pilot<'_, G>; 2],
) -> (u64, Vec<CardId>) {
    let mut writer = Writer {
        places,
        depth,
        hash: game as u64,
        decisions: 0,
        played: CardSet::EMPTY,
        legal: Vec::new(),
        seen: Vec::new(),
        sampler: rng(mix(&[game as u64, 3])),
    };
    let played = play(start, game as u64, [&mut first, &mut second], &mut Vec::new(), &mut writer);
    let winner = match played.outcome.and_then(|outcome| outcome.winner) {
        Some(Player::A) => 1,
        Some(Player::B) => 2,
        None => 3,
    };
    let hash = mix(&[writer.hash, winner, played.turns.into()]);
    (hash, writer.played.into_iter().filter_map(|card| places[card.index()]).collect())
}

struct Writer<'p, G: Game> {
    places: &'p [Option<CardId>; 128],
    depth: Depth,
    hash: u64,
    decisions: u64,
    /// Cards that were played.
    played: CardSet,
    legal: Vec<G::Action>,
    seen: Vec<u8>,
    sampler: SearchRng,
}

impl<G: Hashed> Writer<'_, G> {
    /// An action, its cards by what they are, whose, and which of their copies.
    fn action(&self, game: &G, action: G::Action) -> u64 {
        G::word(action, |card| {
            let place = self.places[card.index()].map_or(u64::MAX, |place| place.0.into());
            mix(&[place, card.owner() as u64, game.number(card).into()])
        })
    }

    /// Adds what both players see of a position.
    fn look(&mut self, game: &G) {
        self.seen.clear();
        Player::BOTH.into_iter().for_each(|observer| game.observe(observer, &mut self.seen));
        self.hash = mix(&[self.hash, self.seen.len() as u64]);
        for chunk in self.seen.chunks(8) {
            let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.hash = mix(&[self.hash, word]);
        }
    }
}

impl<G: Hashed> Watch<G> for Writer<'_, G> {
    fn decision(&mut self, game: &G, player: Player, action: G::Action) {
        self.hash = mix(&[self.hash, player as u64, self.action(game, action)]);
        if let Some(card) = game.plays(action) {
            self.played.insert(card);
        }
        self.decisions += 1;
        if self.depth == Depth::Done {
            return;
        }
        game.legal_actions(&mut self.legal);
        for at in 0..self.legal.len() {
            self.hash = mix(&[self.hash, self.action(game, self.legal[at])]);
        }
        self.look(game);
        if self.decisions.is_multiple_of(SAMPLED) {
            let mut world = *game;
            world.determinize(player, &mut self.sampler);
            self.look(&world);
        }
    }
}

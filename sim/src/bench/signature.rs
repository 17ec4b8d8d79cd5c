//! One number for the behaviour of the rules and of each agent: it changes if and only if some game of a fixed set goes
//! otherwise. A change of speed keeps it; a change of behaviour commits the new number and says why.
//!
//! The games are played with every built-in list and with lists for the cards that stand in none. Cards are hashed by
//! their place in the order of ids, so that a new name changes nothing.

use std::fmt;

use fixer_core::bits::{Card, CardSet};
use fixer_core::chance::{SearchRng, mix, rng};
use fixer_core::cyberpunk::cards::{CardId, CardPool};
use fixer_core::cyberpunk::deck::Deck;
use fixer_core::cyberpunk::{Action, MatchUp, Table};
use fixer_core::game::{Game, Player};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::games::{agent, covering_lists, play};
use crate::play::Watch;

/// Random games that pin the rules.
const RANDOM_GAMES: usize = 2_000;

/// The search that pins the search: few iterations, so that it is quick.
const SEARCH: &str = "ismcts:24";

/// Every so many decisions of a random game a world is sampled and hashed.
const SAMPLED: u64 = 16;

/// The hashes of behaviour, 16 hexadecimal digits each; nothing where the agent or game does not exist.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// What random players do, are offered and see.
    pub rules: Option<String>,
    /// What `greedy` does.
    pub greedy: Option<String>,
    /// What a search does.
    pub search: Option<String>,
    /// What random players of the second game do.
    pub cascade: Option<String>,
}

impl Signature {
    /// The one that is committed: what this build is called in manifests.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn committed() -> Self {
        serde_json::from_str(include_str!("../../data/signature.json"))
            .expect("the committed signatures are well-formed")
    }

    /// The file's text.
    ///
    /// # Panics
    /// Never: a signature holds nothing that JSON lacks.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a signature holds nothing that JSON lacks") + "\n"
    }

    /// Each hash with the name of what it covers.
    pub fn parts(&self) -> [(&'static str, Option<&str>); 4] {
        [
            ("rules", self.rules.as_deref()),
            ("greedy", self.greedy.as_deref()),
            ("search", self.search.as_deref()),
            ("cascade", self.cascade.as_deref()),
        ]
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, hash)) in self.parts().into_iter().enumerate() {
            let between = if number > 0 { ", " } else { "" };
            write!(f, "{between}{name} {}", hash.unwrap_or("none"))?;
        }
        Ok(())
    }
}

/// Plays the games on all threads and hashes them.
pub fn measure() -> Signature {
    let games = Games::new(CardPool::builtin());
    let hash = |spec, count, depth| Some(format!("{:016x}", games.hash(spec, count, depth).0));
    Signature {
        rules: hash("random", RANDOM_GAMES, Depth::Offered),
        greedy: hash("greedy", games.decks.len(), Depth::Done),
        search: hash(SEARCH, games.decks.len(), Depth::Done),
        cascade: None,
    }
}

/// What of a game is hashed.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Depth {
    /// What the players do.
    Done,
    /// Also what they are offered and see, and what is sampled for them.
    Offered,
}

/// The lists that meet.
struct Games {
    pool: CardPool,
    decks: Vec<Deck>,
}

impl Games {
    fn new(pool: CardPool) -> Self {
        let decks = covering_lists(&pool);
        Self { pool, decks }
    }

    /// Plays so many games of an agent against itself; their hash, and for each card of the pool whether it was played.
    fn hash(&self, spec: &str, count: usize, depth: Depth) -> (u64, Vec<bool>) {
        let games: Vec<_> = (0..count).into_par_iter().map(|game| self.game(spec, game, depth)).collect();
        let mut played = vec![false; self.pool.len()];
        let mut hash = count as u64;
        for (game, cards) in games {
            hash = mix(&[hash, game]);
            cards.into_iter().for_each(|card| played[card.index()] = true);
        }
        (hash, played)
    }

    /// Plays one game: its hash and the cards that were played.
    fn game(&self, spec: &str, game: usize, depth: Depth) -> (u64, Vec<CardId>) {
        // Every list is the first player's in turn, and meets another one in each round.
        let count = self.decks.len();
        let (one, round) = (game % count, game / count);
        let other = (one + 1 + round) % count;
        let cards = MatchUp::new(&self.pool, [&self.decks[one], &self.decks[other]]).expect("playable lists");
        let places = std::array::from_fn(|card| {
            let definition = cards.definitions.get(cards.facts[card].definition as usize)?;
            self.pool.find(&definition.id)
        });
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
        let (mut first, mut second) = (agent(spec), agent(spec));
        let played = play(&cards, game as u64, [&mut first, &mut second], &mut Vec::new(), &mut writer);
        let winner = match played.outcome.and_then(|outcome| outcome.winner) {
            Some(Player::A) => 1,
            Some(Player::B) => 2,
            None => 3,
        };
        let hash = mix(&[writer.hash, winner, played.turns.into()]);
        (hash, writer.played.into_iter().filter_map(|card| places[card.index()]).collect())
    }
}

/// Hashes a game while it is played.
struct Writer {
    /// The place of each card of the match-up in the pool.
    places: [Option<CardId>; 128],
    depth: Depth,
    hash: u64,
    decisions: u64,
    /// Cards that were played, Legends that were called.
    played: CardSet,
    legal: Vec<Action>,
    seen: Vec<u8>,
    sampler: SearchRng,
}

impl Writer {
    /// A card: what it is, whose, and which of its copies.
    fn card(&self, table: &Table<'_>, card: Card) -> u64 {
        let place = self.places[card.index()].map_or(u64::MAX, |place| place.0.into());
        mix(&[place, card.owner() as u64, table.match_up().number[card.index()].into()])
    }

    /// An action as a word.
    fn action(&self, table: &Table<'_>, action: Action) -> u64 {
        let card = |card| self.card(table, card);
        match action {
            Action::Keep => mix(&[1]),
            Action::Mulligan => mix(&[2]),
            Action::Roll(die) => mix(&[3, die.index() as u64]),
            Action::Sell(x) => mix(&[4, card(x)]),
            Action::Call(place) => mix(&[5, place.into()]),
            Action::Play(x) => mix(&[6, card(x)]),
            Action::PlayOn(x, host) => mix(&[7, card(x), card(host)]),
            Action::Solo(x) => mix(&[8, card(x)]),
            Action::Use(x, nth) => mix(&[9, card(x), nth.into()]),
            Action::Attack(x, target) => mix(&[10, card(x), card(target)]),
            Action::AttackGigs(x) => mix(&[11, card(x)]),
            Action::End => mix(&[12]),
            Action::Block(x) => mix(&[13, card(x)]),
            Action::Pass => mix(&[14]),
            Action::Pay(places) => mix(&[15, places.into()]),
            Action::Resolve(x, nth) => mix(&[16, card(x), nth.into()]),
            Action::Choose(x) => mix(&[17, card(x)]),
            Action::ChoosePlace(place) => mix(&[18, place.into()]),
            Action::ChooseDie(die) => mix(&[19, die.index() as u64]),
            Action::ChooseNumber(number) => mix(&[20, number as u64]),
            Action::ChooseType(kind) => mix(&[21, kind as u64]),
            Action::ChooseNone => mix(&[22]),
            Action::Yes => mix(&[23]),
            Action::No => mix(&[24]),
            Action::Concede => mix(&[25]),
        }
    }

    /// Adds what both players see of a position.
    fn look(&mut self, table: &Table<'_>) {
        self.seen.clear();
        Player::BOTH.into_iter().for_each(|observer| table.observe(observer, &mut self.seen));
        self.hash = mix(&[self.hash, self.seen.len() as u64]);
        for chunk in self.seen.chunks(8) {
            let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.hash = mix(&[self.hash, word]);
        }
    }
}

impl Watch<Table<'_>> for Writer {
    fn decision(&mut self, table: &Table<'_>, player: Player, action: Action) {
        self.hash = mix(&[self.hash, player as u64, self.action(table, action)]);
        match action {
            Action::Play(card) | Action::PlayOn(card, _) | Action::Solo(card) => self.played.insert(card),
            Action::Call(place) => self.played.insert(table.state.places[player.index()][place as usize]),
            _ => {}
        }
        self.decisions += 1;
        if self.depth == Depth::Done {
            return;
        }
        table.legal_actions(&mut self.legal);
        for at in 0..self.legal.len() {
            self.hash = mix(&[self.hash, self.action(table, self.legal[at])]);
        }
        self.look(table);
        if self.decisions.is_multiple_of(SAMPLED) {
            let mut world = *table;
            world.determinize(player, &mut self.sampler);
            self.look(&world);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaviour_is_as_committed() {
        let found = measure();
        assert!(
            found == Signature::committed(),
            "behaviour has changed: {found}\nIf that is meant, say why in the commit and run\n  \
             cargo run --release -- bench --signature > signature.json && mv signature.json sim/data/"
        );
    }

    #[test]
    fn every_card_with_a_program_is_played() {
        let games = Games::new(CardPool::builtin());
        let (_, played) = games.hash("random", RANDOM_GAMES, Depth::Done);
        let missed: Vec<&str> = games
            .pool
            .iter()
            .filter(|(id, card)| card.abilities.is_some() && !played[id.index()])
            .map(|(_, card)| card.id.as_str())
            .collect();
        assert!(missed.is_empty(), "never played: {missed:?}");
    }

    #[test]
    fn each_game_counts() {
        let games = Games::new(CardPool::builtin());
        let one = games.game("random", 0, Depth::Offered);
        assert_eq!(one, games.game("random", 0, Depth::Offered));
        assert_ne!(one.0, games.game("random", 1, Depth::Offered).0);
        assert_ne!(games.hash("random", 3, Depth::Done).0, games.hash("random", 4, Depth::Done).0);
    }
}

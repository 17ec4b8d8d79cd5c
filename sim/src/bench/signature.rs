//! One number for the behaviour of the rules and of each agent: it changes if and only if some game of a fixed set goes
//! otherwise. A change of speed keeps it; a change of behaviour commits the new number and says why.
//!
//! The games are played with every built-in list and with lists for the cards that stand in none. Cards are hashed by
//! their place in the order of ids, so that a new name changes nothing.

mod cascade;
mod cyberpunk;
mod writer;

use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use fixer_core::chance::mix;
use writer::Depth;

/// Random games that pin the rules.
const RANDOM_GAMES: usize = 2_000;

/// The search that pins the search: few iterations, so that it is quick.
const SEARCH: &str = "ismcts:24";

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
    let (games, duels) = (cyberpunk::Games::builtin(), cascade::Duels::builtin());
    let hash = |spec, count, depth| Some(hash_of(count, |game| games.play(spec, game, depth).0));
    Signature {
        rules: hash("random", RANDOM_GAMES, Depth::Offered),
        greedy: hash("greedy", games.lists(), Depth::Done),
        search: hash(SEARCH, games.lists(), Depth::Done),
        cascade: Some(hash_of(RANDOM_GAMES, |duel| duels.play("random", duel, Depth::Offered).0)),
    }
}

/// The hash of so many games, which are played on all threads.
fn hash_of(count: usize, play: impl Fn(usize) -> u64 + Send + Sync) -> String {
    let games: Vec<u64> = (0..count).into_par_iter().map(play).collect();
    let hash = games.into_iter().fold(count as u64, |hash, game| mix(&[hash, game]));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fixer_core::cascade::cards::CardType;
    use fixer_core::pool::CardId;

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
        let (games, duels) = (cyberpunk::Games::builtin(), cascade::Duels::builtin());
        let played = |play: &(dyn Fn(usize) -> Vec<CardId> + Send + Sync)| {
            (0..RANDOM_GAMES).into_par_iter().flat_map_iter(play).collect::<BTreeSet<_>>()
        };
        let in_games = played(&|game| games.play("random", game, Depth::Done).1);
        let programmed = games.pool.iter().filter(|(_, card)| card.abilities.is_some());
        let missed: Vec<&str> =
            programmed.filter(|(id, _)| !in_games.contains(id)).map(|(_, card)| card.id.as_str()).collect();
        assert!(missed.is_empty(), "never played: {missed:?}");
        let in_duels = played(&|duel| duels.play("random", duel, Depth::Done).1);
        let playable = duels.pool.iter().filter(|(_, card)| card.kind != CardType::Leader);
        let missed: Vec<&str> =
            playable.filter(|(id, _)| !in_duels.contains(id)).map(|(_, card)| card.id.as_str()).collect();
        assert!(missed.is_empty(), "never played: {missed:?}");
    }

    #[test]
    fn each_game_counts() {
        let (games, duels) = (cyberpunk::Games::builtin(), cascade::Duels::builtin());
        let one = games.play("random", 0, Depth::Offered);
        assert_eq!(one, games.play("random", 0, Depth::Offered));
        assert_ne!(one.0, games.play("random", 1, Depth::Offered).0);
        assert_ne!(hash_of(3, |game| game as u64), hash_of(4, |game| game as u64));
        let one = duels.play("random", 0, Depth::Offered);
        assert_eq!(one, duels.play("random", 0, Depth::Offered));
        assert_ne!(one.0, duels.play("random", 1, Depth::Offered).0);
    }
}

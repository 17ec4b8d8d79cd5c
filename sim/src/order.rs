//! The order of a race or of tuning: everything that decides the result of a run in stages.
//!
//! Each stage is a plan of its own, with a journal of its own: candidates against opponents. Which candidates are in it
//! follows from the stages before, so the same order gives the same stages. Candidates share their deals: the first
//! deck of the order is the base of them all.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::plan::{DeckEntry, Engine, Kind, PairingEntry, Plan};

/// What decides the result of a run in stages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The version of the form: [`crate::plan::SCHEMA`].
    pub schema: u32,
    /// `race` or `tune`.
    pub command: String,
    /// Which game.
    pub game: String,
    /// The hash of the card data.
    pub card_hash: String,
    /// The master seed.
    pub seed: u64,
    /// Whether the two games of a pair share their luck.
    pub paired: bool,
    /// Decisions after which a game is capped.
    pub decision_cap: u32,
    /// The agent of all decks.
    pub agent: String,
    /// Cards that stay in the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
    /// Numbers of games and the like, by name.
    pub numbers: BTreeMap<String, u64>,
    /// Which build plays.
    pub engine: Engine,
    /// The candidates at the beginning.
    pub decks: Vec<DeckEntry>,
    /// The opponents.
    pub against: Vec<DeckEntry>,
}

/// A stage: its plan, and where in it which candidate meets which opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// What is played.
    pub plan: Plan,
    /// Per opponent and candidate the pairing's number; nothing where a deck would meet itself, which is even.
    pub at: Vec<Vec<Option<usize>>>,
}

impl Order {
    /// The first thing in which two orders differ, in words; nothing if they are the same.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let both = |what: &str, one: &str, two: &str| (one != two).then(|| format!("{what} {one} against {two}"));
        both("command", &self.command, &other.command)
            .or_else(|| both("engine", &self.engine.name(), &other.engine.name()))
            .or_else(|| both("card data", &self.card_hash, &other.card_hash))
            .or_else(|| both("seed", &self.seed.to_string(), &other.seed.to_string()))
            .or_else(|| both("agent", &self.agent, &other.agent))
            .or_else(|| {
                let differing = self.numbers.iter().find(|(name, number)| other.numbers.get(*name) != Some(number));
                let (name, number) = differing?;
                let theirs = other.numbers.get(name).map_or_else(|| "none".to_owned(), u64::to_string);
                Some(format!("{number} {name} against {theirs}"))
            })
            .or_else(|| (self.decks != other.decks || self.against != other.against).then(|| "other decks".to_owned()))
            .or_else(|| (self != other).then(|| "other settings".to_owned()))
    }

    /// The stage in which these candidates play the pairs `pairs` against each opponent.
    pub fn stage(&self, candidates: &[DeckEntry], pairs: std::ops::Range<u64>) -> Stage {
        let base = self.decks.first().map(|deck| deck.hash.clone());
        let variant = |deck: &DeckEntry| DeckEntry { base: base.clone(), ..deck.clone() };
        let mut pairings = Vec::new();
        let at = self.against.iter().enumerate().map(|(opponent, against)| {
            let row = candidates.iter().enumerate().map(|(candidate, deck)| {
                (deck.hash != against.hash).then(|| {
                    pairings.push(PairingEntry { decks: [candidate, candidates.len() + opponent], agents: [0, 0] });
                    pairings.len() - 1
                })
            });
            row.collect()
        });
        let at = at.collect();
        let plan = Plan {
            schema: self.schema,
            kind: Kind::Stage,
            game: self.game.clone(),
            card_hash: self.card_hash.clone(),
            seed: self.seed,
            paired: self.paired,
            first_pair: pairs.start,
            pairs: pairs.end - pairs.start,
            decision_cap: self.decision_cap,
            per_game: true,
            engine: self.engine.clone(),
            sprt: None,
            agents: vec![self.agent.clone()],
            decks: candidates.iter().map(variant).chain(self.against.iter().cloned()).collect(),
            shares: Vec::new(),
            pairings,
        };
        Stage { plan, at }
    }
}

impl Stage {
    /// The half points of each candidate in a deal against an opponent, from those of the pairings.
    pub fn points<'p>(&'p self, opponent: usize, of_pairings: &'p [u8]) -> impl Iterator<Item = u8> + 'p {
        // A pair against itself is even.
        self.at[opponent].iter().map(|pairing| pairing.map_or(2, |pairing| of_pairings[pairing]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::sample;

    fn order() -> Order {
        let plan = sample();
        Order {
            schema: plan.schema,
            command: "race".to_owned(),
            game: plan.game,
            card_hash: plan.card_hash,
            seed: 1,
            paired: true,
            decision_cap: plan.decision_cap,
            agent: "random".to_owned(),
            keep: Vec::new(),
            numbers: BTreeMap::from([("games".to_owned(), 128)]),
            engine: plan.engine,
            decks: plan.decks.clone(),
            against: plan.decks,
        }
    }

    #[test]
    fn candidates_share_their_deals_and_meet_all_others() {
        let order = order();
        let stage = order.stage(&order.decks, 64..192);
        assert_eq!(stage.plan.check(), Ok(()));
        assert_eq!((stage.plan.first_pair, stage.plan.pairs), (64, 128));
        assert_eq!(stage.at, [[None, Some(0)], [Some(1), None]]);
        let luck = stage.plan.luck().unwrap();
        assert_eq!((luck.bases[0], luck.bases[2]), (luck.bases[1], luck.bases[0]));
        assert_ne!(luck.bases[2], luck.bases[3]);
        assert_eq!(stage.points(0, &[4, 1]).collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn orders_say_how_they_differ() {
        let one = order();
        assert_eq!(one.difference(&one), None);
        let mut two = order();
        two.numbers.insert("games".to_owned(), 256);
        assert_eq!(one.difference(&two).as_deref(), Some("128 games against 256"));
        two.seed = 3;
        assert_eq!(one.difference(&two).as_deref(), Some("seed 1 against 3"));
        assert_eq!(toml::from_str::<Order>(&toml::to_string(&two).unwrap()).unwrap(), two);
    }
}

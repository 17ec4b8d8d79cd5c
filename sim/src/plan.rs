//! A plan: everything that decides a result. It is what a manifest states and what shards of a tournament share.

use std::collections::BTreeMap;

use fixer_core::chance::mix_text;
use serde::{Deserialize, Serialize};

use crate::bench::signature::Signature;
use crate::contest::{Pairing, Swap};
use crate::pairs::Luck;
use crate::schedule::{Schedule, Shard};

/// The version of the form of plans, manifests and journals.
pub const SCHEMA: u32 = 1;

/// What kind of tournament it is: which tables are made of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One match-up.
    Sim,
    /// Decks against decks.
    Matrix,
    /// Agents against agents.
    Ladder,
    /// A part of a race or of tuning: candidates, which share their deals, against opponents.
    Stage,
}

/// Which build of the engine plays: its version and the signatures of its behaviour, null where not yet known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// The crates' version.
    pub version: String,
    /// A hash of behaviour by the name of what it covers: `rules`, `greedy` ...; empty where none is known.
    #[serde(default)]
    pub signature: BTreeMap<String, String>,
}

impl Engine {
    /// This build, by the committed signatures: a test makes sure that they are its own.
    pub fn this() -> Self {
        let known = Signature::committed();
        let known = known.parts().into_iter().filter_map(|(name, hash)| Some((name.to_owned(), hash?.to_owned())));
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), signature: known.collect() }
    }
}

/// A deck as a plan holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckEntry {
    /// The name in tables.
    pub name: String,
    /// 12 hexadecimal digits of the list's hash: what tables join on.
    pub id: String,
    /// The whole hash, 16 hexadecimal digits.
    pub hash: String,
    /// The hash of the deck whose deals it shares, where that is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The rules of deck construction it is made for.
    pub rules: String,
    /// Its Legends, by id; cards of the second game's leader zone likewise.
    pub legends: Vec<String>,
    /// Its other cards: number of copies by id, in slot order. A variant's new card lies in the slot of the one that it
    /// replaces, so a card may stand in two places.
    pub cards: Vec<(String, u8)>,
}

/// A pairing as a plan holds it: numbers of decks and agents.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingEntry {
    /// The two decks.
    pub decks: [usize; 2],
    /// The two agents.
    pub agents: [usize; 2],
}

/// A sequential test that may end a run early.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopping {
    /// Normalized Elo of H0.
    pub elo0: f64,
    /// Normalized Elo of H1.
    pub elo1: f64,
    /// The probability of a false H1.
    pub alpha: f64,
    /// The probability of a false H0.
    pub beta: f64,
}

/// Everything that decides a result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What kind of tournament.
    pub kind: Kind,
    /// Which game: `cyberpunk` or `cascade`.
    pub game: String,
    /// The hash of the card data, 16 hexadecimal digits.
    pub card_hash: String,
    /// The master seed, 0 to 2^63 - 1 (what TOML can hold).
    pub seed: u64,
    /// Whether the two games of a pair share their luck.
    pub paired: bool,
    /// The number of the first pair of each pairing.
    #[serde(default)]
    pub first_pair: u64,
    /// Pairs of each pairing.
    pub pairs: u64,
    /// Decisions after which a game is capped.
    pub decision_cap: u32,
    /// Whether `games.csv` is written.
    pub per_game: bool,
    /// Which build plays.
    pub engine: Engine,
    /// What ends the run early, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Stopping>,
    /// The agents with all their options.
    pub agents: Vec<String>,
    /// The decks.
    pub decks: Vec<DeckEntry>,
    /// Each deck's share of the field for which the decks are ranked; empty: equal shares of all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<f64>,
    /// Who meets whom.
    pub pairings: Vec<PairingEntry>,
}

/// A plan can't be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Another version of the form.
    #[error("schema {0}, this build reads {SCHEMA}")]
    Schema(u32),
    /// A pairing names a deck or an agent that is not there.
    #[error("pairing {pairing} names {what} {number}, but there are {count}")]
    Missing {
        /// The pairing's number, from 0.
        pairing: usize,
        /// `deck` or `agent`.
        what: &'static str,
        /// The number named.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// Nothing to play.
    #[error("it holds {0}; expected at least 1")]
    Empty(&'static str),
    /// A hash is not 16 hexadecimal digits.
    #[error("deck `{deck}` has the hash `{hash}`; expected 16 hexadecimal digits")]
    Hash {
        /// The deck's name.
        deck: String,
        /// What stands there.
        hash: String,
    },
    /// Shares of a field that are none.
    #[error("{shares} shares of the field for {decks} decks; expected one a deck, none negative, not all 0")]
    Shares {
        /// How many shares there are.
        shares: usize,
        /// How many decks.
        decks: usize,
    },
    /// Too much to count.
    #[error("{0} pairs a pairing; expected at most 1000000000000")]
    TooMany(u64),
}

/// No plan plays more pairs of a pairing than this.
const MOST_PAIRS: u64 = 1_000_000_000_000;

impl Plan {
    /// Whether the plan is sound in itself.
    ///
    /// # Errors
    /// The first thing that is not.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.schema != SCHEMA {
            return Err(PlanError::Schema(self.schema));
        }
        if self.pairs == 0 {
            return Err(PlanError::Empty("0 pairs"));
        }
        if self.pairs > MOST_PAIRS {
            return Err(PlanError::TooMany(self.pairs));
        }
        let sound = |share: &f64| share.is_finite() && *share >= 0.0;
        if !self.shares.is_empty()
            && (self.shares.len() != self.decks.len()
                || !self.shares.iter().all(sound)
                || self.shares.iter().sum::<f64>() <= 0.0)
        {
            return Err(PlanError::Shares { shares: self.shares.len(), decks: self.decks.len() });
        }
        if self.pairings.is_empty() {
            return Err(PlanError::Empty("0 pairings"));
        }
        for (pairing, entry) in self.pairings.iter().enumerate() {
            for (what, numbers, count) in
                [("deck", entry.decks, self.decks.len()), ("agent", entry.agents, self.agents.len())]
            {
                if let Some(number) = numbers.into_iter().find(|&number| number >= count) {
                    return Err(PlanError::Missing { pairing, what, number, count });
                }
            }
        }
        self.bases().map(|_| ())
    }

    /// The hash that decides each deck's deals.
    fn bases(&self) -> Result<Vec<u64>, PlanError> {
        let of = |deck: &DeckEntry| {
            let hash = deck.base.as_ref().unwrap_or(&deck.hash);
            u64::from_str_radix(hash, 16)
                .ok()
                .filter(|_| hash.len() == 16)
                .ok_or_else(|| PlanError::Hash { deck: deck.name.clone(), hash: hash.clone() })
        };
        self.decks.iter().map(of).collect()
    }

    /// Where luck comes from.
    ///
    /// # Errors
    /// If a deck's hash is none.
    pub fn luck(&self) -> Result<Luck, PlanError> {
        Ok(Luck { master: self.seed, paired: self.paired, bases: self.bases()? })
    }

    /// What the games of a pair exchange.
    pub const fn swap(&self) -> Swap {
        match self.kind {
            Kind::Sim | Kind::Matrix | Kind::Stage => Swap::Sides,
            Kind::Ladder => Swap::Pilots,
        }
    }

    /// The pairings to play, each led by the same side whatever the order in which the sides were named.
    pub fn pairings(&self) -> Vec<Pairing> {
        let agent = |agent: usize| mix_text(&self.agents[agent]);
        let side = |entry: &PairingEntry, side: usize| {
            // A variant sits where its base would.
            let deck = &self.decks[entry.decks[side]];
            let deck = deck.base.as_ref().unwrap_or(&deck.hash);
            match self.swap() {
                Swap::Sides => (deck.as_str(), agent(entry.agents[side])),
                Swap::Pilots => ("", agent(entry.agents[side])),
            }
        };
        self.pairings
            .iter()
            .map(|entry| {
                let second_leads = side(entry, 1) < side(entry, 0);
                Pairing::new(
                    entry.decks,
                    entry.agents,
                    self.swap(),
                    [u64::from(second_leads), u64::from(!second_leads)],
                )
            })
            .collect()
    }

    /// The order of play of a share.
    pub const fn schedule(&self, shard: Shard) -> Schedule {
        Schedule { pairings: self.pairings.len(), from: self.first_pair, pairs: self.pairs, shard }
    }

    /// Names the plan: equal plans have equal hashes.
    ///
    /// # Panics
    /// Never: a plan holds nothing that JSON lacks.
    pub fn hash(&self) -> u64 {
        mix_text(&serde_json::to_string(self).expect("a plan holds nothing that JSON lacks"))
    }

    /// The first thing in which two plans differ, in words; nothing if they are the same.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.engine != other.engine {
            return Some(format!("engine {} against {}", self.engine.name(), other.engine.name()));
        }
        if self.card_hash != other.card_hash {
            return Some(format!("card data {} against {}", self.card_hash, other.card_hash));
        }
        if self.seed != other.seed {
            return Some(format!("seed {} against {}", self.seed, other.seed));
        }
        if self.pairs != other.pairs {
            return Some(format!("{} pairs a pairing against {}", self.pairs, other.pairs));
        }
        if self.agents != other.agents {
            return Some(format!("agents {} against {}", self.agents.join(", "), other.agents.join(", ")));
        }
        if self.decks != other.decks {
            return Some("other decks".to_owned());
        }
        (self != other).then(|| "other pairings or settings".to_owned())
    }
}

impl Engine {
    /// Version and signatures in one line.
    pub fn name(&self) -> String {
        let signatures: Vec<String> = self.signature.iter().map(|(name, hash)| format!("{name} {hash}")).collect();
        if signatures.is_empty() {
            self.version.clone()
        } else {
            format!("{} ({})", self.version, signatures.join(", "))
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A plan of two decks.
    pub fn sample() -> Plan {
        let deck = |name: &str, hash: u64| DeckEntry {
            name: name.to_owned(),
            id: format!("{:012x}", hash >> 16),
            hash: format!("{hash:016x}"),
            base: None,
            rules: "constructed".to_owned(),
            legends: vec!["a".to_owned()],
            cards: vec![("x".to_owned(), 3), ("y".to_owned(), 2)],
        };
        Plan {
            schema: SCHEMA,
            kind: Kind::Sim,
            game: "cyberpunk".to_owned(),
            card_hash: "00000000000000ff".to_owned(),
            seed: 1,
            paired: true,
            first_pair: 0,
            pairs: 100,
            decision_cap: 4_000,
            per_game: false,
            engine: Engine::this(),
            sprt: None,
            agents: vec!["random".to_owned()],
            shares: Vec::new(),
            decks: vec![deck("one", 0x1234_5678_9abc_def0), deck("two", 0x0fff_0000_0000_0001)],
            pairings: vec![PairingEntry { decks: [0, 1], agents: [0, 0] }],
        }
    }

    #[test]
    fn a_plan_survives_toml_and_its_hash_notices_changes() {
        let plan = sample();
        let text = toml::to_string(&plan).unwrap();
        assert_eq!(toml::from_str::<Plan>(&text).unwrap(), plan);
        assert_eq!(toml::from_str::<Plan>(&text).unwrap().hash(), plan.hash());
        let mut other = plan.clone();
        other.decks[0].cards[1].1 = 3;
        assert_ne!(other.hash(), plan.hash());
        assert_eq!(plan.difference(&other).as_deref(), Some("other decks"));
        assert_eq!(plan.difference(&plan), None);
    }

    #[test]
    fn unsound_plans_are_refused() {
        assert_eq!(sample().check(), Ok(()));
        let wrong = |change: fn(&mut Plan)| {
            let mut plan = sample();
            change(&mut plan);
            plan.check().map_err(|error| error.to_string())
        };
        assert_eq!(wrong(|p| p.schema = 9).unwrap_err(), "schema 9, this build reads 1");
        assert_eq!(wrong(|p| p.pairs = 0).unwrap_err(), "it holds 0 pairs; expected at least 1");
        assert!(wrong(|p| p.shares = vec![1.0]).unwrap_err().contains("1 shares of the field for 2 decks"));
        assert!(wrong(|p| p.shares = vec![0.0, 0.0]).is_err() && wrong(|p| p.shares = vec![1.0, -0.5]).is_err());
        assert!(wrong(|p| p.pairs = u64::MAX).is_err() && wrong(|p| p.pairings.clear()).is_err());
        assert_eq!(wrong(|p| p.pairings[0].decks[1] = 2).unwrap_err(), "pairing 0 names deck 2, but there are 2");
        assert!(wrong(|p| p.decks[0].hash = "xyz".to_owned()).unwrap_err().contains("16 hexadecimal digits"));
    }

    #[test]
    fn the_smaller_deck_leads() {
        let mut plan = sample();
        let one = plan.pairings()[0];
        plan.decks.swap(0, 1);
        let two = plan.pairings()[0];
        assert_eq!((one.leads, two.leads), (1, 0));
    }
}

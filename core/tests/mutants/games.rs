//! The games whose cards are changed: where their cards and scenarios are, which parts of a card are its text.

use fixer_core::scenario::Scenario;
use fixer_core::{cascade, cyberpunk};

/// A game.
pub trait Subject {
    /// Its cards.
    type Pool: Sync;
    /// The positions of its scenarios.
    type Layout: for<'de> serde::Deserialize<'de> + Sync;
    /// The folders of its scenarios; the first one holds what is explained.
    const FOLDERS: &'static [&'static str];
    /// The parts of a card that say what it does.
    const TEXT: &'static [&'static str];
    /// Parts of its effects that may be left out.
    const OPTIONAL: &'static [&'static str];

    /// The texts of its card files.
    fn files() -> Vec<&'static str>;
    /// The cards that its scenarios are made of.
    fn pool() -> Self::Pool;
    /// The cards with a changed one; nothing if the loader refuses it.
    fn with(pool: &Self::Pool, file: &str) -> Option<Self::Pool>;
    /// Whether a scenario passes.
    fn passes(scenario: &Scenario<Self::Layout>, pool: &Self::Pool) -> bool;
}

/// The Cyberpunk TCG.
pub struct Cyberpunk;

impl Subject for Cyberpunk {
    type Pool = cyberpunk::cards::CardPool;
    type Layout = cyberpunk::layout::Layout;
    const FOLDERS: &'static [&'static str] = &["cyberpunk", "puzzles"];
    const TEXT: &'static [&'static str] = &["abilities"];
    const OPTIONAL: &'static [&'static str] = &["while", "first", "quick", "may", "free", "onto", "then", "by", "pick"];

    fn files() -> Vec<&'static str> {
        cyberpunk::cards::BUILTIN.iter().map(|&(_, text)| text).collect()
    }

    fn pool() -> Self::Pool {
        Self::Pool::builtin()
    }

    fn with(pool: &Self::Pool, file: &str) -> Option<Self::Pool> {
        let mut changed = pool.clone();
        changed.extend("mutant.ron", file).is_ok().then_some(changed)
    }

    fn passes(scenario: &Scenario<Self::Layout>, pool: &Self::Pool) -> bool {
        matches!(cyberpunk::stage::run(scenario, pool), cyberpunk::stage::Verdict::Passed)
    }
}

/// Cascade.
pub struct Cascade;

impl Subject for Cascade {
    type Pool = cascade::cards::CardPool;
    type Layout = cascade::layout::Layout;
    const FOLDERS: &'static [&'static str] = &["cascade"];
    const TEXT: &'static [&'static str] = &["keywords", "effects"];
    const OPTIONAL: &'static [&'static str] = &[
        "fast",
        "mandatory",
        "limit",
        "turn",
        "game",
        "condition",
        "by",
        "targets",
        "cost",
        "discard",
        "hp",
        "side",
        "reach",
        "attribute",
        "rank_from",
        "wounded",
        "other",
        "captured",
        "same_side_as",
        "behind",
        "free",
        "with",
    ];

    fn files() -> Vec<&'static str> {
        cascade::cards::BUILTIN.iter().map(|&(_, text)| text).collect()
    }

    fn pool() -> Self::Pool {
        let mut pool = Self::Pool::builtin();
        let proofs = include_str!("../scenarios/cascade/proofs.ron");
        pool.extend("proofs.ron", proofs).expect("the cards of the scenarios");
        pool
    }

    fn with(pool: &Self::Pool, file: &str) -> Option<Self::Pool> {
        let mut changed = pool.clone();
        changed.extend("mutant.ron", file).is_ok().then_some(changed)
    }

    fn passes(scenario: &Scenario<Self::Layout>, pool: &Self::Pool) -> bool {
        matches!(cascade::stage::run(scenario, pool), cascade::stage::Verdict::Passed)
    }
}

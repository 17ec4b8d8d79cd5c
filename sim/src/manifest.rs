//! `manifest.json`: what a result is; `run.json`: how it came about.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::schedule::Shard;

/// What has been played of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Whether the plan is played to its end (or a sequential test has decided).
    pub complete: bool,
    /// Games of each pairing.
    pub games: Vec<u64>,
    /// Capped games of each pairing.
    pub capped: Vec<u64>,
    /// The share of the plan that this is, where it is not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// What a result is: the same bytes wherever and however often it was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The plan.
    pub plan: Plan,
    /// What has been played of it.
    pub played: Played,
}

/// The manifest's file name.
pub const MANIFEST: &str = "manifest.json";

/// The file name of the account of a run.
pub const RUN: &str = "run.json";

impl Manifest {
    /// The manifest of what has been played of a share of a plan.
    pub fn new(plan: &Plan, shard: Shard, complete: bool, tallies: &[crate::tally::Tally]) -> Self {
        let played = Played {
            complete,
            games: tallies.iter().map(crate::tally::Tally::games).collect(),
            capped: tallies.iter().map(|tally| tally.capped).collect(),
            shard: (shard != Shard::ALL).then(|| shard.to_string()),
        };
        Self { plan: plan.clone(), played }
    }

    /// The file's text.
    ///
    /// # Panics
    /// Never: a manifest holds nothing that JSON lacks.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest holds nothing that JSON lacks") + "\n"
    }

    /// Reads the manifest of a directory; nothing if there is none that can be read.
    pub fn read(directory: &Path) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(directory.join(MANIFEST)).ok()?).ok()
    }
}

/// A stretch of a run between a start and a stop.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// The command line.
    pub command: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Threads that played.
    pub threads: usize,
    /// Games played in it.
    pub games: u64,
}

/// How a result came about.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Account {
    /// The processor's model, as the operating system tells it.
    pub cpu: String,
    /// The operating system and the kind of processor.
    pub platform: String,
    /// The stretches, in order.
    pub pieces: Vec<Piece>,
}

impl Account {
    /// The account in a directory with room for one more piece, or a new one.
    pub fn of(directory: &Path) -> Self {
        let known = fs::read_to_string(directory.join(RUN)).ok().and_then(|text| serde_json::from_str(&text).ok());
        Self {
            cpu: cpu_model(),
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            ..known.unwrap_or_default()
        }
    }

    /// The file's text.
    ///
    /// # Panics
    /// Never: an account holds nothing that JSON lacks.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("an account holds nothing that JSON lacks") + "\n"
    }
}

/// The processor's model; `unknown` where the operating system does not tell.
pub fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|line| line.starts_with("model name"));
    model.and_then(|line| line.split_once(':')).map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::sample;
    use crate::tally::Tally;

    #[test]
    fn a_manifest_reads_back() {
        let manifest = Manifest::new(&sample(), Shard { index: 1, count: 7 }, true, &[Tally::default()]);
        assert_eq!(serde_json::from_str::<Manifest>(&manifest.text()).unwrap(), manifest);
        assert!(manifest.text().contains("\"shard\": \"2/7\""));
        assert!(!Manifest::new(&sample(), Shard::ALL, true, &[]).text().contains("\"shard\""));
    }
}

//! Runs every scenario file of this game under `tests/scenarios`, and those under `tests/language` with the cards beside them.

use std::path::{Path, PathBuf};

use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::layout::Layout;
use fixer_core::cyberpunk::stage::{Verdict, run};
use fixer_core::scenario::{Scenario, read};

/// Files in the folder of scenarios that are none.
const NO_SCENARIOS: [&str; 2] = ["rules-without-play.toml", "mutants.toml"];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of scenarios")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "toml")
            && !NO_SCENARIOS.iter().any(|name| path.ends_with(name))
        {
            out.push(path);
        }
    }
}

/// Runs the scenarios of folders on a pool of cards; `FIXER_SCENARIO` picks those whose path contains it.
fn all_hold(root: &Path, folders: &[&str], pool: &CardPool) {
    let only = std::env::var("FIXER_SCENARIO").unwrap_or_default();
    let mut paths = Vec::new();
    folders.iter().for_each(|folder| files(&root.join(folder), &mut paths));
    assert!(paths.len() >= 10, "the scenarios are there");
    let mut wrong = Vec::new();
    for path in &paths {
        let name = path.strip_prefix(root).expect("below the root").display().to_string();
        if !name.contains(&only) {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("a readable file");
        let scenario: Scenario<Layout> = match read(&name, &text) {
            Ok(scenario) => scenario,
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        let verdict = std::panic::catch_unwind(|| run(&scenario, pool));
        match verdict {
            Ok(Verdict::Passed) => {}
            Ok(Verdict::Impossible(message)) => wrong.push(format!("{name}: {message}")),
            Ok(Verdict::Failed(failure)) => wrong.push(format!("{name}: {failure}")),
            Err(_) => wrong.push(format!("{name}: panicked")),
        }
    }
    assert!(wrong.is_empty(), "{} of {} scenarios fail:\n{}", wrong.len(), paths.len(), wrong.join("\n"));
}

#[test]
fn every_scenario_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    all_hold(&root, &["cyberpunk", "puzzles"], &CardPool::builtin());
}

/// What the effect language can say and no printed card does: cards of their own, beside the scenarios that play them.
#[test]
fn every_word_holds_that_no_card_says_yet() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let cards = std::fs::read_to_string(root.join("language/cards.ron")).expect("a readable file");
    let mut pool = CardPool::builtin();
    pool.extend("cards.ron", &cards).unwrap_or_else(|error| panic!("{error}"));
    all_hold(&root, &["language"], &pool);
}

/// An `error` step shows that a rule refuses something. What the notation can't read shows nothing of the kind.
#[test]
fn a_text_that_is_no_action_is_not_refused_by_the_rules() {
    let refuse = |text: &str| {
        let file = format!("[state]\nturn = \"A\"\nphase = \"main\"\n[[step]]\nerror = \"{text}\"\n");
        let scenario: Scenario<Layout> = read("errors.toml", &file).unwrap_or_else(|error| panic!("{error}"));
        match run(&scenario, &CardPool::builtin()) {
            Verdict::Failed(failure) => failure.found,
            other => format!("{other:?}"),
        }
    };
    assert_eq!(refuse("pass"), "Passed");
    assert_eq!(refuse("end"), "it is legal, but must be refused");
    for slip in ["atack u1 gigs", "sell nobody", "attack", "call L4", "choose d6 nothing", ""] {
        let found = refuse(slip);
        assert!(found.contains("no action") || found.contains("nothing") || found.contains("L4"), "{slip}: {found}");
    }
}

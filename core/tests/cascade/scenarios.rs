//! Runs every scenario file under `tests/scenarios/cascade`.

use std::path::{Path, PathBuf};

use fixer_core::cascade::layout::Layout;
use fixer_core::cascade::stage::{Verdict, run};
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

#[test]
fn every_scenario_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/cascade");
    let only = std::env::var("FIXER_SCENARIO").unwrap_or_default();
    let mut paths = Vec::new();
    files(&root, &mut paths);
    assert!(!paths.is_empty(), "the scenarios are there");
    let pool = super::games::POOL.clone();
    let mut wrong = Vec::new();
    for path in &paths {
        let name = path.strip_prefix(&root).expect("below the root").display().to_string();
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
        let verdict = std::panic::catch_unwind(|| run(&scenario, &pool));
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
fn keys_that_say_nothing_are_refused() {
    let pool = super::games::POOL.clone();
    for (text, wanted) in [
        ("rolls = [3]\n[A]\n", "`rolls` says nothing here: cascade has no dice"),
        ("[A]\nhand = [{ card = \"gate-warden\", damage = 1 }]", "`damage` says nothing about a card in the hand"),
        ("[A]\ndeck = [{ card = \"gate-warden\", at = \"front-1\" }]", "`at` says nothing about a card in the deck"),
        (
            "[A]\ndiscard = [{ card = \"gate-warden\", frozen = true }]",
            "`frozen` says nothing about a card in the discard",
        ),
        (
            "[A]\nfield = [{ card = \"gate-warden\", at = \"front-1\", shown = true }]",
            "`shown` says nothing about a card on",
        ),
        (
            "[A]\nfield = [{ card = \"gate-warden\", at = \"front-1\", captured = true, damage = 1 }]",
            "`damage` says nothing about a captured Soul",
        ),
    ] {
        let scenario: Scenario<Layout> = read("t.toml", text).unwrap_or_else(|error| panic!("{error}"));
        match run(&scenario, &pool) {
            Verdict::Impossible(message) => assert!(message.contains(wanted), "{text}: {message}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

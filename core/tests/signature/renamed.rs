//! No card in code: with every id, name and subtitle renamed the games are the same, and all scenarios hold.

use std::path::{Path, PathBuf};

use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::layout::Layout;
use fixer_core::cyberpunk::stage::{Verdict, run};
use fixer_core::scenario::{Scenario, read};

use super::rename::Renaming;
use super::{PINNED, signature};

fn scenarios(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of scenarios") {
        let path = entry.expect("an entry").path();
        let lists = ["rules-without-play.toml", "mutants.toml"];
        if path.is_dir() {
            scenarios(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "toml")
            && !lists.iter().any(|name| path.ends_with(name))
        {
            out.push(path);
        }
    }
}

#[test]
fn everything_is_renamed_and_sorts_as_before() {
    let pool = CardPool::builtin();
    let renaming = Renaming::of(&pool);
    let renamed = renaming.pool();
    assert_eq!(renamed.len(), pool.len());
    assert!(renaming.len() > 2 * pool.len() - pool.len() / 2);
    for (old, new) in pool.cards().iter().zip(renamed.cards()) {
        assert!(old.id != new.id && old.name != new.name && (old.subtitle.is_none() || old.subtitle != new.subtitle));
        assert_eq!((old.kind, old.cost, old.power, &old.number), (new.kind, new.cost, new.power, &new.number));
    }
    assert_eq!(renaming.ids_in("play minotaur#2 on x, minotaurs"), "play z075#2 on x, minotaurs");
}

#[test]
fn renamed_cards_play_the_same_games() {
    let renaming = Renaming::of(&CardPool::builtin());
    let pool = renaming.pool();
    assert_eq!(signature(&pool, &renaming.decks(&pool)), PINNED);
}

#[test]
fn renamed_scenarios_hold() {
    let renaming = Renaming::of(&CardPool::builtin());
    let pool = renaming.pool();
    let mut paths = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    ["cyberpunk", "puzzles"].iter().for_each(|folder| scenarios(&root.join(folder), &mut paths));
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        let name = path.display().to_string();
        let text = renaming.ids_in(&std::fs::read_to_string(path).expect("a readable file"));
        let scenario: Result<Scenario<Layout>, _> = read(&name, &text);
        match scenario.map(|scenario| run(&scenario, &pool)) {
            Ok(Verdict::Passed) => {}
            Ok(Verdict::Impossible(message)) => wrong.push(format!("{name}: {message}")),
            Ok(Verdict::Failed(failure)) => wrong.push(format!("{name}: {failure}")),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    assert!(wrong.is_empty(), "{} of {} renamed scenarios fail:\n{}", wrong.len(), paths.len(), wrong.join("\n"));
    println!(
        "{} ids, names and subtitles renamed, {} scenarios hold, the games are the same",
        renaming.len(),
        paths.len()
    );
}

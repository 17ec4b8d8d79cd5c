//! The examples of `docs/notation.md` are true.

use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::layout::Layout;
use fixer_core::cyberpunk::stage::{Verdict, run};
use fixer_core::scenario::{Scenario, read};

#[test]
fn the_scenario_of_the_page_holds() {
    let page = include_str!("../../docs/notation.md");
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("```").map(|(block, _)| block)).collect();
    let scenarios: Vec<&&str> = blocks.iter().filter(|block| block.starts_with("title")).collect();
    assert_eq!((blocks.len(), scenarios.len()), (2, 1));
    let scenario: Scenario<Layout> = read("docs/notation.md", scenarios[0]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run(&scenario, &CardPool::builtin()), Verdict::Passed);
}

#[test]
fn what_can_not_be_or_says_nothing_is_refused() {
    for (text, wanted) in [
        ("[A]\nhand = [{ card = \"minotaur\", spent = true }]", "`spent` says nothing about a card in the hand"),
        ("[A]\ntrash = [{ card = \"minotaur\", lag = true }]", "`lag` says nothing about a card in the trash"),
        ("[A]\nfield = [{ card = \"minotaur\", up = false }]", "`up` says nothing about a card on the field"),
        ("[A]\nfield = [{ card = \"minotaur\", known = [\"B\"] }]", "`known` says nothing about a card on the field"),
        ("[A]\nhand = [\"v-corporate-exile\"]", "v-corporate-exile is a Legend"),
        ("rolls = [7]\n[state]\nphase = \"start\"\n[A]\n[[step]]\ndo = \"roll d6\"", "rolls: a d6 never shows 7"),
    ] {
        let scenario: Scenario<Layout> = read("t.toml", text).unwrap_or_else(|error| panic!("{error}"));
        match run(&scenario, &CardPool::builtin()) {
            Verdict::Impossible(message) => assert!(message.contains(wanted), "{text}: {message}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

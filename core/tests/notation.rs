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

//! Scenario files: read, laid out and run, or refused with a message; never a panic.

#![no_main]

use std::sync::LazyLock;

use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::layout::Layout;
use fixer_core::cyberpunk::stage::run;
use fixer_core::scenario::{Scenario, read};
use libfuzzer_sys::fuzz_target;

static POOL: LazyLock<CardPool> = LazyLock::new(CardPool::builtin);

fuzz_target!(|text: &str| {
    if let Ok(scenario) = read::<Layout>("fuzzed.toml", text) {
        let scenario: Scenario<Layout> = scenario;
        let _ = run(&scenario, &POOL);
    }
});

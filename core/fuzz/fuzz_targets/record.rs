//! Game records: read and replayed, or refused with a message; never a panic. What is read is written and read back.

#![no_main]

use std::sync::LazyLock;

use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::record::replay;
use fixer_core::record::Record;
use libfuzzer_sys::fuzz_target;

static POOL: LazyLock<CardPool> = LazyLock::new(CardPool::builtin);

fuzz_target!(|text: &str| {
    let Ok(record) = Record::read("fuzzed.game.toml", text) else { return };
    let again = Record::read("fuzzed.game.toml", &record.write()).expect("what is written can be read");
    assert_eq!(again.write(), record.write());
    let _ = replay(&record, &POOL);
});

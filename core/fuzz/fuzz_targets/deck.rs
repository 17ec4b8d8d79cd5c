//! Deck files in any of the three forms: read or refused with a message, never a panic; what is read is written and
//! read back as the same deck.

#![no_main]

use std::sync::LazyLock;

use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::Rules;
use fixer_core::cyberpunk::deck::legality::violations;
use fixer_core::cyberpunk::deck::names::Names;
use fixer_core::cyberpunk::deck::read::{Format, read_with};
use fixer_core::cyberpunk::deck::write::write;
use libfuzzer_sys::fuzz_target;

static POOL: LazyLock<CardPool> = LazyLock::new(CardPool::builtin);
static NAMES: LazyLock<Names<'static>> = LazyLock::new(|| Names::new(&POOL));

fuzz_target!(|text: &str| {
    for file in ["list.txt", "list.json", "list.toml"] {
        let Ok(deck) = read_with(file, text, &NAMES) else { continue };
        for rules in Rules::ALL {
            let _ = violations(&deck, &POOL, rules);
        }
        let written = write(&deck, &POOL, Format::Toml);
        let again = read_with("list.toml", &written, &NAMES).expect("what is written can be read");
        assert_eq!((again.legends, again.cards, again.sideboard), (deck.legends, deck.cards, deck.sideboard));
    }
});

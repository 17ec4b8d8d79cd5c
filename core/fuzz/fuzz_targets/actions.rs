//! Action scripts on a game of the starters: a line is an action in the notation, `*N` the N-th legal one. Whatever
//! stands there is done or refused; a refusal changes nothing, and every position is possible.

#![no_main]

use std::sync::LazyLock;

use fixer_core::chance::Streams;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
use fixer_core::cyberpunk::words::Handles;
use fixer_core::cyberpunk::{MatchUp, Table};
use fixer_core::game::Game;
use libfuzzer_sys::fuzz_target;

static CARDS: LazyLock<MatchUp> = LazyLock::new(|| {
    let pool = CardPool::builtin();
    let [a, b] = STARTERS.map(|id| builtin_deck(id, &pool).expect("a built-in list"));
    MatchUp::new(&pool, [&a, &b]).expect("legal lists")
});

fuzz_target!(|script: &str| {
    let mut luck = Streams::new(1);
    let mut table = Table::start(&CARDS, &mut luck);
    let mut legal = Vec::new();
    for line in script.lines().take(200) {
        table.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        let nth = line.strip_prefix('*').and_then(|nth| nth.trim().parse::<usize>().ok());
        let before = table.fingerprint();
        let meant = match nth {
            Some(nth) => Some(legal[nth % legal.len()]),
            None => table.parse_action(line, &Handles::new()).ok(),
        };
        assert_eq!(table.fingerprint(), before);
        if let Some(action) = meant {
            assert!(table.resolve_action(action).is_some());
            table.apply(action, &mut luck);
            table.verify().expect("a possible position");
        }
    }
});

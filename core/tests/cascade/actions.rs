//! Listed is legal is accepted; what is written reads back.

use fixer_core::cascade::words::Handles;
use fixer_core::cascade::{Action, Table};
use fixer_core::chance::rng;
use fixer_core::game::Game;

use super::games::{match_up, walk};
use super::positions::{listed, possible};

/// Every listed action is carried out, and leads to a possible position.
pub fn all_apply(table: &Table<'_>, legal: &[Action], seed: u64) {
    let mut next = Vec::new();
    for &action in legal {
        let mut copy = *table;
        copy.apply(action, &mut rng(seed));
        copy.legal_actions(&mut next);
        possible(&copy, &next);
    }
}

/// Every listed action is written and read back as itself.
pub fn all_read_back(table: &Table<'_>, legal: &[Action]) {
    let handles = Handles::new();
    for &action in legal {
        let text = table.format_action(action);
        let read = table.parse_action(&text, &handles);
        assert_eq!(read.as_ref(), Ok(&action), "`{text}`\n{}", listed(table, legal));
    }
}

#[test]
fn listed_actions_apply_and_read_back() {
    for seed in 0..40 {
        let cards = match_up(seed);
        let mut at = 0;
        walk(&cards, seed, |table, legal| {
            at += 1;
            all_read_back(table, legal);
            if at % 4 == 0 {
                all_apply(table, legal, seed);
            }
        });
    }
}

#[test]
fn nonsense_is_refused_with_words() {
    let cards = match_up(3);
    walk(&cards, 3, |table, legal| {
        if legal.is_empty() {
            return;
        }
        for text in ["", "recruit", "recruit nobody front-1", "atack front-1 front-1", "use front-1 0", "cast x by"] {
            let error = table.parse_action(text, &Handles::new()).expect_err(text).to_string();
            assert!(!error.contains('\n') && error.len() > 10, "{error}");
        }
    });
}

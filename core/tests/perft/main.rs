//! Pinned counts of the ways to play on: a number here changes if and only if a rule, a card or luck does.

use fixer_core::chance::Streams;
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
use fixer_core::cyberpunk::layout::Layout;
use fixer_core::cyberpunk::{MatchUp, Table};
use fixer_core::perft::{divide, perft};
use fixer_core::scenario::{Scenario, read};

/// The counts at depth 1, 2, 3 ... from the position of a scenario file, its steps left aside.
fn counts(name: &str, text: &str, depths: u32) -> Vec<u64> {
    let scenario: Scenario<Layout> = read(name, text).unwrap_or_else(|error| panic!("{error}"));
    let position = scenario.position.build(&CardPool::builtin()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut luck = Streams::new(scenario.seed);
    let mut table = Table::lay_out(position.state, &position.match_up);
    table.go_on(&mut luck);
    let counts: Vec<u64> = (1..=depths).map(|depth| perft(&table, depth, &luck)).collect();
    let divided: u64 = divide(&table, depths, &luck).iter().map(|(_, count)| count).sum();
    assert_eq!(counts.last(), Some(&divided));
    counts
}

macro_rules! pinned {
    ($($name:ident: $counts:expr;)*) => {$(
        #[test]
        fn $name() {
            let name = concat!(stringify!($name), ".toml");
            let counts: &[u64] = &$counts;
            let text = include_str!(concat!(stringify!($name), ".toml"));
            assert_eq!(self::counts(name, text, counts.len() as u32), counts);
        }
    )*};
}

pinned! {
    mulligan: [2, 4, 20, 130, 540, 2_820];
    midgame: [16, 95, 716, 4_227, 23_372];
    attack: [8, 37, 163, 679, 2_531, 9_149];
    overtime: [6, 21, 78, 201, 632];
}

#[test]
fn starters() {
    let pool = CardPool::builtin();
    let [a, b] = STARTERS.map(|id| builtin_deck(id, &pool).expect("a built-in list"));
    let cards = MatchUp::new(&pool, [&a, &b]).expect("legal lists");
    let mut luck = Streams::new(1);
    let table = Table::start(&cards, &mut luck);
    let counts: Vec<u64> = (0..=7).map(|depth| perft(&table, depth, &luck)).collect();
    assert_eq!(counts, [1, 2, 4, 20, 170, 860, 2_980, 14_520]);
}

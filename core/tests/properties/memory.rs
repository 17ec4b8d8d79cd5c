//! A game allocates nothing on the heap from its first decision to its end.
//!
//! Counting needs an allocator of its own, and writing one needs `unsafe`: the crate `allocation-counter` has it, counts
//! thread by thread, and stands in no build but that of these tests.

use allocation_counter::measure;
use fixer_core::chance::{Streams, rng};
use fixer_core::cyberpunk::Table;
use fixer_core::game::{Game, Player};

use super::games::{choose, match_up};

#[test]
fn a_game_after_set_up_allocates_nothing() {
    for seed in 0..40 {
        let cards = match_up(seed);
        let mut luck = Streams::new(seed);
        let mut generator = rng(seed);
        let mut table = Table::start(&cards, &mut luck);
        let mut legal = Vec::with_capacity(4_096);
        let (mut decisions, mut world) = (0, table);
        let found = measure(|| {
            loop {
                table.legal_actions(&mut legal);
                if legal.is_empty() {
                    break;
                }
                world = table;
                world.determinize(Player::BOTH[decisions % 2], &mut generator);
                decisions += 1;
                table.apply(choose(&legal, seed % 2 == 0, &mut generator), &mut luck);
            }
        });
        assert_eq!(found.count_total, 0, "{decisions} decisions of the game with seed {seed}: {found:?}");
        assert!(decisions > 2);
    }
}

#[test]
fn an_allocation_is_noticed() {
    assert!(measure(|| drop(std::hint::black_box(vec![1u8; 100]))).count_total > 0);
}

//! One number for the behaviour of the rules: it changes if and only if some duel of a fixed set is played, offered or
//! seen differently. A change of speed keeps it; a change of rules or cards pins the new number and says why.

use fixer_core::cascade::Table;
use fixer_core::chance::{Streams, below, mix, mix_text, rng};
use fixer_core::game::{Game, Player, Status};
use fixer_core::perft::perft;

use super::games::builtin;

/// How many duels.
const DUELS: u64 = 1_000;

fn mix_bytes(hash: u64, bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(mix(&[hash, bytes.len() as u64]), |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(&[hash, u64::from_le_bytes(word)])
    })
}

/// Hashes every action of the duels, how many were legal, what both players saw, and a sampled world now and then.
#[test]
fn a_thousand_random_duels_are_played_as_ever() {
    let (mut played, mut sampled, mut decisions) = (0, 0, 0);
    let (mut legal, mut seen) = (Vec::new(), Vec::new());
    for duel in 0..DUELS {
        let cards = builtin(duel);
        let mut luck = Streams::new(duel);
        let mut chooser = rng(mix(&[duel, 2]));
        let mut table = Table::start(&cards, &mut luck);
        while let Status::Decide(player, kind) = table.status() {
            table.legal_actions(&mut legal);
            let action = legal[below(&mut chooser, legal.len() as u32) as usize];
            let text = mix_text(&format!("{player:?} {kind:?} {action:?}"));
            played = mix(&[played, text, legal.len() as u64]);
            seen.clear();
            Player::BOTH.into_iter().for_each(|observer| table.observe(observer, &mut seen));
            played = mix_bytes(played, &seen);
            if decisions % 16 == 0 {
                let mut world = table;
                world.determinize(player, &mut chooser);
                seen.clear();
                Player::BOTH.into_iter().for_each(|observer| world.observe(observer, &mut seen));
                sampled = mix_bytes(sampled, &seen);
            }
            decisions += 1;
            table.apply(action, &mut luck);
        }
        played = mix_text(&format!("{played} {:?}", table.status()));
    }
    assert_eq!((decisions, played, sampled), (191_679, 40_676_119_351_484_218, 8_362_407_533_118_149_311));
}

#[test]
fn so_many_ways_to_play_on() {
    let cards = builtin(1);
    let mut luck = Streams::new(1);
    let table = Table::start(&cards, &mut luck);
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&table, depth, &luck)).collect();
    assert_eq!(counts, [2, 69, 220, 922]);
}

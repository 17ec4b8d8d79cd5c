//! Work of a fixed amount, to be counted in instructions: `instructions LISTS WHAT` does it once and prints how many
//! operations it was. The functions named `counted_…` are the operations and nothing else; `scripts/instructions` lets
//! callgrind count inside them alone.
//!
//! Unlike times, counts are the same on a loaded machine: they are committed and compared.

use std::hint::black_box;

use fixer_ai::registry::Pilot;
use fixer_core::chance::{SearchRng, rng};
use fixer_core::cyberpunk::{Action, MatchUp, State, Table};
use fixer_core::game::Game;
use fixer_sim::bench::games::{Position, agent, all_lists, play, positions, starters};

/// Random games that are counted: enough that one more or less moves no digit that matters.
const GAMES: u64 = 400;

#[inline(never)]
fn counted_clone(from: &State, to: &mut State) {
    *to = *black_box(from);
}

#[inline(never)]
fn counted_legal(table: &Table<'_>, legal: &mut Vec<Action>) {
    table.legal_actions(legal);
}

#[inline(never)]
fn counted_apply(table: &mut Table<'_>, action: Action, luck: &mut SearchRng) {
    table.apply(action, luck);
}

#[inline(never)]
fn counted_determinize(position: &mut Position<'_>, sampler: &mut SearchRng) {
    position.table.determinize(position.player, sampler);
}

#[inline(never)]
fn counted_game<'m>(
    cards: &'m MatchUp,
    seed: u64,
    agents: &mut [Pilot<'m, Table<'m>>; 2],
    legal: &mut Vec<Action>,
) -> u32 {
    let [one, other] = agents;
    play(cards, seed, [one, other], legal, &mut ()).decisions.iter().sum()
}

/// Does the work and says how many operations it was; `None` if there is no such work.
fn run(match_ups: &[MatchUp], what: &str) -> Option<u64> {
    let positions = positions(match_ups);
    let mut legal = Vec::with_capacity(256);
    let mut luck = rng(1);
    match what {
        "clone" => {
            let mut state = positions[0].table.state;
            for position in &positions {
                counted_clone(&position.table.state, &mut state);
                black_box(&mut state);
            }
        }
        "legal" => positions.iter().for_each(|position| counted_legal(&position.table, &mut legal)),
        "apply" => {
            for position in &positions {
                let mut table = position.table;
                counted_apply(&mut table, position.action, &mut luck);
            }
        }
        "determinize" => {
            for mut position in positions.iter().copied() {
                counted_determinize(&mut position, &mut luck);
            }
        }
        "random-game" => {
            let mut agents = [agent("random"), agent("random")];
            for seed in 0..GAMES {
                black_box(counted_game(&match_ups[seed as usize % match_ups.len()], seed, &mut agents, &mut legal));
            }
            return Some(GAMES);
        }
        _ => return None,
    }
    Some(positions.len() as u64)
}

fn main() {
    // `cargo bench` runs every target and says so; there is nothing to time here.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let [lists, what] = words.as_slice() else {
        println!("instructions are counted by scripts/instructions");
        return;
    };
    let match_ups = if lists == "starters" { starters().to_vec() } else { all_lists() };
    let Some(operations) = run(&match_ups, what) else {
        eprintln!("error: {what}: expected clone, legal, apply, determinize or random-game");
        std::process::exit(2);
    };
    println!("{operations}");
}

//! Work of a fixed amount, to be counted in instructions: `instructions LISTS WHAT` does it once and prints how many
//! operations it was. The functions named `counted_…` are the operations and nothing else; `scripts/instructions` lets
//! callgrind count inside them alone.
//!
//! Unlike times, counts are the same on a loaded machine: they are committed and compared.

use std::hint::black_box;

use fixer_ai::agent::GameKey;
use fixer_ai::registry::Pilot;
use fixer_core::chance::{SearchRng, rng};
use fixer_core::cyberpunk::{Action, MatchUp, State, Table};
use fixer_core::game::Game;
use fixer_sim::bench::games::{Position, agent, all_lists, play, positions, starters};

/// Random games that are counted: enough that one more or less moves no digit that matters.
const GAMES: u64 = 400;

/// Iterations of a search that is counted.
const ITERATIONS: u64 = 100;

/// Every so many positions one is searched.
const APART: usize = 8;

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

#[inline(never)]
fn counted_decision<'m>(position: &Position<'m>, searcher: &mut Pilot<'m, Table<'m>>, legal: &[Action]) -> Action {
    searcher.decide(&position.table, position.player, legal)
}

/// Games of an agent against itself.
fn games_of(spec: &str, games: u64, match_ups: &[MatchUp]) -> u64 {
    let mut agents = [agent(spec), agent(spec)];
    let mut legal = Vec::with_capacity(256);
    for seed in 0..games {
        black_box(counted_game(&match_ups[seed as usize % match_ups.len()], seed, &mut agents, &mut legal));
    }
    games
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
        "random-game" => return Some(games_of("random", GAMES, match_ups)),
        "greedy-game" => return Some(games_of("greedy", GAMES / 10, match_ups)),
        "greedy-one-world" => return Some(games_of("greedy+worlds=1+guard=0", GAMES / 10, match_ups)),
        "iteration" => {
            let mut searcher = agent(&format!("ismcts:{ITERATIONS}"));
            let mut searched = 0;
            for (at, position) in positions.iter().enumerate().step_by(APART) {
                position.table.legal_actions(&mut legal);
                // Where there is one action nothing is searched.
                if legal.len() > 1 {
                    searcher.begin(position.player, GameKey(at as u64));
                    black_box(counted_decision(position, &mut searcher, &legal));
                    searched += ITERATIONS;
                }
            }
            return Some(searched);
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
        eprintln!(
            "error: {what}: expected one of clone, legal, apply, determinize, random-game, greedy-game, greedy-one-world, iteration"
        );
        std::process::exit(2);
    };
    println!("{operations}");
}

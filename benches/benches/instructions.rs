//! Work of a fixed amount, to be counted in instructions: `instructions LISTS WHAT` does it once and prints how many
//! operations it was. The functions named `counted_…` are the operations and nothing else; `scripts/instructions` lets
//! callgrind count inside them alone.
//!
//! Unlike times, counts are the same on a loaded machine: they are committed and compared.

use std::hint::black_box;

use fixer_ai::agent::GameKey;
use fixer_ai::registry::{Cheating, Pilot};
use fixer_core::chance::{SearchRng, Streams, rng};
use fixer_core::game::Game;
use fixer_core::{cascade, cyberpunk};
use fixer_sim::bench::games::{Position, agent, all_lists, duels, play, positions, starters};
use fixer_sim::tournament::Tournament;

/// Random games that are counted: enough that one more or less moves no digit that matters.
const GAMES: u64 = 400;

/// Iterations of a search that is counted.
const ITERATIONS: u64 = 100;

/// Every so many positions one is searched.
const APART: usize = 8;

#[inline(never)]
fn counted_clone<S: Copy>(from: &S, to: &mut S) {
    *to = *black_box(from);
}

#[inline(never)]
fn counted_legal<G: Game>(table: &G, legal: &mut Vec<G::Action>) {
    table.legal_actions(legal);
}

#[inline(never)]
fn counted_apply<G: Game>(table: &mut G, action: G::Action, luck: &mut SearchRng) {
    table.apply(action, luck);
}

#[inline(never)]
fn counted_determinize<G: Game>(position: &mut Position<G>, sampler: &mut SearchRng) {
    position.table.determinize(position.player, sampler);
}

#[inline(never)]
fn counted_game<G: Game>(
    start: impl FnOnce(&mut Streams) -> G,
    seed: u64,
    agents: &mut [Pilot<'_, G>; 2],
    legal: &mut Vec<G::Action>,
) -> u32 {
    let [one, other] = agents;
    play(start, seed, [one, other], legal, &mut ()).decisions.iter().sum()
}

#[inline(never)]
fn counted_decision<G: Game>(position: &Position<G>, searcher: &mut Pilot<'_, G>, legal: &[G::Action]) -> G::Action {
    searcher.decide(&position.table, position.player, legal)
}

/// Does the work and says how many operations it was; `None` if there is no such work. `state` is what a search copies.
fn run<'p, G: Game, S: Copy>(
    start: impl Fn(u64, &mut Streams) -> G,
    state: impl Fn(&G) -> &S,
    agent: impl Fn(&str) -> Pilot<'p, G>,
    what: &str,
) -> Option<u64> {
    let positions = positions(&start);
    let games_of = |spec: &str, games: u64| {
        let mut agents = [agent(spec), agent(spec)];
        let mut legal = Vec::with_capacity(256);
        for seed in 0..games {
            black_box(counted_game(|luck| start(seed, luck), seed, &mut agents, &mut legal));
        }
        games
    };
    let mut legal = Vec::with_capacity(256);
    let mut luck = rng(1);
    match what {
        "clone" => {
            let mut copy = *state(&positions[0].table);
            for position in &positions {
                counted_clone(state(&position.table), &mut copy);
                black_box(&mut copy);
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
        "random-game" => return Some(games_of("random", GAMES)),
        "greedy-game" => return Some(games_of("greedy", GAMES / 10)),
        "greedy-one-world" => return Some(games_of("greedy+worlds=1+guard=0", GAMES / 10)),
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

/// An agent of Cascade.
fn duelist<'m>(spec: &str) -> Pilot<'m, cascade::Table<'m>> {
    let spec = spec.parse().expect("a well-formed spec");
    cascade::Cascade::pilot(&spec, Cheating::Refused).expect("an honest agent")
}

/// The work with the games of these lists.
fn of_lists(lists: &str, what: &str) -> Option<u64> {
    if lists == "cascade" {
        let match_ups = duels();
        let start = |seed: u64, luck: &mut Streams| cascade::Table::start(&match_ups[seed as usize % 2], luck);
        return run(start, |table| &table.state, duelist, what);
    }
    let match_ups = if lists == "starters" { starters().to_vec() } else { all_lists() };
    let start =
        |seed: u64, luck: &mut Streams| cyberpunk::Table::start(&match_ups[seed as usize % match_ups.len()], luck);
    run(start, |table| &table.state, agent, what)
}

fn main() {
    // `cargo bench` runs every target and says so; there is nothing to time here.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let [lists, what] = words.as_slice() else {
        println!("instructions are counted by scripts/instructions");
        return;
    };
    let Some(operations) = of_lists(lists, what) else {
        eprintln!(
            "error: {what}: expected one of clone, legal, apply, determinize, random-game, greedy-game, greedy-one-world, iteration"
        );
        std::process::exit(2);
    };
    println!("{operations}");
}

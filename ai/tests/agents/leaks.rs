//! No honest agent knows what its player can't: in 500 positions of the real game, between random lists.

use fixer_ai::agent::GameKey;
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::registry::{AGENTS, Pilot};
use fixer_core::chance::{SearchRng, Streams, below, mix, rng};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::random::random_deck;
use fixer_core::cyberpunk::{Action, MatchUp, Table};
use fixer_core::game::{Game, Player, Status};

use crate::tables::informed;

/// How many positions.
const POSITIONS: usize = 500;

/// How many match-ups they come from.
const GAMES: u64 = 25;

/// A position with two or more options, and one that differs only in what its player can't know.
struct Doubled<'m> {
    observer: Player,
    truth: Table<'m>,
    other: Table<'m>,
    legal: Vec<Action>,
}

fn match_ups() -> Vec<MatchUp> {
    let pool = CardPool::builtin();
    let match_up = |game| {
        let mut generator = rng(mix(&[game, 7]));
        let [a, b] = [(); 2].map(|()| random_deck(&pool, &mut generator).expect("the pool is large enough"));
        MatchUp::new(&pool, [&a, &b]).expect("legal lists")
    };
    (0..GAMES).map(match_up).collect()
}

/// Random, but seldom doing nothing, so that hands are played and decks are looked at.
fn eager(legal: &[Action], generator: &mut SearchRng) -> Action {
    let mut any = || legal[below(generator, legal.len() as u32) as usize];
    let first = any();
    if matches!(first, Action::End | Action::Pass | Action::No | Action::ChooseNone) { any() } else { first }
}

/// Positions evenly out of random games.
fn positions(match_ups: &[MatchUp]) -> Vec<Doubled<'_>> {
    let mut found = Vec::new();
    let each = POSITIONS.div_ceil(match_ups.len());
    for (game, match_up) in match_ups.iter().enumerate() {
        let mut all = Vec::new();
        let (mut luck, mut generator) = (Streams::new(game as u64), rng(game as u64));
        let mut table = Table::start(match_up, &mut luck);
        let mut legal = Vec::new();
        while let Status::Decide(observer, _) = table.status() {
            table.legal_actions(&mut legal);
            if legal.len() > 1 {
                let mut other = table;
                other.determinize(observer, &mut generator);
                all.push(Doubled { observer, truth: table, other, legal: legal.clone() });
            }
            table.apply(eager(&legal, &mut generator), &mut luck);
        }
        let step = (all.len() / each).max(1);
        found.extend(all.into_iter().step_by(step).take(each));
    }
    found
}

/// Whether what differs shows, to the observer, when both worlds are played on in the same way.
fn matters(position: &Doubled<'_>, seed: u64) -> bool {
    let worlds = [position.truth, position.other];
    let mut worlds = worlds.map(|world| (world, rng(seed), rng(mix(&[seed, 1])), Vec::new()));
    for _ in 0..80 {
        let seen = worlds.each_mut().map(|(world, luck, generator, legal)| {
            world.legal_actions(legal);
            let mut seen = Vec::new();
            world.observe(position.observer, &mut seen);
            let options = legal.clone();
            if !legal.is_empty() {
                world.apply(eager(legal, generator), luck);
            }
            (options, seen)
        });
        if seen[0] != seen[1] {
            return true;
        }
    }
    false
}

/// In how many positions an agent decides otherwise when only what its player can't know is otherwise.
fn leaks<'m>(positions: &[Doubled<'m>], agent: &mut Pilot<'_, Table<'m>>) -> usize {
    let differs = |&(at, position): &(usize, &Doubled<'m>)| {
        let [one, other] = [position.truth, position.other].map(|truth| {
            agent.begin(position.observer, GameKey(at as u64));
            agent.decide(&truth, position.observer, &position.legal)
        });
        one != other
    };
    positions.iter().enumerate().filter(differs).count()
}

#[test]
fn what_is_hidden_moves_no_honest_decision() {
    let match_ups = match_ups();
    let positions = positions(&match_ups);
    assert!(positions.len() >= POSITIONS, "{} positions", positions.len());
    let mattering = (0..positions.len()).filter(|&at| matters(&positions[at], at as u64)).count();
    assert!(2 * mattering >= positions.len(), "hidden cards matter in {mattering} of {}", positions.len());
    for agent in AGENTS {
        let spec = agent.example.replace(":100", ":30");
        let found = leaks(&positions, &mut informed(&spec, &Cyberpunk));
        if agent.name == "cheat" {
            // The test catches who looks.
            assert!(10 * found > positions.len(), "{spec} was caught {found} times only");
        } else {
            assert_eq!(found, 0, "{spec} leaks");
        }
    }
}

//! What the benches measure: the games they play and the positions they start from.
//!
//! `cargo bench -p fixer-benches` runs all; `cargo bench -p fixer-benches --bench rules -- legal` one of them. The games
//! are fixed by their seeds, so two runs time the same work.

use fixer_ai::agent::GameKey;
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::registry::{Cheating, Pilot, build};
use fixer_core::chance::{Streams, mix};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::Rules;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_decks};
use fixer_core::cyberpunk::{Action, MatchUp, Table};
use fixer_core::game::{Game, Player, Status};

/// Decisions after which a game counts as endless; none of these games comes near.
const ENDLESS: u32 = 4000;

/// The two starters against each other, each going first once.
///
/// # Panics
/// If a built-in list can't be played, which the tests of `fixer-core` rule out.
pub fn starters() -> [MatchUp; 2] {
    let pool = CardPool::builtin();
    let decks = builtin_decks(&pool).expect("well-formed lists");
    let find = |id: &str| decks.iter().find(|deck| deck.id == id).expect("a starter is built in");
    let [one, other] = STARTERS.map(find);
    [[one, other], [other, one]].map(|pair| MatchUp::new(&pool, pair).expect("playable lists"))
}

/// Every constructed built-in list once as the first player's, against another.
///
/// # Panics
/// If a built-in list can't be played, which the tests of `fixer-core` rule out.
pub fn all_lists() -> Vec<MatchUp> {
    let pool = CardPool::builtin();
    let decks = builtin_decks(&pool).expect("well-formed lists");
    let decks: Vec<_> = decks.iter().filter(|deck| deck.rules == Rules::Constructed).collect();
    // Five is coprime to their number, so every list is the second player's once as well.
    (0..decks.len())
        .map(|at| MatchUp::new(&pool, [decks[at], decks[(at * 5 + 3) % decks.len()]]).expect("playable lists"))
        .collect()
}

/// An agent by its spec, as the command line takes it.
///
/// # Panics
/// If there is no such agent.
pub fn agent<'m>(spec: &str) -> Pilot<'m, Table<'m>> {
    let spec = spec.parse().expect("a well-formed spec");
    build(&spec, &Cyberpunk, Cheating::Refused).expect("an honest agent")
}

/// A position before a decision, and the action that was taken there.
#[derive(Copy, Clone, Debug)]
pub struct Position<'m> {
    /// The position.
    pub table: Table<'m>,
    /// Who decides.
    pub player: Player,
    /// A legal action.
    pub action: Action,
}

/// Plays one game between two agents, calls `each` with every position, and says how many decisions it took.
///
/// # Panics
/// If the game does not end.
pub fn play<'m>(
    cards: &'m MatchUp,
    seed: u64,
    mut agents: [&mut Pilot<'m, Table<'m>>; 2],
    legal: &mut Vec<Action>,
    mut each: impl FnMut(Position<'m>),
) -> u32 {
    let mut luck = Streams::new(mix(&[seed]));
    let mut table = Table::start(cards, &mut luck);
    for (player, agent) in Player::BOTH.into_iter().zip(&mut agents) {
        agent.begin(player, GameKey(seed));
    }
    for decisions in 0..ENDLESS {
        let Status::Decide(player, _) = table.status() else { return decisions };
        table.legal_actions(legal);
        let action = agents[player.index()].decide(&table, player, legal);
        each(Position { table, player, action });
        table.apply(action, &mut luck);
    }
    panic!("the game of seed {seed} does not end");
}

/// Some 250 positions from everywhere in random games, few enough to stay in a processor's cache, as they do in play.
pub fn positions(match_ups: &[MatchUp]) -> Vec<Position<'_>> {
    let (mut one, mut other) = (agent("random"), agent("random"));
    let (mut positions, mut legal, mut seen) = (Vec::new(), Vec::new(), 0u32);
    for seed in 0..46 {
        play(&match_ups[seed as usize % match_ups.len()], seed, [&mut one, &mut other], &mut legal, |position| {
            // A step that is no divisor of a usual turn's number of decisions takes all kinds of them.
            seen += 1;
            if seen % 17 == 0 {
                positions.push(position);
            }
        });
    }
    positions
}

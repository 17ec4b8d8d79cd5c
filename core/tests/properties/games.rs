//! Random games: who plays what, and how to walk through all their positions.

use std::sync::LazyLock;

use fixer_core::chance::{SearchRng, Streams, below, mix, rng};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_deck};
use fixer_core::cyberpunk::deck::random::random_deck;
use fixer_core::cyberpunk::{Action, MatchUp, Table};
use fixer_core::game::{Game, Outcome, Status};

/// The cards that are built in.
pub static POOL: LazyLock<CardPool> = LazyLock::new(CardPool::builtin);

/// No game of random players takes more decisions, far from it: beyond it something goes on for ever.
pub const CAP: u32 = 20_000;

/// The match-up of the game with this seed: every eighth the starters, the others random lists.
pub fn match_up(seed: u64) -> MatchUp {
    if seed % 8 == 7 {
        return starters();
    }
    let mut generator = rng(mix(&[seed, 1]));
    let mut deck = || random_deck(&POOL, &mut generator).expect("the pool is large enough");
    let (a, b) = (deck(), deck());
    MatchUp::new(&POOL, [&a, &b]).expect("both lists are legal")
}

/// The retail starters against each other.
pub fn starters() -> MatchUp {
    let [a, b] = STARTERS.map(|id| builtin_deck(id, &POOL).expect("a built-in list"));
    MatchUp::new(&POOL, [&a, &b]).expect("both lists are legal")
}

/// Chooses at random: evenly, or (`eager`) seldom to do nothing, so that more happens in a turn.
pub fn choose(legal: &[Action], eager: bool, generator: &mut SearchRng) -> Action {
    let mut action = legal[below(generator, legal.len() as u32) as usize];
    if eager {
        for _ in 0..3 {
            if !matches!(action, Action::End | Action::Pass | Action::No | Action::ChooseNone) {
                break;
            }
            action = legal[below(generator, legal.len() as u32) as usize];
        }
    }
    action
}

/// How a random game went.
pub struct Walked {
    /// The result.
    pub outcome: Outcome,
    /// How many decisions both players made.
    pub decisions: u32,
    /// All of them.
    pub actions: Vec<Action>,
}

/// Plays the game with this seed to its end and shows `look` every position with its legal actions, the last one
/// with none.
pub fn walk(cards: &MatchUp, seed: u64, mut look: impl FnMut(&Table<'_>, &[Action])) -> Walked {
    let mut luck = Streams::new(seed);
    let mut generator = rng(mix(&[seed, 2]));
    let eager = seed % 2 == 1;
    let mut table = Table::start(cards, &mut luck);
    let mut legal = Vec::new();
    let mut actions = Vec::new();
    loop {
        table.legal_actions(&mut legal);
        look(&table, &legal);
        if let Status::Over(outcome) = table.status() {
            return Walked { outcome, decisions: actions.len() as u32, actions };
        }
        assert!((actions.len() as u32) < CAP, "the game with seed {seed} has no end");
        let action = choose(&legal, eager, &mut generator);
        actions.push(action);
        table.apply(action, &mut luck);
    }
}

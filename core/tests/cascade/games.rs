//! Random duels: who plays what, and how to walk through all their positions.

use std::sync::LazyLock;

use fixer_core::cascade::cards::{CardId, CardPool, CardType};
use fixer_core::cascade::deck::Deck;
use fixer_core::cascade::deck::builtin::builtin_decks;
use fixer_core::cascade::{Action, MatchUp, Table};
use fixer_core::chance::{SearchRng, Streams, below, mix, rng};
use fixer_core::game::{Game, Outcome, Status};

/// The cards that are built in, and those that only tests play.
pub static POOL: LazyLock<CardPool> = LazyLock::new(|| {
    let mut pool = CardPool::builtin();
    pool.extend("tests/scenarios/cascade/proofs.ron", include_str!("../scenarios/cascade/proofs.ron"))
        .expect("the cards of the tests");
    pool
});

/// No duel of random players takes more decisions, far from it: beyond it something goes on for ever.
pub const CAP: u32 = 5_000;

/// The built-in decks against each other, either of them first.
pub fn builtin(seed: u64) -> MatchUp {
    let pool = CardPool::builtin();
    let decks = builtin_decks(&pool).expect("the built-in lists");
    let [a, b] = [seed / 2 % 2, seed % 2].map(|at| &decks[at as usize]);
    MatchUp::new(&pool, [a, b]).expect("both lists are playable")
}

/// The match-up of the duel with this seed: every fourth the built-in decks, the others random lists of all cards.
pub fn match_up(seed: u64) -> MatchUp {
    if seed % 4 == 3 {
        return builtin(seed / 4);
    }
    let mut generator = rng(mix(&[seed, 1]));
    let mut deck = || random_deck(&mut generator);
    let (a, b) = (deck(), deck());
    MatchUp::new(&POOL, [&a, &b]).expect("both lists are playable")
}

fn random_deck(generator: &mut SearchRng) -> Deck {
    let of = |leader: bool| -> Vec<CardId> {
        POOL.iter().filter(|(_, card)| (card.kind == CardType::Leader) == leader).map(|(id, _)| id).collect()
    };
    let (leaders, others) = (of(true), of(false));
    let mut draw = |cards: &[CardId]| cards[below(generator, cards.len() as u32) as usize];
    let mut deck = Deck { leaders: vec![draw(&leaders)], ..Deck::default() };
    while deck.size() < 20 {
        let card = draw(&others);
        match deck.cards.iter_mut().find(|known| known.0 == card) {
            Some(known) => known.1 = (known.1 + 1).min(3),
            None => deck.cards.push((card, 1)),
        }
    }
    deck
}

/// Chooses at random: evenly, or (`eager`) seldom to do nothing, so that more happens in a turn.
pub fn choose(legal: &[Action], eager: bool, generator: &mut SearchRng) -> Action {
    let mut action = legal[below(generator, legal.len() as u32) as usize];
    if eager {
        for _ in 0..3 {
            if !matches!(action, Action::End | Action::Pass | Action::Decline) {
                break;
            }
            action = legal[below(generator, legal.len() as u32) as usize];
        }
    }
    action
}

/// How a random duel went.
pub struct Walked {
    /// The result.
    pub outcome: Outcome,
    /// Every decision.
    pub actions: Vec<Action>,
}

/// Plays the duel with this seed to its end and shows `look` every position with its legal actions, the last one with
/// none.
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
            return Walked { outcome, actions };
        }
        assert!((actions.len() as u32) < CAP, "the duel with seed {seed} has no end");
        let action = choose(&legal, eager, &mut generator);
        actions.push(action);
        table.apply(action, &mut luck);
    }
}

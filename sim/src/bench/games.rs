//! The games that benches and signatures play, and the positions they start from: fixed by their seeds, so that two runs
//! do the same work.

use fixer_ai::eval::Blank;
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::registry::{Cheating, Pilot, build};
use fixer_core::cascade;
use fixer_core::chance::{Streams, mix, rng};
use fixer_core::cyberpunk::cards::CardPool;
use fixer_core::cyberpunk::deck::builtin::{STARTERS, builtin_decks};
use fixer_core::cyberpunk::deck::random::random_deck;
use fixer_core::cyberpunk::deck::{Deck, Rules};
use fixer_core::cyberpunk::{MatchUp, Table};
use fixer_core::game::{Game, Player};

use crate::play::{Played, Watch, play as play_on};
use crate::seeds::agent_key;

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

/// The same of Cascade's two lists.
///
/// # Panics
/// If a built-in list can't be played, which the tests of `fixer-core` rule out.
pub fn duels() -> [cascade::MatchUp; 2] {
    let pool = cascade::cards::CardPool::builtin();
    let decks = cascade::deck::builtin::builtin_decks(&pool).expect("well-formed lists");
    [[0, 1], [1, 0]].map(|pair| cascade::MatchUp::new(&pool, pair.map(|at| &decks[at])).expect("playable lists"))
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

/// How many random lists are drawn to find some for the cards that are left.
const MOST_TRIED: u32 = 10_000;

/// Every built-in list, and random lists for the cards that stand in none: together they hold every card whose program
/// is written.
///
/// # Panics
/// If a built-in list is not well-formed, which the tests of `fixer-core` rule out.
pub fn covering_lists(pool: &CardPool) -> Vec<Deck> {
    let mut decks = builtin_decks(pool).expect("well-formed lists");
    let mut open: Vec<bool> = pool.cards().iter().map(|card| card.abilities.is_some()).collect();
    let hold = |deck: &Deck, open: &mut [bool]| {
        let cards = deck.cards.iter().map(|&(card, _)| card).chain(deck.legends.iter().copied());
        cards.filter(|card| std::mem::take(&mut open[card.index()])).count() > 0
    };
    decks.iter().for_each(|deck| {
        hold(deck, &mut open);
    });
    let mut generator = rng(1);
    for _ in 0..MOST_TRIED {
        if !open.contains(&true) {
            break;
        }
        let Some(deck) = random_deck(pool, &mut generator) else { break };
        if hold(&deck, &mut open) {
            decks.push(deck);
        }
    }
    decks
}

/// An agent by its spec, as the command line takes it.
///
/// # Panics
/// If there is no such agent.
pub fn agent<'m>(spec: &str) -> Pilot<'m, Table<'m>> {
    let spec = spec.parse().expect("a well-formed spec");
    build(&spec, &Cyberpunk, Cheating::Refused).expect("an honest agent")
}

/// The random agent, of any game.
///
/// # Panics
/// Never: it exists.
pub fn random<'m, G: Game + 'm>() -> Pilot<'m, G> {
    let spec = "random".parse().expect("a well-formed spec");
    build(&spec, &Blank, Cheating::Refused).expect("an honest agent")
}

/// Plays one game, set up by `start`, between two agents as tournaments do.
///
/// # Panics
/// If the game does not end, or an agent chooses what is not legal.
pub fn play<G: Game>(
    start: impl FnOnce(&mut Streams) -> G,
    seed: u64,
    agents: [&mut Pilot<'_, G>; 2],
    legal: &mut Vec<G::Action>,
    watch: &mut impl Watch<G>,
) -> Played {
    let game_seed = mix(&[seed]);
    let mut luck = Streams::new(game_seed);
    let mut table = start(&mut luck);
    let played = play_on(&mut table, agents, agent_key(game_seed), &mut luck, watch, legal)
        .unwrap_or_else(|error| panic!("the game of seed {seed}: {error}"));
    assert!(played.outcome.is_some(), "the game of seed {seed} does not end");
    played
}

/// A position before a decision, and the action that was taken there.
#[derive(Copy, Clone, Debug)]
pub struct Position<G: Game> {
    /// The position.
    pub table: G,
    /// Who decides.
    pub player: Player,
    /// A legal action.
    pub action: G::Action,
}

/// Keeps positions.
struct Collector<G: Game> {
    seen: u32,
    positions: Vec<Position<G>>,
}

/// A step that is no divisor of a usual turn's number of decisions takes all kinds of them.
const STEP: u32 = 17;

impl<G: Game> Watch<G> for Collector<G> {
    fn decision(&mut self, table: &G, player: Player, action: G::Action) {
        self.seen += 1;
        if self.seen.is_multiple_of(STEP) {
            self.positions.push(Position { table: *table, player, action });
        }
    }
}

/// Some 250 positions from everywhere in random games, few enough to stay in a processor's cache, as they do in play.
/// `start` sets up the games, which are numbered by seeds.
pub fn positions<G: Game>(start: impl Fn(u64, &mut Streams) -> G) -> Vec<Position<G>> {
    let (mut one, mut other) = (random(), random());
    let mut collector = Collector { seen: 0, positions: Vec::new() };
    for seed in 0..46 {
        play(|luck| start(seed, luck), seed, [&mut one, &mut other], &mut Vec::new(), &mut collector);
    }
    collector.positions
}

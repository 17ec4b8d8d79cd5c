//! What must hold for every agent of the registry on every game.

use fixer_ai::agent::GameKey;
use fixer_ai::cheat::Cheater;
use fixer_ai::eval::{Knowledge, Linear, weights::Weights};
use fixer_ai::registry::{AGENTS, Pilot};
use fixer_ai::view::TrueView;
use fixer_core::chance::{Streams, below, rng};
use fixer_core::game::{Game, Player, Status};

use crate::games::{Size, Visit, every_game, guess, loops};
use crate::tables::{Only, informed, pilot, play, score};

/// Positions of random games that somebody has to decide with two or more options.
fn positions<G: Game>(start: fn(u64) -> G, wanted: usize) -> Vec<(G, Player)> {
    let mut found = Vec::new();
    let mut legal = Vec::new();
    let mut generator = rng(99);
    for seed in 0.. {
        let mut game = start(seed);
        let mut chance = Streams::new(seed);
        while let Status::Decide(decider, _) = game.status() {
            game.legal_actions(&mut legal);
            if legal.len() > 1 {
                found.push((game, decider));
            }
            if found.len() >= wanted {
                return found;
            }
            game.apply(legal[below(&mut generator, legal.len() as u32) as usize], &mut chance);
        }
    }
    found
}

/// The rules that every game keeps towards searches.
struct Contract;

impl Visit for Contract {
    fn visit<G: Game, K: Knowledge<G>>(&mut self, name: &str, size: Size, start: fn(u64) -> G, _: &K) {
        for (i, (game, decider)) in positions(start, size.of(200, 2000)).into_iter().enumerate() {
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            for (j, &action) in legal.iter().enumerate() {
                assert!(!legal[..j].contains(&action), "{name}: {action:?} is listed twice");
                let representative = game.representative(action);
                assert!(legal.contains(&representative), "{name}: {action:?} stands for nothing legal");
                assert_eq!(game.representative(representative), representative, "{name}");
            }
            for observer in Player::BOTH {
                let mut seen = Vec::new();
                game.observe(observer, &mut seen);
                let mut world = game;
                world.determinize(observer, &mut rng(i as u64));
                let mut again = Vec::new();
                world.observe(observer, &mut again);
                assert_eq!(seen, again, "{name}: a sample looks different to {observer:?}");
                let mut sampled_again = world;
                world.determinize(observer, &mut rng(5));
                sampled_again.determinize(observer, &mut rng(5));
                assert_eq!(world.fingerprint(), sampled_again.fingerprint(), "{name}: samples leak");
                if observer == decider {
                    let mut options = Vec::new();
                    world.legal_actions(&mut options);
                    assert_eq!(options, legal, "{name}: options of {observer:?} depend on what it can't know");
                }
            }
        }
    }
}

#[test]
fn games_keep_the_contract() {
    every_game(&mut Contract);
}

/// Every agent against a random one, in both seats.
struct Repeats;

impl Visit for Repeats {
    fn visit<G: Game, K: Knowledge<G>>(&mut self, name: &str, size: Size, start: fn(u64) -> G, knowledge: &K) {
        for agent in AGENTS {
            let (mut one, mut random) = (informed(agent.example, knowledge), pilot("random"));
            let mut fresh = informed(agent.example, knowledge);
            for seed in 0..size.of(6, 2) as u64 {
                // The first agent carries the games before on its back, the other plays its first.
                let game = play(start(seed), seed, [&mut one, &mut random]).1;
                assert_eq!(
                    game,
                    play(start(seed), seed, [&mut fresh, &mut random]).1,
                    "{} plays {name} {seed} differently a second time",
                    agent.name
                );
                play(start(seed), seed, [&mut random, &mut one]);
                fresh = informed(agent.example, knowledge);
            }
        }
    }
}

#[test]
fn same_seed_same_decisions_and_an_end() {
    every_game(&mut Repeats);
}

/// In how many of the positions an agent decides otherwise when only what its player can't know is otherwise.
fn leaks<G: Game>(positions: &[(G, Player)], agent: &mut Pilot<'_, G>) -> usize {
    let mut legal = Vec::new();
    let differs = |&(i, &(game, observer)): &(usize, &(G, Player))| {
        let mut other = game;
        other.determinize(observer, &mut rng(1000 + i as u64));
        game.legal_actions(&mut legal);
        let mut decide = |truth: &G| {
            agent.begin(observer, GameKey(i as u64));
            agent.decide(truth, observer, &legal)
        };
        decide(&game) != decide(&other)
    };
    positions.iter().enumerate().filter(differs).count()
}

struct Hidden;

impl Visit for Hidden {
    fn visit<G: Game, K: Knowledge<G>>(&mut self, name: &str, size: Size, start: fn(u64) -> G, knowledge: &K) {
        let positions = positions(start, size.of(60, 120));
        let matters = positions.iter().enumerate().filter(|&(i, &(game, observer))| {
            let mut other = game;
            other.determinize(observer, &mut rng(1000 + i as u64));
            other.fingerprint() != game.fingerprint()
        });
        // Of the real game at least half of the positions have something hidden that comes out otherwise.
        assert!(size == Size::Small || 2 * matters.count() >= positions.len(), "{name}: nothing is hidden");
        for agent in AGENTS.iter().filter(|agent| agent.name != "cheat") {
            assert_eq!(leaks(&positions, &mut informed(agent.example, knowledge)), 0, "{} leaks in {name}", agent.name);
        }
    }
}

#[test]
fn no_honest_agent_sees_hidden_cards() {
    every_game(&mut Hidden);
}

/// Nothing tells the cards of the doctored game apart, so only chance can choose; each decision has its own.
#[test]
fn each_decision_has_its_own_luck() {
    for agent in AGENTS.iter().filter(|agent| agent.name != "cheat") {
        let mut pilot = pilot(agent.example);
        pilot.begin(Player::A, GameKey(4));
        let mut chosen: Vec<u8> = (0..60).map(|_| pilot.decide(&guess::start(0), Player::A, &[0, 1, 2, 3])).collect();
        chosen.sort_unstable();
        chosen.dedup();
        assert_eq!(chosen, [0, 1, 2, 3], "{}", agent.name);
    }
}

/// Lets the true position slip into its choice.
struct Leaker;

impl<G: Game> Cheater<G> for Leaker {
    fn begin(&mut self, _seat: Player, _key: GameKey) {}

    fn decide(&mut self, truth: &TrueView<'_, G>, legal: &[G::Action]) -> G::Action {
        legal[truth.truth.fingerprint() as usize % legal.len()]
    }
}

#[test]
fn who_sees_hidden_cards_is_caught() {
    let positions = positions(guess::start, 60);
    assert!(leaks(&positions, &mut Pilot::Cheating(Box::new(Leaker))) > 20);
    assert!(leaks(&positions, &mut pilot("cheat:100")) > 20);
}

/// After a game to warm up, deciding allocates nothing.
struct Frugal;

impl Visit for Frugal {
    fn visit<G: Game, K: Knowledge<G>>(&mut self, name: &str, size: Size, start: fn(u64) -> G, knowledge: &K) {
        for spec in AGENTS.iter().map(|agent| agent.example).chain(["ismcts:300+mast=1+blend=0.5", "greedy+slip=0.5"]) {
            let mut agent = informed(spec, knowledge);
            let positions = positions(start, size.of(40, 20));
            let mut legal = Vec::with_capacity(64);
            let mut game_of = |agent: &mut Pilot<'_, G>| {
                for (i, (game, decider)) in positions.iter().enumerate() {
                    // Two decisions in a row, so that a tree may be kept.
                    agent.begin(*decider, GameKey(i as u64));
                    let (mut game, mut chance) = (*game, rng(i as u64));
                    for _ in 0..2 {
                        game.legal_actions(&mut legal);
                        let action = agent.decide(&game, *decider, &legal);
                        game.apply(action, &mut chance);
                        if !matches!(game.status(), Status::Decide(next, _) if next == *decider) {
                            break;
                        }
                    }
                }
            };
            game_of(&mut agent);
            let counted = allocation_counter::measure(|| game_of(&mut agent));
            assert_eq!(counted.count_total, 0, "{spec} allocates in {name}: {counted:?}");
        }
    }
}

#[test]
fn nothing_is_allocated_in_the_steady_state() {
    every_game(&mut Frugal);
    // The counter counts.
    assert_eq!(allocation_counter::measure(|| drop(std::hint::black_box(Box::new(1)))).count_total, 1);
}

/// Agents that love a free ability still come to an end, alone and against each other.
#[test]
fn free_abilities_are_not_repeated_for_ever() {
    let tempted = Only(loops::Tempted);
    for spec in AGENTS.iter().map(|agent| agent.example).chain(["ismcts:3"]) {
        let (mut one, mut other) = (informed(spec, &tempted), informed(spec, &tempted));
        for seed in 0..5 {
            // Two players who take three steps each, one a turn: whoever dawdles through a few turns is fine, but within
            // a turn there are two positions of the token before and after the step.
            let (_, played) = play(loops::start(seed), seed, [&mut one, &mut other]);
            let mut run = 0;
            for &(_, action) in &played {
                run = if action == loops::Move::End { 0 } else { run + 1 };
                let limit = if spec == "random" { usize::MAX } else { 8 };
                assert!(run <= limit, "{spec}: {played:?}");
            }
        }
    }
}

/// An evaluation from a weight file: greedy goes forward and wins.
#[test]
fn weights_make_greedy_play_well() {
    let weights =
        Weights::parse("loops.toml", "game = \"loops\"\nmade = \"by hand\"\nbias = 0.0\n[weights]\nlead = 2.0\n")
            .unwrap();
    let judge = Only(Stepping(Linear::new(&weights).unwrap()));
    for spec in ["greedy", "ismcts:100"] {
        let found = score(loops::start, 50, &mut informed(spec, &judge), &mut pilot("random"));
        assert!(found > 0.8, "{spec} wins {found}");
    }
    let typo =
        Weights::parse("loops.toml", "game = \"loops\"\nmade = \"\"\nbias = 0.0\n[weights]\nlead = 2.0\nlaed = 1.0\n")
            .unwrap();
    let error = Linear::<loops::Stepper>::new(&typo).unwrap_err();
    assert_eq!(error.to_string(), "loops.toml:6: unknown feature `laed`, expected one of lead, advanced");
}

#[derive(Clone)]
struct Stepping(Linear<loops::Stepper>);

impl fixer_ai::eval::Evaluate<loops::Loops> for Stepping {
    fn value(&self, game: &loops::Loops, of: Player) -> f32 {
        self.0.value(game, of)
    }
}

impl fixer_ai::eval::Scorer<loops::Loops> for Stepping {
    fn score(&self, _game: &loops::Loops, action: loops::Move) -> f32 {
        if action == loops::Move::Advance { 0.5 } else { 0.0 }
    }
}

//! The parts of the search that show only from inside: what is kept, what is proven, what is not looked at twice.

use fixer_ai::agent::{Agent, GameKey};
use fixer_ai::eval::cyberpunk::Cyberpunk;
use fixer_ai::eval::{Blank, Judge, Knowledge, Scorer};
use fixer_ai::ismcts::{Budget, Ismcts, Options};
use fixer_ai::spec::AgentSpec;
use fixer_ai::view::View;
use fixer_core::chance::{below, rng};
use fixer_core::cyberpunk::Action;
use fixer_core::game::{Game, Player, Status};

use crate::games::{cyberpunk, detour, flip, guess, loops, tictactoe, tokens};

fn agent<G: Game, J: Judge<G>>(spec: &str, judge: J) -> Ismcts<G, J> {
    match spec.parse() {
        Ok(AgentSpec::Ismcts(budget, options)) => Ismcts::new(budget, options, judge),
        other => panic!("{spec}: {other:?}"),
    }
}

/// Lets the agent decide for A, and says how many visits its options have together.
fn decide<G: Game, J: Judge<G>>(agent: &mut Ismcts<G, J>, game: &G) -> (G::Action, u32) {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let view = View::new(game, Player::A);
    let action = agent.decide(&view, &legal);
    let ranked = agent.ranked(&view, &legal);
    assert!(ranked.is_empty() || ranked[0].action == action);
    (action, ranked.iter().map(|found| found.visits).sum())
}

#[test]
fn the_tree_is_kept_while_nothing_is_revealed() {
    for (spec, kept) in [("ismcts:500", true), ("ismcts:500+reuse=0", false)] {
        let mut agent = agent(spec, Blank);
        let mut game = tokens::start(0);
        agent.begin(Player::A, GameKey(3));
        let (action, visits) = decide(&mut agent, &game);
        assert_eq!(visits, 500);
        game.apply(action, &mut rng(1));
        let (_, visits) = decide(&mut agent, &game);
        assert_eq!(visits > 500, kept, "{spec}: {visits}");
        agent.begin(Player::A, GameKey(3));
        assert_eq!(agent.nodes(), 1, "a new game begins without a tree");
    }
}

#[test]
fn the_tree_is_dropped_when_a_card_is_revealed() {
    let mut agent = agent("ismcts:500", Blank);
    for seed in 0..10 {
        let mut game = flip::start(seed);
        agent.begin(Player::A, GameKey(seed));
        let (action, visits) = decide(&mut agent, &game);
        assert_eq!(action, flip::Move::Flip(0), "the first of those that look the same");
        assert_eq!(visits, 500);
        game.apply(action, &mut rng(1));
        let (_, visits) = decide(&mut agent, &game);
        assert!(visits <= 500, "{visits} visits are of a world that is gone");
    }
}

/// The only option of a decision is no revelation: the tree and the proof go on behind it.
#[test]
fn a_forced_decision_drops_nothing() {
    for (luck, name) in [(1, "tree"), (0, "proven line")] {
        let mut agent = agent("ismcts:500", Blank);
        let mut game = detour::start(luck);
        agent.begin(Player::A, GameKey(3));
        for forced in [false, true] {
            let (action, visits) = decide(&mut agent, &game);
            assert_eq!((action == detour::STEP, visits == 0), (forced, forced), "{name}");
            game.apply(action, &mut rng(1));
        }
        let (action, visits) = decide(&mut agent, &game);
        assert_eq!(action, 2, "{name}");
        if luck == 1 {
            assert!(visits > 500, "{name}: {visits} visits are all of this decision");
        } else {
            assert_eq!(visits, 0, "{name}: nothing was left to be searched");
        }
    }
}

/// The tree is not of use either where something else happened than was foreseen.
#[test]
fn the_tree_is_dropped_when_another_action_was_played() {
    let mut agent = agent("ismcts:500", Blank);
    let mut game = tokens::start(0);
    agent.begin(Player::A, GameKey(3));
    let (action, _) = decide(&mut agent, &game);
    game.apply(u8::from(action == 0), &mut rng(1));
    let (_, visits) = decide(&mut agent, &game);
    assert_eq!(visits, 500);
}

/// A tic-tac-toe position with these cells taken, A to move.
fn board(a: &[u8], b: &[u8]) -> tictactoe::TicTacToe {
    let mut game = tictactoe::start(0);
    for i in 0..a.len() {
        game.apply(a[i], &mut rng(0));
        game.apply(b[i], &mut rng(0));
    }
    game
}

#[test]
fn a_sure_win_is_proven_at_once() {
    let game = board(&[0, 1], &[4, 8]);
    let mut agent = agent("ismcts:1000", Blank);
    agent.begin(Player::A, GameKey(1));
    let (action, visits) = decide(&mut agent, &game);
    assert_eq!(action, 2);
    assert!(visits < 1000, "the search went on for {visits} visits");
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let ranked = agent.ranked(&View::new(&game, Player::A), &legal);
    assert!(ranked[0].proven && ranked[1..].iter().all(|found| !found.proven));
}

#[test]
fn what_a_hidden_card_decides_is_not_proven() {
    let game = guess::start(1);
    let mut agent = agent("ismcts:1000", Blank);
    agent.begin(Player::A, GameKey(1));
    let (_, visits) = decide(&mut agent, &game);
    assert_eq!(visits, 1000, "no line is sure, so no search ends early");
}

#[test]
fn free_actions_that_come_back_are_searched_no_further() {
    let mut agent = agent("ismcts:2000", Blank);
    let game = loops::start(0);
    agent.begin(Player::A, GameKey(1));
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let view = View::new(&game, Player::A);
    agent.decide(&view, &legal);
    let ranked = agent.ranked(&view, &legal);
    let fidget = ranked.iter().find(|found| found.action == loops::Move::Fidget).expect("it is legal");
    assert!(fidget.repeats && fidget.visits <= 2, "{ranked:?}");
}

/// Nor are those that come back to where an earlier decision of the turn was made.
#[test]
fn a_token_moved_right_is_not_moved_left() {
    let mut agent = agent("ismcts:2000+reuse=0", Blank);
    let mut game = loops::start(0);
    agent.begin(Player::A, GameKey(1));
    decide(&mut agent, &game);
    game.apply(loops::Move::Right, &mut rng(0));
    decide(&mut agent, &game);
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let ranked = agent.ranked(&View::new(&game, Player::A), &legal);
    let left = ranked.iter().find(|found| found.action == loops::Move::Left).expect("it is legal");
    assert!(left.repeats && left.visits <= 2, "{ranked:?}");
}

#[test]
fn the_principal_line_is_a_line_of_play() {
    let game = board(&[0], &[4]);
    let mut agent = agent("ismcts:3000", Blank);
    agent.begin(Player::A, GameKey(1));
    let (action, _) = decide(&mut agent, &game);
    let line = agent.principal_line(action);
    assert!(line.len() >= 3 && line[0] == (Player::A, action), "{line:?}");
    let mut game = game;
    for (decider, action) in line {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        assert_eq!(game.status(), Status::Decide(decider, ()));
        assert!(legal.contains(&action));
        game.apply(action, &mut rng(0));
    }
}

#[test]
fn a_clock_ends_a_search_too() {
    let mut agent = agent("ismcts:time=3ms", Blank);
    agent.begin(Player::A, GameKey(1));
    let (action, visits) = decide(&mut agent, &board(&[0, 1], &[4, 8]));
    assert_eq!(action, 2);
    assert!(visits > 0);
}

/// A tree that has run full goes on without growing.
#[test]
fn deciding_goes_on_when_the_tree_is_full() {
    let options = Options { proof: 0, ..Options::default() };
    let mut agent: Ismcts<tictactoe::TicTacToe, Blank> = Ismcts::new(Budget::Iterations(1), options, Blank);
    agent.begin(Player::A, GameKey(1));
    let mut game = tictactoe::start(0);
    let mut legal = Vec::new();
    while let Status::Decide(decider, ()) = game.status() {
        game.legal_actions(&mut legal);
        let action = agent.decide(&View::new(&game, decider), &legal);
        assert!(legal.contains(&action));
        game.apply(action, &mut rng(0));
    }
}

#[test]
fn points_are_the_same_for_all_options_at_once_and_for_each_alone() {
    let judge = Cyberpunk.judge("current").expect("the usual weights");
    let (mut legal, mut points, mut attacks) = (Vec::new(), Vec::new(), 0);
    for seed in 0..20 {
        let (mut game, mut luck) = (cyberpunk::start(seed), rng(seed));
        while let Status::Decide(..) = game.status() {
            game.legal_actions(&mut legal);
            judge.scores(&game, &legal, &mut points);
            let alone: Vec<f32> = legal.iter().map(|&action| judge.score(&game, action)).collect();
            assert_eq!(points, alone, "{legal:?}");
            let is_attack = |action: &&Action| matches!(action, Action::Attack(..) | Action::AttackGigs(_));
            attacks += legal.iter().filter(is_attack).count();
            game.apply(legal[below(&mut luck, legal.len() as u32) as usize], &mut luck);
        }
    }
    assert!(attacks > 100, "{attacks}");
}

//! Games whose answers are known: the gates 3 (the doctored game) and 4 of the search.

use std::collections::HashMap;

use fixer_ai::agent::GameKey;
use fixer_ai::registry::Pilot;
use fixer_core::chance::rng;
use fixer_core::game::{Game, Player, Status};

use crate::games::{dice, envelope, guess, kuhn, phantom, tictactoe, trap};
use crate::tables::{Only, informed, pilot, play, score};

/// The result of tic-tac-toe for `me` at its worst, against every reply there is. Decisions depend on the position and
/// the number of the decision only, which the position tells too, so each is asked for once.
fn worst(
    game: tictactoe::TicTacToe,
    me: Player,
    agent: &mut Pilot<'_, tictactoe::TicTacToe>,
    seen: &mut HashMap<[u16; 2], f64>,
) -> f64 {
    let mut legal = Vec::new();
    match game.status() {
        Status::Over(outcome) => outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == me))),
        Status::Decide(decider, ()) => {
            if let Some(&known) = seen.get(&game.marks) {
                return known;
            }
            game.legal_actions(&mut legal);
            if decider == me {
                agent.begin(me, GameKey(7));
                legal = vec![agent.decide(&game, me, &legal)];
            }
            let results = legal.iter().map(|&action| {
                let mut next = game;
                next.apply(action, &mut rng(0));
                worst(next, me, agent, seen)
            });
            let result = results.fold(1.0, f64::min);
            seen.insert(game.marks, result);
            result
        }
    }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    for spec in ["ismcts:2000", "cheat:2000", "pimc:2000+worlds=1"] {
        for me in Player::BOTH {
            let mut agent = pilot(spec);
            let result = worst(tictactoe::start(0), me, &mut agent, &mut HashMap::new());
            assert!(result >= 0.5, "{spec} as {me:?} loses to somebody");
        }
    }
}

/// The test above can fail: little search loses, and so does none.
#[test]
fn tic_tac_toe_is_lost_without_search() {
    for spec in ["random", "greedy+guard=0", "ismcts:10"] {
        let losses = Player::BOTH
            .iter()
            .filter(|&&me| worst(tictactoe::start(0), me, &mut pilot(spec), &mut HashMap::new()) < 0.5)
            .count();
        assert!(losses > 0, "{spec} plays perfectly?");
    }
}

/// Decides in Kuhn poker after these moves with this card.
fn kuhn_decision(spec: &str, card: u8, moves: &[kuhn::Move], key: u64) -> kuhn::Move {
    let me = Player::BOTH[moves.len() % 2];
    let other = if card == kuhn::KING { kuhn::QUEEN } else { card + 1 };
    let mut game = if me == Player::A { kuhn::deal(card, other) } else { kuhn::deal(other, card) };
    for &step in moves {
        game.apply(step, &mut rng(0));
    }
    let mut agent = pilot(spec);
    agent.begin(me, GameKey(key));
    agent.decide(&game, me, &[kuhn::Move::Pass, kuhn::Move::Bet])
}

/// Betting the king after a check is not asked for: it gains only where the rival errs, and the rival of a search that
/// knows its own card never does.
#[test]
fn kuhn_poker_without_dominated_actions() {
    use kuhn::Move::{Bet, Pass};
    for key in 0..10 {
        for (card, moves, right, why) in [
            (kuhn::KING, &[Bet][..], Bet, "never fold the king"),
            (kuhn::KING, &[Pass, Bet], Bet, "never fold the king"),
            (kuhn::JACK, &[Bet], Pass, "never call with the jack"),
            (kuhn::JACK, &[Pass, Bet], Pass, "never call with the jack"),
        ] {
            let found = kuhn_decision("ismcts:10000", card, moves, key);
            assert_eq!(found, right, "{why}: card {card} after {moves:?}, key {key}");
        }
    }
}

#[test]
fn phantom_tic_tac_toe_beats_random() {
    for (spec, least) in [("ismcts:300", 0.7), ("pimc:300", 0.7)] {
        let found = score(phantom::start, 150, &mut pilot(spec), &mut pilot("random"));
        assert!(found > least, "{spec} wins {found}");
    }
}

/// How often an agent wins the doctored game.
fn guessed(spec: &str, games: u64) -> f64 {
    let (mut agent, mut idle) = (pilot(spec), pilot("random"));
    let wins = (0..games)
        .filter(|&seed| play(guess::start(seed), seed, [&mut agent, &mut idle]).0.winner == Some(Player::A))
        .count();
    wins as f64 / games as f64
}

/// What is hidden can't be found, however long the search; who peeks finds it always.
#[test]
fn the_hidden_card_stays_hidden() {
    let games = 1200;
    let chance = 1.0 / f64::from(guess::CARDS);
    // Four standard errors: a search that sees even a little does not come through, one in 16,000 honest ones doesn't.
    let margin = 4.0 * (chance * (1.0 - chance) / games as f64).sqrt();
    for spec in ["random", "greedy", "ismcts:200", "pimc:200"] {
        let found = guessed(spec, games);
        assert!((found - chance).abs() < margin, "{spec} finds {found}, chance is {chance}");
    }
    assert!((guessed("cheat:200", 200) - 1.0).abs() < 1e-9);
}

/// Where one card is likelier it is named: a search that looked at one world only would name what that one holds.
#[test]
fn the_likelier_card_is_named() {
    for spec in ["ismcts:300", "pimc:300+worlds=30"] {
        let mut agent = pilot(spec);
        for key in 0..30 {
            agent.begin(Player::A, GameKey(key));
            assert_eq!(agent.decide(&guess::start_skewed(key), Player::A, &[0, 1, 2, 3]), 0, "{spec}, key {key}");
        }
    }
}

/// The die decides what is right: with continuations kept apart by what it showed the search finds that out, without it
/// can't.
#[test]
fn dice_are_told_apart() {
    let decide = |spec: &str, key: u64| {
        let mut agent = pilot(spec);
        agent.begin(Player::A, GameKey(key));
        agent.decide(&dice::start(0), Player::A, &[dice::Move::Safe, dice::Move::Roll])
    };
    for key in 0..10 {
        assert_eq!(decide("ismcts:16000", key), dice::Move::Roll, "key {key}");
        assert_eq!(decide("ismcts:16000+dice=0", key), dice::Move::Safe, "key {key}");
    }
}

/// Both look alike in the world that is tried first, half of the time; the envelope is as good as the stake only where
/// all four worlds say so, one time in sixteen, and then a draw decides.
#[test]
fn one_lucky_world_is_not_as_good_as_four() {
    let opened = (0..400).filter(|&key| {
        let mut agent = informed("greedy+guard=0", &Only(envelope::Expert));
        agent.begin(Player::A, GameKey(key));
        let legal = [envelope::Move::Stake, envelope::Move::Envelope];
        agent.decide(&envelope::start(0), Player::A, &legal) == envelope::Move::Envelope
    });
    let opened = opened.count();
    assert!((2..30).contains(&opened), "12 of 400 were expected: {opened}");
}

#[test]
fn the_guard_sees_the_trap_and_slips_fall_into_it() {
    let decide = |spec: &str| {
        let mut agent = informed(spec, &Only(trap::Greedful));
        agent.begin(Player::A, GameKey(1));
        agent.decide(&trap::start(0), Player::A, &[trap::Move::Bait, trap::Move::Plain])
    };
    assert_eq!(decide("greedy"), trap::Move::Plain);
    assert_eq!(decide("greedy+guard=0"), trap::Move::Bait);
    // A slip is a decision at random.
    let slipped = (0..400).filter(|&key| {
        let mut agent = informed("greedy+guard=0+slip=0.5", &Only(trap::Greedful));
        agent.begin(Player::A, GameKey(key));
        agent.decide(&trap::start(0), Player::A, &[trap::Move::Bait, trap::Move::Plain]) == trap::Move::Plain
    });
    let slipped = slipped.count();
    assert!((60..140).contains(&slipped), "a quarter of 400 was expected: {slipped}");
    // What is certain outweighs what an evaluation promises.
    assert_eq!(decide("ismcts:200"), trap::Move::Plain);
}

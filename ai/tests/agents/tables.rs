//! Playing whole games with agents, for the other tests.

use fixer_ai::agent::GameKey;
use fixer_ai::eval::{Blank, Judge, Knowledge};
use fixer_ai::registry::{Cheating, Pilot, build};
use fixer_core::chance::Streams;
use fixer_core::game::{Game, Outcome, Player, Status};

/// A game that has not ended after so many decisions will never end.
pub const ENDLESS: usize = 2000;

/// A knowledge that has one judge only.
pub struct Only<J>(pub J);

impl<G: Game, J: Judge<G>> Knowledge<G> for Only<J> {
    type Judge = J;

    fn judge(&self, _weights: &str) -> Result<J, Vec<String>> {
        Ok(self.0.clone())
    }
}

/// An agent without any knowledge of the game.
pub fn pilot<'a, G: Game + 'a>(spec: &str) -> Pilot<'a, G> {
    informed(spec, &Blank)
}

/// An agent with the knowledge of a judge.
pub fn informed<'a, G: Game + 'a, K: Knowledge<G>>(spec: &str, knowledge: &K) -> Pilot<'a, G>
where
    K::Judge: 'a,
{
    let spec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    build(&spec, knowledge, Cheating::Allowed).expect("a known agent")
}

/// Plays a game; how it ended, and every decision with who made it.
pub fn play<G: Game>(start: G, seed: u64, seats: [&mut Pilot<'_, G>; 2]) -> (Outcome, Vec<(Player, G::Action)>) {
    let mut game = start;
    let mut chance = Streams::new(seed);
    let mut legal = Vec::new();
    let mut played = Vec::new();
    let [first, second] = seats;
    first.begin(Player::A, GameKey(seed));
    second.begin(Player::B, GameKey(seed));
    loop {
        match game.status() {
            Status::Over(outcome) => return (outcome, played),
            Status::Decide(decider, _) => {
                assert!(played.len() < ENDLESS, "no end after {ENDLESS} decisions");
                game.legal_actions(&mut legal);
                let pilot = if decider == Player::A { &mut *first } else { &mut *second };
                let action = pilot.decide(&game, decider, &legal);
                assert!(legal.contains(&action), "{action:?} is not among {legal:?}");
                played.push((decider, action));
                game.apply(action, &mut chance);
            }
        }
    }
}

/// The share of wins of the first agent over the second in pairs of games with the seats exchanged, ties counting half.
pub fn score<'p, G: Game>(start: fn(u64) -> G, pairs: u64, one: &mut Pilot<'p, G>, other: &mut Pilot<'p, G>) -> f64 {
    let mut points = 0.0;
    for seed in 0..pairs {
        let points_of = |outcome: Outcome, me| outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == me)));
        points += points_of(play(start(seed), seed, [one, other]).0, Player::A);
        points += points_of(play(start(seed), seed, [other, one]).0, Player::B);
    }
    points / (2 * pairs) as f64
}

//! What an agent thinks of a position: the moves ranked, and how it expects the game to go on after each.

use fixer_ai::agent::{GameKey, Thought};
use fixer_ai::registry::Pilot;
use fixer_core::chance::{mix, rng};
use fixer_core::game::{Player, Status};
use fixer_core::notation::Written;

/// In how many sampled worlds a line is tried: it is told as far as the best of them carries it.
const WORLDS: u64 = 16;

/// So many actions of a line are told at most.
const LONGEST: usize = 12;

/// One move as the agent sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked<A> {
    /// The action.
    pub action: A,
    /// The same in the notation.
    pub text: String,
    /// How many iterations of a search chose it.
    pub visits: Option<u32>,
    /// The expected win probability of the player who decides.
    pub value: Option<f32>,
    /// It was given up: it leads back to a position of this turn, or to a loss.
    pub given_up: bool,
    /// What both are expected to do, this move first, in the notation; a player is named where it is another than before.
    pub line: String,
}

/// An agent's opinion of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// Whose decision it is: values are this player's.
    pub decider: Player,
    /// What is decided, as the notation calls it.
    pub kind: &'static str,
    /// The moves, the one that the agent plays first, then the best first.
    pub moves: Vec<Ranked<A>>,
}

/// Asks an agent about a position; nothing if the game is over there. The same seed, the same opinion, unless the agent
/// thinks by the clock.
pub fn analyze<G: Written>(table: &G, pilot: &mut Pilot<'_, G>, seed: u64) -> Option<Analysis<G::Action>> {
    let Status::Decide(decider, kind) = table.status() else { return None };
    let mut legal = Vec::new();
    table.legal_actions(&mut legal);
    pilot.begin(decider, GameKey(seed));
    let chosen = pilot.decide(table, decider, &legal);
    let mut thoughts = pilot.thoughts(table, decider, &legal);
    if thoughts.is_empty() {
        let unthought = |&action: &G::Action| Thought {
            action,
            visits: None,
            value: None,
            given_up: false,
            line: vec![(decider, action)],
        };
        thoughts = legal.iter().map(unthought).collect();
    }
    // Equals are drawn when the move is chosen, so that it need not be the first of them.
    if let Some(place) = thoughts.iter().position(|thought| thought.action == chosen) {
        thoughts[..=place].rotate_right(1);
    }
    let moves = thoughts
        .into_iter()
        .map(|thought| Ranked {
            action: thought.action,
            text: table.format_action(thought.action),
            visits: thought.visits,
            value: thought.value,
            given_up: thought.given_up,
            line: told(table, decider, &thought.line, seed),
        })
        .collect();
    Some(Analysis { decider, kind: G::kind_word(kind), moves })
}

/// The chance to win that an agent gives whoever decides, by the move that it would play; nothing where there is nothing
/// to decide.
pub fn chance_to_win<G: Written>(table: &G, pilot: &mut Pilot<'_, G>, seed: u64) -> Option<f32> {
    let Status::Decide(decider, _) = table.status() else { return None };
    let mut legal = Vec::new();
    table.legal_actions(&mut legal);
    if legal.len() < 2 {
        return None;
    }
    pilot.begin(decider, GameKey(seed));
    let chosen = pilot.decide(table, decider, &legal);
    pilot.thoughts(table, decider, &legal).into_iter().find(|thought| thought.action == chosen)?.value
}

/// A line in the notation. What a text says depends on the position it is said in, so the line is carried out in worlds
/// that fit what `observer` knows.
fn told<G: Written>(table: &G, observer: Player, line: &[(Player, G::Action)], seed: u64) -> String {
    let mut longest = Vec::new();
    for sample in 0..WORLDS {
        let mut generator = rng(mix(&[seed, sample]));
        let mut world = *table;
        world.determinize(observer, &mut generator);
        let mut texts = Vec::new();
        let mut legal = Vec::new();
        let mut before = observer;
        for &(player, action) in line.iter().take(LONGEST) {
            world.legal_actions(&mut legal);
            let decides = matches!(world.status(), Status::Decide(decider, _) if decider == player);
            if !decides || !legal.contains(&action) {
                break;
            }
            let text = world.format_action(action);
            texts.push(if player == before { text } else { format!("{}: {text}", player.letter()) });
            before = player;
            world.apply(action, &mut generator);
        }
        if texts.len() > longest.len() {
            longest = texts;
        }
        if longest.len() == line.len().min(LONGEST) {
            break;
        }
    }
    longest.join(", ")
}

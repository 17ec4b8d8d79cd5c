//! One decision ahead: every action is carried out in a few sampled worlds, and the one that the game's evaluation likes
//! best is played, if it doesn't lose at once and doesn't lead back to where this turn has been.

mod options;

pub use options::{FROZEN_WEIGHTS, Options};

use std::cmp::Ordering;

use fixer_core::chance::{SearchRng, below, mix, rng, unit};
use fixer_core::game::{Game, Player, Status};

use crate::agent::{Agent, GameKey, Thought};
use crate::eval::Judge;
use crate::rollout::{Policy, Rollout, USUAL_OPTIONS, best};
use crate::turn::{TurnMemory, position_hash};
use crate::view::View;
use crate::worlds::Luck;

/// How many turn ends the guard looks ahead: to the end of the rival's next turn.
const GUARDED_TURNS: u32 = 2;

/// How many decisions it looks ahead at most.
const GUARDED_DECISIONS: u32 = 128;

/// What an action is worth that has been given up: less than any other.
const GIVEN_UP: f32 = -1.0;

/// The agent `greedy`.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game, J> {
    options: Options,
    judge: J,
    key: u64,
    decisions: u64,
    memory: TurnMemory,
    /// The sampled worlds of a decision.
    worlds: Vec<G>,
    /// What each action is worth; less than nothing if it has been given up.
    values: Vec<f32>,
    /// The sum of its values over the worlds it has been tried in, and how many those are.
    trials: Vec<(f32, u32)>,
    bytes: Vec<u8>,
    rollout: Rollout<G::Action>,
}

impl<G: Game, J: Judge<G>> Greedy<G, J> {
    /// An agent with everything allocated that it will need.
    pub fn new(options: Options, judge: J) -> Self {
        Self {
            worlds: Vec::with_capacity(options.worlds as usize),
            options,
            judge,
            key: 0,
            decisions: 0,
            memory: TurnMemory::new(),
            values: Vec::with_capacity(USUAL_OPTIONS),
            trials: Vec::with_capacity(USUAL_OPTIONS),
            bytes: Vec::with_capacity(4096),
            // Replies are the best the policy knows: a guard against blunders has no use for random ones.
            rollout: Rollout::new(Policy { eps: 0.0, mast: 0.0 }),
        }
    }

    /// The value of an action in one of the sampled worlds. Each world has its luck, the same for all actions: they are
    /// compared, so what they have in common is better equal.
    fn value(&self, action: G::Action, me: Player, luck: u64, world: u32) -> f32 {
        let mut after = self.worlds[world as usize];
        after.apply(action, &mut Luck::new(&mut rng(luck.wrapping_add(u64::from(world)))));
        match after.status() {
            Status::Over(outcome) => outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == me))),
            Status::Decide(..) => self.judge.prospect(&after, me),
        }
    }

    /// Values each action in one world. What looks the same as an action before it is given up.
    fn value_all(&mut self, legal: &[G::Action], me: Player, luck: u64) {
        for &action in legal {
            let is_first = self.worlds[0].representative(action) == action;
            let value = if is_first { self.value(action, me, luck, 0) } else { GIVEN_UP };
            self.values.push(value);
            self.trials.push((value, 1));
        }
    }

    /// Tries whatever looks best in one more world, until all that look best have been tried in all of them: what has had
    /// one lucky world must not be as good as what is as good in each. What looks bad next to others in the same world
    /// is seldom worth a second look.
    fn value_the_best(&mut self, legal: &[G::Action], me: Player, luck: u64) {
        loop {
            let highest = self.values.iter().fold(GIVEN_UP, |highest, &value| highest.max(value));
            let unsure = |place: &usize| self.values[*place] >= highest && self.trials[*place].1 < self.options.worlds;
            let Some(place) = (0..legal.len()).find(unsure).filter(|_| highest > GIVEN_UP) else { return };
            let (sum, tried) = self.trials[place];
            let sum = sum + self.value(legal[place], me, luck, tried);
            self.trials[place] = (sum, tried + 1);
            self.values[place] = sum / (tried + 1) as f32;
        }
    }

    /// Whether an action leads, in the first world and without luck, to a position of this turn that the player has
    /// decided in.
    fn repeats(&mut self, action: G::Action, me: Player, luck: u64) -> bool {
        let mut world = self.worlds[0];
        let turn = world.turn();
        let mut generator = rng(luck);
        let mut chance = Luck::new(&mut generator);
        world.apply(action, &mut chance);
        let goes_on = matches!(world.status(), Status::Decide(decider, _) if decider == me) && world.turn() == turn;
        if chance.used() || !goes_on {
            return false;
        }
        self.bytes.clear();
        world.observe(me, &mut self.bytes);
        self.memory.has(turn, position_hash(&self.bytes))
    }

    /// Whether an action loses in every sampled continuation to the end of the rival's next turn.
    fn loses(&mut self, view: &View<'_, G>, action: G::Action, generator: &mut SearchRng) -> bool {
        let me = view.observer();
        let mut world = self.worlds[0];
        self.options.guard > 0
            && self.judge.is_in_danger(&world, me)
            && (0..self.options.guard).all(|_| {
                view.world_into(&mut world, generator);
                let stop = world.turn() + GUARDED_TURNS;
                world.apply(action, &mut Luck::new(generator));
                let outcome = self.rollout.play(&self.judge, &mut world, stop, GUARDED_DECISIONS, generator);
                outcome.is_some_and(|outcome| outcome.winner == Some(me.rival()))
            })
    }
}

impl<G: Game, J: Judge<G>> Agent<G> for Greedy<G, J> {
    fn begin(&mut self, seat: Player, key: GameKey) {
        self.key = mix(&[key.0, seat as u64]);
        self.decisions = 0;
        self.memory.clear();
        self.worlds.clear();
    }

    fn decide(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> G::Action {
        let key = mix(&[self.key, self.decisions]);
        self.decisions += 1;
        let (me, turn) = (view.observer(), view.turn());
        self.values.clear();
        self.trials.clear();
        self.bytes.clear();
        view.observe(&mut self.bytes);
        self.memory.note(turn, position_hash(&self.bytes));
        if let [only] = *legal {
            return only;
        }
        let mut generator = rng(key);
        if self.options.slip > 0.0 && unit(&mut generator) < f64::from(self.options.slip) {
            return legal[below(&mut generator, legal.len() as u32) as usize];
        }
        if let Some(action) = self.memory.at_random(legal, &mut generator) {
            return action;
        }
        self.worlds.clear();
        for _ in 0..self.options.worlds {
            self.worlds.push(view.world(&mut generator));
        }
        let luck = mix(&[key, 1]);
        self.value_all(legal, me, luck);
        self.value_the_best(legal, me, luck);
        // From the best downwards: what repeats is out, what loses only a last resort.
        let first = best(&self.values, &mut generator);
        let mut losing = None;
        let mut place = first;
        while self.values[place] > GIVEN_UP {
            let certain = self.values[place] >= 1.0;
            let action = legal[place];
            if !certain && self.repeats(action, me, luck) {
                self.values[place] = GIVEN_UP;
            } else if !certain && self.loses(view, action, &mut generator) {
                losing = losing.or(Some(place));
                self.values[place] = GIVEN_UP;
            } else {
                return action;
            }
            self.value_the_best(legal, me, luck);
            place = best(&self.values, &mut generator);
        }
        legal[losing.unwrap_or(first)]
    }

    fn thoughts(&self, view: &View<'_, G>, legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        let me = view.observer();
        let thought = |(&action, (&value, &(sum, tried))): (&G::Action, (&f32, &(f32, u32)))| Thought {
            action,
            visits: None,
            value: Some(sum / tried as f32),
            given_up: value <= GIVEN_UP,
            line: vec![(me, action)],
        };
        let all = legal.iter().zip(self.values.iter().zip(&self.trials));
        let mut thoughts: Vec<_> = all.filter(|(_, (_, (sum, _)))| *sum > GIVEN_UP).map(thought).collect();
        thoughts
            .sort_by(|x, y| x.given_up.cmp(&y.given_up).then(y.value.partial_cmp(&x.value).unwrap_or(Ordering::Equal)));
        thoughts
    }
}

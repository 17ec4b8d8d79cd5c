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
use crate::turn::{TurnMemory, options_hash, position_hash};
use crate::view::View;
use crate::worlds::Luck;

/// How many turn ends the guard looks ahead: to the end of the rival's next turn.
const GUARDED_TURNS: u32 = 2;

/// How many decisions it looks ahead at most.
const GUARDED_DECISIONS: u32 = 128;

/// What an action is worth that has been given up: less than any other.
const GIVEN_UP: f32 = -1.0;

/// How an action has been tried.
#[derive(Copy, Clone, Debug)]
struct Trials {
    /// The sum of its values over the worlds it has been tried in.
    sum: f32,
    /// How many those are.
    worlds: u32,
    /// In the first of them the same player decides next, in the same turn and without luck.
    free: bool,
}

/// The agent `greedy`.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game, J> {
    options: Options,
    judge: J,
    key: u64,
    decisions: u64,
    memory: TurnMemory,
    /// Hashes of the options of the same decisions.
    offered: TurnMemory,
    /// The sampled worlds of a decision.
    worlds: Vec<G>,
    /// The luck of each of them.
    lucks: Vec<SearchRng>,
    /// What each action is worth; less than nothing if it has been given up.
    values: Vec<f32>,
    trials: Vec<Trials>,
    /// The options after an action.
    legal: Vec<G::Action>,
    bytes: Vec<u8>,
    rollout: Rollout<G::Action>,
}

impl<G: Game, J: Judge<G>> Greedy<G, J> {
    /// An agent with everything allocated that it will need.
    pub fn new(options: Options, judge: J) -> Self {
        Self {
            worlds: Vec::with_capacity(options.worlds as usize),
            lucks: Vec::with_capacity(options.worlds as usize),
            options,
            judge,
            key: 0,
            decisions: 0,
            memory: TurnMemory::new(),
            offered: TurnMemory::new(),
            legal: Vec::with_capacity(USUAL_OPTIONS),
            values: Vec::with_capacity(USUAL_OPTIONS),
            trials: Vec::with_capacity(USUAL_OPTIONS),
            bytes: Vec::with_capacity(4096),
            // Replies are the best the policy knows: a guard against blunders has no use for random ones.
            rollout: Rollout::new(Policy { eps: 0.0, mast: 0.0 }),
        }
    }

    /// Draws the worlds of a decision, each with its luck.
    fn draw(&mut self, view: &View<'_, G>, generator: &mut SearchRng, luck: u64) {
        self.lucks.clear();
        for at in 0..self.options.worlds as usize {
            match self.worlds.get_mut(at) {
                // A world is large: those of the decision before are written over.
                Some(world) => view.world_into(world, generator),
                None => self.worlds.push(view.world(generator)),
            }
            self.lucks.push(rng(luck.wrapping_add(at as u64)));
        }
    }

    /// The value of an action in one of the sampled worlds, and whether it is free there: the same player decides in the
    /// same turn and nothing was left to luck. Each world has its luck, the same for all actions: they are compared, so
    /// what they have in common is better equal.
    fn value(&self, action: G::Action, me: Player, world: u32) -> (f32, bool) {
        let mut after = self.worlds[world as usize];
        let turn = after.turn();
        let mut generator = self.lucks[world as usize].clone();
        let mut luck = Luck::new(&mut generator);
        after.apply(action, &mut luck);
        match after.status() {
            Status::Over(outcome) => (outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == me))), false),
            Status::Decide(decider, _) => {
                let free = decider == me && after.turn() == turn && !luck.used();
                (self.judge.prospect(&mut after, me), free)
            }
        }
    }

    /// Values each action in one world. What looks the same as an action before it is given up.
    fn value_all(&mut self, legal: &[G::Action], me: Player) {
        for &action in legal {
            let is_first = self.worlds[0].representative(action) == action;
            let (value, free) = if is_first { self.value(action, me, 0) } else { (GIVEN_UP, false) };
            self.values.push(value);
            self.trials.push(Trials { sum: value, worlds: 1, free });
        }
    }

    /// Tries whatever looks best in one more world, until all that look best have been tried in all of them: what has had
    /// one lucky world must not be as good as what is as good in each. What looks bad next to others in the same world
    /// is seldom worth a second look.
    fn value_the_best(&mut self, legal: &[G::Action], me: Player) {
        loop {
            let highest = self.values.iter().fold(GIVEN_UP, |highest, &value| highest.max(value));
            let unsure =
                |place: &usize| self.values[*place] >= highest && self.trials[*place].worlds < self.options.worlds;
            let Some(place) = (0..legal.len()).find(unsure).filter(|_| highest > GIVEN_UP) else { return };
            let (value, _) = self.value(legal[place], me, self.trials[place].worlds);
            let trials = &mut self.trials[place];
            trials.sum += value;
            trials.worlds += 1;
            self.values[place] = trials.sum / trials.worlds as f32;
        }
    }

    /// Whether a free action leads, in the first world, to a position of this turn that the player has decided in.
    fn repeats(&mut self, action: G::Action, me: Player) -> bool {
        let mut world = self.worlds[0];
        let turn = world.turn();
        world.apply(action, &mut self.lucks[0].clone());
        // The same position has the same options, and those are told sooner than all that the player sees.
        world.legal_actions(&mut self.legal);
        if !self.offered.has(turn, options_hash(&self.legal)) {
            return false;
        }
        self.bytes.clear();
        world.observe(me, &mut self.bytes);
        self.memory.has(turn, position_hash(&self.bytes))
    }

    /// Whether an action loses in every sampled continuation to the end of the rival's next turn.
    fn loses(&mut self, view: &View<'_, G>, action: G::Action, generator: &mut SearchRng) -> bool {
        let me = view.observer();
        if self.options.guard == 0 || !self.judge.is_in_danger(&self.worlds[0], me) {
            return false;
        }
        let mut world = self.worlds[0];
        (0..self.options.guard).all(|_| {
            view.world_into(&mut world, generator);
            let stop = world.turn() + GUARDED_TURNS;
            world.apply(action, &mut Luck::new(generator));
            self.rollout.loses(&self.judge, &mut world, me, stop, GUARDED_DECISIONS, generator)
        })
    }
}

impl<G: Game, J: Judge<G>> Agent<G> for Greedy<G, J> {
    fn begin(&mut self, seat: Player, key: GameKey) {
        self.key = mix(&[key.0, seat as u64]);
        self.decisions = 0;
        self.memory.clear();
        self.offered.clear();
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
        self.offered.note(turn, options_hash(legal));
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
        self.draw(view, &mut generator, mix(&[key, 1]));
        self.value_all(legal, me);
        self.value_the_best(legal, me);
        // From the best downwards: what repeats is out, what loses only a last resort.
        let first = best(&self.values, &mut generator);
        let mut losing = None;
        let mut place = first;
        while self.values[place] > GIVEN_UP {
            let certain = self.values[place] >= 1.0;
            let action = legal[place];
            if !certain && self.trials[place].free && self.repeats(action, me) {
                self.values[place] = GIVEN_UP;
            } else if !certain && self.loses(view, action, &mut generator) {
                losing = losing.or(Some(place));
                self.values[place] = GIVEN_UP;
            } else {
                return action;
            }
            self.value_the_best(legal, me);
            place = best(&self.values, &mut generator);
        }
        legal[losing.unwrap_or(first)]
    }

    fn thoughts(&self, view: &View<'_, G>, legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        let me = view.observer();
        let thought = |(&action, (&value, trials)): (&G::Action, (&f32, &Trials))| Thought {
            action,
            visits: None,
            value: Some(trials.sum / trials.worlds as f32),
            given_up: value <= GIVEN_UP,
            line: vec![(me, action)],
        };
        let all = legal.iter().zip(self.values.iter().zip(&self.trials));
        let mut thoughts: Vec<_> = all.filter(|(_, (_, trials))| trials.sum > GIVEN_UP).map(thought).collect();
        thoughts
            .sort_by(|x, y| x.given_up.cmp(&y.given_up).then(y.value.partial_cmp(&x.value).unwrap_or(Ordering::Equal)));
        thoughts
    }
}

//! Determinized search, one tree a world: the classic baseline. Each sampled world is searched as if everything in it were
//! known, and the visits of the root's actions are added up.

use fixer_core::chance::{mix, rng};
use fixer_core::game::{Game, Player};

use crate::agent::{Agent, GameKey, Thought};
use crate::eval::Judge;
use crate::ismcts::search::Search;
use crate::ismcts::{self, Budget};
use crate::options::{Knob, whole};
use crate::rollout::USUAL_OPTIONS;
use crate::turn::TurnMemory;
use crate::view::View;
use crate::worlds::Fixed;

/// The settings of `pimc`.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How many worlds are searched; the budget is shared evenly among them.
    pub worlds: u32,
    /// The settings of each search; those about one tree for all worlds have no effect.
    pub search: ismcts::Options,
}

impl Default for Options {
    fn default() -> Self {
        Self { worlds: 10, search: ismcts::Options::default() }
    }
}

impl Options {
    /// The options of its own; those of the searches are [`ismcts::Options::SHARED`].
    pub const KNOBS: &'static [Knob<Self>] = &[Knob {
        name: "worlds",
        about: "sampled worlds, each with a tree and an even share of the budget (1 to 1000)",
        set: |o, text| whole(text, 1, 1000).map(|value| o.worlds = value),
        get: |o| o.worlds.to_string(),
    }];
}

/// The agent `pimc`.
#[derive(Debug)]
pub struct Pimc<G: Game, J> {
    search: Search<G, J>,
    budget: Budget,
    worlds: u32,
    key: u64,
    decisions: u64,
    /// Iterations that the search had taken when the game began.
    before: u64,
    memory: TurnMemory,
    /// For each legal action: in how many worlds it leads back to a position of this turn, visits, and visits times mean
    /// result.
    sums: Vec<(u32, u32, f64)>,
}

impl<G: Game, J: Judge<G>> Pimc<G, J> {
    /// An agent with everything allocated that it will need.
    pub fn new(budget: Budget, options: Options, judge: J) -> Self {
        let (budget, worlds) = match budget {
            // With fewer iterations than worlds, fewer worlds.
            Budget::Iterations(count) => {
                let worlds = options.worlds.min(count);
                (Budget::Iterations(count / worlds), worlds)
            }
            Budget::Time(time) => (Budget::Time(time / options.worlds), options.worlds),
        };
        // What is proven in one world is proven in that one only.
        let search = ismcts::Options { proof: 0, reuse: false, ..options.search };
        Self {
            search: Search::new(budget, search, judge),
            budget,
            worlds,
            key: 0,
            decisions: 0,
            before: 0,
            memory: TurnMemory::new(),
            sums: Vec::with_capacity(USUAL_OPTIONS),
        }
    }

    /// The order of the choice among the actions of the last decision: repeating last, then by visits, then by value.
    fn rank(&self, place: usize) -> (bool, u32, f64) {
        let (repeats, visits, value) = self.sums[place];
        (2 * repeats <= self.worlds, visits, value / f64::from(visits.max(1)))
    }
}

impl<G: Game, J: Judge<G>> Agent<G> for Pimc<G, J> {
    fn begin(&mut self, seat: Player, key: GameKey) {
        self.key = mix(&[key.0, seat as u64]);
        self.decisions = 0;
        self.before = self.search.iterations();
        self.memory.clear();
        self.search.clear();
    }

    fn decide(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> G::Action {
        let mut rng = rng(mix(&[self.key, self.decisions]));
        self.decisions += 1;
        let mut world = view.world(&mut rng);
        let position = self.search.position(&world, view.observer());
        self.memory.note(view.turn(), position);
        self.sums.clear();
        let mut options = legal.iter().copied().filter(|&action| world.representative(action) == action);
        if let (Some(only), None) = (options.next(), options.next()) {
            return only;
        }
        if let Some(action) = self.memory.at_random(legal, &mut rng) {
            return action;
        }
        self.sums.resize(legal.len(), (0, 0, 0.0));
        for _ in 0..self.worlds {
            view.world_into(&mut world, &mut rng);
            self.search.clear();
            let fixed = Fixed { world: &world, observer: view.observer() };
            self.search.run(&fixed, self.budget, &self.memory, &mut rng);
            for found in self.search.moves(&world, legal) {
                // An action that stands for others is searched under its own name, and listed once.
                let Some(place) = legal.iter().position(|&action| action == found.action) else { continue };
                let (repeats, visits, value) = &mut self.sums[place];
                *repeats += u32::from(found.repeats);
                *visits += found.visits;
                *value += f64::from(found.value) * f64::from(found.visits);
            }
        }
        let better = |best: usize, other: usize| if self.rank(other) > self.rank(best) { other } else { best };
        legal[(0..legal.len()).reduce(better).unwrap_or(0)]
    }

    fn iterations(&self) -> u64 {
        self.search.iterations() - self.before
    }

    fn thoughts(&self, view: &View<'_, G>, legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        let me = view.observer();
        let mut places: Vec<usize> = (0..self.sums.len().min(legal.len())).collect();
        // What stands for nothing was never searched: it looks the same as another.
        let world = view.world(&mut rng(self.key));
        places.retain(|&place| world.representative(legal[place]) == legal[place]);
        places.sort_by(|&x, &y| self.rank(y).partial_cmp(&self.rank(x)).unwrap_or(std::cmp::Ordering::Equal));
        let thought = |place: usize| Thought {
            action: legal[place],
            visits: Some(self.sums[place].1),
            value: (self.sums[place].1 > 0).then_some(self.rank(place).2 as f32),
            given_up: !self.rank(place).0,
            line: vec![(me, legal[place])],
        };
        places.into_iter().map(thought).collect()
    }
}

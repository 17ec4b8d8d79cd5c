//! Information-set tree search with one observer (Cowling, Powley and Whitehouse, 2012), over any game.
//!
//! Every iteration plays in a world of its own that fits what the player knows. All worlds share one tree, whose edges are
//! actions: in an iteration only those count that are legal in its world, and each edge knows in how many iterations it
//! could have been taken. `docs/search.md` explains the parts: [`tree`], [`search`], [`options`], and the rollouts in
//! [`crate::rollout`].

pub mod options;
pub mod search;
pub mod tree;

pub use options::{Budget, Options};
pub use search::Move;

use fixer_core::chance::{SearchRng, mix, rng};
use fixer_core::game::{Game, Player, Status};

use crate::agent::{Agent, GameKey, Thought};
use crate::eval::Judge;
use crate::turn::TurnMemory;
use crate::view::View;
use crate::worlds::{Luck, Worlds};
use search::Search;
use tree::ROOT;

/// In how many worlds an action must lead to the same sight for the tree to be kept.
const FORESEEN_IN: u32 = 4;

/// What will be seen at the next own decision if nothing hidden is revealed, and the node that stands for it.
#[derive(Copy, Clone, Debug)]
struct Foreseen {
    turn: u32,
    position: u64,
    node: u32,
}

/// The agent `ismcts`.
#[derive(Debug)]
pub struct Ismcts<G: Game, J> {
    search: Search<G, J>,
    budget: Budget,
    key: u64,
    decisions: u64,
    /// Iterations that the search had taken when the game began.
    before: u64,
    memory: TurnMemory,
    foreseen: Option<Foreseen>,
    /// The first decider and kind of the last searched decision, for those who ask what the search thought.
    last: Option<(Player, G::Kind)>,
}

impl<G: Game, J: Judge<G>> Ismcts<G, J> {
    /// An agent with everything allocated that it will need.
    pub fn new(budget: Budget, options: Options, judge: J) -> Self {
        Self {
            search: Search::new(budget, options, judge),
            budget,
            key: 0,
            decisions: 0,
            before: 0,
            memory: TurnMemory::new(),
            foreseen: None,
            last: None,
        }
    }

    /// A game begins.
    pub(crate) fn start(&mut self, seat: Player, key: GameKey) {
        self.key = mix(&[key.0, seat as u64]);
        self.decisions = 0;
        self.before = self.search.iterations();
        self.memory.clear();
        self.search.clear();
        self.foreseen = None;
        self.last = None;
    }

    /// Decides over the worlds of a source: samples for the honest, the truth for `cheat`.
    pub(crate) fn think<W: Worlds<G>>(&mut self, worlds: &W, legal: &[G::Action]) -> G::Action {
        let mut rng = rng(mix(&[self.key, self.decisions]));
        self.decisions += 1;
        self.last = None;
        let foreseen = self.foreseen.take();
        let mut world = worlds.first(&mut rng);
        let (me, turn) = (worlds.observer(), world.turn());
        let position = self.search.position(&world, me);
        self.memory.note(turn, position);
        let mut options = legal.iter().copied().filter(|&action| world.representative(action) == action);
        let foreseen = foreseen.filter(|seen| (seen.turn, seen.position) == (turn, position));
        if let (Some(only), None) = (options.next(), options.next()) {
            self.search.follow(only);
            if let Some(Foreseen { node, .. }) = foreseen {
                self.look_ahead(worlds, &world, node, only, &mut rng);
            }
            return only;
        }
        if let Some(action) = self.memory.at_random(legal, &mut rng) {
            self.search.clear();
            return action;
        }
        if let Some(action) = self.search.go_on_winning(worlds, &mut world, &mut rng) {
            return action;
        }
        match foreseen {
            Some(seen) => self.search.keep(seen.node),
            None => self.search.clear(),
        }
        self.search.run(worlds, self.budget, &self.memory, &mut rng);
        let world = worlds.first(&mut rng);
        let best = self.search.best(&world, legal).expect("the representative of a legal action is listed too");
        if let Status::Decide(decider, kind) = world.status() {
            self.last = Some((decider, kind));
        }
        if self.search.options().reuse {
            self.look_ahead(worlds, &world, ROOT, best, &mut rng);
        }
        best
    }

    /// Remembers what will be seen behind the action that is played at this node, if that can be told.
    fn look_ahead<W: Worlds<G>>(&mut self, worlds: &W, world: &G, node: u32, action: G::Action, rng: &mut SearchRng) {
        let Status::Decide(decider, kind) = world.status() else { return };
        let Some(node) = self.search.node_behind(node, decider, kind, action) else { return };
        let position = self.foresee(worlds, action, rng);
        self.foreseen = position.map(|position| Foreseen { turn: world.turn(), position, node });
    }

    /// What the observer will see after the action, if it is the same in every world that is tried, nothing was left to
    /// luck, and the observer decides again in the same turn.
    fn foresee<W: Worlds<G>>(&mut self, worlds: &W, action: G::Action, rng: &mut SearchRng) -> Option<u64> {
        let me = worlds.observer();
        let mut world = worlds.first(rng);
        let mut seen = None;
        for _ in 0..FORESEEN_IN {
            worlds.next_into(&mut world, rng);
            let turn = world.turn();
            let mut luck = Luck::new(rng);
            world.apply(action, &mut luck);
            if luck.used() || world.turn() != turn {
                return None;
            }
            if !matches!(world.status(), Status::Decide(decider, _) if decider == me) {
                return None;
            }
            let position = self.search.position(&world, me);
            if seen.is_some_and(|before| before != position) {
                return None;
            }
            seen = Some(position);
        }
        seen
    }

    /// What the last decision's search found about each of `legal`, best first. Empty if there was nothing to search.
    pub fn ranked(&self, view: &View<'_, G>, legal: &[G::Action]) -> Vec<Move<G::Action>> {
        self.ranked_in(&view.world(&mut rng(self.key)), legal)
    }

    /// The same in a world of whoever searched.
    fn ranked_in(&self, world: &G, legal: &[G::Action]) -> Vec<Move<G::Action>> {
        if self.last.is_none() {
            return Vec::new();
        }
        let mut moves: Vec<_> = self.search.moves(world, legal).collect();
        moves.sort_by_key(|found| std::cmp::Reverse(found.rank()));
        moves
    }

    /// What the last search thought of each of `legal`, in a world of whoever searched.
    pub(crate) fn thoughts_in(&self, world: &G, legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        let thought = |found: Move<G::Action>| Thought {
            action: found.action,
            visits: Some(found.visits),
            value: (found.visits > 0 || found.proven).then_some(found.value),
            given_up: found.repeats,
            line: self.principal_line(found.action),
        };
        self.ranked_in(world, legal).into_iter().map(thought).collect()
    }

    /// The line both sides are expected to follow from the last searched decision if it begins with `first`.
    pub fn principal_line(&self, first: G::Action) -> Vec<(Player, G::Action)> {
        self.last.map_or_else(Vec::new, |(decider, kind)| self.search.principal_line(decider, kind, first))
    }

    /// How many iterations it has taken since the game began.
    pub(crate) const fn taken(&self) -> u64 {
        self.search.iterations() - self.before
    }

    /// How many nodes the tree has now: for those who measure.
    pub fn nodes(&self) -> usize {
        self.search.nodes()
    }
}

impl<G: Game, J: Judge<G>> Agent<G> for Ismcts<G, J> {
    fn begin(&mut self, seat: Player, key: GameKey) {
        self.start(seat, key);
    }

    fn decide(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> G::Action {
        self.think(view, legal)
    }

    fn iterations(&self) -> u64 {
        self.taken()
    }

    fn thoughts(&self, view: &View<'_, G>, legal: &[G::Action]) -> Vec<Thought<G::Action>> {
        self.thoughts_in(&view.world(&mut rng(self.key)), legal)
    }
}

//! One iteration after another: a world, a way down the tree, a value, the way back up.

use std::time::Instant;

use fixer_core::chance::{SearchRng, below};
use fixer_core::game::{Game, Outcome, Player, Status};

use super::options::{Budget, Options};
use super::tree::{Edge, NONE, ROOT, Tree};
use crate::eval::Judge;
use crate::rollout::{Policy, Rollout, USUAL_OPTIONS};
use crate::turn::{TurnMemory, position_hash};
use crate::worlds::{Luck, Worlds};

/// The deepest way down the tree. A longer one would be a loop of free actions.
const DEEPEST: usize = 128;

/// A rollout that is cut at turn ends stops after this many decisions a turn in any case.
const LONGEST_TURN: u32 = 64;

/// A rollout to the end of the game stops after this many decisions in any case.
const LONGEST_GAME: u32 = 1000;

/// How far an evaluation stays from 0 and 1, so that a certain result always counts more.
const MARGIN: f32 = 0.01;

/// How much larger curiosity is where rollouts go on to the end of the game: results are 0 or 1 and spread that much wider
/// than evaluations.
const RESULTS_SPREAD: f32 = 3.5;

/// How many lines a decision may try to prove.
const PROOFS: u32 = 8;

/// Logarithms up to here are looked up.
const LOGS: usize = 1024;

/// How many iterations pass between looks at the clock.
const CLOCK: u32 = 64;

/// How many nodes a search with a clock has room for.
const NODES_BY_TIME: usize = 400_000;

/// Room for edges per node: some six options a decision, in blocks of powers of two, some of them outgrown.
const EDGES_A_NODE: usize = 12;

/// One step of the way down.
#[derive(Copy, Clone, Debug)]
struct Step {
    node: u32,
    edge: u32,
}

/// One legal action as the search sees it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Move<A> {
    /// The action.
    pub action: A,
    /// How many iterations chose it.
    pub visits: u32,
    /// The mean result of those for who decides, 0 to 1.
    pub value: f32,
    /// Wins in every world that was tried, whatever the luck and the rival.
    pub proven: bool,
    /// Leads back to a position of this turn.
    pub repeats: bool,
}

impl<A> Move<A> {
    /// The order of the final choice: proven first, repeating last, then by visits, then by value.
    pub(super) fn rank(&self) -> (bool, bool, u32, u32) {
        // A mean is never negative, so its bits are in its order.
        (self.proven, !self.repeats, self.visits, self.value.to_bits())
    }
}

/// A search: the tree and every buffer it needs, allocated once.
#[derive(Debug)]
pub struct Search<G: Game, J> {
    judge: J,
    options: Options,
    /// The option `c`, fitted to how wide the values of rollouts spread.
    curiosity: f32,
    tree: Tree<G::Action, G::Kind>,
    path: Vec<Step>,
    /// The legal actions of the decision at hand, without those that look the same as another.
    legal: Vec<G::Action>,
    points: Vec<f32>,
    bytes: Vec<u8>,
    /// `ln(1 + n)` at place n.
    logs: Vec<f32>,
    rollout: Rollout<G::Action>,
    /// A line that wins in every world that was tried; empty if there is none.
    line: Vec<G::Action>,
    proofs_left: u32,
    /// Iterations of all searches so far.
    iterations: u64,
}

impl<G: Game, J: Judge<G>> Search<G, J> {
    /// A search with room for the budget, four decisions deep.
    pub fn new(budget: Budget, options: Options, judge: J) -> Self {
        let nodes = match budget {
            Budget::Iterations(count) => (count as usize).saturating_mul(4).clamp(64, 4_000_000),
            Budget::Time(_) => NODES_BY_TIME,
        };
        Self {
            tree: Tree::with_capacity(nodes, nodes * EDGES_A_NODE + 4096),
            path: Vec::with_capacity(DEEPEST),
            legal: Vec::with_capacity(USUAL_OPTIONS),
            points: Vec::with_capacity(USUAL_OPTIONS),
            bytes: Vec::with_capacity(4096),
            logs: (0..LOGS).map(|n| libm::logf(1.0 + n as f32)).collect(),
            rollout: Rollout::new(Policy { eps: options.eps, mast: options.mast }),
            line: Vec::with_capacity(DEEPEST),
            proofs_left: 0,
            iterations: 0,
            curiosity: options.c * if judge.has_values() { 1.0 } else { RESULTS_SPREAD },
            judge,
            options,
        }
    }

    /// Forgets the tree and everything learned.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.rollout.clear();
        self.line.clear();
    }

    /// Keeps what hangs below this node and makes it the root.
    pub fn keep(&mut self, node: u32) {
        self.tree.keep(node);
    }

    /// The settings.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The node behind an action at a node, if the search has been there twice.
    pub fn node_behind(&self, node: u32, decider: Player, kind: G::Kind, action: G::Action) -> Option<u32> {
        let place = self.tree.find(node, 0, decider, kind, action)?;
        self.tree.child(self.tree.first_edge(node) + place as u32, 0)
    }

    /// How many iterations all searches have taken since this one was made.
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.tree.count()
    }

    /// What `observer` sees of a position, as a hash.
    pub fn position(&mut self, world: &G, observer: Player) -> u64 {
        self.bytes.clear();
        world.observe(observer, &mut self.bytes);
        position_hash(&self.bytes)
    }

    /// Searches the decision of `worlds`, on top of what the tree holds already. `memory` has this turn's positions.
    pub fn run<W: Worlds<G>>(&mut self, worlds: &W, budget: Budget, memory: &TurnMemory, rng: &mut SearchRng) {
        let mut world = worlds.first(rng);
        self.line.clear();
        self.proofs_left = if self.options.proof > 0 { PROOFS } else { 0 };
        let position = self.position(&world, worlds.observer());
        self.tree.node_mut(ROOT).position = position;
        match budget {
            Budget::Iterations(count) => {
                for _ in 0..count {
                    self.iterate(worlds, &mut world, memory, rng);
                    if !self.line.is_empty() {
                        return;
                    }
                }
            }
            Budget::Time(time) => {
                let start = Instant::now();
                while start.elapsed() < time {
                    for _ in 0..CLOCK {
                        self.iterate(worlds, &mut world, memory, rng);
                        if !self.line.is_empty() {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// What the search found about each of `legal`, in that order, those that look the same as another left out.
    pub fn moves<'s>(
        &'s self,
        world: &'s G,
        legal: &'s [G::Action],
    ) -> impl Iterator<Item = Move<G::Action>> + use<'s, G, J> {
        legal.iter().filter(|&&action| world.representative(action) == action).filter_map(|&action| {
            let Status::Decide(decider, kind) = world.status() else { return None };
            let proven = self.line.first() == Some(&action);
            Some(match self.tree.find(ROOT, 0, decider, kind, action) {
                None => Move { action, visits: 0, value: 0.0, proven, repeats: false },
                Some(place) => {
                    let edge = &self.tree.edges_of(ROOT)[place];
                    let value = if proven { 1.0 } else { edge.mean };
                    Move { action, visits: edge.visits, value, proven, repeats: edge.repeats }
                }
            })
        })
    }

    /// The action to play: the proven one, else the one visited most; ties go to the higher value, then to the first.
    pub fn best(&self, world: &G, legal: &[G::Action]) -> Option<G::Action> {
        let better = |best: Move<_>, other: Move<_>| if other.rank() > best.rank() { other } else { best };
        self.moves(world, legal).reduce(better).map(|best| best.action)
    }

    /// The line that both sides are expected to follow: the most visited action at each step, who decides beside it,
    /// `first` at the start. It ends where the search has seen little.
    pub fn principal_line(&self, decider: Player, kind: G::Kind, first: G::Action) -> Vec<(Player, G::Action)> {
        let mut line = vec![(decider, first)];
        if self.line.first() == Some(&first) {
            line.extend(self.line[1..].iter().map(|&action| (decider, action)));
            return line;
        }
        let mut node = self.node_behind(ROOT, decider, kind, first);
        while let Some(here) = node {
            let edges = self.tree.edges_of(here);
            let Some((place, best)) =
                edges.iter().enumerate().filter(|(_, edge)| edge.visits >= 2).max_by_key(|(i, edge)| (edge.visits, !i))
            else {
                break;
            };
            line.push((best.decider, best.action));
            node = self.tree.child(self.tree.first_edge(here) + place as u32, 0);
        }
        line
    }

    /// The proven line after its first action has been played, if it still wins in every world that is tried.
    pub fn go_on_winning<W: Worlds<G>>(&mut self, worlds: &W, world: &mut G, rng: &mut SearchRng) -> Option<G::Action> {
        if self.line.len() < 2 {
            self.line.clear();
            return None;
        }
        self.line.remove(0);
        if !self.wins(worlds, world, rng) {
            self.line.clear();
        }
        self.line.first().copied()
    }

    /// The only option is played without a search: a proven line goes on behind it or is at its end.
    pub fn follow(&mut self, only: G::Action) {
        if self.line.get(1) == Some(&only) {
            self.line.remove(0);
        } else {
            self.line.clear();
        }
    }

    fn iterate<W: Worlds<G>>(&mut self, worlds: &W, world: &mut G, memory: &TurnMemory, rng: &mut SearchRng) {
        self.iterations += 1;
        worlds.next_into(world, rng);
        self.path.clear();
        let me = worlds.observer();
        let root_turn = world.turn();
        // Everything is evaluated at the same distance from the root: a position in which the rival has not moved yet looks
        // better than one in which they have, and lines that stop at either can't be compared.
        let horizon = if self.judge.has_values() { root_turn + self.options.cut } else { u32::MAX };
        let mut node = ROOT;
        // Nobody but the observer has decided and nothing was left to luck.
        let mut own_doing = true;
        let mut won = false;
        let value = loop {
            let (decider, kind) = match world.status() {
                Status::Over(outcome) => {
                    won = own_doing && outcome.winner == Some(me);
                    break result(outcome);
                }
                Status::Decide(decider, kind) => (decider, kind),
            };
            if self.path.len() == DEEPEST || world.turn() >= horizon {
                break self.leaf(world, me, horizon, rng);
            }
            let Some(edge) = self.select(node, world, decider, kind, rng) else {
                break self.leaf(world, me, horizon, rng);
            };
            let Edge { action, visits, .. } = *self.tree.edge(edge);
            self.path.push(Step { node, edge });
            self.rollout.note(decider, action);
            let turn = world.turn();
            let mut luck = Luck::new(rng);
            world.apply(action, &mut luck);
            let (lucky, dice) = (luck.used(), luck.outcome());
            own_doing &= decider == me && !lucky;
            let Status::Decide(next, _) = world.status() else { continue };
            let same_turn = world.turn() == turn && next == decider && !lucky;
            let fresh = visits == 0;
            // A free action that comes back is noticed where a node is made; at the root at once, for small budgets.
            let mut position = 0;
            if same_turn && (!fresh || self.path.len() == 1) && self.tree.edge(edge).child == NONE {
                position = self.position(world, me);
                let by_now = world.turn() == root_turn && next == me && memory.has(root_turn, position);
                if by_now || self.on_path(position) {
                    self.tree.edge_mut(edge).repeats = true;
                    break self.leaf(world, me, horizon, rng);
                }
            }
            if fresh {
                break self.leaf(world, me, horizon, rng);
            }
            let apart = self.options.dice > 0 && visits >= self.options.dice;
            let outcome = if apart { dice } else { 0 };
            node = match self.tree.child(edge, outcome).or_else(|| self.tree.add_child(edge, outcome, position)) {
                Some(child) => child,
                None => break self.leaf(world, me, horizon, rng),
            };
        };
        for &Step { node, edge } in &self.path {
            let node = self.tree.node_mut(node);
            node.visits += 1;
            node.mean += (value - node.mean) / node.visits as f32;
            let edge = self.tree.edge_mut(edge);
            edge.visits += 1;
            let gain = if edge.decider == Player::A { value } else { 1.0 - value };
            edge.mean += (gain - edge.mean) / edge.visits as f32;
        }
        self.rollout.learn(value);
        if won && self.proofs_left > 0 {
            self.proofs_left -= 1;
            self.line.extend(self.path.iter().map(|step| self.tree.edge(step.edge).action));
            if !self.wins(worlds, world, rng) {
                self.line.clear();
            }
        }
    }

    /// Whether the position was met on the way down, in the same turn. Positions of other turns are 0 there and end the
    /// look back.
    fn on_path(&self, position: u64) -> bool {
        self.path
            .iter()
            .rev()
            .map(|step| self.tree.node(step.node).position)
            .take_while(|&before| before != 0)
            .any(|before| before == position)
    }

    /// The edge to follow: among the actions that are legal in this world, the one with the highest upper bound. Nothing
    /// if the tree has no room for any of them.
    #[inline]
    fn select(&mut self, node: u32, world: &G, decider: Player, kind: G::Kind, rng: &mut SearchRng) -> Option<u32> {
        world.legal_actions(&mut self.legal);
        self.legal.retain(|&action| world.representative(action) == action);
        let mean = self.tree.node(node).mean;
        let mean = if decider == Player::A { mean } else { 1.0 - mean };
        let untried = if self.tree.node(node).visits == 0 { 0.5 } else { mean } - self.options.fpu;
        let mut scored = false;
        let mut hint = 0;
        // The best so far: whether it is worth a search, its bound, its place; and how many are as good.
        let mut best: Option<(bool, f32, usize)> = None;
        let mut ties = 1;
        for i in 0..self.legal.len() {
            let action = self.legal[i];
            let place = if let Some(place) = self.tree.find(node, hint, decider, kind, action) {
                place
            } else {
                if !scored && self.judge.has_scores() {
                    self.judge.scores(world, &self.legal, &mut self.points);
                }
                scored = true;
                let prior = if self.judge.has_scores() { self.points[i] } else { 0.0 };
                let Some(place) = self.tree.add(node, Edge::new(decider, kind, action, prior)) else { continue };
                place
            };
            hint = place + 1;
            let edge = self.tree.edge_mut(self.tree.first_edge(node) + place as u32);
            edge.available += 1;
            let worth = !edge.repeats;
            let log = match self.logs.get(edge.available as usize) {
                Some(&log) => log,
                None => libm::logf(1.0 + edge.available as f32),
            };
            let share = 1.0 / (1.0 + edge.visits as f32);
            let value = if edge.visits == 0 { untried } else { edge.mean };
            let bound = value + self.curiosity * (log * share).sqrt() + self.options.bias * edge.prior * share;
            let candidate = (worth, bound, place);
            match best {
                Some((worthy, highest, _)) if (worthy, highest) >= (worth, bound) => {
                    if worthy == worth && highest <= bound {
                        ties += 1;
                        if below(rng, ties) == 0 {
                            best = Some(candidate);
                        }
                    }
                }
                _ => (best, ties) = (Some(candidate), 1),
            }
        }
        best.map(|(_, _, place)| self.tree.first_edge(node) + place as u32)
    }

    /// The value of a position for A, 0 to 1: what a rollout from here to the turn `horizon` ends in.
    fn leaf(&mut self, world: &mut G, me: Player, horizon: u32, rng: &mut SearchRng) -> f32 {
        if !self.judge.has_values() {
            let outcome = self.rollout.play(&self.judge, world, horizon, LONGEST_GAME, rng);
            return outcome.map_or(0.5, result);
        }
        let blend = self.options.blend;
        let now = if blend > 0.0 { self.value(world, me) } else { 0.0 };
        let longest = horizon.saturating_sub(world.turn()).saturating_mul(LONGEST_TURN);
        let outcome = self.rollout.play(&self.judge, world, horizon, longest, rng);
        let end = outcome.map_or_else(|| self.value(world, me), result);
        if blend > 0.0 { end + blend * (now - end) } else { end }
    }

    /// The evaluation of a position for A, a margin away from certainty. Asked from the observer's side, so that an
    /// evaluation that is not quite symmetric errs the same way everywhere in the tree.
    fn value(&self, world: &G, me: Player) -> f32 {
        let mine = MARGIN + (1.0 - 2.0 * MARGIN) * self.judge.value(world, me);
        if me == Player::A { mine } else { 1.0 - mine }
    }

    /// Whether the line wins in each of a number of worlds, without luck and without a decision of the rival.
    fn wins<W: Worlds<G>>(&mut self, worlds: &W, world: &mut G, rng: &mut SearchRng) -> bool {
        let me = worlds.observer();
        (0..self.options.proof).all(|_| {
            worlds.next_into(world, rng);
            for &action in &self.line {
                if !matches!(world.status(), Status::Decide(decider, _) if decider == me) {
                    return false;
                }
                world.legal_actions(&mut self.legal);
                if !self.legal.contains(&action) {
                    return false;
                }
                let mut luck = Luck::new(rng);
                world.apply(action, &mut luck);
                if luck.used() {
                    return false;
                }
            }
            matches!(world.status(), Status::Over(outcome) if outcome.winner == Some(me))
        })
    }
}

/// A result for A: 1, 0, or one half for a tie.
#[inline]
fn result(outcome: Outcome) -> f32 {
    match outcome.winner {
        Some(Player::A) => 1.0,
        Some(Player::B) => 0.0,
        None => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use fixer_core::chance::{Chance, rng};
    use fixer_core::game::{ActionList, Reason};

    use super::*;
    use crate::eval::{Blank, Evaluate, Scorer};
    use crate::view::View;

    /// A enters or stays out; then B wins seven times in ten, but B may hold a card, in one world of two hundred, that
    /// allows a worse answer.
    #[derive(Copy, Clone)]
    struct Rare {
        entered: bool,
        holds: bool,
        over: Option<Outcome>,
    }

    const STAY: u8 = 0;
    const ENTER: u8 = 1;
    const USUAL: u8 = 2;
    const RARE: u8 = 3;

    impl Game for Rare {
        type Action = u8;
        type Kind = ();

        fn status(&self) -> Status<()> {
            let decider = if self.entered { Player::B } else { Player::A };
            self.over.map_or(Status::Decide(decider, ()), Status::Over)
        }

        fn legal_actions(&self, out: &mut ActionList<u8>) {
            out.clear();
            out.extend(if self.entered { [USUAL, RARE] } else { [STAY, ENTER] });
            if self.entered && !self.holds {
                out.pop();
            }
        }

        fn apply(&mut self, action: u8, chance: &mut impl Chance) {
            let wins_of_b = match action {
                ENTER => {
                    self.entered = true;
                    return;
                }
                USUAL => 7,
                RARE => 4,
                _ => 10,
            };
            let b = chance.pick(Player::B, 10) < wins_of_b;
            let winner = Some(if b { Player::B } else { Player::A });
            self.over = Some(Outcome { winner, reason: Reason::Gigs });
        }

        fn determinize(&mut self, observer: Player, rng: &mut SearchRng) {
            self.holds = if observer == Player::A { below(rng, 200) == 0 } else { self.holds };
        }

        fn observe(&self, _observer: Player, out: &mut Vec<u8>) {
            out.push(u8::from(self.entered));
        }

        fn turn(&self) -> u32 {
            1 + u32::from(self.entered)
        }

        fn fingerprint(&self) -> u64 {
            u64::from(self.entered)
        }

        fn concession() -> u8 {
            9
        }
    }

    /// Values a position of A by what has happened: 0.2 before, 0.6 after A has entered.
    #[derive(Clone)]
    struct Entered;

    impl Evaluate<Rare> for Entered {
        fn value(&self, game: &Rare, of: Player) -> f32 {
            let a = if game.entered { 0.6 } else { 0.2 };
            if of == Player::A { a } else { 1.0 - a }
        }
    }

    impl Scorer<Rare> for Entered {
        fn score(&self, _game: &Rare, action: u8) -> f32 {
            f32::from(u8::from(action == ENTER))
        }
    }

    const OUTSIDE: Rare = Rare { entered: false, holds: false, over: None };

    /// The mean value for A of a leaf outside, with these options.
    fn leaf_outside(options: Options, me: Player) -> f32 {
        let horizon = OUTSIDE.turn() + options.cut;
        let mut search = Search::new(Budget::Iterations(1), Options { eps: 0.0, ..options }, Entered);
        let mut generator = rng(2);
        let sum: f32 = (0..1000).map(|_| search.leaf(&mut OUTSIDE.clone(), me, horizon, &mut generator)).sum();
        sum / 1000.0
    }

    /// Entering ends the turn in this game.
    #[test]
    fn a_leaf_is_valued_where_its_rollout_is_cut() {
        let squeezed = |value: f32| MARGIN + (1.0 - 2.0 * MARGIN) * value;
        let default = Options::default();
        for me in Player::BOTH {
            let now = leaf_outside(Options { cut: 0, ..default.clone() }, me);
            assert!((now - squeezed(0.2)).abs() < 1e-4, "{now}");
            let next_turn = leaf_outside(Options { cut: 1, ..default.clone() }, me);
            assert!((next_turn - squeezed(0.6)).abs() < 1e-4, "{next_turn}");
            let blended = leaf_outside(Options { cut: 1, blend: 0.25, ..default.clone() }, me);
            assert!((blended - squeezed(0.5)).abs() < 1e-4, "{blended}");
            let end = leaf_outside(Options { cut: 2, ..default.clone() }, me);
            assert!((end - 0.3).abs() < 0.05, "a result is what it is: {end}");
        }
    }

    /// B decides where A is well off: what B has not tried is assumed to be as bad as the rest, less what `fpu` says.
    #[test]
    fn the_untried_is_assumed_to_be_like_the_rest() {
        for (fpu, chosen) in [(0.05, USUAL), (-0.05, RARE)] {
            let options = Options { c: 0.0, bias: 0.0, fpu, ..Options::default() };
            let mut search = Search::new(Budget::Iterations(1), options, Blank);
            let place = search.tree.add(ROOT, Edge::new(Player::B, (), USUAL, 0.0)).expect("room");
            let edge = search.tree.edge_mut(search.tree.first_edge(ROOT) + place as u32);
            (edge.visits, edge.mean) = (10, 0.1);
            let root = search.tree.node_mut(ROOT);
            (root.visits, root.mean) = (10, 0.9);
            let inside = Rare { entered: true, holds: true, ..OUTSIDE };
            let edge = search.select(ROOT, &inside, Player::B, (), &mut rng(1)).expect("room");
            assert_eq!(search.tree.edge(edge).action, chosen);
        }
    }

    #[test]
    fn an_action_that_is_seldom_legal_is_not_tried_more_often_for_it() {
        let budget = Budget::Iterations(20_000);
        let (mut visits, mut available) = (0, 0);
        for seed in 0..10 {
            let mut search = Search::new(budget, Options::default(), Blank);
            search.run(&View::new(&OUTSIDE, Player::A), budget, &TurnMemory::new(), &mut rng(seed));
            let node = search.node_behind(ROOT, Player::A, (), ENTER).expect("it was visited");
            let usual = search.tree.find(node, 0, Player::B, (), USUAL).expect("it was visited");
            let rare = search.tree.find(node, 1, Player::B, (), RARE).expect("it was legal sometimes");
            let [usual, rare] = [usual, rare].map(|place| search.tree.edges_of(node)[place]);
            assert_eq!(usual.available, search.tree.node(node).visits, "always legal");
            assert!((50..200).contains(&rare.available), "legal in one world of 200: {rare:?}");
            visits += rare.visits;
            available += rare.available;
        }
        // Measured against all iterations instead of those that allowed it, it would be tried four times out of ten.
        assert!(visits * 4 < available, "{visits} of {available}");
    }
}

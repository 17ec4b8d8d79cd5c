//! The search tree: nodes and edges in two flat arrays, reserved once and reused.
//!
//! A node's edges lie side by side in a block whose size is a power of two. New worlds bring new actions, so a block can
//! become too small: the edges move to a block of twice the size and the old one is kept for a later node. When the arrays
//! are full the tree stops growing and nothing else changes.

use fixer_core::game::Player;

/// No node, no block.
pub const NONE: u32 = u32::MAX;

/// The node every iteration starts from.
pub const ROOT: u32 = 0;

/// Blocks have 2 to 2^15 edges.
const CLASSES: usize = 16;

/// The smallest block: four edges.
const SMALLEST: u8 = 2;

/// A block class that stands for "no block yet".
const NO_BLOCK: u8 = u8::MAX;

/// An action in an information set: keyed by who decides, the kind of decision and the action.
#[derive(Copy, Clone, Debug)]
pub struct Edge<A, K> {
    /// What is done.
    pub action: A,
    /// The kind of decision it answers.
    pub kind: K,
    /// Who decides.
    pub decider: Player,
    /// Leads back to a position of the same turn: not searched again.
    pub repeats: bool,
    /// How many iterations went through it.
    pub visits: u32,
    /// In how many iterations that came by it was legal.
    pub available: u32,
    /// The node it leads to.
    pub child: u32,
    /// The mean result of those iterations for who decides, 0 to 1.
    pub mean: f32,
    /// Points of the scorer in the world that added it.
    pub prior: f32,
}

impl<A, K> Edge<A, K> {
    /// An edge nobody has taken yet.
    pub const fn new(decider: Player, kind: K, action: A, prior: f32) -> Self {
        Self { action, kind, decider, repeats: false, visits: 0, available: 0, child: NONE, mean: 0.0, prior }
    }
}

/// An information set of the observer.
#[derive(Copy, Clone, Debug)]
pub struct Node {
    /// Its first edge.
    first: u32,
    /// How many edges it has.
    len: u16,
    /// The base-2 logarithm of the size of its block.
    class: u8,
    /// The dice that led here; 0 for all together.
    pub outcome: u32,
    /// The next node of the same edge, for other dice.
    next: u32,
    /// How many iterations came by.
    pub visits: u32,
    /// Their mean result for A, 0 to 1.
    pub mean: f32,
    /// What the observer sees here, as a hash; 0 where it doesn't matter.
    pub position: u64,
}

impl Node {
    const fn new(outcome: u32, next: u32, position: u64) -> Self {
        Self { first: NONE, len: 0, class: NO_BLOCK, outcome, next, visits: 0, mean: 0.0, position }
    }
}

/// The arrays.
#[derive(Clone, Debug)]
pub struct Tree<A, K> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A, K>>,
    /// How many nodes and edges there may be. Kept apart from the capacities, which an allocator might round up: where the
    /// tree stops growing moves decisions.
    room: (usize, usize),
    /// The first unused block of each class; the `child` of its first edge is the next.
    free: [u32; CLASSES],
    /// Where a kept subtree is copied to; then the arrays change places.
    other_nodes: Vec<Node>,
    other_edges: Vec<Edge<A, K>>,
}

impl<A: Copy + Eq, K: Copy + Eq> Tree<A, K> {
    /// An empty tree (a root without edges) with room for this many nodes (at least one) and edges. Nothing is allocated
    /// afterwards.
    pub fn with_capacity(nodes: usize, edges: usize) -> Self {
        let nodes = nodes.clamp(1, NONE as usize);
        let mut tree = Self {
            nodes: Vec::with_capacity(nodes),
            edges: Vec::with_capacity(edges),
            room: (nodes, edges.min(NONE as usize)),
            free: [NONE; CLASSES],
            other_nodes: Vec::with_capacity(nodes),
            other_edges: Vec::with_capacity(edges),
        };
        tree.clear();
        tree
    }

    /// Forgets everything but the reserved memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.free = [NONE; CLASSES];
        self.nodes.push(Node::new(0, NONE, 0));
    }

    /// How many nodes there are, the root included.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// A node.
    #[inline]
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// A node, to change.
    #[inline]
    pub fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The edge at this place of the array.
    #[inline]
    pub fn edge(&self, edge: u32) -> &Edge<A, K> {
        &self.edges[edge as usize]
    }

    /// The edge at this place of the array, to change.
    #[inline]
    pub fn edge_mut(&mut self, edge: u32) -> &mut Edge<A, K> {
        &mut self.edges[edge as usize]
    }

    /// The edges of a node.
    #[inline]
    pub fn edges_of(&self, node: u32) -> &[Edge<A, K>] {
        let node = &self.nodes[node as usize];
        if node.len == 0 { &[] } else { &self.edges[node.first as usize..][..node.len as usize] }
    }

    /// Where the edges of a node begin in the array. Only [`Tree::add`] to that very node moves them.
    #[inline]
    pub fn first_edge(&self, node: u32) -> u32 {
        self.nodes[node as usize].first
    }

    /// The place among the node's edges of the one with this key. `hint` is looked at first: legal actions mostly come in
    /// the order of the edges.
    #[inline]
    pub fn find(&self, node: u32, hint: usize, decider: Player, kind: K, action: A) -> Option<usize> {
        let edges = self.edges_of(node);
        let is = |edge: &Edge<A, K>| edge.action == action && edge.decider == decider && edge.kind == kind;
        match edges.get(hint) {
            Some(edge) if is(edge) => Some(hint),
            _ => edges.iter().position(is),
        }
    }

    /// Adds an edge to a node and says its place among the node's edges, or nothing if there is no room left.
    pub fn add(&mut self, node: u32, edge: Edge<A, K>) -> Option<usize> {
        let Node { first, len, class, .. } = self.nodes[node as usize];
        let block = if class == NO_BLOCK {
            let block = self.take_block(SMALLEST, edge)?;
            self.nodes[node as usize].class = SMALLEST;
            block
        } else if (len as usize) < 1 << class {
            first
        } else {
            let block = self.take_block(class + 1, edge)?;
            self.edges.copy_within(first as usize..first as usize + len as usize, block as usize);
            self.edges[first as usize].child = self.free[class as usize];
            self.free[class as usize] = first;
            self.nodes[node as usize].class = class + 1;
            block
        };
        self.nodes[node as usize].first = block;
        self.edges[block as usize + len as usize] = edge;
        self.nodes[node as usize].len = len + 1;
        Some(len as usize)
    }

    /// A block of this class, filled with anything.
    fn take_block(&mut self, class: u8, filler: Edge<A, K>) -> Option<u32> {
        let head = *self.free.get(class as usize)?;
        if head != NONE {
            self.free[class as usize] = self.edges[head as usize].child;
            return Some(head);
        }
        let (start, size) = (self.edges.len(), 1 << class);
        if start + size > self.room.1 {
            return None;
        }
        self.edges.resize(start + size, filler);
        Some(start as u32)
    }

    /// The node that an edge leads to when the dice fell like this (0: whatever they showed).
    #[inline]
    pub fn child(&self, edge: u32, outcome: u32) -> Option<u32> {
        let mut node = self.edges[edge as usize].child;
        while node != NONE {
            let Node { outcome: this, next, .. } = self.nodes[node as usize];
            if this == outcome {
                return Some(node);
            }
            node = next;
        }
        None
    }

    /// Adds such a node, or nothing if there is no room left.
    pub fn add_child(&mut self, edge: u32, outcome: u32, position: u64) -> Option<u32> {
        if self.nodes.len() == self.room.0 {
            return None;
        }
        let node = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.edges[edge as usize].child, node);
        self.nodes.push(Node::new(outcome, next, position));
        Some(node)
    }

    /// Makes `node` the root and forgets all that doesn't hang below it.
    pub fn keep(&mut self, node: u32) {
        self.other_nodes.clear();
        self.other_edges.clear();
        self.other_nodes.push(Node { next: NONE, outcome: 0, ..self.nodes[node as usize] });
        // Copied nodes are a queue: those before `done` have their edges and children copied too (Cheney).
        let mut done = 0;
        while done < self.other_nodes.len() {
            let Node { first, len, class, .. } = self.other_nodes[done];
            if class != NO_BLOCK {
                let start = self.other_edges.len();
                self.other_edges.extend_from_slice(&self.edges[first as usize..][..1 << class]);
                self.other_nodes[done].first = start as u32;
                for edge in start..start + len as usize {
                    let mut old = self.other_edges[edge].child;
                    self.other_edges[edge].child = NONE;
                    while old != NONE {
                        let copy = self.nodes[old as usize];
                        let place = self.other_nodes.len() as u32;
                        let next = std::mem::replace(&mut self.other_edges[edge].child, place);
                        self.other_nodes.push(Node { next, ..copy });
                        old = copy.next;
                    }
                }
            }
            done += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.other_nodes);
        std::mem::swap(&mut self.edges, &mut self.other_edges);
        self.free = [NONE; CLASSES];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(action: u8) -> Edge<u8, ()> {
        Edge::new(Player::A, (), action, 0.0)
    }

    #[test]
    fn edges_keep_their_order_while_blocks_grow_and_are_reused() {
        let mut tree = Tree::with_capacity(8, 64);
        for action in 0..9 {
            assert_eq!(tree.add(ROOT, edge(action)), Some(action as usize));
        }
        let actions: Vec<u8> = tree.edges_of(ROOT).iter().map(|edge| edge.action).collect();
        assert_eq!(actions, (0..9).collect::<Vec<u8>>());
        assert_eq!(tree.find(ROOT, 0, Player::A, (), 7), Some(7));
        assert_eq!(tree.find(ROOT, 7, Player::A, (), 7), Some(7));
        assert_eq!(tree.find(ROOT, 7, Player::B, (), 7), None);
        // 4 + 8 + 16 edges are in use or free; a new node takes the free four.
        let used = tree.edges.len();
        let child = tree.add_child(tree.first_edge(ROOT), 0, 0).expect("room");
        tree.add(child, edge(1)).expect("room");
        assert_eq!((used, tree.edges.len()), (28, 28));
    }

    #[test]
    fn edges_and_nodes_are_small() {
        use fixer_core::{cascade, cyberpunk};
        assert_eq!(size_of::<Edge<cyberpunk::Action, cyberpunk::Kind>>(), 28);
        assert_eq!(size_of::<Edge<cascade::Action, cascade::Kind>>(), 32);
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn a_full_tree_says_so() {
        let mut tree = Tree::with_capacity(2, 4);
        for action in 0..4 {
            tree.add(ROOT, edge(action)).expect("room for four");
        }
        assert_eq!(tree.add(ROOT, edge(4)), None);
        assert_eq!(tree.edges_of(ROOT).len(), 4);
        let child = tree.add_child(tree.first_edge(ROOT), 0, 0).expect("room for two nodes");
        assert_eq!(tree.add(child, edge(0)), None);
        assert_eq!(tree.add_child(tree.first_edge(ROOT), 1, 0), None);
    }

    #[test]
    fn a_kept_subtree_is_whole() {
        let mut tree = Tree::with_capacity(16, 128);
        tree.add(ROOT, edge(1)).expect("room");
        tree.add(ROOT, edge(2)).expect("room");
        let second = tree.first_edge(ROOT) + 1;
        let kept = tree.add_child(second, 0, 77).expect("room");
        tree.node_mut(kept).visits = 12;
        for action in 0..6 {
            tree.add(kept, edge(10 + action)).expect("room");
        }
        let below = tree.first_edge(kept) + 3;
        let plain = tree.add_child(below, 0, 1).expect("room");
        let dice = tree.add_child(below, 9, 2).expect("room");
        tree.add(plain, edge(50)).expect("room");
        tree.add(dice, edge(60)).expect("room");
        tree.keep(kept);
        assert_eq!((tree.node(ROOT).visits, tree.node(ROOT).position, tree.count()), (12, 77, 3));
        let actions: Vec<u8> = tree.edges_of(ROOT).iter().map(|edge| edge.action).collect();
        assert_eq!(actions, [10, 11, 12, 13, 14, 15]);
        let below = tree.first_edge(ROOT) + 3;
        for (outcome, action) in [(0, 50), (9, 60)] {
            let child = tree.child(below, outcome).expect("copied");
            assert_eq!(tree.edges_of(child)[0].action, action);
        }
        assert_eq!(tree.child(below, 5), None);
        // It still grows.
        tree.add(ROOT, edge(16)).expect("room");
        tree.add(ROOT, edge(17)).expect("room");
        tree.add(ROOT, edge(18)).expect("room");
        assert_eq!(tree.edges_of(ROOT).len(), 9);
    }
}

//! The graph of a search: nodes for states, and the arms of each, which are its moves.
//!
//! A node has a state, how often iterations came through it and the sums of their rewards.
//! Where one role alone has several legal moves, each of them is an arm that leads to one
//! node. Where several roles have them, each role has arms of its own (decoupled UCT: Finnsson
//! and Björnsson 2008), and a joint move leads to a node.
//!
//! Not here: which arms are chosen (`descent`), and what is proven (`proof`).

use game::{Rewards, RoleId};
use ground::{GroundGame, MoveId};
use rustc_hash::FxHashMap;

use crate::index::{self, Index};
use crate::rows::{BLOCK_ROWS, Rows};
use crate::scale::Scale;
use crate::settings::Settings;
use crate::worths::{UNPROVEN, WorthId, Worths};

/// The number of a node.
pub(crate) type NodeId = u32;

/// No node, no arm, no arms yet.
pub(crate) const NONE: u32 = u32::MAX;

/// Who has several legal moves in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chooser {
    /// This role, or nobody: then it is the first.
    One(RoleId),
    /// More than one.
    Several,
}

/// What is known of a state beside its statistics.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The first of its arms; [`NONE`] until it is expanded.
    pub arms: u32,
    pub arm_count: u32,
    pub chooser: Chooser,
    /// Iterations under way through it.
    pub pending: u32,
    /// The arm that proves its worth, if one arm does.
    pub proof: u32,
}

impl Default for Node {
    fn default() -> Self {
        Node {
            arms: NONE,
            arm_count: 0,
            chooser: Chooser::Several,
            pending: 0,
            proof: NONE,
        }
    }
}

/// A legal move in a state.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub mov: Option<MoveId>,
    /// Where it leads; [`NONE`] if that is not known. Where several roles choose, the row of
    /// its own sums of rewards.
    pub to: u32,
    pub visits: u32,
    /// Iterations under way through it.
    pub pending: u32,
    /// What it leads to is worth this to its role, from 0 to 1, and is proven to be worth
    /// that: both as they were when an iteration last came this way. Kept here because a
    /// look at each successor would be most of the time of a descent, waiting for memory.
    pub utility: f32,
    pub worth: WorthId,
}

impl Default for Arm {
    fn default() -> Self {
        Arm {
            mov: None,
            to: NONE,
            visits: 0,
            pending: 0,
            utility: 0.5,
            worth: UNPROVEN,
        }
    }
}

/// The columns of a node's statistics before the sums of rewards.
const VISITS: usize = 0;
const WORTH: usize = 1;
const SUMS: usize = 2;

/// The graph.
#[derive(Debug)]
pub(crate) struct Tree {
    pub scale: Scale,
    pub worths: Worths,
    pub root: NodeId,
    nodes: Rows<Node>,
    /// For each node its visits, its worth if that is proven, and the sums of rewards.
    statistics: Rows<i64>,
    states: Rows<u64>,
    pub arms: Rows<Arm>,
    /// The sums of rewards of arms where several roles choose.
    pub arm_sums: Rows<i64>,
    /// Where joint moves lead, where several roles choose.
    pub joints: FxHashMap<(NodeId, u64), NodeId>,
    index: Index,
    /// The number of nodes.
    pub size: usize,
    memory_bytes: u64,
    is_graph: bool,
    pub roles: usize,
    /// The role of each move.
    movers: Box<[RoleId]>,
}

impl Tree {
    /// A graph without nodes.
    pub fn new(game: &GroundGame, settings: &Settings) -> Self {
        let roles = game.roles().len();
        Tree {
            scale: Scale::new(game, settings.model, settings.infinite.as_ref()),
            worths: Worths::default(),
            root: NONE,
            nodes: Rows::new(1),
            statistics: Rows::new(SUMS + roles),
            states: Rows::new(game.fluents().len().div_ceil(64)),
            arms: Rows::new(1),
            arm_sums: Rows::new(roles),
            joints: FxHashMap::default(),
            index: Index::new(),
            size: 0,
            memory_bytes: settings.memory_bytes,
            is_graph: settings.is_graph(),
            roles,
            movers: RoleId::all(roles)
                .flat_map(|role| game.moves_of(role).map(move |_| role))
                .collect(),
        }
    }

    /// The most bytes that are in use while so many nodes, none or one, and arms are added.
    pub fn bytes_with(&self, nodes: usize, arms: usize) -> u64 {
        // A map that grows has two tables for a moment.
        let joints = self.joints.capacity() * 3 * size_of::<((NodeId, u64), NodeId)>();
        self.nodes.bytes_with(nodes)
            + self.statistics.bytes_with(nodes)
            + self.states.bytes_with(nodes)
            + self.arms.bytes_with(arms)
            + self.arm_sums.bytes_with(arms)
            + self.index.bytes_with(nodes)
            + joints as u64
    }

    /// Whether there is room for a node, and `arms` arms.
    pub fn has_room(&self, arms: usize) -> bool {
        arms <= BLOCK_ROWS && self.bytes_with(1, arms) <= self.memory_bytes
    }

    /// All nodes.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<> {
        0..self.size as NodeId
    }

    /// The node of a state, if states are looked up and it has one.
    pub fn find(&self, state: &[u64]) -> Option<NodeId> {
        if !self.is_graph {
            return None;
        }
        let is = |node| self.states.row(node) == state;
        self.index.find(index::hash(state), is)
    }

    /// Adds a node for a state that has none.
    pub fn add(&mut self, state: &[u64]) -> NodeId {
        let node = self.nodes.add(1);
        self.statistics.add(1);
        self.states.add(1);
        self.states.row_mut(node).copy_from_slice(state);
        if self.is_graph {
            let states = &self.states;
            let hash_of = |node| index::hash(states.row(node));
            self.index.add(index::hash(state), node, hash_of);
        }
        self.size += 1;
        node
    }

    /// Gives a node its arms: the legal moves of each role, all of which have one.
    pub fn expand(&mut self, node: NodeId, legal: &[&[MoveId]]) {
        let choosing = || RoleId::all(legal.len()).filter(|role| legal[role.index()].len() > 1);
        let chooser = match choosing().count() {
            0 => Chooser::One(RoleId::new(0)),
            1 => Chooser::One(choosing().next().expect("there is one")),
            _ => Chooser::Several,
        };
        let count = arms_needed(legal);
        let first = self.arms.add(count);
        let moves = match chooser {
            Chooser::One(role) => legal[role.index()].to_vec(),
            Chooser::Several => choosing()
                .flat_map(|it| legal[it.index()].to_vec())
                .collect(),
        };
        for (at, mov) in (first..).zip(moves) {
            let sums = match chooser {
                Chooser::One(_) => NONE,
                Chooser::Several => self.arm_sums.add(1),
            };
            self.arms.row_mut(at)[0] = Arm {
                mov: Some(mov),
                to: sums,
                ..Arm::default()
            };
        }
        let node = self.node_mut(node);
        (node.arms, node.arm_count, node.chooser) = (first, count as u32, chooser);
    }

    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes.row(node)[0]
    }

    pub fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes.row_mut(node)[0]
    }

    pub fn is_expanded(&self, node: NodeId) -> bool {
        self.node(node).arms != NONE
    }

    pub fn arm(&self, arm: u32) -> &Arm {
        &self.arms.row(arm)[0]
    }

    pub fn arm_mut(&mut self, arm: u32) -> &mut Arm {
        &mut self.arms.row_mut(arm)[0]
    }

    /// The arms of a node that is expanded.
    pub fn arms_of(&self, node: &Node) -> &[Arm] {
        self.arms.rows(node.arms, node.arm_count as usize)
    }

    /// The role whose move an arm is.
    pub fn role_of_arm(&self, arm: u32) -> Option<RoleId> {
        Some(self.movers[self.arm(arm).mov?.index()])
    }

    /// The arms of one role in a node.
    pub fn arms_of_role(&self, node: NodeId, role: RoleId) -> impl Iterator<Item = u32> + '_ {
        let node = self.node(node);
        let arms = node.arms..node.arms + node.arm_count;
        arms.filter(move |&arm| self.role_of_arm(arm) == Some(role))
    }

    pub fn state(&self, node: NodeId) -> &[u64] {
        self.states.row(node)
    }

    pub fn visits(&self, node: NodeId) -> i64 {
        self.statistics.row(node)[VISITS]
    }

    /// The exact rewards of a node, or [`UNPROVEN`].
    pub fn worth(&self, node: NodeId) -> WorthId {
        self.statistics.row(node)[WORTH] as WorthId
    }

    pub fn set_worth(&mut self, node: NodeId, worth: WorthId) {
        self.statistics.row_mut(node)[WORTH] = i64::from(worth);
    }

    /// The sums of the rewards of all iterations through a node, in half points.
    pub fn sums(&self, node: NodeId) -> &[i64] {
        &self.statistics.row(node)[SUMS..]
    }

    /// Copies the statistics of a node of another graph with the same worths.
    pub fn copy_statistics(&mut self, node: NodeId, other: &Tree, of: NodeId) {
        let row = self.statistics.row_mut(node);
        row.copy_from_slice(other.statistics.row(of));
    }

    /// Counts playouts through a node.
    pub fn count(&mut self, node: NodeId, sums: &[i64], playouts: u32) {
        let row = self.statistics.row_mut(node);
        row[VISITS] += i64::from(playouts);
        for (sum, it) in row[SUMS..].iter_mut().zip(sums) {
            *sum += it;
        }
    }

    /// The exact rewards of a node, if they are proven.
    pub fn proven(&self, node: NodeId) -> Option<&Rewards> {
        match self.worth(node) {
            UNPROVEN => None,
            worth => Some(&self.worths.get(worth).rewards),
        }
    }

    /// What a node is worth to a role, from 0 to 1: exactly, or on average; `None` if
    /// nothing is known.
    #[inline]
    pub fn utility(&self, node: NodeId, role: RoleId) -> Option<f32> {
        let row = self.statistics.row(node);
        match (row[WORTH] as WorthId, row[VISITS]) {
            (UNPROVEN, 0) => None,
            (UNPROVEN, visits) => Some(self.scale.utility(role, &row[SUMS..], visits)),
            (worth, _) => {
                let half_points = &self.worths.get(worth).half_points;
                Some(self.scale.utility(role, half_points, 1))
            }
        }
    }
}

/// How many arms a state with these legal moves needs.
pub(crate) fn arms_needed(legal: &[&[MoveId]]) -> usize {
    let several = legal
        .iter()
        .map(|moves| moves.len())
        .filter(|&count| count > 1);
    several.sum::<usize>().max(1)
}

//! The way of one iteration through the graph.

use ground::MoveId;

use crate::tree::{Chooser, NONE, NodeId, Tree};
use crate::worths::WorthId;

/// The nodes that an iteration came through, with the arms that it took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    steps: Vec<Step>,
    /// The arms of all steps: one where one role chooses, otherwise one for each that does.
    arms: Vec<u32>,
    /// The node at the end of the way, through which no arm was taken.
    leaf: Option<NodeId>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    first_arm: u32,
    /// The rewards that the iteration counts as from here up, unless it is [`UNPROVEN`](crate::worths::UNPROVEN).
    counted: WorthId,
}

impl Path {
    pub fn clear(&mut self) {
        self.steps.clear();
        self.arms.clear();
        self.leaf = None;
    }

    /// Whether the way came through a node.
    pub fn contains(&self, node: NodeId) -> bool {
        self.steps.iter().any(|step| step.node == node)
    }

    /// Takes arms in a node. From there up the iteration counts as if it had come to the
    /// rewards `counted`, unless these are [`UNPROVEN`](crate::worths::UNPROVEN).
    pub fn take(&mut self, tree: &mut Tree, node: NodeId, arms: &[u32], counted: WorthId) {
        self.steps.push(Step {
            node,
            counted,
            first_arm: self.arms.len() as u32,
        });
        self.arms.extend_from_slice(arms);
        tree.node_mut(node).pending += 1;
        for &arm in arms {
            tree.arm_mut(arm).pending += 1;
        }
    }

    /// Ends the way in a node.
    pub fn end(&mut self, leaf: NodeId) {
        self.leaf = Some(leaf);
    }

    /// Lets the way go on from where it ended.
    pub fn reopen(&mut self) {
        self.leaf = None;
    }

    pub fn leaf(&self) -> Option<NodeId> {
        self.leaf
    }

    /// The number of moves made.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// A node of the way, and the arms that were taken there.
    pub fn step(&self, at: usize) -> (NodeId, &[u32]) {
        let end = self.steps.get(at + 1);
        let end = end.map_or(self.arms.len(), |next| next.first_arm as usize);
        (
            self.steps[at].node,
            &self.arms[self.steps[at].first_arm as usize..end],
        )
    }

    /// The rewards that an iteration counts as from a node of the way up.
    pub fn counted(&self, at: usize) -> WorthId {
        self.steps[at].counted
    }

    /// The last arms taken, with their node.
    pub fn last(&self) -> Option<(NodeId, &[u32])> {
        Some(self.step(self.steps.len().checked_sub(1)?))
    }

    /// The moves of the last arms.
    pub fn last_moves<'t>(&'t self, tree: &'t Tree) -> impl Iterator<Item = MoveId> + 't {
        let arms = self.last().map_or(&[][..], |(_, arms)| arms).iter();
        arms.filter_map(|&arm| tree.arm(arm).mov)
    }

    /// Gives the iteration up: it no longer counts as under way.
    pub fn give_up(&mut self, tree: &mut Tree) {
        for step in &self.steps {
            tree.node_mut(step.node).pending -= 1;
        }
        for &arm in &self.arms {
            tree.arm_mut(arm).pending -= 1;
        }
        self.clear();
    }
}

impl Tree {
    /// Where arms of a node lead; `None` if that is not known yet.
    pub fn child(&self, node: NodeId, arms: &[u32]) -> Option<NodeId> {
        match self.node(node).chooser {
            Chooser::One(_) => Some(self.arm(arms[0]).to).filter(|&to| to != NONE),
            Chooser::Several => self.joints.get(&(node, self.joint(node, arms))).copied(),
        }
    }

    /// Notes where arms of a node lead.
    pub fn link(&mut self, node: NodeId, arms: &[u32], to: NodeId) {
        match self.node(node).chooser {
            Chooser::One(_) => self.arm_mut(arms[0]).to = to,
            Chooser::Several => {
                let joint = self.joint(node, arms);
                self.joints.insert((node, joint), to);
            }
        }
    }

    /// A number for a joint move: the places of its arms as digits.
    fn joint(&self, node: NodeId, arms: &[u32]) -> u64 {
        let node = self.node(node);
        let base = u64::from(node.arm_count);
        arms.iter().fold(0, |joint: u64, &arm| {
            // Wraps only where no graph of this size could have all joint moves.
            joint
                .wrapping_mul(base)
                .wrapping_add(u64::from(arm - node.arms))
        })
    }
}

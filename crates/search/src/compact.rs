//! What stays of a graph when its root moves on: what can be reached from there.

use rustc_hash::FxHashMap;

use crate::settings::Settings;
use crate::tree::{Chooser, NONE, NodeId, Tree};

impl Tree {
    /// The graph without the nodes that cannot be reached from the root. No iteration may
    /// be under way.
    pub fn compacted(&self, game: &ground::GroundGame, settings: &Settings) -> Tree {
        let mut kept = Tree::new(game, settings);
        // Arms have numbers of worths.
        kept.worths = self.worths.clone();
        let mut numbers: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        let mut open = vec![self.root];
        numbers.insert(self.root, kept.adopt(self, self.root));
        kept.root = numbers[&self.root];
        let mut joints: FxHashMap<NodeId, Vec<(u64, NodeId)>> = FxHashMap::default();
        for (&(node, joint), &to) in &self.joints {
            joints.entry(node).or_default().push((joint, to));
        }
        // Numbers must not depend on the order of a hash table.
        joints.values_mut().for_each(|list| list.sort_unstable());
        while let Some(node) = open.pop() {
            let new = numbers[&node];
            let mut follow = |kept: &mut Tree, to: NodeId| {
                *numbers.entry(to).or_insert_with(|| {
                    open.push(to);
                    kept.adopt(self, to)
                })
            };
            for (joint, to) in joints.remove(&node).unwrap_or_default() {
                let to = follow(&mut kept, to);
                kept.joints.insert((new, joint), to);
            }
            if !self.is_expanded(node) || self.node(node).chooser == Chooser::Several {
                continue;
            }
            let first = kept.node(new).arms;
            for at in 0..self.node(node).arm_count {
                let to = kept.arm(first + at).to;
                if to != NONE {
                    kept.arm_mut(first + at).to = follow(&mut kept, to);
                }
            }
        }
        kept
    }

    /// Copies a node of another graph; its arms lead where they led there.
    fn adopt(&mut self, other: &Tree, node: NodeId) -> NodeId {
        let new = self.add(other.state(node));
        self.copy_statistics(new, other, node);
        if !other.is_expanded(node) {
            return new;
        }
        let from = other.node(node).clone();
        let first = self.arms.add(from.arm_count as usize);
        for (at, arm) in (first..).zip(other.arms_of(&from)) {
            let mut arm = arm.clone();
            if from.chooser == Chooser::Several {
                let sums = self.arm_sums.add(1);
                self.arm_sums
                    .row_mut(sums)
                    .copy_from_slice(other.arm_sums.row(arm.to));
                arm.to = sums;
            }
            *self.arm_mut(at) = arm;
        }
        let to = self.node_mut(new);
        (to.arms, to.arm_count, to.chooser) = (first, from.arm_count, from.chooser);
        if from.proof != NONE {
            to.proof = first + (from.proof - from.arms);
        }
        new
    }
}

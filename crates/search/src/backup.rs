//! The result of an iteration, carried up its path.

use crate::path::Path;
use crate::tree::{Chooser, Tree};
use crate::worths::UNPROVEN;

impl Tree {
    /// Counts the rewards at the leaf, all nodes and arms of a path, and empties it.
    ///
    /// The rewards are changed where the path says that it counts as something else.
    pub fn carry_up(&mut self, path: &mut Path, half_points: &mut [i64]) {
        if let Some(leaf) = path.leaf() {
            self.count(leaf, half_points);
        }
        for at in (0..path.len()).rev() {
            let (node, arms) = path.step(at);
            if path.counted(at) != UNPROVEN {
                let counted = &self.worths.get(path.counted(at)).half_points;
                half_points.copy_from_slice(counted);
            }
            self.count(node, half_points);
            let several = self.node(node).chooser == Chooser::Several;
            self.node_mut(node).pending -= 1;
            for &number in arms {
                let arm = self.arm_mut(number);
                arm.visits += 1;
                arm.pending -= 1;
                let sums = arm.to;
                if several {
                    let sums = self.arm_sums.row_mut(sums).iter_mut();
                    sums.zip(half_points.iter())
                        .for_each(|(sum, it)| *sum += it);
                }
            }
        }
        path.clear();
    }

    /// Proves what follows at the nodes of a path from a proven node at its end.
    pub fn prove_up(&mut self, path: &Path) {
        for at in (0..path.len()).rev() {
            if !self.settle(path.step(at).0) {
                return;
            }
        }
    }
}

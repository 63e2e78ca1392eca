//! The result of an iteration, carried up its path.

use game::RoleId;

use crate::path::Path;
use crate::tree::{Chooser, NONE, NodeId, Tree};
use crate::worths::UNPROVEN;

impl Tree {
    /// Counts so many playouts at the leaf, all nodes and arms of a path, and empties it.
    ///
    /// The sums of rewards are changed where the path says that playouts count as something
    /// else.
    pub fn carry_up(&mut self, path: &mut Path, sums: &mut [i64], playouts: u32) {
        if let Some(leaf) = path.leaf() {
            self.count(leaf, sums, playouts);
        }
        for at in (0..path.len()).rev() {
            let (node, arms) = path.step(at);
            if path.counted(at) != UNPROVEN {
                let counted = &self.worths.get(path.counted(at)).half_points;
                let pairs = sums.iter_mut().zip(counted);
                pairs.for_each(|(sum, it)| *sum = it * i64::from(playouts));
            }
            self.count(node, sums, playouts);
            self.node_mut(node).pending -= 1;
            for &arm in arms {
                self.count_arm(node, arm, sums, playouts);
            }
        }
        path.clear();
    }

    /// Counts playouts at an arm, and notes what it leads to is worth now.
    fn count_arm(&mut self, node: NodeId, number: u32, sums: &[i64], playouts: u32) {
        let chooser = self.node(node).chooser;
        let arm = self.arm_mut(number);
        arm.visits += playouts;
        arm.pending -= 1;
        let (to, visits) = (arm.to, arm.visits);
        match chooser {
            // There was no room for a node: the move is worth what came of it on average.
            Chooser::One(role) if to == NONE => {
                let now = self.scale.utility(role, sums, i64::from(playouts));
                let arm = self.arm_mut(number);
                arm.utility += (now - arm.utility) * playouts as f32 / visits as f32;
            }
            Chooser::One(role) => self.refresh(number, role),
            Chooser::Several => {
                let own = self.arm_sums.row_mut(to);
                own.iter_mut().zip(sums).for_each(|(own, it)| *own += it);
                let role = self.role_of_arm(number);
                let role = role.expect("arms of several roles are moves");
                let own = self.arm_sums.row(to);
                let utility = self.scale.utility(role, own, i64::from(visits));
                self.arm_mut(number).utility = utility;
            }
        }
    }

    /// Notes what is known of the node that an arm of a role leads to.
    pub fn refresh(&mut self, number: u32, role: RoleId) {
        let to = self.arm(number).to;
        let (utility, worth) = (self.utility(to, role), self.worth(to));
        let arm = self.arm_mut(number);
        arm.worth = worth;
        arm.utility = utility.unwrap_or(arm.utility);
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

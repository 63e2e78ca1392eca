//! When the value of a node is exact.
//!
//! A node is proven if it is an end of play, if an oracle knows it, or by the nodes that its
//! moves lead to:
//! - One role alone has several legal moves, or nobody: the successor that the role prefers,
//!   if all successors are proven. This is backward induction, as `docs/semantics.md` has it.
//! - The same role has a move to a proven node that nothing can exceed ([`Scale::is_best`]):
//!   then the others need not be known.
//! - Several roles have several legal moves, and all joint moves lead to proven nodes. If it
//!   turns out that one role alone decides where they lead, this is the first case.
//!   If several do, what a state is worth is not defined, unless all is worth the same.
//!
//! Under `guaranteed` a value is a vector of security values. The role that chooses gets the
//! greatest of its own among the successors. Each other role gets the smallest of its own, as
//! all others play against it. So all successors must be known.
//!
//! [`Scale::is_best`]: crate::scale::Scale::is_best
//!
//! **Play that can go on for ever.** A node is proven only by nodes that were proven before
//! it. So no proof rests on itself by way of a cycle, and a role that follows the moves that
//! prove gets nearer to an end, or to a state of the oracle, with each of them. Infinite play
//! cannot be better than a best outcome for the role that has it: the bounds include its
//! worth if that is given, and otherwise it is between the rewards of ends. Where all
//! successors of a state have exact values, its own is that of the best of them, also if
//! the values of these come from infinite play.

use std::cmp::Ordering;

use game::{Model, Reward, Rewards, RoleId, Turn, turn};

use crate::tree::{Chooser, NONE, NodeId, Tree};
use crate::worths::UNPROVEN;

/// Joint moves of a state up to which a proof is tried.
const MOST_JOINT_MOVES: usize = 1 << 12;

impl Tree {
    /// Proves a node by its successors, if they allow it; whether it is proven now.
    pub fn settle(&mut self, node: NodeId) -> bool {
        if self.worth(node) != UNPROVEN {
            return true;
        }
        if !self.is_expanded(node) {
            return false;
        }
        let found = match self.node(node).chooser {
            Chooser::One(role) => self.by_one(node, role),
            Chooser::Several => self.by_several(node),
        };
        let Some((rewards, arm)) = found else {
            return false;
        };
        let worth = self.worths.id(rewards);
        self.set_worth(node, worth);
        self.node_mut(node).proof = arm;
        true
    }

    /// The value of a node in which one role chooses, and the arm that gives it.
    fn by_one(&self, node: NodeId, role: RoleId) -> Option<(Rewards, u32)> {
        let node = self.node(node);
        let mut successors = Vec::new();
        for (number, arm) in (node.arms..).zip(self.arms_of(node)) {
            let rewards = match arm.to {
                NONE => None,
                to => self.proven(to),
            };
            match rewards {
                Some(rewards) if self.scale.is_best(role, rewards) => {
                    return Some((rewards.clone(), number));
                }
                _ => successors.push((number, rewards)),
            }
        }
        let known: Option<Vec<(u32, &Rewards)>> = successors
            .into_iter()
            .map(|(number, rewards)| Some((number, rewards?)))
            .collect();
        self.preferred(role, &known?)
    }

    /// The value of a state of which one role chooses the successor.
    fn preferred(&self, role: RoleId, successors: &[(u32, &Rewards)]) -> Option<(Rewards, u32)> {
        let model = self.scale.model();
        let best =
            successors
                .iter()
                .reduce(|best, it| match model.compare(role, it.1, best.1) {
                    Ordering::Greater => it,
                    _ => best,
                })?;
        if model != Model::Guaranteed {
            return Some((best.1.clone(), best.0));
        }
        let secured = |each: RoleId| {
            let all = successors.iter().map(|(_, rewards)| rewards[each]);
            let value = if each == role { all.max() } else { all.min() };
            value.unwrap_or(Reward::from_points(0))
        };
        Some((Rewards::new(RoleId::all(self.roles).map(secured)), best.0))
    }

    /// The value of a node in which several roles have several legal moves.
    fn by_several(&self, node: NodeId) -> Option<(Rewards, u32)> {
        let arms: Vec<Vec<u32>> = RoleId::all(self.roles)
            .map(|role| self.arms_of_role(node, role).collect())
            .filter(|arms: &Vec<u32>| !arms.is_empty())
            .collect();
        let joint_moves = arms.iter().map(Vec::len).product::<usize>();
        if joint_moves > MOST_JOINT_MOVES {
            return None;
        }
        let mut found: Vec<(u32, &Rewards)> = Vec::new();
        let mut successor = |joint: &[u32]| -> Result<NodeId, ()> {
            let to = self.child(node, joint).ok_or(())?;
            found.push((to, self.proven(to).ok_or(())?));
            Ok(to)
        };
        // Nodes are states here, so that equal nodes mean that a choice does not matter.
        let whose = turn(&arms, &mut successor).ok()?;
        let first = found.first()?.1;
        if found.iter().all(|(_, rewards)| *rewards == first) {
            return Some((first.clone(), NONE));
        }
        let Turn::Of(Some(place)) = whose else {
            return None;
        };
        // Among the roles with several moves this is one; who it is its arms tell.
        let role = self.role_of_arm(arms[place.index()][0])?;
        let (rewards, _) = self.preferred(role, &found)?;
        Some((rewards, NONE))
    }
}

//! What a search thinks of the moves in its root.

use game::{Reward, Rewards, RoleId};
use ground::MoveId;

use crate::tree::{Arm, Chooser, NONE, Tree};

/// What a search thinks of a state and its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimates {
    /// The iterations so far, since the state became the root.
    pub iterations: u64,
    /// The mean rewards of the state in points and role order: exact where they are proven;
    /// empty before the first iteration.
    pub rewards: Vec<f64>,
    /// The exact rewards of the state, if they are proven.
    pub proven: Option<Rewards>,
    /// The moves of each role that has several, or the only move of the first; none at the
    /// end of play. They are in the order of the rules.
    pub moves: Vec<MoveEstimate>,
}

/// What a search thinks of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEstimate {
    /// Whose move it is.
    pub role: RoleId,
    /// The move.
    pub mov: MoveId,
    /// The reward that its role can expect after it, in points; `None` if it was not tried.
    pub estimate: Option<f64>,
    /// How many iterations began with it.
    pub visits: u64,
    /// The exact rewards after it, if they are proven.
    pub proven: Option<Rewards>,
}

impl Tree {
    /// What is known of the root.
    pub fn estimates(&self, iterations: u64) -> Estimates {
        let root = self.node(self.root);
        let arms = if self.is_expanded(self.root) {
            self.arms_of(root)
        } else {
            &[]
        };
        let estimate = |(arm, number): (&Arm, u32)| {
            let role = self.role_of_arm(number)?;
            let (mean, proven) = match root.chooser {
                Chooser::One(_) if arm.to == NONE => (None, None),
                Chooser::One(_) => (self.points(arm.to, role), self.proven(arm.to).cloned()),
                Chooser::Several => {
                    let sum = self.arm_sums.row(arm.to)[role.index()];
                    (points(sum, i64::from(arm.visits)), None)
                }
            };
            Some(MoveEstimate {
                role,
                mov: arm.mov?,
                estimate: mean,
                visits: u64::from(arm.visits),
                proven,
            })
        };
        let roles = RoleId::all(self.roles);
        Estimates {
            iterations,
            rewards: roles
                .map_while(|role| self.points(self.root, role))
                .collect(),
            proven: self.proven(self.root).cloned(),
            moves: arms.iter().zip(root.arms..).filter_map(estimate).collect(),
        }
    }

    /// The reward of a role in a node, in points: exact or on average.
    fn points(&self, node: u32, role: RoleId) -> Option<f64> {
        match self.proven(node) {
            Some(rewards) => Some(in_points(rewards[role])),
            None => points(self.sums(node)[role.index()], self.visits(node)),
        }
    }

    /// The move of a role that a search recommends: the one that proves the root's worth;
    /// or else the most visited of those that are not proven, unless a proven one is worth at
    /// least as much.
    pub fn best_arm_of(&self, node: u32, role: RoleId) -> Option<u32> {
        let at = self.node(node);
        if at.proof != NONE {
            return Some(at.proof);
        }
        if !self.is_expanded(node) {
            return None;
        }
        let several = at.chooser == Chooser::Several;
        let worth = |arm: u32| match self.arm(arm).to {
            to if several || to == NONE => None,
            to => self.proven(to).map(|rewards| (arm, to, rewards)),
        };
        let proven = self.arms_of_role(node, role).filter_map(worth);
        let model = self.scale.model();
        let proven = proven.reduce(|best, it| match model.compare(role, it.2, best.2).is_gt() {
            true => it,
            false => best,
        });
        let open = self
            .arms_of_role(node, role)
            .filter(|&arm| worth(arm).is_none());
        let open = open.filter(|&arm| self.arm(arm).visits > 0);
        let open = open.reduce(
            |best, it| match self.arm(it).visits > self.arm(best).visits {
                true => it,
                false => best,
            },
        );
        let known = proven.map(|(arm, to, _)| (arm, self.utility(to, role)));
        match (known, open) {
            (Some((arm, exact)), Some(open)) => {
                let mean = self.utility(self.arm(open).to, role);
                Some(if exact >= mean { arm } else { open })
            }
            (known, open) => known.map(|(arm, _)| arm).or(open),
        }
    }
}

/// A mean in points.
fn points(half_points: i64, count: i64) -> Option<f64> {
    (count > 0).then(|| half_points as f64 / 2.0 / count as f64)
}

fn in_points(reward: Reward) -> f64 {
    reward.half_points() as f64 / 2.0
}

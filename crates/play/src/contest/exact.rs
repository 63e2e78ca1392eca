//! Exact mean rewards, from the ends back to the start.

use game::{RoleId, Value};

use super::{Contest, contests};
use crate::arrows::{Arrows, Node};

/// The mean rewards of each contest; `None` if some state can be reached again, or some
/// value is not known.
pub(crate) fn exact(arrows: &Arrows, roles: usize) -> Option<Vec<Contest>> {
    let order = arrows.backwards()?;
    let contest = |perfect| {
        let rewards = mean(arrows, &order, perfect, roles)?;
        Some(Contest {
            perfect,
            rewards,
            sample: None,
        })
    };
    contests(roles).map(contest).collect()
}

/// The mean rewards of the first state.
fn mean(arrows: &Arrows, order: &[u32], perfect: Option<RoleId>, roles: usize) -> Option<Vec<f64>> {
    let mut means = vec![0.0; arrows.len() * roles];
    for &state in order {
        let own = state as usize * roles;
        match arrows.node(state) {
            Node::Terminal(Some(Value::Rewards(rewards))) => {
                for (place, reward) in rewards.iter().enumerate() {
                    means[own + place] = reward.half_points() as f64 / 2.0;
                }
            }
            Node::Terminal(_) => return None,
            Node::Turn(mover, moves) => {
                let picky = mover.is_some() && mover == perfect;
                let moves = moves.iter().map(|&arrow| Arrows::read(arrow));
                let made = moves.filter(|(_, best)| *best || !picky);
                let made: Vec<usize> = made.map(|(next, _)| next as usize * roles).collect();
                if made.is_empty() {
                    return None;
                }
                for place in 0..roles {
                    let sum: f64 = made.iter().map(|next| means[next + place]).sum();
                    means[own + place] = sum / made.len() as f64;
                }
            }
        }
    }
    means.get(..roles).map(<[f64]>::to_vec)
}

//! How many states a set has, exactly.

use game::Count;
use oxidd::bcdd::BCDDFunction;
use oxidd::{Function, Manager, ManagerRef};
use oxidd_core::util::Ref;
use oxidd_core::{HasLevel, InnerNode, Node};
use oxidd_rules_bdd::complement_edge::EdgeTag;
use rustc_hash::FxHashMap;

use super::space::{Set, Space};

type Library<'id> = <BCDDFunction as Function>::Manager<'id>;
type Edge<'id> = <Library<'id> as Manager>::Edge;

impl Space {
    /// The number of states in a set; none if it is too large for a [`Count`].
    #[cfg(test)]
    pub fn count(&self, set: &Set) -> Option<Count> {
        self.measure(set).map(|(states, _)| states)
    }

    /// The numbers of states and of nodes, in one go; none if there are too
    /// many states for a [`Count`].
    ///
    /// Complements are counted by subtraction from powers of two that may be
    /// far beyond a [`Count`], so all of it is done modulo 2^128. That is exact
    /// if the number itself is smaller, which an estimate makes sure of: it
    /// only adds, so its relative error is tiny.
    pub fn measure(&self, set: &Set) -> Option<(Count, usize)> {
        let manager = set.0.manager_ref();
        manager.with_manager_shared(|m| {
            let root = set.0.as_edge(m);
            if self.variables > 126 {
                let mut shares = FxHashMap::default();
                let share = estimate(m, root, &mut shares);
                if share.log2() + f64::from(self.variables) > 126.0 {
                    return None;
                }
            }
            let mut known = FxHashMap::default();
            let below = counted(m, root, self.variables, &mut known);
            let states = shifted(below, level(m, root, self.variables));
            // The end of all paths is a node too.
            Some((states, known.len() + 1))
        })
    }
}

/// A number modulo 2^128 times a power of two.
fn shifted(number: u128, by: u32) -> u128 {
    number.checked_shl(by).unwrap_or(0)
}

fn level<'id>(m: &Library<'id>, edge: Ref<'_, Edge<'id>>, variables: u32) -> u32 {
    match m.get_node(edge) {
        Node::Inner(node) => node.level(),
        Node::Terminal(_) => variables,
    }
}

/// The number of assignments to the variables from the edge's level on.
fn counted<'id>(
    m: &Library<'id>,
    edge: Ref<'_, Edge<'id>>,
    variables: u32,
    known: &mut FxHashMap<usize, u128>,
) -> u128 {
    let (here, straight) = match m.get_node(edge) {
        Node::Terminal(_) => (variables, 1),
        Node::Inner(node) => {
            let here = node.level();
            let straight = match known.get(&edge.node_id()) {
                Some(&straight) => straight,
                None => {
                    let parts = [0, 1].map(|side| {
                        let child = node.child(side);
                        let gap = level(m, child, variables) - here - 1;
                        shifted(counted(m, child, variables, known), gap)
                    });
                    let straight = parts[0].wrapping_add(parts[1]);
                    known.insert(edge.node_id(), straight);
                    straight
                }
            };
            (here, straight)
        }
    };
    match edge.tag() {
        EdgeTag::None => straight,
        EdgeTag::Complemented => shifted(1, variables - here).wrapping_sub(straight),
    }
}

/// About which part of all assignments are in the set.
fn estimate<'id>(
    m: &Library<'id>,
    edge: Ref<'_, Edge<'id>>,
    known: &mut FxHashMap<(usize, bool), f64>,
) -> f64 {
    let complemented = edge.tag() == EdgeTag::Complemented;
    let Node::Inner(node) = m.get_node(edge) else {
        return if complemented { 0.0 } else { 1.0 };
    };
    let key = (edge.node_id(), complemented);
    if let Some(&share) = known.get(&key) {
        return share;
    }
    let parts = [0, 1].map(|side| {
        let child = node.child(side);
        let tag = child.tag();
        let child = if complemented {
            child.with_tag(!tag)
        } else {
            child
        };
        estimate(m, child, known)
    });
    let share = (parts[0] + parts[1]) / 2.0;
    known.insert(key, share);
    share
}

#[cfg(test)]
mod tests {
    use game::Stop;

    use super::*;

    #[test]
    fn counts_are_exact_where_powers_of_two_are_beyond_them() {
        let space = Space::new(300, 1 << 20, Stop::new());
        let mut cube = space.full();
        for variable in (3..300).rev() {
            let value = space.variable(variable).unwrap();
            cube = space.and(&space.not(&value), &cube).unwrap();
        }
        assert_eq!(space.count(&cube), Some(8));
        assert_eq!(space.count(&space.empty()), Some(0));
        assert_eq!(space.count(&space.full()), None);
        assert_eq!(space.count(&space.not(&cube)), None);
    }
}

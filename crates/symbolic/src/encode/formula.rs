//! The nodes of the circuit as sets of states.
//!
//! Nodes that depend on moves are sets only once the moves are given: see `moves.rs`.

use ground::{GroundGame, Node, NodeId};

use crate::diagram::{Halt, Set};
use crate::space::Space;

/// The set of a gate, from the sets of its parts.
pub(crate) fn gate<'v>(
    space: &Space,
    node: &Node,
    value: impl Fn(NodeId) -> &'v Set,
) -> Result<Set, Halt> {
    // Most parts of large gates are the moves that are not made.
    match node {
        Node::Constant(constant) => Ok(space.constant(*constant)),
        Node::Not(inner) => Ok(space.not(value(*inner))),
        Node::And(parts) => {
            let parts = parts.iter().map(|&it| value(it)).filter(|it| !it.is_full());
            let parts = parts.map(|it| space.not(it)).collect();
            Ok(space.not(&any(space, parts)?))
        }
        Node::Or(parts) => {
            let parts = parts
                .iter()
                .map(|&it| value(it))
                .filter(|it| !it.is_empty());
            any(space, parts.cloned().collect())
        }
        Node::Fluent(_) | Node::Move(_) | Node::Variable(_) => {
            unreachable!("inputs are not gates")
        }
    }
}

/// The union of sets: neighbours in the order of variables first, in pairs.
pub(crate) fn any(space: &Space, mut parts: Vec<Set>) -> Result<Set, Halt> {
    parts.retain(|part| !part.is_empty());
    if parts.iter().any(Set::is_full) {
        return Ok(space.full());
    }
    parts.sort_by_cached_key(Set::level);
    while parts.len() > 1 {
        let pairs = parts.chunks(2).map(|pair| match pair {
            [a, b] => space.or(a, b),
            _ => Ok(pair[0].clone()),
        });
        parts = pairs.collect::<Result<_, _>>()?;
    }
    Ok(parts.pop().unwrap_or_else(|| space.empty()))
}

/// Which nodes the given ones depend on, themselves included.
pub(crate) fn needed(game: &GroundGame, roots: impl IntoIterator<Item = NodeId>) -> Vec<bool> {
    let nodes = game.circuit().nodes();
    let mut needed = vec![false; nodes.len()];
    for root in roots {
        needed[root.index()] = true;
    }
    // The definition of a variable may come after it; then another round is needed.
    loop {
        for place in (0..nodes.len()).rev() {
            if needed[place] {
                for read in nodes[place].reads() {
                    needed[read.index()] = true;
                }
            }
        }
        let mut more = false;
        let loops = game.circuit().loops().iter();
        for (variable, is) in loops.flat_map(|around| &around.definitions) {
            more |= needed[variable.index()] && !needed[is.index()];
            needed[is.index()] |= needed[variable.index()];
        }
        if !more {
            return needed;
        }
    }
}

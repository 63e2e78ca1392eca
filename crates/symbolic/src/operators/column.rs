//! The states that have one grade in a set of pairs.

use super::walk::Walk;
use crate::diagram::{Diagrams, Edge, Halt, Key, Operator};

/// The states that have this grade in a set of pairs (state, grade). Bit i of the
/// grade's code is the variable `first` + i; all variables of states are above.
pub(crate) fn column(
    d: &mut Diagrams,
    walk: &Walk<'_>,
    pairs: Edge,
    first: u32,
    code: u32,
) -> Result<Edge, Halt> {
    let mut edge = pairs;
    let mut node = d.nodes.get(edge);
    while let Some(bit) = node.level.checked_sub(first) {
        if edge.number() == 0 {
            return Ok(edge);
        }
        edge = node.cofactors(edge, node.level)[(code >> bit & 1) as usize];
        node = d.nodes.get(edge);
    }
    // A complement of the pairs is a complement of the states.
    let complement = edge.is_complement();
    let key = Key::new(Operator::Column, edge.regular(), Edge::TRUE, code);
    if let Some(known) = d.known(&key) {
        return Ok(known.complement_if(complement));
    }
    walk.step()?;
    let low = column(d, walk, node.low, first, code)?;
    let high = column(d, walk, node.high, first, code)?;
    let result = d.make(node.level, low, high)?;
    d.learn(&key, result);
    Ok(result.complement_if(complement))
}

//! The forward step: the states that a relation leads to.

use super::logic::and;
use super::walk::Walk;
use crate::diagram::{Diagrams, Edge, Halt, Key, Operator};
use crate::matrix::MatrixId;

/// The states that `relation` leads to from `set`: exactly { s' | some s ∈ set with (s,
/// s') ∈ relation }.
///
/// Let x be the topmost variable of both. A state with x = 1 comes from one with x = 0
/// by `relation[0][1]` or from one with x = 1 by `[1][1]`: the union of the two. If the
/// relation has no node at x, x stays unchanged. Below the relation's last node nothing
/// changes.
pub(crate) fn next(
    d: &mut Diagrams,
    walk: &Walk<'_>,
    relation: MatrixId,
    set: Edge,
) -> Result<Edge, Halt> {
    if relation == MatrixId::EMPTY || set == Edge::FALSE {
        return Ok(Edge::FALSE);
    }
    if relation == MatrixId::IDENTITY {
        return Ok(set);
    }
    let key = Key::new(Operator::Next, set, Edge::TRUE, relation.0);
    if let Some(known) = d.known(&key) {
        return Ok(known);
    }
    walk.step()?;
    let node = walk.matrices.node(relation);
    let of_set = d.nodes.get(set);
    let top = of_set.level.min(node.level);
    let sets = of_set.cofactors(set, top);
    let mut side = |into: usize| {
        if top < node.level {
            return next(d, walk, relation, sets[into]);
        }
        let from_false = next(d, walk, node.children[0][into], sets[0])?;
        let from_true = next(d, walk, node.children[1][into], sets[1])?;
        let neither = and(d, walk, from_false.not(), from_true.not())?;
        Ok(neither.not())
    };
    let low = side(0)?;
    let high = side(1)?;
    let result = d.make(top, low, high)?;
    d.learn(&key, result);
    Ok(result)
}

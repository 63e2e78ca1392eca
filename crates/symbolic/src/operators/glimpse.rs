//! The forward step, seen through some variables only.

use super::logic::and;
use super::walk::Walk;
use crate::diagram::{Diagrams, Edge, Halt, Key, Operator};
use crate::matrix::MatrixId;

/// What `relation` leads to from `set`, seen through the variables that are true in the
/// cube `window`: exactly the values that these have in some state of `next(relation,
/// set)`.
///
/// Let x be the topmost variable of both. In the window, x is treated as in `next`.
/// Outside of it, all four pairs of a value now and a value next count as one: so
/// nothing is made that is larger than what is seen, however large the step itself
/// would be. Below the window, only whether some state is left counts.
pub(crate) fn glimpse(
    d: &mut Diagrams,
    walk: &Walk<'_>,
    relation: MatrixId,
    set: Edge,
    window: Edge,
) -> Result<Edge, Halt> {
    if relation == MatrixId::EMPTY || set == Edge::FALSE {
        return Ok(Edge::FALSE);
    }
    let of_set = d.nodes.get(set);
    let top = of_set.level.min(walk.matrices.node(relation).level);
    let mut window = window;
    while d.nodes.get(window).level < top {
        window = d.nodes.get(window).high;
    }
    if relation == MatrixId::IDENTITY && window == Edge::TRUE {
        return Ok(Edge::TRUE);
    }
    let key = Key::new(Operator::Glimpse, set, window, relation.0);
    if let Some(known) = d.known(&key) {
        return Ok(known);
    }
    walk.step()?;
    let is_seen = d.nodes.get(window).level == top;
    let sets = of_set.cofactors(set, top);
    let mut sides = [Edge::FALSE; 2];
    for (now, into) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
        let side = if is_seen { into } else { 0 };
        if sides[side] != Edge::TRUE {
            let part = walk.matrices.child(relation, top, now, into);
            let seen = glimpse(d, walk, part, sets[now], window)?;
            sides[side] = and(d, walk, sides[side].not(), seen.not())?.not();
        }
    }
    let result = match is_seen {
        true => d.make(top, sides[0], sides[1])?,
        false => sides[0],
    };
    d.learn(&key, result);
    Ok(result)
}

//! The backward step: the states of a set that have no move into another.
//!
//! One recursion instead of pre-image, complement and conjunction. Nothing is
//! ever built that is larger than what is left of the set, and there is no
//! disjunction: a move into `to` can only take states away.

use super::logic::and;
use super::walk::Walk;
use crate::diagram::{Diagrams, Edge, Halt, Key, Operator};
use crate::matrix::MatrixId;

/// The states of `from` without a move of `relation` into `to`: exactly
/// { s ∈ from | no s' ∈ to with (s, s') ∈ relation }.
///
/// Let x be the topmost variable of all three. The states with x = 0 lose those
/// that reach `to` by leaving x as it is, (`relation[0][0]` into `to` with x =
/// 0), and those that do so by changing it (`[0][1]`, x = 1): "no move of either
/// kind" is the one after the other, in whichever order. Where the relation has
/// no node at x it leaves x as it is, so there is the one kind only. Below all
/// of the relation a move changes nothing, and to have none into `to` is not to
/// be in `to`.
pub(crate) fn andnotpre(
    d: &mut Diagrams,
    walk: &Walk<'_>,
    relation: MatrixId,
    from: Edge,
    to: Edge,
) -> Result<Edge, Halt> {
    if relation == MatrixId::EMPTY || to == Edge::FALSE || from == Edge::FALSE {
        return Ok(from);
    }
    if relation == MatrixId::IDENTITY {
        return and(d, walk, from, to.not());
    }
    let key = Key::new(Operator::AndNotPre, from, to, relation.0);
    if let Some(known) = d.known(&key) {
        return Ok(known);
    }
    walk.step()?;
    let node = walk.matrices.node(relation);
    let (of_from, of_to) = (d.nodes.get(from), d.nodes.get(to));
    let top = of_from.level.min(of_to.level).min(node.level);
    let froms = of_from.cofactors(from, top);
    let tos = of_to.cofactors(to, top);
    let mut side = |now: usize| {
        if top < node.level {
            return andnotpre(d, walk, relation, froms[now], tos[now]);
        }
        // What changes x first: it is the sparser kind, and was seen to be
        // the better order.
        let next = 1 - now;
        let children = &node.children[now];
        let left = andnotpre(d, walk, children[next], froms[now], tos[next])?;
        andnotpre(d, walk, children[now], left, tos[now])
    };
    let low = side(0)?;
    let high = side(1)?;
    let result = d.make(top, low, high)?;
    d.learn(&key, result);
    Ok(result)
}

//! The backward step: the states of a set that have no move into another.
//!
//! One recursion instead of pre-image, complement and conjunction. Nothing is
//! ever built that is larger than what is left of the set, and there is no
//! disjunction: a move into `to` can only take states away.

use oxidd::bcdd::BCDDFunction;
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};
use oxidd_rules_bdd::complement_edge::BCDDOp;

use super::edges::{
    Edge, Guard, Library, Owned, cache, cached, cofactors, is_false, level, make, make_false,
    negated,
};
use super::walk::Walk;
use crate::diagram::{Halt, Set};
use crate::matrix::MatrixId;

/// The states of `from` without a move of `relation` into `to`: exactly
/// { s ∈ from | no s' ∈ to with (s, s') ∈ relation }.
pub(crate) fn andnotpre(
    walk: &Walk<'_>,
    from: &Set,
    relation: MatrixId,
    to: &Set,
) -> Result<Set, Halt> {
    let manager = from.0.manager_ref();
    manager.with_manager_shared(|m| {
        let edge = recurse(m, walk, relation, from.0.as_edge(m), to.0.as_edge(m))?;
        Ok(Set(BCDDFunction::from_edge(m, edge)))
    })
}

/// Let x be the topmost variable of all three. The states with x = 0 lose those
/// that reach `to` by leaving x as it is, (`relation[0][0]` into `to` with x =
/// 0), and those that do so by changing it (`[0][1]`, x = 1): "no move of either
/// kind" is the one after the other, in whichever order. Where the relation has
/// no node at x it leaves x as it is, so there is the one kind only. Below all
/// of the relation a move changes nothing, and to have none into `to` is not to
/// be in `to`.
fn recurse<'id>(
    m: &Library<'id>,
    walk: &Walk<'_>,
    relation: MatrixId,
    from: Edge<'_, 'id>,
    to: Edge<'_, 'id>,
) -> Result<Owned<'id>, Halt> {
    if relation == MatrixId::EMPTY || is_false(m, to) {
        return Ok(m.clone_edge(from));
    }
    if is_false(m, from) {
        return make_false(m);
    }
    if relation == MatrixId::IDENTITY {
        return Ok(BCDDFunction::and_edge(m, from, negated(to))?);
    }
    const OPERATOR: BCDDOp = BCDDOp::UniqueAnd;
    let (edges, numbers) = ([from, to], [relation.0]);
    if let Some(known) = cached(m, OPERATOR, &edges, &numbers) {
        return Ok(known);
    }
    walk.step()?;
    let node = walk.matrices.node(relation);
    let top = level(m, from).min(level(m, to)).min(node.level);
    let froms = cofactors(m, from, top);
    let tos = cofactors(m, to, top);
    let side = |now: usize| {
        if top < node.level {
            return recurse(m, walk, relation, froms[now], tos[now]);
        }
        // What changes x first: it is the sparser kind, and was seen to be
        // the better order.
        let next = 1 - now;
        let children = &node.children[now];
        let left = recurse(m, walk, children[next], froms[now], tos[next])?;
        let left = Guard::new(m, left);
        recurse(m, walk, children[now], left.borrowed(), tos[now])
    };
    let low = Guard::new(m, side(0)?);
    let high = side(1)?;
    let result = make(m, top, low.into_edge(), high)?;
    cache(m, OPERATOR, &edges, &numbers, &result);
    Ok(result)
}

//! The forward step: the states that a relation leads to.

use oxidd::bcdd::BCDDFunction;
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};
use oxidd_rules_bdd::complement_edge::BCDDOp;

use super::edges::{
    Edge, Guard, Library, Owned, cache, cached, cofactors, is_false, level, make, make_false,
};
use super::walk::Walk;
use crate::diagram::{Halt, Set};
use crate::matrix::MatrixId;

/// The states that `relation` leads to from `set`: exactly
/// { s' | some s ∈ set with (s, s') ∈ relation }.
pub(crate) fn next(walk: &Walk<'_>, relation: MatrixId, set: &Set) -> Result<Set, Halt> {
    let manager = set.0.manager_ref();
    manager.with_manager_shared(|m| {
        let edge = recurse(m, walk, relation, set.0.as_edge(m))?;
        Ok(Set(BCDDFunction::from_edge(m, edge)))
    })
}

/// Let x be the topmost variable of both. A state with x = 1 comes from one
/// with x = 0 by `relation[0][1]` or from one with x = 1 by `[1][1]`: the union
/// of the two. Where the relation has no node at x, x stays as it is. Below all
/// of the relation nothing changes.
fn recurse<'id>(
    m: &Library<'id>,
    walk: &Walk<'_>,
    relation: MatrixId,
    set: Edge<'_, 'id>,
) -> Result<Owned<'id>, Halt> {
    if relation == MatrixId::EMPTY || is_false(m, set) {
        return make_false(m);
    }
    if relation == MatrixId::IDENTITY {
        return Ok(m.clone_edge(set));
    }
    const OPERATOR: BCDDOp = BCDDOp::Unique;
    let (edges, numbers) = ([set], [relation.0]);
    if let Some(known) = cached(m, OPERATOR, &edges, &numbers) {
        return Ok(known);
    }
    walk.step()?;
    let node = walk.matrices.node(relation);
    let top = level(m, set).min(node.level);
    let sets = cofactors(m, set, top);
    let side = |next: usize| {
        if top < node.level {
            return recurse(m, walk, relation, sets[next]);
        }
        let from_false = recurse(m, walk, node.children[0][next], sets[0])?;
        let from_false = Guard::new(m, from_false);
        let from_true = recurse(m, walk, node.children[1][next], sets[1])?;
        let from_true = Guard::new(m, from_true);
        let either = BCDDFunction::or_edge(m, from_false.borrowed(), from_true.borrowed())?;
        Ok(either)
    };
    let low = Guard::new(m, side(0)?);
    let high = side(1)?;
    let result = make(m, top, low.into_edge(), high)?;
    cache(m, OPERATOR, &edges, &numbers, &result);
    Ok(result)
}

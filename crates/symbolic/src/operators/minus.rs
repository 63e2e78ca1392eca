//! The difference of two sets, with a bound on the work: for trying out whether
//! something stays small. The library's own is for all else.

use oxidd::bcdd::BCDDFunction;
use oxidd::{Function, Manager, ManagerRef};
use oxidd_rules_bdd::complement_edge::BCDDOp;

use super::edges::{
    Edge, Guard, Library, Owned, cache, cached, cofactors, is_false, is_true, level, make,
    make_false,
};
use super::walk::Walk;
use crate::diagram::{Halt, Set};

/// The states of `a` that are not in `b`.
pub(crate) fn minus(walk: &Walk<'_>, a: &Set, b: &Set) -> Result<Set, Halt> {
    let manager = a.0.manager_ref();
    manager.with_manager_shared(|m| {
        let edge = recurse(m, walk, a.0.as_edge(m), b.0.as_edge(m))?;
        Ok(Set(BCDDFunction::from_edge(m, edge)))
    })
}

fn recurse<'id>(
    m: &Library<'id>,
    walk: &Walk<'_>,
    a: Edge<'_, 'id>,
    b: Edge<'_, 'id>,
) -> Result<Owned<'id>, Halt> {
    if is_false(m, b) {
        return Ok(m.clone_edge(a));
    }
    if is_false(m, a) || is_true(m, b) || a == b {
        return make_false(m);
    }
    const OPERATOR: BCDDOp = BCDDOp::UniqueNand;
    let edges = [a, b];
    if let Some(known) = cached(m, OPERATOR, &edges, &[]) {
        return Ok(known);
    }
    walk.step()?;
    let top = level(m, a).min(level(m, b));
    let (of_a, of_b) = (cofactors(m, a, top), cofactors(m, b, top));
    let low = Guard::new(m, recurse(m, walk, of_a[0], of_b[0])?);
    let high = recurse(m, walk, of_a[1], of_b[1])?;
    let result = make(m, top, low.into_edge(), high)?;
    cache(m, OPERATOR, &edges, &[], &result);
    Ok(result)
}

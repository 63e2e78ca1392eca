//! Edges of sets as the recursions see them.
//!
//! An owned edge must be given back to the library: [`Guard`] does so on every
//! way out, errors included.

use oxidd::bcdd::BCDDFunction;
use oxidd::{Function, Manager};
use oxidd_core::function::{EdgeOfFunc, OwnEdgeOfFunc};
use oxidd_core::util::{EdgeDropGuard, Ref};
use oxidd_core::{ApplyCache, HasApplyCache, HasLevel, InnerNode, LevelView, Node};
use oxidd_rules_bdd::complement_edge::{BCDDOp, BCDDTerminal, EdgeTag};

use crate::diagram::Halt;

pub(super) type Library<'id> = <BCDDFunction as Function>::Manager<'id>;
pub(super) type Edge<'a, 'id> = Ref<'a, EdgeOfFunc<'id, BCDDFunction>>;
pub(super) type Owned<'id> = OwnEdgeOfFunc<'id, BCDDFunction>;
pub(super) type Guard<'a, 'id> = EdgeDropGuard<'a, Library<'id>>;

#[inline(always)]
pub(super) fn negated<'a, 'id>(edge: Edge<'a, 'id>) -> Edge<'a, 'id> {
    edge.with_tag(!edge.tag())
}

#[inline(always)]
pub(super) fn is_false<'id>(m: &Library<'id>, edge: Edge<'_, 'id>) -> bool {
    edge.tag() == EdgeTag::Complemented && m.get_node(edge).is_any_terminal()
}

#[inline(always)]
pub(super) fn is_true<'id>(m: &Library<'id>, edge: Edge<'_, 'id>) -> bool {
    edge.tag() == EdgeTag::None && m.get_node(edge).is_any_terminal()
}

pub(super) fn make_false<'id>(m: &Library<'id>) -> Result<Owned<'id>, Halt> {
    let terminal = m.get_terminal(BCDDTerminal)?;
    Ok(terminal.with_tag(EdgeTag::Complemented))
}

#[inline(always)]
pub(super) fn level<'id>(m: &Library<'id>, edge: Edge<'_, 'id>) -> u32 {
    match m.get_node(edge) {
        Node::Inner(node) => node.level(),
        Node::Terminal(_) => u32::MAX,
    }
}

/// Where the variable of a level, which is not below the edge's, is false, and
/// where it is true.
#[inline(always)]
pub(super) fn cofactors<'a, 'id>(
    m: &'a Library<'id>,
    edge: Edge<'a, 'id>,
    level: u32,
) -> [Edge<'a, 'id>; 2] {
    match m.get_node(edge) {
        Node::Inner(node) if node.level() == level => {
            // The library keeps the child for true first.
            let (high, low) = (node.child(0), node.child(1));
            match edge.tag() {
                EdgeTag::None => [low, high],
                EdgeTag::Complemented => [negated(low), negated(high)],
            }
        }
        _ => [edge, edge],
    }
}

/// The function that is `low` or `high`, as the variable is.
#[inline(always)]
pub(super) fn make<'id>(
    m: &Library<'id>,
    level: u32,
    low: Owned<'id>,
    high: Owned<'id>,
) -> Result<Owned<'id>, Halt> {
    if high == low {
        m.drop_edge(low);
        return Ok(high);
    }
    type Inner<'id> = <Library<'id> as Manager>::InnerNode;
    // The edge for true is never complemented: this keeps diagrams canonical.
    let tag = high.tag();
    let node = match tag {
        EdgeTag::None => Inner::new(level, [high, low]),
        EdgeTag::Complemented => {
            let flipped = !low.tag();
            Inner::new(level, [high.with_tag(EdgeTag::None), low.with_tag(flipped)])
        }
    };
    // Should it fail, the library has taken both edges back.
    Ok(m.level(level).get_or_insert(node)?.with_tag(tag))
}

#[inline(always)]
pub(super) fn cached<'id>(
    m: &Library<'id>,
    operator: BCDDOp,
    edges: &[Edge<'_, 'id>],
    numbers: &[u32],
) -> Option<Owned<'id>> {
    let found = m
        .apply_cache()
        .get_extended::<1, 0>(m, operator, (edges, numbers));
    found.map(|([edge], [])| edge)
}

#[inline(always)]
pub(super) fn cache<'id>(
    m: &Library<'id>,
    operator: BCDDOp,
    edges: &[Edge<'_, 'id>],
    numbers: &[u32],
    result: &Owned<'id>,
) {
    let result = [result.borrowed()];
    m.apply_cache()
        .add_extended(m, operator, (edges, numbers), (&result, &[]));
}

//! Sets of a space as a list of their nodes, and back.

use std::cell::RefCell;

use game::Stop;
use oxidd::bcdd::BCDDFunction;
use oxidd::{Function, Manager, ManagerRef};
use oxidd_core::util::EdgeVecDropGuard;
use oxidd_core::{HasLevel, InnerNode, Node};
use oxidd_rules_bdd::complement_edge::{BCDDTerminal, EdgeTag};

use super::edges::{Edge, Library, make};
use crate::diagram::{Halt, ListedNode, Listing, Reference, Set};

/// After so many nodes the request to stop is looked at.
const LOOK: usize = 1 << 14;

/// Where the nodes of a space stand in the list that is being made, by their
/// numbers. Marks of earlier lists are told by being small.
#[derive(Default)]
pub(crate) struct Marks {
    of: Vec<u32>,
    before: u32,
}

impl Marks {
    fn begin(&mut self, nodes: usize) {
        let full = self.before > u32::MAX / 2;
        if full || self.of.len() < nodes {
            // Pages of zeros cost nothing until they are written to.
            self.of = vec![0; nodes];
            self.before = 0;
        }
    }
}

/// Lists the nodes of sets, those of the first set first.
pub(crate) fn list(
    marks: &RefCell<Marks>,
    capacity: usize,
    variables: u32,
    sets: &[&Set],
) -> Listing {
    let mut listing = Listing::new(variables);
    let Some(first) = sets.first() else {
        return listing;
    };
    let marks = &mut *marks.borrow_mut();
    // Numbers of nodes begin after those of the ends of paths.
    marks.begin(capacity + 2);
    first.0.manager_ref().with_manager_shared(|m| {
        for set in sets {
            let root = visit(m, marks, &mut listing, set.0.as_edge(m));
            listing.roots.push(root);
        }
    });
    marks.before += listing.nodes.len() as u32 + 1;
    listing
}

fn visit<'id>(
    m: &Library<'id>,
    marks: &mut Marks,
    listing: &mut Listing,
    edge: Edge<'_, 'id>,
) -> Reference {
    let complement = edge.tag() == EdgeTag::Complemented;
    let Node::Inner(node) = m.get_node(edge) else {
        return Reference(Reference::TRUE.0 | u32::from(complement));
    };
    let id = edge.node_id();
    if marks.of[id] <= marks.before {
        let high = visit(m, marks, listing, node.child(0));
        let low = visit(m, marks, listing, node.child(1));
        let level = node.level();
        listing.push(ListedNode { level, high, low });
        marks.of[id] = marks.before + listing.nodes.len() as u32;
    }
    Reference::new((marks.of[id] - marks.before) as usize, complement)
}

/// Makes the sets of a list anew.
pub(crate) fn restore<'id>(
    m: &Library<'id>,
    stop: &Stop,
    listing: &Listing,
) -> Result<Vec<Set>, Halt> {
    let mut edges = EdgeVecDropGuard::new(m, Vec::with_capacity(listing.nodes.len() + 1));
    edges.push(m.get_terminal(BCDDTerminal)?);
    for (done, node) in listing.nodes.iter().enumerate() {
        if done % LOOK == LOOK - 1
            && let Some(reason) = stop.requested()
        {
            return Err(Halt::Stopped(reason));
        }
        let [low, high] = [node.low, node.high].map(|it| {
            let edge = &edges[it.0 as usize >> 1];
            let tag = edge.tag() ^ tag(it);
            m.clone_edge(edge.borrowed()).with_tag(tag)
        });
        edges.push(make(m, node.level, low, high)?);
    }
    let set = |root: &Reference| {
        let edge = &edges[root.0 as usize >> 1];
        let tag = edge.tag() ^ tag(*root);
        let edge = m.clone_edge(edge.borrowed()).with_tag(tag);
        Set(BCDDFunction::from_edge(m, edge))
    };
    Ok(listing.roots.iter().map(set).collect())
}

fn tag(reference: Reference) -> EdgeTag {
    match reference.is_complement() {
        true => EdgeTag::Complemented,
        false => EdgeTag::None,
    }
}

//! The states of a section with some of its outcomes, as a set.
//!
//! In: the diagram of a section. Out: sets of keys. In the diagram the bit of a
//! skipped level is 0, in a set it may be either: so a node is added for each such
//! level.

use biodivine_lib_bdd::Bdd;

use super::space::{Builder, Space};
use crate::file::Diagram;

/// The states of a section with wanted outcomes; outcomes by their numbers in the
/// file.
pub fn set_of(space: &Space, diagram: &Diagram, wanted: impl Fn(u32) -> bool) -> Bdd {
    let mut builder = Builder::new(space);
    // For each reference its level and the node that represents it from there on.
    let mut places: Vec<(usize, u32)> = vec![(space.bits(), 0)];
    for &outcome in &diagram.palette {
        places.push((space.bits(), u32::from(wanted(outcome))));
    }
    let from = |builder: &mut Builder, (level, node): (usize, u32), first: usize| {
        let left_out = (first..level).rev();
        match node {
            0 => 0,
            _ => left_out.fold(node, |node, level| builder.node(2 * level, node, 0)),
        }
    };
    for branch in &diagram.nodes {
        let level = branch.level as usize;
        let lo = from(&mut builder, places[branch.lo as usize], level + 1);
        let hi = from(&mut builder, places[branch.hi as usize], level + 1);
        places.push((level, builder.node(2 * level, lo, hi)));
    }
    let root = from(&mut builder, places[diagram.root as usize], 0);
    builder.finish(space, root)
}

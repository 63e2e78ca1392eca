//! One diagram of outcomes from several sets, each a decision diagram.
//!
//! In: nodes of an engine, where a skipped level means any bit, and edges may be
//! complemented. Out: a diagram where a skipped level means 0, and walks end in
//! outcomes.

use rustc_hash::FxHashMap;

use super::diagram::{Diagram, Full, Ref};

/// A set: twice the place of a node, plus one for its complement. Place 0 is the
/// set of all states; nodes have places from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetRef(pub u32);

impl SetRef {
    fn place(self) -> usize {
        self.0 as usize >> 1
    }

    fn complement(self, by: SetRef) -> SetRef {
        SetRef(self.0 ^ (by.0 & 1))
    }
}

/// A node of a set: a level, and the sets that its bit leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetNode {
    /// The bit of the key that it tests.
    pub level: u32,
    /// The set if it is 0.
    pub lo: SetRef,
    /// The set if it is 1.
    pub hi: SetRef,
}

/// Decision diagrams as a list of nodes, each after those that it refers to.
pub trait SetNodes {
    /// How many nodes there are.
    fn len(&self) -> usize;

    /// The node at a place, from 1 to [`SetNodes::len`].
    fn node(&self, place: usize) -> SetNode;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The diagram of all states in the sets: if several have a state, the first
/// counts.
pub(super) fn combine(
    nodes: &dyn SetNodes,
    sets: &[(SetRef, u32)],
    bits: u32,
    most: usize,
) -> Result<(Diagram, Ref), Full> {
    let mut diagram = Diagram::new(bits, most);
    let mut known = FxHashMap::default();
    let mut roots = Vec::new();
    for &(set, kind) in sets {
        roots.push(convert(&mut diagram, nodes, set, Ref::terminal(kind))?);
    }
    // Neighbours first: that keeps the order of the sets, and no large union is
    // traversed for each small set.
    while roots.len() > 1 {
        let mut united = Vec::new();
        for pair in roots.chunks(2) {
            united.push(match *pair {
                [one, other] => {
                    known.clear();
                    unite(&mut diagram, &mut known, one, other)?
                }
                _ => pair[0],
            });
        }
        roots = united;
    }
    let root = roots.pop().unwrap_or(Ref::ABSENT);
    Ok((diagram, root))
}

/// A set as a diagram in which all walks end at `end`.
fn convert(
    diagram: &mut Diagram,
    nodes: &dyn SetNodes,
    set: SetRef,
    end: Ref,
) -> Result<Ref, Full> {
    let mut order = reachable(nodes, set);
    // Children come before their parents.
    order.sort_unstable();
    let mut images: FxHashMap<SetRef, Ref> = FxHashMap::default();
    let bits = diagram.bits;
    let image = |diagram: &mut Diagram, images: &FxHashMap<SetRef, Ref>, at: SetRef, from: u32| {
        let (level, below) = match at.place() {
            0 if at.0 & 1 == 1 => return Ok(Ref::ABSENT),
            0 => (bits, end),
            place => (nodes.node(place).level, images[&at]),
        };
        raise(diagram, below, from, level)
    };
    for at in order {
        let node = nodes.node(at.place());
        let from = node.level + 1;
        let lo = image(diagram, &images, node.lo.complement(at), from)?;
        let hi = image(diagram, &images, node.hi.complement(at), from)?;
        let made = diagram.node(node.level, lo, hi)?;
        images.insert(at, made);
    }
    image(diagram, &images, set, 0)
}

/// All sets below a set, except terminals.
fn reachable(nodes: &dyn SetNodes, set: SetRef) -> Vec<SetRef> {
    let mut seen = vec![[false; 2]; nodes.len() + 1];
    let (mut found, mut open) = (Vec::new(), vec![set]);
    while let Some(at) = open.pop() {
        let seen = &mut seen[at.place()][at.0 as usize & 1];
        if at.place() == 0 || *seen {
            continue;
        }
        *seen = true;
        found.push(at);
        let node = nodes.node(at.place());
        open.extend([node.lo.complement(at), node.hi.complement(at)]);
    }
    found
}

/// The same at a level further up: the bits in between may be anything.
fn raise(diagram: &mut Diagram, mut below: Ref, from: u32, level: u32) -> Result<Ref, Full> {
    for level in (from..level).rev() {
        below = diagram.node(level, below, below)?;
    }
    Ok(below)
}

/// The states of two diagrams; a state of both is as in the first. Recurses as
/// deep as there are levels.
fn unite(
    diagram: &mut Diagram,
    known: &mut FxHashMap<(Ref, Ref), Ref>,
    one: Ref,
    other: Ref,
) -> Result<Ref, Full> {
    if one == Ref::ABSENT || one == other {
        return Ok(other);
    }
    let (above, below) = (diagram.level(one), diagram.level(other));
    if other == Ref::ABSENT || (above, below) == (diagram.bits, diagram.bits) {
        return Ok(one);
    }
    if let Some(&united) = known.get(&(one, other)) {
        return Ok(united);
    }
    let level = above.min(below);
    let part = |diagram: &Diagram, at: Ref, own: u32| match own == level {
        true => (diagram.nodes[at.index()].lo, diagram.nodes[at.index()].hi),
        // Its bit is 0 here.
        false => (at, Ref::ABSENT),
    };
    let (one_lo, one_hi) = part(diagram, one, above);
    let (other_lo, other_hi) = part(diagram, other, below);
    let lo = unite(diagram, known, one_lo, other_lo)?;
    let hi = unite(diagram, known, one_hi, other_hi)?;
    let united = diagram.node(level, lo, hi)?;
    known.insert((one, other), united);
    Ok(united)
}

//! Conjunction and exclusive or; complements make all other operations of these.

use super::walk::Walk;
use crate::diagram::{Diagrams, Edge, Halt, Key, Node, Operator};

/// The states that are in both.
pub(crate) fn and(d: &mut Diagrams, walk: &Walk<'_>, a: Edge, b: Edge) -> Result<Edge, Halt> {
    if let Some(plain) = plainly_and(a, b) {
        return Ok(plain);
    }
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let key = Key::new(Operator::And, a, b, 0);
    if let Some(known) = d.known(&key) {
        return Ok(known);
    }
    let nodes = [d.nodes.get(a), d.nodes.get(b)];
    let end = walk.bands.end(nodes[0].level.min(nodes[1].level));
    let result = and_by_halves(d, walk, [a, b], nodes, end)?;
    d.learn(&key, result);
    Ok(result)
}

/// As [`and`], inside a band, which ends at level `end`.
fn and_in_band(
    d: &mut Diagrams,
    walk: &Walk<'_>,
    [a, b]: [Edge; 2],
    end: u32,
) -> Result<Edge, Halt> {
    if let Some(plain) = plainly_and(a, b) {
        return Ok(plain);
    }
    let nodes = [d.nodes.get(a), d.nodes.get(b)];
    if nodes[0].level.min(nodes[1].level) >= end {
        return and(d, walk, a, b);
    }
    and_by_halves(d, walk, [a, b], nodes, end)
}

/// The conjunction, if it shows without a look at nodes.
#[inline(always)]
fn plainly_and(a: Edge, b: Edge) -> Option<Edge> {
    if a == b || b == Edge::TRUE {
        return Some(a);
    }
    if a == Edge::TRUE {
        return Some(b);
    }
    (a == Edge::FALSE || b == Edge::FALSE || a == b.not()).then_some(Edge::FALSE)
}

#[inline(always)]
fn and_by_halves(
    d: &mut Diagrams,
    walk: &Walk<'_>,
    [a, b]: [Edge; 2],
    [of_a, of_b]: [Node; 2],
    end: u32,
) -> Result<Edge, Halt> {
    walk.step()?;
    let top = of_a.level.min(of_b.level);
    let (of_a, of_b) = (of_a.cofactors(a, top), of_b.cofactors(b, top));
    let low = and_in_band(d, walk, [of_a[0], of_b[0]], end)?;
    let high = and_in_band(d, walk, [of_a[1], of_b[1]], end)?;
    // Often one is part of the other; then the node is known without a lookup.
    Ok(match [low, high] {
        halves if halves == of_a => a,
        halves if halves == of_b => b,
        _ => d.make(top, low, high)?,
    })
}

/// The states that are in exactly one.
pub(crate) fn xor(d: &mut Diagrams, walk: &Walk<'_>, a: Edge, b: Edge) -> Result<Edge, Halt> {
    // A complement of either is a complement of the result.
    let complement = a.is_complement() != b.is_complement();
    let (a, b) = (a.regular(), b.regular());
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if a == b {
        return Ok(Edge::FALSE.complement_if(complement));
    }
    if a == Edge::TRUE {
        return Ok(b.not().complement_if(complement));
    }
    let key = Key::new(Operator::Xor, a, b, 0);
    if let Some(known) = d.known(&key) {
        return Ok(known.complement_if(complement));
    }
    walk.step()?;
    let (of_a, of_b) = (d.nodes.get(a), d.nodes.get(b));
    let top = of_a.level.min(of_b.level);
    let (of_a, of_b) = (of_a.cofactors(a, top), of_b.cofactors(b, top));
    let low = xor(d, walk, of_a[0], of_b[0])?;
    let high = xor(d, walk, of_a[1], of_b[1])?;
    let result = d.make(top, low, high)?;
    d.learn(&key, result);
    Ok(result.complement_if(complement))
}

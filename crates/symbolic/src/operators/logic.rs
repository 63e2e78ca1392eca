//! Conjunction and exclusive or; with complements, all others are these.

use super::walk::Walk;
use crate::diagram::{Diagrams, Edge, Halt, Key, Operator};

/// The states that are in both.
pub(crate) fn and(d: &mut Diagrams, walk: &Walk<'_>, a: Edge, b: Edge) -> Result<Edge, Halt> {
    if a == b || b == Edge::TRUE {
        return Ok(a);
    }
    if a == Edge::TRUE {
        return Ok(b);
    }
    if a == Edge::FALSE || b == Edge::FALSE || a == b.not() {
        return Ok(Edge::FALSE);
    }
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let key = Key::new(Operator::And, a, b, 0);
    if let Some(known) = d.known(&key) {
        return Ok(known);
    }
    walk.step()?;
    let (of_a, of_b) = (d.nodes.get(a), d.nodes.get(b));
    let top = of_a.level.min(of_b.level);
    let (of_a, of_b) = (of_a.cofactors(a, top), of_b.cofactors(b, top));
    let low = and(d, walk, of_a[0], of_b[0])?;
    let high = and(d, walk, of_a[1], of_b[1])?;
    let result = d.make(top, low, high)?;
    d.learn(&key, result);
    Ok(result)
}

/// The states that are in just one.
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

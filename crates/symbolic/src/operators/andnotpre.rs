//! The backward step: the states of a set that have no move into another.
//!
//! One recursion instead of pre-image, complement and conjunction. Nothing is built
//! that is larger than what is left of the set, and there is no disjunction: a move
//! into `to` can only remove states.

use super::logic::and;
use super::walk::Walk;
use crate::diagram::{Diagrams, Edge, Halt, Key, Operator};
use crate::knobs::Knobs;
use crate::matrix::MatrixId;

/// The states of `from` without a move of `relation` into `to`: exactly
/// { s ∈ from | no s' ∈ to with (s, s') ∈ relation }.
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
    // The identity: a state has no move into `to` if it is not in `to`.
    if relation == MatrixId::IDENTITY {
        return and(d, walk, from, to.not());
    }
    let key = Key::new(Operator::AndNotPre, from, to, relation.0);
    if let Some(known) = d.known(&key) {
        return Ok(known);
    }
    let mut targets = Targets::default();
    targets.add(relation, to);
    let top = targets.level(d, walk).min(d.nodes.get(from).level);
    let result = in_band(d, walk, from, &targets, walk.bands.end(top))?;
    d.learn(&key, result);
    Ok(result)
}

/// The states of `from` without a move into any of the targets.
///
/// Let x be the topmost variable of all. The states with x = 0 lose those that reach a
/// target by leaving x unchanged (`relation[0][0]` into `to` with x = 0), and those
/// that reach one by changing it (`[0][1]`, x = 1): so one target becomes two. A
/// relation without a node at x leaves x unchanged, so it has only the first kind.
/// Where the band ends, the targets are taken one after the other, in any order: what
/// is left after all of them has no move into any. So inside the band nothing is made
/// that is not part of the result.
fn in_band(
    d: &mut Diagrams,
    walk: &Walk<'_>,
    from: Edge,
    targets: &Targets,
    end: u32,
) -> Result<Edge, Halt> {
    let node = d.nodes.get(from);
    let top = targets.level(d, walk).min(node.level);
    if top >= end {
        let mut targets = targets.iter();
        return targets.try_fold(from, |left, (relation, to)| {
            andnotpre(d, walk, relation, left, to)
        });
    }
    walk.step()?;
    let halves = node.cofactors(from, top);
    let mut left = halves;
    for (now, half) in left.iter_mut().enumerate() {
        if *half != Edge::FALSE {
            let targets = targets.with(d, walk, top, now);
            if !targets.is_empty() {
                *half = in_band(d, walk, *half, &targets, end)?;
            }
        }
    }
    // Often no state is lost; then the node is known without a lookup.
    match left == halves {
        true => Ok(from),
        false => Ok(d.make(top, left[0], left[1])?),
    }
}

/// Relations, each with the set that it must not lead into. A band begins with one;
/// each of its levels at most doubles them.
struct Targets {
    list: [(MatrixId, Edge); 1 << Knobs::BAND_LEVELS],
    count: usize,
}

impl Default for Targets {
    #[inline(always)]
    fn default() -> Self {
        Targets {
            list: [(MatrixId::EMPTY, Edge::FALSE); 1 << Knobs::BAND_LEVELS],
            count: 0,
        }
    }
}

impl Targets {
    #[inline(always)]
    fn add(&mut self, relation: MatrixId, to: Edge) {
        if relation != MatrixId::EMPTY && to != Edge::FALSE {
            self.list[self.count] = (relation, to);
            self.count += 1;
        }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (MatrixId, Edge)> {
        self.list[..self.count].iter().copied()
    }

    /// The topmost level of all.
    #[inline(always)]
    fn level(&self, d: &Diagrams, walk: &Walk<'_>) -> u32 {
        self.iter().fold(u32::MAX, |top, (relation, to)| {
            let level = walk.matrices.node(relation).level;
            top.min(level).min(d.nodes.get(to).level)
        })
    }

    /// The targets for states with this value of a level's variable.
    #[inline(always)]
    fn with(&self, d: &Diagrams, walk: &Walk<'_>, level: u32, now: usize) -> Targets {
        let mut targets = Targets::default();
        // First the moves that change the variable: there are fewer, and this order was
        // seen to be better.
        for next in [1 - now, now] {
            for (relation, to) in self.iter() {
                let child = walk.matrices.child(relation, level, now, next);
                targets.add(child, d.nodes.get(to).cofactors(to, level)[next]);
            }
        }
        targets
    }
}

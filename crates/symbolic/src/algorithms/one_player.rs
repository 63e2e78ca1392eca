//! One role: the states by the best gain that they can lead to.
//!
//! Algorithm 2 of Edelkamp and Kissmann, Symbolic exploration for general game
//! playing in PDDL (2007). Where the printed text is not taken literally:
//! - The search goes on from the states found last (`front`); the text reads a
//!   variable `from` that is never set.
//! - Terminal states are not predecessors, whatever is legal in them.
//! - What is left at the end leads to no end at all: infinite play.

use super::arena::Arena;
use super::contest::Contest;
use crate::diagram::Set;
use crate::pass::trouble::Trouble;

/// The states by outcome.
///
/// A state joins the best gain to which it has a path: all paths to better ones
/// were walked back before, and gains are tried from the best down.
pub(crate) fn classify(
    arena: &Arena<'_>,
    contest: &Contest,
    ends: &[Set],
) -> Result<Vec<Set>, Trouble> {
    let space = arena.space();
    let mut buckets = ends.to_vec();
    let mut left = arena.kinds.open.clone();
    for (role, _) in arena.movers() {
        for &outcome in contest.ladder(role) {
            let mut front = ends[outcome].clone();
            while !front.is_empty() {
                let own = &mut left[role.index()];
                front = arena.with_move(role, own, &front)?;
                *own = space.minus(own, &front)?;
                buckets[outcome] = space.or(&buckets[outcome], &front)?;
                arena.step_done();
            }
        }
    }
    if let Some(infinite) = contest.infinite {
        buckets[infinite] = space.or(&buckets[infinite], &arena.union(&left)?)?;
    }
    Ok(buckets)
}

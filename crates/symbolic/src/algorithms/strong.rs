//! General rewards: states are given a value once all their successors have
//! one.
//!
//! Edelkamp and Kissmann, Symbolic classification of general two-player games
//! (2008), algorithms 1 and 2; any number of roles. Where the printed text is
//! not taken literally:
//! - It does not end on cyclic games, where some states never have all their
//!   successors valued: here a round that values nothing ends it, with an error.
//! - The sets are gone through in the order of the model, best for the mover
//!   first; the text only says that there is an order.

use game::RoleId;

use super::arena::Arena;
use super::contest::Contest;
use crate::diagram::{Halt, Set};
use crate::pass::trouble::Trouble;

/// The states by outcome; an error if play can go on for ever.
pub(crate) fn classify(
    arena: &Arena<'_>,
    contest: &Contest,
    ends: &[Set],
) -> Result<Vec<Set>, Trouble> {
    let space = arena.space();
    let mut buckets = ends.to_vec();
    let mut classified = arena.kinds.terminal.clone();
    let mut unclassified = arena.kinds.open.clone();
    while unclassified.iter().any(|own| !own.is_empty()) {
        let before = classified.clone();
        for role in RoleId::all(arena.roles()) {
            let own = &mut unclassified[role.index()];
            let classifiable = arena.with_all_moves(role, own, &classified)?;
            *own = space.minus(own, &classifiable)?;
            sort(arena, contest, role, &classifiable, &mut buckets)?;
            classified = space.or(&classified, &classifiable)?;
        }
        arena.step_done();
        if classified == before {
            // Every state that is left has a successor that is left.
            return Err(arena.engine.cyclic(&arena.union(&unclassified)?));
        }
    }
    Ok(buckets)
}

/// Sorts states of a role, all of whose successors are in some bucket, into the
/// bucket that the role likes best of those that it has a move into.
pub(crate) fn sort(
    arena: &Arena<'_>,
    contest: &Contest,
    role: RoleId,
    states: &Set,
    buckets: &mut [Set],
) -> Result<(), Halt> {
    let space = arena.space();
    let mut left = states.clone();
    for &outcome in contest.ladder(role) {
        if left.is_empty() {
            break;
        }
        let new = arena.with_move(role, &left, &buckets[outcome])?;
        buckets[outcome] = space.or(&buckets[outcome], &new)?;
        left = space.minus(&left, &new)?;
    }
    Ok(())
}

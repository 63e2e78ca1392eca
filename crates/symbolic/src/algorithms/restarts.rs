//! General rewards by sets that grow from the ends of play, started again
//! whenever a state is found in two of them.
//!
//! Algorithms 4 to 6 of Edelkamp and Kissmann 2007; any number of roles. Where
//! the printed text is not taken literally:
//! - Predecessors are added to a set, minus all that is forbidden in it. As
//!   printed (algorithm 5), nothing is made while nothing is forbidden, and
//!   afterwards the set is overwritten once for each forbidden item.
//! - A state is a duplicate if any preferred set has it. As printed (algorithm
//!   6), the last set of each row is never among the preferred ones.
//! - Terminal states are not predecessors, whatever is legal in them.
//! - It ends when no role's step has changed anything: the count of unchanged
//!   sets, as printed, goes down again and again for the same set.
//! - The order is that of the model; the text has own rewards first.
//!
//! Play must always end. Then the first answer without a duplicate is backward
//! induction: see [`classify`].

use game::RoleId;

use super::arena::Arena;
use super::contest::Contest;
use crate::diagram::{Halt, Set};
use crate::pass::trouble::Trouble;

/// For each outcome the states that may not join it, with the step that found out.
type Forbidden = Vec<Vec<(u64, Set)>>;

/// The states by outcome.
///
/// A state joins a set as soon as one successor has, and must leave it once another
/// successor is found in a set that its mover prefers. What was derived from the state
/// meanwhile is undone by starting again, with the state forbidden in that set. What
/// was forbidden at earlier steps may have depended on it, and is allowed again. What
/// was forbidden at the same step cannot have: only states of one mover join in a step,
/// and what a successor of theirs gains by leaving is even better for that mover.
///
/// It ends: read the forbidden states from the highest step to the lowest. Then each
/// new start has more of them at the first step that differs, and there are fewer steps
/// than states times sets.
pub(crate) fn classify(
    arena: &Arena<'_>,
    contest: &Contest,
    ends: &[Set],
) -> Result<Vec<Set>, Trouble> {
    let mut forbidden: Forbidden = vec![Vec::new(); ends.len()];
    // Most of what was done before a new start is done again.
    arena.space().hoard();
    loop {
        let mut matrix = ends.to_vec();
        if grow(arena, contest, &mut matrix, &mut forbidden)? {
            return Ok(matrix);
        }
    }
}

/// Grows the sets until nothing changes, or until there are duplicates.
fn grow(
    arena: &Arena<'_>,
    contest: &Contest,
    matrix: &mut [Set],
    forbidden: &mut Forbidden,
) -> Result<bool, Halt> {
    let mut step = 0;
    let mut unchanged = 0;
    while unchanged < arena.roles() {
        for role in RoleId::all(arena.roles()) {
            let changed = add_predecessors(arena, role, matrix, forbidden)?;
            arena.step_done();
            if changed && forbid_duplicates(arena, contest, (role, step), matrix, forbidden)? {
                return Ok(false);
            }
            unchanged = if changed { 0 } else { unchanged + 1 };
            step += 1;
        }
    }
    Ok(true)
}

/// Adds to each set the states in which the role has a move into it.
fn add_predecessors(
    arena: &Arena<'_>,
    role: RoleId,
    matrix: &mut [Set],
    forbidden: &Forbidden,
) -> Result<bool, Halt> {
    let space = arena.space();
    let mut changed = false;
    for (set, forbidden) in matrix.iter_mut().zip(forbidden) {
        let mut from = space.minus(&arena.kinds.open[role.index()], set)?;
        for (_, states) in forbidden {
            from = space.minus(&from, states)?;
        }
        let new = arena.with_move(role, &from, set)?;
        changed |= !new.is_empty();
        *set = space.or(set, &new)?;
    }
    Ok(changed)
}

/// Forbids states in all sets but the one that the role prefers; returns whether there
/// were any.
fn forbid_duplicates(
    arena: &Arena<'_>,
    contest: &Contest,
    (role, step): (RoleId, u64),
    matrix: &[Set],
    forbidden: &mut Forbidden,
) -> Result<bool, Halt> {
    let space = arena.space();
    let mut found = false;
    let mut preferred = space.empty();
    for &outcome in contest.ladder(role) {
        let twice = space.and(&preferred, &matrix[outcome])?;
        preferred = space.or(&preferred, &matrix[outcome])?;
        if !twice.is_empty() {
            forbidden[outcome].push((step, twice));
            found = true;
        }
    }
    if found {
        for items in forbidden {
            items.retain(|(at, _)| *at >= step);
        }
    }
    Ok(found)
}

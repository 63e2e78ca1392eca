//! Values where roles are not opposed: what backward induction forces.
//!
//! In: any orders. Out: the states by outcome. If play always ends these are all
//! states; on cyclic games, those whose value holds whatever the others are worth.
//! Values that only support each other round a cycle are never given: this is the least
//! fixpoint, grown from the ends of play.

use game::RoleId;

use super::arena::Arena;
use super::contest::Contest;
use super::strong::sort;
use crate::diagram::Set;
use crate::pass::trouble::Trouble;

/// Gives a state its value once all its successors have one, or once its mover
/// can have the best outcome there is.
///
/// In each round only states with a move into what was valued in the round
/// before can be new. The result does not depend on the order: a state's value
/// is its mover's best of all successors, or best of all there is.
pub(crate) fn classify(
    arena: &Arena<'_>,
    contest: &Contest,
    ends: &[Set],
) -> Result<Vec<Set>, Trouble> {
    let space = arena.space();
    let mut buckets = ends.to_vec();
    let mut left = arena.kinds.open.clone();
    let mut classified = arena.kinds.terminal.clone();
    let mut front = classified.clone();
    while !front.is_empty() {
        let mut new = space.empty();
        for role in RoleId::all(arena.roles()) {
            let own = &mut left[role.index()];
            let near = arena.with_move(role, own, &front)?;
            let best = &mut buckets[contest.ladder(role)[0]];
            let sure = arena.with_move(role, &near, best)?;
            *best = space.or(best, &sure)?;
            let near = space.minus(&near, &sure)?;
            let forced = arena.with_all_moves(role, &near, &classified)?;
            sort(arena, contest, role, &forced, &mut buckets)?;
            let found = space.or(&sure, &forced)?;
            *own = space.minus(own, &found)?;
            new = space.or(&new, &found)?;
        }
        classified = space.or(&classified, &new)?;
        front = new;
        arena.step_done();
    }
    Ok(buckets)
}

//! Distances: the number of joint moves until the end, as rings of states.

use game::RoleId;

use super::arena::Arena;
use super::pace::Pace;
use crate::diagram::{Halt, Set};

/// The states of a bucket by distance, from 0 on; states without a distance are
/// in no ring.
///
/// Only successors in the bucket matter. Rings come in the order of distances:
/// a state that hastens is in the ring after the first that it has a move into,
/// one that delays after the last.
pub(crate) fn rings(
    arena: &Arena<'_>,
    bucket: &Set,
    pace: impl Fn(RoleId) -> Pace,
) -> Result<Vec<Set>, Halt> {
    let space = arena.space();
    let ends = space.and(bucket, &arena.kinds.terminal)?;
    let mut unsettled = space.minus(bucket, &ends)?;
    let mut left = Vec::new();
    for open in &arena.kinds.open {
        left.push(space.and(open, bucket)?);
    }
    let mut rings = vec![ends];
    while let Some(front) = rings.last().filter(|ring| !ring.is_empty()) {
        let mut ring = space.empty();
        for role in RoleId::all(arena.roles()) {
            let own = &mut left[role.index()];
            let found = match pace(role) {
                Pace::Unnumbered => continue,
                Pace::Hasten => arena.with_move(role, own, front)?,
                Pace::Delay => {
                    let near = arena.with_move(role, own, front)?;
                    arena.with_all_moves(role, &near, &space.not(&unsettled))?
                }
            };
            *own = space.minus(own, &found)?;
            ring = space.or(&ring, &found)?;
        }
        unsettled = space.minus(&unsettled, &ring)?;
        rings.push(ring);
        arena.step_done();
    }
    rings.pop();
    Ok(rings)
}

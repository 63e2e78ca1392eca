//! Exact values where one side wants more and the other less, and play may
//! never end: threshold attractors.
//!
//! In: opposed sides. Out: every state's outcome. It is for cyclic games what
//! backward induction is for others, and takes both.

use game::RoleId;

use super::arena::Arena;
use super::contest::Contest;
use crate::diagram::{Halt, Set};
use crate::pass::trouble::Trouble;

/// The states by outcome.
///
/// A side must bring about what it prefers to infinite play. A side that only wants
/// infinite play, or something as good, just keeps out of the other's reach. So the
/// champion's attractor grows from its best outcome down to infinite play, the others'
/// from their best outcome down to it, and the rest is worth infinite play. The outcome
/// of a state is the one at which it joined: if a side could force a better one, the
/// state would have joined that before. No state joins both, for from there each side
/// would force an end on its own side of infinite play.
///
/// Where play always ends, the worst outcome stands in for infinite play: what cannot
/// be forced to be better is worth that.
pub(crate) fn classify(
    arena: &Arena<'_>,
    contest: &Contest,
    ends: &[Set],
) -> Result<Vec<Set>, Trouble> {
    let space = arena.space();
    let champion = contest.champion.expect("the sides are opposed");
    let ladder = contest.ladder(champion);
    let mut buckets = ends.to_vec();
    let mut rest = arena.kinds.open.clone();
    let middle = match contest.infinite {
        Some(infinite) => contest.place(champion, infinite),
        None => ladder.len().saturating_sub(1),
    };
    let (above, below) = ladder.split_at(middle.min(ladder.len()));
    let below = below.iter().skip(1).rev();
    attract(
        arena,
        |role| role == champion,
        above.iter(),
        &mut rest,
        &mut buckets,
    )?;
    attract(
        arena,
        |role| role != champion,
        below,
        &mut rest,
        &mut buckets,
    )?;
    if let Some(&middle) = ladder.get(middle) {
        buckets[middle] = space.or(&buckets[middle], &arena.union(&rest)?)?;
    }
    Ok(buckets)
}

/// Grows one side's attractor over outcomes, its best first. What joins moves from
/// `rest` to the outcome's bucket.
///
/// A state of the side joins by one move into the attractor, a state of the other side
/// once all its moves lead there. Either then has a move into what joined last;
/// otherwise it would have joined before.
fn attract<'o>(
    arena: &Arena<'_>,
    side: impl Fn(RoleId) -> bool,
    order: impl Iterator<Item = &'o usize>,
    rest: &mut [Set],
    buckets: &mut [Set],
) -> Result<(), Halt> {
    let space = arena.space();
    let mut attracted = space.empty();
    for &outcome in order {
        let mut front = buckets[outcome].clone();
        while !front.is_empty() {
            attracted = space.or(&attracted, &front)?;
            let mut joining = space.empty();
            for role in RoleId::all(arena.roles()) {
                let own = &mut rest[role.index()];
                let mut found = arena.with_move(role, own, &front)?;
                if !side(role) {
                    found = arena.with_all_moves(role, &found, &attracted)?;
                }
                *own = space.minus(own, &found)?;
                joining = space.or(&joining, &found)?;
            }
            buckets[outcome] = space.or(&buckets[outcome], &joining)?;
            front = joining;
            arena.step_done();
        }
    }
    Ok(())
}

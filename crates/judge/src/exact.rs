//! Exact values of cyclic games with one role or with opposed orders.
//!
//! In: ranked outcomes. Out: every state's outcome and distance. The first
//! role's ladder of outcomes gives the levels: with opposed orders the second
//! role climbs it downwards, with one role nobody does.
//!
//! A side that prefers the value to infinite play hastens, one that prefers
//! infinite play delays; where the value is that of infinite play, only ends
//! have a distance. With the default worth of infinite play this is the same as
//! letting the greater reward hasten; with another worth only this reading
//! keeps distances finite, since a winner that likes infinite play even better
//! will not end the game.
//!
//! So the distance is the rank inside the attractor. A state whose mover grows
//! it joins after the first of its successors: one of its own level, since with
//! a successor of a harsher level it would have joined before, and the nearest
//! of these, since they join in the order of their ranks. A state of the other
//! side joins after the last of its successors: one of its own level again, and
//! the farthest of these.

use game::RoleId;

use crate::Arena;
use crate::attract::{Contest, Levels};
use crate::distance::Distance;
use crate::outcome::{OutcomeId, Outcomes};

/// The value and the distance of each state.
pub(crate) type Found = (Vec<Option<OutcomeId>>, Vec<Option<Distance>>);

/// Gives every state its outcome under optimal play, infinite play included,
/// and the number of moves to it.
pub(crate) fn values(arena: &Arena, outcomes: &Outcomes, infinite: OutcomeId) -> Found {
    let first = RoleId::new(0);
    let ladder = outcomes.ladder(first);
    let mut terminals = vec![Vec::new(); ladder.len()];
    for id in arena.vertices.ids() {
        if let Some(outcome) = arena.vertices.outcome(id) {
            terminals[outcomes.rank(first, outcome)].push(id);
        }
    }
    let contest = Contest {
        arena,
        terminals,
        infinite: outcomes.rank(first, infinite),
        maximiser: first,
    };
    let Levels { level, rank } = contest.levels();
    let outcome = |level| Some(ladder[level as usize]);
    (level.into_iter().map(outcome).collect(), rank)
}

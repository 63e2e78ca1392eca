//! How near states are to what each role can force, on cyclic games.
//!
//! In: the states by what a role can force. Out: [`Ranks`], to be looked up. A role
//! that can force more than infinite play gives must also come nearer to it with each
//! move: otherwise it could keep its prospects for ever and never reach them.

use game::RoleId;
use ground::BitState;

use super::arena::Arena;
use super::contest::Contest;
use super::distance::rings;
use super::pace::Paces;
use crate::diagram::{Halt, Listing, Set};
use crate::encode::encoding::Encoding;

/// For each role the states in which it can force more than infinite play, by the
/// number of moves that it takes against all others.
#[derive(Default)]
pub(crate) struct Ranks {
    by_role: Vec<(Vec<usize>, Listing)>,
}

impl Ranks {
    /// Adds the next role: its contest, and the states by its outcome there.
    ///
    /// Where the role moves, a state joined its outcome one move after the first of its
    /// successors did; elsewhere, one move after the last of them. The others' moves
    /// all lead to this outcome or to better ones, otherwise they could keep the role
    /// from it. So rings, which look only at the states of one outcome, give the same
    /// numbers.
    pub fn add(
        &mut self,
        arena: &Arena<'_>,
        contest: &Contest,
        role: RoleId,
        buckets: &[Set],
    ) -> Result<(), Halt> {
        let (mut numbers, mut sets) = (Vec::new(), Vec::new());
        let infinite = contest.infinite.map(|it| contest.place(role, it));
        let above = infinite.unwrap_or(0);
        for &outcome in &contest.ladder(role)[..above] {
            let pace = |mover| Paces::Exact.of(contest, mover, outcome);
            for (number, ring) in rings(arena, &buckets[outcome], pace)?
                .into_iter()
                .enumerate()
            {
                numbers.push(number);
                sets.push(ring);
            }
        }
        let listing = arena.space().list(&sets.iter().collect::<Vec<_>>());
        self.by_role.push((numbers, listing));
        Ok(())
    }

    /// Whether a move comes nearer to what the role can force, or need not.
    pub fn nearer(
        &self,
        encoding: &Encoding,
        role: RoleId,
        from: &BitState,
        to: &BitState,
    ) -> bool {
        let Some((numbers, rings)) = self.by_role.get(role.index()) else {
            return true;
        };
        let rank = |state: &BitState| {
            let values = encoding.values(state);
            let place = (0..numbers.len()).find(|&it| rings.contains(it, &values));
            place.map(|place| numbers[place])
        };
        rank(from).is_none_or(|from| rank(to).is_some_and(|to| to < from))
    }
}

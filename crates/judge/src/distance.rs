//! Distances: the number of joint moves until the end.
//!
//! In: every state's outcome, and who hurries. Out: distances, `None` where
//! there is no end to count to.

use std::num::NonZeroU32;

use game::RoleId;

use crate::outcome::OutcomeId;
use crate::pace::Pace;
use crate::{Arena, StateId};

/// A number of moves, stored plus one, so that `None` takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Distance(NonZeroU32);

impl Distance {
    /// No moves at all.
    pub(crate) const ZERO: Distance = Distance(NonZeroU32::MIN);

    /// One move more. It fits: distances are below the number of states, which
    /// has 32 bits.
    pub(crate) fn farther(self) -> Distance {
        Distance(self.0.saturating_add(1))
    }

    pub(crate) fn get(self) -> u32 {
        self.0.get() - 1
    }
}

/// Counts back from the ends of play, breadth first.
///
/// Only successors of the state's own outcome matter. The nearest states come
/// first, so a state that hastens is settled by the first of them that is
/// settled, and one that delays by the last.
pub(crate) fn distances(
    arena: &Arena,
    labels: &[Option<OutcomeId>],
    pace: impl Fn(Option<RoleId>, OutcomeId) -> Pace,
) -> Vec<Option<Distance>> {
    let mut waits = waits(arena, labels, &pace);
    let mut distances = vec![None; labels.len()];
    let mut settled: Vec<StateId> = arena.vertices.ids().collect();
    settled.retain(|&id| arena.vertices.is_terminal(id));
    settled.shrink_to_fit();
    let mut next = Vec::new();
    let mut distance = Distance::ZERO;
    while !settled.is_empty() {
        for to in settled.drain(..) {
            distances[to.index()] = Some(distance);
            for &id in arena.predecessors(to) {
                let wait = &mut waits[id.index()];
                if *wait == 0 || labels[id.index()] != labels[to.index()] {
                    continue;
                }
                if *wait == 1 {
                    next.push(id);
                }
                *wait -= 1;
            }
        }
        std::mem::swap(&mut settled, &mut next);
        distance = distance.farther();
    }
    distances
}

/// Marks a state that delays, while its successors are counted: no state has
/// 2³¹ of them.
const DELAYED: u32 = 1 << 31;

/// How many successors must be settled before each state is; 0 for never.
fn waits(
    arena: &Arena,
    labels: &[Option<OutcomeId>],
    pace: impl Fn(Option<RoleId>, OutcomeId) -> Pace,
) -> Vec<u32> {
    let mut waits = vec![0; labels.len()];
    let mut delayed = false;
    for (id, wait) in arena.vertices.ids().zip(&mut waits) {
        let pace = labels[id.index()].map(|outcome| pace(arena.vertices.mover(id), outcome));
        *wait = match pace {
            None | Some(Pace::Unnumbered) => 0,
            Some(Pace::Hasten) => 1,
            Some(Pace::Delay) => DELAYED,
        };
        delayed |= *wait == DELAYED;
    }
    if delayed {
        for to in arena.vertices.ids() {
            for id in arena.predecessors(to) {
                let same = labels[id.index()] == labels[to.index()];
                let wait = &mut waits[id.index()];
                if *wait >= DELAYED && same {
                    *wait += 1;
                }
            }
        }
        for wait in &mut waits {
            if *wait >= DELAYED {
                *wait -= DELAYED;
            }
        }
    }
    waits
}

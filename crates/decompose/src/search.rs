//! Who wins a sum of positions, by search.
//!
//! In: [`Positions`] and a sum of them. Out: whether the role on turn wins. For sums whose
//! worth does not follow from that of their parts: misère play of wild positions, and
//! partizan positions whose canonical forms are too large.
//!
//! Sums are multisets: positions that are equal but for where they lie have one number, so
//! the same sum is searched once, wherever it comes up.

use rustc_hash::FxHashMap;

use crate::positions::{PositionId, Positions, Sum};

/// A search that remembers which sums are won.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// For each sum and role on turn whether that role wins.
    known: FxHashMap<(Sum, u8), bool>,
}

/// Most numbers that open sums may take together, for each sum that may be remembered: a
/// move may lead to a longer sum, so that these take far more than those.
const NUMBERS: usize = 64;

/// A sum that is being searched: the sums after its moves, and how many were looked at.
struct Open {
    sum: Sum,
    role: u8,
    after: Vec<Sum>,
    looked: usize,
    /// How many numbers it takes.
    size: usize,
}

impl Search {
    /// Whether the role on turn wins; `None` if more than `most` sums would be remembered,
    /// or too much would be open.
    ///
    /// `normal`: who cannot move loses; otherwise they win. `settled` gives what is known
    /// of a sum without search.
    pub fn wins<P: Positions>(
        &mut self,
        positions: &P,
        (sum, role): (Sum, u8),
        normal: bool,
        most: usize,
        settled: &mut impl FnMut(&[PositionId], u8) -> Option<bool>,
    ) -> Option<bool> {
        let numbers = most.saturating_mul(NUMBERS);
        let first = open(positions, sum.clone(), role, numbers)?;
        let mut size = first.size;
        let mut path = vec![first];
        while let Some(top) = path.last_mut() {
            let other = 1 - top.role;
            let mut outcome = (top.looked == top.after.len()).then_some(
                // Who has no move at all is stuck; who has lost all of theirs has lost.
                top.after.is_empty() && !normal,
            );
            if let Some(after) = top.after.get(top.looked) {
                let key = (after.clone(), other);
                let known = self.known.get(&key).copied();
                match known.or_else(|| settled(after, other)) {
                    Some(false) => outcome = Some(true),
                    Some(true) => top.looked += 1,
                    None => {
                        let next = open(positions, key.0, other, numbers - size)?;
                        size += next.size;
                        path.push(next);
                    }
                }
            }
            if let Some(wins) = outcome {
                let done = path.pop()?;
                size -= done.size;
                if self.known.len() >= most {
                    return None;
                }
                self.known.insert((done.sum, done.role), wins);
            }
        }
        self.known.get(&(sum, role)).copied()
    }
}

/// All sums after a move, each once; `None` if they take more numbers than this.
fn open<P: Positions>(positions: &P, sum: Sum, role: u8, numbers: usize) -> Option<Open> {
    let mut after = Vec::new();
    let mut size = sum.len();
    for (place, &part) in sum.iter().enumerate() {
        // Equal positions have equal moves.
        if place > 0 && sum[place - 1] == part {
            continue;
        }
        for next in positions.sums(part, usize::from(role)) {
            size += sum.len() + next.len();
            if size > numbers {
                return None;
            }
            let others = sum.iter().enumerate().filter(|it| it.0 != place);
            let mut ids: Vec<PositionId> = others.map(|it| *it.1).collect();
            ids.extend_from_slice(next);
            ids.sort_unstable();
            after.push(Sum::from(ids));
        }
    }
    // Short sums first: they are decided soonest.
    after.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    after.dedup();
    Some(Open {
        sum,
        role,
        after,
        looked: 0,
        size,
    })
}

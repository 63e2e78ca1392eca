//! One role whose moves are in one part each: the shortest ways of all parts, combined.
//!
//! In: a [`Split`] of such a game. Out: [`OneByOne`], which knows the value of every state
//! without listing the product; or that the game is not like that.
//!
//! What is needed: one role; no effects that read other parts; each family moves one part at
//! most; and in each combination of phases that play comes to, either all families are open
//! that move a part from its phase, or none of them, and no state is stuck.
//!
//! **Theorem.** The best reward and the least number of moves to it are those of plays that
//! move in one part until its phase changes, then in one part again. *Proof.* Take any play to
//! an end. Put off each move that changes no phase until just before the next move in its part
//! that does, and leave it out if there is none. The phases come in the same order, so play is
//! not over earlier, and ends at the same phases, on which the reward depends. The moves that
//! were put off are legal: in their own part nothing has changed, and they are in families
//! that move the part from its phase, of which one, that of the move that changes the phase,
//! is open then; so all are. ∎ So of each part only the classes matter that begin a phase, and
//! the shortest ways between them: the sum of sizes instead of the product.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use game::{Stop, Value};
use rustc_hash::FxHashSet;

use crate::positions::Unfinished;
use crate::product::no_product::NoProduct;
use crate::product::plans::survey::{Outlook, Outlooks, Survey, Unplanned, after, phases};
use crate::product::plans::ways::Ways;
use crate::product::split::Split;

/// The value of every state of a game of one role whose moves are in one part each.
#[derive(Debug)]
pub(super) struct OneByOne {
    parts: Vec<Ways>,
    /// What follows from each combination of phases that play comes to.
    outlooks: Outlooks,
    /// The different rewards, best first, then the value of what cannot be ended.
    values: Vec<Value>,
    cyclic: bool,
}

impl OneByOne {
    /// Combines the ways of all parts; `None` if the game is not like that.
    ///
    /// # Errors
    ///
    /// [`NoProduct::Goals`]: an end that can be reached has not exactly one reward. The
    /// request to stop.
    pub fn new(split: &Split, stop: &Stop) -> Result<Option<Self>, NoProduct> {
        let level = split.found();
        let Some(moved) = moved(split) else {
            return Ok(None);
        };
        let mut parts = Vec::new();
        for (place, part) in level.parts.iter().enumerate() {
            if let Some(reason) = stop.requested() {
                return Err(Unfinished::Stopped(reason).into());
            }
            let own: Vec<bool> = moved.iter().map(|it| *it == Some(place)).collect();
            match Ways::new(part, &own, split.knobs().part_entries) {
                Some(ways) => parts.push(ways),
                None => return Ok(None),
            }
        }
        let mut survey = Survey::new(level, &moved, &parts);
        match survey.explore(split.knobs()) {
            Ok(()) => {}
            Err(Unplanned::Unsuited) => return Ok(None),
            Err(Unplanned::Goals) => return Err(NoProduct::Goals),
        }
        let cyclic = survey.is_endless();
        let (outlooks, values) = survey.finish();
        Ok(Some(OneByOne {
            parts,
            outlooks,
            values,
            cyclic,
        }))
    }

    /// Whether a state can be reached again.
    pub fn is_cyclic(&self) -> bool {
        self.cyclic
    }

    /// The best reward, and the least number of moves to it; `None` if no play comes here.
    pub fn value(&self, classes: &[u32]) -> Option<(&Value, Option<u64>)> {
        let mut best = (self.values.len() - 1, None);
        let mut known: FxHashSet<Box<[u32]>> = FxHashSet::default();
        let mut open = BinaryHeap::from([Reverse((0, Box::<[u32]>::from(classes)))]);
        // Shorter ways come first.
        while let Some(Reverse((moves, at))) = open.pop() {
            if known.contains(&at) {
                continue;
            }
            match self.outlooks.get(&phases(&self.parts, &at))? {
                Outlook::End(0) => return Some((&self.values[0], Some(moves))),
                Outlook::End(end) if *end < best.0 => best = (*end, Some(moves)),
                Outlook::End(_) => {}
                Outlook::Open(parts) => after(&self.parts, &at, parts, |next, length| {
                    open.push(Reverse((moves + u64::from(length), next)));
                }),
            }
            known.insert(at);
        }
        Some((&self.values[best.0], best.1))
    }
}

/// The part that each family moves, if any; `None` if the game is not one of one role whose
/// moves are in one part each.
fn moved(split: &Split) -> Option<Vec<Option<usize>>> {
    let level = split.found();
    let [context] = level.outputs.contexts.as_slice() else {
        return None;
    };
    if split.roles() != 1 || level.outputs.inputs.iter().any(|it| !it.is_empty()) {
        return None;
    }
    let moves = |part: usize, family: usize| {
        let classes = &level.parts[part];
        let mut all = 0..classes.count as u32;
        all.any(|class| classes.next(class, 0, family).iter().any(|&it| it != class))
    };
    let of = |family: usize| {
        let mut parts = (0..level.parts.len()).filter(|&part| moves(part, family));
        let first = parts.next();
        parts.next().is_none().then_some(first)
    };
    (0..context.families.len()).map(of).collect()
}

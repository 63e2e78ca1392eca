//! Checks by sets that each state has the value of its best successor.
//!
//! In: states of a mover, its moves, and classes of outcomes, the mover's favourite
//! first. Out: `None`, or states that are in the wrong class.

use biodivine_lib_bdd::Bdd;
use game::Stop;

use super::moves::Moves;
use super::sets::set_of;
use super::space::Space;
use crate::error::VerifyError;
use crate::file::Diagram;

/// Outcomes that are equal for a mover.
#[derive(Debug, Default)]
pub struct Class {
    /// Outcomes of the successors.
    pub after: Vec<u32>,
    /// Outcomes of a state whose best successors are these.
    pub here: Vec<u32>,
}

/// A section before moves, and the sections after it.
pub struct Step<'a> {
    pub space: &'a Space,
    pub stop: &'a Stop,
    pub moves: &'a Moves,
    pub here: &'a Diagram,
    pub after: &'a [&'a Diagram],
}

impl Step<'_> {
    /// The states of the section with one of these outcomes.
    pub fn here(&self, outcomes: &[u32]) -> Bdd {
        set_of(self.space, self.here, |it| outcomes.contains(&it))
    }

    /// The states of all later sections with one of these outcomes.
    fn after(&self, outcomes: &[u32]) -> Bdd {
        let mut all = self.space.none();
        for diagram in self.after {
            let more = set_of(self.space, diagram, |it| outcomes.contains(&it));
            all = self.space.or(&all, &more);
        }
        all
    }

    /// States of `base` that are not in the class of their best successor. Each must
    /// have a successor in one of the classes.
    ///
    /// For each class, best first: its states must have a successor in it, and no
    /// state of a later class may have one. So a state is in the first class in which
    /// it has a successor. The last class needs no check: its states have a
    /// successor, and in no class before.
    pub fn misjudged(&self, base: &Bdd, classes: &[Class]) -> Result<Option<Bdd>, VerifyError> {
        let space = self.space;
        let mut later = base.clone();
        for (place, class) in classes.iter().enumerate() {
            let own = space.and(base, &self.here(&class.here));
            later = space.minus(&later, &own);
            if place + 1 == classes.len() {
                break;
            }
            if own.is_false() && later.is_false() {
                continue;
            }
            let target = self.after(&class.after);
            let mut unproven = own;
            for cluster in &self.moves.clusters {
                if target.is_false() || (unproven.is_false() && later.is_false()) {
                    break;
                }
                if let Some(reason) = self.stop.requested() {
                    return Err(VerifyError::Stopped(reason));
                }
                let before = cluster.before(space, &target);
                if space.meet(&later, &before) {
                    return Ok(Some(space.and(&later, &before)));
                }
                unproven = space.minus(&unproven, &before);
            }
            if !unproven.is_false() {
                return Ok(Some(unproven));
            }
        }
        Ok((!later.is_false()).then_some(later))
    }
}

//! What every recursion carries along: the relations, where to look for results,
//! and when to stop.

use std::cell::Cell;

use game::Stop;

use crate::diagram::{Bands, Halt};
use crate::knobs::Knobs;
use crate::matrix::Matrices;

pub(crate) struct Walk<'a> {
    pub matrices: &'a Matrices,
    pub bands: &'a Bands,
    stop: &'a Stop,
    left: Cell<u64>,
}

impl<'a> Walk<'a> {
    pub fn new(matrices: &'a Matrices, bands: &'a Bands, stop: &'a Stop, steps: u64) -> Self {
        Walk {
            matrices,
            bands,
            stop,
            left: Cell::new(steps),
        }
    }

    /// Counts a step.
    #[inline]
    pub fn step(&self) -> Result<(), Halt> {
        let left = self.left.get();
        if left.is_multiple_of(Knobs::STEPS_PER_LOOK) {
            self.look(left)?;
        }
        self.left.set(left - 1);
        Ok(())
    }

    #[cold]
    fn look(&self, left: u64) -> Result<(), Halt> {
        if left == 0 {
            return Err(Halt::OutOfSteps);
        }
        let reason = self.stop.requested();
        reason.map_or(Ok(()), |reason| Err(Halt::Stopped(reason)))
    }
}

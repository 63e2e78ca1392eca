//! What every recursion needs: the relations, the bands, the request to stop, and the
//! number of steps left.

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
    ///
    /// # Errors
    ///
    /// When no steps are left, or a stop is requested.
    #[inline]
    pub fn step(&self) -> Result<(), Halt> {
        let left = self.left.get();
        if left.is_multiple_of(Knobs::STEPS_PER_CHECK) {
            self.check(left)?;
        }
        self.left.set(left - 1);
        Ok(())
    }

    #[cold]
    fn check(&self, left: u64) -> Result<(), Halt> {
        if left == 0 {
            return Err(Halt::OutOfSteps);
        }
        let reason = self.stop.requested();
        reason.map_or(Ok(()), |reason| Err(Halt::Stopped(reason)))
    }
}

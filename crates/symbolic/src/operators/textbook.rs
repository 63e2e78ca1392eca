//! Pre-image and strong pre-image as the papers write them: for algorithms that
//! are stated with them, and as a second way to what the fused step does.

use crate::diagram::{Halt, Set, Space};
use crate::matrix::MatrixId;

#[cfg_attr(not(test), expect(dead_code, reason = "for the earlier algorithms"))]
impl Space {
    /// The states with a move of `relation` into `to`.
    pub fn pre_image(&self, relation: MatrixId, to: &Set) -> Result<Set, Halt> {
        let without = self.andnotpre(&self.full(), relation, to)?;
        Ok(self.not(&without))
    }

    /// The states with a move, all of whose moves lead into `to`.
    ///
    /// A state without a move is not among them: it is where play ends, not
    /// where it is forced.
    pub fn strong_pre_image(&self, relation: MatrixId, to: &Set) -> Result<Set, Halt> {
        let mobile = self.pre_image(relation, &self.full())?;
        self.andnotpre(&mobile, relation, &self.not(to))
    }
}

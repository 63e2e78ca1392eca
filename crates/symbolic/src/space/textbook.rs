//! Image, pre-image and strong pre-image as the papers write them, over a relation in
//! parts.
//!
//! Pre-images also take the set in which predecessors are wanted. The papers intersect
//! with it afterwards; the fused step never leaves it.

use crate::diagram::{Halt, Set};
use crate::matrix::MatrixId;
use crate::space::Space;

impl Space {
    /// The states that the moves of `relation` lead to from `set`.
    pub fn image(&self, relation: &[MatrixId], set: &Set) -> Result<Set, Halt> {
        let mut image = self.empty();
        for &part in relation {
            image = self.or(&image, &self.next(part, set)?)?;
        }
        Ok(image)
    }

    /// The states of `from` with a move of `relation` into `to`.
    pub fn pre_image(&self, relation: &[MatrixId], from: &Set, to: &Set) -> Result<Set, Halt> {
        self.minus(from, &self.without_move(relation, from, to)?)
    }

    /// The states of `from` whose moves of `relation` all lead into `to`.
    ///
    /// A state without a move is among them for any `to`. A caller that asks where play
    /// is forced must leave such states out of `from`.
    pub fn strong_pre_image(
        &self,
        relation: &[MatrixId],
        from: &Set,
        to: &Set,
    ) -> Result<Set, Halt> {
        self.without_move(relation, from, &self.not(to))
    }

    /// The states of `from` without a move of `relation` into `to`.
    pub fn without_move(&self, relation: &[MatrixId], from: &Set, to: &Set) -> Result<Set, Halt> {
        let mut left = from.clone();
        for &part in relation {
            left = self.andnotpre(&left, part, to)?;
        }
        Ok(left)
    }
}

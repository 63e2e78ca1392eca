//! The combinations of values that some fields may have together.
//!
//! The game is seen through these fields alone: whatever a move needs of the others is
//! assumed to hold. That can only add combinations. Each reachable state has a
//! combination that is found here: the search begins with that of the first state, and
//! if the combination of a reachable state is found, then all moves that are possible
//! in the state are followed from there, so the combinations of its successors are
//! found too.

use crate::diagram::{Halt, Set};
use crate::encode::encoding::{Encoding, Field, valid};
use crate::matrix::MatrixId;
use crate::space::Space;

/// The part of an encoded game that matters here.
pub(crate) struct Projector<'a> {
    pub space: &'a Space,
    pub encoding: &'a Encoding,
    relations: &'a [Vec<MatrixId>],
    start: &'a Set,
    valid: Set,
}

impl<'a> Projector<'a> {
    pub fn new(
        space: &'a Space,
        encoding: &'a Encoding,
        relations: &'a [Vec<MatrixId>],
        start: &'a Set,
    ) -> Result<Self, Halt> {
        Ok(Projector {
            space,
            encoding,
            relations,
            start,
            valid: encoding.valid(space)?,
        })
    }

    /// The codes that some fields may have together, by the least number of moves after
    /// which they occur; none if there are more than `most`.
    pub fn combinations(
        &self,
        fields: &[&Field],
        most: usize,
    ) -> Result<Option<Vec<Vec<Vec<usize>>>>, Halt> {
        let space = self.space;
        let valid = valid(space, fields)?;
        let mut window = space.full();
        for field in fields.iter().rev() {
            let bits = field.cube(space, field.all_bits(), field.all_bits())?;
            window = space.and(&bits, &window)?;
        }
        let mut known = space.empty();
        let mut found = space.glimpse(MatrixId::IDENTITY, self.start, &window)?;
        let (mut layers, mut count) = (Vec::new(), 0);
        while !found.is_empty() {
            known = space.or(&known, &found)?;
            let from = space.and(&found, &self.valid)?;
            let mut layer = Vec::new();
            while let Some(values) = space.pick(&found) {
                count += 1;
                if count > most {
                    return Ok(None);
                }
                let codes: Vec<usize> = fields.iter().map(|it| it.code_in(&values)).collect();
                let mut alike = space.full();
                for (field, &code) in fields.iter().zip(&codes).rev() {
                    alike = space.and(&field.cube(space, code, field.all_bits())?, &alike)?;
                }
                found = space.minus(&found, &alike)?;
                layer.push(codes);
            }
            layers.push(layer);
            for &part in self.relations.iter().flatten() {
                found = space.or(&found, &space.glimpse(part, &from, &window)?)?;
            }
            found = space.minus(&space.and(&found, &valid)?, &known)?;
        }
        Ok(Some(layers))
    }
}

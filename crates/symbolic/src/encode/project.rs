//! Which combinations of values some fields may have together.
//!
//! The game is looked at through these fields alone: whatever a move needs of
//! the others is taken to be so. That can only add combinations. For if a
//! reachable state has a combination that was found, then every move that can be
//! made in it was followed from there, from that state among others, and what it
//! leads to was found too; and the first state's combination is where the search
//! begins. So each reachable state has a combination that is found here.

use crate::diagram::{Halt, Set, Space};
use crate::encode::encoding::{Encoding, Field};
use crate::matrix::MatrixId;

/// A game encoded, as far as it matters here.
pub(crate) struct Projector<'a> {
    pub space: &'a Space,
    pub encoding: &'a Encoding,
    pub relations: &'a [Vec<MatrixId>],
    pub start: &'a Set,
}

impl Projector<'_> {
    /// The codes that some fields may have together, by the number of moves that
    /// it takes at least; none if there are more than `most`.
    pub fn combinations(
        &self,
        fields: &[&Field],
        most: usize,
    ) -> Result<Option<Vec<Vec<Vec<usize>>>>, Halt> {
        let space = self.space;
        // All fields have codes that stand for something in reachable states.
        let mut valid = space.full();
        for field in self.encoding.fields.iter().rev() {
            valid = space.and(&field.valid(space)?, &valid)?;
        }
        let mut known = space.empty();
        let mut found = self.start.clone();
        let (mut layers, mut count) = (Vec::new(), 0);
        loop {
            let mut layer = Vec::new();
            let before = known.clone();
            found = space.and(&found, &valid)?;
            found = space.minus(&found, &known)?;
            while let Some(values) = space.pick(&found) {
                let codes: Vec<usize> = fields.iter().map(|it| it.code_in(&values)).collect();
                let mut alike = space.full();
                for (field, &code) in fields.iter().zip(&codes) {
                    alike = space.and(&field.cube(space, code, field.all_bits())?, &alike)?;
                }
                found = space.minus(&found, &alike)?;
                known = space.or(&known, &alike)?;
                layer.push(codes);
                count += 1;
                if count > most {
                    return Ok(None);
                }
            }
            if layer.is_empty() {
                return Ok(Some(layers));
            }
            layers.push(layer);
            let from = space.and(&space.minus(&known, &before)?, &valid)?;
            for &part in self.relations.iter().flatten() {
                found = space.or(&found, &space.next(part, &from)?)?;
            }
        }
    }
}

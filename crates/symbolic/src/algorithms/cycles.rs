//! Whether play can go on for ever.

use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;

/// The states from which play can go on for ever, of all open states by role.
///
/// It is the largest set of open states each of which has a move that stays
/// inside: states without such a move are taken out until all have one. A state
/// with endless play is never taken out, for the rest of that play keeps it in;
/// and from a state that is left a move inside can be made for ever. The states
/// are finite in number, so some state comes again exactly if the set is not
/// empty.
pub(crate) fn endless(engine: &Engine<'_>, open: &[Set]) -> Result<Set, Halt> {
    let space = &engine.space;
    let mut left = open.to_vec();
    loop {
        let mut all = space.empty();
        for own in &left {
            all = space.or(&all, own)?;
        }
        let mut stable = true;
        for (role, relation) in engine.movers() {
            let own = &mut left[role.index()];
            let staying = space.pre_image(relation, own, &all)?;
            stable &= staying == *own;
            *own = staying;
        }
        if stable {
            return Ok(all);
        }
    }
}

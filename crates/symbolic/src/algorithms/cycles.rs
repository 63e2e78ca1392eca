//! Whether play can go on for ever.

use game::Playable;
use ground::Simulator;

use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;

/// The states from which play can go on for ever, of all open states by role.
///
/// It is the largest set of open states each of which has a move that stays inside:
/// states without such a move are removed until all have one. A state with infinite
/// play is never removed, for the rest of that play keeps it in; and from a state that
/// is left a move inside can be made for ever. There are finitely many states, so some
/// state comes again exactly if the set is not empty.
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

/// A cycle: states, each with the joint move to the next, in KIF.
pub(crate) type Cycle = Vec<(String, String)>;

/// A cycle among states from which play can go on for ever, and a path to its first
/// state.
///
/// Each of these states has a move to another of them, so following such moves leads to
/// a state again.
pub(crate) fn cycle(engine: &Engine<'_>, endless: &Set) -> Result<(Vec<String>, Cycle), Halt> {
    let mut along = vec![engine.witness(endless)];
    let first = loop {
        let now = engine.single(&along[along.len() - 1])?;
        let next = engine.space.and(&engine.followers(&now)?, endless)?;
        let next = engine.witness(&next);
        let known = along.iter().position(|state| *state == next);
        along.push(next);
        if let Some(first) = known {
            break first;
        }
    };
    let round = &along[first..];
    let moves = engine.moves_along(round);
    let path = engine.path_back(&round[0])?;
    let game = Simulator::new(engine.game.clone());
    let states = round.iter().map(|state| game.state_text(state));
    Ok((path, states.zip(moves).collect()))
}

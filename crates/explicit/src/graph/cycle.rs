//! Finds a cycle to show when the worth of infinite play is not given.

use game::{Obstacle, Playable, joint_text};
use ground::{BitState, MoveId, Simulator};
use judge::{Endless, StateId};
use packed::known::{Cursor, Run};
use table::StoreError;

use crate::ExplicitError;
use crate::graph::Graph;
use crate::path::path;

/// The error that the worth of infinite play is needed; shows a cycle and the
/// path to its state nearest to the start.
pub(super) fn needed<const W: usize>(
    graph: &mut Graph<'_, '_, W>,
    all: &Run<W>,
    endless: &Endless,
) -> Result<ExplicitError, StoreError> {
    let mut cycle = find(graph, all, endless)?;
    let packing = graph.kernels[0].packing();
    let packed: Vec<_> = cycle.iter().map(|state| packing.pack(state)).collect();
    let (layer, first) = graph.first_layer(&packed)?;
    cycle.rotate_left(first);
    let game = &mut *graph.task.game;
    let kernel = &mut graph.kernels[0];
    let path = path(game, kernel, graph.archive, layer, packed[first])?;
    let mut told = Vec::new();
    for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        let joint = moves(game, from).into_iter().find(|(_, state)| state == to);
        let (joint, _) = joint.expect("a successor has a joint move to it");
        told.push((game.state_text(from), joint_text(game, &joint)));
    }
    Ok(ExplicitError::Obstacle(Obstacle::InfiniteNeeded {
        path,
        cycle: told,
    }))
}

/// The states of a cycle, in the order of play.
fn find<const W: usize>(
    graph: &mut Graph<'_, '_, W>,
    all: &Run<W>,
    endless: &Endless,
) -> Result<Vec<BitState>, StoreError> {
    let mut cursor = Cursor::new(all)?;
    let packing = graph.kernels[0].packing();
    let game = &mut *graph.task.game;
    judge::cycle(graph.task.start.clone(), |state| {
        for (_, next) in moves(game, state) {
            let number = cursor.find(&packing.pack(&next))?;
            let number = number.expect("all states that can be reached have numbers");
            if endless.contains(StateId::new(number as usize)) {
                return Ok(next);
            }
        }
        unreachable!("play can go on for ever from here")
    })
}

/// The joint moves in a state in which at most one role has several, with their
/// successors.
fn moves(game: &mut Simulator, state: &BitState) -> Vec<(Vec<MoveId>, BitState)> {
    let Ok(legal) = game.legal_moves(state);
    let role = legal.iter().position(|moves| moves.len() > 1).unwrap_or(0);
    let mut joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
    let mut made = Vec::new();
    for &mov in &legal[role] {
        joint[role] = mov;
        let Ok(to) = game.successor(state, &joint);
        made.push((joint.clone(), to));
    }
    made
}

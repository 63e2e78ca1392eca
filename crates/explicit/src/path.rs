//! The path to a state, found backwards through the layers.

use game::{Fault, Obstacle, Playable, RoleId, joint_text, rewards_from_goals};
use ground::Simulator;
use packed::lanes::{LANES, is_empty};
use packed::layers::{Block, LayerReader};
use packed::{Kernel, Words};
use table::StoreError;

use crate::ExplicitError;
use table::Archive;

/// The fault of a state of this layer, with the path to it.
pub(crate) fn fault<const W: usize>(
    game: &mut Simulator,
    kernel: &mut Kernel<W>,
    archive: &Archive<'_>,
    layer: usize,
    state: Words<W>,
) -> ExplicitError {
    let path = match path(game, kernel, archive, layer, state) {
        Ok(path) => path,
        Err(error) => return error.into(),
    };
    let state = kernel.packing().unpack(&state);
    let fault = find(game, &state);
    Obstacle::fault(game.roles(), fault, game.state_text(&state), path).into()
}

fn find(game: &mut Simulator, state: &ground::BitState) -> Fault {
    let Ok(terminal) = game.is_terminal(state);
    if terminal {
        let Ok(goals) = game.goals(state);
        rewards_from_goals(&goals).expect_err("the state was found to be faulty")
    } else {
        let Ok(legal) = game.legal_moves(state);
        let stuck = legal.iter().position(Vec::is_empty);
        Fault::NoLegalMove(RoleId::new(
            stuck.expect("the state was found to be faulty"),
        ))
    }
}

/// The joint moves from the start to a state of this layer.
pub(crate) fn path<const W: usize>(
    game: &mut Simulator,
    kernel: &mut Kernel<W>,
    archive: &Archive<'_>,
    layer: usize,
    mut state: Words<W>,
) -> Result<Vec<String>, StoreError> {
    let mut path = Vec::new();
    for layer in (0..layer).rev() {
        let (from, number) = predecessor(kernel, archive, layer, state)?
            .expect("a state has a predecessor in the layer before");
        let (role, mov) = kernel.mov(number);
        let Ok(legal) = game.legal_moves(&kernel.packing().unpack(&from));
        let mut joint: Vec<_> = legal.iter().map(|moves| moves[0]).collect();
        joint[role.index()] = mov;
        path.push(joint_text(game, &joint));
        state = from;
    }
    path.reverse();
    Ok(path)
}

/// The first state of a layer from which a move leads to `to`, and the move's
/// number.
fn predecessor<const W: usize>(
    kernel: &mut Kernel<W>,
    archive: &Archive<'_>,
    layer: usize,
    to: Words<W>,
) -> Result<Option<(Words<W>, usize)>, StoreError> {
    let mut layer = LayerReader::new(archive, layer)?;
    let (mut block, mut states) = (Block::default(), Vec::new());
    while layer.next(&mut block)? {
        states.clear();
        layer.decode(&block, &mut states)?;
        for batch in states.chunks(LANES) {
            if let Some(found) = predecessor_in(kernel, batch, to) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

fn predecessor_in<const W: usize>(
    kernel: &mut Kernel<W>,
    batch: &[Words<W>],
    to: Words<W>,
) -> Option<(Words<W>, usize)> {
    kernel.enter(batch);
    let turns = kernel.turns();
    for number in 0..kernel.move_count() {
        let active = kernel.active(number, &turns);
        let mut found = None;
        if !is_empty(active) {
            kernel.make(number, active, |lane, state| {
                if state == to {
                    found = Some(lane);
                }
            });
        }
        if let Some(lane) = found {
            return Some((batch[lane], number));
        }
    }
    None
}

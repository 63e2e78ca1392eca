//! Paths through the graph, as joint moves.
//!
//! In: a graph, perhaps still growing. Out: joint moves in KIF. The moves are
//! found by playing them again, as they are not stored.

use game::{JointMoves, Playable, joint_text};

use crate::{Graph, StateId};

/// The joint moves of a shortest path from the start to `id`.
///
/// # Errors
///
/// The game's own.
pub(crate) fn path_to<G: Playable>(
    game: &mut G,
    graph: &Graph<G::State>,
    id: StateId,
) -> Result<Vec<String>, G::Error> {
    let mut path = Vec::new();
    let mut to = id;
    while let Some(from) = graph.parent(to) {
        path.push(joint_between(game, graph, from, to)?);
        to = from;
    }
    path.reverse();
    Ok(path)
}

/// Each state of a cycle in KIF, with the joint move to the next.
///
/// # Errors
///
/// The game's own.
pub(crate) fn cycle_texts<G: Playable>(
    game: &mut G,
    graph: &Graph<G::State>,
    cycle: &[StateId],
) -> Result<Vec<(String, String)>, G::Error> {
    let next = cycle.iter().cycle().skip(1);
    let mut texts = Vec::new();
    for (&from, &to) in cycle.iter().zip(next) {
        let joint = joint_between(game, graph, from, to)?;
        texts.push((game.state_text(graph.state(from)), joint));
    }
    Ok(texts)
}

/// The first joint move that leads from one state to the other.
fn joint_between<G: Playable>(
    game: &mut G,
    graph: &Graph<G::State>,
    from: StateId,
    to: StateId,
) -> Result<String, G::Error> {
    let legal = game.legal_moves(graph.state(from))?;
    let mut moves = JointMoves::new(&legal);
    loop {
        let successor = game.successor(graph.state(from), moves.joint())?;
        if successor == *graph.state(to) {
            return Ok(joint_text(game, moves.joint()));
        }
        assert!(moves.advance(), "a successor has a joint move to it");
    }
}

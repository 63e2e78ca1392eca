//! Counts the states that can be reached.

use game::{Count, Layer};
use table::{Archive, Storage};

use crate::SymbolicError;
use crate::pass::archived::with_archive;
use crate::pass::explain::with_path;
use crate::pass::task::{Effort, Progress, Task};

/// The states that can be reached, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The number of states.
    pub states: Count,
    /// The number of terminal states.
    pub terminals: Count,
    /// The states by the layer of their first appearance.
    pub layers: Vec<Layer>,
    /// Whether nothing was left out by a depth limit.
    pub complete: bool,
    /// The resources that it took.
    pub effort: Effort,
}

/// Counts the reachable states.
///
/// # Errors
///
/// [`SymbolicError::Unsuited`] if the game has no progress measure that keeps its
/// layers apart; [`SymbolicError::OutOfNodes`]; those of the store; an
/// [`Obstacle`](game::Obstacle) such as a faulty state, several roles that choose at
/// once, or a stop.
pub fn reach(
    task: &Task<'_>,
    max_depth: Option<u64>,
    storage: Storage<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Reached, SymbolicError> {
    let mut archive = Archive::new(storage);
    let engine = with_archive(task, &mut archive)?;
    let found = engine.forward(&mut archive, max_depth, progress);
    let found = found.map_err(|error| with_path(&engine, &archive, error))?;
    archive.sync()?;
    Ok(Reached {
        states: found.states(),
        terminals: found.terminals(),
        layers: found.layers(),
        complete: found.complete,
        effort: engine.effort(found.nodes()),
    })
}

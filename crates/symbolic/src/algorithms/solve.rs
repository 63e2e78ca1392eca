//! Solves a game by the requested algorithm.

use game::{Options, check_infinite};
use table::solution::SolutionWriter;

use super::classification::Classification;
use super::layers::by_layers;
use super::whole::on_all_states;
use crate::SymbolicError;
use crate::algorithm::Algorithm;
use crate::pass::export::File;
use crate::pass::task::{Progress, Task};

/// Solves a game by an algorithm: every reachable state gets its value under the model.
///
/// # Errors
///
/// [`SymbolicError::Inapplicable`] if the algorithm is not for such a game,
/// [`SymbolicError::Cyclic`] if it is for games that always end and this one does not;
/// [`Obstacle::InfiniteNeeded`](game::Obstacle::InfiniteNeeded) and the like about the
/// worth of infinite play; otherwise as [`reach`](crate::reach()).
pub fn solve_by(
    task: &Task<'_>,
    algorithm: Algorithm,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Classification, SymbolicError> {
    solve_to(task, algorithm, options, None, progress)
}

/// Solves a game by an algorithm, and writes all states into a file. The caller
/// finishes the file.
///
/// # Errors
///
/// As [`solve_by`]; those of the file.
pub fn solve_by_into(
    task: &Task<'_>,
    algorithm: Algorithm,
    options: &Options,
    file: &mut SolutionWriter,
    progress: &mut dyn FnMut(Progress),
) -> Result<Classification, SymbolicError> {
    solve_to(task, algorithm, options, Some(file), progress)
}

fn solve_to(
    task: &Task<'_>,
    algorithm: Algorithm,
    options: &Options,
    file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Classification, SymbolicError> {
    let roles = task.game.roles().len();
    check_infinite(options.infinite.as_ref(), roles)?;
    let mut options = options.clone();
    options.model = options.model.among(roles);
    let refuse = |reason| SymbolicError::Inapplicable { algorithm, reason };
    match algorithm {
        Algorithm::OnePlayer if roles != 1 => Err(refuse("the game has several roles")),
        Algorithm::ZeroSum if roles != 2 => Err(refuse("the game has not two roles")),
        Algorithm::Layers | Algorithm::RepeatedLayers => {
            by_layers(task, algorithm, &options, file, progress)
        }
        _ => on_all_states(task, algorithm, &options, file, progress),
    }
}

//! From a game to its table.
//!
//! In: a game, a start, options. Out: a [`Table`]. Not here: the passes, one
//! file each.

use game::{Obstacle, Options, Playable, check_infinite};

use crate::explore::{Purpose, explore};
use crate::values::value;
use crate::{Arena, Graph, JudgeError, Limits, Progress, Table, infinite};

/// Solves the game from `start` on.
///
/// # Errors
///
/// Those of [`explore()`]; [`Obstacle::InfiniteNeeded`] if the worth of
/// infinite play matters and is unknown, [`Obstacle::InfiniteForOneRole`] and
/// [`Obstacle::InfiniteArity`] if it does not fit the game;
/// [`Obstacle::Incomplete`] if a depth limit cut the graph.
pub fn solve<G: Playable>(
    game: &mut G,
    start: G::State,
    options: &Options,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Table<G::State>, JudgeError<G::Error>> {
    let role_count = game.roles().len();
    check_infinite(options.infinite.as_ref(), role_count)?;
    let graph = explore(game, start, Purpose::Solve, limits, progress)?;
    require_complete(&graph, limits)?;
    match value(Arena::of(&graph), game.roles(), options) {
        Ok(values) => Ok(Table { graph, values }),
        Err(endless) => {
            let needed = infinite::needed(game, &graph, &endless);
            Err(needed.map_or_else(JudgeError::Game, JudgeError::Obstacle))
        }
    }
}

fn require_complete<S>(graph: &Graph<S>, limits: &Limits) -> Result<(), Obstacle> {
    match limits.max_depth {
        Some(depth) if !graph.is_complete() => Err(Obstacle::Incomplete {
            depth,
            states: graph.state_count(),
        }),
        _ => Ok(()),
    }
}

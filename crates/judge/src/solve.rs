//! From a game to its table: the judge's one road.
//!
//! In: a game, a start, what is asked. Out: a [`Table`]. Not here: the passes,
//! each of which has its file.

use game::{Level, Model, Playable, Rewards, Value};

use crate::explore::{Purpose, explore};
use crate::label::{Labels, Play, label};
use crate::order::Order;
use crate::{Graph, JudgeError, Limits, Progress, Table, infinite, warnings};

/// What is asked of a solution.
#[derive(Clone, Debug)]
pub struct Options {
    /// How roles compare rewards. With one role all models are the same, and
    /// the answer names [`Model::Own`].
    pub model: Model,
    /// What infinite play is worth; needed on cyclic games, unless there is
    /// one role or two roles' rewards add up to a constant.
    pub infinite: Option<Rewards>,
    /// Whether draws of acyclic games are to have distances.
    pub draw_distances: bool,
    /// How much is asked for; it is recorded, for the judge always finds all.
    pub level: Level,
}

/// Solves the game from `start` on.
///
/// # Errors
///
/// Those of [`explore()`]; [`JudgeError::InfiniteNeeded`] if the worth of
/// infinite play matters and is unknown, [`JudgeError::InfiniteForOneRole`] and
/// [`JudgeError::InfiniteArity`] if it does not fit the game;
/// [`JudgeError::Incomplete`] if a depth limit cut the graph.
pub fn solve<G: Playable>(
    game: &mut G,
    start: G::State,
    options: &Options,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Table<G::State>, JudgeError<G::Error>> {
    let role_count = game.roles().len();
    infinite::check(options.infinite.as_ref(), role_count)?;
    let graph = explore(game, start, Purpose::Solve, limits, progress)?;
    require_complete(&graph, limits)?;
    let play = play(game, &graph, options)?;
    let model = match role_count {
        1 => Model::Own,
        _ => options.model,
    };
    let labels = label(&graph, role_count, model, options.draw_distances, &play);
    Ok(Table {
        warnings: warn(game, &graph, &labels, options, &play),
        model,
        level: options.level,
        infinite: worth(play),
        graph,
        labels,
    })
}

fn require_complete<S, E: std::error::Error + 'static>(
    graph: &Graph<S>,
    limits: &Limits,
) -> Result<(), JudgeError<E>> {
    match limits.max_depth {
        Some(depth) if !graph.is_complete() => Err(JudgeError::Incomplete {
            depth,
            states: graph.state_count(),
        }),
        _ => Ok(()),
    }
}

fn play<G: Playable>(
    game: &mut G,
    graph: &Graph<G::State>,
    options: &Options,
) -> Result<Play, JudgeError<G::Error>> {
    match Order::of(graph) {
        Order::Acyclic(order) => Ok(Play::Finite(order)),
        Order::Cyclic(cycle) => {
            infinite::worth(game, graph, options.infinite.as_ref(), &cycle).map(Play::Infinite)
        }
    }
}

fn worth(play: Play) -> Option<Value> {
    match play {
        Play::Finite(_) => None,
        Play::Infinite(worth) => Some(worth),
    }
}

fn warn<G: Playable>(
    game: &G,
    graph: &Graph<G::State>,
    labels: &Labels,
    options: &Options,
    play: &Play,
) -> Vec<String> {
    let cyclic = matches!(play, Play::Infinite(_));
    let mut warnings = warnings::goals_out_of_range(game.roles(), &graph.outcomes);
    warnings.extend(warnings::idle_options(options, cyclic));
    warnings.extend(warnings::unresolved(&labels.of));
    warnings
}

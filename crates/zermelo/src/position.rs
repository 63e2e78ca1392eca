//! From `--moves` and `--state` to a position of the game.

use game::Playable;
use judge::{Limits, Purpose, explore};

use crate::arguments::SolveArguments;
use crate::failure::Failure;
use crate::progress::Reporter;

/// The position that the arguments ask for; the initial state without them.
pub fn start<G: Playable>(
    game: &mut G,
    arguments: &SolveArguments,
    limits: &Limits,
) -> Result<G::State, Failure>
where
    Failure: From<G::Error>,
{
    let initial = game.initial()?;
    match (&arguments.moves, &arguments.state) {
        (Some(moves), _) => Ok(play::after_moves(game, initial, moves)?),
        (_, Some(fluents)) => reachable(game, initial, fluents, limits),
        _ => Ok(initial),
    }
}

/// The state with these fluents, if it can be reached.
fn reachable<G: Playable>(
    game: &mut G,
    initial: G::State,
    fluents: &str,
    limits: &Limits,
) -> Result<G::State, Failure>
where
    Failure: From<G::Error>,
{
    let readings = play::readings_of_state(fluents);
    let candidates = readings.map_err(|fault| Failure::usage(format!("--state: {fault}")))?;
    let mut reporter = Reporter::start("reach");
    let graph = explore(game, initial, Purpose::Reach, limits, &mut |progress| {
        reporter.report(progress);
    })?;
    for fluents in &candidates {
        if let Some(state) = game
            .state_of(fluents)
            .filter(|state| graph.find(state).is_some())
        {
            return Ok(state);
        }
    }
    let state = candidates[0].join(" ");
    Err(Failure::usage(format!(
        "the state ({state}) cannot be reached"
    )))
}

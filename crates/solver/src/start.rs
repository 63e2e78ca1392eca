//! From a [`Start`] to a state of the game.

use game::Playable;
use judge::{JudgeError, Purpose, explore};
use play::MoveError;

use crate::error::Error;
use crate::event::{Event, Phase};
use crate::request::Start;
use crate::run::Run;

/// The state that is asked for.
pub fn find<G: Playable>(game: &mut G, start: &Start, run: &Run<'_>) -> Result<G::State, Error>
where
    Error: From<G::Error> + From<MoveError<G::Error>> + From<JudgeError<G::Error>>,
{
    let initial = game.initial()?;
    match start {
        Start::Initial => Ok(initial),
        Start::After(moves) => Ok(play::after_moves(game, initial, moves)?),
        Start::Fluents(fluents) => reachable(game, initial, fluents, run),
    }
}

/// The state with these fluents, if it can be reached.
fn reachable<G: Playable>(
    game: &mut G,
    initial: G::State,
    fluents: &str,
    run: &Run<'_>,
) -> Result<G::State, Error>
where
    Error: From<G::Error> + From<JudgeError<G::Error>>,
{
    let readings = play::readings_of_state(fluents);
    let candidates = readings.map_err(|fault| Error::NotAState(fault.to_string()))?;
    run.tell(Event::Begins(Phase::Reach));
    let limits = run.judge_limits(None);
    let graph = explore(game, initial, Purpose::Reach, &limits, &mut |progress| {
        run.tell(Event::States(progress.into()));
    })?;
    for fluents in &candidates {
        let state = game.state_of(fluents);
        if let Some(state) = state.filter(|state| graph.find(state).is_some()) {
            return Ok(state);
        }
    }
    Err(Error::Unreachable(candidates[0].join(" ")))
}

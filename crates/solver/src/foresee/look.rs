//! A look at the first layers of a game, by each of the engines.

use analysis::Facts;
use explicit::{Storage, Task};
use game::{Obstacle, Playable, StopReason};
use gdl::{Interpreter, State};
use ground::{BitState, Simulator};
use judge::{JudgeError, Limits as JudgeLimits, Purpose, explore};
use symbolic::Order;

use super::scout::Scout;
use super::seen::Seen;
use crate::error::Error;
use crate::event::Event;
use crate::forecast::Forecast;
use crate::run::Run;

/// How many times as long the interpreter takes for a state.
const INTERPRETED: u64 = 64;

/// Moves that may be made to find the next layer, for each state that is to be seen. The
/// first state tells how many moves there are.
const MOVES_PER_STATE: u64 = 16;

/// How far listing states came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// These were all.
    All,
    /// There are more than were asked for.
    More,
    /// It stopped earlier, for there are too many moves.
    Moves,
}

/// Lists states until there are more than `most`.
pub fn states(
    game: &mut Simulator,
    facts: &Facts,
    start: &BitState,
    most: u64,
    run: &Run<'_>,
) -> Result<(Seen, Extent), Error> {
    let stop = run.limits.stop.child();
    let Ok(legal) = game.legal_moves(start);
    let moves: u64 = legal.iter().map(|moves| moves.len() as u64).product();
    let arrows = most.saturating_mul(MOVES_PER_STATE) / moves.max(1);
    let task = Task {
        stop: stop.clone(),
        ..run.task(game, facts, start.clone(), Storage::Memory)
    };
    let mut seen = Seen::default();
    let mut extent = Extent::All;
    let reached = explicit::reach(task, None, &mut |progress| {
        run.tell(Event::States(progress));
        seen.listed(progress);
        let last = seen.sizes.last().copied().unwrap_or(0);
        if let explicit::Progress::Forward { states, .. } = progress
            && (states > most || last > arrows.into())
        {
            extent = match states > most {
                true => Extent::More,
                false => Extent::Moves,
            };
            stop.request(StopReason::Enough);
        }
    });
    match (reached, stop.requested()) {
        (Err(_), Some(StopReason::Enough)) => {
            seen.drop_unfinished();
            Ok((seen, extent))
        }
        (Err(error), _) => Err(error.into()),
        (Ok(answer), _) => {
            let layers = answer.result.layers.iter();
            seen.sizes = layers.map(|layer| layer.states).collect();
            Ok((seen, Extent::All))
        }
    }
}

/// Finds layers as sets until they take more than enough nodes; says whether these were
/// all.
pub fn sets(
    game: &Simulator,
    facts: &Facts,
    start: &BitState,
    order: Order,
    run: &Run<'_>,
) -> Result<(Seen, bool), Error> {
    let stop = run.limits.stop.child();
    let most = run.knobs.symbolic.forecast_max_work;
    let task = symbolic::Task {
        stop: stop.clone(),
        work: usize::try_from(most).unwrap_or(usize::MAX),
        ..run.sets_task(game.game(), facts, start, order)
    };
    let mut seen = Seen::default();
    let reached = symbolic::reach(&task, None, Storage::Memory, &mut |progress| {
        run.tell(Event::Sets(progress));
        seen.in_sets(progress);
        if seen.nodes.iter().sum::<usize>() > run.knobs.look_nodes {
            stop.request(StopReason::Enough);
        }
    });
    match (reached, run.limits.stop.requested()) {
        (Ok(_), _) => Ok((seen, true)),
        (Err(error), Some(_)) => Err(error.into()),
        // Whatever else goes wrong, what was seen until then is true.
        (Err(_), None) => Ok((seen, false)),
    }
}

/// What is to be expected of a game that is not ground.
pub fn interpreted(game: &mut Interpreter, start: State, run: &Run<'_>) -> Result<Forecast, Error> {
    let limits = JudgeLimits {
        max_states: Some(run.knobs.look / INTERPRETED),
        ..run.judge_limits(None)
    };
    let mut seen = Seen::default();
    let graph = explore(game, start.clone(), Purpose::Reach, &limits, &mut |it| {
        seen.listed(it.into());
        run.tell(Event::States(it.into()));
    });
    let scout = Scout::unpacked(game.roles().len());
    match graph {
        Ok(_) => Ok(scout.counted(&seen, run.knobs)),
        Err(JudgeError::Obstacle(Obstacle::StateLimit { .. })) => {
            seen.drop_unfinished();
            Ok(scout.foresee(game, start, &seen, run)?)
        }
        Err(error) => Err(error.into()),
    }
}

//! What is to be expected of a game: a look at its first states, and a sample of the rest.
//!
//! In: a request, or a solve that goes on. Out: a [`Forecast`], and smaller games that
//! would fit. The sample is made only if the first states are not all.

mod look;
mod scout;
mod seen;
mod smaller;
mod watch;

use analysis::Facts;
use ground::{BitState, Simulator, StateMachine};
use symbolic::Order;

use crate::engine::Engine;
use crate::error::Error;
use crate::event::{Event, Observer, Phase};
use crate::forecast::{Forecast, Smaller};
use crate::machine;
use crate::request::Request;
use crate::run::Run;
use crate::start;
use crate::suit::{as_sets, suit};

use look::Extent;
use scout::Scout;

pub use watch::Watch;

/// What is to be expected when a request is solved, and if that does not fit, the same
/// game with smaller parameters.
///
/// # Errors
///
/// [`Error`] if the rules are ill-formed in a state that was seen, or the work was
/// stopped.
pub fn forecast(
    request: &Request,
    observer: Observer<'_>,
) -> Result<(Forecast, Vec<Smaller>), Error> {
    let run = Run::new(&request.limits, &request.knobs, observer);
    let mut machine = machine::choose(request.engine, &request.game.rules, &run)?;
    let forecast = match &mut machine {
        StateMachine::Reference(game) => {
            let start = start::find(game, &request.start, &run)?;
            run.tell(Event::Begins(Phase::Forecast));
            look::interpreted(game, start, &run)?
        }
        StateMachine::Ground(game) => {
            let start = start::find(game, &request.start, &run)?;
            let facts = run.analyse(game.game())?;
            ground(game, &facts, start, request.engine, &run)?
        }
    };
    let smaller = match forecast.fits {
        Some(false) => smaller::smaller(&request.game, &run),
        _ => Vec::new(),
    };
    Ok((forecast, smaller))
}

/// Of a ground game, by the engine that would solve it.
fn ground(
    game: &mut Simulator,
    facts: &Facts,
    start: BitState,
    asked: Engine,
    run: &Run<'_>,
) -> Result<Forecast, Error> {
    run.tell(Event::Begins(Phase::Forecast));
    let (mut seen, extent) = look::states(game, facts, &start, run.knobs.small, run)?;
    let scout = Scout::new(facts, game.game().roles().len());
    if extent == Extent::All {
        return Ok(scout.counted(&seen, run.knobs));
    }
    let order = match (asked, extent) {
        (Engine::Symbolic, _) => Some(Order::Auto),
        // That there are not few states was just seen.
        (Engine::Auto, Extent::More) => as_sets(run, game, facts, &start)?.map(|it| it.order),
        (Engine::Auto, _) => suit(run, (game, facts, &start), &mut || false)?.map(|it| it.order),
        _ => None,
    };
    if let Some(order) = order {
        run.tell(Event::Begins(Phase::Forecast));
        let (in_sets, complete) = look::sets(game, facts, &start, order, run)?;
        if complete {
            return Ok(scout.counted(&in_sets, run.knobs));
        }
        // Fewer layers than were listed tell less.
        if in_sets.sizes.len() >= seen.sizes.len() {
            seen = in_sets;
        }
    }
    let Ok(forecast) = scout.foresee(game, start, &seen, run);
    Ok(forecast)
}

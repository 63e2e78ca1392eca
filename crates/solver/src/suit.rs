//! Whether a game is one for sets of states.

use analysis::Facts;
use explicit::{Storage, Task};
use game::{Count, StopReason};
use ground::{BitState, Simulator};
use symbolic::{Ending, Forecast, Order, SymbolicError};

use crate::error::Error;
use crate::event::{Event, Reason};
use crate::run::{Run, in_layers};

/// How to go about a game as sets.
pub struct Sets {
    /// The order of variables.
    pub order: Order,
    /// How much work it may take, in nodes made and operations; none if there is no
    /// going back, for finished layers are kept.
    pub work: Option<usize>,
}

/// How to go about it if a game is one for sets of states; tells why it is, or is not.
///
/// Games of few states are not: they are counted first. Of others the first few million
/// states are taken as sets. Listing takes the same for each state; sets pay where a
/// node stands for many. The look at sets has an allowance of its own, so that it costs
/// little even where they do not pay.
///
/// A game that cannot be valued layer by layer is one for sets if all its states are
/// found in that look: on sets nothing of it is kept until it is solved, so it must not
/// take long, and it is given up where it does.
///
/// `look` is called once, after so many states were listed that looking for parts costs
/// little. If it finds some, nothing more is asked of sets.
pub fn suit(
    run: &Run<'_>,
    (game, facts, start): (&mut Simulator, &Facts, &BitState),
    look: &mut dyn FnMut() -> bool,
) -> Result<Option<Sets>, Error> {
    let knobs = run.knobs;
    let in_layers = in_layers(facts);
    let moves = game.game().moves().len() as u64;
    let small = match in_layers {
        true => knobs.small,
        false => {
            let as_a_whole = knobs.small_as_a_whole / moves.max(1);
            as_a_whole.max(knobs.small_anyway).min(knobs.small)
        }
    };
    let mut has_parts = false;
    let look = &mut || {
        has_parts = look();
        has_parts
    };
    let is_small = is_small(run, (game, facts, start), small, look)?;
    if has_parts {
        return Ok(None);
    }
    if is_small {
        run.tell(Event::Chosen(Reason::FewStates));
        return Ok(None);
    }
    as_sets(run, game, facts, start)
}

/// The same for a game of which it is known that its states are not few.
pub fn as_sets(
    run: &Run<'_>,
    game: &Simulator,
    facts: &Facts,
    start: &BitState,
) -> Result<Option<Sets>, Error> {
    let knobs = run.knobs;
    let in_layers = in_layers(facts);
    let moves = game.game().moves().len() as u64;
    let task = run.sets_task(game.game(), facts, start, Order::Auto);
    let forecast = match symbolic::forecast(&task, knobs.forecast, knobs.dense) {
        Err(SymbolicError::Unsuited(why)) => {
            run.tell(Event::Chosen(Reason::Unsuited(why)));
            return Ok(None);
        }
        other => other?,
    };
    let sets = is_dense(&forecast, knobs.dense);
    let sets = sets && (in_layers || forecast.ending == Ending::Complete);
    let seen = Reason::Seen {
        forecast: &forecast,
        sets,
    };
    run.tell(Event::Chosen(seen));
    let moves = Count::from(moves).max(knobs.fewest_moves);
    let work = forecast.states.saturating_mul(moves) / knobs.moves_per_work.max(1);
    Ok(sets.then_some(Sets {
        order: forecast.order,
        work: (!in_layers).then(|| usize::try_from(work).unwrap_or(usize::MAX)),
    }))
}

/// Whether a node stands for enough states.
fn is_dense(forecast: &Forecast, dense: Count) -> bool {
    let (states, nodes) = forecast.expected;
    match forecast.ending {
        Ending::TooLarge(_) | Ending::Unsuited | Ending::TooExpensive => false,
        _ => states > dense.saturating_mul(nodes),
    }
}

/// Whether all states are soon listed: whether there are at most `small`. `look` may end the
/// listing too, once many are listed.
fn is_small(
    run: &Run<'_>,
    (game, facts, start): (&mut Simulator, &Facts, &BitState),
    small: u64,
    look: &mut dyn FnMut() -> bool,
) -> Result<bool, Error> {
    let mut looked = false;
    let mut parts = |states: u64| {
        let now = states > run.knobs.parts_after.min(small) && !looked;
        looked |= now;
        now && look()
    };
    let stop = run.limits.stop.child();
    let task = Task {
        stop: stop.clone(),
        ..run.task(game, facts, start.clone(), Storage::Memory)
    };
    let reached = explicit::reach(task, None, &mut |progress| {
        if let explicit::Progress::Forward { states, .. } = progress
            && (parts(states) || states > small)
        {
            stop.request(StopReason::Enough);
        }
    });
    match (reached, stop.requested()) {
        (Err(_), Some(StopReason::Enough)) => Ok(false),
        // Nothing is chosen yet, and nothing shall be said to be.
        (Err(error), Some(_)) => Err(error.into()),
        // What goes wrong here goes wrong again, and is told then.
        _ => Ok(true),
    }
}

//! Whether sets suit a game: cheaply, before the work begins.

use game::{Count, StopReason};
use table::{Archive, Storage};

use crate::SymbolicError;
use crate::encode::order::Order;
use crate::encode::portfolio::choose;
use crate::pass::engine::Engine;
use crate::pass::task::{Progress, Task};

/// So many nodes a forecast may take.
const NODES: usize = 1 << 20;

/// How a game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The states of the layers that were looked at.
    pub states: Count,
    /// The nodes of these layers.
    pub nodes: usize,
    /// Whether there are no more.
    pub complete: bool,
    /// The order of variables that was found.
    pub order: Order,
}

/// Goes forward until there are so many states; none if the game has no layers,
/// or nodes run out before.
///
/// # Errors
///
/// [`SymbolicError::Stopped`].
pub fn forecast(task: &Task<'_>, enough: Count) -> Result<Option<Forecast>, SymbolicError> {
    let stop = task.stop.child();
    let task = Task {
        stop: stop.clone(),
        ..task.clone()
    };
    let mut forecast = Forecast {
        states: 0,
        nodes: 0,
        complete: false,
        order: Order::Auto,
    };
    let mut look = |progress: Progress| {
        if let Progress::Forward { states, nodes, .. } = progress {
            forecast.states += states;
            forecast.nodes += nodes;
            if forecast.states >= enough {
                stop.request(StopReason::Enough);
            }
        }
    };
    let mut archive = Archive::new(Storage::Memory);
    let order = choose(task.game, task.facts, &task.order, &stop)?;
    let chosen = order.1.fields.clone();
    let engine = Engine::new(&task, order, NODES, true);
    let found = engine.and_then(|engine| engine.forward(&mut archive, None, &mut look));
    forecast.order = Order::Given(chosen);
    match found {
        Ok(_) => {
            forecast.complete = true;
            Ok(Some(forecast))
        }
        Err(SymbolicError::Stopped {
            reason: StopReason::Enough,
            ..
        }) => Ok(Some(forecast)),
        Err(error @ SymbolicError::Stopped { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}

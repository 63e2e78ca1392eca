//! Whether sets suit a game: a cheap look, before the work begins.
//!
//! In: how many states are enough to look at. Out: how many nodes they take, and what
//! that means for the rest. A game without layers is valued on all states at once, so
//! all of them are looked at, or the forecast is too expensive. Not here: what listing
//! states costs, and the decision.
//!
//! All costs are counted in work ([`Space::work`](crate::space::Space::work)), not in
//! time: so the answer depends on the game alone.

use game::{Count, Obstacle, StopReason};
use table::{Archive, Storage};

use crate::SymbolicError;
use crate::algorithms::Duplicates;
use crate::encode::order::{Found, Order};
use crate::error::Part;
use crate::knobs::Knobs;
use crate::pass::engine::Engine;
use crate::pass::task::{Progress, Task};
use crate::pass::trouble::Trouble;
use crate::space::Space;

/// What the first layers of a game look like.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forecast {
    /// The number of states of the layers that were looked at.
    pub states: Count,
    /// The nodes of these layers. Without layers, once all states are found: those of
    /// all states as one set.
    pub nodes: usize,
    /// The expected numbers of all states and of all nodes: as seen; and if a step
    /// counter tells how many layers are left, each of them like the last one seen.
    pub expected: (Count, Count),
    /// Why it looked at no more layers.
    pub ending: Ending,
    /// The order of variables that was found, for a [`Task`] about the same game.
    pub order: Order,
}

/// Why a forecast ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// There are no more layers.
    Complete,
    /// Enough states were seen.
    Enough,
    /// It took more work or nodes than a forecast may.
    TooExpensive,
    /// A part of the rules takes too many nodes, before there is a layer.
    TooLarge(Part),
    /// It met a faulty state, or another one that this engine does not take.
    Unsuited,
}

/// Goes forward until `enough` states are found. It goes further while layers become
/// denser, more are to come, and there are at most `dense` states per node: a game may
/// become compact late, and then most of its layers are.
///
/// # Errors
///
/// [`Obstacle::Stopped`]; [`SymbolicError::Unsuited`] if its states take too many bits.
pub fn forecast(task: &Task<'_>, enough: Count, dense: Count) -> Result<Forecast, SymbolicError> {
    let stop = task.stop.child();
    let task = Task {
        stop: stop.clone(),
        ..task.clone()
    };
    let capacity = Space::nodes_in(task.memory);
    let order = task.encoding(capacity)?;
    let fields = order.0.fields.iter();
    let blocks = fields.map(|field| field.block.clone()).collect();
    let mut forecast = Forecast {
        states: 0,
        nodes: 0,
        expected: (0, 0),
        ending: Ending::Complete,
        order: Order::Found(Found { blocks }),
    };
    // The layers take memory too: they are not on disk.
    let knobs = &task.knobs;
    let nodes = knobs.forecast_nodes.min(capacity / 2);
    let encode = (capacity / 2).min(knobs.forecast_encode_most);
    let encode = encode.max(knobs.forecast_encode_least);
    let engine = Engine::within(&task, order, nodes, encode);
    let found = engine.map_err(Trouble::Told).and_then(|engine| {
        let in_layers = engine.claim.is_some();
        let spent = engine.space.work();
        engine.space.allow(spent + knobs.forecast_work);
        let mut before = (0, 1);
        let mut look = |progress: Progress| {
            let Progress::Forward {
                layer,
                states,
                nodes,
                ..
            } = progress
            else {
                return;
            };
            let now = (states, nodes as Count);
            let left = layers_left(&task, layer);
            forecast.add(now, left);
            engine.space.allow(spent + forecast.worth(knobs));
            let denser = is_denser(now, before);
            before = now;
            let open = denser && left > 0 && !is_denser(forecast.expected, (dense, 1));
            if forecast.states >= enough && !open && in_layers {
                stop.request(StopReason::Enough);
            }
        };
        if in_layers {
            let mut archive = Archive::new(Storage::Memory);
            return engine.forward(&mut archive, None, &mut look).map(drop);
        }
        let found = engine.search(Duplicates::Removed, None, &mut look, &mut |_| Ok(()))?;
        forecast.nodes = found.seen.map_or(0, |all| all.nodes());
        forecast.expected = (forecast.states, forecast.nodes as Count);
        Ok(())
    });
    forecast.ending = match found {
        Ok(()) => Ending::Complete,
        Err(Trouble::Told(error)) => match error {
            SymbolicError::Obstacle(Obstacle::Stopped { reason, .. }) => match reason {
                StopReason::Enough => Ending::Enough,
                _ => return Err(error),
            },
            SymbolicError::TooLarge(part) => Ending::TooLarge(part),
            SymbolicError::OutOfNodes { .. } => Ending::TooExpensive,
            _ => Ending::Unsuited,
        },
        Err(_) => Ending::Unsuited,
    };
    Ok(forecast)
}

impl Forecast {
    /// Counts a layer with `states` states and `nodes` nodes, before `left` more
    /// layers.
    fn add(&mut self, (states, nodes): (Count, Count), left: Count) {
        self.states = self.states.saturating_add(states);
        self.nodes += nodes as usize;
        let to_come = left.saturating_mul(states);
        self.expected = (
            self.states.saturating_add(to_come),
            self.nodes as Count + left * nodes,
        );
    }

    /// The work that looking at layers may take.
    fn worth(&self, knobs: &Knobs) -> usize {
        let worth = self.expected.0 / knobs.forecast_states_per_work;
        let worth = worth.min(knobs.forecast_max_work);
        knobs.forecast_work.max(worth as usize)
    }
}

/// Whether `here` has more states per node than `there`; both are (states, nodes).
fn is_denser(here: (Count, Count), there: (Count, Count)) -> bool {
    here.0.saturating_mul(there.1) > there.0.saturating_mul(here.1)
}

/// The largest number of layers after this one; 0 if nothing tells.
fn layers_left(task: &Task<'_>, layer: u64) -> Count {
    let counter = task.facts.step_counter.as_ref();
    let steps = counter.map_or(0, |it| it.chain.len() as u64);
    Count::from(steps.saturating_sub(layer + 1))
}

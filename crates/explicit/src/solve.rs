//! From a game to its solution: the engine's one road.
//!
//! In: a game, what is known about it, a start. Out: a [`Solution`], or that
//! the game is not of the kind that this engine takes. Not here: the passes.

use std::convert::Infallible;

use analysis::Facts;
use game::{Level, Model, Playable, Solution, Stop, StopReason};
use ground::{BitState, GroundGame, Simulator};
use judge::{JudgeError, Limits, Options, Purpose, explore};

use crate::backward::labels::Labels;
use crate::compile::ends::Ends;
use crate::compile::kernel::{Kernel, words_needed};
use crate::compile::measure::Measure;
use crate::forward::pass::{Halt, Layers, Pass, Reached};
use crate::forward::step::Irregular;
use crate::interrupt::Interrupt;
use crate::packed::PackedGame;
use crate::path::fault;
use crate::summary::Summary;
use crate::{ExplicitError, backward};
use table::{Archive, Storage};

/// What is to be done, and with what.
pub struct Task<'a> {
    /// The game, to be played state by state where that is needed.
    pub game: &'a mut Simulator,
    /// What is proven about it.
    pub facts: &'a Facts,
    /// A reachable state to start from.
    pub start: BitState,
    /// How many threads work.
    pub threads: usize,
    /// Where finished layers are kept.
    pub storage: Storage<'a>,
    /// About how many bytes of memory the engine may use; beyond that, what
    /// can goes to disk, if the storage has any.
    pub memory: u64,
    /// The request to stop.
    pub stop: Stop,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// States are being listed.
    Forward {
        /// The layer that is being expanded.
        layer: u64,
        /// The number of states found.
        states: u64,
        /// How many of them are done with.
        expanded: u64,
        /// How many bytes of layers are on disk.
        disk: u64,
    },
    /// States are being valued.
    Backward {
        /// The layer that is being valued.
        layer: u64,
        /// How many states have a value.
        valued: u64,
        /// How many states there are.
        states: u64,
        /// How many bytes of layers are on disk.
        disk: u64,
    },
    /// States are being searched.
    Search {
        /// How many were looked at.
        visited: u64,
    },
}

/// A result, and how it was come by.
#[derive(Debug)]
pub struct Answer<T> {
    /// What was asked for.
    pub result: T,
    /// How it was found, and why in that way.
    pub way: Way,
}

/// How a result is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Layer by layer: a measure of progress keeps them apart.
    Layers,
    /// On the graph of all states, for this reason.
    Graph(&'static str),
}

/// What came of a task.
#[derive(Debug)]
enum Outcome<T> {
    Done(T),
    /// The game has no layers that can be done one by one; why, in words.
    Unsuited(&'static str),
}

type Result<T> = std::result::Result<T, ExplicitError>;

/// Up to so many states distances are found unasked.
const DISTANCES_UP_TO: u64 = 1 << 20;

/// Calls a function with as many words as the packed states of a game take;
/// with the simulator instead of packed states where they take too many.
macro_rules! with_words {
    ($task:ident, $packed:ident, $unpacked:ident, $($argument:expr),*) => {
        match words_needed($task.game.game(), &$task.facts.partition()) {
            1 => $packed::<1>($($argument),*),
            2 => $packed::<2>($($argument),*),
            3 | 4 => $packed::<4>($($argument),*),
            5..=8 => $packed::<8>($($argument),*),
            _ => $unpacked($($argument,)* "its states take more than 512 bits"),
        }
    };
}

/// Counts the states that can be reached.
///
/// # Errors
///
/// [`JudgeError::Fault`] on a state that no game may have;
/// [`JudgeError::Stopped`] if a stop is requested; those of the store.
pub fn reach(
    mut task: Task<'_>,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Reached>> {
    let task = &mut task;
    with_words!(
        task,
        reach_packed,
        reach_unpacked,
        task,
        max_depth,
        progress
    )
}

/// Solves a game from a state on.
///
/// # Errors
///
/// As [`judge::solve`]; those of the store.
pub fn solve(
    mut task: Task<'_>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Solution>> {
    let task = &mut task;
    with_words!(task, solve_packed, solve_unpacked, task, options, progress)
}

fn reach_packed<const W: usize>(
    task: &mut Task<'_>,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Reached>> {
    let reason = match reach_layers::<W>(task, max_depth, progress)? {
        Outcome::Done(result) => return Ok(Answer::new(result, Way::Layers)),
        Outcome::Unsuited(reason) => reason,
    };
    let limits = task.limits(max_depth);
    let start = task.start.clone();
    let Some(mut game) = PackedGame::<W>::new(task.game, &task.facts.partition()) else {
        return reach_unpacked(task, max_depth, progress, reason);
    };
    let start = game.pack(&start);
    let graph = explore(&mut game, start, Purpose::Reach, &limits, &mut |it| {
        progress(it.into());
    });
    Ok(Answer::new(Reached::of(&graph?), Way::Graph(reason)))
}

fn reach_unpacked(
    task: &mut Task<'_>,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
    reason: &'static str,
) -> Result<Answer<Reached>> {
    let limits = task.limits(max_depth);
    let start = task.start.clone();
    let graph = explore(task.game, start, Purpose::Reach, &limits, &mut |it| {
        progress(it.into());
    });
    Ok(Answer::new(Reached::of(&graph?), Way::Graph(reason)))
}

fn solve_packed<const W: usize>(
    task: &mut Task<'_>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Solution>> {
    let reason = match solve_layers::<W>(task, options, progress)? {
        Outcome::Done(result) => return Ok(Answer::new(result, Way::Layers)),
        Outcome::Unsuited(reason) => reason,
    };
    let limits = task.limits(None);
    let start = task.start.clone();
    let Some(mut game) = PackedGame::<W>::new(task.game, &task.facts.partition()) else {
        return solve_unpacked(task, options, progress, reason);
    };
    let start = game.pack(&start);
    solve_graph(&mut game, start, options, &limits, progress, reason)
}

fn solve_unpacked(
    task: &mut Task<'_>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
    reason: &'static str,
) -> Result<Answer<Solution>> {
    let limits = task.limits(None);
    let start = task.start.clone();
    solve_graph(task.game, start, options, &limits, progress, reason)
}

fn solve_graph<G: Playable<Error = Infallible>>(
    game: &mut G,
    start: G::State,
    options: &Options,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
    reason: &'static str,
) -> Result<Answer<Solution>> {
    let table = judge::solve(game, start, options, limits, &mut |it| progress(it.into()))?;
    let Ok(solution) = table.solution(game);
    Ok(Answer::new(solution, Way::Graph(reason)))
}

impl Task<'_> {
    fn limits(&self, max_depth: Option<u64>) -> Limits {
        Limits {
            max_depth,
            max_states: None,
            stop: self.stop.clone(),
        }
    }

    /// What the buffers of a pass may take: the rest is for the code, for what
    /// is sorted or read at the moment, and for what the allocator does not
    /// give back.
    fn share_of_memory(&self) -> usize {
        usize::try_from(self.memory / 2).unwrap_or(usize::MAX)
    }
}

impl<T> Answer<T> {
    fn new(result: T, way: Way) -> Self {
        Answer { result, way }
    }
}

impl From<judge::Progress> for Progress {
    fn from(progress: judge::Progress) -> Self {
        Progress::Forward {
            layer: progress.layer,
            states: progress.states,
            expanded: progress.expanded,
            disk: 0,
        }
    }
}

/// A game compiled, with all that the passes need.
struct Engine<const W: usize> {
    kernels: Vec<Kernel<W>>,
    ends: Ends,
    /// The progress measure, and whether it is still to be proven.
    measure: Measure,
    unproven: bool,
}

impl<const W: usize> Engine<W> {
    fn new(task: &Task<'_>) -> std::result::Result<Self, &'static str> {
        let progress = task.facts.progress.as_ref();
        let progress = progress.filter(|progress| progress.incremental);
        let progress = progress.ok_or("no measure of progress was found")?;
        let game: &GroundGame = task.game.game();
        let kernel = Kernel::new(game, &task.facts.partition());
        let kernel = kernel.ok_or("its rules depend on each other in a circle")?;
        Ok(Engine {
            measure: Measure::new::<W>(kernel.packing(), &progress.weights),
            unproven: !progress.proven,
            kernels: vec![kernel; task.threads.max(1)],
            ends: Ends::new(game),
        })
    }

    fn layers(
        &mut self,
        task: &mut Task<'_>,
        archive: &mut Archive<'_>,
        max_depth: Option<u64>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Outcome<Layers>> {
        let pass = Pass {
            ends: &self.ends,
            start: self.kernels[0].packing().pack(&task.start),
            measure: &self.measure,
            unproven: self.unproven,
            max_depth,
            memory: task.share_of_memory(),
            stop: &task.stop,
        };
        match pass.run(&mut self.kernels, archive, progress) {
            Ok(layers) => Ok(Outcome::Done(layers)),
            Err(Halt::NoProgress) => Ok(Outcome::Unsuited("layers may share states")),
            Err(Halt::Irregular(Irregular::Several, ..)) => Ok(Outcome::Unsuited(
                "several roles have several legal moves at once",
            )),
            Err(Halt::Irregular(Irregular::Faulty, state, layers)) => {
                let kernel = &mut self.kernels[0];
                Err(fault(task.game, kernel, archive, &layers, state))
            }
            Err(Halt::Stopped(reason, layers)) => Err(stopped(reason, &layers)),
            Err(Halt::Store(error)) => Err(error.into()),
        }
    }
}

fn stopped(reason: StopReason, layers: &Layers) -> ExplicitError {
    ExplicitError::Game(JudgeError::Stopped {
        reason,
        states: layers.state_count(),
        layer: layers.sizes.len() as u64 - 1,
    })
}

fn reach_layers<const W: usize>(
    task: &mut Task<'_>,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome<Reached>> {
    let mut engine = match Engine::<W>::new(task) {
        Ok(engine) => engine,
        Err(reason) => return Ok(Outcome::Unsuited(reason)),
    };
    let mut archive = Archive::new(std::mem::take(&mut task.storage));
    Ok(
        match engine.layers(task, &mut archive, max_depth, progress)? {
            Outcome::Done(layers) => Outcome::Done(layers.reached()),
            Outcome::Unsuited(reason) => Outcome::Unsuited(reason),
        },
    )
}

fn solve_layers<const W: usize>(
    task: &mut Task<'_>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome<Solution>> {
    let roles = task.game.game().roles().len();
    judge::check_infinite(options.infinite.as_ref(), roles)?;
    let mut engine = match Engine::<W>::new(task) {
        Ok(engine) => engine,
        Err(reason) => return Ok(Outcome::Unsuited(reason)),
    };
    let mut archive = Archive::new(std::mem::take(&mut task.storage));
    let layers = match engine.layers(task, &mut archive, None, progress)? {
        Outcome::Done(layers) => layers,
        Outcome::Unsuited(reason) => return Ok(Outcome::Unsuited(reason)),
    };
    let model = match roles {
        1 => Model::Own,
        _ => options.model,
    };
    let combinations = layers.ends.iter();
    let labels = Labels::new(
        &engine.ends,
        combinations,
        roles,
        model,
        options.draw_distances,
    );
    let Some(labels) = labels else {
        return Ok(Outcome::Unsuited("it has more than 255 different values"));
    };
    let pass = backward::pass::Pass {
        ends: &engine.ends,
        labels: &labels,
        layers: &layers,
        model,
        distances: options.level == Level::UltraStrong || layers.state_count() <= DISTANCES_UP_TO,
        draw_distances: options.draw_distances,
        memory: task.share_of_memory(),
        stop: &task.stop,
    };
    let values = match pass.run(&mut engine.kernels, &mut archive, progress) {
        Ok(values) => values,
        Err(Interrupt::Stopped(reason)) => return Err(stopped(reason, &layers)),
        Err(Interrupt::Store(error)) => return Err(error.into()),
    };
    archive.sync()?;
    let summary = Summary {
        game: task.game,
        packing: engine.kernels[0].packing(),
        archive: &archive,
        layers: &layers,
        values: &values,
        labels: &labels,
        model,
        options,
    };
    Ok(Outcome::Done(summary.solution::<W>(&task.start)?))
}

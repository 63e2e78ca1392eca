//! Solves a game, by one of three methods.
//!
//! In: a [`Task`]. Out: a [`Solution`], and the method that found it. Not here: the
//! passes.
//!
//! | the game | states | values |
//! |---|---|---|
//! | every move makes progress | layer by layer | layer by layer |
//! | one role has several legal moves at a time | layer by layer, without known states | on the graph of all states |
//! | all others | by the judge, one by one | by the judge |
//!
//! The next method is used where one does not apply. It can use the layers found until
//! then: it would have found the same, as they had no state in common.

use std::convert::Infallible;

use analysis::{Apart, Claim};
use game::{Level, Options, Playable, Solution, WorthByLayer};
use ground::GroundGame;
use judge::{Limits, Purpose, explore};
use packed::known::Known;
use packed::layers::state_at;
use packed::{Ends, Kernel, Measure, PackedGame, Packing, words_needed};

use crate::backward::labels::Labels;
use crate::backward::pass::Broken;
use crate::backward::valued::NO_DISTANCE;
use crate::export::{self, LayersExport};
use crate::forward::pass::{Halt, Layers, Pass, Reached, Separation};
use crate::forward::step::Irregular;
use crate::graph::Graph;
use crate::path::fault;
use crate::progress::Progress;
use crate::summary::Summary;
use crate::task::{Answer, Task, Way, stopped};
use crate::{ExplicitError, backward};
use table::Archive;
use table::solution::SolutionWriter;

type Result<T> = std::result::Result<T, ExplicitError>;

/// A solution, with what the states of each layer are worth, if that was counted.
type Valued = (Solution, WorthByLayer);

/// The result of a method.
#[derive(Debug)]
enum Outcome<T> {
    Done(T),
    /// The game has no layers that can be valued one by one; the reason in words.
    NoLayers(&'static str),
    /// This engine cannot list its layers; the reason in words.
    ForJudge(&'static str),
}

/// Calls a function with the number of words that the packed states of a game take; with
/// the simulator instead of packed states if they take too many.
macro_rules! with_words {
    ($task:ident, $packed:ident, $unpacked:ident, $($argument:expr),*) => {
        match words_needed($task.game.game(), $task.facts.partition()) {
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
/// [`game::Obstacle::Fault`] on a state that no game may have;
/// [`game::Obstacle::Stopped`] if a stop is requested; those of the store.
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
    task: Task<'_>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Solution>> {
    solve_to(task, options, None, progress)
}

/// Solves a game from a state on, and writes all states into a file. The caller finishes
/// the file.
///
/// # Errors
///
/// As [`solve`]; those of the file. If the work is stopped or the disk is full while
/// layers are being valued, the file has those that were valued by then, each as the
/// section of its number.
pub fn solve_into(
    task: Task<'_>,
    options: &Options,
    file: &mut SolutionWriter,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Solution>> {
    solve_to(task, options, Some(file), progress)
}

/// The file to write all states to, if any.
type File<'f> = Option<&'f mut SolutionWriter>;

fn solve_to(
    mut task: Task<'_>,
    options: &Options,
    file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Solution>> {
    let task = &mut task;
    with_words!(
        task,
        solve_packed,
        solve_unpacked,
        task,
        options,
        file,
        progress
    )
}

fn reach_packed<const W: usize>(
    task: &mut Task<'_>,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Reached>> {
    let (reached, way) = match reach_layers::<W>(task, max_depth, progress)? {
        (Outcome::Done(layers), way) => (layers.reached(), way),
        (Outcome::NoLayers(reason) | Outcome::ForJudge(reason), _) => {
            return reach_states::<W>(task, max_depth, progress, reason);
        }
    };
    Ok(Answer::new(reached, way))
}

/// By the first two methods.
fn reach_layers<const W: usize>(
    task: &mut Task<'_>,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Outcome<Layers>, Way)> {
    let mut engine = match Engine::<W>::new(task) {
        Ok(engine) => engine,
        Err(reason) => return Ok((Outcome::ForJudge(reason), Way::Judge(reason))),
    };
    let mut archive = Archive::new(std::mem::take(&mut task.storage));
    let search = Search::to_count(max_depth);
    let reason = match engine.layers(task, &mut archive, search, progress)? {
        Outcome::NoLayers(reason) => reason,
        Outcome::ForJudge(reason) => return Ok((Outcome::ForJudge(reason), Way::Layers)),
        Outcome::Done((layers, _)) => {
            archive.sync()?;
            return Ok((Outcome::Done(layers), Way::Layers));
        }
    };
    let mut known = Known::new(task.share_of_memory() / 2, task.knobs.packed);
    let layers = engine.search(task, &mut archive, &mut known, search, progress)?;
    archive.sync()?;
    Ok((layers, Way::Graph(reason)))
}

fn reach_states<const W: usize>(
    task: &mut Task<'_>,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
    reason: &'static str,
) -> Result<Answer<Reached>> {
    let limits = task.limits(max_depth);
    let start = task.start.clone();
    let Some(mut game) =
        PackedGame::<W>::new(task.game, task.facts.partition(), &task.knobs.packed)
    else {
        return reach_unpacked(task, max_depth, progress, reason);
    };
    let start = game.pack(&start);
    let graph = explore(&mut game, start, Purpose::Reach, &limits, &mut |it| {
        progress(it.into());
    });
    Ok(Answer::new(Reached::of(&graph?), Way::Judge(reason)))
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
    Ok(Answer::new(Reached::of(&graph?), Way::Judge(reason)))
}

fn solve_packed<const W: usize>(
    task: &mut Task<'_>,
    options: &Options,
    mut file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Answer<Solution>> {
    let roles = task.game.game().roles().len();
    game::check_infinite(options.infinite.as_ref(), roles)?;
    let reason = match solve_layers::<W>(task, options, file.as_deref_mut(), progress)? {
        (Outcome::Done((result, worth)), way) => {
            return Ok(Answer::new(result, way).with_worth(worth));
        }
        (Outcome::NoLayers(reason) | Outcome::ForJudge(reason), _) => reason,
    };
    let limits = task.limits(None);
    let (start, ground) = (task.start.clone(), task.game.game().clone());
    let Some(mut game) =
        PackedGame::<W>::new(task.game, task.facts.partition(), &task.knobs.packed)
    else {
        return solve_unpacked(task, options, file, progress, reason);
    };
    let start = game.pack(&start);
    let (table, solution) = solve_states(&mut game, start, options, &limits, progress)?;
    if let Some(file) = file {
        let encoding = export::encoding(&ground, game.packing())?;
        export::write_table(file, encoding, &table, &export::key_of::<W>)?;
    }
    Ok(Answer::new(solution, Way::Judge(reason)).with_worth(table.worth()))
}

fn solve_unpacked(
    task: &mut Task<'_>,
    options: &Options,
    file: File<'_>,
    progress: &mut dyn FnMut(Progress),
    reason: &'static str,
) -> Result<Answer<Solution>> {
    let limits = task.limits(None);
    let start = task.start.clone();
    let (table, solution) = solve_states(task.game, start, options, &limits, progress)?;
    if let Some(file) = file {
        let game = task.game.game();
        let packing = Packing::new(game, task.facts.partition());
        let encoding = export::encoding(game, &packing)?;
        let key = |encoding: &_, state: &_| export::key_of_state(game, encoding, state);
        export::write_table(file, encoding, &table, &key)?;
    }
    Ok(Answer::new(solution, Way::Judge(reason)).with_worth(table.worth()))
}

fn solve_states<G: Playable<Error = Infallible>>(
    game: &mut G,
    start: G::State,
    options: &Options,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<(judge::Table<G::State>, Solution)> {
    let table = judge::solve(game, start, options, limits, &mut |it| progress(it.into()))?;
    let Ok(solution) = table.solution(game);
    Ok((table, solution))
}

/// By the first two methods.
fn solve_layers<const W: usize>(
    task: &mut Task<'_>,
    options: &Options,
    mut file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Outcome<Valued>, Way)> {
    let mut engine = match Engine::<W>::new(task) {
        Ok(engine) => engine,
        Err(reason) => return Ok((Outcome::ForJudge(reason), Way::Judge(reason))),
    };
    let mut archive = Archive::new(std::mem::take(&mut task.storage));
    let search = Search::to_solve();
    let solved = match engine.layers(task, &mut archive, search, progress)? {
        Outcome::Done(layers) => {
            let file = file.as_deref_mut();
            let layers = (&layers.0, &layers.1);
            engine.values(task, &mut archive, layers, options, file, progress)?
        }
        Outcome::NoLayers(reason) => Outcome::NoLayers(reason),
        Outcome::ForJudge(reason) => Outcome::ForJudge(reason),
    };
    let Outcome::NoLayers(reason) = solved else {
        return Ok((solved, Way::Layers));
    };
    let way = Way::Graph(reason);
    let mut known = Known::new(task.share_of_memory() / 2, task.knobs.packed);
    let layers = match engine.search(task, &mut archive, &mut known, search, progress)? {
        Outcome::Done(layers) => layers,
        Outcome::NoLayers(reason) | Outcome::ForJudge(reason) => {
            return Ok((Outcome::ForJudge(reason), way));
        }
    };
    let mut graph = Graph {
        task,
        kernels: &mut engine.kernels,
        ends: &engine.ends,
        archive: &mut archive,
        layers: &layers,
    };
    let solved = graph.solve(known, options, file, progress)?;
    archive.sync()?;
    Ok((Outcome::Done(solved), way))
}

/// A compiled game, with all that the passes need.
struct Engine<const W: usize> {
    kernels: Vec<Kernel<W>>,
    ends: Ends,
    /// The measure that is claimed to keep layers apart.
    measure: Option<Measure>,
}

/// How states are searched.
#[derive(Clone, Copy)]
struct Search {
    max_depth: Option<u64>,
    /// Whether terminal states must have proper goals.
    goals: bool,
}

impl Search {
    fn to_count(max_depth: Option<u64>) -> Self {
        Search {
            max_depth,
            goals: false,
        }
    }

    fn to_solve() -> Self {
        Search {
            max_depth: None,
            goals: true,
        }
    }
}

impl<const W: usize> Engine<W> {
    fn new(task: &Task<'_>) -> std::result::Result<Self, &'static str> {
        let game: &GroundGame = task.game.game();
        let kernel = Kernel::new(game, task.facts.partition(), &task.knobs.packed);
        let kernel = kernel.ok_or("its rules depend on each other in a circle")?;
        let claim = task.facts.claim(&task.start);
        let measure = |claim: Claim<'_>| {
            Measure::new::<W>(kernel.packing(), claim.weights(), &task.knobs.packed)
        };
        Ok(Engine {
            measure: claim.map(measure),
            kernels: vec![kernel; task.threads.max(1)],
            ends: Ends::new(game),
        })
    }

    /// Layers that a progress measure keeps apart, with the evidence for it.
    fn layers(
        &mut self,
        task: &mut Task<'_>,
        archive: &mut Archive<'_>,
        search: Search,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Outcome<(Layers, Apart)>> {
        let claim = task.facts.claim(&task.start);
        let Some((claim, measure)) = claim.zip(self.measure.as_ref()) else {
            return Ok(Outcome::NoLayers("no measure of progress was found"));
        };
        let pass = Pass {
            ends: &self.ends,
            start: self.kernels[0].packing().pack(&task.start),
            goals: search.goals,
            max_depth: search.max_depth,
            memory: task.share_of_memory(),
            knobs: &task.knobs,
            stop: &task.stop,
        };
        let mut separation = Separation::Measure(claim, measure);
        let found = pass.run(&mut self.kernels, archive, &mut separation, progress);
        let found = found.and_then(|layers| {
            let apart = separation.apart(layers.sizes.len())?;
            Ok((layers, apart))
        });
        self.outcome(task, archive, found)
    }

    /// Layers that leave out known states.
    fn search(
        &mut self,
        task: &mut Task<'_>,
        archive: &mut Archive<'_>,
        known: &mut Known<W>,
        search: Search,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Outcome<Layers>> {
        let pass = Pass {
            ends: &self.ends,
            start: self.kernels[0].packing().pack(&task.start),
            goals: search.goals,
            max_depth: search.max_depth,
            memory: task.share_of_memory() / 2,
            knobs: &task.knobs,
            stop: &task.stop,
        };
        let mut separation = Separation::Known(known);
        let found = pass.run(&mut self.kernels, archive, &mut separation, progress);
        self.outcome(task, archive, found)
    }

    fn outcome<T>(
        &mut self,
        task: &mut Task<'_>,
        archive: &Archive<'_>,
        found: std::result::Result<T, Halt<W>>,
    ) -> Result<Outcome<T>> {
        match found {
            Ok(found) => Ok(Outcome::Done(found)),
            Err(Halt::NoProgress) => Ok(Outcome::NoLayers("layers may share states")),
            Err(Halt::Irregular(Irregular::Several, ..)) => Ok(Outcome::ForJudge(
                "several roles have several legal moves at once",
            )),
            Err(Halt::Irregular(Irregular::Faulty, state, layers)) => {
                let last = layers.sizes.len() - 1;
                let kernel = &mut self.kernels[0];
                Err(fault(task.game, kernel, archive, last, state))
            }
            Err(Halt::Stopped(reason, layers)) => Err(stopped(reason, &layers)),
            Err(Halt::Store(error)) => Err(error.into()),
        }
    }

    /// Values layers that a measure keeps apart.
    fn values(
        &mut self,
        task: &mut Task<'_>,
        archive: &mut Archive<'_>,
        (layers, apart): (&Layers, &Apart),
        options: &Options,
        file: File<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Outcome<Valued>> {
        let roles = task.game.game().roles().len();
        let model = options.model.among(roles);
        let distances =
            options.level == Level::UltraStrong || layers.states <= task.knobs.distances_up_to;
        if distances && layers.sizes.len() >= usize::from(NO_DISTANCE) {
            return Ok(Outcome::NoLayers("its distances take more than two bytes"));
        }
        let (ends, draws) = (&self.ends, options.draw_distances);
        let Some(labels) = Labels::new(ends, layers.ends.iter(), roles, model, draws) else {
            return Ok(Outcome::NoLayers("it has more than 255 different values"));
        };
        let pass = backward::pass::Pass {
            ends,
            labels: &labels,
            layers,
            model,
            distances,
            draw_distances: draws,
            memory: task.share_of_memory(),
            knobs: &task.knobs,
            stop: &task.stop,
        };
        let run = pass.run(&mut self.kernels, archive, progress);
        let (values, first, interrupt) = match run {
            Ok(values) => (values, 0, None),
            // Layers that were kept by a count of states have not read goals.
            Err(Broken::Faulty { layer, place }) => {
                let state = state_at(archive, layer, place)?;
                let kernel = &mut self.kernels[0];
                return Err(fault(task.game, kernel, archive, layer, state));
            }
            Err(Broken::Interrupt(interrupt)) => {
                let (values, first) = pass.so_far(archive);
                (values, first, Some(interrupt))
            }
        };
        if interrupt.is_none() {
            archive.sync()?;
        }
        let export = LayersExport {
            game: task.game.game(),
            packing: self.kernels[0].packing(),
            archive,
            layers,
            apart,
            values: &values,
            labels: &labels,
            stop: &task.stop,
        };
        if let Some(interrupt) = interrupt {
            export.save::<W>(file, first, &interrupt);
            return Err(export::Halt::Interrupt(interrupt).error(layers));
        }
        if let Some(file) = file {
            let written = export.write::<W>(file, 0..layers.sizes.len());
            if let Err(halt) = written {
                if let export::Halt::Interrupt(interrupt) = &halt {
                    export.save::<W>(Some(file), 0, interrupt);
                }
                return Err(halt.error(layers));
            }
        }
        let summary = Summary {
            game: task.game,
            packing: self.kernels[0].packing(),
            archive,
            layers,
            values: &values,
            labels: &labels,
            model,
            options,
        };
        let worth = summary.worth();
        Ok(Outcome::Done((summary.solution::<W>(&task.start)?, worth)))
    }
}

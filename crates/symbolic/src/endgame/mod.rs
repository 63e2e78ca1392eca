//! Endgame databases: values from the ends of play backwards, without a search forward
//! (Kissmann and Edelkamp, Symbolic classification of general multi-player games, 2008, where
//! it is said how a classification becomes an endgame database).
//!
//! In: a game, what is proven about it, a number of steps. Out: [`Endgames`], and the states
//! in a file. What is stored is *closed*: a state that is not terminal is stored only if all
//! its successors are. So all play from it ends within the file, and its value follows by
//! backward induction from values that are there, whatever cycles the game has elsewhere.
//!
//! The states are those that the proven facts allow; few of them may be reachable. States
//! that the rules make ill-formed are left out, and so is whatever can lead to them: a state
//! that is left out is never stored, so no state before it is.

mod by_layers;
mod by_steps;
mod found;
mod induce;
mod terms;

use game::{Level, Options};
use table::solution::SolutionWriter;

pub use found::Endgames;
pub use terms::Steps;

use crate::SymbolicError;
use crate::encode::universe::{Scale, strata};
use crate::pass::engine::Engine;
use crate::pass::export::File;
use crate::pass::task::{Progress, Task};
use found::Findings;
use terms::Terms;

/// Values all states from which play ends within some steps, whatever moves are made.
///
/// Where a proven measure tells the number of moves made, states are valued layer by layer,
/// the last one first; otherwise step by step. A limit ends the work where it stands: what
/// is whole by then is the result, and [`Endgames::stopped`] says why there is no more.
///
/// # Errors
///
/// [`SymbolicError`] if the game does not become sets, or a limit comes before there is
/// anything.
pub fn solve_backward(
    task: &Task<'_>,
    options: &Options,
    steps: Steps,
    progress: &mut dyn FnMut(Progress),
) -> Result<Endgames, SymbolicError> {
    solve_to(task, options, steps, None, progress)
}

/// The same, with all stored states in a file. The caller finishes the file.
///
/// # Errors
///
/// As [`solve_backward`]; those of the file.
pub fn solve_backward_into(
    task: &Task<'_>,
    options: &Options,
    steps: Steps,
    file: &mut SolutionWriter,
    progress: &mut dyn FnMut(Progress),
) -> Result<Endgames, SymbolicError> {
    solve_to(task, options, steps, Some(file), progress)
}

fn solve_to(
    task: &Task<'_>,
    options: &Options,
    steps: Steps,
    file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Endgames, SymbolicError> {
    let engine = &Engine::of_everything(task)?;
    let terms = Terms {
        model: options.model.among(task.game.roles().len()),
        distances: options.level == Level::UltraStrong,
        draws: options.draw_distances,
        steps,
    };
    let mut findings = Findings::new(terms, options);
    let layers = engine.layers_of_everything(task)?;
    match layers {
        Some((strata, apart)) => {
            engine.by_layers(task, (terms, strata, apart), file, &mut findings, progress)?;
        }
        None => engine.by_steps(task, terms, file, &mut findings, progress)?,
    }
    match findings.stopped.take() {
        Some(error) if findings.is_empty() => Err(error),
        stopped => {
            findings.stopped = stopped;
            Ok(findings.told(engine.effort(Vec::new())))
        }
    }
}

impl Engine<'_> {
    /// The layers of all states, where a proven measure tells them.
    fn layers_of_everything(
        &self,
        task: &Task<'_>,
    ) -> Result<Option<by_layers::Layers>, SymbolicError> {
        let (Some(everywhere), Some(claim)) = (&self.everywhere, &self.claim) else {
            return Ok(None);
        };
        let (Ok(apart), Some(progress)) = (claim.apart(0), &task.facts.progress) else {
            return Ok(None);
        };
        if !claim.is_proven() {
            return Ok(None);
        }
        let scale = Scale {
            weights: apart.weights(),
            start: apart.first(),
            initial: progress.start(),
        };
        let sets = (&everywhere.states, everywhere.fluents.as_slice());
        let strata = strata(&self.space, (task.facts, &self.encoding), sets, scale);
        let strata = strata.map_err(|halt| self.error(halt, 0))?;
        Ok(strata.map(|strata| (strata, apart)))
    }
}

//! Solves a game that has layers.

use std::collections::BTreeMap;

use game::{Bucket, Count, Initial, Level, Model, Options, Rewards, Solution, Value, Warning};
use ground::BitState;
use table::solution::SolutionWriter;
use table::{Archive, Storage, StoreError};

use crate::SymbolicError;
use crate::pass::archived::with_archive;
use crate::pass::backward::LayerWorth;
use crate::pass::engine::Engine;
use crate::pass::entries::read_values;
use crate::pass::explain::with_path;
use crate::pass::export::File;
use crate::pass::listed::ListedValues;
use crate::pass::summary::{always_nearer, initial};
use crate::pass::task::{Effort, Progress, Task};
use crate::pass::trouble::Trouble;

/// A solution, with the resources that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The solution, without distances.
    pub solution: Solution,
    /// The values of each layer, in numbers.
    pub layers: Vec<LayerWorth>,
    /// The resources that it took.
    pub effort: Effort,
}

/// Solves a game: every reachable state gets its value by backward induction
/// under the model.
///
/// # Errors
///
/// As [`reach`](crate::reach()); [`SymbolicError::Unsuited`] where distances
/// are asked for.
pub fn solve(
    task: &Task<'_>,
    options: &Options,
    storage: Storage<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, SymbolicError> {
    solve_to(task, options, storage, None, progress)
}

/// Solves a game, and writes all states into a file. The caller finishes the file.
///
/// # Errors
///
/// As [`solve`]; those of the file. If the work is stopped, or nodes or the disk run
/// out, while layers are being valued, the file has the layers that are valued by then,
/// each as the section of its number.
pub fn solve_into(
    task: &Task<'_>,
    options: &Options,
    storage: Storage<'_>,
    file: &mut SolutionWriter,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, SymbolicError> {
    solve_to(task, options, storage, Some(file), progress)
}

pub(crate) fn solve_to(
    task: &Task<'_>,
    options: &Options,
    storage: Storage<'_>,
    file: File<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, SymbolicError> {
    let mut archive = Archive::new(storage);
    let engine = with_archive(task, &mut archive)?;
    let solved = engine.solve(task, options, &mut archive, file, progress);
    let solved = solved.map_err(|error| with_path(&engine, &archive, error))?;
    archive.sync()?;
    Ok(solved)
}

impl Engine<'_> {
    fn solve(
        &self,
        task: &Task<'_>,
        options: &Options,
        archive: &mut Archive<'_>,
        mut file: File<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Solved, Trouble> {
        if options.level == Level::UltraStrong {
            let reason = "distances are not among what layers tell";
            return Err(SymbolicError::Unsuited(reason).into());
        }
        let model = options.model.among(task.game.roles().len());
        let found = self.forward(archive, None, progress)?;
        let layers = self.backward(archive, &found, model, progress);
        let layers = layers.inspect_err(|trouble| {
            if let (Some(file), Trouble::Told(error)) = (&mut file, trouble) {
                self.save_layers(file, archive, model, &found, error);
            }
        })?;
        let mut counts: BTreeMap<Rewards, Count> = BTreeMap::new();
        for (rewards, states) in layers.iter().flat_map(|layer| &layer.buckets) {
            *counts.entry(rewards.clone()).or_default() += states;
        }
        let values: Vec<Rewards> = counts.keys().cloned().collect();
        let buckets = counts.into_iter();
        let buckets = buckets.map(|(rewards, states)| (Value::Rewards(rewards), states));
        let goals = Warning::goals_out_of_range(&values);
        let idle = Warning::idle_options(options, false);
        let solution = Solution {
            model,
            level: Level::Strong,
            infinite: None,
            cyclic: false,
            states: found.states(),
            terminals: found.terminals(),
            layers: found.layers(),
            initial: self.best_play(archive, task, model)?,
            buckets: Bucket::in_order(model, buckets),
            unresolved: 0,
            warnings: goals.into_iter().chain(idle).collect(),
        };
        if let Some(file) = file {
            let exported = self.export_layers(file, archive, model, &found);
            exported.inspect_err(|error| {
                self.save_layers(file, archive, model, &found, error);
            })?;
        }
        Ok(Solved {
            solution,
            layers,
            effort: self.effort(found.nodes()),
        })
    }
}

impl Engine<'_> {
    /// The value of the first state and best play from it. The values of a layer are
    /// read when the line reaches it.
    fn best_play(
        &self,
        archive: &Archive<'_>,
        task: &Task<'_>,
        model: Model,
    ) -> Result<Initial, StoreError> {
        let mut read: Option<(usize, ListedValues)> = None;
        let mut worth = |depth, state: &BitState| {
            if read.as_ref().is_none_or(|(layer, _)| *layer != depth) {
                let variables = self.space.variables;
                read = Some((depth, read_values(archive, model, depth, variables)?));
            }
            let (_, values) = read.as_ref().expect("it was just read");
            let worth = values.of(&self.encoding, state).cloned();
            Ok((worth.map_or(Value::Unresolved, Value::Rewards), None))
        };
        initial(task.game, task.start, model, &mut worth, &always_nearer)
    }
}

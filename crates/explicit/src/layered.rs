//! The forward pass: all layers, one after the other.
//!
//! In: a kernel for each thread, the start, and what an earlier run has left.
//! Out: [`Layers`], whose states are in the archive. Not here: one step
//! (`forward.rs`), and what the states are worth.

use std::collections::BTreeSet;

use game::{Count, Stop, StopReason};
use judge::Graph;
use table::StoreError;

use crate::archive::Archive;
use crate::bytes::{read_number, write_number};
use crate::ends::{Combination, Ends};
use crate::forward::{self, Irregular, Step};
use crate::kernel::{Kernel, Words};
use crate::layer::{read_states, write_states};
use crate::measure::Measure;
use crate::solve::Progress;

/// The states that can be reached, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// How many there are.
    pub states: Count,
    /// How many of them are terminal, as far as they were expanded.
    pub terminals: Count,
    /// The states by first appearance.
    pub layers: Vec<game::Layer>,
    /// Whether nothing was left out by a depth limit.
    pub complete: bool,
}

impl Reached {
    /// What a graph of all states shows.
    pub fn of<S>(graph: &Graph<S>) -> Self {
        Reached {
            states: Count::from(graph.state_count()),
            terminals: Count::from(graph.terminal_count()),
            layers: graph.layers(),
            complete: graph.is_complete(),
        }
    }
}

/// All reachable states, in numbers; the states are in the archive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    /// How many states each layer has.
    pub sizes: Vec<u64>,
    pub terminals: u64,
    pub ends: BTreeSet<Combination>,
    pub complete: bool,
}

/// Why the pass ended before its end.
#[derive(Debug)]
pub(crate) enum Halt<const W: usize> {
    Stopped(StopReason, Layers),
    /// Something is not as it should be with this state of the last layer.
    Irregular(Irregular, Words<W>, Layers),
    /// A state does not have the progress measure of its layer.
    NoProgress,
    Store(StoreError),
}

impl<const W: usize> From<StoreError> for Halt<W> {
    fn from(error: StoreError) -> Self {
        Halt::Store(error)
    }
}

/// What the pass needs beside the kernels.
pub(crate) struct Pass<'a, const W: usize> {
    pub ends: &'a Ends,
    pub start: Words<W>,
    pub measure: &'a Measure,
    /// Whether the measure is still to be proven.
    pub unproven: bool,
    pub max_depth: Option<u64>,
    pub stop: &'a Stop,
}

impl<const W: usize> Pass<'_, W> {
    /// Finds all states, layer by layer.
    pub fn run(
        &self,
        kernels: &mut [Kernel<W>],
        archive: &mut Archive<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Layers, Halt<W>> {
        let (mut found, mut states) = self.resume(archive)?;
        while !found.complete {
            progress(found.progress());
            let step = match forward::step(kernels, self.ends, &states, self.stop) {
                Ok(step) => step,
                Err(reason) => return Err(Halt::Stopped(reason, found)),
            };
            if let Some((place, kind)) = step.irregular {
                return Err(Halt::Irregular(kind, states[place], found));
            }
            if self.max_depth == Some(found.depth()) {
                found.expanded(step.terminals, step.ends);
                found.complete = step.next.is_empty();
                return Ok(found);
            }
            self.check(found.depth() + 1, &step.next)?;
            archive.put(name(found.sizes.len()), to_bytes(&step))?;
            found.expanded(step.terminals, step.ends);
            found.add(step.next.len() as u64);
            states = step.next;
            archive.notice(found.state_count())?;
        }
        Ok(found)
    }

    /// What an earlier run has left, and the last layer's states; otherwise
    /// just the start.
    fn resume(&self, archive: &mut Archive<'_>) -> Result<(Layers, Vec<Words<W>>), StoreError> {
        let mut found = Layers::default();
        let mut states = vec![self.start];
        if !archive.contains(&name(0)) {
            let step = Step {
                next: states.clone(),
                ..Step::default()
            };
            archive.put(name(0), to_bytes(&step))?;
        }
        while !found.complete && archive.contains(&name(found.sizes.len())) {
            let step = read::<W>(archive, found.sizes.len())?;
            found.expanded(step.terminals, step.ends);
            found.add(step.next.len() as u64);
            states = step.next;
        }
        Ok((found, states))
    }

    /// Makes sure that the states of a layer have made the progress of it.
    fn check(&self, depth: u64, states: &[Words<W>]) -> Result<(), Halt<W>> {
        let wanted = self.measure.of(&self.start) + depth as i64;
        let fails = |state: &Words<W>| self.measure.of(state) != wanted;
        match self.unproven && states.iter().any(fails) {
            true => Err(Halt::NoProgress),
            false => Ok(()),
        }
    }
}

impl Layers {
    /// Notes what expanding the last layer showed.
    fn expanded(&mut self, terminals: u64, ends: BTreeSet<Combination>) {
        self.terminals += terminals;
        self.ends.extend(ends);
    }

    /// Adds a layer; an empty one is the end.
    fn add(&mut self, size: u64) {
        match size {
            0 => self.complete = true,
            _ => self.sizes.push(size),
        }
    }

    fn depth(&self) -> u64 {
        self.sizes.len() as u64 - 1
    }

    pub fn state_count(&self) -> u64 {
        self.sizes.iter().sum()
    }

    fn progress(&self) -> Progress {
        let states = self.state_count();
        Progress::Forward {
            layer: self.depth(),
            states,
            expanded: states - self.sizes.last().copied().unwrap_or(0),
        }
    }

    pub fn reached(&self) -> Reached {
        let layers = self.sizes.iter().zip(0..);
        Reached {
            states: Count::from(self.state_count()),
            terminals: Count::from(self.terminals),
            layers: layers
                .map(|(&size, index)| game::Layer {
                    index,
                    states: Count::from(size),
                })
                .collect(),
            complete: self.complete,
        }
    }
}

/// The states of a layer.
pub(crate) fn states<const W: usize>(
    archive: &Archive<'_>,
    layer: usize,
) -> Result<Vec<Words<W>>, StoreError> {
    Ok(read(archive, layer)?.next)
}

fn name(layer: usize) -> String {
    format!("states-{layer:05}")
}

fn read<const W: usize>(archive: &Archive<'_>, layer: usize) -> Result<Step<W>, StoreError> {
    let name = name(layer);
    let step = from_bytes(&mut archive.get(&name)?.as_ref());
    step.ok_or_else(|| StoreError::Corrupt {
        file: name.into(),
        why: "it is not a list of states",
    })
}

/// What expanding the layer before showed, and the layer itself.
fn to_bytes<const W: usize>(step: &Step<W>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(step.next.len() * 2 + 64);
    write_number(&mut bytes, step.terminals);
    write_number(&mut bytes, step.ends.len() as u64);
    for end in &step.ends {
        write_number(&mut bytes, end.len() as u64);
        for &goal in end {
            write_number(&mut bytes, u64::from(goal));
        }
    }
    write_number(&mut bytes, step.next.len() as u64);
    write_states(&mut bytes, &step.next);
    bytes
}

fn from_bytes<const W: usize>(bytes: &mut &[u8]) -> Option<Step<W>> {
    let terminals = read_number(bytes)?;
    let mut ends = BTreeSet::new();
    for _ in 0..read_number(bytes)? {
        let mut end = Combination::new();
        for _ in 0..read_number(bytes)? {
            end.push(u16::try_from(read_number(bytes)?).ok()?);
        }
        ends.insert(end);
    }
    let count = read_number(bytes)?;
    let step = Step {
        next: read_states(bytes, count)?,
        terminals,
        ends,
        irregular: None,
    };
    bytes.is_empty().then_some(step)
}

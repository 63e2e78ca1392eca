//! Values a game whose layers cannot be valued one by one.
//!
//! In: all layers, in the archive. Out: a [`Solution`]. Not here: the numbers
//! of successors (`link.rs`), and the values, which are the judge's.

use std::collections::BTreeMap;

use game::{
    Count, Model, Obstacle, Options, Playable, Rewards, Solution, StopReason, Value, WorthByLayer,
};
use ground::BitState;
use judge::{Arena, Endless, StateId, Take, Values};
use packed::known::{Cursor, Known, Run};
use packed::layers::{Block, LayerReader, Range, places};
use packed::{Interrupt, Words, check};
use table::StoreError;

use crate::ExplicitError;
use crate::export::write_run;
use crate::graph::Graph;
use crate::graph::arrows::{Bounds, decode};
use crate::graph::cycle;
use crate::graph::link::{self, CHUNK_STATES, Halt, name};
use crate::path::fault;
use crate::progress::Progress;
use crate::task::stopped;
use table::read_number;
use table::solution::SolutionWriter;

type Result<T> = std::result::Result<T, ExplicitError>;

impl<const W: usize> Graph<'_, '_, W> {
    /// Values all states.
    pub fn solve(
        &mut self,
        known: Known<W>,
        options: &Options,
        file: Option<&mut SolutionWriter>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(Solution, WorthByLayer)> {
        if self.layers.states >= StateId::CAPACITY {
            return Err(ExplicitError::Obstacle(Obstacle::StateLimit {
                limit: StateId::CAPACITY,
                layer: self.layers.sizes.len() as u64,
            }));
        }
        let all = self.gather(known);
        let all = all.map_err(|interrupt| self.interrupted(interrupt))?;
        self.link(&all, progress)?;
        let arena = self.arena(options)?;
        for chunk in 0..self.chunks() {
            self.archive.forget(&name(chunk));
        }
        match judge::value(arena, self.task.game.roles(), options) {
            Ok(values) => {
                if let Some(file) = file {
                    let game = (self.task.game.game(), self.kernels[0].packing());
                    let written = write_run(file, game, &all, &values, &self.task.stop);
                    written.map_err(|halt| halt.error(self.layers))?;
                }
                let worth = match self.task.by_layer {
                    true => self.worth(&values, &all),
                    false => Ok(WorthByLayer::new()),
                };
                let worth = worth.map_err(|interrupt| self.interrupted(interrupt))?;
                Ok((self.summarise(&values, &all)?, worth))
            }
            Err(endless) => Err(self.infinite_needed(&all, &endless)),
        }
    }

    /// All states as one run.
    fn gather(&mut self, mut known: Known<W>) -> std::result::Result<Run<W>, Interrupt> {
        let layers = self.layers.sizes.len();
        known.catch_up(self.archive, layers, &self.task.stop)?;
        let one = known.into_one(self.archive, &self.task.stop)?;
        Ok(one.expect("there is a first state"))
    }

    /// Finds the numbers of all successors.
    fn link(&mut self, all: &Run<W>, progress: &mut dyn FnMut(Progress)) -> Result<()> {
        if (0..self.chunks()).all(|chunk| self.archive.contains(&name(chunk))) {
            return Ok(());
        }
        let bytes = Range::<W>::bytes(self.layers.states);
        self.require(bytes)?;
        if bytes + self.layers.states * self.task.knobs.arrow_bytes > self.task.memory / 2 {
            self.archive.settle()?;
        }
        let states = self.states(all);
        let states = states.map_err(|interrupt| self.interrupted(interrupt))?;
        let pass = link::Pass {
            ends: self.ends,
            outcomes: &self.layers.ends,
            states: &states,
            grab: self.task.knobs.linked_states,
            stop: &self.task.stop,
        };
        match pass.run(self.kernels, self.archive, progress) {
            Ok(()) => Ok(()),
            Err(Halt::Interrupt(interrupt)) => Err(self.interrupted(interrupt)),
            Err(Halt::Faulty(state)) => Err(self.faulty(state)),
        }
    }

    /// The number of entries of the arrows.
    fn chunks(&self) -> usize {
        (self.layers.states as usize).div_ceil(CHUNK_STATES)
    }

    /// All states in memory.
    fn states(&self, all: &Run<W>) -> std::result::Result<Range<W>, Interrupt> {
        let mut states: Vec<Words<W>> = Vec::with_capacity(all.count as usize);
        let mut cursor = Cursor::new(all)?;
        while let Some(state) = cursor.read_next()? {
            if states.len().is_multiple_of(CHUNK_STATES) {
                check(&self.task.stop)?;
            }
            states.push(state);
        }
        let prefix = self.kernels[0].packing().prefix::<W>();
        Ok(Range::whole(states, prefix))
    }

    /// The graph, as the judge takes it.
    fn arena(&self, options: &Options) -> Result<Arena> {
        let mut arrows = 0;
        let states = self.layers.states;
        for chunk in 0..self.chunks() {
            let mut entry = self.archive.read(&name(chunk))?;
            let counts = (entry.number()?, entry.number()?);
            let (Some(_), Some(count)) = counts else {
                return Err(corrupt(chunk).into());
            };
            arrows += count;
        }
        let roles = self.task.game.roles().len();
        let security = match options.model {
            // A level and a rank for each role.
            Model::Guaranteed => states * 8 * roles as u64,
            _ => 0,
        };
        self.require(Arena::bytes(states, arrows) + security)?;
        let outcomes: Vec<Rewards> = self
            .layers
            .ends
            .iter()
            .map(|it| self.ends.rewards(it))
            .collect();
        let arena = Arena::new(states as usize, outcomes, |take| self.list(take));
        arena.map_err(|interrupt| self.interrupted(interrupt))
    }

    /// Passes on all states with their successors.
    fn list(&self, take: Take<'_>) -> std::result::Result<(), Interrupt> {
        let bounds = Bounds {
            states: self.layers.states,
            outcomes: self.layers.ends.len() as u64,
            roles: self.task.game.roles().len() as u64,
        };
        for first in (0..bounds.states).step_by(CHUNK_STATES) {
            check(&self.task.stop)?;
            let chunk = first as usize / CHUNK_STATES;
            let bytes = self.archive.read(&name(chunk))?.read_all()?;
            let numbers = first..bounds.states.min(first + CHUNK_STATES as u64);
            let mut rest = bytes.as_slice();
            let head = (read_number(&mut rest), read_number(&mut rest));
            let whole = match head {
                (Some(count), Some(_)) if count == numbers.end - first => {
                    decode(rest, numbers, bounds, take)
                }
                _ => None,
            };
            whole.ok_or_else(|| corrupt(chunk))?;
        }
        Ok(())
    }

    /// What the states of each layer are worth: each is looked up by its number.
    fn worth(&self, values: &Values, all: &Run<W>) -> std::result::Result<WorthByLayer, Interrupt> {
        let mut worth = WorthByLayer::new();
        for layer in 0..self.layers.sizes.len() {
            let mut counts: BTreeMap<&Rewards, Count> = BTreeMap::new();
            let mut cursor = Cursor::new(all)?;
            let mut reader = LayerReader::new(self.archive, layer)?;
            let (mut block, mut states) = (Block::default(), Vec::new());
            while reader.next(&mut block)? {
                check(&self.task.stop)?;
                states.clear();
                reader.decode(&block, &mut states)?;
                for state in &states {
                    let number = cursor.find(state)?;
                    let number = number.expect("all states of layers have numbers");
                    if let Value::Rewards(rewards) = values.value(StateId::new(number as usize)) {
                        *counts.entry(rewards).or_default() += 1;
                    }
                }
            }
            let counts = counts.into_iter();
            worth.push(counts.map(|(it, states)| (it.clone(), states)).collect());
        }
        Ok(worth)
    }

    fn summarise(&mut self, values: &Values, all: &Run<W>) -> Result<Solution> {
        let start = self.task.start.clone();
        let layers = self.layers.reached().layers;
        let packing = self.kernels[0].packing();
        let mut cursor = Cursor::new(all)?;
        let mut number = |state: &BitState| -> Result<StateId> {
            let number = cursor.find(&packing.pack(state))?;
            let number = number.expect("all states that can be reached have numbers");
            Ok(StateId::new(number as usize))
        };
        values.solution(self.task.game, &start, layers, &mut number)
    }

    fn infinite_needed(&mut self, all: &Run<W>, endless: &Endless) -> ExplicitError {
        let needed = cycle::needed(self, all, endless);
        needed.unwrap_or_else(ExplicitError::Store)
    }

    /// The error of a faulty state, with the path to it.
    fn faulty(&mut self, state: Words<W>) -> ExplicitError {
        match self.first_layer(&[state]) {
            Ok((layer, _)) => {
                let kernel = &mut self.kernels[0];
                fault(self.task.game, kernel, self.archive, layer, state)
            }
            Err(error) => error.into(),
        }
    }

    /// The first layer that has one of these states, and that state.
    pub(super) fn first_layer(
        &self,
        states: &[Words<W>],
    ) -> std::result::Result<(usize, usize), StoreError> {
        for layer in 0..self.layers.sizes.len() {
            let found = places(self.archive, layer, states)?;
            if let Some(first) = found.iter().position(Option::is_some) {
                return Ok((layer, first));
            }
        }
        unreachable!("each state is in a layer")
    }

    /// An error if memory has no room for `bytes` bytes.
    fn require(&self, bytes: u64) -> Result<()> {
        match bytes <= self.task.memory {
            true => Ok(()),
            false => Err(stopped(StopReason::Memory, self.layers)),
        }
    }

    fn interrupted(&self, interrupt: Interrupt) -> ExplicitError {
        match interrupt {
            Interrupt::Stopped(reason) => stopped(reason, self.layers),
            Interrupt::Store(error) => error.into(),
        }
    }
}

fn corrupt(chunk: usize) -> StoreError {
    StoreError::Corrupt {
        file: name(chunk).into(),
        why: "it is not a list of arrows",
    }
}

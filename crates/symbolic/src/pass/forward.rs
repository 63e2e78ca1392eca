//! The forward pass: all layers, one after the other (Edelkamp and Kissmann's
//! layered breadth-first search, without a search for duplicates: a measure of
//! progress shows that layers have no state in common).

use game::{Count, Fault, RoleId};

use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::encode::measure::weighing;
use crate::pass::engine::Engine;
use crate::pass::task::Progress;

/// The states after so many moves.
pub(crate) struct LayerSets {
    pub states: Count,
    pub terminals: Count,
    /// How many nodes the layer has as one set.
    pub nodes: usize,
    pub terminal: Set,
    /// The others, by the role that chooses.
    pub open: Vec<Set>,
}

/// What is wrong in a layer.
enum Trouble {
    Halt(Halt),
    Told(SymbolicError),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Self {
        Trouble::Halt(halt)
    }
}

impl Engine<'_> {
    /// Finds all layers; `done` is called with each.
    pub fn forward(
        &self,
        progress: &mut dyn FnMut(Progress),
        done: &mut dyn FnMut(LayerSets),
    ) -> Result<(), SymbolicError> {
        if self.measure.is_none() {
            let reason = "no measure of progress was found";
            return Err(SymbolicError::Unsuited(reason));
        }
        let mut set = self.start.clone();
        for layer in 0.. {
            let step = self.expand(layer, &set).map_err(|trouble| match trouble {
                Trouble::Halt(halt) => self.error(halt, layer),
                Trouble::Told(error) => error,
            });
            let (sets, next) = step?;
            progress(Progress::Forward {
                layer,
                states: sets.states,
                nodes: sets.nodes,
            });
            done(sets);
            if next.is_empty() {
                break;
            }
            set = next;
        }
        Ok(())
    }

    /// Looks at a layer, and makes the next.
    fn expand(&self, layer: u64, set: &Set) -> Result<(LayerSets, Set), Trouble> {
        let space = &self.space;
        self.check_measure(layer, set)?;
        let rest = self.terminal.outside(space, set)?;
        let terminal = space.minus(set, &rest)?;
        if let Some(several) = &self.turns.several {
            let found = space.and(&rest, several)?;
            if !found.is_empty() {
                let state = self.witness(&found);
                return Err(Trouble::Told(SymbolicError::Simultaneous { state, layer }));
            }
        }
        let mut open = Vec::new();
        let mut next = space.empty();
        for role in RoleId::all(self.relations.len()) {
            let own = space.and(&rest, &self.turns.of[role.index()])?;
            self.check_moves(layer, role, &own)?;
            for &part in &self.relations[role.index()] {
                next = space.or(&next, &space.next(part, &own)?)?;
            }
            open.push(own);
        }
        let count = |set: &Set| {
            let count = space.measure(set);
            count.ok_or(Trouble::Told(SymbolicError::TooMany))
        };
        let (states, nodes) = count(set)?;
        let sets = LayerSets {
            states,
            terminals: count(&terminal)?.0,
            nodes,
            terminal,
            open,
        };
        Ok((sets, next))
    }

    /// A measure that is only guessed is checked on all states of every layer:
    /// if each has the layer's number, then every move of every reachable state
    /// adds one, which is the proof.
    fn check_measure(&self, layer: u64, set: &Set) -> Result<(), Trouble> {
        let Some(measure) = self.measure.filter(|it| !it.proven) else {
            return Ok(());
        };
        let target = measure.start + layer as i64;
        let fits = weighing(&self.space, &self.encoding, &measure.weights, target)?;
        match self.space.minus(set, &fits)?.is_empty() {
            true => Ok(()),
            false => Err(Trouble::Told(SymbolicError::Unsuited(
                "layers may share states",
            ))),
        }
    }

    /// Every role must have a legal move.
    fn check_moves(&self, layer: u64, role: RoleId, open: &Set) -> Result<(), Trouble> {
        let space = &self.space;
        let mut checks = Vec::new();
        for (other, stuck) in &self.stuck[role.index()] {
            checks.push((*other, stuck.inside(space, open)?));
        }
        match checks.iter().find(|(_, set)| !set.is_empty()) {
            None => Ok(()),
            Some((role, set)) => Err(Trouble::Told(SymbolicError::Fault {
                fault: Fault::NoLegalMove(*role),
                state: self.witness(set),
                layer,
            })),
        }
    }
}

//! Layer by layer, the last one first: for games in which a proven measure tells the number
//! of moves made.
//!
//! All moves from a layer lead to the next. So a layer needs no more than the one behind it,
//! and what is finished when a limit comes is closed: whole layers, from one on to the last.

use analysis::Apart;
use game::{Count, Layer};
use ground::BitState;

use super::found::Findings;
use super::induce::Class;
use super::terms::Terms;
use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::encode::universe::Stratum;
use crate::pass::engine::Engine;
use crate::pass::export::{File, by_measure, export};
use crate::pass::summary::Valued;
use crate::pass::task::{Progress, Task};

/// All states by layer, and the measure that tells it.
pub(super) type Layers = (Vec<Stratum>, Apart);

/// The stored states of a layer.
struct Stored {
    classes: Vec<Class>,
    /// The states from which play lasts at most so many moves, from 0 on. If no number of
    /// steps is given: all stored states alone.
    within: Vec<Set>,
    terminal: Set,
}

impl Engine<'_> {
    pub(super) fn by_layers(
        &self,
        task: &Task<'_>,
        (terms, strata, apart): (Terms, Vec<Stratum>, Apart),
        mut file: File<'_>,
        findings: &mut Findings,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), SymbolicError> {
        if let Some(file) = &mut file {
            file.begin(self.keys()?, by_measure(&apart), terms.distances);
            file.require_unreachable(terms.steps);
        }
        let mut behind = self.nothing();
        let mut first: [Option<Valued>; 2] = [None, None];
        let mut last = None;
        for Stratum { layer, states } in strata.into_iter().rev() {
            if last.is_some_and(|last| last != layer + 1) {
                behind = self.nothing();
            }
            last = Some(layer);
            let stored = self.layer_back(terms, &states, &behind);
            let stored = stored.map_err(|halt| self.error(halt, layer));
            let kept = stored.and_then(|stored| {
                let numbers = self.numbers(&stored)?;
                let listed = self.listed(&stored.classes);
                if let Some(file) = &mut file {
                    export(file, layer, &listed)?;
                }
                Ok((stored, numbers, listed))
            });
            let (stored, numbers, listed) = match kept {
                Ok(kept) => kept,
                Err(error) => {
                    findings.stopped = Some(error);
                    break;
                }
            };
            let nodes = listed.sets.nodes.len() + 1;
            findings.note(layer, &stored.classes, &listed, numbers)?;
            progress(Progress::Backward {
                layer,
                nodes,
                disk: 0,
            });
            if let Some(place) = first.get_mut(layer as usize) {
                *place = Some(listed);
            }
            behind = stored;
        }
        self.space.stop.save();
        findings.layers.reverse();
        let mut worth = |depth: usize, state: &BitState| {
            let listed = first.get(depth).and_then(Option::as_ref);
            Ok(self.worth_in(listed, state))
        };
        findings.initial = self.first_of(task, terms, &mut worth);
        Ok(())
    }

    fn nothing(&self) -> Stored {
        Stored {
            classes: Vec::new(),
            within: Vec::new(),
            terminal: self.space.empty(),
        }
    }

    /// The states of a layer that are stored, given those of the one behind it.
    fn layer_back(&self, terms: Terms, states: &Set, behind: &Stored) -> Result<Stored, Halt> {
        let space = &self.space;
        let everywhere = self.everywhere.as_ref();
        let everywhere = everywhere.expect("the engine was made for all states");
        let proper = self.proper(everywhere, states)?;
        let mut classes = self.classes_of(terms, proper.ends);
        let terminal = self.all_of(&classes)?;
        // From which states play lasts at most so many moves is told by the layer behind.
        let into: Vec<&Set> = match terms.steps {
            Some(steps) => (0..steps).zip(&behind.within).map(|it| it.1).collect(),
            None => behind.within.last().into_iter().collect(),
        };
        let mut within = match terms.steps {
            None if !into.is_empty() => Vec::new(),
            _ => vec![terminal.clone()],
        };
        let mut forced: Vec<Set> = proper.open.iter().map(|_| space.empty()).collect();
        let mut before = None;
        for into in into {
            if before != Some(into) {
                forced = self.forced(&proper.open, into)?;
            }
            before = Some(into);
            let mut open = forced.iter();
            within.push(open.try_fold(terminal.clone(), |all, it| space.or(&all, it))?);
        }
        classes.extend(self.induced(terms, forced, &behind.classes)?);
        Ok(Stored {
            classes: self.merged(classes)?,
            within,
            terminal,
        })
    }

    /// The terminal states of a layer, and its states by the number of moves that play can
    /// last, if that is known.
    fn numbers(&self, stored: &Stored) -> Result<(Count, Vec<Count>), SymbolicError> {
        let terminals = self.counted(&stored.terminal)?.0;
        let counted = |set: &Set| Ok(self.counted(set)?.0);
        let within: Result<Vec<Count>, SymbolicError> = stored.within.iter().map(counted).collect();
        Ok((terminals, within?))
    }
}

impl Findings {
    /// Counts a layer.
    fn note(
        &mut self,
        layer: u64,
        classes: &[Class],
        listed: &Valued,
        (terminals, within): (Count, Vec<Count>),
    ) -> Result<(), SymbolicError> {
        let states = self.add(classes, listed).ok_or(SymbolicError::TooMany)?;
        self.layers.push(Layer {
            index: layer,
            states,
        });
        self.terminals += terminals;
        if self.bounded() {
            let mut before = 0;
            for (step, count) in within.into_iter().enumerate() {
                if self.steps.len() <= step {
                    self.steps.push(0);
                }
                self.steps[step] += count - before;
                before = count;
            }
        }
        Ok(())
    }
}

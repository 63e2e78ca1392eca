//! Step by step over all states at once: for games without a proven measure of the moves
//! made, cyclic ones among them.
//!
//! A step is the strong pre-image of what is stored, as in algorithm 1 of the paper: the
//! states all of whose successors are stored. So step *k* adds the states from which play
//! lasts at most *k* moves, and can last that long.

use ground::BitState;
use table::solution::Layout;

use super::found::Findings;
use super::induce::Class;
use super::terms::Terms;
use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;
use crate::pass::export::{File, export};
use crate::pass::task::{Progress, Task};

/// What is stored, and what is left.
struct Stored {
    classes: Vec<Class>,
    all: Set,
    /// What the last step added.
    front: Set,
    /// The open states that are not stored, by the role that may choose.
    left: Vec<Set>,
}

impl Engine<'_> {
    pub(super) fn by_steps(
        &self,
        task: &Task<'_>,
        terms: Terms,
        file: File<'_>,
        findings: &mut Findings,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), SymbolicError> {
        let stored = self.ends_of_everything(terms);
        let mut stored = stored.map_err(|halt| self.error(halt, 0))?;
        let counted = self.counted(&stored.all)?.0;
        findings.terminals = counted;
        findings.steps.push(counted);
        progress(Progress::Step { step: 0 });
        for step in 1.. {
            if stored.front.is_empty() || terms.steps.is_some_and(|steps| step > steps) {
                break;
            }
            match self.step_back(terms, &stored) {
                Ok(next) => stored = next,
                Err(halt) => {
                    findings.stopped = Some(self.error(halt, step));
                    break;
                }
            }
            let counted = self.counted(&stored.front)?.0;
            findings.steps.extend((counted > 0).then_some(counted));
            progress(Progress::Step { step });
        }
        // What is left to do takes little, and is what the work was for.
        self.space.stop.save();
        let listed = self.listed(&stored.classes);
        findings
            .add(&stored.classes, &listed)
            .ok_or(SymbolicError::TooMany)?;
        if let Some(file) = file {
            let layout = Layout::single(self.game.fluents().len());
            file.begin(self.keys()?, layout, terms.distances);
            file.require_unreachable(Some(findings.steps.len() as u64 - 1));
            export(file, 0, &listed)?;
        }
        let mut worth = |_, state: &BitState| Ok(self.worth_in(Some(&listed), state));
        findings.initial = self.first_of(task, terms, &mut worth);
        Ok(())
    }

    /// The terminal states, and all others.
    fn ends_of_everything(&self, terms: Terms) -> Result<Stored, Halt> {
        let everywhere = self.everywhere.as_ref();
        let everywhere = everywhere.expect("the engine was made for all states");
        let proper = self.proper(everywhere, &everywhere.states)?;
        let classes = self.classes_of(terms, proper.ends);
        let all = self.all_of(&classes)?;
        Ok(Stored {
            classes,
            front: all.clone(),
            all,
            left: proper.open,
        })
    }

    /// What is stored after one more step. Only states with a move into what the last step
    /// added can be new.
    fn step_back(&self, terms: Terms, stored: &Stored) -> Result<Stored, Halt> {
        let space = &self.space;
        let mut near = Vec::new();
        for ((_, relation), left) in self.movers().zip(&stored.left) {
            near.push(space.pre_image(relation, left, &stored.front)?);
        }
        let forced = self.forced(&near, &stored.all)?;
        let mut left = Vec::new();
        for (own, forced) in stored.left.iter().zip(&forced) {
            left.push(space.minus(own, forced)?);
        }
        let new = self.induced(terms, forced, &stored.classes)?;
        let front = self.all_of(&new)?;
        let classes = stored.classes.iter().cloned().chain(new).collect();
        Ok(Stored {
            classes: self.merged(classes)?,
            all: space.or(&stored.all, &front)?,
            front,
            left,
        })
    }
}

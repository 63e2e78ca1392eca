//! Finds all reachable states, breadth first.
//!
//! [`Duplicates::Removed`] is algorithm 1 of Edelkamp and Kissmann 2007: a layer has
//! the states that no earlier one has, so the search ends on every game. The other two
//! are algorithm 1 of Kissmann and Edelkamp 2010: a layer has all successors of the one
//! before.

use game::{Count, Layer};

use super::cycles::endless;
use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;
use crate::pass::kinds::Kinds;
use crate::pass::reach::Reached;
use crate::pass::task::{Progress, Task};
use crate::pass::trouble::Trouble;

/// What happens to states that were in an earlier layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// They are left out.
    Removed,
    /// They stay in each layer to which a path of its length leads. Refused on cyclic
    /// games, where there would be no last layer.
    Kept,
    /// There are none: a proven progress measure shows that.
    Absent,
}

/// The states that can be reached, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Distinct states, by the layer of their first appearance.
    pub reached: Reached,
    /// Pairs of a state and a layer that it is in.
    pub layer_states: Count,
    /// The nodes of all states as one set; none if that set was not needed.
    pub nodes: Option<usize>,
}

/// A layer, as it is found.
pub(crate) struct Step {
    pub layer: u64,
    /// Those of its states that no earlier layer has.
    pub fresh: Set,
    pub kinds: Kinds,
}

/// What a search has found.
pub(crate) struct Found {
    pub layers: Vec<Layer>,
    pub terminals: Count,
    pub layer_states: Count,
    /// The nodes of each layer.
    pub nodes: Vec<usize>,
    /// All states, if that set was needed.
    pub seen: Option<Set>,
    /// Whether nothing was left out by a depth limit.
    pub complete: bool,
    /// Whether no state was found twice. Then all moves lead one layer further, so play
    /// always ends.
    pub apart: bool,
}

/// Counts the states that can be reached.
///
/// # Errors
///
/// As [`reach`](crate::reach()), and [`SymbolicError::Cyclic`] with
/// [`Duplicates::Kept`] on a cyclic game; with [`Duplicates::Absent`]
/// [`SymbolicError::Unsuited`] unless that is proven.
pub fn reach_by(
    task: &Task<'_>,
    duplicates: Duplicates,
    max_depth: Option<u64>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Search, SymbolicError> {
    let engine = &Engine::of(task)?;
    if duplicates == Duplicates::Absent && !engine.has_proven_layers() {
        let reason = "no measure of progress is proven";
        return Err(SymbolicError::Unsuited(reason));
    }
    let found = engine.search(duplicates, max_depth, progress, &mut |_| Ok(()))?;
    Ok(Search {
        reached: Reached {
            states: found.states(),
            terminals: found.terminals,
            complete: found.complete,
            effort: engine.effort(found.nodes),
            layers: found.layers,
        },
        layer_states: found.layer_states,
        nodes: found.seen.map(|it| it.nodes()),
    })
}

impl Found {
    pub fn states(&self) -> Count {
        self.layers.iter().map(|layer| layer.states).sum()
    }
}

impl Engine<'_> {
    /// Finds all layers; `done` is called with each.
    pub fn search(
        &self,
        duplicates: Duplicates,
        max_depth: Option<u64>,
        progress: &mut dyn FnMut(Progress),
        done: &mut dyn FnMut(Step) -> Result<(), Trouble>,
    ) -> Result<Found, SymbolicError> {
        let mut found = Found {
            layers: Vec::new(),
            terminals: 0,
            layer_states: 0,
            nodes: Vec::new(),
            seen: None,
            complete: true,
            apart: true,
        };
        let mut frontier = Frontier {
            set: self.start.clone(),
            seen: self.space.empty(),
            known_to_end: false,
        };
        for layer in 0.. {
            if max_depth.is_some_and(|depth| layer > depth) {
                found.complete = self
                    .is_known(&frontier)
                    .map_err(|it| self.error(it, layer))?;
                break;
            }
            let step = self.step(duplicates, layer, &mut frontier, &mut found);
            let step = step.map_err(|it| it.in_layer(self, layer))?;
            let Some((step, nodes)) = step else {
                break;
            };
            let states = found.layers.get(layer as usize).map_or(0, |it| it.states);
            progress(Progress::Forward {
                layer,
                states,
                nodes,
                disk: 0,
            });
            done(step).map_err(|it| it.in_layer(self, layer))?;
        }
        found.seen = (duplicates != Duplicates::Absent).then_some(frontier.seen);
        Ok(found)
    }

    /// Examines a layer, and makes the next; none after the last.
    fn step(
        &self,
        duplicates: Duplicates,
        layer: u64,
        frontier: &mut Frontier,
        found: &mut Found,
    ) -> Result<Option<(Step, usize)>, Trouble> {
        let space = &self.space;
        let mut fresh = frontier.set.clone();
        if duplicates != Duplicates::Absent {
            fresh = space.minus(&fresh, &frontier.seen)?;
            frontier.seen = space.or(&frontier.seen, &fresh)?;
        }
        found.apart &= fresh == frontier.set;
        if duplicates == Duplicates::Removed {
            frontier.set = fresh.clone();
        }
        if frontier.set.is_empty() {
            return Ok(None);
        }
        if fresh.is_empty() && !frontier.known_to_end {
            // Nothing new will come. If play can go on for ever, so would this search.
            self.refuse_cycles(&frontier.seen)?;
            frontier.known_to_end = true;
        }
        let kinds = self.kinds(&frontier.set, layer)?;
        let next = self.successors(&kinds.open)?;
        let (states, nodes) = self.counted(&frontier.set)?;
        found.layer_states += states;
        found.nodes.push(nodes);
        if !fresh.is_empty() {
            let (states, _) = self.counted(&fresh)?;
            let index = layer;
            found.layers.push(Layer { index, states });
            found.terminals += self.counted(&space.and(&fresh, &kinds.terminal)?)?.0;
        }
        frontier.set = next;
        let step = Step {
            layer,
            fresh,
            kinds,
        };
        Ok(Some((step, nodes)))
    }

    /// Whether all states that would come next are known.
    fn is_known(&self, frontier: &Frontier) -> Result<bool, Halt> {
        let rest = self.space.minus(&frontier.set, &frontier.seen)?;
        Ok(rest.is_empty())
    }

    /// The number of states and of nodes of a set.
    pub fn counted(&self, set: &Set) -> Result<(Count, usize), SymbolicError> {
        let listing = self.space.list(&[set]);
        let counts = listing.counts().ok_or(SymbolicError::TooMany)?;
        Ok((counts[0], listing.size_of_first()))
    }

    fn refuse_cycles(&self, states: &Set) -> Result<(), Trouble> {
        let kinds = self.kinds(states, 0)?;
        let endless = endless(self, &kinds.open)?;
        match endless.is_empty() {
            true => Ok(()),
            false => Err(self.cyclic(&endless)),
        }
    }

    /// The trouble that play can go on for ever from these states.
    pub fn cyclic(&self, states: &Set) -> Trouble {
        let state = self.state_text(&self.witness(states));
        Trouble::Told(SymbolicError::Cyclic { state })
    }
}

/// The progress of a search.
struct Frontier {
    /// The successors of the last layer.
    set: Set,
    /// All states so far.
    seen: Set,
    /// Whether play is known to end always.
    known_to_end: bool,
}

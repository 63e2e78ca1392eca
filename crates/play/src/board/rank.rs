//! Whether a way to read a function shows a board, and how well.
//!
//! In: a function with the places of a cell, and states of some games. Out: whether it
//! is a board, a rank, and how often two things are in one cell.

use std::collections::BTreeSet;

use gdl::Rules;

use super::function::{Grid, Sample};
use super::order::known_order;

/// Fewest cells of a board.
const MIN_CELLS: usize = 4;

/// Most times that one side of a board is as long as the other.
const MAX_RATIO: usize = 12;

/// What makes one board better than another, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether anything on it ever changes. What does not is a map, and no board.
    pub changes: bool,
    /// How many of its sides have an order.
    sides: usize,
    /// Whether every cell always has one thing in it.
    pub full: bool,
    cells: usize,
    /// How much there is on it, in all sampled states.
    held: usize,
}

impl Grid<'_> {
    /// Whether something is said about cells, and not only that they are marked.
    pub(super) fn says_what(&self) -> bool {
        self.function.arity() > self.places.len() + self.panels.len()
    }

    /// Whether cells and panels have the same names as another function's, and there is
    /// more to be said about them.
    pub(super) fn has_names_of(&self, other: &Grid<'_>) -> bool {
        self.function.arity() == other.function.arity()
            && self.says_what()
            && self.sides() == other.sides()
            && self.panel_names() == other.panel_names()
    }

    pub(super) fn rank(&self, rules: &Rules, samples: &[Sample]) -> Rank {
        let has_order = |names: &&BTreeSet<&str>| {
            let names: Vec<String> = names.iter().map(|&it| it.to_owned()).collect();
            known_order(&names, rules).is_some()
        };
        let sides = self.sides().iter().filter(has_order).count();
        let first = samples.first();
        let same = |state: &Sample| {
            let mut parts = self.function.parts.iter();
            parts.all(|it| first.is_none_or(|first| first[it.fluent] == state[it.fluent]))
        };
        let held = samples
            .iter()
            .map(|state| self.function.held(state).count());
        Rank {
            changes: !samples.iter().all(same),
            sides,
            full: self.is_full(samples),
            cells: self.spots().len(),
            held: held.sum(),
        }
    }

    /// Whether there are always as many things as cells.
    pub(super) fn is_full(&self, samples: &[Sample]) -> bool {
        let cells = self.spots().len();
        let mut states = samples.iter();
        states.all(|state| self.function.held(state).count() == cells)
    }

    pub(super) fn is_board(&self, samples: &[Sample]) -> bool {
        let cells = self.spots().len();
        let [one, other] = self.sides().map(|names| names.len());
        let fills = match self.panels_count() {
            1 => cells * 5 > one * other * 2,
            // A pyramid fills a sixth of the room around it.
            panels => cells * 6 > one * other * panels,
        };
        one.min(other) > 1
            && one.max(other) <= one.min(other) * MAX_RATIO
            && cells >= MIN_CELLS
            && fills
            && sharing(&[self], samples).is_rare()
            && !self.is_assignment(samples)
    }

    /// How many panels there are, if each has a name.
    pub(super) fn panels_count(&self) -> usize {
        self.panel_names().iter().map(BTreeSet::len).product()
    }

    /// Whether a function of two arguments always gives each first argument exactly
    /// one second, or the other way round, such as sizes of heaps. That is no board.
    fn is_assignment(&self, samples: &[Sample]) -> bool {
        if self.function.arity() > 2 {
            return false;
        }
        (0..2).any(|place| {
            let all = self.function.names(place).len();
            samples.iter().all(|state| {
                let held = self.function.held(state);
                let held: Vec<&str> = held.map(|it| it.arguments[place].as_str()).collect();
                held.len() == all && held.iter().collect::<BTreeSet<_>>().len() == all
            })
        })
    }
}

/// How much there is in the sampled states, and how much of it in a cell with more.
pub(super) struct Sharing {
    all: usize,
    pub shared: usize,
    /// All cells of all states.
    cells: usize,
}

/// How often two things are in one cell, if these functions tell of the same cells.
pub(super) fn sharing(grids: &[&Grid<'_>], samples: &[Sample]) -> Sharing {
    let mut sharing = Sharing {
        all: 0,
        shared: 0,
        cells: samples.len() * grids[0].spots().len(),
    };
    for state in samples {
        let mut taken = BTreeSet::new();
        for grid in grids {
            for part in grid.function.held(state) {
                sharing.all += 1;
                sharing.shared += usize::from(!taken.insert(grid.spot(part)));
            }
        }
    }
    sharing
}

impl Sharing {
    /// Whether few things share a cell: less than one in twenty, as some rules forget to
    /// clear the cell that a piece comes to; or one in four where a few pieces roam a
    /// large board.
    pub(super) fn is_rare(&self) -> bool {
        let is_sparse = self.all * 4 <= self.cells;
        self.shared * if is_sparse { 4 } else { 20 } <= self.all
    }
}

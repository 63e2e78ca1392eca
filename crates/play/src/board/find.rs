//! Finds the functions that show boards.
//!
//! In: functions, and states of some games. Out: for each board, or set of boards with
//! the same sides, the functions that show it, and others that say more about its cells.
//! Which arguments tell several boards apart is in `panels`.

use std::collections::BTreeSet;

use gdl::Rules;

use super::function::{Function, Grid, Sample};
use super::order::known_order;
use super::panels;

/// Fewest cells of a board.
const MIN_CELLS: usize = 4;

/// Most times that one side of a board is as long as the other.
const MAX_RATIO: usize = 12;

/// Most things that a further function may say about a cell. More are a calculation,
/// such as the number of a group, and would hide the board.
const MAX_MORE: usize = 6;

/// Functions that belong together, because their cells have the same names.
pub(super) struct Found<'a> {
    /// The functions of each board. Two functions may have different cells of one board.
    pub boards: Vec<Vec<Grid<'a>>>,
    /// Functions that say more about at least half of the cells, and about no others.
    pub more: Vec<Grid<'a>>,
}

/// What makes one board better than another, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether anything on it ever changes. What does not is a map, and no board.
    pub changes: bool,
    /// How many of its sides have an order.
    sides: usize,
    /// Whether every cell always has one thing in it.
    full: bool,
    cells: usize,
    /// How much there is on it, in all sampled states.
    held: usize,
}

/// The boards of a game, best first. A further one is a board only if every cell of it
/// always has one thing in it: what else has two numbers is most often a score.
pub(super) fn found<'a>(
    functions: &'a [Function],
    rules: &Rules,
    samples: &[Sample],
) -> Vec<Found<'a>> {
    let candidates = functions.iter().filter_map(|it| best(it, rules, samples));
    let mut candidates: Vec<(Rank, Grid<'a>)> = candidates.collect();
    candidates.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    let mut rest: Vec<&'a Function> = functions.iter().collect();
    let mut all: Vec<Found<'a>> = Vec::new();
    for (rank, grid) in candidates {
        let is_free = rest.iter().any(|it| std::ptr::eq(*it, grid.function));
        if is_free && (all.is_empty() || rank.full && grid.says_what()) {
            rest.retain(|it| !std::ptr::eq(*it, grid.function));
            all.push(Found::around(grid, &mut rest, samples));
        }
    }
    all
}

/// The best way to read a function as one board, or as several.
fn best<'a>(function: &'a Function, rules: &Rules, samples: &[Sample]) -> Option<(Rank, Grid<'a>)> {
    let mut single: Option<(Rank, Grid<'a>)> = None;
    for grid in function.grids() {
        let rank = grid.rank(rules, samples);
        let is_better = single.as_ref().is_none_or(|best| rank > best.0);
        if rank.changes && is_better && grid.is_board(samples) {
            single = Some((rank, grid));
        }
    }
    if let Some((_, grid)) = &single
        && sharing(&[grid], samples).shared == 0
    {
        return single;
    }
    let several = panels::several(function, rules, samples, single.is_some());
    several.or(single)
}

impl<'a> Found<'a> {
    /// The functions that belong to the best one; they are taken from the rest.
    fn around(best: Grid<'a>, rest: &mut Vec<&'a Function>, samples: &[Sample]) -> Self {
        let mut found = Found {
            boards: vec![vec![best]],
            more: Vec::new(),
        };
        rest.retain(|function| !found.takes(function, samples));
        // With several boards it is not known of which cell another function tells.
        if found.boards.len() > 1 {
            rest.extend(found.more.drain(..).map(|it| it.function));
        }
        let name = |board: &Vec<Grid<'a>>| board[0].function.name.clone();
        found.boards.sort_by_cached_key(name);
        found
    }

    fn takes(&mut self, function: &'a Function, samples: &[Sample]) -> bool {
        let best = &self.boards[0][0];
        // The arguments of the two functions may be in different orders.
        let twins = panels::readings(function, best.panels.len());
        for twin in twins.filter(|it| it.has_names_of(best)) {
            let same = twin.contents() == best.contents();
            if same && twin.spots().is_disjoint(&best.spots()) {
                self.boards[0].push(twin);
                return true;
            }
            let both_full = [best, &twin].iter().all(|it| it.is_full(samples));
            let apart = same && !sharing(&[best, &twin], samples).is_rare();
            if (both_full || apart) && twin.is_board(samples) {
                self.boards.push(vec![twin]);
                return true;
            }
        }
        let cells = best.spots();
        let tells_more = |grid: &Grid<'_>| {
            let own = grid.spots();
            own.len() * 2 > cells.len()
                && own.is_subset(&cells)
                && grid.contents().len() <= MAX_MORE
                && grid.is_board(samples)
        };
        let more = panels::readings(function, best.panels.len()).find(tells_more);
        let is_taken = more.is_some();
        self.more.extend(more);
        is_taken
    }
}

impl Grid<'_> {
    /// Whether something is said about cells, and not only that they are marked.
    pub(super) fn says_what(&self) -> bool {
        self.function.arity() > self.places.len() + self.panels.len()
    }

    /// Whether cells and panels have the same names as another function's, and there is
    /// more to be said about them.
    fn has_names_of(&self, other: &Grid<'_>) -> bool {
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
    fn is_full(&self, samples: &[Sample]) -> bool {
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

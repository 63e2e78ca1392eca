//! Finds the functions that show a board.
//!
//! In: the fluents, and states of some games. Out: a function with two arguments that
//! name a cell, and others that say more about the same cells.

use std::collections::{BTreeMap, BTreeSet};

use gdl::{Rules, Source, Term, TermKind};

use super::order::known_order;

/// Fewest cells of a board.
const MIN_CELLS: usize = 4;

/// Most times that one side of a board is as long as the other.
const MAX_RATIO: usize = 12;

/// Most things that a further function may say about a cell. More are a calculation,
/// such as the number of a group, and would hide the board.
const MAX_MORE: usize = 6;

/// A state of some game: whether each fluent holds.
pub(super) type Sample = Vec<bool>;

/// The fluents of one function.
pub(super) struct Function {
    pub name: String,
    pub parts: Vec<Parts>,
}

/// A fluent as a function with arguments.
pub(super) struct Parts {
    /// Its place among all fluents.
    pub fluent: usize,
    pub arguments: Vec<String>,
}

/// A function whose arguments at two places name a cell. Which of them is the row is
/// not known yet.
#[derive(Clone, Copy)]
pub(super) struct Grid<'a> {
    pub function: &'a Function,
    pub places: [usize; 2],
}

/// What makes one board better than another, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Whether anything on it ever changes. What does not is a map, and no board.
    changes: bool,
    /// How many of its sides have an order.
    sides: usize,
    /// Whether every cell always has one thing in it.
    full: bool,
    cells: usize,
    /// How much there is on it, in all sampled states.
    held: usize,
}

/// All functions with at least two arguments.
pub(super) fn functions(fluents: &[String]) -> Vec<Function> {
    let mut functions: BTreeMap<(String, usize), Vec<Parts>> = BTreeMap::new();
    for (fluent, text) in fluents.iter().enumerate() {
        if let Some((name, arguments)) = parts(text) {
            let parts = functions.entry((name, arguments.len())).or_default();
            parts.push(Parts { fluent, arguments });
        }
    }
    let functions = functions.into_iter();
    functions
        .map(|((name, _), parts)| Function { name, parts })
        .collect()
}

/// The function that shows a board best, if one does; after it those that say more
/// about at least half of its cells, and about no others.
pub(super) fn grids<'a>(
    functions: &'a [Function],
    rules: &Rules,
    samples: &[Sample],
) -> Vec<Grid<'a>> {
    let mut best: Option<(Rank, Grid<'a>)> = None;
    for grid in functions.iter().flat_map(Function::grids) {
        let rank = grid.rank(rules, samples);
        let is_better = best.is_none_or(|best| rank > best.0);
        if rank.changes && is_better && grid.is_board(samples) {
            best = Some((rank, grid));
        }
    }
    let Some((_, best)) = best else {
        return Vec::new();
    };
    let cells = best.cells();
    let mut grids = vec![best];
    for function in functions {
        if std::ptr::eq(function, best.function) {
            continue;
        }
        let tells_more = |grid: &Grid<'_>| {
            let own = grid.cells();
            own.len() * 2 > cells.len()
                && own.is_subset(&cells)
                && grid.contents() <= MAX_MORE
                && grid.is_board(samples)
        };
        grids.extend(function.grids().find(tells_more));
    }
    grids
}

impl Function {
    fn grids(&self) -> impl Iterator<Item = Grid<'_>> {
        let arity = self.parts.first().map_or(0, |it| it.arguments.len());
        let pairs = (0..arity).flat_map(move |one| (one + 1..arity).map(move |it| [one, it]));
        pairs.map(move |places| Grid {
            function: self,
            places,
        })
    }
}

impl<'a> Grid<'a> {
    /// The cell that a fluent is about.
    pub(super) fn cell(self, parts: &'a Parts) -> [&'a String; 2] {
        self.places.map(|place| &parts.arguments[place])
    }

    /// The arguments of a fluent that do not name its cell.
    pub(super) fn others(self, parts: &'a Parts) -> impl Iterator<Item = &'a str> {
        let arguments = parts.arguments.iter().enumerate();
        let others = arguments.filter(move |(place, _)| !self.places.contains(place));
        others.map(|(_, argument)| argument.as_str())
    }

    /// How many different things are said about cells.
    fn contents(self) -> usize {
        let parts = self.function.parts.iter();
        let contents: BTreeSet<Vec<&str>> = parts.map(|it| self.others(it).collect()).collect();
        contents.len()
    }

    /// The names along both axes.
    pub(super) fn sides(self) -> [BTreeSet<&'a String>; 2] {
        let cells = self.cells();
        [0, 1].map(|axis| cells.iter().map(|cell| cell[axis]).collect())
    }

    /// All cells.
    pub(super) fn cells(self) -> BTreeSet<[&'a String; 2]> {
        let parts = self.function.parts.iter();
        parts.map(|it| self.cell(it)).collect()
    }

    fn rank(self, rules: &Rules, samples: &[Sample]) -> Rank {
        let cells = self.cells();
        let has_order = |names: &&BTreeSet<&String>| {
            let names: Vec<String> = names.iter().map(|&it| it.clone()).collect();
            known_order(&names, rules).is_some()
        };
        let sides = self.sides().iter().filter(has_order).count();
        let full = |state| self.held(state).count() == cells.len();
        let first = samples.first();
        let same = |state: &Sample| {
            let mut parts = self.function.parts.iter();
            parts.all(|it| first.is_none_or(|first| first[it.fluent] == state[it.fluent]))
        };
        Rank {
            changes: !samples.iter().all(same),
            sides,
            full: samples.iter().all(full),
            cells: cells.len(),
            held: samples.iter().map(|state| self.held(state).count()).sum(),
        }
    }

    fn is_board(self, samples: &[Sample]) -> bool {
        let cells = self.cells();
        let [one, other] = self.sides().map(|names| names.len());
        one.min(other) > 1
            && one.max(other) <= one.min(other) * MAX_RATIO
            && cells.len() >= MIN_CELLS
            && cells.len() * 5 > one * other * 2
            && self.is_rarely_shared(samples)
            && !self.is_assignment(samples)
    }

    fn held(self, state: &Sample) -> impl Iterator<Item = &'a Parts> {
        let parts = self.function.parts.iter();
        parts.filter(|it| state[it.fluent])
    }

    /// Whether few things share a cell: less than one in twenty, as some rules forget to
    /// clear the cell that a piece comes to; or one in four where a few pieces roam a
    /// large board.
    fn is_rarely_shared(self, samples: &[Sample]) -> bool {
        let (mut all, mut shared) = (0, 0);
        for state in samples {
            let mut taken = BTreeSet::new();
            for part in self.held(state) {
                all += 1;
                shared += usize::from(!taken.insert(self.cell(part)));
            }
        }
        let is_sparse = all * 4 <= samples.len() * self.cells().len();
        shared * if is_sparse { 4 } else { 20 } <= all
    }

    /// Whether a function of two arguments always gives each first argument exactly
    /// one second, or the other way round, such as sizes of heaps. That is no board.
    fn is_assignment(self, samples: &[Sample]) -> bool {
        let parts = &self.function.parts;
        if parts.first().is_none_or(|it| it.arguments.len() > 2) {
            return false;
        }
        (0..2).any(|place| {
            let all: BTreeSet<&String> = parts.iter().map(|it| &it.arguments[place]).collect();
            samples.iter().all(|state| {
                let held: Vec<&String> = self.held(state).map(|it| &it.arguments[place]).collect();
                held.len() == all.len() && held.iter().collect::<BTreeSet<_>>().len() == all.len()
            })
        })
    }
}

/// The name and the arguments of a fluent with arguments, in KIF.
fn parts(fluent: &str) -> Option<(String, Vec<String>)> {
    let terms = gdl::parse_terms(&Source::new("fluent", fluent.as_bytes())).ok()?;
    let [term] = terms.as_slice() else {
        return None;
    };
    match &term.kind {
        TermKind::Compound(name, arguments) if arguments.len() >= 2 => {
            let arguments = arguments.iter().map(Term::to_string).collect();
            Some((name.to_string(), arguments))
        }
        _ => None,
    }
}

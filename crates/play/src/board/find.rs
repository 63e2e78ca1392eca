//! Finds the functions that show a board.
//!
//! In: the fluents, and states of some games. Out: a function with two arguments that
//! name a cell, and others that say more about the same cells.

use std::collections::{BTreeMap, BTreeSet};

use gdl::{Rules, Source, Term, TermKind};

use super::order::known_order;

/// Fewest cells of a board.
const MIN_CELLS: usize = 4;

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

/// A function whose arguments at two places name a cell.
#[derive(Clone, Copy)]
pub(super) struct Grid<'a> {
    pub function: &'a Function,
    pub row: usize,
    pub column: usize,
}

/// What makes one board better than another: how many of its sides have an order,
/// whether every cell always has something in it, how many cells there are.
type Rank = (usize, bool, usize);

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
        if best.is_none_or(|best| rank > best.0) && grid.is_board(samples) {
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
            own.len() * 2 > cells.len() && own.is_subset(&cells) && grid.is_board(samples)
        };
        grids.extend(function.grids().find(tells_more));
    }
    grids
}

impl Function {
    fn grids(&self) -> impl Iterator<Item = Grid<'_>> {
        let arity = self.parts.first().map_or(0, |it| it.arguments.len());
        let pairs = (0..arity).flat_map(move |row| (row + 1..arity).map(move |it| (row, it)));
        pairs.map(move |(row, column)| Grid {
            function: self,
            row,
            column,
        })
    }
}

impl<'a> Grid<'a> {
    /// The cell that a fluent is about.
    pub(super) fn cell(self, parts: &'a Parts) -> (&'a String, &'a String) {
        (&parts.arguments[self.row], &parts.arguments[self.column])
    }

    /// All cells.
    pub(super) fn cells(self) -> BTreeSet<(&'a String, &'a String)> {
        let parts = self.function.parts.iter();
        parts.map(|it| self.cell(it)).collect()
    }

    fn rank(self, rules: &Rules, samples: &[Sample]) -> Rank {
        let cells = self.cells();
        let rows: BTreeSet<&String> = cells.iter().map(|it| it.0).collect();
        let columns: BTreeSet<&String> = cells.iter().map(|it| it.1).collect();
        let has_order = |names: &&BTreeSet<&String>| {
            let names: Vec<String> = names.iter().map(|&it| it.clone()).collect();
            known_order(&names, rules).is_some()
        };
        let sides = [&rows, &columns].iter().filter(|it| has_order(it)).count();
        let full = |state| self.held(state).count() == cells.len();
        (sides, samples.iter().all(full), cells.len())
    }

    fn is_board(self, samples: &[Sample]) -> bool {
        let cells = self.cells();
        let rows: BTreeSet<&String> = cells.iter().map(|it| it.0).collect();
        let columns: BTreeSet<&String> = cells.iter().map(|it| it.1).collect();
        rows.len() > 1
            && columns.len() > 1
            && cells.len() >= MIN_CELLS
            && cells.len() * 5 > rows.len() * columns.len() * 2
            && samples.iter().all(|state| self.never_two(state))
            && !self.is_assignment(samples)
    }

    fn held(self, state: &Sample) -> impl Iterator<Item = &'a Parts> {
        let parts = self.function.parts.iter();
        parts.filter(|it| state[it.fluent])
    }

    /// Whether no cell has two things in it.
    fn never_two(self, state: &Sample) -> bool {
        let mut taken = BTreeSet::new();
        self.held(state).all(|it| taken.insert(self.cell(it)))
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

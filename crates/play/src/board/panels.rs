//! Several boards, or the layers of a board in space, in one function.
//!
//! In: a function, the rules, and states of some games. Out: the arguments that tell the
//! panels apart, one or two, beside those that name a cell. Panels are what is left when
//! no two arguments say where a thing is. At least one argument says what it is: else
//! what is in a cell would be taken for the panel, as in `(at knight 1 2)`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use gdl::{Formula, FormulaKind, Rules, Term, TermKind};

use super::function::{Function, Grid, Sample};
use super::order::Axis;
use super::rank::{Rank, sharing};

/// Most panels.
const MAX_PANELS: usize = 16;

/// Fewest lines across the panels, over all sampled states, that are filled in part and
/// show that panels are filled one after the other. Fewer may be chance.
const MIN_PARTIAL: usize = 12;

/// What makes one reading of a function better than another, in this order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Preference {
    rank: Rank,
    /// Whether lines stay on one panel.
    kept: bool,
    /// Whether panels lie on each other.
    stacked: bool,
    /// Whether both sides have the same names.
    square: bool,
    panels: Reverse<usize>,
}

/// The best reading of a function as several panels. If it can be read as one board on
/// which things meet, the rules must show that the panels are apart.
pub(super) fn several<'a>(
    function: &'a Function,
    rules: &Rules,
    samples: &[Sample],
    is_board: bool,
) -> Option<(Rank, Grid<'a>)> {
    let held: usize = samples.iter().map(|it| function.held(it).count()).sum();
    let kept = kept(rules, function);
    let is_kept = |grid: &Grid<'_>| grid.panels.iter().all(|&it| kept[it]);
    // Only as many arguments as are needed: others are what is on the panels.
    [1, 2].into_iter().find_map(|count| {
        let mut best: Option<(Preference, Grid<'a>)> = None;
        for grid in readings(function, count) {
            let panels = grid.panels_count();
            if !(2..=MAX_PANELS).contains(&panels)
                || !grid.can_fill()
                || held < samples.len() * panels
                || !grid.says_what()
                || is_board && !is_kept(&grid)
                || !grid.is_board(samples)
                || !grid.has_all_panels()
                || is_board && sharing(&[&grid], samples).shared > 0
            {
                continue;
            }
            let [one, other] = grid.sides();
            let preference = Preference {
                rank: grid.rank(rules, samples),
                kept: is_kept(&grid),
                stacked: grid.is_stacked(rules, samples),
                square: one == other,
                panels: Reverse(panels),
            };
            if preference.rank.changes && best.as_ref().is_none_or(|it| preference > it.0) {
                best = Some((preference, grid));
            }
        }
        best.map(|(preference, grid)| (preference.rank, grid))
    })
}

/// All readings of a function with so many arguments for the panel. A single one stands
/// behind those of the cell, `(cell x y z)`, two before them, `(cell board-x board-y x y)`,
/// if nothing else tells: the usual readings come first.
pub(super) fn readings(function: &Function, panels: usize) -> impl Iterator<Item = Grid<'_>> {
    let mut all: Vec<Grid<'_>> = function.grids().collect();
    for _ in 0..panels {
        all = all.iter().flat_map(Grid::with_one_more_panel).collect();
    }
    if panels > 1 {
        all.sort_by_key(|it| it.panels.clone());
    }
    all.into_iter()
}

impl<'a> Grid<'a> {
    fn with_one_more_panel(&self) -> Vec<Self> {
        let from = self.panels.last().map_or(0, |it| it + 1);
        let free = (from..self.function.arity()).filter(|it| !self.places.contains(it));
        let with = |place| {
            let mut grid = self.clone();
            grid.panels.push(place);
            grid
        };
        free.map(with).collect()
    }

    /// Whether there are enough fluents for a board; a quick look before a slow one.
    fn can_fill(&self) -> bool {
        let [one, other] = self.sides().map(|names| names.len());
        self.function.parts.len() * 6 > one * other * self.panels_count()
    }

    /// Whether there is a cell for every combination of the arguments for the panel.
    fn has_all_panels(&self) -> bool {
        let parts = self.function.parts.iter();
        let panels: BTreeSet<Vec<&str>> = parts.map(|it| self.panel(it)).collect();
        panels.len() == self.panels_count()
    }

    /// Whether the panels are layers that are filled one after the other, in every line
    /// across them.
    fn is_stacked(&self, rules: &Rules, samples: &[Sample]) -> bool {
        let &[place] = self.panels.as_slice() else {
            return false;
        };
        let Some(first) = samples.first() else {
            return false;
        };
        let layers = Axis::new(self.function.names(place), rules);
        let filled = |state: &Sample| -> BTreeSet<([&str; 2], Option<usize>)> {
            let held = self.function.held(state).filter(|it| !first[it.fluent]);
            held.map(|it| (self.cell(it), layers.place(&it.arguments[place])))
                .collect()
        };
        let states: Vec<_> = samples.iter().map(filled).collect();
        let mut lines: BTreeMap<[&str; 2], BTreeSet<Option<usize>>> = BTreeMap::new();
        for (cell, layer) in states.iter().flatten() {
            lines.entry(*cell).or_default().insert(*layer);
        }
        let mut partial = 0;
        for state in &states {
            for (cell, layers) in &lines {
                let is_filled = |it| state.contains(&(*cell, it));
                let filled: Vec<bool> = layers.iter().map(|&it| is_filled(it)).collect();
                if !filled.is_sorted_by(|one, next| one >= next) {
                    return false;
                }
                partial += usize::from(filled[0] && !filled[filled.len() - 1]);
            }
        }
        partial >= MIN_PARTIAL
    }
}

/// For each argument of a function whether conditions on several of its fluents have it
/// in common, nearly always: such as the board on which there is a line.
fn kept(rules: &Rules, function: &Function) -> Vec<bool> {
    let mut differ = vec![0_usize; function.arity()];
    let mut pairs = 0;
    for clause in rules.clauses() {
        let mut atoms: Vec<&[Term]> = Vec::new();
        clause
            .body
            .iter()
            .for_each(|it| read(it, function, &mut atoms));
        for (number, one) in atoms.iter().enumerate() {
            for other in &atoms[number + 1..] {
                pairs += 1;
                for (differ, (one, other)) in differ.iter_mut().zip(one.iter().zip(*other)) {
                    *differ += usize::from(one.to_string() != other.to_string());
                }
            }
        }
    }
    differ
        .iter()
        .map(|it| pairs > 0 && it * 10 <= pairs)
        .collect()
}

/// The arguments of the function wherever it occurs in a formula.
fn read<'a>(formula: &'a Formula, function: &Function, atoms: &mut Vec<&'a [Term]>) {
    match &formula.kind {
        FormulaKind::Atom(atom) => {
            for term in &atom.arguments {
                if let TermKind::Compound(name, arguments) = &term.kind
                    && **name == *function.name
                    && arguments.len() == function.arity()
                {
                    atoms.push(arguments);
                }
            }
        }
        FormulaKind::Distinct(..) => {}
        FormulaKind::Not(inner) => read(inner, function, atoms),
        FormulaKind::And(all) | FormulaKind::Or(all) => {
            all.iter().for_each(|it| read(it, function, atoms));
        }
    }
}

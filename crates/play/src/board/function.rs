//! Functions of the rules, and which of their arguments name a place.
//!
//! In: fluents. Out: for each function its fluents as lists of arguments, and the ways to
//! read some of the arguments as a cell, and others as the number of a board.

use std::collections::{BTreeMap, BTreeSet};

use gdl::{Source, Term, TermKind};

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
#[derive(Clone)]
pub(super) struct Grid<'a> {
    pub function: &'a Function,
    pub places: [usize; 2],
    /// The places of the arguments that tell boards of the same size apart, or layers of
    /// a board in space: none for a single board.
    pub panels: Vec<usize>,
}

/// The names of a panel and of a cell there.
pub(super) type Spot<'a> = (Vec<&'a str>, [&'a str; 2]);

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

impl Function {
    pub(super) fn arity(&self) -> usize {
        self.parts.first().map_or(0, |it| it.arguments.len())
    }

    /// The names that occur at a place.
    pub(super) fn names(&self, place: usize) -> BTreeSet<&str> {
        let parts = self.parts.iter();
        parts.map(|it| it.arguments[place].as_str()).collect()
    }

    /// All ways to read two arguments as a cell of a single board.
    pub(super) fn grids(&self) -> impl Iterator<Item = Grid<'_>> {
        let arity = self.arity();
        let pairs = (0..arity).flat_map(move |one| (one + 1..arity).map(move |it| [one, it]));
        pairs.map(move |places| Grid {
            function: self,
            places,
            panels: Vec::new(),
        })
    }

    pub(super) fn held(&self, state: &Sample) -> impl Iterator<Item = &Parts> {
        self.parts.iter().filter(|it| state[it.fluent])
    }
}

impl<'a> Grid<'a> {
    /// The cell that a fluent is about.
    pub(super) fn cell(&self, parts: &'a Parts) -> [&'a str; 2] {
        self.places.map(|place| parts.arguments[place].as_str())
    }

    /// The panel that a fluent is about.
    pub(super) fn panel(&self, parts: &'a Parts) -> Vec<&'a str> {
        let places = self.panels.iter();
        places.map(|&it| parts.arguments[it].as_str()).collect()
    }

    /// The panel and the cell that a fluent is about.
    pub(super) fn spot(&self, parts: &'a Parts) -> Spot<'a> {
        (self.panel(parts), self.cell(parts))
    }

    /// The arguments of a fluent that do not name its place.
    pub(super) fn others(&self, parts: &'a Parts) -> Vec<&'a str> {
        let names_place = |it: usize| self.places.contains(&it) || self.panels.contains(&it);
        let arguments = parts.arguments.iter().enumerate();
        let others = arguments.filter(|(place, _)| !names_place(*place));
        others.map(|(_, argument)| argument.as_str()).collect()
    }

    /// The different things that are said about cells.
    pub(super) fn contents(&self) -> BTreeSet<Vec<&'a str>> {
        let parts = self.function.parts.iter();
        parts.map(|it| self.others(it)).collect()
    }

    /// The names along both axes.
    pub(super) fn sides(&self) -> [BTreeSet<&'a str>; 2] {
        self.places.map(|place| self.function.names(place))
    }

    /// The names of each argument for the panel.
    pub(super) fn panel_names(&self) -> Vec<BTreeSet<&'a str>> {
        let places = self.panels.iter();
        places.map(|&place| self.function.names(place)).collect()
    }

    /// All cells of all panels.
    pub(super) fn spots(&self) -> BTreeSet<Spot<'a>> {
        let parts = self.function.parts.iter();
        parts.map(|it| self.spot(it)).collect()
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

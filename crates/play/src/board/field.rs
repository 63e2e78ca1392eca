//! The cells of boards before it is known which way up they are.
//!
//! In: the functions that show them. Out: their two axes, their panels, and for each
//! fluent the cell and what it says of it; states as frames, which have the content of
//! every cell of a panel.

use std::collections::BTreeMap;

use game::RoleId;
use gdl::Rules;

use super::find::Found;
use super::function::{Grid, Sample};
use super::order::Axis;

/// The cells of a board, or of several with the same sides, by their places on two axes.
pub(super) struct Field {
    pub axes: [Axis; 2],
    /// The functions of boards that are told apart by the names of their functions.
    pub boards: usize,
    /// The arguments that tell panels apart.
    pub layers: Vec<Axis>,
    /// What each fluent says, by its number.
    pub marks: BTreeMap<usize, Mark>,
    pub contents: Vec<Content>,
    /// The content that counts as empty; if there is none, a cell without a fluent is
    /// empty.
    pub empty: Option<usize>,
}

/// What a fluent says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub panel: usize,
    /// The places on the axes.
    pub cell: [usize; 2],
    /// The number of the content.
    pub content: usize,
}

/// What can be in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    pub name: String,
    /// Whether it says what is there, and not only that something is.
    pub says_what: bool,
    /// Whose it is, if that is known.
    pub owner: Option<RoleId>,
}

/// The contents of all cells of a panel in a state, along the second axis first; empty
/// cells have none.
pub(super) type Frame = Vec<Option<usize>>;

/// A game on one panel as frames, and for each move who chose it.
pub(super) struct Reel {
    pub frames: Vec<Frame>,
    pub movers: Vec<Option<RoleId>>,
}

impl Field {
    /// The field of functions that belong together.
    pub(super) fn new(found: &Found<'_>, rules: &Rules) -> Self {
        let best = &found.boards[0][0];
        let axis = |place: usize| Axis::new(best.function.names(place), rules);
        let mut field = Field {
            axes: best.places.map(axis),
            boards: found.boards.len(),
            layers: best.panels.iter().map(|&place| axis(place)).collect(),
            marks: BTreeMap::new(),
            contents: Vec::new(),
            empty: None,
        };
        for (board, grids) in found.boards.iter().enumerate() {
            grids.iter().for_each(|grid| field.add(grid, board, true));
        }
        found.more.iter().for_each(|grid| field.add(grid, 0, false));
        field
    }

    /// Adds what a function says about the cells of a board. If it shows the board, its
    /// other arguments, if there are any, are the content.
    fn add(&mut self, grid: &Grid<'_>, board: usize, shows_it: bool) {
        for part in &grid.function.parts {
            let mut words: Vec<&str> = grid.others(part);
            let says_what = shows_it && !words.is_empty();
            if !says_what {
                words.insert(0, &grid.function.name);
            }
            let content = self.content(&words.join(" "), says_what);
            let place = |axis: &Axis, name: &str| axis.place(name).expect("all names were listed");
            let [one, other] = grid.cell(part);
            let layers = self.layers.iter().zip(grid.panel(part));
            let mark = Mark {
                panel: layers.fold(board, |number, (axis, name)| {
                    number * axis.names.len() + place(axis, name)
                }),
                cell: [place(&self.axes[0], one), place(&self.axes[1], other)],
                content,
            };
            self.marks.insert(part.fluent, mark);
        }
    }

    fn content(&mut self, name: &str, says_what: bool) -> usize {
        let mut known = self.contents.iter();
        let known = known.position(|it| it.name == name && it.says_what == says_what);
        known.unwrap_or_else(|| {
            self.contents.push(Content {
                name: name.to_owned(),
                says_what,
                owner: None,
            });
            self.contents.len() - 1
        })
    }

    /// The number of panels of each board.
    pub(super) fn layers_count(&self) -> usize {
        self.layers.iter().map(|it| it.names.len()).product()
    }

    /// What is in each cell of each panel in a state.
    pub(super) fn frames(&self, held: &Sample) -> Vec<Frame> {
        let [rows, columns] = self.axes.each_ref().map(|it| it.names.len());
        let mut frames = vec![vec![None; rows * columns]; self.boards * self.layers_count()];
        let held = self.marks.iter().filter(|(fluent, _)| held[**fluent]);
        for (_, mark) in held.filter(|(_, mark)| Some(mark.content) != self.empty) {
            let [row, column] = mark.cell;
            frames[mark.panel][row * columns + column].get_or_insert(mark.content);
        }
        frames
    }
}

/// The role whose name is part of a content.
pub(super) fn role_in(content: &str, roles: &[String]) -> Option<RoleId> {
    let mut words = content.split([' ', '(', ')']);
    let role = words.find_map(|word| roles.iter().position(|role| role == word));
    role.map(RoleId::new)
}

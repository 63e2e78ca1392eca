//! The cells of a board before it is known which way up it is.
//!
//! In: the functions that show it. Out: its two axes, and for each fluent the cell and
//! what it says of it; states as frames, which have the content of every cell.

use std::collections::BTreeMap;

use game::RoleId;
use gdl::Rules;

use super::find::{Grid, Sample};
use super::order::Axis;

/// The cells of a board, by their places on two axes.
pub(super) struct Field {
    pub axes: [Axis; 2],
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

/// The contents of all cells in a state, along the second axis first; empty cells have
/// none.
pub(super) type Frame = Vec<Option<usize>>;

/// A game as frames, and for each move who chose it.
pub(super) struct Reel {
    pub frames: Vec<Frame>,
    pub movers: Vec<Option<RoleId>>,
}

impl Field {
    /// The field of the first function; the others say more about its cells.
    pub(super) fn new(grids: &[Grid<'_>], rules: &Rules) -> Self {
        let mut field = Field {
            axes: grids[0].sides().map(|names| Axis::new(names, rules)),
            marks: BTreeMap::new(),
            contents: Vec::new(),
            empty: None,
        };
        for (number, &grid) in grids.iter().enumerate() {
            field.add(grid, number == 0);
        }
        field
    }

    /// Adds what a function says about the cells. The first one is the board: its other
    /// arguments, if there are any, are the content.
    fn add(&mut self, grid: Grid<'_>, is_first: bool) {
        for part in &grid.function.parts {
            let mut words: Vec<&str> = grid.others(part).collect();
            let says_what = is_first && !words.is_empty();
            if !says_what {
                words.insert(0, &grid.function.name);
            }
            let content = self.content(&words.join(" "), says_what);
            let [one, other] = grid.cell(part);
            let place = |axis: usize, name: &str| {
                let place = self.axes[axis].place(name);
                place.expect("all names were listed")
            };
            let cell = [place(0, one), place(1, other)];
            self.marks.insert(part.fluent, Mark { cell, content });
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

    /// The number of a cell in a frame.
    pub(super) fn number(&self, cell: [usize; 2]) -> usize {
        cell[0] * self.axes[1].names.len() + cell[1]
    }

    /// What is in each cell of a state.
    pub(super) fn frame(&self, held: &Sample) -> Frame {
        let cells = self.axes[0].names.len() * self.axes[1].names.len();
        let mut frame = vec![None; cells];
        let held = self.marks.iter().filter(|(fluent, _)| held[**fluent]);
        for (_, mark) in held.filter(|(_, mark)| Some(mark.content) != self.empty) {
            frame[self.number(mark.cell)].get_or_insert(mark.content);
        }
        frame
    }
}

/// The role whose name is part of a content.
pub(super) fn role_in(content: &str, roles: &[String]) -> Option<RoleId> {
    let mut words = content.split([' ', '(', ')']);
    let role = words.find_map(|word| roles.iter().position(|role| role == word));
    role.map(RoleId::new)
}

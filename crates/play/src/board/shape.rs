//! Boards that stand upright: their rows, columns and pieces.
//!
//! Made by `make.rs`; drawn by `view.rs` and `text.rs`.

use std::collections::BTreeMap;

use game::RoleId;

/// What a game is played on: one board or several, or the layers of a board in space.
/// Some fluents say what is in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) panels: Vec<Panel>,
    /// The numbers of the panels as they lie beside and below each other.
    pub(super) lines: Vec<Vec<usize>>,
    /// What each fluent of the board says, by its text.
    pub(super) marks: BTreeMap<String, Mark>,
    pub(super) pieces: Vec<Piece>,
    pub(super) writing: Writing,
}

/// One of several boards, or a layer; or the only board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Which one it is; empty if it is the only one.
    pub heading: String,
    /// Names of the rows, from the top.
    pub rows: Vec<String>,
    /// Names of the columns, from the left.
    pub columns: Vec<String>,
    /// Whether the rows count up from the bottom.
    pub counts_up: bool,
    /// Whether the row's name comes before the column's in fluents.
    pub(super) row_first: bool,
}

/// A cell by its panel, and its places from the top and from the left, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The number of the panel.
    pub panel: usize,
    /// From the top.
    pub row: usize,
    /// From the left.
    pub column: usize,
}

/// What a fluent says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub cell: Cell,
    /// The number of the piece there; none if the fluent says that the cell is empty.
    pub piece: Option<usize>,
}

/// What can be in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in the rules.
    pub name: String,
    /// A few characters that stand for it on this board alone.
    pub label: String,
    /// Whose it is, if that is known.
    pub owner: Option<RoleId>,
}

/// How cells are written in characters, in all positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Writing {
    /// The width of each cell.
    pub width: usize,
    /// Whether labels stand for names.
    pub labels: bool,
}

impl Board {
    /// Everything that can be in a cell.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

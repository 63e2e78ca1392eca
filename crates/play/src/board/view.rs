//! What is where on a board.
//!
//! In: a board and the fluents of a state. Out: rows of squares from the top left, with
//! their pieces. Text and pictures are both drawn from this.

use super::shape::{Board, Piece};

/// A state as squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// The names of the rows, from the top.
    pub rows: &'a [String],
    /// The names of the columns, from the left.
    pub columns: &'a [String],
    /// Whether the rows count up from the bottom.
    pub counts_up: bool,
    /// The squares of each row.
    pub squares: Vec<Vec<Square<'a>>>,
    /// The fluents that are not about a cell, in KIF.
    pub others: Vec<&'a str>,
}

/// A place of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square<'a> {
    /// Whether the board has this cell.
    pub exists: bool,
    /// What is there; nothing in an empty cell.
    pub pieces: Vec<&'a Piece>,
}

impl Square<'_> {
    /// The width of all pieces together, with a sign between them.
    pub(super) fn width(&self, piece: impl Fn(&Piece) -> usize) -> usize {
        let pieces = self.pieces.iter().map(|it| piece(it));
        pieces.sum::<usize>() + self.pieces.len().saturating_sub(1)
    }
}

impl Board {
    /// The state in which these fluents hold, as squares.
    pub fn view<'a>(&'a self, fluents: &[&'a str]) -> View<'a> {
        let empty = vec![Square::default(); self.columns.len()];
        let mut squares = vec![empty; self.rows.len()];
        for mark in self.marks.values() {
            squares[mark.cell.row][mark.cell.column].exists = true;
        }
        let mut others = Vec::new();
        for &fluent in fluents {
            match self.marks.get(fluent) {
                Some(mark) => {
                    let square = &mut squares[mark.cell.row][mark.cell.column];
                    square.pieces.extend(mark.piece.map(|it| &self.pieces[it]));
                }
                None => others.push(fluent),
            }
        }
        View {
            rows: &self.rows,
            columns: &self.columns,
            counts_up: self.counts_up,
            squares,
            others,
        }
    }
}

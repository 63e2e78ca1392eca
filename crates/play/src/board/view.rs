//! What is where on a board.
//!
//! In: a board and the fluents of a state. Out: for each panel rows of squares from the
//! top left, with their pieces. Text and pictures are both drawn from this.

use super::shape::{Board, Panel, Piece};

/// A state as squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// The boards, or layers.
    pub panels: Vec<PanelView<'a>>,
    /// The numbers of the panels as they lie beside and below each other.
    pub lines: &'a [Vec<usize>],
    /// The fluents that are not about a cell, in KIF.
    pub others: Vec<&'a str>,
}

/// What is on one of the panels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelView<'a> {
    /// Its heading and sides.
    pub panel: &'a Panel,
    /// The squares of each row.
    pub squares: Vec<Vec<Square<'a>>>,
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

impl<'a> View<'a> {
    /// The squares of all panels.
    pub fn squares(&self) -> impl Iterator<Item = &Square<'a>> {
        let panels = self.panels.iter();
        panels.flat_map(|it| it.squares.iter().flatten())
    }
}

impl<'a> PanelView<'a> {
    fn new(panel: &'a Panel) -> Self {
        let row = vec![Square::default(); panel.columns.len()];
        PanelView {
            squares: vec![row; panel.rows.len()],
            panel,
        }
    }
}

impl Board {
    /// The state in which these fluents hold, as squares.
    pub fn view<'a>(&'a self, fluents: &[&'a str]) -> View<'a> {
        let mut panels: Vec<PanelView<'a>> = self.panels.iter().map(PanelView::new).collect();
        for cell in self.marks.values().map(|it| it.cell) {
            panels[cell.panel].squares[cell.row][cell.column].exists = true;
        }
        let mut others = Vec::new();
        for &fluent in fluents {
            match self.marks.get(fluent) {
                Some(mark) => {
                    let cell = mark.cell;
                    let square = &mut panels[cell.panel].squares[cell.row][cell.column];
                    square.pieces.extend(mark.piece.map(|it| &self.pieces[it]));
                }
                None => others.push(fluent),
            }
        }
        View {
            panels,
            lines: &self.lines,
            others,
        }
    }
}

//! A picture of a position: the board, or a table of its fluents, and where each move
//! leads.
//!
//! In: a judged position, and the board if there is one. Out: an SVG that stands for
//! itself, whoever shows it: a file, a page, a notebook. Where things are on a board is
//! known to `play`; here they get their colours and sizes.

mod board;
mod canvas;
mod layout;
mod moves;
mod table;

use play::{Board, Position, SolvedGame};

use self::board::BoardPicture;
use self::canvas::{BORDER, Canvas};
use self::moves::MoveList;
use self::table::FluentTable;
use crate::svg;

const TITLE: f64 = 16.0;
/// Between the board and the list of moves.
const GAP: f64 = 32.0;

/// A position to be drawn.
pub struct Diagram<'a> {
    /// What stands above it, in the door's words: its value, and who moves.
    pub title: &'a str,
    /// The game.
    pub solved: &'a SolvedGame,
    /// Its board, if it has one.
    pub board: Option<&'a Board>,
    /// The position.
    pub position: &'a Position,
}

impl Diagram<'_> {
    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let fluents = self.solved.referee().fluents(&self.position.state);
        let mut canvas = Canvas::new();
        let top = BORDER + TITLE;
        canvas.words((BORDER, top), TITLE, self.title);
        let mut right = BORDER + svg::width(self.title, TITLE);
        let top = top + 20.0;
        let drawn = self.board.map(|board| {
            let view = board.view(&fluents);
            let arrows = self.arrows(board, &fluents);
            let roles = self.solved.roles().len();
            let picture = BoardPicture::new(board, &view, &arrows, roles, (BORDER, top));
            picture.draw(&mut canvas, self.position)
        });
        let (width, height, told) = drawn.unwrap_or_else(|| {
            let (width, height) = FluentTable::new(&fluents).draw(&mut canvas, (BORDER, top));
            (width, height, false)
        });
        let (mut right_of_list, mut list_height) = (0.0, 0.0);
        if !told && !self.position.moves.is_empty() {
            let list = MoveList::new(self.position);
            let left = BORDER + width + GAP;
            let (width, height) = list.draw(&mut canvas, (left, top));
            (right_of_list, list_height) = (left + width, height);
        }
        right = right.max(BORDER + width).max(right_of_list);
        canvas.finish((right + BORDER, top + height.max(list_height) + BORDER))
    }

    /// Where the moves lead, in the order of the position's moves.
    fn arrows(&self, board: &Board, fluents: &[&str]) -> Vec<Option<play::Arrow>> {
        let moves = self.position.moves.iter();
        let arrow = |choice: &play::Choice| {
            let after = self.solved.referee().fluents(&choice.next);
            board.arrow(fluents, &after, &choice.text)
        };
        moves.map(arrow).collect()
    }
}

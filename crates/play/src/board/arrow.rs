//! The cell that a move is about.
//!
//! In: a board, the fluents before and after a move, and its text. Out: where a piece
//! comes to, and from where. What changes on the board tells; the arguments of the move
//! help where that is ambiguous.

use gdl::{Source, TermKind};

use super::shape::{Board, Cell, Panel, Piece};
use super::view::Square;

/// A move as it is seen on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The cell that the piece leaves, if there is just one.
    pub from: Option<Cell>,
    /// The cell that the move is about.
    pub to: Cell,
}

/// A cell that a move changes.
struct Change<'a> {
    cell: Cell,
    before: Vec<&'a Piece>,
    after: Vec<&'a Piece>,
}

impl Board {
    /// Where a move leads on the board, if one cell can be told.
    pub fn arrow(&self, before: &[&str], after: &[&str], text: &str) -> Option<Arrow> {
        let (before, after) = (self.view(before), self.view(after));
        let mut changes = Vec::new();
        for (panel, (old, new)) in before.panels.iter().zip(&after.panels).enumerate() {
            for (row, (old, new)) in old.squares.iter().zip(&new.squares).enumerate() {
                for (column, (old, new)) in old.iter().zip(new).enumerate() {
                    let cell = Cell { panel, row, column };
                    changes.extend(change(cell, old, new));
                }
            }
        }
        let arrives = |it: &&Change<'_>| !it.after.is_empty();
        let into_empty = |it: &&Change<'_>| arrives(it) && it.before.is_empty();
        let to = only(changes.iter().filter(arrives))
            .or_else(|| only(changes.iter().filter(into_empty)))
            .map(|it| it.cell)
            .or_else(|| self.named(text, &changes))
            .or_else(|| only(changes.iter()).map(|it| it.cell))?;
        let leaves = |it: &&Change<'_>| it.after.is_empty() && it.cell != to;
        let came = changes.iter().find(|it| it.cell == to).map(|it| &it.after);
        let same = |it: &&Change<'_>| leaves(it) && Some(&it.before) == came;
        let from = only(changes.iter().filter(leaves));
        let from = from.or_else(|| only(changes.iter().filter(same)));
        Some(Arrow {
            from: from.map(|it| it.cell),
            to,
        })
    }

    /// The last cell that the move's arguments name, of those that change.
    fn named(&self, text: &str, changes: &[Change<'_>]) -> Option<Cell> {
        let terms = gdl::parse_terms(&Source::new("move", text.as_bytes())).ok()?;
        let [term] = terms.as_slice() else {
            return None;
        };
        let TermKind::Compound(_, arguments) = &term.kind else {
            return None;
        };
        let words: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let place = |names: &[String], name: &String| names.iter().position(|it| it == name);
        let cell = |panel: &Panel, pair: &[String]| {
            let (row, column) = match panel.row_first {
                true => (&pair[0], &pair[1]),
                false => (&pair[1], &pair[0]),
            };
            Some((place(&panel.rows, row)?, place(&panel.columns, column)?))
        };
        let is_named = |it: &&Change<'_>, pair: &[String]| {
            let panel = &self.panels[it.cell.panel];
            cell(panel, pair) == Some((it.cell.row, it.cell.column))
        };
        let mut pairs = words.windows(2).rev();
        let found = pairs.find_map(|pair| changes.iter().find(|it| is_named(it, pair)));
        found.map(|it| it.cell)
    }
}

fn change<'a>(cell: Cell, old: &Square<'a>, new: &Square<'a>) -> Option<Change<'a>> {
    (old.pieces != new.pieces).then(|| Change {
        cell,
        before: old.pieces.clone(),
        after: new.pieces.clone(),
    })
}

/// The element of an iterator that has just one.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}

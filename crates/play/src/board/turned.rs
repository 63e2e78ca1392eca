//! Boards that are the right way up become one [`Board`].
//!
//! In: fields, and for each how it is turned and what its boards and layers are called.
//! Out: panels with headings and places beside each other, marks and pieces.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{self, Field};
use super::shape::{Board, Cell, Mark, Panel, Piece, Writing};
use super::short::short;
use super::upright::Upright;

/// A field, and what it takes to draw it.
pub(super) struct Turned {
    pub field: Field,
    pub upright: Upright,
    /// The functions of its boards.
    pub boards: Vec<String>,
    /// What the author calls the arguments that tell panels apart; empty if unknown.
    pub called: Vec<String>,
}

impl Board {
    /// All fields together.
    pub(super) fn new(all: &[Turned], fluents: &[String]) -> Self {
        let pieces = pieces(all);
        let numbers: BTreeMap<&str, usize> =
            pieces.iter().map(|it| it.name.as_str()).zip(0..).collect();
        let mut board = Board {
            panels: Vec::new(),
            lines: Vec::new(),
            marks: BTreeMap::new(),
            writing: Writing {
                width: 1,
                labels: false,
            },
            pieces: Vec::new(),
        };
        let mut flow = Vec::new();
        for turned in all {
            let first = board.panels.len();
            let panels = turned.panels(all.len() > 1);
            match turned.field.layers.len() {
                2 => board.lines.extend(turned.grid(first)),
                _ => flow.extend(first..first + panels.len()),
            }
            board.panels.extend(panels);
            for (&fluent, mark) in &turned.field.marks {
                let content = &turned.field.contents[mark.content];
                let is_empty = turned.field.empty == Some(mark.content);
                let piece = numbers.get(content.name.as_str()).copied();
                let mark = Mark {
                    cell: turned.cell(mark, first),
                    piece: piece.filter(|_| !is_empty),
                };
                board.marks.insert(fluents[fluent].clone(), mark);
            }
        }
        if !flow.is_empty() {
            board.lines.insert(0, flow);
        }
        board.pieces = pieces;
        board
    }
}

/// All contents that are not empty, each once.
fn pieces(all: &[Turned]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for field in all.iter().map(|it| &it.field) {
        for (number, content) in field.contents.iter().enumerate() {
            let is_known = pieces.iter().any(|it| it.name == content.name);
            if Some(number) != field.empty && !is_known {
                pieces.push(Piece {
                    name: content.name.clone(),
                    label: String::new(),
                    owner: content.owner,
                });
            }
        }
    }
    let names: BTreeSet<&str> = pieces.iter().map(|it| it.name.as_str()).collect();
    let labels = short(&names);
    for piece in &mut pieces {
        piece.label = labels[&piece.name].clone();
    }
    pieces
}

impl Turned {
    /// The panels of all boards; `named` says whether each has the name of its function.
    fn panels(&self, named: bool) -> Vec<Panel> {
        let Upright { down, from_first } = self.upright;
        let mut rows = self.field.axes[down].names.clone();
        if !from_first {
            rows.reverse();
        }
        let named = named || self.boards.len() > 1;
        let panel = |heading: String| Panel {
            heading,
            rows: rows.clone(),
            columns: self.field.axes[1 - down].names.clone(),
            counts_up: !from_first,
            row_first: down == 0,
        };
        let boards = self.boards.iter().flat_map(|board| {
            let name = if named { board.as_str() } else { "" };
            let layers = 0..self.field.layers_count();
            layers.map(move |layer| self.heading(name, layer))
        });
        boards.map(panel).collect()
    }

    /// The name of a board, and which of its layers it is: `board 2`, `z 1`.
    fn heading(&self, name: &str, mut layer: usize) -> String {
        let mut words = Vec::new();
        for (axis, called) in self.field.layers.iter().zip(&self.called).rev() {
            let value = &axis.names[layer % axis.names.len()];
            layer /= axis.names.len();
            words.push(format!("{called} {value}").trim().to_owned());
        }
        words.reverse();
        format!("{name} {}", words.join(", ")).trim().to_owned()
    }

    /// Boards that are told apart by two arguments lie as cells do that have these names.
    fn grid(&self, first: usize) -> Vec<Vec<usize>> {
        let Upright { down, from_first } = self.upright;
        let sizes = [0, 1].map(|it| self.field.layers[it].names.len());
        let number = |row: usize, column: usize| match down {
            0 => row * sizes[1] + column,
            _ => column * sizes[1] + row,
        };
        let mut lines = Vec::new();
        for board in 0..self.boards.len() {
            let first = first + board * sizes[0] * sizes[1];
            let mut rows: Vec<usize> = (0..sizes[down]).collect();
            if !from_first {
                rows.reverse();
            }
            let line = |row| (0..sizes[1 - down]).map(move |it| first + number(row, it));
            lines.extend(rows.into_iter().map(|row| line(row).collect::<Vec<_>>()));
        }
        lines
    }

    fn cell(&self, mark: &field::Mark, first: usize) -> Cell {
        let Upright { down, from_first } = self.upright;
        let row = mark.cell[down];
        let rows = self.field.axes[down].names.len();
        Cell {
            panel: first + mark.panel,
            row: if from_first { row } else { rows - 1 - row },
            column: mark.cell[1 - down],
        }
    }
}

//! A board in a picture: squares, pieces, and the cells that moves lead to.

use std::collections::BTreeMap;

use play::{Arrow, Board, Cell, Choice, Panel, Piece, Position, View};

use super::canvas::{BORDER, Canvas, INK, LINE, Words};
use super::layout::{Layout, NAMES, SMALL};
use super::moves::{line, result, shade};
use crate::svg;

/// The smallest square with words in it.
const MIN_WORDS: f64 = 48.0;

/// By role; told apart without red and green.
const COLOURS: [&str; 4] = ["#2c69b0", "#d5711a", "#7f5fa8", "#444444"];
/// What belongs to nobody.
const UNOWNED: &str = "#7d7d7d";
/// Where the grid has no cell.
const MISSING: &str = "#eeeeee";
const BEST_ARROW: &str = "#2e7d32";
/// Most arrows; more would hide the board, and all moves are listed beside it.
const MAX_ARROWS: usize = 6;

/// A board with what is on it.
pub(super) struct BoardPicture<'a> {
    board: &'a Board,
    view: &'a View<'a>,
    arrows: &'a [Option<Arrow>],
    roles: usize,
    corner: (f64, f64),
    layout: Layout,
}

impl<'a> BoardPicture<'a> {
    /// A board that is to be drawn from a corner on.
    pub(super) fn new(
        board: &'a Board,
        view: &'a View<'a>,
        arrows: &'a [Option<Arrow>],
        roles: usize,
        corner: (f64, f64),
    ) -> Self {
        BoardPicture {
            board,
            view,
            arrows,
            roles,
            corner,
            layout: Layout::new(view, corner),
        }
    }

    /// Draws the board. Returns width and height, and whether every move has a cell of
    /// its own.
    pub(super) fn draw(&self, canvas: &mut Canvas, position: &Position) -> (f64, f64, bool) {
        let targets = self.targets(position);
        for (number, panel) in self.view.panels.iter().enumerate() {
            for (row, squares) in panel.squares.iter().enumerate() {
                for (column, square) in squares.iter().enumerate() {
                    let cell = cell(number, row, column);
                    if !square.exists {
                        let centre = self.layout.centre(cell);
                        canvas.tile(centre, self.layout.side * 0.46, MISSING);
                        continue;
                    }
                    let target = targets.get(&cell).map(|&choice| (choice, position));
                    self.square(canvas, cell, target, &square.pieces);
                }
            }
        }
        self.best_arrows(canvas, position);
        for (number, panel) in self.view.panels.iter().enumerate() {
            self.names(canvas, number, panel.panel);
        }
        let Layout { width, height, .. } = self.layout;
        let (left, top) = self.corner;
        let notes = self.notes(canvas, (left, top + height + 8.0), width.max(320.0));
        let shown = targets.len() == position.moves.len();
        (width, height + notes, shown)
    }

    /// For each cell the best move that leads there. If all moves lead to one cell, as
    /// into the gap of a sliding puzzle, the cells that they come from.
    fn targets<'p>(&self, position: &'p Position) -> BTreeMap<Cell, &'p Choice> {
        let arrows = || self.arrows.iter().flatten();
        let first = arrows().next().map(|it| it.to);
        let is_one = arrows().count() > 1 && arrows().all(|it| Some(it.to) == first);
        let mut targets = BTreeMap::new();
        for (choice, arrow) in position.moves.iter().zip(self.arrows) {
            let Some(arrow) = arrow else { continue };
            let cell = arrow.from.filter(|_| is_one).unwrap_or(arrow.to);
            targets.entry(cell).or_insert(choice);
        }
        targets
    }

    fn square(
        &self,
        canvas: &mut Canvas,
        cell: Cell,
        target: Option<(&Choice, &Position)>,
        pieces: &[&Piece],
    ) {
        let side = self.layout.side;
        let (x, y) = self.layout.centre(cell);
        let half = side / 2.0;
        let colours = target.map(|it| shade(it.0.judgement));
        let tip = target.map(|(choice, position)| line(choice, position.mover));
        let fill = colours.map_or("white", |it| it.fill);
        canvas.square((x - half, y - half), side, fill, &tip.unwrap_or_default());
        self.pieces(canvas, (x, y), pieces);
        if let (Some((choice, position)), Some(colours)) = (target, colours)
            && side >= MIN_WORDS
        {
            // Below pieces, and below the head of an arrow.
            let below =
                !pieces.is_empty() || self.arrows.iter().flatten().any(|it| it.from.is_some());
            let how = Words {
                size: if below { 11.0 } else { 14.0 },
                anchor: "middle",
                colour: colours.ink,
                bold: false,
            };
            let y = if below { y + half - 4.0 } else { y + 5.0 };
            canvas.written((x, y), &how, &result(choice, position.mover));
        }
    }

    /// Pieces beside each other, each with its label.
    fn pieces(&self, canvas: &mut Canvas, (x, y): (f64, f64), pieces: &[&Piece]) {
        let count = pieces.len().max(1) as f64;
        let side = self.layout.side;
        let radius = side * 0.36 / count.sqrt().max(1.0);
        for (place, piece) in pieces.iter().enumerate() {
            let shift = (place as f64 - (count - 1.0) / 2.0) * side / count;
            let centre = (x + shift, y - side * 0.05);
            let colour = match piece.owner {
                Some(role) => COLOURS[role.index() % COLOURS.len()],
                None => UNOWNED,
            };
            match piece.owner.is_some() && self.roles > 1 {
                true => canvas.disc(centre, radius, colour),
                false => canvas.tile(centre, radius, colour),
            }
            let length = piece.label.chars().count().max(2) as f64;
            let size = radius * 2.2 / length;
            let how = Words {
                size,
                anchor: "middle",
                colour: "white",
                bold: true,
            };
            canvas.written((centre.0, centre.1 + size * 0.36), &how, &piece.label);
        }
    }

    fn best_arrows(&self, canvas: &mut Canvas, position: &Position) {
        let moves = position.moves.iter().zip(self.arrows);
        let best = moves.filter(|(choice, _)| choice.judgement.is_best());
        let arrows = best.filter_map(|(_, arrow)| arrow.and_then(|it| Some((it.from?, it.to))));
        let arrows: Vec<(Cell, Cell)> = arrows.collect();
        for &(from, to) in arrows.iter().filter(|_| arrows.len() <= MAX_ARROWS) {
            let (from, to) = (self.layout.centre(from), self.layout.centre(to));
            canvas.arrow(from, to, self.layout.side * 0.2, BEST_ARROW);
        }
    }

    /// The heading of a panel, and the names of its rows and columns.
    fn names(&self, canvas: &mut Canvas, number: usize, panel: &Panel) {
        let how = |anchor, bold| Words {
            size: SMALL,
            anchor,
            colour: INK,
            bold,
        };
        let corner = self.layout.corners[number];
        for (row, name) in panel.rows.iter().enumerate() {
            let (_, y) = self.layout.centre(cell(number, row, 0));
            canvas.written((corner.0 - 8.0, y + 4.5), &how("end", false), name);
        }
        let edge = match panel.counts_up {
            true => corner.1 + self.layout.side * panel.rows.len() as f64 + 18.0,
            false => corner.1 - 8.0,
        };
        for (column, name) in panel.columns.iter().enumerate() {
            let (x, _) = self.layout.centre(cell(number, 0, column));
            canvas.written((x, edge), &how("middle", false), name);
        }
        let above = if panel.counts_up { 8.0 } else { NAMES + 6.0 };
        if !panel.heading.is_empty() {
            let at = (corner.0, corner.1 - above);
            canvas.written(at, &how("start", true), &panel.heading);
        }
    }

    /// The meaning of labels, and the fluents that are not about cells; returns their
    /// height.
    fn notes(&self, canvas: &mut Canvas, (left, top): (f64, f64), width: f64) -> f64 {
        let used = |piece: &&Piece| {
            let mut pieces = self.view.squares().flat_map(|it| &it.pieces);
            pieces.any(|it| it == piece)
        };
        let named = self.board.pieces().iter().filter(used);
        let named = named.filter(|it| it.label != it.name);
        let mut words: Vec<String> = named
            .map(|it| format!("{} {}", it.label, it.name))
            .collect();
        let labels = words.len();
        words.extend(self.view.others.iter().map(|&it| it.to_owned()));
        let (mut x, mut y) = (left, top + SMALL);
        for (place, word) in words.iter().enumerate() {
            let wide = svg::width(word, SMALL) + 14.0;
            if x > left && (x + wide > BORDER + width || place == labels) {
                (x, y) = (left, y + LINE);
            }
            canvas.words((x, y), SMALL, word);
            x += wide;
        }
        if words.is_empty() { 0.0 } else { y - top + 8.0 }
    }
}

fn cell(panel: usize, row: usize, column: usize) -> Cell {
    Cell { panel, row, column }
}

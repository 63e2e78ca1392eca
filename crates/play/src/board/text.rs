//! Boards in characters, for a terminal of 80 columns.
//!
//! In: a [`View`]. Out: lines, with boards beside each other. Cells have the same width in all positions of a game: that
//! of the widest piece that can occur, or of the widest pile that sampled games show.

use super::shape::{Board, Panel, Piece};
use super::view::{PanelView, Square, View};

/// Characters on a line of a terminal.
pub(super) const LINE_WIDTH: usize = 80;

/// Between two boards beside each other, in characters.
const BETWEEN: usize = 2;

/// Most pieces that are always explained; of more, those that are on the board.
const MAX_EXPLAINED: usize = 12;

/// An empty cell.
const EMPTY: &str = ".";

impl Board {
    /// Draws the state in which these fluents hold: the boards, beside each other where
    /// there is room, and below them the other fluents.
    pub fn draw(&self, fluents: &[&str]) -> String {
        let view = self.view(fluents);
        let mut text = String::new();
        for line in view.lines {
            let blocks = line.iter().map(|&it| self.block(&view.panels[it]));
            for blocks in side_by_side(&blocks.collect::<Vec<_>>()) {
                let gap = if text.is_empty() { "" } else { "\n" };
                text = text + gap + &blocks;
            }
        }
        text + &self.below(&view)
    }

    /// A panel, as lines.
    fn block(&self, view: &PanelView<'_>) -> Vec<String> {
        let panel = view.panel;
        let margin = panel.margin();
        let mut lines = Vec::new();
        if !panel.heading.is_empty() {
            lines.push(line("", margin, std::slice::from_ref(&panel.heading)));
        }
        lines.extend(self.columns(panel));
        for (name, squares) in panel.rows.iter().zip(&view.squares) {
            let width = self.writing.width;
            let cells = squares
                .iter()
                .map(|it| format!("{:>width$}", self.cell(it)));
            lines.push(line(name, margin, &cells.collect::<Vec<_>>()));
        }
        lines
    }

    /// The names of the columns. Where they would make the board too wide, their
    /// characters stand one below the other.
    fn columns(&self, panel: &Panel) -> Vec<String> {
        let width = self.writing.width;
        let margin = panel.margin();
        let longest = panel.columns.iter().map(|it| it.chars().count());
        let longest = longest.max().unwrap_or(0);
        if longest <= width {
            let names = panel.columns.iter().map(|it| format!("{it:>width$}"));
            return vec![line("", margin, &names.collect::<Vec<_>>())];
        }
        let level = |level: usize| {
            let character = |name: &String| {
                let name = format!("{name:>longest$}");
                let found = name.chars().nth(level).unwrap_or(' ');
                format!("{found:>width$}")
            };
            let names = panel.columns.iter().map(character);
            line("", margin, &names.collect::<Vec<_>>())
        };
        (0..longest).map(level).collect()
    }

    fn cell(&self, square: &Square<'_>) -> String {
        let names = square.pieces.iter().map(|it| match self.writing.labels {
            true => it.label.as_str(),
            false => it.name.as_str(),
        });
        let names: Vec<&str> = names.collect();
        let pile = names.join("+");
        match names.is_empty() {
            true if square.exists => EMPTY.to_owned(),
            // A pile that no sampled game has shown: a sign that there is more.
            _ if pile.chars().count() > self.writing.width => {
                let start = pile.chars().take(self.writing.width - 1);
                start.chain(['+']).collect()
            }
            _ => pile,
        }
    }

    /// The meaning of labels, and the other fluents.
    fn below(&self, view: &View<'_>) -> String {
        let labelled = |it: &&Piece| self.writing.labels && it.label != it.name;
        let present = |it: &Piece| view.squares().any(|square| square.pieces.contains(&it));
        let few = self.pieces.len() <= MAX_EXPLAINED;
        let names = self.pieces.iter().filter(labelled);
        let names = names.filter(|it| few || present(it));
        let names = names.map(|it| format!("{} is {}", it.label, it.name));
        let mut names: Vec<String> = names.collect();
        names.sort();
        wrapped(&names, ", ") + &wrapped(&view.others, " ")
    }
}

impl Panel {
    fn margin(&self) -> usize {
        let rows = self.rows.iter().map(|it| it.chars().count());
        rows.max().unwrap_or(0)
    }

    /// The width of a line with cells of this width, in characters.
    pub(super) fn line_width(&self, cell: usize) -> usize {
        3 + self.margin() + self.columns.len() * (cell + 1)
    }
}

/// A line of cells.
fn line(name: &str, margin: usize, cells: &[String]) -> String {
    format!("  {name:>margin$}  {}", cells.join(" "))
}

/// Blocks of lines beside each other. If a line does not take all, each has as many as
/// the others.
fn side_by_side(blocks: &[Vec<String>]) -> Vec<String> {
    let fits = |count: &usize| {
        let mut rows = blocks.chunks(*count);
        rows.all(|row| width(row) <= LINE_WIDTH)
    };
    let fitting = |most: usize| (1..=most).rev().find(fits).unwrap_or(1);
    let rows = blocks.len().div_ceil(fitting(blocks.len())).max(1);
    let even = fitting(blocks.len().div_ceil(rows));
    blocks.chunks(even).map(joined).collect()
}

/// The width of blocks beside each other.
fn width(blocks: &[Vec<String>]) -> usize {
    let widths: usize = blocks.iter().map(|it| widest(it)).sum();
    widths + BETWEEN * blocks.len().saturating_sub(1)
}

/// Blocks beside each other, as text.
fn joined(blocks: &[Vec<String>]) -> String {
    let mut row = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        append(
            &mut row,
            block,
            width(&blocks[..number]) + BETWEEN * number.min(1),
        );
    }
    let lines = row.iter().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

/// Adds a block beside others, which take so much room.
fn append(row: &mut Vec<String>, block: &[String], left: usize) {
    row.resize(row.len().max(block.len()), String::new());
    for (line, right) in row.iter_mut().zip(block) {
        let room = left - line.chars().count();
        line.push_str(&" ".repeat(room));
        line.push_str(right);
    }
}

fn widest(block: &[String]) -> usize {
    let lines = block.iter().map(|it| it.chars().count());
    lines.max().unwrap_or(0)
}

/// Words on lines that are not too wide.
fn wrapped<S: AsRef<str>>(words: &[S], between: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for (place, word) in words.iter().map(AsRef::as_ref).enumerate() {
        let between = if place + 1 < words.len() { between } else { "" };
        let wide = word.chars().count() + between.chars().count();
        if width == 0 || width + wide > LINE_WIDTH {
            text = text.trim_end().to_owned();
            text.push_str(if text.is_empty() { "  " } else { "\n  " });
            width = 2;
        }
        text.push_str(word);
        text.push_str(between);
        width += wide;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        let words = vec!["(counter 12345)"; 11];
        let text = wrapped(&words, " ");
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.lines().all(|it| it.len() <= LINE_WIDTH), "{text}");
        assert_eq!(text.matches("(counter").count(), 11);
    }
}

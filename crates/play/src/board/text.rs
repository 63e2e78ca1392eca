//! A board in characters, for a terminal of 80 columns.
//!
//! In: a [`View`]. Out: lines. Cells have the same width in all positions of a game: that
//! of the widest piece that can occur, or of the widest pile that sampled games show.

use super::shape::{Board, Piece};
use super::view::{Square, View};

/// Characters on a line of a terminal.
pub(super) const LINE_WIDTH: usize = 80;

/// Most pieces that are always explained; of more, those that are on the board.
const MAX_EXPLAINED: usize = 12;

/// An empty cell.
const EMPTY: &str = ".";

impl Board {
    /// Draws the state in which these fluents hold: the board, and below it the other
    /// fluents.
    pub fn draw(&self, fluents: &[&str]) -> String {
        let view = self.view(fluents);
        let margin = self.margin();
        let mut text = self.heading(margin);
        for (name, squares) in view.rows.iter().zip(&view.squares) {
            let width = self.writing.width;
            let cells = squares
                .iter()
                .map(|it| format!("{:>width$}", self.cell(it)));
            let cells: Vec<String> = cells.collect();
            line(&mut text, name, margin, &cells);
        }
        text + &self.below(&view)
    }

    fn margin(&self) -> usize {
        let rows = self.rows.iter().map(|it| it.chars().count());
        rows.max().unwrap_or(0)
    }

    /// The names of the columns. Where they would make the board too wide, their
    /// characters stand one below the other.
    fn heading(&self, margin: usize) -> String {
        let width = self.writing.width;
        let longest = self.columns.iter().map(|it| it.chars().count());
        let longest = longest.max().unwrap_or(0);
        let mut text = String::new();
        if longest <= width {
            let names = self.columns.iter().map(|it| format!("{it:>width$}"));
            line(&mut text, "", margin, &names.collect::<Vec<_>>());
            return text;
        }
        for level in 0..longest {
            let character = |name: &String| {
                let name = format!("{name:>longest$}");
                let found = name.chars().nth(level).unwrap_or(' ');
                format!("{found:>width$}")
            };
            let level: Vec<String> = self.columns.iter().map(character).collect();
            line(&mut text, "", margin, &level);
        }
        text
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
        let present = |it: &Piece| {
            let mut squares = view.squares.iter().flatten();
            squares.any(|square| square.pieces.contains(&it))
        };
        let few = self.pieces.len() <= MAX_EXPLAINED;
        let names = self.pieces.iter().filter(labelled);
        let names = names.filter(|it| few || present(it));
        let names = names.map(|it| format!("{} is {}", it.label, it.name));
        let mut names: Vec<String> = names.collect();
        names.sort();
        wrapped(&names, ", ") + &wrapped(&view.others, " ")
    }

    /// The width of a line with cells of this width, in characters.
    pub(super) fn line_width(&self, cell: usize) -> usize {
        3 + self.margin() + self.columns.len() * (cell + 1)
    }
}

/// Adds a line of cells.
fn line(text: &mut String, name: &str, margin: usize, cells: &[String]) {
    let line = format!("  {name:>margin$}  {}", cells.join(" "));
    text.push_str(line.trim_end());
    text.push('\n');
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

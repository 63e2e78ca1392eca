//! The fluents of a state without a board, as a table: one row for each, those of one
//! function together.

use gdl::{Source, Term, TermKind};

use super::canvas::{Canvas, INK, LINE, Words};
use crate::svg;

/// Most rows.
const MAX_ROWS: usize = 30;
const SIZE: f64 = 14.0;
/// Between two columns.
const SPACE: f64 = 16.0;

/// Fluents, each as its name and its arguments.
pub(super) struct FluentTable {
    rows: Vec<Vec<String>>,
}

impl FluentTable {
    pub(super) fn new(fluents: &[&str]) -> Self {
        let mut rows: Vec<Vec<String>> = fluents.iter().map(|it| words(it)).collect();
        // Stable: fluents of one function stay in the order of the state.
        rows.sort_by(|a, b| a[0].cmp(&b[0]));
        FluentTable { rows }
    }

    /// Draws from a corner on; returns width and height.
    pub(super) fn draw(&self, canvas: &mut Canvas, (left, top): (f64, f64)) -> (f64, f64) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let widths = cells.map(|it| svg::width(it, SIZE));
            widths.fold(0.0, f64::max) + SPACE
        };
        let widths: Vec<f64> = (0..columns).map(width).collect();
        let mut y = top + 12.0;
        let mut last = None;
        for row in self.rows.iter().take(MAX_ROWS) {
            let mut x = left;
            for (place, (word, width)) in row.iter().zip(&widths).enumerate() {
                let how = Words {
                    size: SIZE,
                    anchor: "start",
                    colour: INK,
                    bold: place > 0,
                };
                if place > 0 || last != Some(word) {
                    canvas.written((x, y), &how, word);
                }
                x += width;
            }
            last = row.first();
            y += LINE;
        }
        if self.rows.len() > MAX_ROWS {
            let more = format!("and {} more", self.rows.len() - MAX_ROWS);
            canvas.words((left, y), SIZE, &more);
            y += LINE;
        }
        (widths.iter().sum(), y - top - 12.0)
    }
}

/// The name and the arguments of a fluent.
fn words(fluent: &str) -> Vec<String> {
    let terms = gdl::parse_terms(&Source::new("fluent", fluent.as_bytes()));
    match terms.as_deref() {
        Ok(
            [
                Term {
                    kind: TermKind::Compound(name, arguments),
                    ..
                },
            ],
        ) => {
            let arguments = arguments.iter().map(ToString::to_string);
            [name.to_string()].into_iter().chain(arguments).collect()
        }
        _ => vec![fluent.to_owned()],
    }
}

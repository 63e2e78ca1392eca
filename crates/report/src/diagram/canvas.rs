//! Shapes and words of a picture.

use std::fmt::Write;

use crate::svg::escaped;

/// Around the picture.
pub(super) const BORDER: f64 = 24.0;
/// From one line of words to the next.
pub(super) const LINE: f64 = 20.0;
/// The colour of words and lines.
pub(super) const INK: &str = "#333333";

/// A picture that is being drawn; its size is known at the end.
pub(super) struct Canvas {
    svg: String,
}

/// How words are written.
pub(super) struct Words<'a> {
    pub size: f64,
    /// `start`, `middle` or `end`.
    pub anchor: &'a str,
    pub colour: &'a str,
    pub bold: bool,
}

impl Canvas {
    pub(super) fn new() -> Self {
        Canvas { svg: String::new() }
    }

    /// Words in the usual colour, from the left.
    pub(super) fn words(&mut self, at: (f64, f64), size: f64, words: &str) {
        let how = Words {
            size,
            anchor: "start",
            colour: INK,
            bold: false,
        };
        self.written(at, &how, words);
    }

    pub(super) fn written(&mut self, (x, y): (f64, f64), how: &Words<'_>, words: &str) {
        let weight = if how.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let (size, anchor, colour) = (how.size, how.anchor, how.colour);
        let words = escaped(words);
        let _ = writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size:.1}\" \
             fill=\"{colour}\"{weight}>{words}</text>"
        );
    }

    /// A square with its upper left corner; the tip is shown by browsers.
    pub(super) fn square(&mut self, (x, y): (f64, f64), side: f64, fill: &str, tip: &str) {
        let tip = match tip {
            "" => String::new(),
            tip => format!("<title>{}</title>", escaped(tip)),
        };
        let _ = writeln!(
            self.svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" \
             fill=\"{fill}\" stroke=\"#888888\">{tip}</rect>"
        );
    }

    /// A rounded square around a centre.
    pub(super) fn tile(&mut self, (x, y): (f64, f64), half: f64, fill: &str) {
        let side = 2.0 * half;
        let _ = writeln!(
            self.svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" \
             rx=\"{:.1}\" fill=\"{fill}\"/>",
            x - half,
            y - half,
            half / 3.0,
        );
    }

    pub(super) fn disc(&mut self, (x, y): (f64, f64), radius: f64, fill: &str) {
        let _ = writeln!(
            self.svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\"/>"
        );
    }

    /// An arrow between two centres, with a head of this size.
    pub(super) fn arrow(&mut self, from: (f64, f64), to: (f64, f64), head: f64, colour: &str) {
        let (along, across) = (to.0 - from.0, to.1 - from.1);
        let length = along.hypot(across).max(1.0);
        let (x, y) = (along / length, across / length);
        // It begins at the edge of the piece, and ends before the middle of the cell.
        let start = (from.0 + x * head * 1.8, from.1 + y * head * 1.8);
        let to = (to.0 - x * head * 0.3, to.1 - y * head * 0.3);
        let neck = (to.0 - x * head, to.1 - y * head);
        let _ = writeln!(
            self.svg,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{:.1}\" opacity=\"0.8\"/>",
            start.0,
            start.1,
            neck.0,
            neck.1,
            head / 4.0,
        );
        let wing = |side: f64| {
            let (x, y) = (neck.0 - y * side * head, neck.1 + x * side * head);
            format!("{x:.1},{y:.1}")
        };
        let _ = writeln!(
            self.svg,
            "<polygon points=\"{:.1},{:.1} {} {}\" fill=\"{colour}\" opacity=\"0.8\"/>",
            to.0,
            to.1,
            wing(0.6),
            wing(-0.6),
        );
    }

    /// The whole picture.
    pub(super) fn finish(self, (width, height): (f64, f64)) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" \
             height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
            self.svg
        )
    }
}

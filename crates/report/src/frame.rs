//! The frame of a panel with a slot for each layer: lines across, layers below.

use std::fmt::Write;

use crate::svg::{SMALL, text};

/// The height of a panel.
pub const PANEL: f64 = 240.0;

/// Between the numbers of an axis and the panel.
pub const AXIS: f64 = 12.0;

/// Where panels begin and end, from left to right.
pub struct Frame {
    /// The left edge.
    pub left: f64,
    /// The right edge.
    pub right: f64,
    /// The number of layers.
    pub slots: u64,
}

impl Frame {
    /// Where a layer stands: in the middle of its slot.
    pub fn x(&self, layer: f64) -> f64 {
        self.left + (layer + 0.5) / self.slots as f64 * (self.right - self.left)
    }

    /// Where the bar of a layer begins and ends.
    pub fn slot(&self, layer: u64) -> (f64, f64) {
        let (middle, half) = (layer as f64, 0.42);
        (self.x(middle - half), self.x(middle + half))
    }

    /// Draws a line across, with its label.
    pub fn line_across(&self, svg: &mut String, y: f64, label: &str) {
        let Frame { left, right, .. } = self;
        let _ = writeln!(
            svg,
            "<line x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
             stroke=\"#dddddd\"/>"
        );
        text(svg, (left - AXIS, y + 4.0), "end", SMALL, label);
    }

    /// Writes the numbers of layers below a panel that ends there.
    pub fn layers_below(&self, svg: &mut String, y: f64) {
        let last = self.slots - 1;
        let step = (last / 12 + 1) as usize;
        for layer in (0..=last).step_by(step) {
            let x = self.x(layer as f64);
            text(svg, (x, y + 20.0), "middle", SMALL, &layer.to_string());
        }
        let middle = self.x(last as f64 / 2.0);
        let words = "moves from the start";
        text(svg, (middle, y + 38.0), "middle", SMALL, words);
    }
}

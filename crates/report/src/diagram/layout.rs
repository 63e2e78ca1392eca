//! Where the panels of a board lie in a picture: beside each other where there is room,
//! each with its heading and the names of its rows and columns.

use play::{Cell, Panel, View};

use crate::svg;

/// The largest and the smallest side of a square.
const SIDES: (f64, f64) = (64.0, 20.0);
/// The smallest side of a square for the sake of panels beside it; with less, panels go
/// into the next line.
const MIN_BESIDE: f64 = 36.0;
/// What a panel may take in width and height.
const MAX_EXTENT: f64 = 640.0;
/// What a line of panels may take in width.
const MAX_LINE: f64 = 1000.0;
/// Between two panels.
const GAP: f64 = 28.0;
/// Room for the names of columns, and for a heading.
pub(super) const NAMES: f64 = 26.0;
pub(super) const SMALL: f64 = 13.0;

/// Sizes and places of panels.
pub(super) struct Layout {
    /// The side of a square.
    pub side: f64,
    /// The upper left corner of the first square of each panel.
    pub corners: Vec<(f64, f64)>,
    pub width: f64,
    pub height: f64,
}

impl Layout {
    /// Lays the panels of a view out from a corner on.
    pub(super) fn new(view: &View<'_>, (left, top): (f64, f64)) -> Self {
        let side = side(view);
        let mut layout = Layout {
            side,
            corners: vec![(left, top); view.panels.len()],
            width: 0.0,
            height: 0.0,
        };
        let mut y = top;
        for line in view.lines {
            let (mut x, mut height) = (left, 0.0_f64);
            for &number in line {
                let panel = view.panels[number].panel;
                let wide = width(panel, side);
                if x > left && x + wide > left + MAX_LINE {
                    y += height + GAP;
                    (x, height) = (left, 0.0);
                }
                let above = heading(panel) + if panel.counts_up { 0.0 } else { NAMES };
                layout.corners[number] = (x + margin(panel), y + above);
                let high = heading(panel) + NAMES + side * panel.rows.len() as f64;
                height = height.max(high);
                x += wide + GAP;
                layout.width = layout.width.max(x - GAP - left);
            }
            y += height + GAP;
        }
        layout.height = y - GAP - top;
        layout
    }

    /// The centre of a cell.
    pub(super) fn centre(&self, cell: Cell) -> (f64, f64) {
        let at = |place: usize| (place as f64 + 0.5) * self.side;
        let (x, y) = self.corners[cell.panel];
        (x + at(cell.column), y + at(cell.row))
    }
}

/// The side of all squares.
fn side(view: &View<'_>) -> f64 {
    let lengths = view.panels.iter();
    let lengths = lengths.map(|it| it.panel.rows.len().max(it.panel.columns.len()));
    let alone = MAX_EXTENT / lengths.max().unwrap_or(1).max(1) as f64;
    let beside = view.lines.iter().map(|line| {
        let panels = || line.iter().map(|&it| view.panels[it].panel);
        let columns: usize = panels().map(|it| it.columns.len()).sum();
        let margins: f64 = panels().map(|it| margin(it) + GAP).sum();
        (MAX_LINE + GAP - margins) / columns.max(1) as f64
    });
    let beside = beside.fold(SIDES.0, f64::min);
    let least = if view.panels.len() > 1 {
        MIN_BESIDE
    } else {
        alone
    };
    beside.max(least).min(alone).min(SIDES.0).max(SIDES.1)
}

/// The width of the names of the rows.
fn margin(panel: &Panel) -> f64 {
    let names = panel.rows.iter().map(|it| svg::width(it, SMALL));
    names.fold(0.0, f64::max) + 12.0
}

/// The width of a panel, with its heading.
fn width(panel: &Panel, side: f64) -> f64 {
    let squares = side * panel.columns.len() as f64;
    margin(panel) + squares.max(svg::width(&panel.heading, SMALL) * 1.1)
}

/// The height of a heading.
fn heading(panel: &Panel) -> f64 {
    if panel.heading.is_empty() { 0.0 } else { NAMES }
}

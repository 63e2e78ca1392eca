//! How cells are written, so that a board keeps its width in all positions of a game.
//!
//! In: a board and sampled states. Out: the width of cells, and whether labels stand for
//! names: as wide as the widest piece, or as the widest pile of a sampled state.

use super::shape::{Board, Writing};
use super::text::LINE_WIDTH;

/// Width of a cell, in characters, above which names are shortened: wider cells do not
/// look like a board.
const MAX_NAME_WIDTH: usize = 5;

/// Width of all cells of a row together, in characters, above which names are shortened.
const MAX_NAMES_WIDTH: usize = 36;

impl Board {
    /// How cells are written in these states and others.
    pub(super) fn writing<'a>(&self, states: impl Iterator<Item = Vec<&'a str>>) -> Writing {
        let mut names = self.pieces.iter().map(|it| length(&it.name)).max();
        let single = self.pieces.iter().map(|it| length(&it.label)).max();
        let mut labels = single;
        for fluents in states {
            for square in self.view(&fluents).squares() {
                names = names.max(Some(square.width(|it| length(&it.name))));
                labels = labels.max(Some(square.width(|it| length(&it.label))));
            }
        }
        let (names, labels) = (names.unwrap_or(1).max(1), labels.unwrap_or(1).max(1));
        let longest = self.panels.iter().map(|it| it.columns.len()).max();
        let uses_labels = names > MAX_NAME_WIDTH || names * longest.unwrap_or(0) > MAX_NAMES_WIDTH;
        let pieces = if uses_labels { labels } else { names };
        let columns = self.panels.iter().flat_map(|it| &it.columns);
        let columns = columns.map(|it| length(it)).max();
        // Too wide: names of columns are written downwards, then piles are cut.
        let widths = [pieces.max(columns.unwrap_or(0)), pieces];
        let width = widths.into_iter().find(|&it| {
            self.panels
                .iter()
                .all(|panel| panel.line_width(it) <= LINE_WIDTH)
        });
        Writing {
            width: width.or(single).unwrap_or(1).max(1),
            labels: uses_labels,
        }
    }
}

/// In characters.
fn length(name: &str) -> usize {
    name.chars().count()
}

//! Which way up a board is drawn.
//!
//! In: what the rules and the sampled games show. Out: the axis that goes down, and
//! whether its first place is at the top. The axis comes from the first of these that
//! tells: the way things fall; the way a numbered board is read; where the roles begin;
//! letters beside numbers, as in chess; the words of the author. Otherwise the second
//! argument goes down. The other axis goes from left to right.

use super::field::Field;
use super::gravity::Fall;
use super::homes::Home;
use super::order::Kind;
use super::reading::Reading;

/// What is known of a board.
pub(super) struct Signs {
    pub fall: Option<Fall>,
    pub reading: Option<Reading>,
    pub home: Option<Home>,
    /// The axis that the author calls the columns.
    pub column: Option<usize>,
}

/// Which way up a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Upright {
    /// The axis that goes down.
    pub down: usize,
    /// Whether its first place is at the top.
    pub from_first: bool,
}

impl Signs {
    /// Which way up the board is.
    pub(super) fn upright(&self, field: &Field) -> Upright {
        let kinds = field.axes.each_ref().map(|axis| axis.kind);
        let chess = match kinds {
            [Kind::Letters, Kind::Numbers] => Some(1),
            [Kind::Numbers, Kind::Letters] => Some(0),
            _ => None,
        };
        let fall = self.fall.map(|it| it.axis);
        let read = self.reading.map(|it| it.down);
        let named = self.column.map(|column| 1 - column);
        let home = self.home.map(|it| it.axis);
        let down = fall.or(read).or(home).or(chess).or(named).unwrap_or(1);
        // On paper the rows of a matrix count down, and a graph's axis counts up: so
        // does a board whose column comes first.
        let usual = down == 0;
        let counts_up = !usual && kinds[down] == Kind::Numbers;
        let from_first = match (self.fall, self.reading, self.home) {
            (Some(fall), ..) => fall.to_last,
            (_, Some(reading), _) if reading.down == down => reading.from_first,
            _ if chess == Some(down) => false,
            _ if counts_up => false,
            // The first role begins at the bottom.
            (.., Some(home)) if home.axis == down => home.at_last,
            _ => usual,
        };
        Upright { down, from_first }
    }
}

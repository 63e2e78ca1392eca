//! Best play from a position on.

use rustc_hash::FxHashSet;

use crate::{Oracle, PlayError, Position, SolvedGame};

/// The number of moves after which a line is cut.
const LINE_LENGTH: usize = 200;

/// The moves of best play from a position on, in KIF: the first best move each
/// time, until the end, a state without a known value, a state seen before, or 200
/// moves.
///
/// # Errors
///
/// As [`SolvedGame::position`].
pub fn best_line<O: Oracle>(
    solved: &SolvedGame<O>,
    from: &Position,
) -> Result<Vec<String>, PlayError> {
    let mut line = Vec::new();
    let mut seen = FxHashSet::default();
    let mut position = from.clone();
    while line.len() < LINE_LENGTH && seen.insert(position.state.clone()) {
        let goes_on = |it: &&crate::Choice| position.mover.is_none() || it.judgement.is_best();
        let Some(choice) = position.moves.first().filter(goes_on) else {
            break;
        };
        if position.outcome.is_none() {
            break;
        }
        line.push(choice.text.clone());
        let next = choice.next.clone();
        position = solved.position(&next)?;
    }
    Ok(line)
}

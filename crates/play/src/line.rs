//! Best play from a position on.

use game::Line;

use crate::{Oracle, PlayError, Position, SolvedGame};

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
    let mut position = from.clone();
    let line = Line::follow(from.state.clone(), |state| {
        if position.state != *state {
            position = solved.position(state)?;
        }
        let goes_on = |it: &&crate::Choice| position.mover.is_none() || it.judgement.is_best();
        let known = position.outcome.is_some();
        let choice = position.moves.first().filter(goes_on).filter(|_| known);
        Ok::<_, PlayError>(choice.map(|it| (it.text.clone(), it.next.clone())))
    })?;
    Ok(line.moves)
}

//! The perfect player: never gets less than the value, and wins a won game in time.
//!
//! In: a position. Out: one of its best moves. A move that keeps the state's rewards
//! and, where there is a distance, comes nearer by one, cannot lose value, whatever
//! the others do; and a distance that falls with each move of best play ends the
//! game. So all best moves are equally good against perfect play. Among them the
//! player takes the one after which the largest share of the replies loses value,
//! since others are not perfect; then the first in the order of the rules.
//!
//! On games with cycles and without distances (there are none under the model
//! `guaranteed`), the value is kept, but the end may not come nearer.

use std::cmp::Ordering;

use game::Value;

use crate::{Choice, Judgement, Oracle, PlayError, Position, SolvedGame, State};

/// The move of the perfect player; `None` at the end of the game.
///
/// If no best move is known, it is the best known one, unless that is known to lose
/// value or to leave another role ahead: then it is a move of unknown value, if
/// there is one.
///
/// # Errors
///
/// As [`SolvedGame::position`].
pub fn choose<'p, O: Oracle>(
    solved: &SolvedGame<O>,
    position: &'p Position,
) -> Result<Option<&'p Choice>, PlayError> {
    let best: Vec<&Choice> = position.best().collect();
    if best.len() < 2 {
        return Ok(best.first().copied().or_else(|| hopeful(position)));
    }
    let states: Vec<State> = best.iter().map(|it| it.next.clone()).collect();
    let mut chosen = (best[0], (0, 1));
    for (choice, after) in best.into_iter().zip(solved.positions(&states)?) {
        let after = after?;
        let share = match after.mover == position.mover {
            true => (0, 1),
            false => after.mistakes(),
        };
        if larger(share, chosen.1) == Ordering::Greater {
            chosen = (choice, share);
        }
    }
    Ok(Some(chosen.0))
}

/// The first move that is not known to be bad; known moves come first.
fn hopeful(position: &Position) -> Option<&Choice> {
    let bad = |choice: &&Choice| {
        let value = choice.outcome.as_ref().map(|it| &it.value);
        let behind = match value {
            Some(Value::Rewards(rewards)) if rewards.role_count() > 1 => rewards
                .leader()
                .is_some_and(|it| Some(it) != position.mover),
            Some(Value::Infinite) => true,
            _ => false,
        };
        behind || matches!(choice.judgement, Judgement::Mistake(_))
    };
    let mut moves = position.moves.iter();
    moves.find(|it| !bad(it)).or(position.moves.first())
}

/// Compares two fractions exactly.
fn larger(a: (usize, usize), b: (usize, usize)) -> Ordering {
    let (left, right) = (a.0 * b.1.max(1), b.0 * a.1.max(1));
    left.cmp(&right)
}

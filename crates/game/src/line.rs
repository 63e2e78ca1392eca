//! Best play from a state on, up to a length.
//!
//! In: a function that gives the best move of a state. Out: a [`Line`]. Not here:
//! which move is best.

use std::collections::HashSet;
use std::hash::Hash;

/// The number of moves after which a line of best play is cut.
pub const LINE_LENGTH: usize = 200;

/// Best play from a state on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<S> {
    /// The moves, in KIF.
    pub moves: Vec<String>,
    /// The states on the way, each once: the start, and where moves lead.
    pub states: Vec<S>,
}

impl<S: Clone + Eq + Hash> Line<S> {
    /// Follows the first best moves, until `next` returns none, a state repeats, or
    /// the line is [`LINE_LENGTH`] moves long.
    ///
    /// `next` returns the move in a state and where it leads: `None` at the end of
    /// play, and where no move is known to be best.
    ///
    /// # Errors
    ///
    /// The first that `next` gives.
    pub fn follow<E>(
        start: S,
        mut next: impl FnMut(&S) -> Result<Option<(String, S)>, E>,
    ) -> Result<Self, E> {
        let mut line = Line {
            moves: Vec::new(),
            states: vec![start.clone()],
        };
        let mut seen = HashSet::from([start.clone()]);
        let mut state = start;
        while line.moves.len() < LINE_LENGTH {
            let Some((mov, to)) = next(&state)? else {
                break;
            };
            line.moves.push(mov);
            if !seen.insert(to.clone()) {
                break;
            }
            line.states.push(to.clone());
            state = to;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// The line on which the state after `n` is `after(n)`.
    fn line(after: impl Fn(u32) -> Option<u32>) -> Line<u32> {
        let next = |&n: &u32| Ok::<_, Infallible>(after(n).map(|to| (format!("to {to}"), to)));
        let Ok(line) = Line::follow(0, next);
        line
    }

    #[test]
    fn a_line_ends_where_play_does() {
        let short = line(|n| (n < 2).then_some(n + 1));
        assert_eq!(short.moves, ["to 1", "to 2"]);
        assert_eq!(short.states, [0, 1, 2]);
        assert_eq!(line(|_| None).moves, [""; 0]);
    }

    #[test]
    fn the_move_back_to_a_state_is_the_last() {
        let round = line(|n| Some((n + 1) % 3));
        assert_eq!(round.moves, ["to 1", "to 2", "to 0"]);
        assert_eq!(round.states, [0, 1, 2]);
    }

    #[test]
    fn a_long_line_is_cut() {
        let long = line(|n| Some(n + 1));
        assert_eq!(long.moves.len(), LINE_LENGTH);
        assert_eq!(long.states.len(), LINE_LENGTH + 1);
    }
}

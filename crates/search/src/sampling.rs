//! Which moves playouts prefer: those that did well so far, wherever they were made
//! (move-average sampling: Finnsson and Björnsson 2008).
//!
//! In: the moves of playouts and their results. Out: a move among the legal ones. The best
//! of a few that are drawn at random is picked, so that the cost does not depend on how many
//! are legal, and every move has a chance.

use game::Draws;
use ground::MoveId;

/// What a move brought on average to the role that made it.
#[derive(Clone, Debug)]
pub(crate) struct Averages {
    candidates: usize,
    /// For each move the sum of utilities, and their number.
    moves: Vec<(f32, f32)>,
}

impl Averages {
    pub fn new(moves: usize, candidates: usize) -> Self {
        Averages {
            candidates,
            moves: vec![(0.0, 0.0); moves],
        }
    }

    /// Whether moves are to be counted.
    pub fn is_used(&self) -> bool {
        self.candidates > 1
    }

    /// Picks one of the legal moves.
    #[inline]
    pub fn pick(&self, legal: &[MoveId], draws: &mut Draws) -> MoveId {
        if legal.len() == 1 {
            return legal[0];
        }
        let mut best = legal[draws.below(legal.len())];
        for _ in 1..self.candidates {
            let other = legal[draws.below(legal.len())];
            if self.average(other) > self.average(best) {
                best = other;
            }
        }
        best
    }

    /// A move that was not made yet counts as one that always won, so that it is tried.
    fn average(&self, mov: MoveId) -> f32 {
        match self.moves[mov.index()] {
            (_, 0.0) => 1.0,
            (sum, count) => sum / count,
        }
    }

    /// Counts a move that was made in a playout.
    pub fn count(&mut self, mov: MoveId, utility: f32) {
        let (sum, count) = &mut self.moves[mov.index()];
        *sum += utility;
        *count += 1.0;
        // Old playouts are forgotten in time; a sum of this type could also not grow on.
        if *count >= 65536.0 {
            *sum /= 2.0;
            *count /= 2.0;
        }
    }
}

//! The positions in which the one move that keeps the value is hardest to find.

use std::cmp::Reverse;

use game::RoleId;

use crate::position::{Judgement, Position};

/// How many positions are told of.
const TOLD: usize = 10;

/// A position with an only move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyMove {
    /// The moves that lead to the position from the start, in KIF: the mover's, or the
    /// list of all where nobody has a choice.
    pub path: Vec<String>,
    /// The role that has to find the move.
    pub mover: RoleId,
    /// The move in KIF.
    pub text: String,
    /// The number of moves to choose from.
    pub moves: usize,
    /// The number of moves to the end, if it is known.
    pub distance: Option<u64>,
    /// The number of the state, in the order of the walk.
    pub(super) number: u32,
}

/// The hardest positions so far. Harder is: more moves to choose from; then a longer way
/// to the end; then nearer to the start.
#[derive(Clone, Debug, Default)]
pub struct Hardest {
    found: Vec<OnlyMove>,
}

impl Hardest {
    /// Adds the position with this number, if it is one of the hardest.
    pub fn add(&mut self, number: u32, position: &Position) {
        let Some(mover) = position.mover else { return };
        let mut moves = position.moves.iter();
        let Some(only) = moves.find(|it| it.judgement == Judgement::Only) else {
            return;
        };
        let distance = position.outcome.as_ref().and_then(|it| it.distance);
        let key = (position.moves.len(), distance, Reverse(number));
        let place = self.found.partition_point(|it| it.key() > key);
        if place == TOLD {
            return;
        }
        let position = OnlyMove {
            path: Vec::new(),
            mover,
            text: only.text.clone(),
            moves: position.moves.len(),
            distance,
            number,
        };
        self.found.insert(place, position);
        self.found.truncate(TOLD);
    }

    /// These positions, the hardest first, without their paths.
    pub fn found(self) -> Vec<OnlyMove> {
        self.found
    }
}

impl OnlyMove {
    fn key(&self) -> (usize, Option<u64>, Reverse<u32>) {
        (self.moves, self.distance, Reverse(self.number))
    }
}

//! Outcome classes: who wins when Left starts, and who when Right starts.
//!
//! In: those two facts. Out: the class, with its letter. Not here: how they are
//! found (`partizan/compare.rs`, `partizan/decide.rs`).

use std::fmt;

/// Who wins a game under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, whoever that is.
    N,
    /// The previous player: who starts loses.
    P,
    /// Left, whoever starts.
    L,
    /// Right, whoever starts.
    R,
}

impl Outcome {
    /// The class, from who wins by starting.
    pub fn of(left_wins_first: bool, right_wins_first: bool) -> Outcome {
        match (left_wins_first, right_wins_first) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }

    /// Says whether Left wins if Left starts.
    pub fn left_wins_first(self) -> bool {
        matches!(self, Outcome::N | Outcome::L)
    }

    /// Says whether Right wins if Right starts.
    pub fn right_wins_first(self) -> bool {
        matches!(self, Outcome::N | Outcome::R)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_says_who_wins_by_starting() {
        for class in [Outcome::N, Outcome::P, Outcome::L, Outcome::R] {
            let again = Outcome::of(class.left_wins_first(), class.right_wins_first());
            assert_eq!(again, class);
        }
        assert_eq!(Outcome::of(true, false).to_string(), "L");
    }
}

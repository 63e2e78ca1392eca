//! Nimbers: what impartial games are worth under normal play.
//!
//! In: the nimbers of a position's options, or of the parts of a sum. Out: the
//! nimber of the position. Not here: misère play (`genus.rs`).

use std::fmt;
use std::iter::Sum;
use std::ops::{BitXor, BitXorAssign};

/// The size of the nim heap that an impartial game equals under normal play.
///
/// Written as in CGSuite: `0`, `*`, `*2`, `*3` and so on.
///
/// ```
/// use cgt::{Nimber, mex};
///
/// let options = [Nimber(0), Nimber(1), Nimber(3)];
/// assert_eq!(mex(options), Nimber(2));
/// assert_eq!((Nimber(2) ^ Nimber(3)).to_string(), "*");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u32);

impl Nimber {
    /// The nimber of a position without options.
    pub const ZERO: Nimber = Nimber(0);

    /// Says whether the player to move wins under normal play.
    pub fn mover_wins(self) -> bool {
        self != Nimber::ZERO
    }
}

/// The nimber of a sum is the exclusive or of the parts' nimbers.
impl BitXor for Nimber {
    type Output = Nimber;

    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        *self = *self ^ other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(parts: I) -> Nimber {
        parts.fold(Nimber::ZERO, Nimber::bitxor)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            1 => f.write_str("*"),
            size => write!(f, "*{size}"),
        }
    }
}

/// The least nimber that is not among `options`.
pub fn mex(options: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen: Vec<u32> = options.into_iter().map(|nimber| nimber.0).collect();
    seen.sort_unstable();
    let mut least = 0;
    for value in seen {
        if value > least {
            break;
        }
        least = value + 1;
    }
    Nimber(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_skips_what_is_there_and_stops_at_the_first_gap() {
        let of = |values: &[u32]| mex(values.iter().copied().map(Nimber)).0;
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[1, 2]), 0);
        assert_eq!(of(&[2, 0, 0, 1, 5]), 3);
    }

    #[test]
    fn heaps_are_written_as_in_cgsuite() {
        let text: Vec<_> = (0..4).map(|size| Nimber(size).to_string()).collect();
        assert_eq!(text, ["0", "*", "*2", "*3"]);
    }

    #[test]
    fn equal_heaps_cancel() {
        let sum: Nimber = [3, 5, 3].map(Nimber).into_iter().sum();
        assert_eq!(sum, Nimber(5));
        assert!(sum.mover_wins());
    }
}

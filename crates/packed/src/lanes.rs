//! Lanes: one bit for each of the states that are evaluated at once.

/// Machine words in a row: the overhead of a loop over them is shared by all
/// their lanes.
pub(crate) const WIDTH: usize = 4;

/// States that are evaluated at once.
pub const LANES: usize = WIDTH * u64::BITS as usize;

/// One bit for each of the states that are evaluated at once.
pub type Lanes = [u64; WIDTH];

/// No lane at all.
pub const NO_LANES: Lanes = [0; WIDTH];

/// The lanes that are in both.
#[inline]
pub fn and(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|at| a[at] & b[at])
}

/// The lanes of the first that are not in the second.
#[inline]
pub fn and_not(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|at| a[at] & !b[at])
}

/// The lanes that are in one of them.
#[inline]
pub fn or(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|at| a[at] | b[at])
}

/// Whether no lane is set.
#[inline]
pub fn is_empty(lanes: Lanes) -> bool {
    lanes == NO_LANES
}

/// The lanes that are set, in ascending order.
#[inline]
pub fn each_lane(lanes: Lanes) -> impl Iterator<Item = usize> {
    lanes.into_iter().enumerate().flat_map(|(at, mut open)| {
        std::iter::from_fn(move || {
            let bit = (open != 0).then(|| open.trailing_zeros() as usize)?;
            open &= open - 1;
            Some(at * 64 + bit)
        })
    })
}

/// The first `count` lanes.
#[inline]
pub(crate) fn below(count: usize) -> Lanes {
    std::array::from_fn(|at| match count.saturating_sub(at * 64) {
        full if full >= 64 => u64::MAX,
        rest => (1 << rest) - 1,
    })
}

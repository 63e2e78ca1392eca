//! Sets of small numbers.

/// A set of the numbers below some bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set, with room for the numbers below `bound`.
    pub(crate) fn new(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, number: usize) {
        if number / 64 >= self.0.len() {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }

    /// The least number that is in one of both sets only.
    pub(crate) fn first_difference(&self, other: &Bits) -> Option<usize> {
        let words = self.0.len().max(other.0.len());
        (0..words).find_map(|word| {
            let get = |bits: &Bits| bits.0.get(word).copied().unwrap_or(0);
            let difference = get(self) ^ get(other);
            let first = word * 64 + difference.trailing_zeros() as usize;
            (difference != 0).then_some(first)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_differ_where_one_has_what_the_other_has_not() {
        let mut bits = Bits::new(10);
        assert_eq!(bits.first_difference(&Bits::default()), None);
        bits.insert(130);
        assert!(bits.contains(130) && !bits.contains(2));
        assert_eq!(Bits::new(3).first_difference(&bits), Some(130));
    }
}

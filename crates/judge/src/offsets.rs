//! Offsets into concatenated lists, in 40 bits each: there can be more arrows
//! than 32 bits count, and each state has an offset.

/// Numbers below 2⁴⁰, five bytes each.
#[derive(Clone, Debug)]
pub(crate) struct Offsets {
    low: Vec<u32>,
    high: Vec<u8>,
}

impl Offsets {
    /// The size of each, in bytes.
    pub(crate) const BYTES: u64 = 5;

    /// Where lists of these lengths begin, and where the last one ends.
    pub(crate) fn starts(mut lengths: Vec<u32>) -> (Self, u64) {
        let mut sum = 0;
        let mut high = Vec::with_capacity(lengths.len());
        for length in &mut lengths {
            let next = sum + u64::from(*length);
            *length = sum as u32;
            high.push((sum >> 32) as u8);
            sum = next;
        }
        assert!(sum < 1 << 40, "memory has no room for so many arrows");
        (Offsets { low: lengths, high }, sum)
    }

    pub(crate) fn get(&self, index: usize) -> u64 {
        u64::from(self.high[index]) << 32 | u64::from(self.low[index])
    }

    /// Adds one to a number, and returns the old one.
    pub(crate) fn advance(&mut self, index: usize) -> u64 {
        let old = self.get(index);
        let (low, carry) = self.low[index].overflowing_add(1);
        self.low[index] = low;
        self.high[index] += u8::from(carry);
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lie_one_after_the_other_beyond_32_bits_too() {
        let (mut offsets, end) = Offsets::starts(vec![u32::MAX, 0, u32::MAX, 7]);
        let most = u64::from(u32::MAX);
        assert_eq!(end, 2 * most + 7);
        let starts = [0, 1, 2, 3].map(|index| offsets.get(index));
        assert_eq!(starts, [0, most, most, 2 * most]);
        assert_eq!(offsets.advance(1), most);
        assert_eq!(offsets.get(1), most + 1);
    }
}

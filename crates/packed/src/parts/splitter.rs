//! Cuts the range of states into parts of about equal size, in order: every
//! state of a part is smaller than all of the next. So the parts can be sorted
//! one by one, in cache, by several threads, or after a stay on disk.

use crate::compile::kernel::Words;
use crate::compile::packing::Prefix;
use crate::knobs::Knobs;

/// A state is looked up by the bucket that its prefix falls into.
const BUCKETS: usize = 1 << Knobs::PART_BITS;

/// Finds the part of a state.
#[derive(Clone, Debug)]
pub struct Splitter<const W: usize> {
    prefix: Prefix,
    low: u64,
    shift: u32,
    /// The smallest state of each part but the first.
    bounds: Vec<Words<W>>,
    /// For each bucket, how many bounds lie in earlier ones.
    earlier: Box<[u32]>,
}

impl<const W: usize> Splitter<W> {
    /// Cuts so that a sorted sample would fall into `count` parts of the same
    /// size.
    pub fn new(sample: &[Words<W>], prefix: Prefix, count: usize) -> Self {
        let mut bounds: Vec<Words<W>> = (1..count)
            .filter_map(|part| sample.get(part * sample.len() / count))
            .copied()
            .collect();
        bounds.dedup();
        let mut splitter = Splitter {
            prefix,
            low: 0,
            shift: 0,
            bounds,
            earlier: vec![0; BUCKETS + 1].into(),
        };
        let bounds = &splitter.bounds;
        if let (Some(first), Some(last)) = (bounds.first(), bounds.last()) {
            let low = prefix.of(first);
            let range = prefix.of(last) - low;
            splitter.shift = (u64::BITS - range.leading_zeros()).saturating_sub(Knobs::PART_BITS);
            splitter.low = low;
            let bounds = std::mem::take(&mut splitter.bounds);
            for bound in &bounds {
                splitter.earlier[splitter.bucket(bound) + 1] += 1;
            }
            splitter.bounds = bounds;
            let mut sum = 0;
            for count in &mut splitter.earlier {
                sum += *count;
                *count = sum;
            }
        }
        splitter
    }

    fn bucket(&self, state: &Words<W>) -> usize {
        let above = self.prefix.of(state).saturating_sub(self.low) >> self.shift;
        above.min(BUCKETS as u64 - 1) as usize
    }

    /// The number of parts.
    pub fn count(&self) -> usize {
        self.bounds.len() + 1
    }

    /// In which part a state is.
    pub fn part(&self, state: &Words<W>) -> usize {
        let bucket = self.bucket(state);
        let start = self.earlier[bucket] as usize;
        let end = self.earlier[bucket + 1] as usize;
        let reached = self.bounds[start..end].partition_point(|bound| bound <= state);
        start + reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_order_and_of_one_size() {
        let mut random = testkit::SplitMix64::new(7);
        // Most prefixes are the same: only the second word distinguishes
        // states.
        let mut state = || [random.draw() >> 62, random.draw() >> 50];
        let mut states: Vec<[u64; 2]> = (0..100_000).map(|_| state()).collect();
        states.sort_unstable();
        states.dedup();
        for count in [1, 2, 7, 300] {
            let sample: Vec<_> = states.iter().step_by(13).copied().collect();
            let splitter = Splitter::new(&sample, Prefix::new(0, 2), count);
            assert_eq!(splitter.count(), count);
            let parts: Vec<usize> = states.iter().map(|it| splitter.part(it)).collect();
            assert!(parts.is_sorted());
            for part in 0..count {
                let size = parts.iter().filter(|&&it| it == part).count();
                let fair = states.len() / count;
                assert!(size > fair / 2 && size < fair * 2 + 13, "{size} of {fair}");
            }
        }
    }

    #[test]
    fn without_a_sample_all_is_one_part() {
        let splitter = Splitter::<1>::new(&[], Prefix::new(0, 64), 5);
        assert_eq!(splitter.count(), 1);
        assert_eq!(splitter.part(&[u64::MAX]), 0);
    }
}

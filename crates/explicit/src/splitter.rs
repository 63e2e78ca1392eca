//! Cuts the range of states into parts of about equal size, in order: what is
//! in one part is smaller than all in the next. So the parts can be sorted one
//! by one, in cache, by several threads, or after a stay on disk.

use crate::kernel::Words;

/// The bits of a state's prefix by which it is told in which part it is.
const BUCKET_BITS: u32 = 14;
const BUCKETS: usize = 1 << BUCKET_BITS;

/// Tells in which part a state is.
#[derive(Clone, Debug)]
pub(crate) struct Splitter {
    /// How many bits of the first word are in use.
    used: u32,
    low: u64,
    shift: u32,
    /// The part of each bucket; ascending.
    parts: Box<[u16]>,
    count: usize,
}

impl Splitter {
    /// Cuts so that `states`, which are sorted, would fall into so many parts
    /// of the same size, as far as their prefixes tell them apart.
    pub fn new<const W: usize>(states: &[Words<W>], used: u32, count: usize) -> Self {
        let mut splitter = Splitter {
            used,
            low: 0,
            shift: 0,
            parts: vec![0; BUCKETS].into(),
            count: count.clamp(1, usize::from(u16::MAX)),
        };
        let (Some(first), Some(last)) = (states.first(), states.last()) else {
            return splitter;
        };
        splitter.low = splitter.prefix(first);
        let range = splitter.prefix(last) - splitter.low;
        // One bit less than would do, for successors lie outside the range.
        splitter.shift = (u64::BITS - range.leading_zeros() + 1).saturating_sub(BUCKET_BITS);
        splitter.low = splitter.low.saturating_sub(range / 2);
        splitter.fill(states);
        splitter
    }

    fn fill<const W: usize>(&mut self, states: &[Words<W>]) {
        let each = states.len().div_ceil(self.count).max(1);
        let mut filled = 0;
        for (place, state) in states.iter().enumerate().skip(each).step_by(each) {
            let bucket = self.bucket(state);
            let part = (place / each) as u16;
            // The bucket of the first state of a part belongs to it: what was
            // before goes to earlier parts.
            let earlier = part - 1;
            while filled < bucket {
                self.parts[filled] = self.parts[filled].max(earlier);
                filled += 1;
            }
        }
        let last = (self.count - 1) as u16;
        self.parts[filled..].fill(last);
        let mut highest = 0;
        for part in &mut self.parts {
            highest = highest.max(*part);
            *part = highest;
        }
    }

    /// The most significant 64 bits.
    fn prefix<const W: usize>(&self, state: &Words<W>) -> u64 {
        match W {
            1 => state[0],
            _ if self.used == 64 => state[0],
            _ => state[0] << (64 - self.used) | state[1] >> self.used,
        }
    }

    fn bucket<const W: usize>(&self, state: &Words<W>) -> usize {
        let above = self.prefix(state).saturating_sub(self.low) >> self.shift;
        above.min(BUCKETS as u64 - 1) as usize
    }

    /// The number of parts.
    pub fn count(&self) -> usize {
        self.count
    }

    /// In which part a state is.
    pub fn part<const W: usize>(&self, state: &Words<W>) -> usize {
        usize::from(self.parts[self.bucket(state)])
    }
}

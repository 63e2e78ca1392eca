//! Finds states in a sorted layer.
//!
//! Successors of neighbouring states under one move lie close together, so a
//! table of where each range of states begins, and a search in that range,
//! stays mostly in cache; a hash table would not.

use crate::kernel::Words;

/// About how many states share an entry of the table.
const EACH: usize = 4;

/// Sorted states with a table of contents.
pub(crate) struct Lookup<'a, const W: usize> {
    states: &'a [Words<W>],
    used: u32,
    low: u64,
    shift: u32,
    starts: Vec<u32>,
}

impl<'a, const W: usize> Lookup<'a, W> {
    /// `used` is how many bits of the first word are in use.
    pub fn new(states: &'a [Words<W>], used: u32) -> Self {
        let mut lookup = Lookup {
            states,
            used,
            low: 0,
            shift: 0,
            starts: Vec::new(),
        };
        let (Some(first), Some(last)) = (states.first(), states.last()) else {
            return lookup;
        };
        lookup.low = lookup.prefix(first);
        let range = lookup.prefix(last) - lookup.low;
        let wanted = (states.len() / EACH).max(1).ilog2();
        lookup.shift = (u64::BITS - range.leading_zeros()).saturating_sub(wanted);
        lookup.starts = vec![0; (range >> lookup.shift) as usize + 2];
        let mut filled = 0;
        for (place, state) in states.iter().enumerate() {
            let bucket = ((lookup.prefix(state) - lookup.low) >> lookup.shift) as usize;
            while filled <= bucket {
                lookup.starts[filled] = place as u32;
                filled += 1;
            }
        }
        lookup.starts[filled..].fill(states.len() as u32);
        lookup
    }

    fn prefix(&self, state: &Words<W>) -> u64 {
        match W {
            1 => state[0],
            _ if self.used == 64 => state[0],
            _ => state[0] << (64 - self.used) | state[1] >> self.used,
        }
    }

    /// The place of a state that is there.
    pub fn place(&self, state: &Words<W>) -> usize {
        self.find(state)
            .expect("a layer has all successors of the one before")
    }

    /// The place of a state, if it is there.
    pub fn find(&self, state: &Words<W>) -> Option<usize> {
        let above = self.prefix(state).checked_sub(self.low)? >> self.shift;
        let bucket = usize::try_from(above).ok()?;
        let start = *self.starts.get(bucket)? as usize;
        let end = *self.starts.get(bucket + 1)? as usize;
        let mut range = &self.states[start..end];
        let mut base = start;
        while range.len() > 8 {
            let middle = range.len() / 2;
            match range[middle] <= *state {
                true => {
                    base += middle;
                    range = &range[middle..];
                }
                false => range = &range[..middle],
            }
        }
        range
            .iter()
            .position(|known| known == state)
            .map(|place| base + place)
    }
}

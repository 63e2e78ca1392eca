//! Finds states in a sorted layer, or in a range of one.
//!
//! Successors of neighbouring states under one move lie close together, so a
//! table of where each range of states begins, and a search in that range,
//! stays mostly in cache; a hash table would not.

use crate::compile::kernel::Words;
use crate::compile::packing::Prefix;
use crate::knobs::Knobs;

/// The states of a layer from one on, up to another, with a table of contents.
#[derive(Clone, Debug)]
pub struct Range<const W: usize> {
    /// How many states of the layer are before.
    place: usize,
    states: Vec<Words<W>>,
    /// The range has the states from the first bound on, below the second; without
    /// bounds, all.
    from: Option<Words<W>>,
    below: Option<Words<W>>,
    prefix: Prefix,
    low: u64,
    shift: u32,
    starts: Vec<u32>,
}

impl<const W: usize> Range<W> {
    /// Estimated bytes of `states` states.
    pub fn bytes(states: u64) -> u64 {
        states * (size_of::<Words<W>>() + size_of::<u32>() / Knobs::STATES_PER_ENTRY) as u64
    }

    /// All states of a layer.
    pub fn whole(states: Vec<Words<W>>, prefix: Prefix) -> Self {
        Range::new(states, 0, None, prefix)
    }

    /// The states from a place on, up to another state. States below the first
    /// belong to earlier ranges; the first range has none before it.
    pub fn part(
        states: Vec<Words<W>>,
        place: usize,
        below: Option<Words<W>>,
        prefix: Prefix,
    ) -> Self {
        let from = states.first().copied().filter(|_| place > 0);
        Range {
            from,
            ..Range::new(states, place, below, prefix)
        }
    }

    fn new(states: Vec<Words<W>>, place: usize, below: Option<Words<W>>, prefix: Prefix) -> Self {
        let mut lookup = Range {
            place,
            states: Vec::new(),
            from: None,
            below,
            prefix,
            low: 0,
            shift: 0,
            starts: Vec::new(),
        };
        let (Some(first), Some(last)) = (states.first(), states.last()) else {
            return lookup;
        };
        lookup.low = prefix.of(first);
        let range = prefix.of(last) - lookup.low;
        let wanted = (states.len() / Knobs::STATES_PER_ENTRY).max(1).ilog2();
        let bits = u64::BITS - range.leading_zeros();
        lookup.shift = bits.saturating_sub(wanted).min(u64::BITS - 1);
        lookup.starts = vec![0; (range >> lookup.shift) as usize + 2];
        let mut filled = 0;
        for (place, state) in states.iter().enumerate() {
            let bucket = ((prefix.of(state) - lookup.low) >> lookup.shift) as usize;
            while filled <= bucket {
                lookup.starts[filled] = place as u32;
                filled += 1;
            }
        }
        lookup.starts[filled..].fill(states.len() as u32);
        lookup.states = states;
        lookup
    }

    /// The states, in their order.
    pub fn states(&self) -> &[Words<W>] {
        &self.states
    }

    /// The place in the layer of one of its states; `None` if it is not in this
    /// range.
    pub fn place(&self, state: &Words<W>) -> Option<usize> {
        let outside = self.from.is_some_and(|from| *state < from)
            || self.below.is_some_and(|below| *state >= below);
        if outside {
            return None;
        }
        let place = self.find(state);
        let place = place.expect("a layer has all successors of the one before");
        Some(self.place + place)
    }

    fn find(&self, state: &Words<W>) -> Option<usize> {
        let above = self.prefix.of(state).checked_sub(self.low)? >> self.shift;
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

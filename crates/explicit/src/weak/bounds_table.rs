//! Bounds on the values of visited states, in bounded memory.
//!
//! In: bounds of states. Out: the same bounds, as long as there is room: when the
//! memory is used up, new states replace those that cost the least work. A search
//! must be able to do without an answer.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::knobs::Knobs;

/// The lowest and the highest rank that a state's value can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub low: u16,
    pub high: u16,
}

/// The entry of one slot for one search.
#[derive(Clone, Copy, Debug)]
struct Slot {
    bounds: Bounds,
    /// The logarithm of the number of states visited to find the bounds, from 1 on;
    /// 0 if the slot is free.
    work: u8,
}

const FREE: Slot = Slot {
    bounds: Bounds { low: 0, high: 0 },
    work: 0,
};

/// A hash table of states, with bounds for each of several searches.
#[derive(Clone, Debug)]
pub(super) struct BoundsTable<S> {
    states: Vec<S>,
    /// For each slot one entry per search.
    slots: Vec<Slot>,
    /// The highest rank of each search.
    tops: Vec<u16>,
    used: usize,
    most_slots: usize,
    /// The number of states entered; states entered again after they were dropped
    /// count again.
    entered: u64,
}

impl Bounds {
    /// The only rank between the bounds, if there is only one.
    pub fn exact(self) -> Option<u16> {
        (self.low == self.high).then_some(self.low)
    }
}

impl<S: Clone + Eq + Hash> BoundsTable<S> {
    /// An empty table. Any state can fill free slots.
    pub fn new(filler: &S, tops: Vec<u16>, bytes: u64) -> Self {
        let slot = size_of::<S>() + tops.len() * size_of::<Slot>();
        // While the table grows the old slots, half as many, are still there.
        let most = usize::try_from(bytes / 3 * 2 / slot as u64).unwrap_or(usize::MAX / 4);
        let most_slots = 1 << most.max(Knobs::MIN_SLOTS).ilog2();
        BoundsTable {
            states: vec![filler.clone(); Knobs::MIN_SLOTS],
            slots: vec![FREE; Knobs::MIN_SLOTS * tops.len()],
            tops,
            used: 0,
            most_slots,
            entered: 0,
        }
    }

    /// The number of states visited. Exact unless states were dropped: those count
    /// again when they are visited again.
    pub fn entered(&self) -> u64 {
        self.entered
    }

    /// What a search knows of a state; `None` if it was never entered, or dropped.
    pub fn get(&self, search: usize, state: &S) -> Option<Bounds> {
        let place = self.find(state)?;
        Some(self.slots[place * self.tops.len() + search].bounds)
    }

    /// Narrows the bounds of a state; enters it if necessary. `work` is the number
    /// of states visited for it.
    pub fn set(&mut self, search: usize, state: &S, bounds: Bounds, work: u64) {
        let place = match self.find(state) {
            Some(place) => place,
            None => self.enter(state),
        };
        let slot = &mut self.slots[place * self.tops.len() + search];
        slot.bounds.low = slot.bounds.low.max(bounds.low);
        slot.bounds.high = slot.bounds.high.min(bounds.high);
        slot.work = slot.work.max(1 + (work | 1).ilog2() as u8);
    }

    /// Passes on all states in the table, with the bounds of each search.
    pub fn each(&self, take: &mut dyn FnMut(&S, &mut dyn Iterator<Item = Bounds>)) {
        let slots = self.slots.chunks_exact(self.tops.len());
        for (state, slots) in self.states.iter().zip(slots) {
            if slots.iter().any(|slot| slot.work > 0) {
                take(state, &mut slots.iter().map(|slot| slot.bounds));
            }
        }
    }

    fn find(&self, state: &S) -> Option<usize> {
        for bucket in self.buckets(state) {
            let used =
                (bucket..bucket + Knobs::BUCKET_SLOTS).take_while(|&place| self.work(place) > 0);
            let mut used = used.filter(|&place| self.states[place] == *state);
            if let Some(place) = used.next() {
                return Some(place);
            }
        }
        None
    }

    /// Where the two buckets of a state begin.
    fn buckets(&self, state: &S) -> [usize; 2] {
        let mask = self.states.len() / Knobs::BUCKET_SLOTS - 1;
        // The upper bits of a product depend on all bits of its factors.
        let one = FxBuildHasher
            .hash_one(state)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let other = (one ^ one >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        [one, other].map(|hash| ((hash >> 24) as usize & mask) * Knobs::BUCKET_SLOTS)
    }

    /// The work of a slot that is in use; 0 of a free one.
    fn work(&self, place: usize) -> u8 {
        let searches = self.tops.len();
        let slots = &self.slots[place * searches..(place + 1) * searches];
        slots.iter().map(|slot| slot.work).max().unwrap_or(0)
    }

    /// Finds a slot for a state that has none.
    fn enter(&mut self, state: &S) -> usize {
        self.entered += 1;
        let crowded = |table: &Self| {
            let buckets = table.buckets(state);
            let is_full = |bucket: &usize| table.work(bucket + Knobs::BUCKET_SLOTS - 1) > 0;
            table.used >= table.states.len() / 8 * 7 || buckets.iter().all(is_full)
        };
        if self.states.len() < self.most_slots && crowded(self) {
            self.grow();
        }
        self.place(state)
    }

    /// A free slot, or else the one of the least work.
    fn place(&mut self, state: &S) -> usize {
        let [one, other] = self.buckets(state);
        let free = |bucket: usize| {
            (bucket..bucket + Knobs::BUCKET_SLOTS).find(|&place| self.work(place) == 0)
        };
        let place = match (free(one), free(other)) {
            (Some(a), Some(b)) if b - other < a - one => b,
            (Some(a), _) => a,
            (None, Some(b)) => b,
            (None, None) => {
                let all =
                    (one..one + Knobs::BUCKET_SLOTS).chain(other..other + Knobs::BUCKET_SLOTS);
                let least = all.min_by_key(|&place| self.work(place));
                least.expect("a bucket has slots")
            }
        };
        let searches = self.tops.len();
        let slots = &mut self.slots[place * searches..(place + 1) * searches];
        self.used += usize::from(slots[0].work == 0);
        for (slot, &high) in slots.iter_mut().zip(&self.tops) {
            *slot = Slot {
                bounds: Bounds { low: 0, high },
                work: 1,
            };
        }
        self.states[place] = state.clone();
        place
    }

    fn grow(&mut self) {
        let searches = self.tops.len();
        let size = self.states.len() * 2;
        let filler = self.states[0].clone();
        let states = std::mem::replace(&mut self.states, vec![filler; size]);
        let slots = std::mem::replace(&mut self.slots, vec![FREE; size * searches]);
        self.used = 0;
        for (state, old) in states.iter().zip(slots.chunks_exact(searches)) {
            if old[0].work > 0 {
                let place = self.place(state);
                self.slots[place * searches..(place + 1) * searches].copy_from_slice(old);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept_while_there_is_room() {
        let mut table = BoundsTable::new(&0_u64, vec![9, 5], 1 << 20);
        for state in 0..10_000 {
            let low = (state % 7) as u16;
            table.set(0, &state, Bounds { low, high: 9 }, 1);
        }
        assert_eq!(table.entered(), 10_000);
        for state in 0..10_000 {
            let low = (state % 7) as u16;
            assert_eq!(table.get(0, &state), Some(Bounds { low, high: 9 }));
            assert_eq!(table.get(1, &state), Some(Bounds { low: 0, high: 5 }));
        }
        assert_eq!(table.get(0, &10_000), None);
        let mut seen = Vec::new();
        table.each(&mut |&state, bounds| seen.push((state, bounds.next().unwrap().low)));
        seen.sort_unstable();
        let all = (0..10_000).map(|state| (state, (state % 7) as u16));
        assert!(seen.into_iter().eq(all));
    }

    #[test]
    fn what_cost_the_most_work_stays_in_a_full_table() {
        let mut table = BoundsTable::new(&0_u64, vec![3], 0);
        table.set(0, &77, Bounds { low: 1, high: 2 }, 1_000);
        for state in 1_000..50_000_u64 {
            table.set(0, &state, Bounds { low: 3, high: 3 }, 1);
        }
        assert_eq!(table.get(0, &77), Some(Bounds { low: 1, high: 2 }));
        let kept = (1_000..50_000).filter(|state| table.get(0, state).is_some());
        assert!(kept.count() < Knobs::MIN_SLOTS);
    }
}

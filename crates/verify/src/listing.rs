//! All states of a file in memory: their keys and their outcomes.

use std::io::{Read, Seek};

use crate::board::Place;
use crate::error::{Unreadable, VerifyError};
use crate::file::SolutionFile;

/// The states of a file, section by section, in the order of keys.
pub struct Listing {
    key_bytes: usize,
    /// The number and the first state of each section.
    sections: Vec<(u64, usize)>,
    keys: Vec<u8>,
    outcomes: Vec<u32>,
}

impl Listing {
    /// Reads all states of a file.
    pub fn read<R: Read + Seek>(
        file: &mut SolutionFile<R>,
        look: &mut dyn FnMut(usize) -> Result<(), VerifyError>,
    ) -> Result<Self, VerifyError> {
        let numbers: Vec<u64> = file.sections().map(|(number, _)| number).collect();
        let mut listing = Listing {
            key_bytes: file.meta().encoding.bytes(),
            sections: Vec::new(),
            keys: Vec::new(),
            outcomes: Vec::new(),
        };
        // If the memory is not available at once, it may be in smaller steps.
        let states = usize::try_from(file.states()).unwrap_or(0);
        let _ = listing.outcomes.try_reserve_exact(states);
        let bytes = states.saturating_mul(listing.key_bytes);
        let _ = listing.keys.try_reserve_exact(bytes);
        for (place, number) in numbers.into_iter().enumerate() {
            listing.sections.push((number, listing.outcomes.len()));
            let (keys, outcomes) = (&mut listing.keys, &mut listing.outcomes);
            let listed: Result<(), Unreadable> = file.list(place, &mut |key, outcome| {
                keys.extend_from_slice(key);
                outcomes.push(outcome);
            });
            listed?;
            look(listing.outcomes.len())?;
        }
        Ok(listing)
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The key of a state.
    pub fn key(&self, state: u32) -> &[u8] {
        let at = state as usize * self.key_bytes;
        &self.keys[at..at + self.key_bytes]
    }

    /// The number of the section in which a state is.
    pub fn section(&self, state: u32) -> u64 {
        let after = self.sections.partition_point(|it| it.1 <= state as usize);
        self.sections[after - 1].0
    }

    /// Where the section ends in which a state is.
    pub fn section_end(&self, state: usize) -> usize {
        let after = self.sections.partition_point(|it| it.1 <= state);
        self.sections.get(after).map_or(self.len(), |it| it.1)
    }

    /// The outcome of a state.
    pub fn outcome(&self, state: u32) -> u32 {
        self.outcomes[state as usize]
    }

    /// The number of the state at a place.
    pub fn find(&self, place: &Place) -> Option<u32> {
        let section = self
            .sections
            .binary_search_by_key(&place.section, |it| it.0)
            .ok()?;
        let mut first = self.sections[section].1;
        let mut end = self.sections.get(section + 1).map_or(self.len(), |it| it.1);
        while first < end {
            let middle = first + (end - first) / 2;
            match self.key(middle as u32).cmp(&place.key) {
                std::cmp::Ordering::Less => first = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle as u32),
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        None
    }
}

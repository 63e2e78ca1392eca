//! Looks up many states at once.
//!
//! They are looked up in the order of their sections and keys: neighbours share
//! the beginning of their walk, and the rest lies close together. A walk waits for
//! memory at each of its steps, so several run side by side and wait at the same
//! time.

use std::slice;

use super::SolutionError;
use super::cache::Cache;
use super::directory::Form;
use super::file::{Place, Probe, SolutionFile};
use super::key::{first_difference, key_words, to_bytes};
use super::section::{Section, Spot};

/// States whose walks are distributed to lanes: with more, lanes would be far
/// apart in the file.
const BATCH_STATES: usize = 1 << 14;
/// Walks that run side by side.
const LANES: usize = 8;
/// Fewest states for which a lane is worth it.
const MIN_LANE_STATES: usize = 16;

/// A state's section, the first word of its key, and its number.
type Entry = (u64, u64, u32);

impl SolutionFile {
    /// What is known of the states at many places, in their order: faster than one
    /// by one.
    ///
    /// # Errors
    ///
    /// As [`SolutionFile::probe`].
    pub fn probe_batch(&self, places: &[Place]) -> Result<Vec<Probe>, SolutionError> {
        probe(self, places)
    }
}

fn probe(file: &SolutionFile, places: &[Place]) -> Result<Vec<Probe>, SolutionError> {
    let words = key_words(file.encoding().bits());
    let mut order: Vec<Entry> = Vec::with_capacity(places.len());
    for (number, place) in (0..).zip(places) {
        // Any other key is not from this file.
        if let [first, rest @ ..] = place.key.words()
            && rest.len() + 1 == words
        {
            order.push((place.section, *first, number));
        }
    }
    order.sort_unstable();
    if words > 1 {
        order.sort_by(|a, b| places[a.2 as usize].cmp(&places[b.2 as usize]));
    }
    let mut answers = vec![file.absent(); places.len()];
    let mut cache = file.cache()?;
    for part in order.chunks(BATCH_STATES) {
        for same in part.chunk_by(|a, b| a.0 == b.0) {
            let Some(section) = file.section(&mut cache, same[0].0)? else {
                continue;
            };
            let states = Sorted {
                section: section.as_ref(),
                entries: same,
                places,
            };
            let answer = &mut |number: u32, found| answers[number as usize] = file.answer(found);
            match states.section.form {
                Form::Listed => search(&mut cache, states, answer)?,
                _ => walk(&mut cache, states, answer)?,
            }
        }
    }
    Ok(answers)
}

/// States of one section, sorted by their keys.
#[derive(Clone, Copy)]
struct Sorted<'a> {
    section: &'a Section,
    entries: &'a [Entry],
    /// The places of all states that are looked up.
    places: &'a [Place],
}

impl<'a> Sorted<'a> {
    /// The key of a state. A key of one word is in the entry: reading the place would
    /// wait for memory twice.
    fn key_of(self, entry: &'a Entry) -> &'a [u64] {
        match self.section.bits <= u64::BITS {
            true => slice::from_ref(&entry.1),
            false => self.places[entry.2 as usize].key.words(),
        }
    }
}

/// Takes the result for the state of a number.
type Answer<'a> = &'a mut dyn FnMut(u32, Option<u32>);

/// Looks states up in a list.
fn search(cache: &mut Cache, states: Sorted<'_>, answer: Answer<'_>) -> Result<(), SolutionError> {
    let section = states.section;
    let (mut rank, mut bytes) = (0, Vec::new());
    for entry in states.entries {
        bytes.clear();
        to_bytes(states.key_of(entry), section.bits, &mut bytes);
        rank = section.rank_from(cache, &bytes, rank)?;
        let there = u128::from(rank) < section.states && section.listed(cache, rank)? == bytes;
        let found = there.then(|| section.outcome_of(cache, rank)).transpose()?;
        answer(entry.2, found);
    }
    Ok(())
}

/// Looks states up in a diagram.
fn walk(cache: &mut Cache, states: Sorted<'_>, answer: Answer<'_>) -> Result<(), SolutionError> {
    let each = states.entries.len().div_ceil(LANES).max(MIN_LANE_STATES);
    let lanes = states.entries.chunks(each);
    let mut lanes: Vec<Lane<'_>> = lanes.map(|part| Lane::new(states, part)).collect();
    lanes.retain_mut(Lane::next);
    while !lanes.is_empty() {
        let mut ended = false;
        for lane in &mut lanes {
            if let Some(found) = lane.step(cache)? {
                answer(lane.number, found);
                lane.running = lane.next();
                ended |= !lane.running;
            }
        }
        if ended {
            lanes.retain(|lane| lane.running);
        }
    }
    Ok(())
}

/// A series of walks, each from where the last one branched off.
struct Lane<'a> {
    states: Sorted<'a>,
    rest: slice::Iter<'a, Entry>,
    key: &'a [u64],
    number: u32,
    /// The places of the walk so far.
    spots: Vec<Spot>,
    running: bool,
}

impl<'a> Lane<'a> {
    fn new(states: Sorted<'a>, part: &'a [Entry]) -> Self {
        Lane {
            states,
            rest: part.iter(),
            key: &[],
            number: 0,
            spots: vec![states.section.top()],
            running: true,
        }
    }

    /// Begins the next walk; false if there is none.
    fn next(&mut self) -> bool {
        let Some(entry) = self.rest.next() else {
            return false;
        };
        let key = self.states.key_of(entry);
        // The bits before the first difference lead to the same place.
        if let Some(level) = first_difference(self.key, key) {
            let shared = self.spots.partition_point(|spot| spot.level <= level);
            self.spots.truncate(shared);
        }
        (self.key, self.number) = (key, entry.2);
        true
    }

    /// Takes one step; returns the result at the end.
    fn step(&mut self, cache: &mut Cache) -> Result<Option<Option<u32>>, SolutionError> {
        let (section, spot) = (
            self.states.section,
            *self.spots.last().expect("the top stays"),
        );
        if section.is_terminal(spot.reference) {
            return section.at_end(cache, spot, self.key).map(Some);
        }
        match section.step(cache, spot, self.key)? {
            Some(next) => {
                self.spots.push(next);
                Ok(None)
            }
            None => Ok(Some(None)),
        }
    }
}

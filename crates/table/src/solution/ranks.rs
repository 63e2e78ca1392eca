//! States of a section by rank: by their place in the order of keys.
//!
//! In: ranks. Out: keys and outcomes, without a walk over the states before them.
//! Lists and ranked diagrams tell where a rank is. The nodes of a plain diagram are
//! counted first.

use std::sync::Arc;

use super::SolutionError;
use super::cache::Cache;
use super::directory::Form;
use super::file::{OutcomeId, SolutionFile};
use super::key::{Key, from_bytes, put_bits};
use super::section::{Section, Spot};

/// The states of a section by rank.
///
/// That of a plain diagram takes 16 bytes of memory for each node.
pub struct Ranks<'a> {
    file: &'a SolutionFile,
    section: Arc<Section>,
    /// The number of states that each reference of a plain diagram leads to; empty
    /// in other forms.
    counts: Vec<u128>,
}

impl SolutionFile {
    /// The states of a section by rank; `None` if there is no such section.
    ///
    /// # Errors
    ///
    /// As [`SolutionFile::probe`].
    pub fn ranks(&self, section: u64) -> Result<Option<Ranks<'_>>, SolutionError> {
        let mut cache = self.cache()?;
        let Some(section) = self.section(&mut cache, section)? else {
            return Ok(None);
        };
        let counts = match section.form {
            Form::Diagram => counts(&section, &mut cache)?,
            _ => Vec::new(),
        };
        let file = self;
        Ok(Some(Ranks {
            file,
            section,
            counts,
        }))
    }
}

/// The number of states that each reference leads to.
fn counts(section: &Section, cache: &mut Cache) -> Result<Vec<u128>, SolutionError> {
    let mut counts: Vec<u128> = Vec::new();
    for (level, references) in section.levels() {
        if counts.is_empty() {
            counts.resize(references.start as usize, 1);
            counts[0] = 0;
        }
        for reference in references {
            let node = section.node(cache, reference, level)?;
            // In a damaged file there may be any number.
            let both = counts[node.lo as usize].saturating_add(counts[node.hi as usize]);
            counts.push(both);
        }
    }
    let root = section.top().reference as usize;
    // Without levels, a key has no bits, and there is one state.
    match counts.get(root).is_none_or(|&it| it == section.states) {
        true => Ok(counts),
        false => Err(section.damage(cache, "a section has another number of states")),
    }
}

impl Ranks<'_> {
    /// The state of a rank, from 0, with its outcome.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if a block cannot be read or is damaged, or the section has
    /// no such rank.
    pub fn at(&self, rank: u128) -> Result<(Key, OutcomeId), SolutionError> {
        let mut cache = self.file.cache()?;
        let (key, outcome) = match self.section.form {
            Form::Listed => self.listed(&mut cache, rank)?,
            _ => self.walked(&mut cache, rank)?,
        };
        Ok((key, OutcomeId(outcome)))
    }

    fn listed(&self, cache: &mut Cache, rank: u128) -> Result<(Key, u32), SolutionError> {
        let section = &self.section;
        if rank >= section.states {
            return Err(section.damage(cache, "a rank beyond the states of its section"));
        }
        // A list has at most as many states as fit in its bytes.
        let rank = rank as u64;
        let key = from_bytes(section.listed(cache, rank)?, section.bits);
        let outcome = section.outcome_of(cache, rank)?;
        match key {
            Some(key) => Ok((key, outcome)),
            None => Err(section.damage(cache, "a key of more bits than keys have")),
        }
    }

    fn walked(&self, cache: &mut Cache, rank: u128) -> Result<(Key, u32), SolutionError> {
        let section = &self.section;
        let mut key = Key::zero(section.bits);
        let (mut left, mut level) = (rank, 0);
        let mut reference = section.top().reference;
        while !section.is_terminal(reference) {
            level = section.level(reference, level);
            let node = section.node(cache, reference, level)?;
            let below = match section.form {
                Form::Ranked => u128::from(node.below),
                _ => self.counts[node.lo as usize],
            };
            reference = match left.checked_sub(below) {
                None => node.lo,
                Some(rest) => {
                    left = rest;
                    put_bits(&mut key.0, level, 1, 1);
                    node.hi
                }
            };
            level += 1;
        }
        if reference == 0 || left > 0 {
            return Err(section.damage(cache, "a rank that leads to no state"));
        }
        // Only ranked sections look it up, and these have fewer than 2³⁶ states.
        let rank = rank as u64;
        let spot = Spot {
            level,
            reference,
            rank,
        };
        Ok((key, section.outcome(cache, spot)?))
    }
}

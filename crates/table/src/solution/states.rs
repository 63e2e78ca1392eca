//! All states of a section, one after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use super::SolutionError;
use super::cache::Cache;
use super::directory::Form;
use super::file::{OutcomeId, SolutionFile};
use super::key::{Key, from_bytes};
use super::section::{Section, Spot};

/// States that are read at a time.
const BATCH_STATES: usize = 512;

/// The states of a section with their outcomes, in the order of keys.
///
/// It ends after the first error.
pub struct States<'a> {
    file: &'a SolutionFile,
    section: u64,
    walk: Option<Walk>,
    ready: VecDeque<(Key, OutcomeId)>,
    error: Option<SolutionError>,
    ended: bool,
}

/// The position of a walk over all states.
struct Walk {
    section: Arc<Section>,
    key: Key,
    /// Where to continue: levels at which the bit becomes 1, and the reference
    /// that this leads to.
    open: Vec<(u32, u64)>,
    /// Where the walk descends next, if it does.
    down: Option<(u32, u64)>,
    rank: u64,
}

impl SolutionFile {
    /// All states of a section with their outcomes, in the order of keys; empty
    /// if there is no such section.
    pub fn states(&self, section: u64) -> States<'_> {
        States::new(self, section)
    }
}

impl<'a> States<'a> {
    fn new(file: &'a SolutionFile, section: u64) -> Self {
        States {
            file,
            section,
            walk: None,
            ready: VecDeque::new(),
            error: None,
            ended: false,
        }
    }

    fn read(&mut self) -> Result<(), SolutionError> {
        let mut cache = self.file.cache()?;
        if self.walk.is_none() {
            let section = self.file.section(&mut cache, self.section)?;
            self.walk = section.map(Walk::new);
        }
        let Some(walk) = &mut self.walk else {
            self.ended = true;
            return Ok(());
        };
        while self.ready.len() < BATCH_STATES {
            match walk.next(&mut cache)? {
                Some(found) => self.ready.push_back(found),
                None => {
                    self.ended = true;
                    break;
                }
            }
        }
        Ok(())
    }
}

impl Iterator for States<'_> {
    type Item = Result<(Key, OutcomeId), SolutionError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty() && !self.ended {
            self.error = self.read().err();
            self.ended |= self.error.is_some();
        }
        match self.ready.pop_front() {
            Some(state) => Some(Ok(state)),
            None => self.error.take().map(Err),
        }
    }
}

impl Walk {
    fn new(section: Arc<Section>) -> Self {
        Walk {
            key: Key::zero(section.bits),
            open: Vec::new(),
            down: Some((0, section.top().reference)),
            rank: 0,
            section,
        }
    }

    fn next(&mut self, cache: &mut Cache) -> Result<Option<(Key, OutcomeId)>, SolutionError> {
        match self.section.form {
            Form::Listed => self.next_listed(cache),
            _ => self.next_walked(cache),
        }
    }

    fn next_listed(
        &mut self,
        cache: &mut Cache,
    ) -> Result<Option<(Key, OutcomeId)>, SolutionError> {
        if u128::from(self.rank) == self.section.states {
            return Ok(None);
        }
        let key = from_bytes(self.section.listed(cache, self.rank)?, self.section.bits);
        let Some(key) = key else {
            return Err(self
                .section
                .damage(cache, "a key of more bits than keys have"));
        };
        let outcome = self.section.outcome_of(cache, self.rank)?;
        self.rank += 1;
        Ok(Some((key, OutcomeId(outcome))))
    }

    /// Descends along zeroes, then returns to the last place where a one is
    /// possible.
    fn next_walked(
        &mut self,
        cache: &mut Cache,
    ) -> Result<Option<(Key, OutcomeId)>, SolutionError> {
        loop {
            let (level, mut reference) = match self.down.take() {
                Some(down) => down,
                None => match self.open.pop() {
                    Some((level, reference)) => {
                        self.turn(level);
                        (level + 1, reference)
                    }
                    None => return Ok(None),
                },
            };
            let mut level = level;
            while !self.section.is_terminal(reference) {
                level = self.section.level(reference, level);
                let node = self.section.node(cache, reference, level)?;
                self.open.push((level, node.hi));
                reference = node.lo;
                level += 1;
            }
            if reference != 0 {
                let spot = Spot {
                    level,
                    reference,
                    rank: self.rank,
                };
                let outcome = self.section.outcome(cache, spot)?;
                self.rank += 1;
                return Ok(Some((self.key.clone(), OutcomeId(outcome))));
            }
        }
    }

    /// The next key with a one at a level, and zeroes after it.
    fn turn(&mut self, level: u32) {
        let word = (level / 64) as usize;
        let last = 1 << (63 - level % 64);
        self.key.0[word] = self.key.0[word] & !(last - 1) | last;
        self.key.0[word + 1..].fill(0);
    }
}

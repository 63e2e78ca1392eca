//! A diagram from sorted keys, one after the other.
//!
//! As minimal automata are made from sorted words (Daciuk, Mihov, Watson and
//! Watson 2000): where a key branches off from the one before, all below on the
//! old path is final, since no later key leads there.

use super::diagram::{Diagram, Full, Ref};
use crate::solution::key::first_difference;

/// A diagram that grows key by key.
pub(super) struct Sorted {
    pub diagram: Diagram,
    /// The last key, and the end of its walk.
    key: Vec<u64>,
    end: Ref,
    /// Where bit 0 leads at levels at which the last key has 1.
    lo: Vec<Ref>,
}

impl Sorted {
    pub fn new(bits: u32, most: usize) -> Self {
        Sorted {
            diagram: Diagram::new(bits, most),
            key: Vec::new(),
            end: Ref::ABSENT,
            lo: vec![Ref::ABSENT; bits as usize],
        }
    }

    /// Adds a state of a kind.
    ///
    /// # Panics
    ///
    /// If its key is not greater than the last.
    pub fn push(&mut self, key: &[u64], kind: u32) -> Result<(), Full> {
        if self.key.is_empty() {
            self.key.extend_from_slice(key);
        } else {
            let level = first_difference(&self.key, key);
            let level = level.filter(|_| self.key.as_slice() < key);
            let level = level.expect("keys come in ascending order, each once");
            let done = self.fold(level + 1)?;
            self.lo[level as usize] = done;
            self.key.copy_from_slice(key);
        }
        self.end = Ref::terminal(kind);
        Ok(())
    }

    /// Makes final what is below a level on the path of the last key.
    fn fold(&mut self, from: u32) -> Result<Ref, Full> {
        let mut done = self.end;
        let first = (from / 64) as usize;
        for word in (first..self.key.len()).rev() {
            let mut ones = self.key[word];
            if word == first {
                ones &= u64::MAX >> (from % 64);
            }
            // The lowest bit is the deepest level.
            while ones != 0 {
                let level = 64 * word as u32 + 63 - ones.trailing_zeros();
                ones &= ones - 1;
                let lo = std::mem::replace(&mut self.lo[level as usize], Ref::ABSENT);
                done = self.diagram.node(level, lo, done)?;
            }
        }
        Ok(done)
    }

    /// Returns the root, after all keys.
    pub fn finish(mut self) -> Result<(Diagram, Ref), Full> {
        let root = match self.key.is_empty() {
            true => Ref::ABSENT,
            false => self.fold(0)?,
        };
        Ok((self.diagram, root))
    }
}

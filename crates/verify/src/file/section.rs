//! Sections: their states and outcomes.
//!
//! In: an entry of the directory. Out: all its states in the order of keys, one by
//! its key, or one by its rank. A diagram is read into memory as a whole, to count
//! its states.

use std::io::{Read, Seek};

use super::encoding::Encoding;
use super::entry::{Entry, Form};
use super::frame::Frame;
use super::nodes::{Node, check_root, read_head, read_nodes};
use super::stream::{Kept, Records, Stream};
use crate::error::Unreadable;

/// A section in memory, except its keys and outcomes.
#[derive(Debug)]
pub struct Section {
    entry: Entry,
    /// The outcomes that occur, by their numbers in the file.
    palette: Vec<u32>,
    /// Deepest level first. Empty in a list.
    nodes: Vec<Node>,
    terminals: u64,
    keys: Option<Stream>,
    outcomes: Stream,
    /// Bits of a place in the palette, in the stream of outcomes.
    bits: u32,
}

impl Section {
    /// Reads a section, except its keys and outcomes.
    pub fn open<R: Read + Seek>(
        frame: &mut Frame<R>,
        entry: &Entry,
        encoding: &Encoding,
        outcomes: usize,
    ) -> Result<Self, Unreadable> {
        let levels = match entry.form {
            Form::Listed => 0,
            _ => encoding.bits(),
        };
        let (palette, counts) = read_head(frame, entry, levels, outcomes)?;
        let terminals = match entry.form {
            Form::Diagram => palette.len() as u64 + 1,
            _ => 2,
        };
        let mut nodes = Vec::new();
        let mut keys = None;
        match entry.form {
            Form::Listed => {
                let stream = Stream::open(frame, entry.body, Records::Keys(encoding.bytes()))?;
                if u128::from(stream.count()) != entry.states || entry.root != 0 {
                    return Err(entry.damage("there is not one key for each state"));
                }
                keys = Some(stream);
            }
            form => {
                nodes = read_nodes(frame, entry, form == Form::Ranked, &counts, terminals)?;
                check_root(entry, terminals, &nodes)?;
            }
        }
        let bits = match (entry.form, palette.len() as u64) {
            (Form::Diagram, _) => 0,
            (_, count) => [0, 1, 2, 4, 8, 16, 32]
                .into_iter()
                .find(|&bits| count <= 1 << bits)
                .unwrap_or(32),
        };
        let length = (entry.states.checked_mul(u128::from(bits))).map(|bits| bits.div_ceil(8));
        if length != Some(u128::from(entry.outcomes.length)) {
            return Err(entry.damage("there is not one outcome for each state"));
        }
        Ok(Section {
            outcomes: Stream::open(frame, entry.outcomes, Records::Plain(1))?,
            entry: entry.clone(),
            palette,
            nodes,
            terminals,
            keys,
            bits,
        })
    }

    /// The outcomes that occur, by their numbers in the file.
    pub fn palette(&self) -> &[u32] {
        &self.palette
    }

    /// The nodes, those of the deepest level first; empty in a list.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where the nodes begin.
    pub fn root(&self) -> u64 {
        self.entry.root
    }

    /// Whether the terminals of the nodes are outcomes.
    pub fn tells_outcomes(&self) -> bool {
        self.entry.form == Form::Diagram
    }

    /// All keys, in order; empty if there are nodes instead.
    pub fn keys<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        encoding: &Encoding,
    ) -> Result<Option<Vec<u8>>, Unreadable> {
        let Some(keys) = &self.keys else {
            return Ok(None);
        };
        let bytes = keys.read(frame)?;
        let keys = bytes.chunks_exact(encoding.bytes());
        let ascending = keys.clone().is_sorted_by(|a, b| a < b);
        if !ascending || !keys.clone().all(|key| encoding.fits(key)) {
            return Err(self.entry.damage("its keys are not in order"));
        }
        Ok(Some(bytes))
    }

    /// The stream of outcomes.
    pub fn numbers<R: Read + Seek>(&self, frame: &mut Frame<R>) -> Result<Vec<u8>, Unreadable> {
        self.outcomes.read(frame)
    }

    pub(super) fn node(&self, reference: u64) -> Option<&Node> {
        self.nodes
            .get(reference.checked_sub(self.terminals)? as usize)
    }

    /// Passes on all states of the section, in the order of keys.
    pub fn list<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        encoding: &Encoding,
        take: &mut dyn FnMut(&[u8], u32),
    ) -> Result<(), Unreadable> {
        let numbers = self.numbers(frame)?;
        if let Some(keys) = self.keys(frame, encoding)? {
            for (rank, key) in (0..).zip(keys.chunks_exact(encoding.bytes())) {
                take(key, self.outcome(rank, |byte| numbers[byte as usize])?);
            }
            return Ok(());
        }
        let mut key = vec![0; encoding.bytes()];
        let mut rank = 0;
        // References still to follow, the next one last; with the level whose bit
        // is to be set before.
        let mut open = vec![(self.entry.root, None)];
        while let Some((reference, turned)) = open.pop() {
            if let Some(level) = turned {
                clear_from(&mut key, encoding, level);
                let (byte, bit) = encoding.place(level);
                key[byte] |= bit;
            }
            match self.node(reference) {
                Some(node) => {
                    open.push((node.hi.into(), Some(node.level as usize)));
                    open.push((node.lo.into(), None));
                }
                None if reference == 0 => {}
                None => {
                    let outcome = match self.entry.form {
                        Form::Diagram => self.palette[reference as usize - 1],
                        _ => self.outcome(rank, |byte| numbers[byte as usize])?,
                    };
                    take(&key, outcome);
                    rank += 1;
                }
            }
        }
        Ok(())
    }

    /// The outcome of a rank in a ranked or listed section.
    fn outcome(&self, rank: u64, byte: impl Fn(u64) -> u8) -> Result<u32, Unreadable> {
        let place = self.entry_of(rank, byte)?;
        Ok(self.palette[place as usize])
    }

    /// The place of that outcome in the palette.
    pub(super) fn entry_of(&self, rank: u64, byte: impl Fn(u64) -> u8) -> Result<u32, Unreadable> {
        let (bits, start) = (u64::from(self.bits), rank * u64::from(self.bits));
        let number = match bits {
            0 => 0,
            1..8 => u32::from(byte(start / 8) >> (start % 8)) & ((1 << bits) - 1),
            _ => {
                let bytes = (start / 8..(start + bits) / 8).rev();
                bytes.fold(0, |number, at| number << 8 | u32::from(byte(at)))
            }
        };
        match (number as usize) < self.palette.len() {
            true => Ok(number),
            false => Err(self
                .entry
                .damage("an outcome that the section does not have")),
        }
    }

    /// The outcome of the state of a key, if it is there.
    pub fn find<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        kept: &mut Kept,
        encoding: &Encoding,
        key: &[u8],
    ) -> Result<Option<u32>, Unreadable> {
        let Some(rank) = (match &self.keys {
            Some(keys) => self.search(frame, kept, keys, key)?,
            None => self.walk(encoding, key),
        }) else {
            return Ok(None);
        };
        self.outcome_at(frame, kept, rank).map(Some)
    }

    fn outcome_at<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        kept: &mut Kept,
        found: Found,
    ) -> Result<u32, Unreadable> {
        let rank = match found {
            Found::Outcome(outcome) => return Ok(outcome),
            Found::Rank(rank) => rank,
        };
        let first = rank * u64::from(self.bits) / 8;
        let mut bytes = [0; 4];
        for (byte, at) in bytes.iter_mut().zip(first..self.outcomes.count()) {
            *byte = kept.record(frame, &self.outcomes, at)?[0];
        }
        self.outcome(rank, |at| bytes[(at - first) as usize])
    }

    fn search<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        kept: &mut Kept,
        keys: &Stream,
        key: &[u8],
    ) -> Result<Option<Found>, Unreadable> {
        let (mut first, mut end) = (0, keys.count());
        while first < end {
            let middle = first + (end - first) / 2;
            match kept.record(frame, keys, middle)?.cmp(key) {
                std::cmp::Ordering::Less => first = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(Found::Rank(middle))),
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        Ok(None)
    }

    fn walk(&self, encoding: &Encoding, key: &[u8]) -> Option<Found> {
        let one = |level: usize| {
            let (byte, bit) = encoding.place(level);
            key[byte] & bit != 0
        };
        let (mut reference, mut level, mut rank) = (self.entry.root, 0, 0);
        while let Some(node) = self.node(reference) {
            let at = node.level as usize;
            if (level..at).any(one) {
                return None;
            }
            reference = match one(at) {
                true => node.hi.into(),
                false => node.lo.into(),
            };
            rank += if one(at) { node.below } else { 0 };
            level = at + 1;
        }
        if reference == 0 || (level..encoding.bits()).any(one) {
            return None;
        }
        Some(match self.entry.form {
            Form::Diagram => Found::Outcome(self.palette[reference as usize - 1]),
            _ => Found::Rank(rank as u64),
        })
    }

    /// The state of a rank, with its outcome.
    pub fn at<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        kept: &mut Kept,
        encoding: &Encoding,
        rank: u128,
    ) -> Result<(Vec<u8>, u32), Unreadable> {
        let mut key = vec![0; encoding.bytes()];
        let found = match &self.keys {
            Some(keys) => {
                key.copy_from_slice(kept.record(frame, keys, rank as u64)?);
                Found::Rank(rank as u64)
            }
            None => {
                let (mut reference, mut left) = (self.entry.root, rank);
                while let Some(node) = self.node(reference) {
                    reference = node.lo.into();
                    if left >= node.below {
                        left -= node.below;
                        reference = node.hi.into();
                        let (byte, bit) = encoding.place(node.level as usize);
                        key[byte] |= bit;
                    }
                }
                match self.entry.form {
                    Form::Diagram => Found::Outcome(self.palette[reference as usize - 1]),
                    _ => Found::Rank(rank as u64),
                }
            }
        };
        let outcome = self.outcome_at(frame, kept, found)?;
        Ok((key, outcome))
    }
}

/// Where the outcome of a state is stored.
enum Found {
    Outcome(u32),
    Rank(u64),
}

fn clear_from(key: &mut [u8], encoding: &Encoding, level: usize) {
    let (byte, bit) = encoding.place(level);
    key[byte] &= !(bit | (bit - 1));
    key[byte + 1..].fill(0);
}

//! A section in any form as one diagram with outcomes.
//!
//! In: a section. Out: nodes as in the form *diagram* of the format: the bit of a
//! skipped level is 0, and a terminal is an outcome. No node occurs twice and none
//! has no states, so a reference stands for a set of states. Not here: what the
//! states are, and whether they belong there.

use std::io::{Read, Seek};

use rustc_hash::FxHashMap;

use super::encoding::Encoding;
use super::frame::Frame;
use super::section::Section;
use crate::error::Unreadable;

/// A node: the level that it reads, and two references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    pub level: u32,
    pub lo: u32,
    pub hi: u32,
}

/// A section as a diagram. References below [`Diagram::terminals`] are terminals: 0
/// is no state, `i` the outcome `palette[i - 1]`. Others are nodes, each after those
/// that it leads to.
#[derive(Debug)]
pub struct Diagram {
    /// The outcomes that may occur, by their numbers in the file.
    pub palette: Vec<u32>,
    pub nodes: Vec<Branch>,
    pub root: u32,
}

impl Diagram {
    /// How many references are terminals.
    pub fn terminals(&self) -> u32 {
        self.palette.len() as u32 + 1
    }

    /// The node of a reference, if it is one.
    pub fn node(&self, reference: u32) -> Option<&Branch> {
        let place = reference.checked_sub(self.terminals())?;
        self.nodes.get(place as usize)
    }

    /// For each outcome of the palette, how many states have it.
    pub fn counts(&self) -> Vec<u128> {
        // From the root down: the number of paths to each node.
        let terminals = self.terminals() as usize;
        let mut ways = vec![0_u128; terminals + self.nodes.len()];
        ways[self.root as usize] = 1;
        for (place, node) in self.nodes.iter().enumerate().rev() {
            let here = ways[terminals + place];
            for next in [node.lo, node.hi] {
                let there = &mut ways[next as usize];
                *there = there.saturating_add(here);
            }
        }
        ways[1..terminals].to_vec()
    }
}

/// Builds nodes from below, each once.
pub(super) struct Builder {
    terminals: u32,
    nodes: Vec<Branch>,
    known: FxHashMap<Branch, u32>,
}

impl Builder {
    pub(super) fn new(palette: &[u32]) -> Self {
        Builder {
            terminals: palette.len() as u32 + 1,
            nodes: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// The node of these parts; if bit 1 leads to no state it is `lo`.
    pub(super) fn node(&mut self, level: u32, lo: u32, hi: u32) -> u32 {
        if hi == 0 {
            return lo;
        }
        let branch = Branch { level, lo, hi };
        let next = self.terminals + self.nodes.len() as u32;
        let reference = *self.known.entry(branch).or_insert(next);
        if reference == next {
            self.nodes.push(branch);
        }
        reference
    }

    pub(super) fn finish(self, palette: &[u32], root: u32) -> Diagram {
        Diagram {
            palette: palette.to_vec(),
            nodes: self.nodes,
            root,
        }
    }
}

impl Section {
    /// The section as a diagram.
    pub fn diagram<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        encoding: &Encoding,
    ) -> Result<Diagram, Unreadable> {
        let mut builder = Builder::new(self.palette());
        let root = match self.keys(frame, encoding)? {
            None if self.tells_outcomes() => self.copy(&mut builder),
            None => {
                let numbers = self.numbers(frame)?;
                let root = u32::try_from(self.root()).unwrap_or(0);
                self.rated(&mut builder, &numbers, root, &mut 0)?
            }
            Some(keys) => {
                let numbers = self.numbers(frame)?;
                let keys: Vec<&[u8]> = keys.chunks_exact(encoding.bytes()).collect();
                let listed = Listed {
                    section: self,
                    encoding,
                    keys: &keys,
                    numbers: &numbers,
                };
                listed.part(&mut builder, (0, keys.len()), 0)?
            }
        };
        Ok(builder.finish(self.palette(), root))
    }

    /// Copies a diagram, leaving out redundant nodes.
    fn copy(&self, builder: &mut Builder) -> u32 {
        let terminals = self.palette().len() as u32 + 1;
        let mut places = Vec::new();
        for node in self.nodes() {
            let of = |reference: u32| match reference.checked_sub(terminals) {
                Some(place) => places[place as usize],
                None => reference,
            };
            let (lo, hi) = (of(node.lo), of(node.hi));
            places.push(builder.node(node.level, lo, hi));
        }
        match self.root().checked_sub(u64::from(terminals)) {
            Some(place) => places[place as usize],
            None => self.root() as u32,
        }
    }

    /// The diagram below a node of a ranked section, with the outcomes of its
    /// states; `rank` is that of the first, and afterwards of the first after them.
    fn rated(
        &self,
        builder: &mut Builder,
        numbers: &[u8],
        reference: u32,
        rank: &mut u64,
    ) -> Result<u32, Unreadable> {
        let Some(node) = self.node(reference.into()) else {
            if reference == 0 {
                return Ok(0);
            }
            let place = self.entry_of(*rank, |byte| numbers[byte as usize])?;
            *rank += 1;
            return Ok(place + 1);
        };
        let lo = self.rated(builder, numbers, node.lo, rank)?;
        let hi = self.rated(builder, numbers, node.hi, rank)?;
        Ok(builder.node(node.level, lo, hi))
    }
}

/// The keys of a list.
struct Listed<'a> {
    section: &'a Section,
    encoding: &'a Encoding,
    keys: &'a [&'a [u8]],
    numbers: &'a [u8],
}

impl Listed<'_> {
    /// The keys from one place to another, which are equal before this level.
    fn part(
        &self,
        builder: &mut Builder,
        (first, end): (usize, usize),
        level: usize,
    ) -> Result<u32, Unreadable> {
        if first == end {
            return Ok(0);
        }
        let one = |level: usize, key: &[u8]| {
            let (byte, bit) = self.encoding.place(level);
            key[byte] & bit != 0
        };
        // Keys ascend: if the last has a 0, all have.
        let last = self.keys[end - 1];
        let mut levels = level..self.encoding.bits();
        let Some(level) = levels.find(|&level| one(level, last)) else {
            let number = |byte: u64| self.numbers[byte as usize];
            return Ok(self.section.entry_of(first as u64, number)? + 1);
        };
        let zeros = self.keys[first..end].partition_point(|key| !one(level, key));
        let lo = self.part(builder, (first, first + zeros), level + 1)?;
        let hi = self.part(builder, (first + zeros, end), level + 1)?;
        Ok(builder.node(level as u32, lo, hi))
    }
}

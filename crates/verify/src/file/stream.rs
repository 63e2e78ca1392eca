//! Streams: strings of records that are cut into blocks.
//!
//! In: where a stream is and the kind of its records. Out: its records, as they
//! were before they were rearranged for the block.

use std::io::{Read, Seek};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frame::{BLOCK, Extent, Frame, LEAST_BLOCK, u64_at};
use crate::error::Unreadable;

/// Offsets in a block of offsets.
const OFFSETS_PER_BLOCK: u64 = 8192;
/// Most blocks that are kept.
const MAX_KEPT_BLOCKS: usize = 2048;

/// The kind of a stream's records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// This many bytes, unchanged.
    Plain(usize),
    /// References of nodes, with or without the states below; this many bytes
    /// in all.
    Nodes(usize),
    /// Keys of this many bytes.
    Keys(usize),
}

impl Records {
    fn width(self) -> usize {
        match self {
            Records::Plain(width) | Records::Nodes(width) | Records::Keys(width) => width,
        }
    }

    /// Restores the content of a block.
    fn restore(self, content: Vec<u8>) -> Vec<u8> {
        match self {
            Records::Plain(_) => content,
            Records::Nodes(width) => {
                let mut records = from_planes(&content, width);
                let mut last = 0_u32;
                for record in records.chunks_exact_mut(width) {
                    let mut lo = [0; 4];
                    lo.copy_from_slice(&record[..4]);
                    last = last.wrapping_add(u32::from_le_bytes(lo));
                    record[..4].copy_from_slice(&last.to_le_bytes());
                }
                records
            }
            Records::Keys(width) => {
                let mut records = from_planes(&content, width);
                for at in (width..records.len()).step_by(width) {
                    let (before, rest) = records.split_at_mut(at);
                    add(&mut rest[..width], &before[at - width..]);
                }
                records
            }
        }
    }
}

/// Adds a number to another, both with the most significant byte first.
fn add(number: &mut [u8], other: &[u8]) {
    let mut carry = 0;
    for (digit, &other) in number.iter_mut().zip(other).rev() {
        let sum = u16::from(*digit) + u16::from(other) + carry;
        *digit = sum as u8;
        carry = sum >> 8;
    }
}

fn from_planes(content: &[u8], width: usize) -> Vec<u8> {
    let count = content.len() / width;
    let mut records = vec![0; content.len()];
    for (place, &byte) in content.iter().enumerate() {
        records[place % count * width + place / count] = byte;
    }
    records
}

/// A stream, with the places of its blocks.
#[derive(Clone, Debug)]
pub struct Stream {
    records: Records,
    length: u64,
    offsets: Arc<[u64]>,
}

impl Stream {
    /// Finds all blocks of a stream.
    pub fn open<R: Read + Seek>(
        frame: &mut Frame<R>,
        extent: Extent,
        records: Records,
    ) -> Result<Self, Unreadable> {
        let damage = |why| Unreadable::damage(extent.root, why);
        let width = records.width() as u64;
        if !extent.length.is_multiple_of(width) {
            return Err(damage("a stream that has no whole number of records"));
        }
        let in_block = BLOCK as u64 / width * width;
        let blocks = extent.length.div_ceil(in_block);
        if blocks > frame.size() / LEAST_BLOCK {
            return Err(damage("a stream that is longer than the file has room for"));
        }
        if blocks == 0 && extent.root != 0 {
            return Err(damage("a stream of nothing that is somewhere"));
        }
        // The number of blocks on each level of offsets, from the bottom.
        let mut levels = vec![blocks];
        while let Some(&last) = levels.last()
            && last > 1
        {
            levels.push(last.div_ceil(OFFSETS_PER_BLOCK));
        }
        let mut offsets = if blocks == 0 {
            vec![]
        } else {
            vec![extent.root]
        };
        for &below in levels.iter().rev().skip(1) {
            offsets = Self::below(frame, &offsets, below)?;
        }
        Ok(Stream {
            records,
            length: extent.length,
            offsets: offsets.into(),
        })
    }

    fn below<R: Read + Seek>(
        frame: &mut Frame<R>,
        offsets: &[u64],
        count: u64,
    ) -> Result<Vec<u64>, Unreadable> {
        let mut below = Vec::new();
        for &offset in offsets {
            let here = OFFSETS_PER_BLOCK.min(count - below.len() as u64);
            let content = frame.block(offset, 8 * here as usize)?;
            below.extend((0..here as usize).map(|place| u64_at(&content, 8 * place)));
        }
        Ok(below)
    }

    /// How many records there are.
    pub fn count(&self) -> u64 {
        self.length / self.records.width() as u64
    }

    fn per_block(&self) -> u64 {
        (BLOCK / self.records.width()) as u64
    }

    fn block<R: Read + Seek>(
        &self,
        frame: &mut Frame<R>,
        number: usize,
    ) -> Result<Vec<u8>, Unreadable> {
        let whole = self.per_block() * self.records.width() as u64;
        let length = whole.min(self.length - number as u64 * whole);
        let content = frame.block(self.offsets[number], length as usize)?;
        Ok(self.records.restore(content))
    }

    /// All records, one after the other.
    pub fn read<R: Read + Seek>(&self, frame: &mut Frame<R>) -> Result<Vec<u8>, Unreadable> {
        let mut all = Vec::new();
        for number in 0..self.offsets.len() {
            all.append(&mut self.block(frame, number)?);
        }
        Ok(all)
    }
}

/// Blocks that were read, for random access.
#[derive(Debug, Default)]
pub struct Kept {
    blocks: FxHashMap<u64, Vec<u8>>,
}

impl Kept {
    /// Record `number` of a stream.
    pub fn record<'a, R: Read + Seek>(
        &'a mut self,
        frame: &mut Frame<R>,
        stream: &Stream,
        number: u64,
    ) -> Result<&'a [u8], Unreadable> {
        let block = (number / stream.per_block()) as usize;
        let offset = stream.offsets[block];
        if !self.blocks.contains_key(&offset) {
            if self.blocks.len() >= MAX_KEPT_BLOCKS {
                self.blocks.clear();
            }
            self.blocks.insert(offset, stream.block(frame, block)?);
        }
        let width = stream.records.width();
        let at = (number % stream.per_block()) as usize * width;
        // In a forged file, a block can belong to two streams of different
        // widths.
        let record = self.blocks[&offset].get(at..at + width);
        record.ok_or_else(|| Unreadable::damage(offset, "a block of two streams"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_and_differences_are_undone() {
        // The keys 0x01FF, 0x0200, 0x0302: differences 0x01FF, 0x0001, 0x0102.
        let planes = vec![0x01, 0x00, 0x01, 0xFF, 0x01, 0x02];
        let keys = Records::Keys(2).restore(planes);
        assert_eq!(keys, [0x01, 0xFF, 0x02, 0x00, 0x03, 0x02]);
    }

    #[test]
    fn the_lower_references_of_nodes_are_sums() {
        let mut planes = Vec::new();
        for at in 0..8 {
            let first = [5_u32.to_le_bytes(), 7_u32.to_le_bytes()].concat();
            let second = [u32::MAX.to_le_bytes(), 9_u32.to_le_bytes()].concat();
            planes.extend([first[at], second[at]]);
        }
        let nodes = Records::Nodes(8).restore(planes);
        assert_eq!(nodes[8..12], 4_u32.to_le_bytes());
        assert_eq!(nodes[12..16], 9_u32.to_le_bytes());
    }
}

//! States sorted into parts as they come, in pieces of memory of one size, so that
//! their memory is known and can be limited.
//!
//! Pieces are cut from large blocks. Allocators give these back to the system when
//! they are freed, but keep small ones for later, between others that are in use:
//! memory that the forward pass had freed was then missing in the backward pass.

use crate::compile::kernel::Words;
use crate::knobs::Knobs;

/// The states that one thread has found, by part.
#[derive(Debug, Default)]
pub struct Buckets<const W: usize> {
    blocks: Vec<Box<[Words<W>]>>,
    /// The number of pieces ever used.
    made: usize,
    /// The empty ones among them.
    free: Vec<u32>,
    parts: Vec<Part>,
    /// The number of pieces at which the memory is full.
    limit: usize,
}

#[derive(Clone, Debug)]
struct Part {
    full: Vec<u32>,
    open: u32,
    /// The states in its open piece: there is always room for one more.
    used: u32,
}

impl<const W: usize> Buckets<W> {
    /// States that fit into a piece.
    const ROOM: usize = Knobs::PIECE_BYTES / size_of::<Words<W>>();

    /// Empties everything, for `parts` parts in about `bytes` bytes.
    pub fn reset(&mut self, parts: usize, bytes: usize) {
        self.limit = (bytes / Knobs::PIECE_BYTES).max(parts * 2);
        self.made = self.made.min(self.limit);
        self.blocks.truncate(self.made.div_ceil(Knobs::PIECES));
        self.free.clear();
        self.free.extend(0..self.made as u32);
        self.parts.clear();
        for _ in 0..parts {
            let part = Part {
                full: Vec::new(),
                open: self.piece(),
                used: 0,
            };
            self.parts.push(part);
        }
    }

    fn piece(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            if self.made == self.blocks.len() * Knobs::PIECES {
                let block = vec![[0; W]; Knobs::PIECES * Self::ROOM];
                self.blocks.push(block.into());
            }
            self.made += 1;
            self.made as u32 - 1
        })
    }

    /// Where a piece is: its block, and where it begins there.
    fn place(piece: u32) -> (usize, usize) {
        let piece = piece as usize;
        (piece / Knobs::PIECES, piece % Knobs::PIECES * Self::ROOM)
    }

    /// Adds a state to a part.
    #[inline]
    pub fn push(&mut self, part: usize, state: Words<W>) {
        let open = &mut self.parts[part];
        let (block, start) = Self::place(open.open);
        self.blocks[block][start + open.used as usize] = state;
        open.used += 1;
        if open.used as usize == Self::ROOM {
            self.turn(part);
        }
    }

    #[cold]
    fn turn(&mut self, part: usize) {
        let next = self.piece();
        let part = &mut self.parts[part];
        part.full.push(part.open);
        part.open = next;
        part.used = 0;
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        let is_empty = |part: &Part| part.full.is_empty() && part.used == 0;
        self.parts.iter().all(is_empty)
    }

    /// Whether the memory is used up.
    pub fn is_full(&self) -> bool {
        self.used() >= self.limit
    }

    /// Whether more than half of the memory is in use.
    pub fn is_half_full(&self) -> bool {
        self.used() >= self.limit / 2
    }

    fn used(&self) -> usize {
        self.made - self.free.len()
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Appends the states of a part to others.
    pub fn append_to(&self, part: usize, states: &mut Vec<Words<W>>) {
        let part = &self.parts[part];
        let full = part.full.iter().map(|&piece| (piece, Self::ROOM));
        for (piece, used) in full.chain([(part.open, part.used as usize)]) {
            let (block, start) = Self::place(piece);
            states.extend_from_slice(&self.blocks[block][start..start + used]);
        }
    }

    /// Empties a part.
    pub fn clear(&mut self, part: usize) {
        let part = &mut self.parts[part];
        self.free.append(&mut part.full);
        part.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_come_back_by_part_from_as_many_pieces_as_it_takes() {
        let mut buckets = Buckets::<2>::default();
        for parts in [3, 1, 5] {
            buckets.reset(parts, 1 << 22);
            assert!(buckets.is_empty());
            let mut expected = vec![Vec::new(); parts];
            for number in 0..200_000 {
                let (part, state) = ((number * number) as usize % parts, [number, 7]);
                buckets.push(part, state);
                expected[part].push(state);
            }
            assert!(!buckets.is_empty());
            for (part, expected) in expected.iter().enumerate() {
                let mut found = Vec::new();
                buckets.append_to(part, &mut found);
                assert!(found == *expected);
                buckets.clear(part);
            }
            assert!(buckets.is_empty());
        }
        buckets.reset(1, 0);
        assert_eq!((buckets.made, buckets.blocks.len()), (2, 1));
    }
}

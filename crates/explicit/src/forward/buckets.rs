//! States sorted into parts as they come, in pieces of memory of one size: so
//! that what they take is known, and can be limited.

use crate::compile::kernel::Words;

/// The bytes of a piece.
const PIECE: usize = 1 << 11;

/// The states that one thread has found, by part.
#[derive(Debug, Default)]
pub(crate) struct Buckets<const W: usize> {
    pieces: Vec<Vec<Words<W>>>,
    /// Pieces that are empty.
    free: Vec<u32>,
    parts: Vec<Part>,
    /// From this number of pieces on there are too many.
    limit: usize,
}

#[derive(Clone, Debug)]
struct Part {
    full: Vec<u32>,
    open: u32,
}

impl<const W: usize> Buckets<W> {
    /// How many states fit into a piece.
    const ROOM: usize = PIECE / size_of::<Words<W>>();

    /// Empties all, for so many parts, in about so much memory.
    pub fn reset(&mut self, parts: usize, bytes: usize) {
        self.limit = (bytes / PIECE).max(parts * 2);
        self.free.clear();
        self.pieces.truncate(self.limit);
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            piece.clear();
            self.free.push(number as u32);
        }
        self.parts.clear();
        for _ in 0..parts {
            let open = self.piece();
            let full = Vec::new();
            self.parts.push(Part { full, open });
        }
    }

    fn piece(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.pieces.push(Vec::with_capacity(Self::ROOM));
            self.pieces.len() as u32 - 1
        })
    }

    #[inline]
    pub fn push(&mut self, part: usize, state: Words<W>) {
        let piece = &mut self.pieces[self.parts[part].open as usize];
        piece.push(state);
        if piece.len() == Self::ROOM {
            self.turn(part);
        }
    }

    #[cold]
    fn turn(&mut self, part: usize) {
        let next = self.piece();
        let part = &mut self.parts[part];
        part.full.push(part.open);
        part.open = next;
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.pieces.iter().all(Vec::is_empty)
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
        self.pieces.len() - self.free.len()
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Appends the states of a part to others.
    pub fn append_to(&self, part: usize, states: &mut Vec<Words<W>>) {
        let part = &self.parts[part];
        for &piece in part.full.iter().chain([&part.open]) {
            states.extend_from_slice(&self.pieces[piece as usize]);
        }
    }

    /// Empties a part.
    pub fn clear(&mut self, part: usize) {
        let part = &mut self.parts[part];
        for piece in part.full.drain(..) {
            self.pieces[piece as usize].clear();
            self.free.push(piece);
        }
        self.pieces[part.open as usize].clear();
    }
}

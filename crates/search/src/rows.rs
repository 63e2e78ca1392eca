//! Rows of numbers that stay where they are when more are added.
//!
//! A list that doubles needs three times its memory for a moment: too much for what is to
//! fill the memory that there is.

/// Rows in a block. Rows that are added together lie in one block.
pub(crate) const BLOCK_ROWS: usize = 1 << 14;

/// Rows of equal width, in blocks.
#[derive(Debug)]
pub(crate) struct Rows<T> {
    width: usize,
    blocks: Vec<Box<[T]>>,
    /// The number of the next row.
    next: usize,
}

impl<T: Clone + Default> Rows<T> {
    /// No rows yet, each to be of this width.
    pub fn new(width: usize) -> Self {
        Rows {
            width,
            blocks: Vec::new(),
            next: 0,
        }
    }

    /// Adds rows that lie side by side, and returns the number of the first; at most
    /// [`BLOCK_ROWS`].
    pub fn add(&mut self, count: usize) -> u32 {
        debug_assert!(count <= BLOCK_ROWS);
        if self.next % BLOCK_ROWS + count > BLOCK_ROWS {
            self.next = self.next.next_multiple_of(BLOCK_ROWS);
        }
        let first = self.next;
        self.next += count;
        while self.blocks.len() * BLOCK_ROWS < self.next {
            let block = vec![T::default(); BLOCK_ROWS * self.width];
            self.blocks.push(block.into_boxed_slice());
        }
        u32::try_from(first).expect("memory ends before numbers do")
    }

    /// The bytes that are in use after `count` more rows.
    pub fn bytes_with(&self, count: usize) -> u64 {
        let mut next = self.next;
        if next % BLOCK_ROWS + count > BLOCK_ROWS {
            next = next.next_multiple_of(BLOCK_ROWS);
        }
        let blocks = (next + count).div_ceil(BLOCK_ROWS).max(self.blocks.len());
        (blocks * BLOCK_ROWS * self.width * size_of::<T>()) as u64
    }

    /// Some rows that were added together.
    #[inline]
    pub fn rows(&self, first: u32, count: usize) -> &[T] {
        let (block, at) = self.place(first);
        &self.blocks[block][at..at + count * self.width]
    }

    /// The same, to be changed.
    #[inline]
    pub fn rows_mut(&mut self, first: u32, count: usize) -> &mut [T] {
        let (block, at) = self.place(first);
        &mut self.blocks[block][at..at + count * self.width]
    }

    /// A row.
    #[inline]
    pub fn row(&self, number: u32) -> &[T] {
        self.rows(number, 1)
    }

    /// A row, to be changed.
    #[inline]
    pub fn row_mut(&mut self, number: u32) -> &mut [T] {
        self.rows_mut(number, 1)
    }

    #[inline]
    fn place(&self, row: u32) -> (usize, usize) {
        let row = row as usize;
        (row / BLOCK_ROWS, row % BLOCK_ROWS * self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_added_together_lie_side_by_side() {
        let mut rows: Rows<u32> = Rows::new(2);
        let first = rows.add(BLOCK_ROWS - 1);
        assert_eq!((first, rows.bytes_with(1)), (0, 8 * BLOCK_ROWS as u64));
        assert_eq!(rows.bytes_with(2), 16 * BLOCK_ROWS as u64);
        let next = rows.add(2);
        assert_eq!(next as usize, BLOCK_ROWS);
        rows.rows_mut(next, 2).copy_from_slice(&[1, 2, 3, 4]);
        assert_eq!(rows.row(next + 1), [3, 4]);
        assert_eq!(rows.bytes_with(0), 16 * BLOCK_ROWS as u64);
    }
}

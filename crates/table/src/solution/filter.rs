//! Records rearranged so that they compress well: neighbours as differences,
//! then byte by byte.
//!
//! In and out: the content of one block, which has whole records.

use std::iter::repeat_n;
use std::sync::Arc;

/// The records of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Records {
    /// Anything, left as it is, in records of this many bytes.
    Plain(usize),
    /// Nodes: two references, the first stored as a difference.
    Nodes,
    /// The same, with the number of states below.
    RankedNodes,
    /// Numbers of this many bytes, most significant first, stored as
    /// differences.
    Keys(usize),
}

impl Records {
    /// Bytes of a record.
    pub fn width(self) -> usize {
        match self {
            Records::Plain(width) | Records::Keys(width) => width,
            Records::Nodes => 8,
            Records::RankedNodes => 16,
        }
    }

    /// Bytes of a stream in a full block.
    pub fn block_len(self) -> usize {
        let width = self.width();
        super::frame::BLOCK / width * width
    }

    /// The content as it is compressed.
    pub fn arrange(self, content: &[u8]) -> Vec<u8> {
        let mut records = content.to_vec();
        let width = self.width();
        match self {
            Records::Plain(_) => return records,
            Records::Nodes | Records::RankedNodes => {
                // From the last on, so that each still finds the one before
                // unchanged.
                for at in (width..records.len()).step_by(width).rev() {
                    let before = lo(&records, at - width);
                    let difference = lo(&records, at).wrapping_sub(before);
                    records[at..at + 4].copy_from_slice(&difference.to_le_bytes());
                }
            }
            Records::Keys(_) => {
                for at in (width..records.len()).step_by(width).rev() {
                    let (before, rest) = records.split_at_mut(at);
                    subtract(&mut rest[..width], &before[at - width..]);
                }
            }
        }
        let mut arranged = vec![0; records.len()];
        transpose(&records, width, &mut arranged);
        arranged
    }

    /// Reverses [`Records::arrange`].
    pub fn restore(self, arranged: &[u8]) -> Arc<[u8]> {
        let width = self.width();
        if let Records::Plain(_) = self {
            return arranged.into();
        }
        let mut restored: Arc<[u8]> = repeat_n(0, arranged.len()).collect();
        let records = Arc::get_mut(&mut restored).expect("nobody else has it yet");
        transpose(arranged, arranged.len() / width, records);
        match self {
            Records::Plain(_) => {}
            Records::Nodes | Records::RankedNodes => {
                let mut last = 0_u32;
                for at in (0..records.len()).step_by(width) {
                    last = last.wrapping_add(lo(records, at));
                    records[at..at + 4].copy_from_slice(&last.to_le_bytes());
                }
            }
            Records::Keys(_) => {
                for at in (width..records.len()).step_by(width) {
                    let (before, rest) = records.split_at_mut(at);
                    add(&mut rest[..width], &before[at - width..]);
                }
            }
        }
        restored
    }
}

fn lo(records: &[u8], at: usize) -> u32 {
    super::frame::u32_at(records, at)
}

/// Transposes rows of `width` bytes into columns.
fn transpose(bytes: &[u8], width: usize, transposed: &mut [u8]) {
    let rows = bytes.len() / width.max(1);
    for (row, record) in bytes.chunks_exact(width.max(1)).enumerate() {
        for (column, &byte) in record.iter().enumerate() {
            transposed[column * rows + row] = byte;
        }
    }
}

/// Subtracts numbers of equal length, most significant byte first, with
/// wrap-around.
fn subtract(number: &mut [u8], other: &[u8]) {
    let mut borrow = false;
    for (digit, &other) in number.iter_mut().zip(other).rev() {
        let (less, first) = digit.overflowing_sub(other);
        let (less, second) = less.overflowing_sub(u8::from(borrow));
        *digit = less;
        borrow = first | second;
    }
}

fn add(number: &mut [u8], other: &[u8]) {
    let mut carry = false;
    for (digit, &other) in number.iter_mut().zip(other).rev() {
        let (more, first) = digit.overflowing_add(other);
        let (more, second) = more.overflowing_add(u8::from(carry));
        *digit = more;
        carry = first | second;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_was_arranged_is_restored(
            bytes in proptest::collection::vec(any::<u8>(), 0..400),
            width in 1_usize..20,
        ) {
            for records in [
                Records::Plain(width),
                Records::Nodes,
                Records::RankedNodes,
                Records::Keys(width),
            ] {
                let whole = bytes.len() / records.width() * records.width();
                let content = &bytes[..whole];
                let arranged = records.arrange(content);
                prop_assert_eq!(arranged.len(), content.len());
                prop_assert_eq!(&*records.restore(&arranged), content);
            }
        }
    }

    #[test]
    fn planes_and_differences_are_as_documented() {
        let keys = [0x01, 0xff, 0x02, 0x01];
        assert_eq!(Records::Keys(2).arrange(&keys), [0x01, 0x00, 0xff, 0x02]);
        let nodes = [5, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 8, 0, 0, 0];
        let arranged = [5, 0xfe, 0, 0xff, 0, 0xff, 0, 0xff, 9, 8, 0, 0, 0, 0, 0, 0];
        assert_eq!(Records::Nodes.arrange(&nodes), arranged);
    }
}

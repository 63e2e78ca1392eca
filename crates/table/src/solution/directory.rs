//! The directory's record of a section, in bytes.

use super::frame::{Extent, u64_at};

/// Bytes of a record.
pub(super) const RECORD: usize = 88;

/// How the states of a section are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A diagram that ends in outcomes.
    Diagram,
    /// A diagram that gives ranks, and outcomes by rank.
    Ranked,
    /// Sorted keys, and outcomes by rank.
    Listed,
}

/// The directory's record of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub number: u64,
    pub form: Form,
    pub states: u128,
    pub root: u64,
    pub head: Extent,
    pub body: Extent,
    pub outcomes: Extent,
}

impl Record {
    pub fn to_bytes(self) -> [u8; RECORD] {
        let form = match self.form {
            Form::Diagram => 1,
            Form::Ranked => 2,
            Form::Listed => 3,
        };
        let numbers = [
            self.number,
            form,
            self.states as u64,
            (self.states >> 64) as u64,
            self.root,
            self.head.len,
            self.head.root,
            self.body.len,
            self.body.root,
            self.outcomes.len,
            self.outcomes.root,
        ];
        let mut bytes = [0; RECORD];
        for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// `None` if the form is unknown.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let extent = |at| Extent {
            len: u64_at(bytes, at),
            root: u64_at(bytes, at + 8),
        };
        Some(Record {
            number: u64_at(bytes, 0),
            form: match u64_at(bytes, 8) {
                1 => Form::Diagram,
                2 => Form::Ranked,
                3 => Form::Listed,
                _ => return None,
            },
            states: u128::from(u64_at(bytes, 16)) | u128::from(u64_at(bytes, 24)) << 64,
            root: u64_at(bytes, 32),
            head: extent(40),
            body: extent(56),
            outcomes: extent(72),
        })
    }
}

/// The bits of an outcome's place in a palette of this size: the smallest
/// number that packs evenly into bytes.
pub(super) fn outcome_bits(palette: usize) -> u32 {
    let widths = [0, 1, 2, 4, 8, 16].into_iter();
    let mut enough = widths.filter(|&bits| palette as u64 <= 1 << bits);
    enough.next().unwrap_or(32)
}

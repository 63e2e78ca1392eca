//! Entries of the directory: where a section is, and in what form.

use super::frame::{Extent, u64_at};
use crate::error::Unreadable;

/// Bytes of an entry of the directory.
pub const ENTRY: usize = 88;

/// How a section stores its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Diagram,
    Ranked,
    Listed,
}

/// An entry of the directory.
#[derive(Clone, Debug)]
pub struct Entry {
    pub number: u64,
    pub states: u128,
    pub form: Form,
    pub root: u64,
    pub head: Extent,
    pub body: Extent,
    pub outcomes: Extent,
}

impl Entry {
    /// The entry of these bytes, if its form is known and it has states.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let extent = |at| Extent {
            length: u64_at(bytes, at),
            root: u64_at(bytes, at + 8),
        };
        let states = u128::from(u64_at(bytes, 16)) | u128::from(u64_at(bytes, 24)) << 64;
        Some(Entry {
            number: u64_at(bytes, 0),
            form: match u64_at(bytes, 8) {
                1 => Form::Diagram,
                2 => Form::Ranked,
                3 => Form::Listed,
                _ => return None,
            },
            states: (states > 0).then_some(states)?,
            root: u64_at(bytes, 32),
            head: extent(40),
            body: extent(56),
            outcomes: extent(72),
        })
    }

    /// The error for damage in the section.
    pub fn damage(&self, why: impl AsRef<str>) -> Unreadable {
        let why = format!("section {}: {}", self.number, why.as_ref());
        Unreadable::damage(self.head.root, why)
    }
}

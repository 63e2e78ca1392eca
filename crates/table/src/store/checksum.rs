//! The seeds of an entry's checksums.

pub(super) use crate::checksum::checksum;

/// The seed of all checksums of one entry.
///
/// It makes an entry of another name or of another store invalid under this
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub u64);

impl Key {
    /// `identity` is the checksum in the store's manifest.
    pub fn new(identity: u64, name: &str) -> Self {
        Key(checksum(name.as_bytes(), identity))
    }

    /// The checksum of a block with its length; the seed includes its place.
    pub fn block(self, bytes: &[u8], index: u64) -> u64 {
        checksum(bytes, self.0.wrapping_add(index))
    }
}

/// The checksum of all blocks so far: of each one's checksum, seeded with that
/// of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain(pub u64);

impl Chain {
    pub fn new(key: Key) -> Self {
        Chain(key.0)
    }

    pub fn push(&mut self, block: u64) {
        self.0 = checksum(&block.to_le_bytes(), self.0);
    }
}

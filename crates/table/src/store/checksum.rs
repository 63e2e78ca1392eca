//! The hash of the format: XXH3 with 64 bits, and what it is seeded with.
//!
//! It is specified and stable across versions and machines. Only its one-shot
//! form is used, so that any implementation will do.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// XXH3-64 of some bytes.
pub(super) fn checksum(bytes: &[u8], seed: u64) -> u64 {
    xxh3_64_with_seed(bytes, seed)
}

/// What all checksums of one entry are seeded with.
///
/// Because of it, an entry of another name or of another store is not valid
/// under this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub u64);

impl Key {
    /// `identity` is the checksum in the store's manifest.
    pub fn new(identity: u64, name: &str) -> Self {
        Key(checksum(name.as_bytes(), identity))
    }

    /// The checksum of a block with its length; the seed tells where it stands.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// From the reference implementation (C, version 0.8): if one differs, no
    /// store that was written before can be read.
    #[test]
    fn the_hash_is_the_specified_one() {
        assert_eq!(checksum(b"", 0), 0x2d06_8005_38d3_94c2);
    }
}

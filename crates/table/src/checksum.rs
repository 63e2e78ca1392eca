//! The hash of both formats: XXH3 with 64 bits.
//!
//! It is specified and stable across versions and machines. Only its one-shot
//! form is used, so that any implementation will do.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// XXH3-64 of some bytes.
pub(crate) fn checksum(bytes: &[u8], seed: u64) -> u64 {
    xxh3_64_with_seed(bytes, seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the reference implementation (C, version 0.8): if one differs, no
    /// file that was written before can be read.
    #[test]
    fn the_hash_is_the_specified_one() {
        assert_eq!(checksum(b"", 0), 0x2d06_8005_38d3_94c2);
    }
}

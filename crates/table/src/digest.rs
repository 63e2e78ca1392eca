//! A short name for long bytes, to check whether two runs mean the same.

use xxhash_rust::xxh3::xxh3_128;

/// The XXH3 hash of 128 bits, in hexadecimal digits. It distinguishes what
/// differs by accident; it does not protect against intent.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

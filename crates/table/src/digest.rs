//! A short name for long bytes, to tell whether two runs mean the same.

use xxhash_rust::xxh3::xxh3_128;

/// The XXH3 hash of 128 bits, in hexadecimal digits. It tells apart what
/// differs by accident; it is no proof against intent.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

//! The frame of the file, header and footer, as bytes.
//!
//! `docs/formats/solution.md` has the same as tables.

use crate::checksum::checksum;

/// The version of a file that requires no feature.
pub(super) const PLAIN: u32 = 1;
/// The version of a file that requires some, and the newest that is read.
pub(super) const VERSION: u32 = 2;
/// Most bytes of content in a block.
pub(super) const BLOCK: usize = 1 << 16;
pub(super) const HEADER: usize = 32;
pub(super) const FOOTER: usize = 64;
const CHECKSUM: usize = 8;

/// As in PNG: a transfer that treats the file as text changes it.
const MAGIC: [u8; 8] = *b"\x89ZSOLVE\n";
const END: [u8; 4] = *b"ZEND";

/// Whether a file that begins with these bytes is a solution file, of whatever version,
/// perhaps a damaged one.
pub fn is_begun_by(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// A string of bytes in blocks: its length, and where its tree of blocks
/// begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    pub len: u64,
    pub root: u64,
}

/// What is wrong with a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    Foreign,
    Version(u32),
    Damage(&'static str),
}

/// The first bytes of a file of this version with this key.
pub(super) fn header(version: u32, key: u64) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
    bytes[12..16].copy_from_slice(&(BLOCK as u32).to_le_bytes());
    bytes[16..24].copy_from_slice(&key.to_le_bytes());
    seal(&mut bytes, 0);
    bytes
}

/// Version and key, if this is the header of a file that can be read.
pub(super) fn read_header(bytes: &[u8; HEADER]) -> Result<(u32, u64), Flaw> {
    if bytes[..8] != MAGIC {
        return Err(Flaw::Foreign);
    }
    if !is_sealed(bytes, 0) {
        return Err(Flaw::Damage("wrong checksum of the header"));
    }
    let version = u32_at(bytes, 8);
    if !(PLAIN..=VERSION).contains(&version) {
        return Err(Flaw::Version(version));
    }
    if u32_at(bytes, 12) != BLOCK as u32 {
        return Err(Flaw::Damage("blocks of another size"));
    }
    Ok((version, u64_at(bytes, 16)))
}

/// The bytes after the last block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footer {
    pub file_len: u64,
    pub meta: Extent,
    pub directory: Extent,
    pub meta_checksum: u64,
}

impl Footer {
    pub fn to_bytes(self, key: u64) -> [u8; FOOTER] {
        let mut bytes = [0; FOOTER];
        bytes[4..8].copy_from_slice(&END);
        let numbers = [
            self.file_len,
            self.meta.len,
            self.meta.root,
            self.directory.len,
            self.directory.root,
            self.meta_checksum,
        ];
        for (place, number) in bytes[8..56].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        seal(&mut bytes, key);
        bytes
    }

    /// `None` if these are not the last bytes of a file of this size.
    pub fn from_bytes(bytes: &[u8; FOOTER], key: u64, file_len: u64) -> Option<Self> {
        if !is_sealed(bytes, key) || bytes[..4] != [0; 4] || bytes[4..8] != END {
            return None;
        }
        let extent = |at| Extent {
            len: u64_at(bytes, at),
            root: u64_at(bytes, at + 8),
        };
        let footer = Footer {
            file_len: u64_at(bytes, 8),
            meta: extent(16),
            directory: extent(32),
            meta_checksum: u64_at(bytes, 48),
        };
        (footer.file_len == file_len).then_some(footer)
    }
}

/// Fills the end of `bytes` with the checksum of the rest.
fn seal(bytes: &mut [u8], seed: u64) {
    let at = bytes.len() - CHECKSUM;
    let sum = checksum(&bytes[..at], seed);
    bytes[at..].copy_from_slice(&sum.to_le_bytes());
}

fn is_sealed(bytes: &[u8], seed: u64) -> bool {
    let at = bytes.len() - CHECKSUM;
    u64_at(bytes, at) == checksum(&bytes[..at], seed)
}

/// The number of 32 bits at a place, which must exist.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

/// The number of 64 bits at a place, which must exist.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_told_from_damage() {
        for other in [0, 3] {
            let mut bytes = header(1, 7);
            bytes[8] = other;
            assert!(matches!(read_header(&bytes), Err(Flaw::Damage(_))));
            seal(&mut bytes, 0);
            assert_eq!(read_header(&bytes), Err(Flaw::Version(other.into())));
        }
        assert_eq!(read_header(&header(1, 7)), Ok((1, 7)));
        assert_eq!(read_header(&header(2, 7)), Ok((2, 7)));
    }

    #[test]
    fn a_footer_belongs_to_one_size() {
        let footer = Footer {
            file_len: 100,
            meta: Extent { len: 1, root: 32 },
            directory: Extent::default(),
            meta_checksum: 3,
        };
        let bytes = footer.to_bytes(7);
        assert_eq!(Footer::from_bytes(&bytes, 7, 100), Some(footer));
        assert_eq!(Footer::from_bytes(&bytes, 7, 101), None);
        assert_eq!(Footer::from_bytes(&bytes, 8, 100), None);
    }
}

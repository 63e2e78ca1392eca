//! The frame of an entry: header and footer, as bytes.
//!
//! `docs/formats/layer-store.md` has the same as a table. All numbers are
//! little-endian.

use super::checksum::{Chain, Key, checksum};

/// The version of the format, of manifest and entries alike.
pub(super) const VERSION: u32 = 1;
/// Bytes of content in a block, except the last.
pub(super) const BLOCK: usize = 1 << 16;
/// Bytes of the length before a block.
pub(super) const LENGTH: usize = 4;
/// Bytes of the checksum after a block.
pub(super) const CHECKSUM: usize = 8;
pub(super) const HEADER: usize = 32;
pub(super) const FOOTER: usize = 40;

/// As in PNG: a transfer that treats the file as text changes it.
const MAGIC: [u8; 8] = *b"\x89ZLAYER\n";
const END: [u8; 4] = *b"ZEND";

/// What is wrong with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    Version(u32),
    Damage(&'static str),
}

/// The bytes before the first block.
pub(super) fn header(key: Key) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12..16].copy_from_slice(&(BLOCK as u32).to_le_bytes());
    bytes[16..24].copy_from_slice(&key.0.to_le_bytes());
    seal(&mut bytes, 0);
    bytes
}

/// Compares the bytes before the first block with what they should be.
pub(super) fn check_header(bytes: &[u8; HEADER], key: Key) -> Result<(), Flaw> {
    if bytes[..8] != MAGIC {
        return Err(Flaw::Damage("it does not begin like an entry"));
    }
    if !is_sealed(bytes, 0) {
        return Err(Flaw::Damage("wrong checksum of its header"));
    }
    // Another version may have another key, and blocks of another size.
    let version = number(&bytes[8..12]) as u32;
    if version != VERSION {
        return Err(Flaw::Version(version));
    }
    if bytes[..] != header(key) {
        return Err(Flaw::Damage("it is an entry of another name or store"));
    }
    Ok(())
}

/// The bytes after the last block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footer {
    /// How many bytes the entry has.
    pub len: u64,
    /// How many blocks they are in.
    pub blocks: u64,
    /// The checksum of all blocks.
    pub chain: Chain,
}

impl Footer {
    pub fn to_bytes(self, key: Key) -> [u8; FOOTER] {
        let mut bytes = [0; FOOTER];
        // Where a block would have its length, which is never zero: so a reader
        // from the front finds the end as well.
        bytes[4..8].copy_from_slice(&END);
        bytes[8..16].copy_from_slice(&self.len.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.blocks.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.chain.0.to_le_bytes());
        seal(&mut bytes, key.0);
        bytes
    }

    /// Reads the last bytes of a file of `file_len` bytes, and checks that they
    /// give that size.
    pub fn from_bytes(bytes: &[u8; FOOTER], key: Key, file_len: u64) -> Result<Self, Flaw> {
        if !is_sealed(bytes, key.0) || bytes[..4] != [0; 4] || bytes[4..8] != END {
            return Err(Flaw::Damage("it has no valid end"));
        }
        let footer = Footer {
            len: number(&bytes[8..16]),
            blocks: number(&bytes[16..24]),
            chain: Chain(number(&bytes[24..32])),
        };
        if footer.file_len() != Some(file_len) {
            return Err(Flaw::Damage("it has not the size that its end tells"));
        }
        Ok(footer)
    }

    /// The size of the whole file; `None` if no file has such numbers.
    fn file_len(&self) -> Option<u64> {
        if self.blocks != self.len.div_ceil(BLOCK as u64) {
            return None;
        }
        let frames = self.blocks.checked_mul((LENGTH + CHECKSUM) as u64)?;
        let all = self.len.checked_add(frames)?;
        all.checked_add((HEADER + FOOTER) as u64)
    }
}

/// Fills the end of `bytes` with the checksum of the rest.
fn seal(bytes: &mut [u8], seed: u64) {
    let at = bytes.len() - CHECKSUM;
    let sum = checksum(&bytes[..at], seed);
    bytes[at..].copy_from_slice(&sum.to_le_bytes());
}

fn is_sealed(bytes: &[u8], seed: u64) -> bool {
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    number(sum) == checksum(content, seed)
}

/// A number of up to 8 bytes.
pub(super) fn number(bytes: &[u8]) -> u64 {
    let fold = |sum: u64, &byte: &u8| sum << 8 | u64::from(byte);
    bytes.iter().rev().fold(0, fold)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = Key(7);

    #[test]
    fn a_footer_with_absurd_numbers_is_refused() {
        for (len, blocks) in [
            (u64::MAX, u64::MAX),
            (u64::MAX, u64::MAX.div_ceil(BLOCK as u64)),
            (1, 0),
            (0, 1),
            (BLOCK as u64 + 1, 1),
        ] {
            let chain = Chain(0);
            let bytes = Footer { len, blocks, chain }.to_bytes(KEY);
            let file_len = (HEADER + FOOTER) as u64;
            let read = Footer::from_bytes(&bytes, KEY, file_len);
            assert!(matches!(read, Err(Flaw::Damage(_))), "{len} {blocks}");
        }
    }

    #[test]
    fn a_header_of_another_version_is_told_from_damage() {
        let mut bytes = header(KEY);
        bytes[8] = 2;
        assert!(matches!(check_header(&bytes, KEY), Err(Flaw::Damage(_))));
        seal(&mut bytes, 0);
        assert_eq!(check_header(&bytes, KEY), Err(Flaw::Version(2)));
    }
}

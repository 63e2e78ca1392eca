//! A block as bytes: compressed where that makes it smaller, and sealed for its
//! place in the file.

use zstd::bulk::{Compressor, Decompressor};

use super::filter::Records;
use super::frame::{BLOCK, u32_at, u64_at};
use crate::checksum::checksum;

/// Bytes of the length before the stored content.
pub(super) const LENGTH: usize = 4;
/// Bytes of the checksum after it.
pub(super) const CHECKSUM: usize = 8;
/// Smallest size of a block in the file, in bytes.
pub(super) const MIN_SIZE: u64 = (LENGTH + 1 + CHECKSUM) as u64;
/// Largest size, in bytes.
pub(super) const MAX_SIZE: usize = LENGTH + BLOCK + CHECKSUM;

const COMPRESSED: u32 = 1 << 31;

/// Higher levels gain a few per cent on nodes and outcomes of Connect Four and
/// take several times as long.
const COMPRESSION: i32 = 6;

/// Makes blocks.
pub(super) struct Packer {
    compressor: Option<Compressor<'static>>,
    buffer: Vec<u8>,
}

impl Packer {
    pub fn new() -> Self {
        Packer {
            // Without a compressor blocks are stored uncompressed.
            compressor: Compressor::new(COMPRESSION).ok(),
            buffer: vec![0; BLOCK],
        }
    }

    /// The bytes of a block with this content at an offset of the file.
    pub fn pack(&mut self, records: Records, content: &[u8], key: u64, offset: u64) -> Vec<u8> {
        let arranged = records.arrange(content);
        let room = &mut self.buffer[..arranged.len().saturating_sub(1)];
        let compressor = self.compressor.as_mut();
        let packed = compressor.and_then(|it| it.compress_to_buffer(&arranged, room).ok());
        let (stored, flag) = match packed {
            Some(len) => (&self.buffer[..len], COMPRESSED),
            None => (arranged.as_slice(), 0),
        };
        let mut block = Vec::with_capacity(LENGTH + stored.len() + CHECKSUM);
        block.extend_from_slice(&(stored.len() as u32 | flag).to_le_bytes());
        block.extend_from_slice(stored);
        let sum = checksum(&block, key.wrapping_add(offset));
        block.extend_from_slice(&sum.to_le_bytes());
        block
    }
}

/// The size of a block with this head, in bytes; `None` if no block has such a
/// head.
pub(super) fn size(head: [u8; LENGTH]) -> Option<usize> {
    let stored = (u32::from_le_bytes(head) & !COMPRESSED) as usize;
    let fits = (1..=BLOCK).contains(&stored);
    fits.then_some(LENGTH + stored + CHECKSUM)
}

/// Fills `content` from a block with this seed of its checksum; an error says
/// what is wrong if the content has another length.
pub(super) fn unpack(
    decompressor: &mut Decompressor<'_>,
    block: &[u8],
    content: &mut [u8],
    seed: u64,
) -> Result<(), &'static str> {
    let end = block.len() - CHECKSUM;
    if checksum(&block[..end], seed) != u64_at(block, end) {
        return Err("wrong checksum of a block");
    }
    let stored = &block[LENGTH..end];
    if u32_at(block, 0) & COMPRESSED == 0 {
        if stored.len() != content.len() {
            return Err("a block of another length");
        }
        content.copy_from_slice(stored);
        return Ok(());
    }
    match decompressor.decompress_to_buffer(stored, content) {
        Ok(written) if written == content.len() => Ok(()),
        _ => Err("a block that cannot be decompressed"),
    }
}

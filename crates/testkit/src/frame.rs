//! Solution files as bytes: their numbers, and checksums that are made right.
//!
//! In: any bytes, or a small file. Out: the same with valid checksums, or with
//! blocks that are not compressed. Offsets are those of
//! `docs/formats/solution.md`.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bytes before the first block.
pub const HEADER: usize = 32;
/// Bytes after the last block.
pub const FOOTER: usize = 64;
/// The bytes around the content of a block.
const AROUND: usize = 12;
const COMPRESSED: u64 = 1 << 31;
const BLOCK: usize = 65536;
/// The bytes of a section in the directory, and where its streams have their roots.
const ENTRY: usize = 88;
const ROOTS: [usize; 3] = [48, 64, 80];

fn number(bytes: &[u8], at: usize, len: usize) -> u64 {
    let mut number = [0; 8];
    number[..len].copy_from_slice(&bytes[at..at + len]);
    u64::from_le_bytes(number)
}

fn set(bytes: &mut [u8], at: usize, number: u64) {
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
}

/// Ends some bytes with their checksum.
fn seal(bytes: &mut [u8], seed: u64) {
    let end = bytes.len() - 8;
    let sum = xxh3_64_with_seed(&bytes[..end], seed);
    set(bytes, end, sum);
}

/// The bytes that the block at a place takes, if they end before `end`.
fn block_size(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let head = at.checked_add(AROUND).filter(|&head| head < end)?;
    let size = (number(bytes, at, 4) & (COMPRESSED - 1)) as usize;
    head.checked_add(size).filter(|&size| size <= end)?;
    Some(size + AROUND)
}

/// The content of the block at a place, if it is one.
fn content(bytes: &[u8], at: usize, end: usize) -> Option<Vec<u8>> {
    let size = block_size(bytes, at, end)?;
    let stored = &bytes[at + 4..at + size - 8];
    match number(bytes, at, 4) & COMPRESSED {
        0 => Some(stored.to_vec()),
        _ => zstd::bulk::decompress(stored, BLOCK).ok(),
    }
}

/// Where the meta document is if it is one block, and how many bytes its block has.
pub fn meta(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.len().checked_sub(FOOTER)?;
    let root = usize::try_from(number(bytes, end + 24, 8)).ok()?;
    block_size(bytes, root, end).map(|size| (root + 4, size - AROUND))
}

/// Makes checksums right, from the front on as far as blocks follow each other;
/// that of the meta document too, if it is one block.
pub fn mend(bytes: &mut [u8]) {
    let len = bytes.len();
    if len < HEADER + FOOTER {
        return;
    }
    seal(&mut bytes[..HEADER], 0);
    let key = number(bytes, 16, 8);
    let (mut at, end) = (HEADER, len - FOOTER);
    while let Some(size) = block_size(bytes, at, end) {
        seal(&mut bytes[at..at + size], key.wrapping_add(at as u64));
        at += size;
    }
    set(bytes, end + 8, len as u64);
    let root = usize::try_from(number(bytes, end + 24, 8)).unwrap_or(usize::MAX);
    if let Some(meta) = content(bytes, root, end) {
        set(bytes, end + 48, xxh3_64_with_seed(&meta, key));
    }
    seal(&mut bytes[end..], key);
}

/// The same file with all blocks as they are, so that a changed byte is a changed
/// number; none if it has streams of several blocks.
pub fn plain(file: &[u8]) -> Option<Vec<u8>> {
    let end = file.len().checked_sub(FOOTER)?;
    let mut plain = file[..HEADER].to_vec();
    let mut places = BTreeMap::from([(0, 0)]);
    let mut at = HEADER;
    while let Some(size) = block_size(file, at, end) {
        let content = content(file, at, end)?;
        places.insert(at as u64, plain.len() as u64);
        plain.extend((content.len() as u32).to_le_bytes());
        plain.extend(content);
        plain.extend([0; 8]);
        at += size;
    }
    let footer = plain.len();
    plain.extend_from_slice(&file[end..]);
    for at in [24, 40] {
        let place = *places.get(&number(file, end + at, 8))?;
        set(&mut plain, footer + at, place);
    }
    let directory = number(&plain, footer + 40, 8) as usize + 4;
    for entry in 0..number(file, end + 32, 8) as usize / ENTRY {
        for root in ROOTS {
            let at = directory + entry * ENTRY + root;
            let place = *places.get(&number(&plain, at, 8))?;
            set(&mut plain, at, place);
        }
    }
    mend(&mut plain);
    Some(plain)
}

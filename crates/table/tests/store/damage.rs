//! No damaged entry gives an answer.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use table::Durability::Later;
use table::{Store, StoreError};
use tempfile::TempDir;

use super::{BLOCK, IDENTITY, dir, get, noise, open, put};

const HEADER: usize = 32;
const FRAMED: usize = 4 + BLOCK + 8;

struct Entry {
    store: Store,
    path: PathBuf,
    bytes: Vec<u8>,
    _dir: TempDir,
}

/// A store with one entry `a`. All entries have the same bytes, and these are
/// made fast.
fn entry(len: usize) -> Entry {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", &noise(len, 1), Later).unwrap();
    let path = dir.path().join("a.zlayer-unsynced");
    let bytes = fs::read(&path).unwrap();
    Entry {
        store,
        path,
        bytes,
        _dir: dir,
    }
}

impl Entry {
    fn assert_corrupt(&self, bytes: &[u8], what: &str) {
        fs::write(&self.path, bytes).unwrap();
        let read = get(&self.store, "a");
        assert!(
            matches!(&read, Err(StoreError::Corrupt { file, .. }) if *file == self.path),
            "{what}: {read:?}"
        );
    }
}

#[test]
fn every_flipped_bit_is_found() {
    for len in [0, 1, 50] {
        let entry = entry(len);
        for at in 0..entry.bytes.len() {
            for bit in 0..8 {
                let mut bytes = entry.bytes.clone();
                bytes[at] ^= 1 << bit;
                entry.assert_corrupt(&bytes, &format!("byte {at}, bit {bit}"));
            }
        }
    }
}

#[test]
fn every_truncation_is_found() {
    let entry = entry(50);
    for len in 0..entry.bytes.len() {
        entry.assert_corrupt(&entry.bytes[..len], &format!("{len} bytes"));
    }
}

#[test]
fn every_extension_is_found() {
    let entry = entry(50);
    for more in 1..100 {
        for byte in [0, 0xff] {
            let mut bytes = entry.bytes.clone();
            bytes.extend(std::iter::repeat_n(byte, more));
            entry.assert_corrupt(&bytes, &format!("{more} more bytes"));
        }
    }
    let twice = [&entry.bytes[..], &entry.bytes[..]].concat();
    entry.assert_corrupt(&twice, "twice");
}

#[test]
fn a_large_entry_is_checked_throughout() {
    let entry = entry(5 * BLOCK + 10);
    for at in (0..entry.bytes.len()).step_by(4099) {
        let mut bytes = entry.bytes.clone();
        bytes[at] ^= 0x10;
        entry.assert_corrupt(&bytes, &format!("byte {at}"));
    }
}

#[test]
fn blocks_in_the_wrong_place_are_found() {
    let entry = entry(4 * BLOCK);
    let block = |index: usize| HEADER + index * FRAMED..HEADER + (index + 1) * FRAMED;
    let mut swapped = entry.bytes.clone();
    swapped.copy_within(block(2), block(1).start);
    swapped[block(2)].copy_from_slice(&entry.bytes[block(1)]);
    entry.assert_corrupt(&swapped, "swapped");
    let mut without = entry.bytes.clone();
    without.drain(block(1));
    entry.assert_corrupt(&without, "one missing");
}

#[test]
fn a_block_of_an_older_entry_is_found() {
    let entry = entry(3 * BLOCK);
    let mut newer = noise(3 * BLOCK, 1);
    newer[BLOCK + 3] ^= 1;
    put(&entry.store, "a", &newer, Later).unwrap();
    let mut mixed = fs::read(&entry.path).unwrap();
    let block = HEADER + FRAMED..HEADER + 2 * FRAMED;
    mixed[block.clone()].copy_from_slice(&entry.bytes[block]);
    entry.assert_corrupt(&mixed, "mixed");
}

#[test]
fn an_entry_under_another_name_is_found() {
    let entry = entry(50);
    let other = entry.path.with_file_name("b.zlayer");
    fs::copy(&entry.path, other).unwrap();
    let read = get(&entry.store, "b");
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "{read:?}");
}

#[test]
fn an_entry_of_another_store_is_found() {
    let entry = entry(50);
    let dir = dir();
    let store = Store::open(dir.path(), &[("rules", "other")], false).unwrap();
    fs::copy(&entry.path, dir.path().join("a.zlayer")).unwrap();
    let read = get(&store, "a");
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "{read:?}");
}

#[test]
fn the_message_names_the_file() {
    let entry = entry(50);
    fs::write(&entry.path, b"").unwrap();
    let message = get(&entry.store, "a").unwrap_err().to_string();
    assert!(message.contains("a.zlayer"), "{message}");
}

#[test]
fn fresh_gets_rid_of_the_damage() {
    let mut entry = entry(50);
    fs::write(&entry.path, b"garbage").unwrap();
    let dir = entry.path.parent().map(Path::to_owned).unwrap();
    drop(entry.store);
    entry.store = Store::open(&dir, IDENTITY, true).unwrap();
    assert!(!entry.store.contains("a"));
    put(&entry.store, "a", b"again", Later).unwrap();
    assert_eq!(get(&entry.store, "a").unwrap(), b"again");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, keep in 0..=32_usize) {
        // With part of a valid header, so that what follows it is read too.
        let entry = entry(5);
        let bytes = [&entry.bytes[..keep], &bytes].concat();
        entry.assert_corrupt(&bytes, "random");
    }
}

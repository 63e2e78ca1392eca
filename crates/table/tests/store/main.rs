//! The layer store as its users see it: what goes in comes out, or an error
//! does.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod child;
mod crash;
mod damage;
mod folder;
mod full;
mod golden;
mod killed;
mod round_trip;

use std::path::Path;

use table::{Durability, Store, StoreError};
use tempfile::TempDir;
use testkit::folder::names;

const IDENTITY: &[(&str, &str)] = &[("rules", "ab12"), ("engine", "explicit 1")];
const BLOCK: usize = 1 << 16;

fn dir() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn open(dir: &Path) -> Result<Store, StoreError> {
    Store::open(dir, IDENTITY, false)
}

fn put(store: &Store, name: &str, bytes: &[u8], durability: Durability) -> Result<(), StoreError> {
    let mut writer = store.create(name)?;
    writer.write(bytes)?;
    writer.finish(durability)
}

fn get(store: &Store, name: &str) -> Result<Vec<u8>, StoreError> {
    store.read(name)?.read_all()
}

/// Bytes without a pattern, always the same for a seed.
fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..len).map(|_| next()).collect()
}

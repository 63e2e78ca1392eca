//! What crashes and power failures leave behind.

use std::fs;

use table::Durability::{Later, Now};
use table::{Store, StoreError};

use super::{BLOCK, IDENTITY, dir, get, names, noise, open, put};

#[test]
fn temporary_files_are_swept() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", b"1", Later).unwrap();
    drop(store);
    let before = names(dir.path());
    for file in ["b-0.zlayer-temp", "scratch-3.zlayer-temp"] {
        fs::write(dir.path().join(file), noise(1000, 1)).unwrap();
    }
    drop(open(dir.path()).unwrap());
    assert_eq!(names(dir.path()), before);
}

#[test]
fn unsynced_entries_survive_the_process() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let bytes = noise(2 * BLOCK, 1);
    put(&store, "a", &bytes, Later).unwrap();
    drop(store);
    let store = open(dir.path()).unwrap();
    assert_eq!(get(&store, "a").unwrap(), bytes);
    store.sync().unwrap();
    assert!(names(dir.path()).contains(&"a.zlayer".into()));
    assert_eq!(get(&store, "a").unwrap(), bytes);
}

/// What a power failure makes of a file that was renamed but not synced:
/// nothing, a part, or zeros.
#[test]
fn a_damaged_unsynced_entry_is_missing() {
    let whole = noise(BLOCK + 100, 1);
    for cut in [Some(0), Some(BLOCK), None] {
        let dir = dir();
        let store = open(dir.path()).unwrap();
        put(&store, "a", &whole, Later).unwrap();
        put(&store, "b", &whole, Later).unwrap();
        drop(store);
        let path = dir.path().join("a.zlayer-unsynced");
        let mut bytes = fs::read(&path).unwrap();
        match cut {
            Some(len) => bytes.truncate(len),
            None => bytes[4096..8192].fill(0),
        }
        fs::write(&path, bytes).unwrap();
        let store = open(dir.path()).unwrap();
        assert!(!store.contains("a") && !path.exists());
        assert_eq!(get(&store, "b").unwrap(), whole);
    }
}

#[test]
fn behind_a_damaged_unsynced_entry_stands_the_durable_one() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", b"older", Now).unwrap();
    put(&store, "a", b"newer", Later).unwrap();
    drop(store);
    fs::write(dir.path().join("a.zlayer-unsynced"), b"").unwrap();
    let store = open(dir.path()).unwrap();
    assert_eq!(get(&store, "a").unwrap(), b"older");
}

#[test]
fn a_durable_entry_without_its_footer_is_an_error() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", &noise(100, 1), Now).unwrap();
    drop(store);
    let path = dir.path().join("a.zlayer");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 40]).unwrap();
    let store = open(dir.path()).unwrap();
    let read = get(&store, "a");
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "{read:?}");
}

/// The manifest is synced with the first durable entry, not before.
#[test]
fn before_the_first_sync_the_manifest_may_get_lost() {
    for left in [None, Some(&b""[..]), Some(&[0; 80]), Some(b"zermelo la")] {
        let dir = dir();
        let store = open(dir.path()).unwrap();
        put(&store, "a", b"1", Later).unwrap();
        drop(store);
        let manifest = dir.path().join("zlayer.manifest");
        let text = fs::read(&manifest).unwrap();
        match left {
            None => fs::remove_file(&manifest).unwrap(),
            Some(bytes) => fs::write(&manifest, bytes).unwrap(),
        }
        // Another game does not get the entry, ours does.
        let other = dir.path().join("other");
        fs::create_dir(&other).unwrap();
        for file in names(dir.path()).iter().filter(|file| *file != "other") {
            fs::copy(dir.path().join(file), other.join(file)).unwrap();
        }
        let store = Store::open(&other, &[("rules", "other")], false).unwrap();
        assert!(!store.contains("a"));
        drop(store);
        fs::remove_dir_all(&other).unwrap();
        let store = open(dir.path()).unwrap();
        assert_eq!(get(&store, "a").unwrap(), b"1");
        assert_eq!(fs::read(&manifest).unwrap(), text);
    }
}

#[test]
fn with_durable_entries_a_damaged_manifest_is_an_error() {
    for left in [None, Some(&b""[..])] {
        let dir = dir();
        let store = open(dir.path()).unwrap();
        put(&store, "a", b"1", Now).unwrap();
        drop(store);
        let manifest = dir.path().join("zlayer.manifest");
        match left {
            None => fs::remove_file(&manifest).unwrap(),
            Some(bytes) => fs::write(&manifest, bytes).unwrap(),
        }
        let store = open(dir.path());
        assert!(
            matches!(store, Err(StoreError::Corrupt { .. })),
            "{store:?}"
        );
        let store = Store::open(dir.path(), IDENTITY, true).unwrap();
        assert!(!store.contains("a"));
    }
}

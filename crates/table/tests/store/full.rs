//! A disk without room: no finished entry is lost, and when there is room again
//! the run can be resumed.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use table::Durability::{Later, Now};
use table::{Store, StoreError};

use super::{BLOCK, child, dir, get, names, noise, open, put};

fn name(layer: u64) -> String {
    format!("states-{layer:04}")
}

/// Writes layers until there are `layers` of them.
fn run(store: &Store, layers: u64) -> Result<(), StoreError> {
    for layer in (0..layers).filter(|&layer| !store.contains(&name(layer))) {
        let durability = if layer % 2 == 0 { Now } else { Later };
        put(store, &name(layer), &noise(BLOCK, layer), durability)?;
    }
    store.sync()
}

fn assert_full(result: Result<(), StoreError>) {
    let error = result.unwrap_err();
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert!(error.to_string().contains("no room"), "{error}");
}

#[test]
fn on_a_small_disk() {
    let Some(disk) = child::dir() else { return };
    let dir = disk.join("store");
    fs::write(disk.join("ballast"), vec![1; 6 * BLOCK]).unwrap();
    assert_full(run(&open(&dir).unwrap(), 12));
    assert!(names(&dir).iter().all(|file| !file.ends_with("-temp")));
    // Again, while there still is no room.
    let store = open(&dir).unwrap();
    let finished = (0..12).filter(|&layer| store.contains(&name(layer)));
    let finished = finished.count() as u64;
    assert!((4..12).contains(&finished), "{finished} layers");
    assert_full(run(&store, 12));
    drop(store);
    fs::remove_file(disk.join("ballast")).unwrap();
    let store = open(&dir).unwrap();
    run(&store, 12).unwrap();
    for layer in 0..12 {
        assert_eq!(get(&store, &name(layer)).unwrap(), noise(BLOCK, layer));
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let dir = dir();
    let mount = r#"mount -t tmpfs -o size=1M none "$TABLE_TEST_DIR""#;
    let mut probe = Command::new("unshare");
    probe.args(["-Urm", "sh", "-c", mount]);
    let probe = probe.env("TABLE_TEST_DIR", dir.path()).output();
    if !probe.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no small disk may be mounted here");
        return;
    }
    let script = format!(r#"exec unshare -Urm sh -c '{mount} && exec "$@"' sh "$@""#);
    let child = child::scripted(&script, "full::on_a_small_disk", dir.path()).output();
    let child = child.unwrap();
    assert!(child.status.success(), "{child:?}");
}

#[test]
fn with_a_limit_on_the_size_of_files() {
    let Some(dir) = child::dir() else { return };
    let store = open(&dir).unwrap();
    put(&store, "small", &noise(100, 1), Now).unwrap();
    let mut writer = store.create("large").unwrap();
    assert_full((0..10).try_for_each(|seed| writer.write(&noise(BLOCK, seed))));
    // What would follow is at the wrong place: it must not become an entry.
    assert_full(writer.write(&noise(BLOCK, 10)));
    assert_full(writer.finish(Later));
    assert!(store.contains("small") && !store.contains("large"));
    let mut scratch = store.create_scratch().unwrap();
    assert_full(scratch.write(&noise(10 * BLOCK, 1)));
}

/// The same error without the right to mount.
#[test]
fn a_limit_on_the_size_of_files_loses_nothing() {
    let dir = dir();
    let script = r#"trap "" XFSZ && ulimit -f 500 && exec "$@""#;
    let test = "full::with_a_limit_on_the_size_of_files";
    let child = child::scripted(script, test, dir.path()).output().unwrap();
    assert!(child.status.success(), "{child:?}");
    let store = open(dir.path()).unwrap();
    assert_eq!(get(&store, "small").unwrap(), noise(100, 1));
    put(&store, "large", &noise(10 * BLOCK, 2), Now).unwrap();
    assert_eq!(get(&store, "large").unwrap(), noise(10 * BLOCK, 2));
}

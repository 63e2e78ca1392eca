//! Whose folder it is.

use std::fs;
use std::path::PathBuf;

use table::Durability::{Later, Now};
use table::{Difference, Store, StoreError};

use super::{IDENTITY, child, dir, get, names, open, put};

#[test]
fn a_second_store_on_the_folder_is_busy() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    for fresh in [false, true] {
        let second = Store::open(dir.path(), IDENTITY, fresh);
        assert!(
            matches!(&second, Err(StoreError::Busy { path }) if path == dir.path()),
            "{second:?}"
        );
    }
    // A writer is at work as well.
    let writer = store.create("a").unwrap();
    drop(store);
    assert!(matches!(open(dir.path()), Err(StoreError::Busy { .. })));
    drop(writer);
    assert!(open(dir.path()).is_ok());
}

#[test]
fn another_process_is_busy_too() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let run = |expected| {
        let child = child::command("folder::in_another_process", dir.path());
        let status = { child }.env("EXPECTED", expected).status().unwrap();
        assert!(status.success(), "{expected}");
    };
    run("busy");
    drop(store);
    run("free");
}

#[test]
fn in_another_process() {
    let Some(dir) = child::dir() else { return };
    let busy = matches!(open(&dir), Err(StoreError::Busy { .. }));
    let expected = std::env::var("EXPECTED").unwrap();
    assert_eq!(if busy { "busy" } else { "free" }, expected);
}

#[test]
fn another_identity_is_refused_and_the_difference_named() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", b"old", Now).unwrap();
    drop(store);
    let other = [("rules", "cd34"), ("engine", "explicit 1")];
    let error = Store::open(dir.path(), &other, false).unwrap_err();
    let message = error.to_string();
    let StoreError::Foreign { differences, .. } = error else {
        panic!("{message}");
    };
    let expected = Difference {
        name: "rules".into(),
        stored: Some("ab12".into()),
        wanted: Some("cd34".into()),
    };
    assert_eq!(differences, [expected]);
    assert!(message.contains("rules is ab12 there and cd34 here"));
    // The old store is untouched; fresh takes it over.
    assert_eq!(get(&open(dir.path()).unwrap(), "a").unwrap(), b"old");
    let store = Store::open(dir.path(), &other, true).unwrap();
    assert!(!store.contains("a"));
    drop(store);
    assert!(matches!(open(dir.path()), Err(StoreError::Foreign { .. })));
}

#[test]
fn the_order_of_the_identity_counts() {
    let dir = dir();
    drop(open(dir.path()).unwrap());
    let reversed = [IDENTITY[1], IDENTITY[0]];
    let error = Store::open(dir.path(), &reversed, false).unwrap_err();
    assert!(error.to_string().contains("in another order"), "{error}");
}

#[test]
fn fresh_removes_only_our_files() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", b"1", Now).unwrap();
    put(&store, "b", b"2", Later).unwrap();
    drop(store);
    let foreign = ["notes.txt", "a.zlayer.bak", "zlayer", "X.zlayer"];
    for file in foreign {
        fs::write(dir.path().join(file), file).unwrap();
    }
    fs::create_dir(dir.path().join("folder.zlayer")).unwrap();
    fs::write(dir.path().join("c-0.zlayer-temp"), "temp").unwrap();
    drop(Store::open(dir.path(), IDENTITY, true).unwrap());
    let expected = [
        "X.zlayer",
        "a.zlayer.bak",
        "folder.zlayer",
        "notes.txt",
        "zlayer",
        "zlayer.lock",
        "zlayer.manifest",
    ];
    assert_eq!(names(dir.path()), expected);
    for file in foreign {
        assert_eq!(fs::read_to_string(dir.path().join(file)).unwrap(), file);
    }
}

#[test]
fn a_folder_of_other_files_is_not_written_into() {
    let dir = dir();
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    for fresh in [false, true] {
        let store = Store::open(dir.path(), IDENTITY, fresh);
        assert!(
            matches!(&store, Err(StoreError::NotAStore { found, .. }) if found == "notes.txt"),
            "{store:?}"
        );
    }
    assert_eq!(names(dir.path()), ["notes.txt"]);
}

#[test]
fn folders_are_created_as_needed() {
    let dir = dir();
    let deep = dir.path().join("some/where/deep");
    let store = open(&deep).unwrap();
    put(&store, "a", b"1", Now).unwrap();
    assert_eq!(store.path(), deep);
    drop(store);
    assert_eq!(get(&open(&deep).unwrap(), "a").unwrap(), b"1");
}

#[test]
fn a_file_is_no_folder() {
    let dir = dir();
    let file = dir.path().join("file");
    fs::write(&file, "mine").unwrap();
    let store = open(&file);
    assert!(matches!(store, Err(StoreError::Io { .. })), "{store:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn another_version_is_refused() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", b"1", Now).unwrap();
    drop(store);
    let manifest = dir.path().join("zlayer.manifest");
    fs::write(&manifest, "zermelo layer store, version 9\n?").unwrap();
    let store = open(dir.path());
    assert!(
        matches!(store, Err(StoreError::Version { found: 9, .. })),
        "{store:?}"
    );
    let store = Store::open(dir.path(), IDENTITY, true).unwrap();
    assert!(!store.contains("a"));
}

#[test]
fn bad_names_are_refused() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    for name in ["", "../a", "A", "a.b"] {
        assert!(!store.contains(name));
        assert!(matches!(store.create(name), Err(StoreError::Name { .. })));
        assert!(matches!(store.read(name), Err(StoreError::Name { .. })));
        assert!(matches!(store.remove(name), Err(StoreError::Name { .. })));
    }
}

#[cfg(unix)]
#[test]
fn a_relative_path_will_do() {
    let dir = dir();
    let here = std::env::current_dir().unwrap();
    let up = here.ancestors().skip(1).map(|_| "..");
    let down = dir.path().strip_prefix("/").unwrap();
    let relative = up.collect::<PathBuf>().join(down);
    let store = open(&relative).unwrap();
    put(&store, "a", b"1", Now).unwrap();
    assert_eq!(get(&store, "a").unwrap(), b"1");
}

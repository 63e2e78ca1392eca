//! A run that is killed again and again ends with the same store.
#![cfg(unix)]

use std::process::Stdio;
use std::time::Duration;

use table::Durability::{Later, Now};
use table::Store;

use testkit::folder::contents;

use super::{BLOCK, child, dir, get, noise, open};

const LAYERS: u64 = 100;

fn name(layer: u64) -> String {
    format!("states-{layer:04}")
}

fn content(layer: u64) -> Vec<u8> {
    let len = if layer % 10 == 9 { 3 * BLOCK } else { 500 };
    noise(len + layer as usize, layer)
}

/// Writes the layers that are missing, as an engine does.
fn run(store: &Store) {
    let _scratch = store.create_scratch().unwrap();
    for layer in (0..LAYERS).filter(|&layer| !store.contains(&name(layer))) {
        let mut writer = store.create(&name(layer)).unwrap();
        for piece in content(layer).chunks(300) {
            writer.write(piece).unwrap();
        }
        let durability = if layer % 3 == 0 { Now } else { Later };
        writer.finish(durability).unwrap();
    }
    store.sync().unwrap();
}

/// The number of layers; checks that all of them are right, and none is missing
/// before the last.
fn check(store: &Store) -> u64 {
    let layers = (0..LAYERS).take_while(|&layer| store.contains(&name(layer)));
    let layers = layers.count() as u64;
    assert!((layers..LAYERS).all(|layer| !store.contains(&name(layer))));
    for layer in 0..layers {
        assert_eq!(get(store, &name(layer)).unwrap(), content(layer));
    }
    layers
}

#[test]
fn in_another_process() {
    if let Some(dir) = child::dir() {
        run(&open(&dir).unwrap());
    }
}

#[test]
fn a_run_that_is_killed_goes_on() {
    let dir = dir();
    let mut layers = 0;
    let mut kills = 0;
    while layers < LAYERS {
        let mut child = child::command("killed::in_another_process", dir.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Longer each time: however slow the machine, there is an end.
        std::thread::sleep(Duration::from_millis(kills));
        // The signal 9.
        child.kill().unwrap();
        child.wait().unwrap();
        let before = layers;
        layers = check(&open(dir.path()).unwrap());
        assert!(layers >= before, "{layers} of {before} left");
        kills += 1;
    }
    assert!(kills > 3, "hardly interrupted");
    run(&open(dir.path()).unwrap());
    let uninterrupted = self::dir();
    run(&open(uninterrupted.path()).unwrap());
    assert!(contents(dir.path()) == contents(uninterrupted.path()));
}

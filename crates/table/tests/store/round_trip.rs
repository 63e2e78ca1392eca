//! What is written is read again.

use proptest::prelude::*;
use table::Durability::{Later, Now};
use table::StoreError;

use super::{BLOCK, dir, get, names, noise, open, put};

#[test]
fn entries_of_all_sizes_come_back() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let around = |len: usize| [len - 1, len, len + 1];
    let sizes = [0, 1, 2, 100].into_iter();
    let sizes = sizes.chain(around(BLOCK)).chain(around(2 * BLOCK));
    for (seed, size) in sizes.chain(around(20 * BLOCK)).enumerate() {
        let bytes = noise(size, seed as u64);
        for durability in [Now, Later] {
            put(&store, "a", &bytes, durability).unwrap();
            assert!(store.contains("a"));
            assert_eq!(store.read("a").unwrap().len(), size as u64);
            assert_eq!(get(&store, "a").unwrap(), bytes, "{size}");
        }
    }
}

#[test]
fn blocks_come_one_by_one() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let bytes = noise(2 * BLOCK + 5, 1);
    put(&store, "a", &bytes, Later).unwrap();
    let mut reader = store.read("a").unwrap();
    let mut sizes = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        sizes.push(block.len());
    }
    assert_eq!(sizes, [BLOCK, BLOCK, 5]);
    assert!(reader.next_block().unwrap().is_none());
}

#[test]
fn the_three_ways_of_reading_go_on_where_the_last_stopped() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let bytes = noise(3 * BLOCK + 9, 2);
    put(&store, "a", &bytes, Later).unwrap();
    let mut reader = store.read("a").unwrap();
    let mut start = vec![0; BLOCK + 10];
    assert_eq!(reader.fill(&mut start).unwrap(), start.len());
    start.extend_from_slice(reader.next_block().unwrap().unwrap());
    assert_eq!(start.len(), 2 * BLOCK);
    start.extend(reader.read_all().unwrap());
    assert_eq!(start, bytes);
}

#[test]
fn an_entry_is_visible_only_when_finished() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let mut writer = store.create("a").unwrap();
    writer.write(b"new").unwrap();
    assert!(!store.contains("a") && store.read("a").is_err());
    assert_eq!(writer.len(), 3);
    writer.finish(Later).unwrap();
    assert_eq!(get(&store, "a").unwrap(), b"new");
}

#[test]
fn a_dropped_writer_leaves_no_trace() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", b"old", Later).unwrap();
    let before = names(dir.path());
    let mut writer = store.create("a").unwrap();
    writer.write(&noise(3 * BLOCK, 3)).unwrap();
    assert_eq!(names(dir.path()).len(), before.len() + 1);
    drop(writer);
    assert_eq!(names(dir.path()), before);
    assert_eq!(get(&store, "a").unwrap(), b"old");
}

#[test]
fn the_newest_entry_counts_however_each_was_finished() {
    for older in [Now, Later] {
        for newer in [Now, Later] {
            let dir = dir();
            let store = open(dir.path()).unwrap();
            put(&store, "a", b"older", older).unwrap();
            put(&store, "a", b"newer", newer).unwrap();
            assert_eq!(get(&store, "a").unwrap(), b"newer", "{older:?} {newer:?}");
            store.sync().unwrap();
            assert_eq!(get(&store, "a").unwrap(), b"newer", "{older:?} {newer:?}");
            store.remove("a").unwrap();
            assert!(!store.contains("a"), "{older:?} {newer:?}");
        }
    }
}

#[test]
fn the_bytes_on_disk_are_those_of_all_our_files() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let empty = store.bytes_on_disk().unwrap();
    put(&store, "a", &[0; 1000], Now).unwrap();
    put(&store, "b", &[0; 1000], Later).unwrap();
    // Header, footer, and the frame of the one block.
    let entry = 1000 + 32 + 40 + 12;
    assert_eq!(store.bytes_on_disk().unwrap(), empty + 2 * entry);
    let mut scratch = store.create_scratch().unwrap();
    scratch.write(&[0; 1000]).unwrap();
    let scratch = scratch.finish().unwrap();
    assert_eq!(store.bytes_on_disk().unwrap(), empty + 3 * entry);
    drop(scratch);
    std::fs::write(dir.path().join("foreign"), [0; 77]).unwrap();
    assert_eq!(store.bytes_on_disk().unwrap(), empty + 2 * entry);
}

#[test]
fn scratch_files_can_be_read_often_and_go_when_dropped() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let before = names(dir.path());
    let runs: Vec<_> = (0..5)
        .map(|seed| {
            let mut writer = store.create_scratch().unwrap();
            writer.write(&noise(BLOCK + 7, seed)).unwrap();
            writer.finish().unwrap()
        })
        .collect();
    let unfinished = store.create_scratch().unwrap();
    for (seed, run) in (0..).zip(&runs) {
        assert_eq!(run.len(), BLOCK as u64 + 7);
        for _ in 0..2 {
            let bytes = run.read().unwrap().read_all().unwrap();
            assert_eq!(bytes, noise(BLOCK + 7, seed));
        }
    }
    drop((runs, unfinished));
    assert_eq!(names(dir.path()), before);
}

#[test]
fn threads_may_share_a_store() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let store = &store;
            scope.spawn(move || {
                for round in 0..20 {
                    let bytes = noise(1000, thread * 100 + round);
                    let name = format!("t{thread}-{round}");
                    put(store, &name, &bytes, Later).unwrap();
                    put(store, "shared", &bytes, Later).unwrap();
                    store.sync().unwrap();
                    assert_eq!(get(store, &name).unwrap(), bytes);
                    assert_eq!(get(store, "shared").unwrap().len(), 1000);
                }
            });
        }
    });
    let entries = names(dir.path());
    let durable = entries.iter().filter(|file| file.ends_with(".zlayer"));
    assert_eq!(durable.count(), 81);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn it_does_not_matter_in_which_pieces_it_is_written_and_read(
        pieces in prop::collection::vec(0..2 * BLOCK, 0..6),
        step in 1..2 * BLOCK,
    ) {
        let dir = dir();
        let store = open(dir.path()).unwrap();
        let bytes = noise(pieces.iter().sum(), 4);
        let mut writer = store.create("a").unwrap();
        let mut rest = bytes.as_slice();
        for &len in &pieces {
            writer.write(&rest[..len]).unwrap();
            rest = &rest[len..];
        }
        writer.finish(Later).unwrap();
        let mut reader = store.read("a").unwrap();
        let mut read = Vec::new();
        let mut buffer = vec![0; step];
        loop {
            let len = reader.fill(&mut buffer).unwrap();
            read.extend_from_slice(&buffer[..len]);
            if len < step {
                break;
            }
        }
        prop_assert_eq!(read, bytes);
    }
}

#[test]
fn an_entry_is_read_from_any_place_on() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    for len in [0, 1, BLOCK, 3 * BLOCK, 3 * BLOCK + 77] {
        let bytes = noise(len, 5);
        put(&store, "a", &bytes, Later).unwrap();
        let mut reader = store.read("a").unwrap();
        let places = [
            2 * BLOCK,
            BLOCK + 9,
            BLOCK,
            2 * BLOCK - 1,
            0,
            3 * BLOCK,
            len,
            len + 9,
        ];
        for from in places.iter().chain(places.iter().rev()) {
            reader.seek(*from as u64).unwrap();
            let mut some = vec![0; 100];
            let filled = reader.fill(&mut some).unwrap();
            let rest = &bytes[(*from).min(len)..];
            assert_eq!(
                some[..filled],
                rest[..rest.len().min(100)],
                "{from} of {len}"
            );
        }
    }
}

#[test]
fn damage_shows_wherever_one_reads() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "a", &noise(3 * BLOCK, 5), Now).unwrap();
    let path = dir.path().join("a.zlayer");
    let mut file = std::fs::read(&path).unwrap();
    file[32 + BLOCK + 12 + 100] ^= 1;
    std::fs::write(&path, file).unwrap();
    let mut reader = store.read("a").unwrap();
    reader.seek(2 * BLOCK as u64 + 1).unwrap();
    assert_eq!(reader.fill(&mut [0; 10]).unwrap(), 10);
    let damaged = reader.seek(BLOCK as u64 + 1);
    assert!(matches!(damaged, Err(StoreError::Corrupt { .. })));
}

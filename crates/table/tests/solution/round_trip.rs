//! What goes into a file comes out of it, in every form.

use proptest::prelude::*;
use table::solution::{DEFAULT_CACHE, Form, SolutionFile};
use tempfile::tempdir;
use testkit::solution_files::{FORMS, States, about, key, outcome, write};

use crate::check;

fn states(bits: u32) -> impl Strategy<Value = States> {
    let key = any::<u128>().prop_map(move |number| key(bits, number));
    let state = ((0_u64..3, key), 0_u32..9);
    prop::collection::btree_map(state.clone().prop_map(|it| it.0), 0_u32..9, 0..300)
}

fn cases() -> impl Strategy<Value = (u32, States, States)> {
    let bits = prop_oneof![0_u32..12, 12_u32..70, Just(64), Just(128), 120_u32..200];
    bits.prop_flat_map(|bits| (Just(bits), states(bits), states(bits)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sorted_states_come_back((bits, states, others) in cases()) {
        let folder = tempdir().unwrap();
        let path = folder.path().join("x.solution");
        let others: Vec<_> = others.into_keys().collect();
        for form in FORMS {
            write(&path, bits, &states, form);
            let file = SolutionFile::open(&path, DEFAULT_CACHE).unwrap();
            check(&file, &states, &others);
            prop_assert_eq!(file.encoding().bits(), bits);
        }
        prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// Many states without structure, many blocks, and a cache that holds few.
#[test]
fn large_sections_are_read_with_little_memory() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.solution");
    let mut random = 7_u64;
    let mut draw = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u128::from(random >> 20)
    };
    let mut states = States::new();
    for _ in 0..6_000 {
        let key = key(44, draw() % (1 << 44));
        states.insert((0, key), (draw() % 300) as u32);
    }
    let others: Vec<_> = (0..1000).map(|_| (0, key(44, draw()))).collect();
    for form in FORMS {
        write(&path, 44, &states, form);
        let file = SolutionFile::open(&path, 0).unwrap();
        check(&file, &states, &others);
    }
}

#[test]
fn threads_share_a_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    let scattered = |it: u64| it.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
    let states = (0..6000_u64).map(|it| ((it % 5, key(40, scattered(it).into())), it as u32 % 7));
    let states: States = states.collect();
    write(&path, 40, &states, Some(Form::Ranked));
    // With little memory threads evict each other's blocks.
    for memory in [0, 1 << 30] {
        let file = SolutionFile::open(&path, memory).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| check(&file, &states, &[]));
            }
        });
    }
}

#[test]
fn threads_may_have_a_file_and_share_it() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<SolutionFile>();
}

#[test]
fn what_is_said_of_the_game_comes_back() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.solution");
    let states = States::from([((0, key(5, 3)), 2), ((4, key(5, 9)), 0)]);
    write(&path, 5, &states, None);
    let file = SolutionFile::open(&path, DEFAULT_CACHE).unwrap();
    assert_eq!(*file.about(), about(table::solution::Absent::Unreachable));
    assert_eq!(file.counts().unresolved, 1);
    assert_eq!(file.counts().buckets.len(), 1);
    let (value, distance) = outcome(2);
    assert_eq!(file.outcomes()[2].value, value);
    assert_eq!(file.outcomes()[2].distance, distance);
    assert_eq!(file.bytes(), std::fs::metadata(&path).unwrap().len());
}

#[test]
fn the_same_states_give_the_same_bytes() {
    let folder = tempdir().unwrap();
    let paths = ["a", "b"].map(|name| folder.path().join(name));
    let states: States = (0..500)
        .map(|it| ((it % 2, key(20, u128::from(it * it))), 1))
        .collect();
    for path in &paths {
        write(path, 20, &states, None);
    }
    let [one, other] = paths.map(|path| std::fs::read(path).unwrap());
    assert_eq!(one, other);
}

#[test]
fn an_older_file_is_replaced_as_a_whole() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    std::fs::write(&path, "something else").unwrap();
    let one = States::from([((0, key(5, 3)), 2)]);
    write(&path, 5, &one, None);
    check(&SolutionFile::open(&path, 0).unwrap(), &one, &[]);
    let writer = table::solution::SolutionWriter::create(&path, "y", 0).unwrap();
    drop(writer);
    check(&SolutionFile::open(&path, 0).unwrap(), &one, &[]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

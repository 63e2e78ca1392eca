//! Measures a solution file: its size, and how long it takes to open it, to find
//! one state, and to find many at once.
//!
//! `cargo run --release -p table --example probe -- FILE [STATES]`
#![allow(
    clippy::unwrap_used,
    reason = "a measurement that fails has nothing to say"
)]

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use table::solution::{DEFAULT_CACHE, OutcomeId, Place, Probe, SolutionFile};

/// Some of the states of a file, spread over all of them, in no order.
fn sample(file: &SolutionFile, count: u128) -> Vec<(Place, OutcomeId)> {
    let step = file.counts().states.div_ceil(count).max(1) as usize;
    let mut sample = Vec::new();
    for section in file.sections().unwrap() {
        for state in file.states(section.number).step_by(step) {
            let (key, outcome) = state.unwrap();
            let section = section.number;
            sample.push((Place { section, key }, outcome));
        }
    }
    let mut random = 88_172_645_463_325_252_u64;
    for last in (1..sample.len()).rev() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        sample.swap(last, random as usize % (last + 1));
    }
    sample
}

/// Nanoseconds per item for `count` items: of CPU time, where the system reports it.
fn each(count: usize, work: impl FnOnce()) -> f64 {
    let (begun, used) = (Instant::now(), cpu_nanoseconds());
    work();
    let used = cpu_nanoseconds().zip(used).map(|(now, then)| now - then);
    used.unwrap_or(begun.elapsed().as_nanos() as f64) / count as f64
}

fn cpu_nanoseconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = PathBuf::from(arguments.next().expect("the name of a file"));
    let count = arguments.next().map_or(1 << 20, |it| it.parse().unwrap());
    // The first time blocks may come from the disk: by the clock.
    let begun = Instant::now();
    drop(SolutionFile::open(&path, DEFAULT_CACHE).unwrap());
    let first = begun.elapsed().as_nanos() as f64;
    let open = each(100, || {
        (0..100).for_each(|_| drop(SolutionFile::open(&path, DEFAULT_CACHE).unwrap()));
    });
    let file = SolutionFile::open(&path, DEFAULT_CACHE).unwrap();
    let states = file.counts().states;
    let bits = file.bytes() as f64 * 8.0 / states as f64;
    println!(
        "{states} states, {} bytes, {bits:.3} bits a state",
        file.bytes()
    );
    let (first, open) = (first / 1000.0, open / 1000.0);
    println!("open {first:.0} µs by the clock at first, {open:.1} µs of CPU then");
    let mut forms: Vec<(String, u64, u128, u64)> = Vec::new();
    for section in file.sections().unwrap() {
        let form = format!("{:?}", section.form);
        match forms.iter_mut().find(|it| it.0 == form) {
            Some(it) => *it = (form, it.1 + 1, it.2 + section.states, it.3 + section.bytes),
            None => forms.push((form, 1, section.states, section.bytes)),
        }
    }
    for (form, sections, states, bytes) in forms {
        println!("{form}: {sections} sections, {states} states, {bytes} bytes decompressed");
    }
    let sample = sample(&file, count);
    let count = sample.len();
    let held: Vec<Vec<u32>> = sample
        .iter()
        .map(|(place, _)| file.encoding().decode(&place.key).unwrap())
        .collect();
    // Few states are asked for again and again.
    let times = (1_usize << 20).div_ceil(count);
    for round in 0..3 {
        let single = each(count * times, || {
            for (place, outcome) in (0..times).flat_map(|_| &sample) {
                let found = file.probe(black_box(place)).unwrap();
                assert_eq!(found, Probe::Known(*outcome));
            }
        });
        let whole = each(count * times, || {
            for (held, (_, outcome)) in (0..times).flat_map(|_| held.iter().zip(&sample)) {
                let place = file.place(black_box(held)).unwrap();
                let found = file.probe(&place).unwrap();
                assert_eq!(found, Probe::Known(*outcome));
            }
        });
        let places: Vec<Place> = sample.iter().map(|(place, _)| place.clone()).collect();
        let batch = each(count * times, || {
            for _ in 0..times {
                let found = file.probe_batch(black_box(&places)).unwrap();
                assert_eq!(found.len(), count);
            }
        });
        println!(
            "round {round}: probe {single:.0} ns, with encoding {whole:.0} ns, \
             of {count} at once {batch:.0} ns"
        );
    }
}

//! Any bytes as a solution file: opening, probing and listing never panics.
//!
//! Where the bytes are long enough, their checksums are made right first: damage
//! then comes as far as the code that reads numbers.
#![no_main]

use std::fs;
use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use table::solution::{Key, Place, SolutionFile, key_words};
use xxhash_rust::xxh3::xxh3_64_with_seed;

const HEADER: usize = 32;
const FOOTER: usize = 64;

fn number(bytes: &[u8], at: usize, len: usize) -> u64 {
    let mut number = [0; 8];
    number[..len].copy_from_slice(&bytes[at..at + len]);
    u64::from_le_bytes(number)
}

/// Ends some bytes with their checksum.
fn seal(bytes: &mut [u8], seed: u64) {
    let end = bytes.len() - 8;
    let sum = xxh3_64_with_seed(&bytes[..end], seed);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

/// Makes checksums right, from the front on as far as blocks follow each other.
fn mend(bytes: &mut [u8]) {
    let len = bytes.len();
    if len < HEADER + FOOTER {
        return;
    }
    seal(&mut bytes[..HEADER], 0);
    let key = number(bytes, 16, 8);
    let (mut at, end) = (HEADER, len - FOOTER);
    while at + 12 < end {
        let size = (number(bytes, at, 4) & 0x7fff_ffff) as usize + 12;
        if at + size > end {
            break;
        }
        seal(&mut bytes[at..at + size], key.wrapping_add(at as u64));
        at += size;
    }
    bytes[end + 8..end + 16].copy_from_slice(&(len as u64).to_le_bytes());
    seal(&mut bytes[end..], key);
}

fn look(path: &PathBuf) {
    let Ok(file) = SolutionFile::open(path, 1 << 20) else {
        return;
    };
    let sections = file.sections().unwrap_or_default();
    let bits = file.encoding().bits();
    for section in sections.iter().take(8) {
        let mut places: Vec<Place> = Vec::new();
        for state in file.states(section.number).take(200).flatten() {
            places.push(Place {
                section: section.number,
                key: state.0,
            });
        }
        for number in 0..20_u64 {
            let words = vec![number.wrapping_mul(0x9e37_79b9_7f4a_7c15); key_words(bits)];
            places.push(Place {
                section: section.number,
                key: Key::from_words(&words),
            });
        }
        for place in &places {
            let _ = file.probe(place);
            let _ = file.encoding().decode(&place.key);
        }
        let _ = file.probe_batch(&places);
    }
    let all: Vec<u32> = (0..file.encoding().fluents().len() as u32).collect();
    let _ = file.place(&all);
}

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("zermelo-fuzz-{}", std::process::id()));
    let mut bytes = bytes.to_vec();
    fs::write(&path, &bytes).expect("there is room for a small file");
    look(&path);
    mend(&mut bytes);
    fs::write(&path, &bytes).expect("there is room for a small file");
    look(&path);
});

//! The bytes of version 1. They were computed from the description alone, in
//! another language with another implementation of the hash; if one changes,
//! the version must.

use std::fs;

use table::Durability::Now;

use super::{dir, open, put};

const MANIFEST: &str = "zermelo layer store, version 1\nrules\tab12\nengine\texplicit 1\n\
                        checksum\tf857616ca92f5a54\n";

const ENTRY: &str = "895a4c415945520a0100000000000100475ea8eedfdc4c94add1126469a8f29b\
                     050000006c61796572c7490127db35a0b5\
                     000000005a454e4405000000000000000100000000000000\
                     1efaf51cc3338d969fe5be96fd8c6d69";

#[test]
fn the_bytes_are_those_of_the_description() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    put(&store, "states-0001", b"layer", Now).unwrap();
    let manifest = fs::read_to_string(dir.path().join("zlayer.manifest")).unwrap();
    assert_eq!(manifest, MANIFEST);
    let entry = fs::read(dir.path().join("states-0001.zlayer")).unwrap();
    let hex: String = entry.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, ENTRY);
}

#[test]
fn so_are_those_of_several_blocks() {
    let dir = dir();
    let store = open(dir.path()).unwrap();
    let bytes: Vec<u8> = (0..200_000_u32).map(|i| (i * 7 % 251) as u8).collect();
    put(&store, "states-0002", &bytes, Now).unwrap();
    let entry = fs::read(dir.path().join("states-0002.zlayer")).unwrap();
    assert_eq!(entry.len(), 200_120);
    assert_eq!(xxhash_rust::xxh3::xxh3_64(&entry), 0x8361_b7f9_f8d7_6780);
}

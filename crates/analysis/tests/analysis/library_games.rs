//! The games of the library, where they are small.

use testkit::{load, obfuscated};

use crate::enumerate::check;

/// Settings that make games small.
const SMALL: &[(&str, &str)] = &[
    ("clobber", "rows=3 columns=3"),
    ("connect-four", "width=3 height=3 length=3"),
    ("domineering", "rows=3 columns=3"),
    ("mnk", "width=3 height=2 length=2"),
    ("dots-and-boxes", "rows=1 columns=2"),
    ("sliding-puzzle", "width=3 height=2"),
    ("nim", "heaps=2,3"),
    ("chomp", "rows=3 columns=3"),
    ("cubi-cup", "edge=2"),
    ("hanoi", "disks=4"),
];

fn settings(text: &str) -> Vec<(String, String)> {
    let pairs = text.split_whitespace().filter_map(|it| it.split_once('='));
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn facts_hold_in_all_states_of_library_games() {
    let defaults = library::games().iter().map(|entry| (entry.name(), ""));
    let mut checked = 0;
    for (name, values) in defaults.chain(SMALL.iter().copied()) {
        let entry = library::find(name).unwrap();
        let Ok(text) = entry.render(&settings(values)) else {
            panic!("{name} has no {values}");
        };
        let rules = load(text);
        let Some(plain) = check(name, &rules, 6_000) else {
            continue;
        };
        let hidden = obfuscated(&rules, 7);
        let hidden = check(name, &hidden, 6_000).unwrap();
        assert!(
            plain.bits().abs_diff(hidden.bits()) <= 2,
            "{name}: {} bits, {} obfuscated",
            plain.bits(),
            hidden.bits()
        );
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} games were small enough");
}

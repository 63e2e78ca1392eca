//! The solution file from outside: what was written is read, damage is found.
#![allow(
    clippy::unwrap_used,
    reason = "in tests a panic is the report, in helpers too"
)]

mod damage;
mod round_trip;
mod sets;
mod version;

use table::solution::{Key, OutcomeId, Place, Probe, SolutionFile};
use testkit::solution_files::States;

/// Where a key is.
pub fn place(section: u64, key: &[u64]) -> Place {
    Place {
        section,
        key: Key::from_words(key),
    }
}

/// Compares all that a file says with the states that it should have.
pub fn check(file: &SolutionFile, states: &States, others: &[(u64, Vec<u64>)]) {
    let mut places = Vec::new();
    let mut expected = Vec::new();
    for ((section, key), &outcome) in states {
        places.push(place(*section, key));
        expected.push(Probe::Known(OutcomeId(outcome)));
    }
    for (section, key) in others {
        if !states.contains_key(&(*section, key.clone())) {
            places.insert(places.len() / 2, place(*section, key));
            expected.insert(expected.len() / 2, Probe::Unreachable);
        }
    }
    for (place, expected) in places.iter().zip(&expected) {
        assert_eq!(file.probe(place).unwrap(), *expected, "{place:?}");
    }
    assert_eq!(file.probe_batch(&places).unwrap(), expected);
    let mut found = States::new();
    for section in file.sections().unwrap() {
        let before = found.len() as u128;
        let ranks = file.ranks(section.number).unwrap().unwrap();
        for (rank, state) in (0..).zip(file.states(section.number)) {
            let (key, outcome) = state.unwrap();
            if rank % 17 < 3 {
                assert_eq!(ranks.at(rank).unwrap(), (key.clone(), outcome));
            }
            let key = (section.number, key.words().to_vec());
            assert!(found.last_key_value().is_none_or(|(last, _)| *last < key));
            found.insert(key, outcome.0);
        }
        assert_eq!(found.len() as u128 - before, section.states);
        assert!(ranks.at(section.states).is_err());
    }
    assert_eq!(found, *states);
    assert_eq!(file.counts().states, states.len() as u128);
    file.check_blocks().unwrap();
}

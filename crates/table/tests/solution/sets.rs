//! Sets as sources: decision diagrams with complemented edges.

use proptest::prelude::*;
use table::solution::{
    Absent, DEFAULT_CACHE, Layout, OutcomeId, SetNode, SetNodes, SetRef, SolutionFile,
    SolutionWriter,
};
use tempfile::tempdir;
use testkit::solution_files::{FORMS, States, about, encoding, key, outcome};

use crate::check;

#[derive(Default)]
struct Nodes(Vec<SetNode>);

impl SetNodes for Nodes {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn node(&self, place: usize) -> SetNode {
        self.0[place - 1]
    }
}

impl Nodes {
    /// The set of all numbers that a table says yes to.
    fn set(&mut self, table: &[bool], level: u32) -> SetRef {
        if let [only] = table {
            return SetRef(u32::from(!only));
        }
        let (zero, one) = table.split_at(table.len() / 2);
        let (lo, hi) = (self.set(zero, level + 1), self.set(one, level + 1));
        if lo == hi {
            return lo;
        }
        // As in the library: the edge of 1 is never a complement.
        let flip = hi.0 & 1;
        let (lo, hi) = (SetRef(lo.0 ^ flip), SetRef(hi.0 ^ flip));
        let node = SetNode { level, lo, hi };
        let known = self.0.iter().position(|it| *it == node);
        let place = known.unwrap_or_else(|| {
            self.0.push(node);
            self.0.len() - 1
        });
        SetRef((place as u32 + 1) << 1 | flip)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn sets_come_back(
        bits in 0_u32..9,
        draws in prop::collection::vec(0_u32..7, 256),
        coarse in 0_u32..4,
    ) {
        // Coarse tables have skipped levels.
        let of = |number: usize| draws[number >> coarse.min(bits)];
        let all = 1_usize << bits;
        let mut nodes = Nodes::default();
        let mut sets = Vec::new();
        for outcome in 0..6 {
            // They overlap: the earlier one keeps what both have.
            let table: Vec<bool> = (0..all).map(|it| of(it) <= outcome && of(it) < 6).collect();
            sets.push((nodes.set(&table, 0), OutcomeId(outcome)));
        }
        let states = (0..all).filter(|&it| of(it) < 6);
        let states: States = states.map(|it| ((2, key(bits, it as u128)), of(it))).collect();
        let others: Vec<_> = (0..all).map(|it| (2, key(bits, it as u128))).collect();
        let folder = tempdir().unwrap();
        let path = folder.path().join("x");
        for form in FORMS {
            let mut writer = SolutionWriter::create(&path, "test", 1 << 30).unwrap();
            writer.begin(encoding(bits), Layout::single(bits as usize), true);
            form.into_iter().for_each(|form| writer.force(form));
            for number in 0..6 {
                let (value, distance) = outcome(number);
                writer.outcome(&value, distance);
            }
            writer.add_sets(2, &nodes, &sets).unwrap();
            writer.finish(about(Absent::Unreachable)).unwrap();
            check(&SolutionFile::open(&path, DEFAULT_CACHE).unwrap(), &states, &others);
        }
    }
}

/// More states than any list has.
#[test]
fn a_set_of_very_many_states_is_a_diagram() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    let mut writer = SolutionWriter::create(&path, "test", 1 << 30).unwrap();
    writer.begin(encoding(100), Layout::single(100), true);
    let (value, distance) = outcome(1);
    let outcome = writer.outcome(&value, distance);
    let mut nodes = Nodes::default();
    nodes.0.push(SetNode {
        level: 50,
        lo: SetRef(1),
        hi: SetRef(0),
    });
    writer.add_sets(0, &nodes, &[(SetRef(2), outcome)]).unwrap();
    writer.finish(about(Absent::Unknown)).unwrap();
    let file = SolutionFile::open(&path, DEFAULT_CACHE).unwrap();
    assert_eq!(file.counts().states, 1 << 99);
    let with = crate::place(0, &key(100, 1 << 49 | 5));
    let without = crate::place(0, &key(100, 5));
    let elsewhere = crate::place(1, &key(100, 1 << 49));
    use table::solution::Probe;
    assert_eq!(file.probe(&with).unwrap(), Probe::Known(outcome));
    assert_eq!(file.probe(&without).unwrap(), Probe::Unknown);
    assert_eq!(file.probe(&elsewhere).unwrap(), Probe::Unknown);
    assert_eq!(
        file.states(0).take(1000).filter(Result::is_ok).count(),
        1000
    );
    let last = file.ranks(0).unwrap().unwrap().at((1 << 99) - 1).unwrap();
    assert_eq!(last.0.words(), key(100, (1 << 100) - 1));
    assert!(file.ranks(1).unwrap().is_none());
}

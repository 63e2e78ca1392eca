//! States of a part that cannot be told apart.
//!
//! In: a [`Machine`] and the families of moves. Out: [`Classes`]: the coarsest bisimulation.
//!
//! Two states are in one class only if the same is seen of them, and for each letter each
//! family leads from both to the same classes. Which column of a family leads to a class does
//! not matter, because a family has all combinations of columns: what the other parts do
//! does not depend on it. So mirror images of a board fall into one class without a search
//! for symmetries, and so do boards that are lost for the same reason.

use rustc_hash::FxHashMap;

use crate::product::machine::Machine;

/// The classes of the states of a part.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// How many there are.
    pub count: usize,
    /// The class of each state.
    pub of: Vec<u32>,
    /// For each class what is seen of it, as a number: `seen` has what it says.
    pub pattern: Vec<u32>,
    /// For each pattern the conditions that hold, a bit for each.
    pub seen: Vec<Box<[u64]>>,
    letters: usize,
    families: usize,
    /// For each class, letter and family where its next classes end in `next`.
    ends: Vec<usize>,
    /// In ascending order, each once.
    next: Vec<u32>,
}

impl Classes {
    /// Merges the states of a part; for each family of each context its columns.
    pub fn new(machine: &Machine, families: &[&[u32]]) -> Self {
        let (patterns, seen) = numbered(machine.seen.iter().cloned());
        let mut of = patterns.clone();
        let mut count = seen.len();
        loop {
            let signature = |state: usize| (of[state], signature(machine, families, &of, state));
            let (finer, signatures) = numbered((0..machine.len()).map(signature));
            if signatures.len() == count {
                break;
            }
            count = signatures.len();
            of = finer;
        }
        let mut classes = Classes {
            count,
            pattern: vec![0; count],
            seen,
            letters: machine.letters,
            families: families.len(),
            ends: Vec::with_capacity(count * machine.letters * families.len()),
            next: Vec::new(),
            of,
        };
        classes.fill(machine, families, &patterns);
        classes
    }

    /// Takes where each class leads from its first state. Classes are numbered by their first
    /// states.
    fn fill(&mut self, machine: &Machine, families: &[&[u32]], patterns: &[u32]) {
        let mut known = 0;
        for (state, &pattern) in patterns.iter().enumerate() {
            if self.of[state] as usize != known {
                continue;
            }
            self.pattern[known] = pattern;
            known += 1;
            for letter in 0..self.letters {
                for columns in families {
                    let next = next(machine, columns, &self.of, (state, letter));
                    self.next.extend(next);
                    self.ends.push(self.next.len());
                }
            }
        }
    }

    /// The classes that a family leads to, in ascending order.
    pub fn next(&self, class: u32, letter: usize, family: usize) -> &[u32] {
        let place = (class as usize * self.letters + letter) * self.families + family;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.next[start..self.ends[place]]
    }
}

/// The classes that a family leads to from a state under a letter, in ascending order.
fn next(
    machine: &Machine,
    columns: &[u32],
    of: &[u32],
    (state, letter): (usize, usize),
) -> Vec<u32> {
    let next = columns.iter();
    let next = next.filter_map(|&column| machine.next(state, letter, column));
    let mut next: Vec<u32> = next.map(|state| of[state]).collect();
    next.sort_unstable();
    next.dedup();
    next
}

/// Where all families lead under all letters.
fn signature(machine: &Machine, families: &[&[u32]], of: &[u32], state: usize) -> Vec<u32> {
    let mut signature = Vec::new();
    for letter in 0..machine.letters {
        for columns in families {
            let next = next(machine, columns, of, (state, letter));
            signature.push(next.len() as u32);
            signature.extend(next);
        }
    }
    signature
}

/// Numbers things in the order in which they come first.
fn numbered<T: Clone + Eq + std::hash::Hash>(all: impl Iterator<Item = T>) -> (Vec<u32>, Vec<T>) {
    let mut ids: FxHashMap<T, u32> = FxHashMap::default();
    let mut different = Vec::new();
    let numbers = all.map(|it| {
        let new = ids.len() as u32;
        *ids.entry(it).or_insert_with_key(|it| {
            different.push(it.clone());
            new
        })
    });
    let numbers = numbers.collect();
    (numbers, different)
}

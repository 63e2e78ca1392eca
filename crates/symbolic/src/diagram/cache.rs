//! Cached results of operations, as many as fit: new ones replace old ones.
//!
//! As with nodes, what counts is how far a memory access is from the ones before. So a
//! key leads into a window of lines that moves with the newest operand; the key's hash
//! picks the line.

use super::edge::Edge;
use super::nodes::mix;
use super::table::{Table, lengthen, table};
use crate::knobs::Knobs;

/// The recursion that a result belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Operator {
    And = 1,
    Xor,
    Next,
    AndNotPre,
    Column,
    Glimpse,
}

/// Operator, operands, and the relation if there is one.
pub(crate) struct Key([u32; 3]);

/// Two operands, operator with relation, and the result. No operator is 0, so 0 there
/// marks an empty entry.
type Entry = [u32; 4];
/// As long as a cache line of the processor, 64 bytes.
type Line = [Entry; WAYS];

const WAYS: usize = 4;
/// Bits of a key for the number of a relation. Results for relations with larger
/// numbers are not cached.
const RELATION: u32 = 28;

pub(crate) struct Cache {
    lines: Table<Line>,
}

impl Key {
    #[inline(always)]
    pub fn new(operator: Operator, a: Edge, b: Edge, relation: u32) -> Self {
        let kind = match relation >> RELATION {
            0 => (operator as u32) << RELATION | relation,
            _ => 0,
        };
        Key([a.bits(), b.bits(), kind])
    }

    #[inline(always)]
    fn line(&self, lines: usize) -> usize {
        let [a, b, kind] = self.0;
        let window = Edge::from_bits(a.max(b)).number() / WAYS;
        let size = (lines / Knobs::WINDOWS).max(Knobs::MIN_WINDOW);
        (window + (mix(a, b, kind) as usize & (size - 1))) & (lines - 1)
    }
}

impl Cache {
    pub fn new() -> Self {
        Cache {
            lines: table(Knobs::MIN_CACHE_LINES, Line::default()),
        }
    }

    #[inline(always)]
    pub fn get(&self, key: &Key) -> Option<Edge> {
        let line = &self.lines[key.line(self.lines.len())];
        let found = line.iter().find(|it| it[..3] == key.0 && it[2] != 0);
        found.map(|it| Edge::from_bits(it[3]))
    }

    #[inline(always)]
    pub fn put(&mut self, key: &Key, result: Edge) {
        let [a, b, kind] = key.0;
        let line = key.line(self.lines.len());
        // The oldest entry of the line is dropped.
        self.lines[line].copy_within(..WAYS - 1, 1);
        self.lines[line][0] = [a, b, kind, result.bits()];
    }

    /// Makes room for `results` results, if there is less. `most` is the largest number
    /// that will ever be asked for.
    #[cold]
    pub fn grow(&mut self, results: usize, most: usize) {
        let lines = |results: usize| (results / WAYS).next_power_of_two();
        let (before, count) = (self.lines.len(), lines(results));
        if count <= before {
            return;
        }
        lengthen(&mut self.lines, count, lines(most), Line::default());
        // An entry that lands in a line not visited yet is moved again.
        for line in 0..before {
            let line = std::mem::take(&mut self.lines[line]);
            for [a, b, kind, result] in line.into_iter().rev() {
                if kind != 0 {
                    self.put(&Key([a, b, kind]), Edge::from_bits(result));
                }
            }
        }
    }

    /// Forgets all results that involve a node that is not `live`.
    pub fn retain(&mut self, live: impl Fn(Edge) -> bool) {
        for entry in self.lines.iter_mut().flatten().filter(|it| it[2] != 0) {
            let edges = [entry[0], entry[1], entry[3]].map(Edge::from_bits);
            if !edges.into_iter().all(&live) {
                *entry = Entry::default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(a: u32, b: u32, relation: u32) -> Key {
        let edge = |number| Edge::to(number).not();
        Key::new(Operator::AndNotPre, edge(a), edge(b), relation)
    }

    #[test]
    fn what_is_known_is_right_whatever_becomes_of_the_room() {
        let mut cache = Cache::new();
        let result = |a: u32, b: u32, relation| Edge::to(a * 7 + b * 3 + relation);
        let all = || (1..2000).flat_map(|a| (1..5).map(move |b| (a, b, a % 5)));
        let check = |cache: &Cache| {
            let known = |&(a, b, c): &(u32, u32, u32)| match cache.get(&key(a, b, c)) {
                Some(known) => {
                    assert_eq!(known, result(a, b, c));
                    true
                }
                None => false,
            };
            all().filter(known).count()
        };
        for (a, b, c) in all() {
            cache.put(&key(a, b, c), result(a, b, c));
        }
        let few = check(&cache);
        assert!((500..=1024).contains(&few), "{few} of 1024");
        cache.grow(1 << 14, 1 << 20);
        assert!(check(&cache) >= few * 9 / 10);
        for (a, b, c) in all() {
            cache.put(&key(a, b, c), result(a, b, c));
        }
        let many = check(&cache);
        assert!(many > 2 * few, "{many} after {few}");
        // An operand, or the result, is gone.
        cache.retain(|edge| edge.number() % 2 == 0);
        assert!(check(&cache) < many / 2);
        assert_eq!(cache.get(&key(3, 2, 3)), None);
    }

    #[test]
    fn a_number_that_is_too_large_for_a_key_is_never_known() {
        let mut cache = Cache::new();
        cache.put(&key(1, 1, 1 << RELATION), Edge::TRUE);
        assert_eq!(cache.get(&key(1, 1, 1 << RELATION)), None);
        assert_eq!(cache.get(&key(1, 1, 0)), None);
        assert_eq!(cache.get(&key(0, 0, 0)), None);
    }
}

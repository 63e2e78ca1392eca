//! The parts of a game: sets of bits that hang together.
//!
//! In: [`Rules`]. Out: the part of each bit ([`Partition`]). Not here: whether that pays.
//!
//! Any partition is sound: what is not inside a part is looked at when the parts are put
//! together. So this is a search for a partition that is likely to be good, and nothing has
//! to be proven here. Bits hang together if
//! - one of them is read where the other is written;
//! - exactly one of a group holds;
//! - one condition depends on them all. Conditions that depend on too many bits are taken
//!   apart first, the largest before all others: the end of play and the goals look at all
//!   parts, but only at a few conditions of each;
//! - moves do something to both of them, and are not all pairs of something that they do to
//!   one and something that they do to the other (lock-step).

use std::cmp::Reverse;

use analysis::Facts;

use crate::joined::Joined;
use crate::product::columns::{Column, Columns, IDLE, Row};
use crate::product::rules::Rules;
use crate::product::supports::Supports;
use crate::signal::Signal;

/// The part of each bit.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    pub part: Vec<usize>,
    pub parts: usize,
}

/// Most parts between which moves are compared.
const MOST_PARTS: usize = 256;

/// What is left of the work that may be done to find a partition.
struct Work(usize);

impl Work {
    fn takes(&mut self, work: usize) -> Option<()> {
        self.0 = self.0.checked_sub(work)?;
        Some(())
    }
}

impl Partition {
    /// The coarsest partition with two parts in which there is something to choose; `None`
    /// if there is none.
    pub fn find(rules: &Rules, facts: &Facts, supports: &Supports, steps: usize) -> Option<Self> {
        let mut work = Work(steps);
        let mut sizes: Vec<usize> = (0..rules.net.len())
            .map(|number| supports.size(Signal::of(number)))
            .collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut attempt = |&most: &usize, writes: usize| {
            if work.takes(rules.size()).is_none() {
                return Found::One;
            }
            let mut ties = Ties::new(rules.net.bits());
            ties.tie_groups(rules, facts);
            ties.tie_conditions(rules, supports, most, writes);
            ties.tie_moves(rules, supports, &mut work)
        };
        // What is written is read in one piece first: only then may it be taken apart too.
        [false, true].into_iter().find_map(|apart| {
            let mut attempt = |most: &usize| attempt(most, if apart { *most } else { usize::MAX });
            // The less hangs together at first, the less does in the end: where the finest
            // attempt finds one part, so do the others.
            match attempt(sizes.first()?) {
                Found::One => None,
                Found::Some(_) | Found::Many => {
                    sizes.iter().rev().find_map(|most| attempt(most).some())
                }
            }
        })
    }

    /// Puts two parts together.
    pub fn join(&mut self, one: usize, other: usize) {
        let mut ties = Ties::new(self.part.len());
        let mut first = vec![None; self.parts];
        for (bit, &part) in self.part.iter().enumerate() {
            let part = if part == other { one } else { part };
            match first[part] {
                Some(first) => ties.tie(first, bit),
                None => first[part] = Some(bit),
            }
        }
        *self = ties.partition();
    }
}

/// What an attempt found.
enum Found {
    /// Two parts or more in which there is something to choose.
    Some(Partition),
    /// No two of them, or there was too much work.
    One,
    /// More parts than can be compared.
    Many,
}

impl Found {
    fn some(self) -> Option<Partition> {
        match self {
            Found::Some(partition) => Some(partition),
            Found::One | Found::Many => None,
        }
    }
}

/// Bits that hang together.
struct Ties {
    bits: Joined,
}

impl Ties {
    fn new(bits: usize) -> Self {
        Ties {
            bits: Joined::new(bits),
        }
    }

    fn tie(&mut self, one: usize, other: usize) {
        self.bits.join(one, other);
    }

    fn tie_all(&mut self, bits: impl IntoIterator<Item = usize>) {
        let mut bits = bits.into_iter();
        if let Some(first) = bits.next() {
            bits.for_each(|bit| self.tie(first, bit));
        }
    }

    fn tie_groups(&mut self, rules: &Rules, facts: &Facts) {
        for group in facts.groups.iter().filter(|it| it.exactly_one) {
            let bits = group.fluents.iter();
            let bits = bits.filter_map(|it| rules.fluents.binary_search(it).ok());
            self.tie_all(bits.collect::<Vec<usize>>());
        }
    }

    /// Ties what conditions depend on; those that depend on more than so many bits are taken
    /// apart.
    fn tie_conditions(&mut self, rules: &Rules, supports: &Supports, most: usize, writes: usize) {
        let mut visited = vec![false; rules.net.len()];
        let mut open = Vec::new();
        for context in &rules.contexts {
            open.push((context.terminal, most));
            open.extend(context.goals.iter().flatten().map(|it| (it.1, most)));
            for mov in &context.moves {
                open.push((mov.legal, most));
                for &(bit, becomes) in &mov.writes {
                    if supports.size(becomes) <= writes {
                        self.tie_all([bit as usize].into_iter().chain(supports.bits(becomes)));
                    }
                    open.push((becomes, writes));
                }
            }
        }
        while let Some((signal, most)) = open.pop() {
            if std::mem::replace(&mut visited[signal.number()], true) {
                continue;
            }
            if supports.size(signal) <= most {
                self.tie_all(supports.bits(signal));
            } else {
                let parts = rules.net.parts(signal.number()).iter();
                open.extend(parts.map(|&part| (part, most)));
            }
        }
    }

    /// Ties what moves do together.
    fn tie_moves(self, rules: &Rules, supports: &Supports, work: &mut Work) -> Found {
        let mut many = false;
        match self.tied_by_moves(rules, supports, work, &mut many) {
            Some(partition) => Found::Some(partition),
            None if many => Found::Many,
            None => Found::One,
        }
    }

    /// `None` if there are not two parts in which there is something to choose, or `many`.
    fn tied_by_moves(
        mut self,
        rules: &Rules,
        supports: &Supports,
        work: &mut Work,
        many: &mut bool,
    ) -> Option<Partition> {
        loop {
            let partition = self.partition();
            *many = partition.parts > MOST_PARTS;
            if partition.parts < 2 || *many {
                return None;
            }
            let moves: usize = rules.contexts.iter().map(|it| it.moves.len()).sum();
            work.takes(rules.size() + moves * partition.parts)?;
            let columns = Columns::new(rules, supports, &partition.part, partition.parts);
            if active(&columns) < 2 {
                return None;
            }
            work.takes(moves * partition.parts * partition.parts)?;
            let mut first = vec![0; partition.parts];
            for (bit, &part) in partition.part.iter().enumerate().rev() {
                first[part] = bit;
            }
            let pairs = coupled(&columns);
            if pairs.is_empty() {
                return Some(partition);
            }
            pairs
                .iter()
                .for_each(|(one, other)| self.tie(first[*one], first[*other]));
        }
    }

    /// Parts in the order of their first bits.
    fn partition(&mut self) -> Partition {
        let mut numbers = vec![None; self.bits.len()];
        let mut parts = 0;
        let mut part = Vec::with_capacity(self.bits.len());
        for bit in 0..self.bits.len() {
            let root = self.bits.root(bit);
            let number = *numbers[root].get_or_insert(parts);
            parts = parts.max(number + 1);
            part.push(number);
        }
        Partition { part, parts }
    }
}

/// How many parts there are in which it matters which move is made: a clock allows different
/// moves at different times, but goes on in the same way.
fn active(columns: &Columns) -> usize {
    let matters = |part: &usize| {
        columns.rows.iter().any(|rows| {
            let mut writes = rows
                .iter()
                .map(|row| &columns.of[*part][row.columns[*part] as usize].writes);
            let first = writes.next();
            writes.any(|it| Some(it) != first)
        })
    };
    (0..columns.of.len()).filter(matters).count()
}

/// Pairs of parts to which moves do things together.
fn coupled(columns: &Columns) -> Vec<(usize, usize)> {
    let parts = columns.of.len();
    let pairs = (0..parts).flat_map(|one| (one + 1..parts).map(move |other| (one, other)));
    let rests = rests(columns);
    pairs
        .filter(|&pair| is_coupled(columns, &rests, pair))
        .collect()
}

fn is_coupled(columns: &Columns, rests: &[Vec<u32>], (one, other): (usize, usize)) -> bool {
    columns.rows.iter().zip(rests).any(|(rows, rests)| {
        let pairs = rows
            .iter()
            .map(|row| (row.columns[one], row.columns[other]));
        let mut pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        if is_product(&pairs) {
            return false;
        }
        let rests = |part: usize, column: u32| {
            let columns = &columns.of[part];
            columns[column as usize].writes == columns[rests[part] as usize].writes
        };
        let pairs = pairs.iter();
        let mut pairs: Vec<Action> = pairs
            .map(|&(a, b)| [(a, rests(one, a)), (b, rests(other, b))])
            .collect();
        let is_interleaved = pairs.iter().all(|[a, b]| a.1 || b.1);
        if is_interleaved || is_clock(&pairs) {
            return false;
        }
        pairs.iter_mut().for_each(|pair| pair.swap(0, 1));
        !is_clock(&pairs)
    })
}

/// What a move does to two parts, and whether that is what most moves do.
type Action = [(u32, bool); 2];

/// For each context what most moves do to each part.
fn rests(columns: &Columns) -> Vec<Vec<u32>> {
    let of = |rows: &Vec<Row>| {
        let parts = columns.of.iter().enumerate();
        let rest = |(part, of): (usize, &Vec<Column>)| {
            let mut counts = vec![0; of.len()];
            rows.iter()
                .for_each(|row| counts[row.columns[part] as usize] += 1);
            let simple = |it: usize| Reverse(of[it].legal.len() + of[it].writes.len());
            let rest = (0..of.len()).max_by_key(|&it| (counts[it], simple(it), Reverse(it)));
            rest.map_or(IDLE, |it| it as u32)
        };
        parts.map(rest).collect()
    };
    columns.rows.iter().map(of).collect()
}

/// Whether these are all pairs of a first and a second.
fn is_product(pairs: &[(u32, u32)]) -> bool {
    let count = |mut of: Vec<u32>| {
        of.sort_unstable();
        of.dedup();
        of.len()
    };
    let firsts = count(pairs.iter().map(|it| it.0).collect());
    let seconds = count(pairs.iter().map(|it| it.1).collect());
    firsts * seconds == pairs.len()
}

/// Whether the second only depends on whether the first does what most moves do.
fn is_clock(pairs: &[Action]) -> bool {
    let same = |rests: bool| {
        let mut seconds = pairs.iter().filter(|[first, _]| first.1 == rests);
        let first = seconds.next().map(|it| it[1].0);
        seconds.all(|it| Some(it[1].0) == first)
    };
    same(true) && same(false)
}

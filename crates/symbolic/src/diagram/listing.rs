//! Sets as plain lists of their nodes, outside any space: to count them, to store them,
//! and to look states up.
//!
//! In: nodes, each after the nodes that it refers to. The bytes are described in
//! `docs/formats/symbolic-layers.md`. Not here: the conversion from a space to a list
//! and back (`operators/list.rs`).

use game::Count;
use table::{read_number, write_number};

/// A node, or its complement: twice its place, plus one for the complement. Place 0 is
/// the leaf, the function that is always true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reference(pub u32);

/// A variable, and where to go on if it is true or false. As in a space, `high` is
/// never a complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedNode {
    pub level: u32,
    pub high: Reference,
    pub low: Reference,
}

/// Sets that share nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    pub variables: u32,
    pub nodes: Vec<ListedNode>,
    pub roots: Vec<Reference>,
}

impl Reference {
    pub const TRUE: Reference = Reference(0);
    pub const FALSE: Reference = Reference(1);

    pub fn new(place: usize, complement: bool) -> Self {
        let place = u32::try_from(place).expect("a space has fewer than 2^31 nodes");
        Reference(place << 1 | u32::from(complement))
    }

    /// Its place among the nodes; none for the leaf.
    pub fn place(self) -> Option<usize> {
        (self.0 as usize >> 1).checked_sub(1)
    }

    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// Its complement if `complement`, otherwise itself.
    pub fn complement_if(self, complement: bool) -> Self {
        Reference(self.0 ^ u32::from(complement))
    }
}

impl Listing {
    pub fn new(variables: u32) -> Self {
        Listing {
            variables,
            nodes: Vec::new(),
            roots: Vec::new(),
        }
    }

    /// Appends a node and returns the reference to it.
    pub fn push(&mut self, node: ListedNode) -> Reference {
        self.nodes.push(node);
        Reference::new(self.nodes.len(), false)
    }

    /// The number of nodes of the first set, including the leaf. Its nodes come first,
    /// and its root is the last of them.
    pub fn size_of_first(&self) -> usize {
        let root = self.roots.first().and_then(|root| root.place());
        root.map_or(1, |place| place + 2)
    }

    /// Whether the state with these values is in the set of a root.
    pub fn contains(&self, root: usize, values: &[bool]) -> bool {
        let mut reference = self.roots[root];
        let mut answer = true;
        loop {
            answer ^= reference.is_complement();
            let Some(place) = reference.place() else {
                return answer;
            };
            let node = &self.nodes[place];
            reference = match values[node.level as usize] {
                true => node.high,
                false => node.low,
            };
        }
    }

    /// The number of states of each root's set; none if one does not fit a [`Count`].
    ///
    /// Complements are counted by subtraction from powers of two that may be far beyond
    /// a [`Count`], so all of it is done modulo 2^128. That is exact if the number
    /// itself is smaller. An estimate ensures that: it only adds, so its relative error
    /// is tiny.
    pub fn counts(&self) -> Option<Vec<Count>> {
        self.counts_with(0, 0)
    }

    /// The number of states that have a grade in each root's set of pairs. The last
    /// `bits` variables are the code of the grade.
    pub fn counts_with(&self, grade: u32, bits: u32) -> Option<Vec<Count>> {
        if self.variables > 126 && !self.fit_a_count() {
            return None;
        }
        let mut counting = Counting {
            listing: self,
            states: self.variables - bits,
            known: Vec::with_capacity(self.nodes.len()),
        };
        for node in &self.nodes {
            let count = counting.of_node(node, grade);
            counting.known.push(count);
        }
        let counted = |&root: &Reference| counting.below(root, 0);
        Some(self.roots.iter().map(counted).collect())
    }

    /// The states that have a grade, see [`Listing::counts_with`]. The list may have
    /// equal nodes twice, and nodes that no root leads to.
    pub fn column(&self, grade: u32, bits: u32) -> Listing {
        let mut column = Listing::new(self.variables - bits);
        let mut known: Vec<Reference> = Vec::with_capacity(self.nodes.len());
        let moved = |known: &[Reference], from: Reference| {
            let to = from.place().map_or(Reference::TRUE, |place| known[place]);
            to.complement_if(from.is_complement())
        };
        for node in &self.nodes {
            let (high, low) = (moved(&known, node.high), moved(&known, node.low));
            let bit = node.level.checked_sub(column.variables);
            known.push(match bit.map(|bit| grade >> bit & 1) {
                Some(0) => low,
                Some(_) => high,
                None if low == high => low,
                None => {
                    // `high` must not be a complement.
                    let complement = high.is_complement();
                    let made = column.push(ListedNode {
                        level: node.level,
                        high: high.complement_if(complement),
                        low: low.complement_if(complement),
                    });
                    made.complement_if(complement)
                }
            });
        }
        let roots = self.roots.iter();
        column.roots = roots.map(|&root| moved(&known, root)).collect();
        column
    }

    /// Whether each set has fewer states than about 2^126.
    fn fit_a_count(&self) -> bool {
        // For each node, the approximate share of all assignments that are in its set,
        // and that are not.
        let mut shares: Vec<[f64; 2]> = Vec::with_capacity(self.nodes.len());
        let share = |shares: &[[f64; 2]], reference: Reference| {
            let [yes, no] = reference.place().map_or([1.0, 0.0], |place| shares[place]);
            match reference.is_complement() {
                true => [no, yes],
                false => [yes, no],
            }
        };
        for node in &self.nodes {
            let (high, low) = (share(&shares, node.high), share(&shares, node.low));
            shares.push([(high[0] + low[0]) / 2.0, (high[1] + low[1]) / 2.0]);
        }
        let fits = |&root: &Reference| {
            let [share, _] = share(&shares, root);
            share.log2() + f64::from(self.variables) < 126.0
        };
        self.roots.iter().all(fits)
    }

    /// Appends the list as bytes; a reference to a near node takes few.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        write_number(bytes, self.nodes.len() as u64);
        for (place, node) in self.nodes.iter().enumerate() {
            let own = Reference::new(place + 1, false).0;
            write_number(bytes, u64::from(node.level));
            write_number(bytes, u64::from((own - node.high.0) >> 1));
            write_number(bytes, u64::from(own + 1 - node.low.0));
        }
        write_number(bytes, self.roots.len() as u64);
        for root in &self.roots {
            write_number(bytes, u64::from(root.0));
        }
    }

    /// Takes a list from the front of `bytes`; none unless it is a valid list of sets
    /// over `variables` variables.
    pub fn read(bytes: &mut &[u8], variables: u32) -> Option<Self> {
        let mut listing = Listing::new(variables);
        let count = read_number(bytes)?;
        // A node takes at least three bytes: no more is reserved than the bytes can
        // hold.
        let room = usize::try_from(count).ok()?;
        listing.nodes.reserve(room.min(bytes.len() / 3 + 1));
        for place in 0..room {
            let own = Reference::new(place + 1, false).0;
            let level = u32::try_from(read_number(bytes)?).ok()?;
            let high = u32::try_from(read_number(bytes)?).ok()?.checked_mul(2)?;
            let low = u32::try_from(read_number(bytes)?).ok()?;
            let node = ListedNode {
                level,
                high: Reference(own.checked_sub(high)?),
                low: Reference((own + 1).checked_sub(low)?),
            };
            let nearest = listing.nearest(node.high)?.min(listing.nearest(node.low)?);
            if level >= nearest || node.high == node.low {
                return None;
            }
            listing.nodes.push(node);
        }
        for _ in 0..read_number(bytes)? {
            let root = Reference(u32::try_from(read_number(bytes)?).ok()?);
            listing.nearest(root)?;
            listing.roots.push(root);
        }
        Some(listing)
    }

    /// The level that a reference leads to, if its node exists.
    fn nearest(&self, reference: Reference) -> Option<u32> {
        match reference.place() {
            Some(place) => Some(self.nodes.get(place)?.level),
            None => Some(self.variables),
        }
    }
}

/// Counts the assignments of a list's nodes, one node after the other.
struct Counting<'l> {
    listing: &'l Listing,
    /// The number of variables of states; the values of those that follow are given.
    states: u32,
    known: Vec<u128>,
}

impl Counting<'_> {
    /// The number of assignments to the variables of states from a node's level on,
    /// modulo 2^128.
    fn of_node(&self, node: &ListedNode, grade: u32) -> u128 {
        let bit = node.level.checked_sub(self.states);
        match bit.map(|bit| grade >> bit & 1) {
            None => {
                let from = node.level + 1;
                let high = self.below(node.high, from);
                high.wrapping_add(self.below(node.low, from))
            }
            Some(0) => self.below(node.low, self.states),
            Some(_) => self.below(node.high, self.states),
        }
    }

    /// The same for a reference, from level `from` on.
    fn below(&self, reference: Reference, from: u32) -> u128 {
        let place = reference.place();
        let straight = place.map_or(1, |place| self.known[place]);
        let here = place.map_or(self.states, |place| self.listing.nodes[place].level);
        let here = here.min(self.states);
        let below = match reference.is_complement() {
            true => power_of_two(self.states - here).wrapping_sub(straight),
            false => straight,
        };
        below.checked_shl(here - from).unwrap_or(0)
    }
}

fn power_of_two(exponent: u32) -> u128 {
    1_u128.checked_shl(exponent).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use game::Stop;

    use super::*;
    use crate::diagram::Set;
    use crate::space::Space;

    fn space(variables: u32) -> Space {
        Space::new(variables, 1 << 16, Stop::new())
    }

    #[test]
    fn counts_are_exact_where_powers_of_two_are_beyond_them() {
        let space = space(300);
        let mut cube = space.full();
        for variable in (3..300).rev() {
            let value = space.variable(variable).unwrap();
            cube = space.and(&space.not(&value), &cube).unwrap();
        }
        assert_eq!(space.count(&cube), Some(8));
        assert_eq!(space.count(&space.empty()), Some(0));
        assert_eq!(space.count(&space.full()), None);
        assert_eq!(space.count(&space.not(&cube)), None);
    }

    /// Sets over six variables that look like nothing.
    fn scattered(space: &Space) -> Vec<Set> {
        let mut sets = vec![space.empty(), space.full()];
        let mut number = 1_u64;
        for _ in 0..40 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let pick = |at: u32| (number >> at) as usize % sets.len();
            let variable = space.variable((number >> 60) as u32 % 6).unwrap();
            let first = space.xor(&sets[pick(20)], &variable).unwrap();
            sets.push(space.or(&first, &sets[pick(40)]).unwrap());
        }
        sets
    }

    #[test]
    fn a_list_says_what_its_sets_say() {
        let space = space(6);
        let sets = scattered(&space);
        let listing = space.list(&sets.iter().collect::<Vec<_>>());
        let counts = listing.counts().unwrap();
        for (root, set) in sets.iter().enumerate() {
            let mut inside = 0;
            for number in 0..64_u32 {
                let values: Vec<bool> = (0..6).map(|bit| number >> bit & 1 == 1).collect();
                let mut state = space.full();
                for (variable, &value) in (0..).zip(&values) {
                    let literal = space.variable(variable).unwrap();
                    let literal = if value { literal } else { space.not(&literal) };
                    state = space.and(&state, &literal).unwrap();
                }
                let is_inside = !space.and(&state, set).unwrap().is_empty();
                assert_eq!(listing.contains(root, &values), is_inside);
                inside += u128::from(is_inside);
            }
            assert_eq!(counts[root], inside);
        }
    }

    #[test]
    fn a_list_comes_back_from_bytes_and_into_a_space() {
        let one = space(6);
        let sets = scattered(&one);
        let listing = one.list(&sets.iter().collect::<Vec<_>>());
        // A second list is not confused by the first one's marks.
        assert_eq!(one.list(&sets.iter().collect::<Vec<_>>()), listing);
        let mut bytes = Vec::new();
        listing.write(&mut bytes);
        let mut rest = bytes.as_slice();
        assert_eq!(Listing::read(&mut rest, 6), Some(listing.clone()));
        assert!(rest.is_empty());
        assert_eq!(one.restore(&listing).unwrap(), sets);
        let other = space(6);
        let restored = other.restore(&listing).unwrap();
        assert_eq!(other.list(&restored.iter().collect::<Vec<_>>()), listing);
    }

    #[test]
    fn damaged_bytes_are_refused_or_a_list() {
        let space = space(6);
        let sets = scattered(&space);
        let listing = space.list(&sets.iter().collect::<Vec<_>>());
        let mut bytes = Vec::new();
        listing.write(&mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(Listing::read(&mut &bytes[..length], 6), None);
        }
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[place] ^= 1 << bit;
                if let Some(listing) = Listing::read(&mut bytes.as_slice(), 6) {
                    let sets = space.restore(&listing).unwrap();
                    assert_eq!(sets.len(), listing.roots.len());
                }
            }
        }
    }
}

//! Checks that all keys of a section are keys of states that belong there.
//!
//! In: the diagram of a section. Out: `None`, or a key that does not belong. A walk
//! from the root adds up the weights of the codes. Each node leads to a state, and
//! all states below it must add up to the number of the section: so all paths to a
//! node must have the same sum, and one sum per node is enough.

use crate::file::{Diagram, Encoding, FieldCodes};

/// A field with the weights of its codes.
struct Weighed {
    first: usize,
    bits: u32,
    /// `None` where the code has no meaning.
    weights: Vec<Option<i128>>,
}

/// How a node was reached first.
#[derive(Clone, Copy)]
struct Arrival {
    sum: i128,
    /// The node before, its field, and the code that leads from there.
    from: Option<(usize, usize, u32)>,
}

/// The walk through a section.
struct Walk<'a> {
    diagram: &'a Diagram,
    encoding: &'a Encoding,
    number: u64,
    fields: Vec<Weighed>,
    /// The field of each level.
    field_of: Vec<usize>,
    /// The sum of the fields before each if all codes are 0, and how many of these
    /// codes have no meaning.
    zeros: Vec<(i128, usize)>,
    arrivals: Vec<Option<Arrival>>,
}

/// The bits of a key in the section that belongs to no state of it, if there is one.
pub fn misplaced(diagram: &Diagram, encoding: &Encoding, number: u64) -> Option<Vec<bool>> {
    let weigh = |codes: FieldCodes<'_>| {
        let weights = codes.held.iter();
        let weights = weights.map(|held| held.as_ref().map(|held| encoding.weight(held)));
        Weighed {
            first: codes.first,
            bits: codes.bits,
            weights: weights.collect(),
        }
    };
    // A field without bits has one code, which no level encodes.
    let fields: Vec<Weighed> = encoding.fields().map(weigh).collect();
    let mut field_of = Vec::new();
    let mut zeros = vec![(0, 0)];
    for (place, field) in fields.iter().enumerate() {
        field_of.extend((0..field.bits).map(|_| place));
        let (sum, nothing) = zeros[place];
        zeros.push(match field.weights.first().copied().flatten() {
            Some(weight) => (sum + weight, nothing),
            None => (sum, nothing + 1),
        });
    }
    let mut walk = Walk {
        diagram,
        encoding,
        number,
        fields,
        field_of,
        zeros,
        arrivals: vec![None; diagram.nodes.len()],
    };
    walk.run()
}

impl Walk<'_> {
    fn run(&mut self) -> Option<Vec<bool>> {
        let start = Arrival {
            sum: self.encoding.base(),
            from: None,
        };
        if let Some(key) = self.arrive(self.diagram.root, 0, start) {
            return Some(key);
        }
        // Nodes lead to earlier ones.
        for place in (0..self.diagram.nodes.len()).rev() {
            if let Some(arrival) = self.arrivals[place]
                && let Some(key) = self.leave(place, arrival)
            {
                return Some(key);
            }
        }
        None
    }

    /// Continues from a node through its field, by all codes.
    fn leave(&mut self, place: usize, arrival: Arrival) -> Option<Vec<bool>> {
        let node = self.diagram.nodes[place];
        let field = self.field_of[node.level as usize];
        let (first, bits) = (self.fields[field].first, self.fields[field].bits);
        let end = first + bits as usize;
        let mut open = vec![(place as u32 + self.diagram.terminals(), 0_u32)];
        while let Some((reference, code)) = open.pop() {
            match self.diagram.node(reference) {
                Some(node) if (node.level as usize) < end => {
                    let bit = 1 << (end - 1 - node.level as usize);
                    open.push((node.hi, code | bit));
                    open.push((node.lo, code));
                }
                _ if reference == 0 => {}
                _ => {
                    let weight = self.fields[field].weights.get(code as usize);
                    let from = Some((place, field, code));
                    let weight = weight.copied().flatten();
                    let Some(weight) = weight else {
                        return Some(self.key(from, reference));
                    };
                    let sum = arrival.sum + weight;
                    let wrong = self.arrive(reference, field + 1, Arrival { sum, from });
                    if wrong.is_some() {
                        return wrong;
                    }
                }
            }
        }
        None
    }

    /// Reaches a reference after the fields before `field`.
    fn arrive(&mut self, reference: u32, field: usize, mut by: Arrival) -> Option<Vec<bool>> {
        if reference == 0 {
            return None;
        }
        let node = self.diagram.node(reference);
        let next = node.map_or(self.fields.len(), |it| self.field_of[it.level as usize]);
        let (before, behind) = (self.zeros[field], self.zeros[next]);
        by.sum += behind.0 - before.0;
        if behind.1 > before.1 {
            return Some(self.key(by.from, reference));
        }
        if node.is_none() {
            let right = by.sum == i128::from(self.number);
            return (!right).then(|| self.key(by.from, reference));
        }
        let place = (reference - self.diagram.terminals()) as usize;
        match self.arrivals[place] {
            None => self.arrivals[place] = Some(by),
            Some(known) if known.sum != by.sum => {
                // One of the two states below is in the wrong section.
                let keys = [known.from, by.from].map(|from| self.key(from, reference));
                let [one, other] = keys;
                return Some(if self.belongs(&one) { other } else { one });
            }
            Some(_) => {}
        }
        None
    }

    fn belongs(&self, key: &[bool]) -> bool {
        let held = self.encoding.decode(&bytes(self.encoding, key));
        held.is_some_and(|held| self.encoding.section(&held) == Some(self.number))
    }

    /// A key through an arrival, and on from there.
    fn key(&self, from: Option<(usize, usize, u32)>, mut reference: u32) -> Vec<bool> {
        let mut key = vec![false; self.encoding.bits()];
        let mut way = from;
        while let Some((node, field, code)) = way {
            let Weighed { first, bits, .. } = self.fields[field];
            for bit in 0..bits {
                key[first + bit as usize] = code >> (bits - 1 - bit) & 1 == 1;
            }
            way = self.arrivals[node].and_then(|arrival| arrival.from);
        }
        while let Some(node) = self.diagram.node(reference) {
            key[node.level as usize] = node.lo == 0;
            reference = if node.lo == 0 { node.hi } else { node.lo };
        }
        key
    }
}

/// A key in bytes.
pub fn bytes(encoding: &Encoding, key: &[bool]) -> Vec<u8> {
    let mut bytes = vec![0; encoding.bytes()];
    for (level, _) in key.iter().enumerate().filter(|it| *it.1) {
        let (byte, bit) = encoding.place(level);
        bytes[byte] |= bit;
    }
    bytes
}

//! Conditions on the bits of a packed state, each kept once.
//!
//! Every node is a conjunction of literals; a disjunction is the negation of
//! one. So there is a single kind of operation, and equal conditions that were
//! written in different ways meet more often.

use rustc_hash::FxHashMap;

/// A node or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Literal(u32);

impl Literal {
    pub const TRUE: Literal = Literal(0);
    pub const FALSE: Literal = Literal(1);

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The node itself.
    pub fn of_node(node: usize) -> Self {
        Literal((node as u32) << 1)
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn constant(value: bool) -> Self {
        if value { Literal::TRUE } else { Literal::FALSE }
    }

    /// Its value, if it is the same everywhere.
    pub fn value(self) -> Option<bool> {
        (self.node() == 0).then_some(!self.is_negated())
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// What a node stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    True,
    /// A bit of the packed state, by its place.
    Bit(u32),
    /// All of these; in ascending order, at least two.
    And(Box<[Literal]>),
}

/// Conjunctions of up to so many literals are merged into those that read
/// them, and looked into for what is known already.
const SMALL: usize = 8;

/// Nodes, each after those that it reads.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, u32>,
}

impl Net {
    pub fn new() -> Self {
        let mut net = Net {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
        };
        net.add(Node::True);
        net
    }

    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn bit(&mut self, place: u32) -> Literal {
        self.add(Node::Bit(place))
    }

    pub fn or(&mut self, mut parts: Vec<Literal>) -> Literal {
        for part in &mut parts {
            *part = !*part;
        }
        !self.and(parts)
    }

    pub fn and(&mut self, mut parts: Vec<Literal>) -> Literal {
        self.flatten(&mut parts);
        loop {
            parts.sort_unstable();
            parts.dedup();
            parts.retain(|&part| part != Literal::TRUE);
            // A literal and its negation are neighbours.
            let contradicts = |pair: &[Literal]| pair[0] == !pair[1];
            if parts.first() == Some(&Literal::FALSE) || parts.windows(2).any(contradicts) {
                return Literal::FALSE;
            }
            if !self.absorb(&mut parts) {
                break;
            }
        }
        match parts.as_slice() {
            [] => Literal::TRUE,
            [only] => *only,
            _ => self.add(Node::And(parts.into())),
        }
    }

    fn add(&mut self, node: Node) -> Literal {
        if let Some(&known) = self.ids.get(&node) {
            return Literal(known << 1);
        }
        let id = u32::try_from(self.nodes.len()).expect("fewer than 2^31 nodes fit memory");
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        Literal(id << 1)
    }

    /// Replaces small conjunctions among the parts by what they consist of.
    fn flatten(&self, parts: &mut Vec<Literal>) {
        let mut place = 0;
        while place < parts.len() {
            match self.conjuncts(parts[place]) {
                Some(inner) if inner.len() <= SMALL => {
                    parts.swap_remove(place);
                    parts.extend(inner);
                }
                _ => place += 1,
            }
        }
    }

    /// The parts of a literal that is a conjunction.
    pub fn conjuncts(&self, literal: Literal) -> Option<&[Literal]> {
        match &self.nodes[literal.node()] {
            Node::And(inner) if !literal.is_negated() => Some(inner),
            _ => None,
        }
    }

    /// Uses each part to simplify negated conjunctions among the others;
    /// tells whether something changed. `parts` are sorted.
    fn absorb(&mut self, parts: &mut [Literal]) -> bool {
        for place in 0..parts.len() {
            let Some(inner) = self.conjuncts(!parts[place]) else {
                continue;
            };
            if inner.len() > SMALL {
                continue;
            }
            let known = |literal: Literal| parts.binary_search(&literal).is_ok();
            if inner.iter().any(|&literal| known(!literal)) {
                parts[place] = Literal::TRUE;
                return true;
            }
            if inner.iter().any(|&literal| known(literal)) {
                let open = inner.iter().copied().filter(|&literal| !known(literal));
                let open = open.collect();
                parts[place] = !self.and(open);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_asked_again() {
        let mut net = Net::new();
        let (a, b) = (net.bit(0), net.bit(1));
        let either = net.or(vec![a, b]);
        assert_eq!(net.and(vec![!a, either]), net.and(vec![!a, b]));
        assert_eq!(net.and(vec![a, either]), a);
    }

    #[test]
    fn contradictions_are_constant() {
        let mut net = Net::new();
        let (a, b) = (net.bit(0), net.bit(1));
        let both = net.and(vec![a, b]);
        assert_eq!(net.and(vec![both, !a]), Literal::FALSE);
        assert_eq!(net.or(vec![a, !a]), Literal::TRUE);
    }
}

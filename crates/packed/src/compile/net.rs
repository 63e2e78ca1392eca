//! Conditions on the bits of a packed state, each kept once.
//!
//! Every node is a conjunction of literals; a disjunction is the negation of
//! one. So there is a single kind of operation, and equal conditions that were
//! written in different ways meet more often.

use rustc_hash::FxHashMap;

/// A node or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// Always.
    pub const TRUE: Literal = Literal(0);
    /// Never.
    pub const FALSE: Literal = Literal(1);

    /// The number of the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The node itself.
    pub fn of_node(node: usize) -> Self {
        Literal((node as u32) << 1)
    }

    /// Whether it holds when the node does not.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Always or never.
    pub fn constant(value: bool) -> Self {
        if value { Literal::TRUE } else { Literal::FALSE }
    }

    /// Its value, if it is constant.
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

/// The condition of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Always holds.
    True,
    /// A bit of the packed state, by its place.
    Bit(u32),
    /// All of these; in ascending order, at least two.
    And(Box<[Literal]>),
}

impl Node {
    /// The literals that it reads.
    pub fn reads(&self) -> &[Literal] {
        match self {
            Node::And(parts) => parts,
            Node::True | Node::Bit(_) => &[],
        }
    }
}

/// Nodes, each after those that it reads.
#[derive(Clone, Debug)]
pub struct Net {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, u32>,
    /// Conjunctions of up to this many literals are merged into those that read them,
    /// and searched for what is already known.
    small: usize,
}

impl Net {
    pub(crate) fn new(small: usize) -> Self {
        let mut net = Net {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            small,
        };
        net.add(Node::True);
        net
    }

    /// The node of this number.
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// How many nodes there are.
    #[allow(clippy::len_without_is_empty, reason = "there is always one node")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn bit(&mut self, place: u32) -> Literal {
        self.add(Node::Bit(place))
    }

    pub(crate) fn or(&mut self, mut parts: Vec<Literal>) -> Literal {
        for part in &mut parts {
            *part = !*part;
        }
        !self.and(parts)
    }

    pub(crate) fn and(&mut self, mut parts: Vec<Literal>) -> Literal {
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
        if let Some((common, others)) = self.factor(&parts) {
            let other = self.or(others);
            let factored: Vec<Literal> = common.into_iter().chain([other]).collect();
            return !self.and(factored);
        }
        match parts.as_slice() {
            [] => Literal::TRUE,
            [only] => *only,
            _ => self.add(Node::And(parts.into())),
        }
    }

    /// If all parts are negated conjunctions: their common literals, and the rest of
    /// each. `not (a and b)` and `not (a and c)` is `not (a and (b or c))`. So a
    /// condition on which all alternatives depend is recognised as one.
    fn factor(&mut self, parts: &[Literal]) -> Option<(Vec<Literal>, Vec<Literal>)> {
        let (first, others) = parts.split_first()?;
        let denied = |&part: &Literal| self.conjuncts(!part);
        let mut common = denied(first)?.to_vec();
        for part in others {
            let inner = denied(part)?;
            common.retain(|literal| inner.binary_search(literal).is_ok());
            if common.is_empty() {
                return None;
            }
        }
        if others.is_empty() {
            return None;
        }
        let rest = parts.iter().filter_map(denied).map(|inner| {
            let rest = inner.iter().copied();
            rest.filter(|literal| !common.contains(literal)).collect()
        });
        let rest: Vec<Vec<Literal>> = rest.collect();
        let rest = rest.into_iter().map(|rest| self.and(rest)).collect();
        Some((common, rest))
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

    /// Replaces small conjunctions among the parts by their own parts.
    fn flatten(&self, parts: &mut Vec<Literal>) {
        let mut place = 0;
        while place < parts.len() {
            match self.conjuncts(parts[place]) {
                Some(inner) if inner.len() <= self.small => {
                    parts.swap_remove(place);
                    parts.extend(inner);
                }
                _ => place += 1,
            }
        }
    }

    /// The parts of a literal that is a conjunction.
    pub(crate) fn conjuncts(&self, literal: Literal) -> Option<&[Literal]> {
        match &self.nodes[literal.node()] {
            Node::And(inner) if !literal.is_negated() => Some(inner),
            _ => None,
        }
    }

    /// Uses each part to simplify negated conjunctions among the others; returns
    /// whether something changed. `parts` are sorted.
    ///
    /// All at once: a part is simplified only by literals that it consists of, whose
    /// nodes are older. So, from old to new, the literals used for a part still hold
    /// wherever their simplified forms hold.
    fn absorb(&mut self, parts: &mut [Literal]) -> bool {
        let mut simpler: Vec<(usize, Vec<Literal>)> = Vec::new();
        let known = |literal: Literal| parts.binary_search(&literal).is_ok();
        for (place, &part) in parts.iter().enumerate() {
            let Some(inner) = self.conjuncts(!part) else {
                continue;
            };
            if inner.len() > self.small {
                continue;
            }
            if inner.iter().any(|&literal| known(!literal)) {
                simpler.push((place, vec![Literal::FALSE]));
            } else if inner.iter().any(|&literal| known(literal)) {
                let open = inner.iter().copied().filter(|&literal| !known(literal));
                simpler.push((place, open.collect()));
            }
        }
        let changed = !simpler.is_empty();
        for (place, open) in simpler {
            parts[place] = !self.and(open);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_asked_again() {
        let mut net = Net::new(8);
        let (a, b) = (net.bit(0), net.bit(1));
        let either = net.or(vec![a, b]);
        assert_eq!(net.and(vec![!a, either]), net.and(vec![!a, b]));
        assert_eq!(net.and(vec![a, either]), a);
    }

    #[test]
    fn contradictions_are_constant() {
        let mut net = Net::new(8);
        let (a, b) = (net.bit(0), net.bit(1));
        let both = net.and(vec![a, b]);
        assert_eq!(net.and(vec![both, !a]), Literal::FALSE);
        assert_eq!(net.or(vec![a, !a]), Literal::TRUE);
    }

    #[test]
    fn what_all_alternatives_need_is_needed() {
        let mut net = Net::new(8);
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| net.bit(place));
        let pairs = [vec![a, b], vec![a, c], vec![a, !d]].map(|pair| net.and(pair));
        let written_out = net.or(pairs.to_vec());
        let other = net.or(vec![b, c, !d]);
        let factored = net.and(vec![other, a]);
        assert_eq!(written_out, factored);
        assert!(net.conjuncts(factored).unwrap().contains(&a));
        // An alternative that implies all others settles it.
        assert_eq!(net.or(vec![pairs[0], a]), a);
    }

    #[test]
    fn parts_that_simplify_each_other_mean_the_same() {
        let mut random = testkit::SplitMix64::new(3);
        for _ in 0..2000 {
            let mut net = Net::new(8);
            let mut pool: Vec<Literal> = (0..5).map(|place| net.bit(place)).collect();
            // What each node means, as a truth table.
            let mut means: Vec<u32> = (0..5).map(truth).collect();
            for _ in 0..12 {
                let (mut parts, mut all) = (Vec::new(), u32::MAX);
                for _ in 0..2 + random.below(4) {
                    let place = random.below(pool.len());
                    let negated = random.below(2) == 1;
                    parts.push(if negated { !pool[place] } else { pool[place] });
                    all &= if negated { !means[place] } else { means[place] };
                }
                pool.push(net.and(parts));
                means.push(all);
            }
            for (&literal, &meant) in pool.iter().zip(&means) {
                assert_eq!(table_of(&net, literal), meant);
            }
        }
    }

    fn truth(place: u32) -> u32 {
        let cases = (0..32).filter(|case| case >> place & 1 == 1);
        cases.map(|case| 1 << case).sum()
    }

    fn table_of(net: &Net, literal: Literal) -> u32 {
        let value = match net.node(literal.node()) {
            Node::True => u32::MAX,
            Node::Bit(place) => truth(*place),
            Node::And(parts) => {
                let parts = parts.iter().map(|&part| table_of(net, part));
                parts.fold(u32::MAX, |all, part| all & part)
            }
        };
        if literal.is_negated() { !value } else { value }
    }
}

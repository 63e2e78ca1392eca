//! Sets of keys as decision diagrams of the library `biodivine-lib-bdd`.
//!
//! In: keys of `bits` bits. Out: sets, and operations on them. Bit `l` of a key is
//! variable `2 l`, and `2 l + 1` is the same bit after a move: so a set becomes a
//! set of states after the move without changing its order. Only this file,
//! `sets.rs` and `functions.rs` know how sets are made.

use std::cell::Cell;

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable, BddVariableSet, op_function};
use rustc_hash::FxHashMap;

/// Most bits of a key. Sections become diagrams by recursions of that depth.
pub const MAX_BITS: usize = 4096;

/// The variables of all sets.
pub struct Space {
    bits: usize,
    variables: BddVariableSet,
    /// The most nodes of a set so far.
    largest: Cell<usize>,
}

impl Space {
    /// Prepares sets of keys of `bits` bits, at most [`MAX_BITS`].
    pub fn new(bits: usize) -> Self {
        Space {
            bits,
            variables: BddVariableSet::new_anonymous(2 * bits as u16),
            largest: Cell::new(0),
        }
    }

    /// The bits of a key.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The most nodes of a set so far.
    pub fn largest(&self) -> usize {
        self.largest.get()
    }

    pub fn none(&self) -> Bdd {
        self.variables.mk_false()
    }

    pub fn all(&self) -> Bdd {
        self.variables.mk_true()
    }

    /// Records the size of a new set.
    fn noted(&self, set: Bdd) -> Bdd {
        self.largest.set(self.largest.get().max(set.size()));
        set
    }

    pub fn and(&self, one: &Bdd, other: &Bdd) -> Bdd {
        self.noted(one.and(other))
    }

    pub fn or(&self, one: &Bdd, other: &Bdd) -> Bdd {
        match (one.is_false(), other.is_false()) {
            (true, _) => other.clone(),
            (_, true) => one.clone(),
            _ => self.noted(one.or(other)),
        }
    }

    /// The difference of two sets.
    pub fn minus(&self, one: &Bdd, other: &Bdd) -> Bdd {
        match one.is_false() || other.is_false() {
            true => one.clone(),
            false => self.noted(one.and_not(other)),
        }
    }

    /// Whether two sets intersect; cheaper than the intersection.
    pub fn meet(&self, one: &Bdd, other: &Bdd) -> bool {
        let tried = Bdd::check_binary_op(usize::MAX, one, other, op_function::and);
        tried.is_none_or(|(meet, _)| meet)
    }

    /// Whether one set is a subset of the other.
    pub fn within(&self, one: &Bdd, other: &Bdd) -> bool {
        let tried = Bdd::check_binary_op(usize::MAX, one, other, op_function::and_not);
        tried.is_some_and(|(more, _)| !more)
    }

    /// The states with a successor in a set, under a relation that changes the bits
    /// of the marked levels.
    pub fn before(&self, set: &Bdd, relation: &Bdd, changed: &[bool]) -> Bdd {
        let after = self.renamed(set, changed, 1);
        self.noted(Bdd::binary_op_with_exists_trigger(
            &after,
            relation,
            |variable| variable.to_index() % 2 == 1,
            op_function::and,
        ))
    }

    /// The successors of the states of a set.
    pub fn after(&self, set: &Bdd, relation: &Bdd, changed: &[bool]) -> Bdd {
        let own = |variable: BddVariable| {
            let (level, copy) = (variable.to_index() / 2, variable.to_index() % 2);
            copy == 0 && changed[level]
        };
        let after = Bdd::binary_op_with_exists_trigger(set, relation, own, op_function::and);
        self.noted(self.renamed(&after, changed, 0))
    }

    /// The set with the variables of all marked levels replaced by those before a
    /// move (`copy` 0) or after it (1). It must not depend on both of a level: then
    /// the order of its variables stays the same.
    fn renamed(&self, set: &Bdd, changed: &[bool], copy: usize) -> Bdd {
        let mut nodes = set.clone().to_nodes();
        for node in &mut nodes {
            let level = node.var.to_index() / 2;
            if level < self.bits && changed[level] {
                node.var = BddVariable::from_index(2 * level + copy);
            }
        }
        Bdd::from_nodes(&nodes).expect("the order of the variables stays")
    }

    /// The number of keys in a set that does not depend on variables after a move.
    pub fn count(&self, set: &Bdd) -> u128 {
        if set.is_false() {
            return 0;
        }
        // What is below a node, over the levels from its own on.
        let mut below = vec![0_u128, 1];
        let level = |pointer: BddPointer| set.var_of(pointer).to_index() / 2;
        let under = |below: &[u128], pointer: BddPointer, from: usize| {
            let free = (level(pointer) - from) as u32;
            let ways = 1_u128.checked_shl(free).unwrap_or(u128::MAX);
            below[pointer.to_index()].saturating_mul(ways)
        };
        for pointer in set.pointers().skip(2) {
            let from = level(pointer) + 1;
            let lo = under(&below, set.low_link_of(pointer), from);
            let hi = under(&below, set.high_link_of(pointer), from);
            below.push(lo.saturating_add(hi));
        }
        under(&below, set.root_pointer(), 0)
    }

    /// The bits of one key of a set, if it has one.
    pub fn pick(&self, set: &Bdd) -> Option<Vec<bool>> {
        let witness = set.sat_witness()?.into_vector();
        Some(witness.into_iter().step_by(2).collect())
    }

    /// The set of the one key with these bits.
    pub fn only(&self, key: &[bool]) -> Bdd {
        let mut builder = Builder::new(self);
        let mut root = 1;
        for (level, &bit) in key.iter().enumerate().rev() {
            let (lo, hi) = if bit { (0, root) } else { (root, 0) };
            root = builder.node(2 * level, lo, hi);
        }
        builder.finish(self, root)
    }

    /// The keys with one of these codes, in ascending order, in the bits from a
    /// level on; before a move (`copy` 0) or after it (1).
    pub fn codes(&self, codes: &[u32], (first, bits): (usize, u32), copy: usize) -> Bdd {
        let mut builder = Builder::new(self);
        let root = builder.codes(codes, 2 * first + copy, bits);
        builder.finish(self, root)
    }
}

/// Builds nodes from below, each once.
pub struct Builder {
    nodes: Vec<BddNode>,
    known: FxHashMap<(usize, u32, u32), u32>,
}

impl Builder {
    pub fn new(space: &Space) -> Self {
        let variables = space.variables.num_vars();
        Builder {
            nodes: vec![BddNode::mk_zero(variables), BddNode::mk_one(variables)],
            known: FxHashMap::default(),
        }
    }

    /// The node of these parts; 0 and 1 are the terminals.
    pub fn node(&mut self, variable: usize, lo: u32, hi: u32) -> u32 {
        if lo == hi {
            return lo;
        }
        let next = self.nodes.len() as u32;
        let place = *self.known.entry((variable, lo, hi)).or_insert(next);
        if place == next {
            let pointer = |place: u32| BddPointer::from_index(place as usize);
            let variable = BddVariable::from_index(variable);
            let node = BddNode::mk_node(variable, pointer(lo), pointer(hi));
            self.nodes.push(node);
        }
        place
    }

    fn codes(&mut self, codes: &[u32], variable: usize, bits: u32) -> u32 {
        match (codes.is_empty(), bits.checked_sub(1)) {
            (true, _) => 0,
            (_, None) => 1,
            (_, Some(bit)) => {
                let zeros = codes.partition_point(|code| code >> bit & 1 == 0);
                let lo = self.codes(&codes[..zeros], variable + 2, bit);
                let hi = self.codes(&codes[zeros..], variable + 2, bit);
                self.node(variable, lo, hi)
            }
        }
    }

    /// The set of a node.
    pub fn finish(mut self, space: &Space, root: u32) -> Bdd {
        match root {
            0 => space.none(),
            1 => space.all(),
            _ => {
                // The library takes the last node for the root. Nodes made after the
                // root do not belong to it.
                self.nodes.truncate(root as usize + 1);
                let set = Bdd::from_nodes(&self.nodes);
                space.noted(set.expect("nodes lead to deeper ones that are there"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_codes_are_counted() {
        let space = Space::new(5);
        let set = space.codes(&[1, 2, 5], (1, 3), 0);
        assert_eq!(space.count(&set), 3 * 4);
        assert_eq!(space.count(&space.all()), 32);
        let key = space.pick(&set).unwrap();
        let one = space.only(&key);
        assert!(space.within(&one, &set) && space.meet(&one, &set));
        assert_eq!(space.count(&space.minus(&set, &one)), 11);
    }

    #[test]
    fn a_relation_leads_there_and_back() {
        let space = Space::new(3);
        // From code 1 to code 2 in the last two bits.
        let (from, to) = (space.codes(&[1], (1, 2), 0), space.codes(&[2], (1, 2), 1));
        let relation = space.and(&from, &to);
        let changed = [false, true, true];
        let after = space.after(&space.all(), &relation, &changed);
        let right = space.codes(&[2], (1, 2), 0);
        assert!(space.within(&after, &right) && space.within(&right, &after));
        let before = space.before(&after, &relation, &changed);
        assert!(space.within(&before, &from) && space.within(&from, &before));
        assert!(space.before(&from, &relation, &changed).is_false());
    }
}

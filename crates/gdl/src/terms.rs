//! Ground terms, each kept once: equal terms have equal ids.
//!
//! Ground atoms are kept here too, as terms whose function is the relation.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::Symbol;

/// The number of a ground term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

/// The number of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(u32);

#[derive(Clone, Copy, Debug)]
struct Node {
    name: NameId,
    first_argument: u32,
    arity: u32,
    depth: u32,
}

/// All ground terms seen so far.
#[derive(Debug, Default)]
pub struct Terms {
    names: Vec<Symbol>,
    name_ids: FxHashMap<Symbol, NameId>,
    nodes: Vec<Node>,
    arguments: Vec<TermId>,
    table: HashTable<TermId>,
}

fn hash_of(name: NameId, arguments: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    arguments.hash(&mut hasher);
    hasher.finish()
}

impl TermId {
    /// The place of the term in the order in which terms were made.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Terms {
    /// The number of a name.
    pub fn name(&mut self, symbol: &Symbol) -> NameId {
        if let Some(&id) = self.name_ids.get(symbol) {
            return id;
        }
        let id = NameId(self.names.len() as u32);
        self.names.push(symbol.clone());
        self.name_ids.insert(symbol.clone(), id);
        id
    }

    /// The term of this function and these arguments.
    pub fn intern(&mut self, name: NameId, arguments: &[TermId]) -> TermId {
        if let Some(found) = self.find(name, arguments) {
            return found;
        }
        let depths = arguments.iter().map(|&argument| self.depth(argument));
        let node = Node {
            name,
            first_argument: self.arguments.len() as u32,
            arity: arguments.len() as u32,
            depth: depths.max().unwrap_or(0) + 1,
        };
        let id = TermId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms fit memory"));
        self.nodes.push(node);
        self.arguments.extend_from_slice(arguments);
        let (nodes, kept) = (&self.nodes, &self.arguments);
        let hash = hash_of(name, arguments);
        self.table.insert_unique(hash, id, |&other| {
            let node = &nodes[other.0 as usize];
            let start = node.first_argument as usize;
            hash_of(node.name, &kept[start..start + node.arity as usize])
        });
        id
    }

    /// The term of this function and these arguments, if it was ever made.
    pub fn find(&self, name: NameId, arguments: &[TermId]) -> Option<TermId> {
        let same = |&id: &TermId| self.name_of(id) == name && self.arguments(id) == arguments;
        self.table.find(hash_of(name, arguments), same).copied()
    }

    /// The function of a term.
    pub fn name_of(&self, id: TermId) -> NameId {
        self.nodes[id.0 as usize].name
    }

    /// The arguments of a term.
    pub fn arguments(&self, id: TermId) -> &[TermId] {
        let node = &self.nodes[id.0 as usize];
        let start = node.first_argument as usize;
        &self.arguments[start..start + node.arity as usize]
    }

    /// The number of nested functions in it; a constant has depth 1.
    pub fn depth(&self, id: TermId) -> u32 {
        self.nodes[id.0 as usize].depth
    }

    /// The term in KIF.
    pub fn text(&self, id: TermId) -> String {
        let mut text = String::new();
        self.write(id, &mut text);
        text
    }

    fn write(&self, id: TermId, text: &mut String) {
        let name = &self.names[self.name_of(id).0 as usize];
        let arguments = self.arguments(id);
        if arguments.is_empty() {
            text.push_str(name);
            return;
        }
        text.push('(');
        text.push_str(name);
        for &argument in arguments {
            text.push(' ');
            self.write(argument, text);
        }
        text.push(')');
    }

    /// An order that depends on what the terms say, not on when they were
    /// first seen: numbers by size, other names by spelling.
    pub fn compare(&self, left: TermId, right: TermId) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        let spelling = |id: TermId| &self.names[self.name_of(id).0 as usize];
        compare_names(spelling(left), spelling(right)).then_with(|| {
            let (left, right) = (self.arguments(left), self.arguments(right));
            let pairs = left.iter().zip(right);
            pairs
                .map(|(&left, &right)| self.compare(left, right))
                .find(|order| order.is_ne())
                .unwrap_or_else(|| left.len().cmp(&right.len()))
        })
    }
}

fn compare_names(left: &str, right: &str) -> Ordering {
    match (left.parse::<i64>(), right.parse::<i64>()) {
        (Ok(a), Ok(b)) => a.cmp(&b).then_with(|| left.cmp(right)),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => left.cmp(right),
    }
}

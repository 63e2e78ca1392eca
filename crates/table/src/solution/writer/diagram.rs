//! Diagrams under construction: each node once; the bit of a skipped level is 0.
//!
//! In: nodes from below. Out: the same ordered by level, as in the file. Not
//! here: where nodes come from (`sorted.rs`, `sets.rs`).

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A node by its place, or the end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ref(u32);

const TERMINAL: u32 = 1 << 31;

impl Ref {
    /// No state.
    pub const ABSENT: Ref = Ref(TERMINAL);

    /// The end of walks to states of this kind; kind 0 is no state.
    pub fn terminal(kind: u32) -> Self {
        Ref(TERMINAL | kind)
    }

    /// The kind, if it is the end.
    pub fn kind(self) -> Option<u32> {
        (self.0 & TERMINAL != 0).then_some(self.0 & !TERMINAL)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The next references, by the bit of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub level: u32,
    pub lo: Ref,
    pub hi: Ref,
}

/// There is no room for more nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Nodes, each after those that it refers to.
pub(super) struct Diagram {
    pub bits: u32,
    pub nodes: Vec<Node>,
    unique: HashTable<u32>,
    most: usize,
}

/// A diagram as in the file.
pub(super) struct Ordered {
    /// How many nodes each level has, from level 0 on.
    pub counts: Vec<u32>,
    /// The nodes by reference, those of the deepest level first.
    pub nodes: Vec<(u32, u32)>,
    pub root: u32,
    /// The number of references that are terminals.
    pub terminals: u32,
}

impl Diagram {
    /// An empty diagram of at most `most` nodes.
    pub fn new(bits: u32, most: usize) -> Self {
        Diagram {
            bits,
            nodes: Vec::new(),
            unique: HashTable::new(),
            most: most.min(TERMINAL as usize),
        }
    }

    /// The node with these successors, new or not; if `hi` leads to no state the
    /// result is `lo`.
    pub fn node(&mut self, level: u32, lo: Ref, hi: Ref) -> Result<Ref, Full> {
        if hi == Ref::ABSENT {
            return Ok(lo);
        }
        let node = Node { level, lo, hi };
        let nodes = &self.nodes;
        let found = self
            .unique
            .find(hash(&node), |&at| nodes[at as usize] == node);
        if let Some(&at) = found {
            return Ok(Ref(at));
        }
        if self.nodes.len() >= self.most {
            return Err(Full);
        }
        let at = self.nodes.len() as u32;
        self.nodes.push(node);
        let nodes = &self.nodes;
        let rehash = |&at: &u32| hash(&nodes[at as usize]);
        self.unique.insert_unique(hash(&node), at, rehash);
        Ok(Ref(at))
    }

    /// The level of a reference; beyond all levels for terminals.
    pub fn level(&self, at: Ref) -> u32 {
        match at.kind() {
            Some(_) => self.bits,
            None => self.nodes[at.index()].level,
        }
    }

    /// The diagram of the same states without their kinds.
    pub fn set(&self, root: Ref) -> Result<(Diagram, Ref), Full> {
        let mut set = Diagram::new(self.bits, self.most);
        let reached = self.reached(root);
        let mut images = vec![Ref::ABSENT; self.nodes.len()];
        let image = |images: &[Ref], at: Ref| match at.kind() {
            Some(0) => Ref::ABSENT,
            Some(_) => Ref::terminal(1),
            None => images[at.index()],
        };
        for (at, node) in self.nodes.iter().enumerate().filter(|&(at, _)| reached[at]) {
            let (lo, hi) = (image(&images, node.lo), image(&images, node.hi));
            images[at] = set.node(node.level, lo, hi)?;
        }
        let root = image(&images, root);
        Ok((set, root))
    }

    /// The number of states of each kind: by the number of paths to each node.
    pub fn counts(&self, root: Ref, kinds: usize) -> Option<Vec<u128>> {
        let mut ways = vec![0_u128; self.nodes.len()];
        let mut counts = vec![0_u128; kinds];
        let add = |ways: &mut [u128], counts: &mut [u128], at: Ref, by: u128| {
            let sum = match at.kind() {
                Some(kind) => &mut counts[kind as usize],
                None => &mut ways[at.index()],
            };
            *sum = sum.checked_add(by)?;
            Some(())
        };
        add(&mut ways, &mut counts, root, 1)?;
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let by = ways[at];
            if by > 0 {
                add(&mut ways, &mut counts, node.lo, by)?;
                add(&mut ways, &mut counts, node.hi, by)?;
            }
        }
        counts[0] = 0;
        Some(counts)
    }

    /// Which nodes can be reached: parents come after children.
    fn reached(&self, root: Ref) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let reach = |reached: &mut [bool], at: Ref| {
            if at.kind().is_none() {
                reached[at.index()] = true;
            }
        };
        reach(&mut reached, root);
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if reached[at] {
                reach(&mut reached, node.lo);
                reach(&mut reached, node.hi);
            }
        }
        reached
    }

    /// How many nodes a diagram has.
    pub fn size(&self, root: Ref) -> usize {
        self.reached(root).into_iter().filter(|&it| it).count()
    }

    /// The nodes by level, those of a level by where they lead: so the order does
    /// not depend on how the diagram was made. `terminals[kind]` is the reference
    /// of a kind's end, one of `count`.
    pub fn order(&self, root: Ref, terminals: &[u32], count: u32) -> Option<Ordered> {
        let reached = self.reached(root);
        let mut by_level: Vec<Vec<u32>> = vec![Vec::new(); self.bits as usize];
        for (at, node) in (0..).zip(&self.nodes) {
            if reached[at as usize] {
                by_level[node.level as usize].push(at);
            }
        }
        let mut ordered = Ordered {
            counts: by_level.iter().map(|it| it.len() as u32).collect(),
            nodes: Vec::new(),
            root: 0,
            terminals: count,
        };
        let mut names = vec![0_u32; self.nodes.len()];
        let name = |names: &[u32], at: Ref| match at.kind() {
            Some(kind) => terminals[kind as usize],
            None => names[at.index()],
        };
        for level in by_level.iter().rev() {
            let named = level.iter().map(|&at| {
                let node = &self.nodes[at as usize];
                (name(&names, node.lo), name(&names, node.hi), at)
            });
            let mut named: Vec<(u32, u32, u32)> = named.collect();
            named.sort_unstable();
            for (lo, hi, at) in named {
                let number = count.checked_add(ordered.nodes.len() as u32)?;
                names[at as usize] = number;
                ordered.nodes.push((lo, hi));
            }
        }
        ordered.root = name(&names, root);
        Some(ordered)
    }
}

impl Ordered {
    /// For each node the number of states that its `lo` leads to, where every
    /// terminal except 0 is one.
    pub fn below(&self) -> Vec<u64> {
        let mut counts: Vec<u64> = vec![0; self.nodes.len()];
        let terminals = self.terminals;
        let count = |counts: &[u64], at: u32| match at.checked_sub(terminals) {
            None => u64::from(at > 0),
            Some(place) => counts[place as usize],
        };
        let mut below = Vec::with_capacity(self.nodes.len());
        for (place, &(lo, hi)) in self.nodes.iter().enumerate() {
            let of_lo = count(&counts, lo);
            below.push(of_lo);
            counts[place] = of_lo + count(&counts, hi);
        }
        below
    }
}

fn hash(node: &Node) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one((node.level, node.lo, node.hi))
}

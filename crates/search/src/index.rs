//! Nodes by their states.
//!
//! In: the hash of a state. Out: the nodes that may have it, one after the other. Not here:
//! the states themselves.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// No node.
const FREE: u32 = u32::MAX;

/// Slots at first.
const FIRST_SLOTS: usize = 1 << 10;

/// Numbers of nodes by the hashes of their states: open addressing, at most 3/4 full.
#[derive(Debug)]
pub(crate) struct Index {
    /// The node, and the upper half of its hash: few others are looked at.
    slots: Vec<(u32, u32)>,
    used: usize,
}

/// The hash of a state.
#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in words {
        hasher.write_u64(word);
    }
    hasher.finish()
}

impl Index {
    pub fn new() -> Self {
        Index {
            slots: vec![(FREE, 0); FIRST_SLOTS],
            used: 0,
        }
    }

    /// The node with this hash for which `is` holds.
    #[inline]
    pub fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Option<u32> {
        let (mut at, tag) = (self.start(hash), (hash >> 32) as u32);
        loop {
            let (node, other) = self.slots[at];
            if node == FREE {
                return None;
            }
            if other == tag && is(node) {
                return Some(node);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds a node. `hash_of` gives the hash of a node that was added before.
    pub fn add(&mut self, hash: u64, node: u32, hash_of: impl Fn(u32) -> u64) {
        if self.grows() {
            let slots = vec![(FREE, 0); self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, slots);
            for (node, _) in old.into_iter().filter(|&(node, _)| node != FREE) {
                self.place(hash_of(node), node);
            }
        }
        self.place(hash, node);
        self.used += 1;
    }

    fn place(&mut self, hash: u64, node: u32) {
        let mut at = self.start(hash);
        while self.slots[at].0 != FREE {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = (node, (hash >> 32) as u32);
    }

    fn start(&self, hash: u64) -> usize {
        // Fx leaves the low bits poor where words differ in high bits alone.
        let mixed = hash ^ (hash >> 29);
        mixed as usize & (self.slots.len() - 1)
    }

    fn grows(&self) -> bool {
        (self.used + 1) * 4 > self.slots.len() * 3
    }

    /// The most bytes that are in use while `more` are added, none or one.
    pub fn bytes_with(&self, more: usize) -> u64 {
        // While they are moved, old and new slots are in use.
        let times = if more > 0 && self.grows() { 3 } else { 1 };
        (times * self.slots.len() * size_of::<(u32, u32)>()) as u64
    }
}

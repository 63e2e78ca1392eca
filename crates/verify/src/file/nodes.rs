//! The head and the nodes of a section, read and checked.
//!
//! In: an entry of the directory. Out: the outcomes that occur, and a diagram
//! whose states have been counted. Not here: walks along the nodes
//! (`section.rs`).

use std::io::{Read, Seek};

use super::entry::Entry;
use super::frame::{Frame, u32_at, u64_at};
use super::stream::{Records, Stream};
use crate::error::Unreadable;

/// A node of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub level: u32,
    pub lo: u32,
    pub hi: u32,
    /// How many states are below it, and how many of them below `lo`.
    pub states: u128,
    pub below: u128,
}

/// The palette of a section, and the number of nodes on each of its levels.
pub fn read_head<R: Read + Seek>(
    frame: &mut Frame<R>,
    entry: &Entry,
    levels: usize,
    outcomes: usize,
) -> Result<(Vec<u32>, Vec<u32>), Unreadable> {
    let head = Stream::open(frame, entry.head, Records::Plain(4))?.read(frame)?;
    let head: Vec<u32> = (0..head.len() / 4)
        .map(|at| u32_at(&head, 4 * at))
        .collect();
    let Some((&count, rest)) = head.split_first() else {
        return Err(entry.damage("it has no head"));
    };
    if rest.len() != count as usize + levels || count == 0 {
        return Err(entry.damage("its head has a wrong length"));
    }
    let (palette, counts) = rest.split_at(count as usize);
    let known = palette.iter().all(|&outcome| (outcome as usize) < outcomes);
    if !known || !palette.is_sorted_by(|a, b| a < b) {
        return Err(entry.damage("its outcomes are not in order"));
    }
    Ok((palette.to_vec(), counts.to_vec()))
}

/// The nodes of a diagram, with the numbers of their states.
pub fn read_nodes<R: Read + Seek>(
    frame: &mut Frame<R>,
    entry: &Entry,
    ranked: bool,
    counts: &[u32],
    terminals: u64,
) -> Result<Vec<Node>, Unreadable> {
    let width = if ranked { 16 } else { 8 };
    let stream = Stream::open(frame, entry.body, Records::Nodes(width))?;
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if stream.count() != total || terminals + total > 1 << 32 {
        return Err(entry.damage("it has another number of nodes"));
    }
    let bytes = stream.read(frame)?;
    let mut nodes: Vec<Node> = Vec::with_capacity(bytes.len() / width);
    let mut records = bytes.chunks_exact(width);
    for (level, &count) in counts.iter().enumerate().rev() {
        let deeper = terminals + nodes.len() as u64;
        for record in records.by_ref().take(count as usize) {
            let (lo, hi) = (u32_at(record, 0), u32_at(record, 4));
            if u64::from(lo) >= deeper || u64::from(hi) >= deeper {
                return Err(entry.damage("a node that does not lead deeper"));
            }
            let states = |reference: u32| match u64::from(reference).checked_sub(terminals) {
                Some(place) => nodes[place as usize].states,
                None => u128::from(reference > 0),
            };
            let below = states(lo);
            if ranked && below != u128::from(u64_at(record, 8)) {
                return Err(entry.damage("a node that counts the states below it wrongly"));
            }
            let states = below.checked_add(states(hi));
            nodes.push(Node {
                level: level as u32,
                lo,
                hi,
                states: states.ok_or_else(|| entry.damage("more than 2^128 states"))?,
                below,
            });
        }
    }
    Ok(nodes)
}

/// Checks the directory's number of states.
pub fn check_root(entry: &Entry, terminals: u64, nodes: &[Node]) -> Result<(), Unreadable> {
    let states = match entry.root.checked_sub(terminals) {
        None => Some(u128::from(entry.root > 0)),
        Some(place) => nodes.get(place as usize).map(|node| node.states),
    };
    match states == Some(entry.states) {
        true => Ok(()),
        false => Err(entry.damage("it has another number of states than the directory says")),
    }
}

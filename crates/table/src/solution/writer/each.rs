//! The keys of a diagram in ascending order.

use super::diagram::{Diagram, Ref};

/// Calls a function with every key and its kind, until it fails.
pub(super) fn each<E>(
    diagram: &Diagram,
    root: Ref,
    words: usize,
    mut take: impl FnMut(&[u64], u32) -> Result<(), E>,
) -> Result<(), E> {
    let mut key = vec![0_u64; words];
    let mut open: Vec<(u32, Ref)> = Vec::new();
    let mut at = root;
    loop {
        // Down along zeroes, then back to the last place where a one is
        // possible.
        let kind = loop {
            if let Some(kind) = at.kind() {
                break kind;
            }
            let node = &diagram.nodes[at.index()];
            open.push((node.level, node.hi));
            at = node.lo;
        };
        if kind > 0 {
            take(&key, kind)?;
        }
        let Some((level, hi)) = open.pop() else {
            return Ok(());
        };
        let word = (level / 64) as usize;
        let last = 1 << (63 - level % 64);
        key[word] = key[word] & !(last - 1) | last;
        key[word + 1..].fill(0);
        at = hi;
    }
}

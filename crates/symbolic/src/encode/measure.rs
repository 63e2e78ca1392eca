//! The states in which the measure of progress has a given value.

use ground::FluentId;
use rustc_hash::FxHashMap;

use crate::diagram::{Halt, Set, Space};
use crate::encode::encoding::Encoding;

/// The states, with codes that stand for something, whose fluents weigh
/// `target` together.
pub(crate) fn weighing(
    space: &Space,
    encoding: &Encoding,
    weights: &[i64],
    target: i64,
) -> Result<Set, Halt> {
    let always = encoding.always.iter().map(|it| weights[it.index()]);
    let mut sums = vec![target - always.sum::<i64>()];
    let mut layers = vec![sums.clone()];
    let weigh = |held: &[FluentId]| -> i64 { held.iter().map(|it| weights[it.index()]).sum() };
    for field in &encoding.fields {
        let weights: Vec<i64> = field.block.meanings().map(|it| weigh(it.1)).collect();
        let after = |&left: &i64| weights.iter().map(move |weight| left - weight);
        let mut left: Vec<i64> = sums.iter().flat_map(after).collect();
        left.sort_unstable();
        left.dedup();
        layers.push(left.clone());
        sums = left;
    }
    // From the last field up: the states of the fields below that weigh what
    // is left.
    let ends = sums.iter().map(|&left| (left, space.constant(left == 0)));
    let mut below: FxHashMap<i64, Set> = ends.collect();
    for (place, field) in encoding.fields.iter().enumerate().rev() {
        let mut here = FxHashMap::default();
        for &left in &layers[place] {
            let mut set = space.empty();
            for (code, held) in field.block.meanings() {
                let rest = &below[&(left - weigh(held))];
                let cube = field.cube(space, code, field.all_bits())?;
                set = space.or(&set, &space.and(&cube, rest)?)?;
            }
            here.insert(left, set);
        }
        below = here;
    }
    Ok(below
        .values()
        .next()
        .cloned()
        .unwrap_or_else(|| space.empty()))
}

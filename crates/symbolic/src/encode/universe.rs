//! All states that the proven facts allow: those that can be reached, and others.
//!
//! In: an encoding, facts. Out: one set, and its layers where a measure of progress tells
//! them. What is left out here cannot be reached, because each fact holds in all reachable
//! states; so any fact may be left out where its set would be large.

use std::collections::BTreeMap;

use analysis::{Autonomous, Facts, Group};
use ground::FluentId;

use crate::diagram::{Halt, Set};
use crate::encode::encoding::Encoding;
use crate::encode::formula::any;
use crate::space::Space;

/// The states that some facts allow, by the number of moves after which they would come.
pub(crate) struct Stratum {
    /// The number of moves from the start.
    pub layer: u64,
    pub states: Set,
}

/// The states in which codes are in use, duplicates are alike and groups are kept.
pub(crate) fn universe(
    space: &Space,
    facts: &Facts,
    encoding: &Encoding,
    fluents: &[Set],
) -> Result<Set, Halt> {
    let mut all = encoding.valid(space)?;
    for duplicate in &facts.duplicates {
        let [one, other] = [duplicate.fluent, duplicate.of].map(|it| &fluents[it.index()]);
        let differ = space.xor(one, other)?;
        all = match duplicate.equal {
            true => space.minus(&all, &differ)?,
            false => space.and(&all, &differ)?,
        };
    }
    let before = space.work();
    let groups = facts.groups.iter();
    for group in groups.filter(|it| !facts.partition().contains(it)) {
        // Groups may cross each other in ways that take very many nodes.
        if space.work() - before > space.knobs.universe_work {
            break;
        }
        let kept = keeping(space, &all, group, fluents)?;
        if kept.nodes() <= space.knobs.universe_nodes {
            all = kept;
        }
    }
    Ok(all)
}

/// The states of a set in which a group has at most one fluent, or exactly one.
fn keeping(space: &Space, set: &Set, group: &Group, fluents: &[Set]) -> Result<Set, Halt> {
    let mut left = set.clone();
    let mut seen = space.empty();
    for fluent in &group.fluents {
        let holds = space.and(&left, &fluents[fluent.index()])?;
        let twice = space.and(&seen, &holds)?;
        left = space.minus(&left, &twice)?;
        seen = space.or(&seen, &holds)?;
    }
    match group.exactly_one {
        true => space.and(&left, &seen),
        false => Ok(left),
    }
}

/// The measure that tells the layer of a state: its weights, its value at the start and in
/// the initial state of the rules.
#[derive(Clone, Copy)]
pub(crate) struct Scale<'a> {
    pub weights: &'a [i64],
    pub start: i64,
    pub initial: i64,
}

/// The layers of a universe, from the start's on, without empty ones; none if there would
/// be too many sets.
pub(crate) fn strata(
    space: &Space,
    (facts, encoding): (&Facts, &Encoding),
    (universe, fluents): (&Set, &[Set]),
    scale: Scale<'_>,
) -> Result<Option<Vec<Stratum>>, Halt> {
    let Some(sums) = sums(space, encoding, scale)? else {
        return Ok(None);
    };
    let mut strata = Vec::new();
    for (sum, states) in sums.range(scale.start..) {
        let mut states = space.and(universe, states)?;
        let moves = sum - scale.initial;
        for autonomous in &facts.autonomous {
            states = match after(autonomous, moves) {
                Some(fluent) => space.and(&states, &fluents[fluent.index()])?,
                None => space.empty(),
            };
        }
        if !states.is_empty() {
            let layer = (sum - scale.start) as u64;
            strata.push(Stratum { layer, states });
        }
    }
    Ok(Some(strata))
}

/// The fluent that holds after so many moves from the initial state; none if play is over
/// by then.
fn after(autonomous: &Autonomous, moves: i64) -> Option<FluentId> {
    let (moves, length) = (usize::try_from(moves).ok()?, autonomous.order.len());
    let place = match autonomous.back_to {
        _ if moves < length => moves,
        Some(back) => back + (moves - back) % (length - back),
        None => return None,
    };
    autonomous.order.get(place).copied()
}

/// The states of each sum, by the weights of the fluents that hold. Fields are added from
/// the last one upwards, so that each set stands on one that is finished.
fn sums(
    space: &Space,
    encoding: &Encoding,
    scale: Scale<'_>,
) -> Result<Option<BTreeMap<i64, Set>>, Halt> {
    let weigh = |held: &[FluentId]| -> i64 {
        let weights = held.iter().map(|it| scale.weights[it.index()]);
        weights.sum()
    };
    let mut by_field = Vec::new();
    for field in &encoding.fields {
        let mut by_weight: BTreeMap<i64, Vec<Set>> = BTreeMap::new();
        for (code, held) in field.block.meanings() {
            let cube = field.cube(space, code, field.all_bits())?;
            by_weight.entry(weigh(held)).or_default().push(cube);
        }
        by_field.push(united(space, by_weight)?);
    }
    let mut sums = BTreeMap::from([(weigh(&encoding.always), space.full())]);
    for own in by_field.iter().rev() {
        if own.len().saturating_mul(sums.len()) > space.knobs.universe_sums {
            return Ok(None);
        }
        let mut more: BTreeMap<i64, Vec<Set>> = BTreeMap::new();
        for (weight, codes) in own {
            for (sum, below) in &sums {
                let both = space.and(codes, below)?;
                more.entry(weight + sum).or_default().push(both);
            }
        }
        sums = united(space, more)?;
    }
    Ok(Some(sums))
}

fn united(space: &Space, parts: BTreeMap<i64, Vec<Set>>) -> Result<BTreeMap<i64, Set>, Halt> {
    let parts = parts.into_iter();
    parts
        .map(|(sum, parts)| Ok((sum, any(space, parts)?)))
        .collect()
}

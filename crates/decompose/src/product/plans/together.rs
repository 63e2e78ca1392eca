//! One role that moves in all parts at once: what each part can attain when, combined.
//!
//! In: a [`Split`] of such a game. Out: [`Together`], which knows the value of every state
//! without listing the product; or that the game is not like that.
//!
//! What is needed: one role and one family, so that each part goes where it can whatever the
//! others do; no effects that read other parts; play is over as soon as one part says so; and
//! some part cannot go on for ever. For each class of each part and each number of moves, the
//! patterns are kept that the part can have after that many moves, none of which ended play.
//!
//! **Theorem.** The best reward of a state is the best over all numbers of moves t and all
//! combinations of patterns that the parts can have after t moves and that are an end; its
//! distance is the least such t. *Proof.* A plan of t moves is a way of t moves in each part,
//! and any ways of t moves are a plan: the family has all combinations. Play goes on until the
//! t-th move exactly if each part's way goes on until then. What an end is worth depends on the
//! patterns alone. ∎ So here states of a part count as equal if they can attain the same, not
//! only if they do so after each move.

use std::sync::{Mutex, PoisonError};

use game::{Rewards, Stop, Value};
use rustc_hash::FxHashMap;

use crate::positions::Unfinished;
use crate::product::classes::{Classes, order};
use crate::product::dominated::for_all_patterns;
use crate::product::fold::Level;
use crate::product::machine::goes_on;
use crate::product::no_product::NoProduct;
use crate::product::plans::follows::{rewards, signals};
use crate::product::split::Split;
use crate::product::supports::Supports;
use crate::signal::Signal;

/// Patterns of a part: a bit for each.
type Patterns = u64;

/// For each class of a part the patterns after each number of moves.
type Attainable = Vec<Box<[Patterns]>>;

/// The best end of each combination of patterns, by its place among all values.
type Ends = FxHashMap<Box<[u32]>, usize>;

/// The value of every state of a game of one role that moves in all parts at once.
#[derive(Debug)]
pub(super) struct Together {
    /// For each part and class the patterns after each number of moves.
    parts: Vec<Attainable>,
    /// The different rewards, best first, then the value of what cannot be ended.
    values: Vec<Value>,
    /// The best end of each combination of patterns, by its place in `values`.
    best: Mutex<FxHashMap<Box<[Patterns]>, usize>>,
    /// What each end is worth.
    ends: Ends,
}

impl Together {
    /// Combines what the parts can attain; `None` if the game is not like that.
    ///
    /// # Errors
    ///
    /// [`NoProduct::Goals`]: an end that can be reached has not exactly one reward. The
    /// request to stop.
    pub fn new(split: &Split, stop: &Stop) -> Result<Option<Self>, NoProduct> {
        let Some(parts) = horizons(split, stop)? else {
            return Ok(None);
        };
        let Some((ends, values)) = ends(split.found()) else {
            return Ok(None);
        };
        let plans = Together {
            parts,
            values,
            ends,
            best: Mutex::default(),
        };
        plans.check_ends(&split.found().start)?;
        Ok(Some(plans))
    }

    /// What classes are worth, and the number of moves until the end.
    pub fn value(&self, classes: &[u32]) -> Option<(&Value, Option<u64>)> {
        let mut best = (self.values.len() - 1, None);
        for moves in 0..self.parts[0][0].len() {
            let end = self.best_end(self.patterns(classes, moves));
            if end < best.0 {
                best = (end, Some(moves as u64));
            }
        }
        Some((&self.values[best.0], best.1))
    }

    fn patterns(&self, classes: &[u32], moves: usize) -> Box<[Patterns]> {
        let parts = self.parts.iter().zip(classes);
        parts
            .map(|(part, &class)| part[class as usize][moves])
            .collect()
    }

    /// The best end among all combinations of these patterns.
    fn best_end(&self, patterns: Box<[Patterns]>) -> usize {
        let mut known = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&best) = known.get(&patterns) {
            return best;
        }
        let worst = self.values.len() - 1;
        let ends = self.ends_among(&patterns);
        let best = ends.filter(|&it| it != FAULTY).min().unwrap_or(worst);
        known.insert(patterns, best);
        best
    }

    fn ends_among(&self, patterns: &[Patterns]) -> impl Iterator<Item = usize> {
        let has = move |end: &[u32]| {
            let mut parts = end.iter().zip(patterns);
            parts.all(|(&pattern, has)| has >> pattern & 1 == 1)
        };
        let ends = self.ends.iter();
        ends.filter(move |(end, _)| has(end))
            .map(|(_, &place)| place)
    }

    /// Whether all ends that can be reached from the start have a reward.
    fn check_ends(&self, start: &[u32]) -> Result<(), NoProduct> {
        for moves in 0..self.parts[0][0].len() {
            let patterns = self.patterns(start, moves);
            if self.ends_among(&patterns).any(|it| it == FAULTY) {
                return Err(NoProduct::Goals);
            }
        }
        Ok(())
    }
}

/// Which patterns each class of each part can have after each number of moves; `None` if the
/// game does not meet the conditions.
fn horizons(split: &Split, stop: &Stop) -> Result<Option<Vec<Attainable>>, NoProduct> {
    let level = split.found();
    let Some(over) = over(split) else {
        return Ok(None);
    };
    let parts = level.parts.iter().zip(&over);
    let Some(most) = parts.filter_map(|(part, over)| longest(part, over)).min() else {
        return Ok(None);
    };
    let sizes = level.parts.iter().map(|part| part.count * (most + 1));
    if sizes.sum::<usize>() > split.knobs().part_entries {
        return Err(Unfinished::TooMany.into());
    }
    let mut all = Vec::new();
    for (part, over) in level.parts.iter().zip(&over) {
        if let Some(reason) = stop.requested() {
            return Err(Unfinished::Stopped(reason).into());
        }
        all.push(attainable(part, over, most));
    }
    Ok(Some(all))
}

/// For each part and class whether it says that play is over; `None` if the game is not one
/// of one role that moves in all parts at once, or a part is stuck before it is over.
fn over(split: &Split) -> Option<Vec<Vec<bool>>> {
    let level = split.found();
    let [context] = level.outputs.contexts.as_slice() else {
        return None;
    };
    let is_one = split.roles() == 1 && context.families.len() == 1;
    let is_free = context.families.iter().all(|it| it.guards.is_empty());
    let reads = level.outputs.inputs.iter().any(|it| !it.is_empty());
    if !is_one || !is_free || reads {
        return None;
    }
    let part: Vec<usize> = level.bits.iter().map(|it| it.0).collect();
    let supports = Supports::new(&level.net, split.knobs().support_bits)?;
    let own = |it| goes_on(&level.net, &supports, &part, it, context.terminal);
    let conditions: Vec<Vec<Signal>> = (0..level.parts.len()).map(own).collect();
    if conditions.iter().map(Vec::len).sum::<usize>()
        != level.net.conjuncts(!context.terminal).len()
    {
        return None;
    }
    let parts = level.parts.iter().enumerate().zip(&conditions);
    let over = parts.map(|((place, part), conditions)| {
        let over = |class: u32| {
            let goes_on = level.see(&[(place, class)], std::slice::from_ref(conditions));
            goes_on[0] & 1 == 0
        };
        let over: Vec<bool> = (0..part.count as u32).map(over).collect();
        let mut classes = over.iter().zip(0..);
        let moves = classes.all(|(over, class)| *over || !part.next(class, 0, 0).is_empty());
        (moves && part.seen.len() <= 64).then_some(over)
    });
    over.collect()
}

/// The most moves that a part can go on for; `None` if it can go on for ever.
fn longest(part: &Classes, over: &[bool]) -> Option<usize> {
    let mut longest = vec![0; part.count];
    for class in order(part)? {
        if over[class as usize] {
            continue;
        }
        let next = part.next(class, 0, 0);
        if next.contains(&class) {
            return None;
        }
        let moves = next.iter().map(|&it| longest[it as usize] + 1).max();
        longest[class as usize] = moves.unwrap_or(0);
    }
    longest.into_iter().max()
}

/// The patterns that each class can have after each number of moves.
fn attainable(part: &Classes, over: &[bool], most: usize) -> Attainable {
    let now = part.pattern.iter().map(|&it| 1 << it);
    let mut layers: Vec<Vec<Patterns>> = vec![now.collect()];
    for moves in 0..most {
        let before = &layers[moves];
        let after = (0..part.count).map(|class| match over[class] {
            true => 0,
            false => {
                let next = part.next(class as u32, 0, 0).iter();
                next.fold(0, |all, &it| all | before[it as usize])
            }
        });
        let after = after.collect();
        layers.push(after);
    }
    let of = |class: usize| layers.iter().map(|layer| layer[class]).collect();
    (0..part.count).map(of).collect()
}

/// What follows from each combination of patterns that is an end, by its place among all
/// values; `None` if there are too many combinations.
fn ends(level: &Level) -> Option<(Ends, Vec<Value>)> {
    let context = &level.outputs.contexts[0];
    let mut worth: Vec<(Box<[u32]>, Option<Rewards>)> = Vec::new();
    for_all_patterns(level, None, |patterns| {
        let values = signals(level, |part| patterns[part]);
        if context.terminal.among(&values) {
            worth.push((patterns.as_slice().into(), rewards(context, &values)));
        }
    })?;
    let mut all: Vec<Rewards> = worth.iter().filter_map(|it| it.1.clone()).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    let place = |it: &Rewards| all.iter().position(|other| other == it);
    let ends = worth.into_iter().map(|(patterns, it)| {
        let place = it.as_ref().and_then(place);
        // Ends without a reward are never reached: that is checked.
        (patterns, place.unwrap_or(FAULTY))
    });
    let ends = ends.collect();
    let values = all.into_iter().map(Value::Rewards);
    Some((ends, values.chain([Value::Infinite]).collect()))
}

/// The place of an end without a reward.
const FAULTY: usize = usize::MAX;

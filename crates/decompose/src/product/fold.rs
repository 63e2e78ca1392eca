//! Parts put together two at a time, and merged again.
//!
//! In: the classes of all parts, and what the rules see of them ([`Level`]). Out: fewer parts
//! that have fewer states together. Not here: the product of the parts that are left (`sum`).
//!
//! The classes of two parts side by side are the states of one part, of which less is seen
//! than of both: only what the rules say of the pair. So pairs that come to the same are
//! merged: mirror images, scores with the same sum, conjunctions that failed in one place or
//! the other. What cannot come together is never listed. A family has all combinations of
//! columns, so it leads from a pair to all pairs of classes that it leads to from both. Any
//! order is sound; parts that one small condition reads come first.

use game::Stop;
use rustc_hash::FxHashMap;

use crate::knobs::Knobs;
use crate::net::Net;
use crate::product::classes::{Classes, Transitions};
use crate::product::machine::goes_on;
use crate::product::outputs::Outputs;
use crate::product::supports::Supports;
use crate::product::views::Views;
use crate::signal::Signal;

/// The classes of all parts, and the rules in terms of what is seen of them.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub parts: Vec<Classes>,
    /// Conditions on what is seen: a bit for each condition on each part.
    pub net: Net,
    /// For each bit its part, and its place among what is seen of it.
    pub bits: Vec<(usize, usize)>,
    pub outputs: Outputs,
    /// How many parts there were at first.
    pub found: usize,
    /// The class of each part at the start.
    pub start: Vec<u32>,
    /// Which parts were put together, in this order: each pair comes after the parts as they
    /// were found and the pairs before it, and is numbered like them.
    pub pairs: Vec<Pair>,
    /// The number of each part that is left.
    pub numbers: Vec<usize>,
}

/// Two parts that were put together.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    numbers: [usize; 2],
    /// The class of each pair of classes.
    classes: FxHashMap<[u32; 2], u32>,
}

/// How often parts may be too large together until no more are put together.
const MOST_FAILURES: usize = 3;

impl Level {
    /// The classes of the parts that are left, given those of the parts as they were found;
    /// `None` if no moves lead to such a pair.
    pub fn folded(&self, mut classes: Vec<u32>) -> Option<Vec<u32>> {
        for pair in &self.pairs {
            let both = pair.numbers.map(|number| classes[number]);
            classes.push(*pair.classes.get(&both)?);
        }
        Some(self.numbers.iter().map(|&it| classes[it]).collect())
    }

    /// Puts parts together as long as the product may have many states.
    pub fn fold(&mut self, knobs: &Knobs, stop: &Stop) {
        let mut failed: Vec<[usize; 2]> = Vec::new();
        while self.may_fold(knobs) {
            let Some(supports) = Supports::new(&self.net, knobs.support_bits) else {
                return;
            };
            let Some(pair) = self.next_pair(&supports, knobs, &failed) else {
                return;
            };
            if stop.requested().is_some() || failed.len() >= MOST_FAILURES {
                return;
            }
            if !self.join(pair, &supports, knobs) {
                failed.push(pair.map(|part| self.numbers[part]));
            }
        }
    }

    /// Whether the product may have so many states that parts are put together.
    pub fn may_fold(&self, knobs: &Knobs) -> bool {
        let states: f64 = self.parts.iter().map(|it| it.count as f64).product();
        let parts = 3..=knobs.folded_parts;
        parts.contains(&self.parts.len()) && states > knobs.folded_states as f64
    }

    /// The two parts that the smallest condition reads, the smaller ones first.
    fn next_pair(
        &self,
        supports: &Supports,
        knobs: &Knobs,
        failed: &[[usize; 2]],
    ) -> Option<[usize; 2]> {
        let count = self.parts.len();
        let mut nearest = vec![usize::MAX; count * count];
        for number in 0..self.net.len() {
            let bits = supports.bits(Signal::of(number));
            let mut parts: Vec<usize> = bits.map(|bit| self.bits[bit].0).collect();
            parts.sort_unstable();
            parts.dedup();
            for (place, &one) in parts.iter().enumerate() {
                for &other in &parts[place + 1..] {
                    let nearest = &mut nearest[one * count + other];
                    *nearest = parts.len().min(*nearest);
                }
            }
        }
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
        let pairs = |[one, other]: [usize; 2]| self.parts[one].count * self.parts[other].count;
        let able = all.filter(|&pair| {
            let alone = pair.iter().all(|&it| self.parts[it].letters() == 1);
            let has_failed = failed.contains(&pair.map(|part| self.numbers[part]));
            alone && !has_failed && pairs(pair) <= knobs.folded_pairs
        });
        able.min_by_key(|&pair| (nearest[pair[0] * count + pair[1]], pairs(pair), pair))
    }

    /// Replaces two parts by one, the first of the new parts; `false` if it has too many
    /// states.
    fn join(&mut self, pair: [usize; 2], supports: &Supports, knobs: &Knobs) -> bool {
        let left: Vec<usize> = (0..self.parts.len())
            .filter(|it| !pair.contains(it))
            .collect();
        let new = |part: usize| {
            left.iter()
                .position(|&it| it == part)
                .map_or(0, |it| it + 1)
        };
        let part: Vec<usize> = self.bits.iter().map(|&(part, _)| new(part)).collect();
        let count = self.parts.len() - 1;
        let views = Views::new(&self.net, supports, &part, count, &self.outputs);
        let contexts = self.outputs.contexts.iter();
        let goes_on: Vec<Vec<Signal>> = contexts
            .map(|it| goes_on(&self.net, supports, &part, 0, it.terminal))
            .collect();
        let Some(pairs) = Pairs::list(self, pair, &views.seen[0], &goes_on, knobs) else {
            return false;
        };
        let joined = Classes::new(&pairs);
        let classes = pairs.states.iter().copied().zip(joined.of.iter().copied());
        self.pairs.push(Pair {
            numbers: pair.map(|part| self.numbers[part]),
            classes: classes.collect(),
        });
        let start = joined.of[0];
        let seen = left
            .iter()
            .zip(&views.seen[1..])
            .map(|(&part, conditions)| {
                let see = |class: u32| self.see(&[(part, class)], conditions);
                self.parts[part].seen_anew(see)
            });
        let seen: Vec<Vec<Box<[u64]>>> = seen.collect();
        let started = left.iter().map(|&part| self.start[part]);
        self.start = [start].into_iter().chain(started).collect();
        let numbers = left.iter().map(|&part| self.numbers[part]);
        // All pairs so far follow the parts as they were found.
        let last = self.found + self.pairs.len() - 1;
        self.numbers = [last].into_iter().chain(numbers).collect();
        let mut place = 0;
        self.parts.retain(|_| {
            place += 1;
            !pair.contains(&(place - 1))
        });
        self.parts
            .iter_mut()
            .zip(seen)
            .for_each(|(part, seen)| part.show(seen));
        self.parts.insert(0, joined);
        (self.net, self.bits) = (views.net, views.bits);
        self.outputs = views.outputs;
        self.outputs.inputs = std::iter::once(Vec::new())
            .chain(left.iter().map(|&part| self.outputs.inputs[part].clone()))
            .collect();
        true
    }

    /// What is seen of classes of some parts: each condition holds if all its signals do.
    pub fn see(&self, classes: &[(usize, u32)], conditions: &[Vec<Signal>]) -> Box<[u64]> {
        let values = self.values(classes);
        let mut seen = vec![0_u64; conditions.len().div_ceil(64)];
        for (place, signals) in conditions.iter().enumerate() {
            let holds = signals.iter().all(|it| it.among(&values));
            seen[place / 64] |= u64::from(holds) << (place % 64);
        }
        seen.into()
    }

    /// The values of all signals that depend on no other parts.
    fn values(&self, classes: &[(usize, u32)]) -> Vec<bool> {
        self.net.evaluate(|bit| {
            let (part, place) = self.bits[bit];
            let class = classes.iter().find(|it| it.0 == part);
            class.is_some_and(|&(_, class)| self.parts[part].sees(class, place))
        })
    }
}

/// Two parts side by side: all pairs of classes that moves lead to.
struct Pairs<'a> {
    level: &'a Level,
    parts: [usize; 2],
    states: Vec<[u32; 2]>,
    ids: FxHashMap<[u32; 2], u32>,
    /// For each state whether it says that play is over, whatever the others say.
    over: Vec<bool>,
    seen: Vec<Box<[u64]>>,
}

impl<'a> Pairs<'a> {
    fn list(
        level: &'a Level,
        parts: [usize; 2],
        conditions: &[Vec<Signal>],
        goes_on: &[Vec<Signal>],
        knobs: &Knobs,
    ) -> Option<Self> {
        let start = parts.map(|part| level.start[part]);
        let mut pairs = Pairs {
            level,
            parts,
            states: vec![start],
            ids: [(start, 0)].into_iter().collect(),
            over: Vec::new(),
            seen: Vec::new(),
        };
        // What is seen depends on the patterns alone.
        let mut known: FxHashMap<[u32; 2], (bool, Box<[u64]>)> = FxHashMap::default();
        let mut next = Vec::new();
        while pairs.over.len() < pairs.states.len() {
            let state = pairs.states[pairs.over.len()];
            let [one, other] = [0, 1].map(|it| (parts[it], state[it]));
            let patterns = [one, other].map(|it| level.parts[it.0].pattern[it.1 as usize]);
            let (over, seen) = known.entry(patterns).or_insert_with(|| {
                let values = level.values(&[one, other]);
                let over = |signals: &Vec<Signal>| signals.iter().any(|it| !it.among(&values));
                let seen = level.see(&[one, other], conditions);
                (goes_on.iter().all(over), seen)
            });
            pairs.seen.push(seen.clone());
            pairs.over.push(*over);
            if *over {
                continue;
            }
            for family in 0..level.parts[parts[0]].families() {
                pairs.add_pairs(state, family, &mut next);
                for pair in next.drain(..) {
                    let new = pairs.states.len() as u32;
                    let states = &mut pairs.states;
                    pairs.ids.entry(pair).or_insert_with(|| {
                        states.push(pair);
                        new
                    });
                }
            }
            let families = level.parts[parts[0]].families();
            let entries = pairs.states.len().saturating_mul(families);
            if pairs.states.len() > knobs.folded_pairs || entries > knobs.part_entries {
                return None;
            }
        }
        Some(pairs)
    }

    fn add_pairs(&self, state: [u32; 2], family: usize, next: &mut Vec<[u32; 2]>) {
        let [one, other] = self.parts.map(|part| &self.level.parts[part]);
        for &first in one.next(state[0], 0, family) {
            let seconds = other.next(state[1], 0, family).iter();
            next.extend(seconds.map(|&second| [first, second]));
        }
    }
}

impl Transitions for Pairs<'_> {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn letters(&self) -> usize {
        1
    }

    fn families(&self) -> usize {
        self.level.parts[self.parts[0]].families()
    }

    fn seen(&self, state: usize) -> &[u64] {
        &self.seen[state]
    }

    fn add_next(&self, state: usize, _: usize, family: usize, next: &mut Vec<u32>) {
        if !self.over[state] {
            let mut pairs = Vec::new();
            self.add_pairs(self.states[state], family, &mut pairs);
            next.extend(pairs.iter().map(|pair| self.ids[pair]));
        }
    }
}

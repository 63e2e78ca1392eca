//! States of a part that cannot be told apart.
//!
//! In: [`Transitions`] between the states of a part. Out: [`Classes`]: a bisimulation.
//!
//! Two states are in one class only if the same is seen of them, and for each letter each
//! family leads from both to the same classes. Which column of a family leads to a class does
//! not matter, because a family has all combinations of columns: what the other parts do
//! does not depend on it. So mirror images of a board fall into one class without a search
//! for symmetries, and so do boards that are lost for the same reason.

use rustc_hash::FxHashMap;

/// What families of moves do to the states of a part.
pub(crate) trait Transitions {
    fn len(&self) -> usize;

    fn letters(&self) -> usize;

    fn families(&self) -> usize;

    /// What is seen of a state, a bit for each condition.
    fn seen(&self, state: usize) -> &[u64];

    /// Adds the states that a family leads to under a letter.
    fn add_next(&self, state: usize, letter: usize, family: usize, next: &mut Vec<u32>);
}

/// The classes of the states of a part.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// How many there are.
    pub count: usize,
    /// The class of each state.
    pub of: Vec<u32>,
    /// For each class what is seen of it, as a number: `seen` has what it says.
    pub pattern: Vec<u32>,
    /// For each pattern the conditions that hold, a bit for each.
    pub seen: Vec<Box<[u64]>>,
    letters: usize,
    families: usize,
    /// For each class, letter and family where its next classes end in `next`.
    ends: Vec<usize>,
    /// In ascending order, each once.
    next: Vec<u32>,
}

impl Classes {
    /// Merges states.
    pub fn new(states: &impl Transitions) -> Self {
        let (patterns, seen) = numbered((0..states.len()).map(|it| states.seen(it)));
        let of = match order(states) {
            Some(order) => in_order(states, &order, &patterns),
            None => refined(states, &patterns, seen.len()),
        };
        let (of, firsts) = numbered(of.into_iter());
        let count = firsts.len();
        let mut classes = Classes {
            count,
            pattern: vec![0; count],
            seen: seen.into_iter().map(Box::from).collect(),
            letters: states.letters(),
            families: states.families(),
            ends: Vec::with_capacity(count * states.letters() * states.families()),
            next: Vec::new(),
            of,
        };
        classes.fill(states, &patterns);
        classes
    }

    /// Takes where each class leads from its first state. Classes are numbered by their first
    /// states.
    fn fill(&mut self, states: &impl Transitions, patterns: &[u32]) {
        let mut known = 0;
        for (state, &pattern) in patterns.iter().enumerate() {
            if self.of[state] as usize != known {
                continue;
            }
            self.pattern[known] = pattern;
            known += 1;
            for letter in 0..self.letters {
                for family in 0..self.families {
                    let of = |next| self.of[next as usize];
                    let next = next(states, (state, letter, family), of);
                    self.next.extend(next);
                    self.ends.push(self.next.len());
                }
            }
        }
    }

    /// What is seen of each pattern, if that is something else than before: what was seen
    /// decides it.
    pub fn seen_anew(&self, see: impl Fn(u32) -> Box<[u64]>) -> Vec<Box<[u64]>> {
        let mut first = vec![None; self.seen.len()];
        for (class, &pattern) in self.pattern.iter().enumerate() {
            first[pattern as usize].get_or_insert(class as u32);
        }
        let seen = first.into_iter();
        seen.map(|class| class.map_or_else(Box::default, &see))
            .collect()
    }

    /// From now on this is seen of each pattern.
    pub fn show(&mut self, seen: Vec<Box<[u64]>>) {
        let (patterns, seen) = numbered(seen.into_iter());
        for pattern in &mut self.pattern {
            *pattern = patterns[*pattern as usize];
        }
        self.seen = seen;
    }

    /// The same classes with fewer moves: what is left of where a family leads.
    pub fn filtered(&self, left: impl Fn(usize, &[u32]) -> Vec<u32>) -> Self {
        let mut filtered = Classes {
            next: Vec::new(),
            ends: Vec::new(),
            ..self.clone()
        };
        for class in 0..self.count as u32 {
            for letter in 0..self.letters {
                for family in 0..self.families {
                    let left = left(family, self.next(class, letter, family));
                    filtered.next.extend(left);
                    filtered.ends.push(filtered.next.len());
                }
            }
        }
        filtered
    }

    /// The classes that a family leads to, in ascending order.
    pub fn next(&self, class: u32, letter: usize, family: usize) -> &[u32] {
        let place = (class as usize * self.letters + letter) * self.families + family;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.next[start..self.ends[place]]
    }

    /// Whether this is seen of a class.
    pub fn sees(&self, class: u32, place: usize) -> bool {
        let seen = &self.seen[self.pattern[class as usize] as usize];
        seen[place / 64] >> (place % 64) & 1 == 1
    }
}

/// The classes that a family leads to from a state under a letter, in ascending order.
fn next(
    states: &impl Transitions,
    (state, letter, family): (usize, usize, usize),
    of: impl Fn(u32) -> u32,
) -> Vec<u32> {
    let mut next = Vec::new();
    states.add_next(state, letter, family, &mut next);
    next.iter_mut().for_each(|it| *it = of(*it));
    next.sort_unstable();
    next.dedup();
    next
}

/// Where all families lead under all letters.
fn signature(states: &impl Transitions, state: usize, of: impl Fn(u32) -> u32) -> Vec<u32> {
    let mut signature = Vec::new();
    for letter in 0..states.letters() {
        for family in 0..states.families() {
            let next = next(states, (state, letter, family), &of);
            signature.push(next.len() as u32);
            signature.extend(next);
        }
    }
    signature
}

/// Each state after all those that it leads to, itself apart; `None` if there are cycles.
pub(crate) fn order(states: &impl Transitions) -> Option<Vec<u32>> {
    let mut before = vec![0_u32; states.len()];
    let mut next = Vec::new();
    for state in 0..states.len() {
        add_others(states, state, &mut next);
        next.drain(..).for_each(|it| before[it as usize] += 1);
    }
    let all = 0..states.len() as u32;
    let mut open: Vec<u32> = all.filter(|&it| before[it as usize] == 0).collect();
    let mut order = Vec::with_capacity(states.len());
    while let Some(state) = open.pop() {
        order.push(state);
        add_others(states, state as usize, &mut next);
        for next in next.drain(..) {
            before[next as usize] -= 1;
            if before[next as usize] == 0 {
                open.push(next);
            }
        }
    }
    order.reverse();
    (order.len() == states.len()).then_some(order)
}

/// Adds all other states that a state leads to, some of them several times.
fn add_others(states: &impl Transitions, state: usize, next: &mut Vec<u32>) {
    for letter in 0..states.letters() {
        for family in 0..states.families() {
            states.add_next(state, letter, family, next);
        }
    }
    next.retain(|&it| it as usize != state);
}

/// Stands for the class of the state itself.
const SELF: u32 = u32::MAX;

/// Classes of states that lead to no cycles but stay where they are: one state after the
/// other, once the classes are known that it leads to.
///
/// A state joins a class that it leads to if it does the same as that class once both are one.
/// Otherwise it joins the class with the same signature, or makes one.
fn in_order(states: &impl Transitions, order: &[u32], patterns: &[u32]) -> Vec<u32> {
    let mut of = vec![SELF; states.len()];
    let mut ids: FxHashMap<(u32, Vec<u32>), u32> = FxHashMap::default();
    // For each class a state of it, and whether it leads to itself.
    let mut first: Vec<usize> = Vec::new();
    let mut stays: Vec<bool> = Vec::new();
    for &state in order {
        let state = state as usize;
        let pattern = patterns[state];
        let own = signature(states, state, |it| of[it as usize]);
        let mut after: Vec<u32> = Vec::new();
        for letter in 0..states.letters() {
            for family in 0..states.families() {
                states.add_next(state, letter, family, &mut after);
            }
        }
        after.iter_mut().for_each(|it| *it = of[*it as usize]);
        after.sort_unstable();
        after.dedup();
        // The state would lead to itself, so the class must do that too.
        after.retain(|&it| {
            it != SELF && stays[it as usize] && patterns[first[it as usize]] == pattern
        });
        let joins = after.into_iter().find(|&class| {
            let as_class = |it: u32| match of[it as usize] {
                SELF => class,
                known => known,
            };
            signature(states, state, as_class) == signature(states, first[class as usize], as_class)
        });
        of[state] = joins.unwrap_or_else(|| {
            *ids.entry((pattern, own)).or_insert_with_key(|(_, own)| {
                first.push(state);
                stays.push(own.contains(&SELF));
                first.len() as u32 - 1
            })
        });
    }
    of
}

/// The coarsest classes: all states that look the same, split until they behave the same.
fn refined(states: &impl Transitions, patterns: &[u32], mut count: usize) -> Vec<u32> {
    let mut of = patterns.to_vec();
    loop {
        let signature = |state: usize| {
            let next = signature(states, state, |it| of[it as usize]);
            (of[state], next)
        };
        let (finer, signatures) = numbered((0..states.len()).map(signature));
        if signatures.len() == count {
            return of;
        }
        count = signatures.len();
        of = finer;
    }
}

/// Numbers things in the order in which they come first.
fn numbered<T: Clone + Eq + std::hash::Hash>(all: impl Iterator<Item = T>) -> (Vec<u32>, Vec<T>) {
    let mut ids: FxHashMap<T, u32> = FxHashMap::default();
    let mut different = Vec::new();
    let numbers = all.map(|it| {
        let new = ids.len() as u32;
        *ids.entry(it).or_insert_with_key(|it| {
            different.push(it.clone());
            new
        })
    });
    let numbers = numbers.collect();
    (numbers, different)
}

/// Classes are states too.
impl Transitions for Classes {
    fn len(&self) -> usize {
        self.count
    }

    fn letters(&self) -> usize {
        self.letters
    }

    fn families(&self) -> usize {
        self.families
    }

    fn seen(&self, state: usize) -> &[u64] {
        &self.seen[self.pattern[state] as usize]
    }

    fn add_next(&self, state: usize, letter: usize, family: usize, next: &mut Vec<u32>) {
        next.extend(self.next(state as u32, letter, family));
    }
}

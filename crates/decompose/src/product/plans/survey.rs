//! What follows from each combination of phases that play comes to.
//!
//! In: the ways of all parts, and what the rules say of what is seen. Out: for each combination
//! the reward, or the parts in which there are moves; or that there are moves of a part of
//! which only some are open. Not here: why that suffices (`one_by_one`).

use game::{Rewards, Value};
use rustc_hash::FxHashMap;

use crate::knobs::Knobs;
use crate::product::fold::Level;
use crate::product::plans::follows::{rewards, signals};
use crate::product::plans::ways::Ways;

/// What follows from the phases of all parts.
#[derive(Clone, Debug)]
pub(super) enum Outlook {
    /// The end; its reward by its place among the values.
    End(usize),
    /// The parts in which there are moves.
    Open(Box<[usize]>),
}

/// What follows from each combination of phases.
pub(super) type Outlooks = FxHashMap<Box<[u32]>, Outlook>;

/// The phases of these classes.
pub(super) fn phases(parts: &[Ways], classes: &[u32]) -> Box<[u32]> {
    let parts = parts.iter().zip(classes);
    parts.map(|(part, &class)| part.phase(class)).collect()
}

/// Visits where ways in these parts lead, and how many moves they take.
pub(super) fn after(
    parts: &[Ways],
    at: &[u32],
    open: &[usize],
    mut visit: impl FnMut(Box<[u32]>, u32),
) {
    for &part in open {
        for (entry, length) in parts[part].from(at[part]) {
            let mut next = Box::<[u32]>::from(at);
            next[part] = entry;
            visit(next, length);
        }
    }
}

/// What follows from a combination of phases, before all rewards are known.
enum Seen {
    End(Rewards),
    Open(Box<[usize]>),
}

/// Why there are no plans.
pub(super) enum Unplanned {
    /// The conditions are not met, or there are too many combinations.
    Unsuited,
    /// An end has not exactly one reward.
    Goals,
}

/// A look at all combinations of phases that play comes to.
pub(super) struct Survey<'a> {
    level: &'a Level,
    /// The part that each family moves, if any.
    moved: &'a [Option<usize>],
    parts: &'a [Ways],
    seen: FxHashMap<Box<[u32]>, Seen>,
    /// Play can go on for ever.
    endless: bool,
}

impl<'a> Survey<'a> {
    pub fn new(level: &'a Level, moved: &'a [Option<usize>], parts: &'a [Ways]) -> Self {
        Survey {
            level,
            moved,
            parts,
            seen: FxHashMap::default(),
            endless: false,
        }
    }

    /// Whether play can go on for ever.
    pub fn is_endless(&self) -> bool {
        self.endless
    }

    /// Visits all combinations of classes that begin phases.
    ///
    /// # Errors
    ///
    /// [`Unplanned`]: what is not as it must be, or too many combinations.
    pub fn explore(&mut self, knobs: &Knobs) -> Result<(), Unplanned> {
        let start = Box::<[u32]>::from(self.level.start.as_slice());
        let mut ids: FxHashMap<Box<[u32]>, usize> = FxHashMap::default();
        let mut all = vec![start.clone()];
        ids.insert(start, 0);
        let mut ways: Vec<(usize, usize)> = Vec::new();
        let mut done = 0;
        while done < all.len() {
            let at = all[done].clone();
            if let Seen::Open(open) = self.look(&at)? {
                let open = open.clone();
                self.endless |= open.iter().any(|&it| self.parts[it].is_endless(at[it]));
                after(self.parts, &at, &open, |next, _| {
                    let id = *ids.entry(next).or_insert_with_key(|next| {
                        all.push(next.clone());
                        all.len() - 1
                    });
                    ways.push((done, id));
                });
            }
            if all.len() > knobs.planned_combinations || ways.len() > knobs.part_entries {
                return Err(Unplanned::Unsuited);
            }
            done += 1;
        }
        self.endless |= has_cycle(all.len(), &ways);
        Ok(())
    }

    /// What follows from the phases of these classes.
    fn look(&mut self, classes: &[u32]) -> Result<&Seen, Unplanned> {
        let phases = phases(self.parts, classes);
        if !self.seen.contains_key(&phases) {
            let seen = self.see(&phases)?;
            self.seen.insert(phases.clone(), seen);
        }
        Ok(&self.seen[&phases])
    }

    fn see(&mut self, phases: &[u32]) -> Result<Seen, Unplanned> {
        let phase = |part: usize| self.parts[part].seen(phases[part]);
        let context = &self.level.outputs.contexts[0];
        let values = signals(self.level, |part| phase(part).pattern);
        if context.terminal.among(&values) {
            let rewards = rewards(context, &values).ok_or(Unplanned::Goals)?;
            return Ok(Seen::End(rewards));
        }
        let is_open = |family: usize| {
            let mut others = (0..phases.len()).filter(|&part| self.moved[family] != Some(part));
            let guards = &context.families[family].guards;
            guards.iter().all(|it| it.among(&values)) && others.all(|it| phase(it).allows[family])
        };
        let waits = (0..self.moved.len()).any(|it| self.moved[it].is_none() && is_open(it));
        let mut is_stuck = !waits;
        let mut open = Vec::new();
        for part in 0..phases.len() {
            let families = &phase(part).families;
            let count = families.iter().filter(|&&it| is_open(it)).count();
            match count {
                0 => {}
                _ if count == families.len() => {
                    is_stuck &= phase(part).may_be_stuck;
                    open.push(part);
                }
                _ => return Err(Unplanned::Unsuited),
            }
        }
        self.endless |= waits;
        match is_stuck {
            true => Err(Unplanned::Unsuited),
            false => Ok(Seen::Open(open.into())),
        }
    }

    /// What follows from all combinations, and all values, best first.
    pub fn finish(self) -> (Outlooks, Vec<Value>) {
        let ends = self.seen.values().filter_map(|it| match it {
            Seen::End(rewards) => Some(rewards.clone()),
            Seen::Open(_) => None,
        });
        let mut all: Vec<Rewards> = ends.collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        let outlooks = self.seen.into_iter().map(|(phases, seen)| {
            let outlook = match seen {
                Seen::End(rewards) => Outlook::End(all.partition_point(|it| *it > rewards)),
                Seen::Open(parts) => Outlook::Open(parts),
            };
            (phases, outlook)
        });
        let outlooks = outlooks.collect();
        let values = all.into_iter().map(Value::Rewards);
        (outlooks, values.chain([Value::Infinite]).collect())
    }
}

/// Whether there is a cycle: some of `count` things are left when those are taken away, again
/// and again, from which no way leads to another that is left.
fn has_cycle(count: usize, ways: &[(usize, usize)]) -> bool {
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut left = vec![0; count];
    for &(from, to) in ways {
        back[to].push(from);
        left[from] += 1;
    }
    let mut open: Vec<usize> = (0..count).filter(|&it| left[it] == 0).collect();
    let mut taken = 0;
    while let Some(at) = open.pop() {
        taken += 1;
        for &from in &back[at] {
            left[from] -= 1;
            if left[from] == 0 {
                open.push(from);
            }
        }
    }
    taken < count
}

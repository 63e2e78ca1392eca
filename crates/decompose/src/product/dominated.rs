//! Moves in a part that another move dominates.
//!
//! In: a [`Level`] whose roles want the opposite. Out: the same without dominated moves: if
//! its product has no cycles, the values of all its states are the same, distances are not.
//!
//! A class t is *at least as good* as s for a role if
//! - whatever is seen of the other parts, the same follows for the end of play, for the
//!   families that are open and for what others read; and at an end t's rewards are at least
//!   as good for the role as s's;
//! - in each family of the role, each class after s is matched by one after t that is at least
//!   as good;
//! - in each other family, each class after t is matched by one after s to which it is at
//!   least as good.
//!
//! **Theorem.** Then a state with t in place of s is worth at least as much to the role.
//! *Proof.* The role answers as it would in s, and whatever the other role does in t is matched
//! in s. Both are moves of the same family, so the other parts and the turn stay the same, and
//! so does the relation; one play ends when the other does, and by the first condition it ends
//! at least as well. ∎ So if a family of the role leads to s and to t, the way to s may be left
//! out: the best of what is left is worth the same. The values of the whole game then agree with
//! each other also where moves were left out, and a game without cycles has only one set of such
//! values. With cycles this fails: two ways may dominate each other, and only one of them make
//! progress.
//!
//! Comparing what sequences of moves come to, without what the other role can do in between,
//! is not enough; see `docs/algorithms.md`.

use std::cmp::Ordering;

use game::{GoalValue, Model, Rewards, RoleId, rewards_from_goals};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::product::classes::{Classes, Transitions, order};
use crate::product::fold::Level;

/// Most comparisons of classes of a part.
const MOST_PAIRS: usize = 1 << 21;

/// Most combinations of what is seen of all parts.
const MOST_PATTERNS: usize = 1 << 16;

/// Takes dominated moves out of all parts; `None` if the roles do not want the opposite, or a
/// part has cycles, reads others, or is too large.
pub(crate) fn without_dominated(level: &Level, model: Model, roles: usize) -> Option<Level> {
    let opposed = Opposed::new(level, model, roles)?;
    let mut reduced = level.clone();
    for part in 0..level.parts.len() {
        reduced.parts[part] = reduce(level, part, &opposed)?;
    }
    Some(reduced)
}

/// The order in which the first role wants rewards; the second wants the opposite.
struct Opposed {
    model: Model,
}

impl Opposed {
    fn new(level: &Level, model: Model, roles: usize) -> Option<Self> {
        let model = model.among(roles);
        let possible = all_rewards(level)?;
        let opposite = |a: &Rewards, b: &Rewards| {
            let [first, second] = [0, 1].map(|it| model.compare(RoleId::new(it), a, b));
            first == second.reverse()
        };
        let is_opposed = match roles {
            1 => true,
            2 => possible
                .iter()
                .all(|a| possible.iter().all(|b| opposite(a, b))),
            _ => false,
        };
        is_opposed.then_some(Opposed { model })
    }

    fn compare(&self, role: RoleId, a: &Rewards, b: &Rewards) -> Ordering {
        self.model.compare(role, a, b)
    }
}

/// The rewards of all ends, and perhaps of ends that are not reached; `None` if that is too
/// much to look at.
fn all_rewards(level: &Level) -> Option<Vec<Rewards>> {
    let mut all = Vec::new();
    for_all_patterns(level, None, |patterns| {
        for context in 0..level.outputs.contexts.len() {
            all.extend(Follows::new(level, context, patterns).rewards);
        }
    })?;
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// Visits what can be seen of all parts, or of all but one; `None` if that is too much.
pub(crate) fn for_all_patterns(
    level: &Level,
    fixed: Option<usize>,
    mut visit: impl FnMut(&mut Vec<u32>),
) -> Option<()> {
    let count = |part: usize| match fixed == Some(part) {
        true => 1,
        false => level.parts[part].seen.len(),
    };
    let counts: Vec<usize> = (0..level.parts.len()).map(count).collect();
    let all = counts.iter().try_fold(1_usize, |all, count| {
        all.checked_mul(*count).filter(|&all| all <= MOST_PATTERNS)
    })?;
    for number in 0..all {
        let mut left = number;
        let patterns = counts.iter().map(|count| {
            let pattern = (left % count) as u32;
            left /= count;
            pattern
        });
        visit(&mut patterns.collect());
    }
    Some(())
}

/// A comparison: whether the second class is at least as good for the first role.
type Pair = [u32; 2];

/// Compares the classes of one part.
struct Comparison<'a> {
    classes: &'a Classes,
    /// For each family whether it is the first role's.
    of_first: Vec<bool>,
    /// Pairs of patterns whose second is at least as good for the first role.
    patterns: FxHashSet<Pair>,
    /// For each class its place in an order, after all that it leads to.
    places: Vec<u32>,
    known: FxHashMap<Pair, bool>,
}

fn reduce(level: &Level, part: usize, opposed: &Opposed) -> Option<Classes> {
    let classes = &level.parts[part];
    if classes.letters() != 1 {
        return None;
    }
    let families = level.outputs.contexts.iter();
    let families = families.flat_map(|it| it.families.iter().map(|_| it.role.index() == 0));
    let mut comparison = Comparison {
        classes,
        of_first: families.collect(),
        patterns: better_patterns(level, part, opposed)?,
        places: places(classes)?,
        known: FxHashMap::default(),
    };
    comparison.compare_siblings()?;
    Some(classes.filtered(|family, next| {
        let worse = |&it: &u32| {
            next.iter().any(|&other| {
                let is_better = |a: u32, b: u32| match comparison.of_first[family] {
                    true => comparison.holds([a, b]),
                    false => comparison.holds([b, a]),
                };
                // Of those that are as good as each other the first stays.
                other != it && is_better(it, other) && (other < it || !is_better(other, it))
            })
        };
        next.iter().copied().filter(|it| !worse(it)).collect()
    }))
}

/// The place of each class in an order, after all that it leads to.
fn places(classes: &Classes) -> Option<Vec<u32>> {
    let order = order(classes)?;
    let mut places = vec![0; order.len()];
    for (place, class) in order.into_iter().enumerate() {
        places[class as usize] = place as u32;
    }
    Some(places)
}

impl Comparison<'_> {
    fn holds(&self, pair: Pair) -> bool {
        pair[0] == pair[1] || self.known.get(&pair).copied().unwrap_or(false)
    }

    /// Compares all classes that one family leads to from the same class; `None` if that takes
    /// too much.
    fn compare_siblings(&mut self) -> Option<()> {
        let mut open: Vec<Pair> = Vec::new();
        for class in 0..self.classes.count as u32 {
            for family in 0..self.classes.families() {
                let next = self.classes.next(class, 0, family);
                let pairs = next.iter().flat_map(|&a| next.iter().map(move |&b| [a, b]));
                open.extend(pairs);
            }
        }
        let mut needed: Vec<Pair> = Vec::new();
        while let Some(pair) = open.pop() {
            if pair[0] == pair[1] || self.known.insert(pair, true).is_some() {
                continue;
            }
            needed.push(pair);
            if needed.len() > MOST_PAIRS {
                return None;
            }
            if self.looks_better(pair) {
                for family in 0..self.classes.families() {
                    let [a, b] = pair.map(|it| self.classes.next(it, 0, family));
                    open.extend(a.iter().flat_map(|&a| b.iter().map(move |&b| [a, b])));
                }
            }
        }
        // A pair leads to pairs before it, or to itself, which is assumed to hold.
        needed.sort_unstable_by_key(|pair| {
            let [a, b] = pair.map(|it| u64::from(self.places[it as usize]));
            (a + b, *pair)
        });
        for pair in needed {
            let holds = self.looks_better(pair) && self.moves_better(pair);
            self.known.insert(pair, holds);
        }
        Some(())
    }

    fn looks_better(&self, pair: Pair) -> bool {
        let patterns = pair.map(|it| self.classes.pattern[it as usize]);
        patterns[0] == patterns[1] || self.patterns.contains(&patterns)
    }

    fn moves_better(&self, [s, t]: Pair) -> bool {
        self.of_first.iter().enumerate().all(|(family, &of_first)| {
            let [from_s, from_t] = [s, t].map(|it| self.classes.next(it, 0, family));
            let matched = |a: &u32, b: &u32| self.holds([*a, *b]);
            match of_first {
                true => from_s.iter().all(|a| from_t.iter().any(|b| matched(a, b))),
                false => from_t.iter().all(|b| from_s.iter().any(|a| matched(a, b))),
            }
        })
    }
}

/// Pairs of patterns of which the second is at least as good for the first role, whatever is
/// seen of the other parts; `None` if that is too much to look at.
fn better_patterns(level: &Level, part: usize, opposed: &Opposed) -> Option<FxHashSet<Pair>> {
    let own = level.parts[part].seen.len();
    let mut worse: FxHashSet<Pair> = FxHashSet::default();
    for_all_patterns(level, Some(part), |patterns| {
        for context in 0..level.outputs.contexts.len() {
            let follows = (0..own as u32).map(|pattern| {
                patterns[part] = pattern;
                Follows::new(level, context, patterns)
            });
            let follows: Vec<Follows> = follows.collect();
            for (a, first) in follows.iter().enumerate() {
                for (b, second) in follows.iter().enumerate() {
                    if !first.is_at_most(second, opposed) {
                        worse.insert([a as u32, b as u32]);
                    }
                }
            }
        }
    })?;
    let pairs = (0..own as u32).flat_map(|a| (0..own as u32).map(move |b| [a, b]));
    Some(pairs.filter(|it| !worse.contains(it)).collect())
}

/// What follows from what is seen of all parts.
#[derive(PartialEq, Eq)]
struct Follows {
    terminal: bool,
    /// Whether each guard, and each input of a part, holds.
    others: Vec<bool>,
    /// The rewards, if play is over; `None` if they are not what they should be.
    rewards: Option<Rewards>,
}

impl Follows {
    fn new(level: &Level, context: usize, patterns: &[u32]) -> Self {
        let values = level.net.evaluate(|bit| {
            let (part, place) = level.bits[bit];
            let seen = &level.parts[part].seen[patterns[part] as usize];
            seen[place / 64] >> (place % 64) & 1 == 1
        });
        let rules = &level.outputs.contexts[context];
        let guards = rules.families.iter().flat_map(|it| &it.guards);
        let others = guards.chain(level.outputs.inputs.iter().flatten());
        let terminal = rules.terminal.among(&values);
        let goals = rules.goals.iter().map(|goals| {
            let holding = goals.iter().filter(|(_, it)| it.among(&values));
            GoalValue::distinct(holding.map(|(value, _)| value.clone()))
        });
        let goals: Vec<Vec<GoalValue>> = goals.collect();
        Follows {
            terminal,
            others: others.map(|it| it.among(&values)).collect(),
            rewards: terminal.then(|| rewards_from_goals(&goals).ok()).flatten(),
        }
    }

    fn is_at_most(&self, other: &Follows, opposed: &Opposed) -> bool {
        if self.terminal != other.terminal || self.others != other.others {
            return false;
        }
        match (&self.rewards, &other.rewards) {
            (Some(a), Some(b)) => opposed.compare(RoleId::new(0), a, b) != Ordering::Greater,
            // An end without rewards is not comparable with one that has some.
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

//! Conditions as boxes: the moves of roles and the values of groups that each
//! alternative of a condition allows.
//!
//! In: signals of a [`Formula`], and the groups that are claimed to have at most
//! one fluent that holds. Out: [`Term`]s. A term gives the allowed values of some
//! variables; it holds if each of them has such a value. A condition holds if and
//! only if one of its terms does. Not here: what follows from terms.

use std::collections::BTreeSet;
use std::rc::Rc;

use ground::FluentId;
use rustc_hash::FxHashMap;

use crate::claim::Claim;
use crate::formula::{Formula, Gate, Signal};
use crate::knobs::Knobs;
use crate::prover::{ClaimId, Prover};

/// Something that has one value at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Variable {
    /// The move of the role with this number.
    Role(usize),
    /// The fluent of a group that holds, if one does: [`NONE`] otherwise.
    Group(ClaimId),
    /// Whether a gate holds: 1 or 0.
    Gate(usize),
}

/// The value of a group in which no fluent holds.
pub(crate) const NONE: u32 = u32::MAX;

/// Some values of a variable, in ascending order, or all but some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    Only(Rc<[u32]>),
    Except(Rc<[u32]>),
}

impl Values {
    /// Whether a value is among them.
    pub fn contains(&self, value: u32) -> bool {
        match self {
            Values::Only(values) => values.binary_search(&value).is_ok(),
            Values::Except(values) => values.binary_search(&value).is_err(),
        }
    }

    /// The values that it names, as allowed or as forbidden.
    pub fn named(&self) -> &Rc<[u32]> {
        match self {
            Values::Only(values) | Values::Except(values) => values,
        }
    }

    /// Whether there is no value at all.
    fn is_empty(&self) -> bool {
        matches!(self, Values::Only(values) if values.is_empty())
    }

    fn and(&self, other: &Values) -> Values {
        match (self, other) {
            (Values::Except(one), Values::Except(two)) => {
                let mut all: Vec<u32> = one.iter().chain(two.iter()).copied().collect();
                all.sort_unstable();
                all.dedup();
                Values::Except(all.into())
            }
            (Values::Only(values), limit) | (limit, Values::Only(values)) => {
                Values::Only(among(values, |value| limit.contains(value)))
            }
        }
    }
}

fn among(values: &[u32], mut allowed: impl FnMut(u32) -> bool) -> Rc<[u32]> {
    let kept = values.iter().copied().filter(|&value| allowed(value));
    kept.collect()
}

/// A variable with its allowed values.
pub(crate) type Limit = (Variable, Values);

/// One of the alternatives that make a fluent hold next.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// The fluent that it makes hold.
    pub target: FluentId,
    /// Limits that must all be met, by variable in ascending order.
    pub limits: Vec<Limit>,
}

impl Term {
    /// The allowed values of a variable; `None` if any.
    pub fn limit(&self, variable: Variable) -> Option<&Values> {
        let place = self.limits.binary_search_by_key(&variable, |it| it.0);
        place.ok().map(|place| &self.limits[place].1)
    }

    /// The rest of the term where a variable has this value; `None` if it excludes
    /// the value.
    pub fn given(&self, variable: Variable, value: u32) -> Option<Term> {
        let allowed = self.limit(variable).is_none_or(|it| it.contains(value));
        allowed.then(|| self.without(variable))
    }

    /// The term without its limit on a variable.
    pub fn without(&self, variable: Variable) -> Term {
        let limits = self.limits.iter().filter(|it| it.0 != variable);
        Term {
            target: self.target,
            limits: limits.cloned().collect(),
        }
    }

    /// The term with only the allowed moves; `None` if there are none.
    pub fn with_moves(mut self, mut allowed: impl FnMut(u32) -> bool) -> Option<Term> {
        for (variable, values) in &mut self.limits {
            if let (Variable::Role(_), Values::Only(moves)) = (variable, &*values) {
                *values = Values::Only(among(moves, &mut allowed));
            }
        }
        let possible = !self.limits.iter().any(|(_, values)| values.is_empty());
        possible.then_some(self)
    }
}

/// What all alternatives say about the same variables.
fn common(first: Vec<Limit>, others: &[Vec<Limit>]) -> Vec<Limit> {
    let hull = |(variable, values): Limit| {
        let Values::Only(first) = values else {
            return None;
        };
        let mut all = first.to_vec();
        for limits in others {
            let place = limits.binary_search_by_key(&variable, |it| it.0).ok()?;
            match &limits[place].1 {
                Values::Only(values) => all.extend(values.iter()),
                Values::Except(_) => return None,
            }
        }
        all.sort_unstable();
        all.dedup();
        Some((variable, Values::Only(all.into())))
    };
    first.into_iter().filter_map(hull).collect()
}

/// Splits conditions into terms.
pub(crate) struct Terms<'a> {
    prover: &'a Prover<'a>,
    formula: &'a Formula<'a>,
    /// The group that each fluent counts for, if it is to count for only one.
    home: Option<ClaimId>,
    /// The moves that a gate names.
    moves: FxHashMap<usize, Rc<[u32]>>,
    legal: FxHashMap<u32, Rc<Vec<Limit>>>,
    /// The groups by which an alternative was left out because it needs two of
    /// their fluents: conclusions from the others rest on these claims.
    pub used: BTreeSet<ClaimId>,
    /// The number of steps so far.
    pub work: u64,
}

impl<'a> Terms<'a> {
    /// Expresses a fluent as a value of every group that it is in.
    pub fn new(prover: &'a Prover<'a>) -> Self {
        Terms {
            prover,
            formula: prover.formula(),
            home: None,
            moves: FxHashMap::default(),
            legal: FxHashMap::default(),
            used: BTreeSet::new(),
            work: 0,
        }
    }

    /// Expresses a fluent as a value of one group: this one, if it is in it. So
    /// nothing is said twice.
    pub fn at_home(prover: &'a Prover<'a>, home: ClaimId) -> Self {
        let mut terms = Terms::new(prover);
        terms.home = Some(home);
        terms
    }

    /// The alternatives that make fluents hold next; `None` if there are too many.
    pub fn of(&mut self, targets: &[FluentId]) -> Option<Vec<Term>> {
        let mut terms = Vec::new();
        for &target in targets {
            let next = self.formula.signal(self.formula.game().next(target));
            for parts in self.alternatives(next, Knobs::TERMS - terms.len())? {
                if let Some(limits) = self.limits(&parts) {
                    terms.push(Term { target, limits });
                }
            }
        }
        Some(terms)
    }

    /// Some of the limits that hold where a move is legal.
    pub fn legal(&mut self, mov: u32) -> Rc<Vec<Limit>> {
        if let Some(known) = self.legal.get(&mov) {
            return known.clone();
        }
        let alternatives = self.alternatives(self.formula.legal(mov as usize), Knobs::TERMS);
        let alternatives = alternatives.unwrap_or_default();
        let mut limits = alternatives.iter().filter_map(|parts| self.limits(parts));
        // Without any alternative there are no limits: that is always right.
        let first = limits.next().unwrap_or_default();
        let limits: Vec<Vec<Limit>> = limits.collect();
        let limits = Rc::new(common(first, &limits));
        self.legal.insert(mov, limits.clone());
        limits
    }

    /// Splits a condition into lists of signals; it holds if all signals of one
    /// list do. `None` if there are more than `room`.
    fn alternatives(&mut self, signal: Signal, room: usize) -> Option<Vec<Vec<Signal>>> {
        let mut found = Vec::new();
        let mut open = vec![(Vec::new(), vec![signal])];
        // Inner conditions are split as long as that does not multiply.
        let mut few = Knobs::ADDED_TERMS;
        while let Some((mut parts, mut pending)) = open.pop() {
            let Some(signal) = pending.pop() else {
                self.work += parts.len() as u64;
                found.push(parts);
                continue;
            };
            let outermost = parts.is_empty() && pending.is_empty();
            match (self.formula.gate(signal), signal.negated()) {
                (Gate::False, false) => continue,
                (Gate::False, true) => {}
                (Gate::And(inner), false) => pending.extend(inner),
                (Gate::And(inner), true)
                    if outermost
                        || found.len() + open.len() < few && self.is_small_choice(inner) =>
                {
                    if inner.len() > room {
                        return None;
                    }
                    if outermost {
                        few += 2 * inner.len();
                    }
                    open.extend(inner.iter().map(|&part| {
                        let rest = pending.iter().copied().chain([!part]);
                        (parts.clone(), rest.collect())
                    }));
                    continue;
                }
                _ => parts.push(signal),
            }
            open.push((parts, pending));
        }
        Some(found)
    }

    fn is_small_choice(&self, negated: &[Signal]) -> bool {
        negated.len() <= Knobs::INNER_TERMS && self.choice_in_group(negated).is_none()
    }

    /// The limits of a list of signals that all hold; `None` if they contradict
    /// each other.
    fn limits(&mut self, parts: &[Signal]) -> Option<Vec<Limit>> {
        let mut limits: Vec<Limit> = Vec::new();
        for &part in parts {
            self.limit(part, &mut limits);
        }
        limits.sort_by_key(|it| it.0);
        let mut joined: Vec<Limit> = Vec::new();
        for (variable, values) in limits {
            match joined.last_mut() {
                Some((last, so_far)) if *last == variable => *so_far = so_far.and(&values),
                _ => joined.push((variable, values)),
            }
        }
        let empty = joined.iter().find(|(_, values)| values.is_empty());
        if let Some((Variable::Group(group), _)) = empty {
            self.used.insert(*group);
        }
        match empty {
            Some(_) => None,
            None => Some(joined),
        }
    }

    /// Adds the limit of a signal that is not a conjunction.
    fn limit(&mut self, signal: Signal, limits: &mut Vec<Limit>) {
        let valued = |values: Rc<[u32]>, only: bool| match only {
            true => Values::Only(values),
            false => Values::Except(values),
        };
        let before = limits.len();
        match self.formula.gate(signal) {
            Gate::Fluent(fluent) => {
                let value: Rc<[u32]> = [number(*fluent)].into();
                for group in self.groups(*fluent) {
                    let values = valued(value.clone(), !signal.negated());
                    limits.push((Variable::Group(group), values));
                }
            }
            Gate::Made(moves) => {
                let role = self.formula.role(moves[0]);
                let named = self.moves.entry(signal.gate());
                let named = named.or_insert_with(|| {
                    let moves = moves.iter().map(|mov| mov.index() as u32);
                    moves.collect()
                });
                let values = valued(named.clone(), !signal.negated());
                limits.push((Variable::Role(role.index()), values));
            }
            Gate::And(inner) if signal.negated() => {
                if let Some((group, fluents)) = self.choice_in_group(inner) {
                    limits.push((Variable::Group(group), Values::Only(fluents)));
                }
            }
            _ => {}
        }
        if limits.len() == before {
            let value = u32::from(!signal.negated());
            limits.push((Variable::Gate(signal.gate()), Values::Only([value].into())));
        }
    }

    /// The groups that a fluent counts for.
    fn groups(&self, fluent: FluentId) -> Vec<ClaimId> {
        let mut groups = self.prover.groups_of(fluent);
        if let Some(home) = self.home {
            match groups.contains(&home) {
                true => groups = vec![home],
                false => groups.truncate(1),
            }
        }
        groups
    }

    /// The fluents one of which holds if not all of these signals do, if they are
    /// all of one group.
    fn choice_in_group(&self, negated: &[Signal]) -> Option<(ClaimId, Rc<[u32]>)> {
        let fluent = |signal: &Signal| match self.formula.gate(*signal) {
            Gate::Fluent(fluent) if signal.negated() => Some(*fluent),
            _ => None,
        };
        let first = fluent(negated.first()?)?;
        let fluents = negated.iter().map(fluent);
        let mut fluents = fluents.collect::<Option<Vec<FluentId>>>()?;
        fluents.sort_unstable();
        let mut groups = self.groups(first).into_iter();
        let around = groups.find(|&group| match self.prover.claim(group) {
            Claim::AtMostOne(all) => fluents.iter().all(|it| all.binary_search(it).is_ok()),
            _ => false,
        });
        around.map(|group| (group, fluents.into_iter().map(number).collect()))
    }
}

/// A fluent as a value of its groups.
pub(crate) fn number(fluent: FluentId) -> u32 {
    fluent.index() as u32
}

//! Shows without search that one fluent of a group holds after every move.
//!
//! In: a group in which exactly one fluent holds. Out: whether its terms cover
//! all cases. Variables are split value by value, beginning with the group
//! itself; a value is settled as soon as a term needs nothing else. Values that
//! no term names are alike, and are checked once.
//!
//! Why it is sound: a state and a legal move give every variable one value, a
//! group by the claim that at most one of its fluents holds. A value is skipped
//! only if a move assigned before is not legal with it, or if a group is claimed
//! to have a fluent that holds and all its fluents are checked. So the search
//! covers each state and move, and finds a term that holds there.

use std::collections::BTreeSet;

use ground::FluentId;
use rustc_hash::FxHashMap;

use crate::claim::Claim;
use crate::knobs::Knobs;
use crate::prover::{ClaimId, Prover};
use crate::terms::{Term, Terms, Values, Variable};

/// The result for a group.
pub(crate) struct Covering {
    /// The claims that the proof rests on, if one of the group always holds
    /// next.
    pub proven: Option<Vec<ClaimId>>,
    /// The number of values checked.
    pub work: u64,
}

impl Covering {
    /// Checks whether one of the fluents holds next. `None` if they are not a
    /// group in which at most one holds, or if there are too many terms.
    pub fn new(prover: &Prover, group: &[FluentId]) -> Option<Self> {
        let home = prover.at_most_one_of(group)?;
        let mut terms = Terms::at_home(prover, home);
        let all = terms.of(group)?;
        let mut search = Search {
            prover,
            home: Variable::Group(home),
            limit: terms.work + Knobs::BOX_WORK + Knobs::BOX_WORK_PER_TERM * all.len() as u64,
            terms,
            assigned: Vec::new(),
            used: BTreeSet::new(),
        };
        let covered = search.covers(&all);
        let used = search.used.union(&search.terms.used);
        Some(Covering {
            proven: covered.then(|| used.copied().collect()),
            work: search.terms.work,
        })
    }
}

/// For each value the terms that name it as allowed.
type Naming<'t> = FxHashMap<u32, Vec<&'t Term>>;

struct Search<'a> {
    prover: &'a Prover<'a>,
    home: Variable,
    terms: Terms<'a>,
    limit: u64,
    /// The values assigned so far.
    assigned: Vec<(Variable, u32)>,
    used: BTreeSet<ClaimId>,
}

impl Search<'_> {
    /// Whether one of the terms holds, whatever values the other variables have.
    /// Recurses once for each variable of a term.
    fn covers(&mut self, terms: &[Term]) -> bool {
        if terms.iter().any(|term| term.limits.is_empty()) {
            return true;
        }
        self.terms.work += terms.len() as u64;
        let Some(variable) = self.choose(terms) else {
            return false;
        };
        if self.terms.work > self.limit {
            return false;
        }
        if let Variable::Group(group) = variable {
            self.used.insert(group);
        }
        let named = self.named(terms, variable);
        let values: BTreeSet<u32> = named.keys().copied().collect();
        let open = |term: &&Term| !matches!(term.limit(variable), Some(Values::Only(_)));
        let open: Vec<&Term> = terms.iter().filter(open).collect();
        let by_value = values.iter().all(|value| {
            let mut naming = named[value].iter();
            naming.any(|term| term.limits.len() == 1)
                || !self.is_possible(variable, *value)
                || self.covers_value(named[value].iter().chain(&open), variable, *value)
        });
        by_value && (self.are_all(variable, &values) || self.covers_others(&open, variable))
    }

    /// For each value that terms name, those that name it as allowed.
    fn named<'t>(&mut self, terms: &'t [Term], variable: Variable) -> Naming<'t> {
        let mut named = Naming::default();
        for term in terms {
            let Some(values) = term.limit(variable) else {
                continue;
            };
            self.terms.work += values.named().len() as u64;
            for &value in values.named().iter() {
                let naming = named.entry(value).or_default();
                if matches!(values, Values::Only(_)) {
                    naming.push(term);
                }
            }
        }
        named
    }

    /// Whether the terms that allow a value cover all that it leaves open.
    fn covers_value<'t>(
        &mut self,
        terms: impl Iterator<Item = &'t &'t Term>,
        variable: Variable,
        value: u32,
    ) -> bool {
        let left = terms.filter_map(|it| it.given(variable, value));
        let left: Vec<Term> = left.collect();
        self.assigned.push((variable, value));
        let covered = self.covers(&left);
        self.assigned.pop();
        covered
    }

    /// Whether the terms that do not name their values cover the values that no
    /// term names.
    fn covers_others(&mut self, open: &[&Term], variable: Variable) -> bool {
        let left = open.iter().map(|it| it.without(variable));
        let left: Vec<Term> = left.collect();
        self.covers(&left)
    }

    /// The next variable: the group, then the one in most terms.
    fn choose(&self, terms: &[Term]) -> Option<Variable> {
        let mut counts: FxHashMap<Variable, usize> = FxHashMap::default();
        for (variable, _) in terms.iter().flat_map(|term| &term.limits) {
            *counts.entry(*variable).or_default() += 1;
        }
        let counts = counts.into_iter();
        let best = counts.max_by_key(|&(variable, count)| {
            (variable == self.home, count, std::cmp::Reverse(variable))
        });
        best.map(|(variable, _)| variable)
    }

    /// Whether a value is compatible with the assigned ones: no assigned move
    /// needs another.
    fn is_possible(&mut self, variable: Variable, value: u32) -> bool {
        if let Variable::Role(_) = variable {
            let needs = self.terms.legal(value);
            self.terms.work += needs.len() as u64;
            let assigned = self.assigned.iter();
            return assigned.clone().all(|(known, is)| {
                let mut about = needs.iter().filter(|(it, _)| it == known);
                about.all(|(_, values)| values.contains(*is))
            });
        }
        let needed = self.needed(variable);
        needed.iter().all(|values| values.contains(value))
    }

    /// The values of a variable that the assigned moves need.
    fn needed(&mut self, variable: Variable) -> Vec<Values> {
        let mut needed = Vec::new();
        for (known, is) in &self.assigned {
            if let Variable::Role(_) = known {
                let needs = self.terms.legal(*is);
                let about = needs.iter().filter(|(it, _)| *it == variable);
                needed.extend(about.map(|(_, values)| values.clone()));
            }
        }
        needed
    }

    /// Whether a variable can have no other value than these.
    fn are_all(&mut self, variable: Variable, values: &BTreeSet<u32>) -> bool {
        let is_told = |needed: &Values| match needed {
            Values::Only(allowed) => allowed.iter().all(|it| values.contains(it)),
            Values::Except(_) => false,
        };
        if self.needed(variable).iter().any(is_told) {
            return true;
        }
        let game = self.prover.formula().game();
        match variable {
            Variable::Gate(_) => values.len() == 2,
            Variable::Role(role) => {
                let role = game::RoleId::new(role);
                game.moves_of(role).count() == values.len()
            }
            Variable::Group(group) => match self.prover.claim(group) {
                Claim::AtMostOne(fluents) if fluents.len() == values.len() => {
                    let least = self.prover.at_least_one_of(fluents);
                    self.used.extend(least);
                    least.is_some()
                }
                _ => false,
            },
        }
    }
}

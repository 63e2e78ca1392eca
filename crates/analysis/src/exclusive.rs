//! Shows without search that no two fluents of a group start to hold at once.
//!
//! In: a group. Out: the clusters of terms that may hold together and make
//! different fluents hold next; none if the group is proven.
//!
//! Terms are separated by the values of one variable after the other: two that
//! have no allowed value in common exclude each other. Where no variable
//! separates them, a small group is split value by value, since each value says
//! which moves are legal. This costs little more than reading the terms, however
//! large the group: a heap of 300 has 45,000 of them, and a search for two that
//! hold together would go through as many pairs for every one.
//!
//! Why it is sound: if two fluents of the group hold next, a term of each holds
//! now, with the same value for every variable. Terms are separated only where
//! they have no value in common, or where a value excludes one of them, or makes
//! all of its moves illegal. So two separated terms never hold together. A group
//! has one value at a time because that is claimed: the proof rests on all the
//! claims that it used.

use std::collections::BTreeSet;

use ground::FluentId;
use rustc_hash::FxHashMap;

use crate::claim::Claim;
use crate::knobs::Knobs;
use crate::prover::{ClaimId, Prover};
use crate::terms::{NONE, Term, Terms, Values, Variable, number};

/// The result for a group.
pub(crate) struct Exclusive {
    /// Terms that could not be separated.
    pub clusters: Vec<Vec<Term>>,
    /// The claims that the proof rests on.
    pub rests_on: Vec<ClaimId>,
    /// The number of values checked.
    pub work: u64,
}

impl Exclusive {
    /// Separates the terms of a group; `None` if there are too many.
    pub fn new(prover: &Prover, group: &[FluentId]) -> Option<Self> {
        let mut terms = Terms::new(prover);
        let all = terms.of(group)?;
        let mut search = Search {
            prover,
            limit: terms.work + Knobs::BOX_WORK + Knobs::BOX_WORK_PER_TERM * all.len() as u64,
            terms,
            used: BTreeSet::new(),
            clusters: Vec::new(),
        };
        search.separate(all, Knobs::CASES_DEEP);
        let used = search.used.union(&search.terms.used);
        Some(Exclusive {
            rests_on: used.copied().collect(),
            clusters: search.clusters,
            work: search.terms.work,
        })
    }

    /// The fluents of the group that may hold when two follow; `None` if any may.
    pub fn open_sources(&self, group: ClaimId) -> Option<BTreeSet<u32>> {
        let mut open = BTreeSet::new();
        for term in self.clusters.iter().flatten() {
            match term.limit(Variable::Group(group)) {
                Some(Values::Only(sources)) => open.extend(sources.iter()),
                _ => return None,
            }
        }
        Some(open)
    }
}

struct Search<'a> {
    prover: &'a Prover<'a>,
    terms: Terms<'a>,
    limit: u64,
    used: BTreeSet<ClaimId>,
    clusters: Vec<Vec<Term>>,
}

impl Search<'_> {
    /// Separates terms as far as possible, and keeps the clusters that remain.
    fn separate(&mut self, terms: Vec<Term>, deep: u32) {
        let mut open = vec![terms];
        while let Some(cluster) = open.pop() {
            if cluster.iter().all(|it| it.target == cluster[0].target) {
                continue;
            }
            match self.split(&cluster) {
                Some(parts) => open.extend(parts),
                None if self.excludes_by_cases(&cluster, deep) => {}
                None => self.clusters.push(cluster),
            }
        }
    }

    /// Parts of a cluster that some variable separates.
    fn split(&mut self, cluster: &[Term]) -> Option<Vec<Vec<Term>>> {
        // A term that leaves a variable open has values in common with all.
        let (first, others) = cluster.split_first()?;
        let variables = first.limits.iter().map(|it| it.0);
        let limited = |it: &Variable| others.iter().all(|term| term.limit(*it).is_some());
        let variables: Vec<Variable> = variables.filter(limited).collect();
        self.terms.work += (first.limits.len() * cluster.len()) as u64;
        for variable in variables {
            if self.terms.work > self.limit {
                return None;
            }
            let (part_of, count) = self.parts(cluster, variable);
            if count > 1 {
                self.use_group(variable);
                let mut parts = vec![Vec::new(); count];
                for (term, part) in cluster.iter().zip(part_of) {
                    parts[part].push(term.clone());
                }
                return Some(parts);
            }
        }
        None
    }

    /// For each term the number of its part, and the number of parts: terms with
    /// a common value of the variable are in the same part.
    fn parts(&mut self, cluster: &[Term], variable: Variable) -> (Vec<usize>, usize) {
        let values = |term: &'_ Term| term.limit(variable).cloned();
        let values: Vec<Option<Values>> = cluster.iter().map(values).collect();
        let except = values.iter().flatten();
        let except = except.filter(|it| matches!(it, Values::Except(_)));
        // Terms that name what they forbid count as one part, except for the
        // values that all of them forbid.
        let mut forbidden: FxHashMap<u32, usize> = FxHashMap::default();
        let mut count = 0;
        for it in except {
            count += 1;
            self.terms.work += it.named().len() as u64;
            for &value in it.named().iter() {
                *forbidden.entry(value).or_default() += 1;
            }
        }
        let mut parts = Parts::new(cluster.len() + 1);
        let rest = cluster.len();
        let mut owner: FxHashMap<u32, usize> = FxHashMap::default();
        for (place, values) in values.iter().enumerate() {
            match values {
                None | Some(Values::Except(_)) => parts.join(place, rest),
                Some(Values::Only(values)) => {
                    self.terms.work += values.len() as u64;
                    for value in values.iter() {
                        if count > 0 && forbidden.get(value).copied().unwrap_or(0) < count {
                            parts.join(place, rest);
                        }
                        parts.join(place, *owner.entry(*value).or_insert(place));
                    }
                }
            }
        }
        parts.numbered(cluster.len())
    }

    /// Whether nothing of a cluster remains, whatever value some small group has.
    fn excludes_by_cases(&mut self, cluster: &[Term], deep: u32) -> bool {
        if deep == 0 || self.terms.work > self.limit {
            return false;
        }
        for group in self.small_groups(cluster) {
            let kept = std::mem::take(&mut self.clusters);
            let used = self.used.clone();
            self.cases(cluster, group, deep - 1);
            let excluded = self.clusters.is_empty();
            self.clusters = kept;
            if excluded {
                return true;
            }
            self.used = used;
        }
        false
    }

    /// Splits a cluster by each value of a group, until one value leaves
    /// something.
    fn cases(&mut self, cluster: &[Term], group: ClaimId, deep: u32) {
        let Claim::AtMostOne(fluents) = self.prover.claim(group) else {
            return;
        };
        let variable = Variable::Group(group);
        self.use_group(variable);
        let values = fluents.iter().copied().map(number).chain([NONE]);
        for value in values.collect::<Vec<u32>>() {
            let mut left = Vec::new();
            for term in cluster {
                if let Some(term) = term.given(variable, value) {
                    left.extend(self.with_legal(term, variable, value));
                }
            }
            self.separate(left, deep);
            if !self.clusters.is_empty() {
                return;
            }
        }
    }

    /// A term with the moves that may be legal where a group has this value.
    fn with_legal(&mut self, term: Term, group: Variable, value: u32) -> Option<Term> {
        let terms = &mut self.terms;
        let mut legal = |mov: u32| {
            terms.work += 1;
            let needs = terms.legal(mov);
            needs
                .iter()
                .all(|(variable, values)| *variable != group || values.contains(value))
        };
        term.with_moves(&mut legal)
    }

    /// Small groups that decide whether moves of these terms are legal.
    fn small_groups(&mut self, cluster: &[Term]) -> BTreeSet<ClaimId> {
        let limits = cluster
            .iter()
            .take(Knobs::SEEN_TERMS)
            .flat_map(|term| &term.limits);
        let moves = limits.filter_map(|(variable, values)| match (variable, values) {
            (Variable::Role(_), Values::Only(moves)) => moves.first().copied(),
            _ => None,
        });
        let mut groups = BTreeSet::new();
        for mov in moves.collect::<BTreeSet<u32>>() {
            for (variable, _) in self.terms.legal(mov).iter() {
                if let Variable::Group(group) = variable
                    && self.prover.claim(*group).fluents().len() <= Knobs::FEW_VALUES
                {
                    groups.insert(*group);
                }
            }
        }
        groups
    }

    /// From here on the proof rests on a group.
    fn use_group(&mut self, variable: Variable) {
        if let Variable::Group(group) = variable {
            self.used.insert(group);
        }
    }
}

/// Places that are joined to parts (union-find).
struct Parts(Vec<usize>);

impl Parts {
    fn new(count: usize) -> Self {
        Parts((0..count).collect())
    }

    fn find(&mut self, mut place: usize) -> usize {
        while self.0[place] != place {
            self.0[place] = self.0[self.0[place]];
            place = self.0[place];
        }
        place
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)] = one.min(other);
    }

    /// The part of each of the first `count` places, and the number of these
    /// parts.
    fn numbered(mut self, count: usize) -> (Vec<usize>, usize) {
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let places = (0..count).map(|place| {
            let part = self.find(place);
            let next = numbers.len();
            *numbers.entry(part).or_insert(next)
        });
        let places: Vec<usize> = places.collect();
        (places, numbers.len())
    }
}

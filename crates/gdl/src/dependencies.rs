//! Which relation depends on which.

use std::collections::HashMap;

use crate::graph::strong_components;
use crate::{Keyword, Sheet, Symbol};

/// The number of a predicate: a relation's name with its number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(u32);

impl PredicateId {
    /// The predicate's place in the order of first appearance.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A body atom of a predicate's rules.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: PredicateId,
    negated: bool,
    clause: usize,
}

/// A set of predicates that depend on each other.
#[derive(Clone, Debug, Default)]
pub struct Component {
    /// In the order of their numbers.
    pub members: Vec<PredicateId>,
    /// Whether a member depends on a member.
    pub recursive: bool,
    /// Whether a member depends on the negation of a member.
    pub through_negation: bool,
}

/// The dependency graph of a sheet's predicates.
///
/// `true` and `does` have no rules: that the next state becomes the current
/// one is no dependency.
#[derive(Clone, Debug)]
pub struct Dependencies {
    names: Vec<(Symbol, usize)>,
    ids: HashMap<(Symbol, usize), PredicateId>,
    edges: Vec<Vec<Edge>>,
    components: Vec<Component>,
    component_of: Vec<usize>,
    /// The predicate of each clause's head.
    heads: Vec<PredicateId>,
}

impl Dependencies {
    pub(crate) fn of(sheet: &Sheet) -> Self {
        let mut graph = Dependencies {
            names: Vec::new(),
            ids: HashMap::new(),
            edges: Vec::new(),
            components: Vec::new(),
            component_of: Vec::new(),
            heads: Vec::new(),
        };
        for (number, clause) in sheet.clauses.iter().enumerate() {
            let head = graph.intern(&clause.head.relation, clause.head.arguments.len());
            graph.heads.push(head);
            // `true` and `does` cannot be stated: a rule that does so is
            // reported, and makes no dependency.
            let keyword = clause.head.keyword();
            if keyword.is_some_and(|keyword| !keyword.heads_rules()) {
                continue;
            }
            for condition in &clause.body {
                condition.for_each_atom(&mut |atom, negated| {
                    let to = graph.intern(&atom.relation, atom.arguments.len());
                    graph.edges[head.index()].push(Edge {
                        to,
                        negated,
                        clause: number,
                    });
                });
            }
        }
        graph.find_components();
        graph
    }

    fn intern(&mut self, name: &Symbol, arity: usize) -> PredicateId {
        let key = (name.clone(), arity);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = PredicateId(self.names.len() as u32);
        self.names.push(key.clone());
        self.ids.insert(key, id);
        self.edges.push(Vec::new());
        id
    }

    /// The number of predicates.
    #[allow(clippy::len_without_is_empty, reason = "no game is without predicates")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The predicate of this name and number of arguments, if it occurs.
    pub fn id(&self, name: &str, arity: usize) -> Option<PredicateId> {
        self.ids.get(&(Symbol::new(name), arity)).copied()
    }

    /// The predicate of a keyword, if it occurs.
    pub fn keyword(&self, keyword: Keyword) -> Option<PredicateId> {
        self.id(keyword.name(), keyword.arity()?)
    }

    /// The name of a predicate.
    pub fn name(&self, predicate: PredicateId) -> &Symbol {
        &self.names[predicate.index()].0
    }

    /// The predicate that a clause is about.
    pub fn head(&self, clause: usize) -> PredicateId {
        self.heads[clause]
    }

    /// The components, each after all those that it depends on.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The number of a predicate's component.
    pub fn component_of(&self, predicate: PredicateId) -> usize {
        self.component_of[predicate.index()]
    }

    /// For each predicate whether `from` depends on it, directly or not.
    pub fn reachable_from(&self, from: &[PredicateId]) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut open = from.to_vec();
        while let Some(predicate) = open.pop() {
            if !std::mem::replace(&mut reached[predicate.index()], true) {
                open.extend(self.edges[predicate.index()].iter().map(|edge| edge.to));
            }
        }
        reached
    }

    /// For each component whether it is one of `seeds` or depends on one.
    pub fn components_above(&self, seeds: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut above = vec![false; self.components.len()];
        // Each component comes after all those that it depends on.
        for (number, component) in self.components.iter().enumerate() {
            let mut edges = component
                .members
                .iter()
                .flat_map(|member| &self.edges[member.index()]);
            above[number] = seeds(number) || edges.any(|edge| above[self.component_of(edge.to)]);
        }
        above
    }

    /// For each component whether it is unknown before a state is known: it depends on
    /// the state or the moves, or on itself through a negation.
    pub fn undecided(&self) -> Vec<bool> {
        let given = [Keyword::True, Keyword::Does]
            .map(|keyword| Some(self.component_of(self.keyword(keyword)?)));
        self.components_above(|number| {
            given.contains(&Some(number)) || self.components[number].through_negation
        })
    }

    /// A shortest chain of dependencies, with the clause of its first step.
    pub(crate) fn chain(
        &self,
        from: PredicateId,
        to: PredicateId,
    ) -> Option<(usize, Vec<PredicateId>)> {
        let mut via: Vec<Option<(PredicateId, usize)>> = vec![None; self.len()];
        let mut open = std::collections::VecDeque::from([from]);
        while let Some(predicate) = open.pop_front() {
            for edge in &self.edges[predicate.index()] {
                if via[edge.to.index()].is_none() && edge.to != from {
                    via[edge.to.index()] = Some((predicate, edge.clause));
                    open.push_back(edge.to);
                }
            }
        }
        let (mut at, mut chain) = (to, vec![to]);
        loop {
            let (before, clause) = via[at.index()]?;
            chain.push(before);
            if before == from {
                chain.reverse();
                return Some((clause, chain));
            }
            at = before;
        }
    }

    fn find_components(&mut self) {
        let targets = |edges: &Vec<Edge>| edges.iter().map(|edge| edge.to.index()).collect();
        let edges: Vec<Vec<usize>> = self.edges.iter().map(targets).collect();
        let components = strong_components(&edges);
        self.component_of = vec![0; self.len()];
        for (number, members) in components.iter().enumerate() {
            for &member in members {
                self.component_of[member] = number;
            }
        }
        self.components = components
            .into_iter()
            .map(|members| self.component(&members))
            .collect();
    }

    fn component(&self, members: &[usize]) -> Component {
        let number = self.component_of[members[0]];
        let inner = |edge: &&Edge| self.component_of[edge.to.index()] == number;
        let edges = || {
            members
                .iter()
                .flat_map(|&member| &self.edges[member])
                .filter(inner)
        };
        Component {
            recursive: edges().next().is_some(),
            through_negation: edges().any(|edge| edge.negated),
            members: members
                .iter()
                .map(|&member| PredicateId(member as u32))
                .collect(),
        }
    }
}

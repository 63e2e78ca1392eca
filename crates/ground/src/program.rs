//! Rules in the form that is made ground.
//!
//! In a [`Rule`] the atoms that bind variables are a plain list. What remains
//! of `or` needs no other variables: it is a condition on a match.

use gdl::{NameId, TermId, Terms, strong_components};

/// The number of a predicate: a relation's name with its number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PredicateId(pub u32);

impl PredicateId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a variable in its rule.
pub(crate) type Slot = usize;

/// A term with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Variable(Slot),
    Ground(TermId),
    Compound(NameId, Vec<Pattern>),
}

impl Pattern {
    pub fn for_each_variable(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Pattern::Variable(slot) => visit(*slot),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, arguments) => {
                for argument in arguments {
                    argument.for_each_variable(visit);
                }
            }
        }
    }
}

/// A predicate with a pattern for the whole atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    pub predicate: PredicateId,
    pub pattern: Pattern,
}

/// A condition that binds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// The atom holds.
    Holds(Atom),
    /// The atom does not hold.
    Absent(Atom),
    /// The terms are the same, or with `false` different.
    Compare(Pattern, Pattern, bool),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    pub fn for_each_variable(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Condition::Holds(atom) | Condition::Absent(atom) => {
                atom.pattern.for_each_variable(visit);
            }
            Condition::Compare(left, right, _) => {
                left.for_each_variable(visit);
                right.for_each_variable(visit);
            }
            Condition::All(parts) | Condition::Any(parts) => {
                for part in parts {
                    part.for_each_variable(visit);
                }
            }
        }
    }

    pub fn for_each_atom<'a>(&'a self, visit: &mut dyn FnMut(&'a Atom, bool)) {
        match self {
            Condition::Holds(atom) => visit(atom, false),
            Condition::Absent(atom) => visit(atom, true),
            Condition::Compare(..) => {}
            Condition::All(parts) | Condition::Any(parts) => {
                for part in parts {
                    part.for_each_atom(visit);
                }
            }
        }
    }
}

/// A rule without `or` among what binds its variables.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub head: Atom,
    pub positive: Vec<Atom>,
    pub conditions: Vec<Condition>,
    pub slots: usize,
    /// The number of the clause it comes from.
    pub clause: usize,
}

/// All the rules that matter, and what is known of their predicates.
#[derive(Debug)]
pub(crate) struct Program {
    pub terms: Terms,
    pub rules: Vec<Rule>,
    pub predicates: Vec<Predicate>,
}

impl Program {
    /// A term of a function, without variables if its arguments are.
    pub fn application(&mut self, name: NameId, arguments: Vec<Pattern>) -> Pattern {
        let ground = arguments.iter().map(|argument| match argument {
            Pattern::Ground(term) => Some(*term),
            _ => None,
        });
        match ground.collect::<Option<Vec<_>>>() {
            Some(ground) => Pattern::Ground(self.terms.intern(name, &ground)),
            None => Pattern::Compound(name, arguments),
        }
    }

    /// Determines again which predicates are static: those that depend neither
    /// on the given ones nor on themselves through a condition. A condition is
    /// decided once, so all of its atoms, negated or not, must be known before.
    pub fn classify(&mut self, given: &[PredicateId]) {
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); self.predicates.len()];
        let mut tested = edges.clone();
        for rule in &self.rules {
            let from = rule.head.predicate.index();
            edges[from].extend(rule.positive.iter().map(|atom| atom.predicate.index()));
            for condition in &rule.conditions {
                condition.for_each_atom(&mut |atom, _| {
                    edges[from].push(atom.predicate.index());
                    tested[from].push(atom.predicate.index());
                });
            }
        }
        let mut is_dynamic = vec![false; self.predicates.len()];
        for predicate in given {
            is_dynamic[predicate.index()] = true;
        }
        // What a component depends on comes before it.
        for members in strong_components(&edges) {
            let inside = |to: &usize| members.binary_search(to).is_ok();
            let depends = members.iter().any(|&member| {
                edges[member].iter().any(|&to| is_dynamic[to]) || tested[member].iter().any(inside)
            });
            for &member in &members {
                is_dynamic[member] |= depends;
            }
        }
        for (predicate, is_dynamic) in self.predicates.iter_mut().zip(is_dynamic) {
            predicate.kind = if is_dynamic {
                Kind::Dynamic
            } else {
                Kind::Static
            };
        }
    }

    /// Makes dynamic what depends on a dynamic predicate.
    pub fn spread_dynamic(&mut self) {
        loop {
            let mut changed = false;
            for rule in &self.rules {
                let is_dynamic =
                    |atom: &Atom| self.predicates[atom.predicate.index()].kind == Kind::Dynamic;
                let mut depends = rule.positive.iter().any(is_dynamic);
                for condition in &rule.conditions {
                    condition.for_each_atom(&mut |atom, _| depends |= is_dynamic(atom));
                }
                let head = &mut self.predicates[rule.head.predicate.index()];
                if depends && head.is_static() {
                    head.kind = Kind::Dynamic;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub name: NameId,
    pub kind: Kind,
}

impl Predicate {
    pub fn is_static(&self) -> bool {
        self.kind == Kind::Static
    }
}

/// When the atoms of a predicate are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// They are the same in every state, and derived before any state is known.
    Static,
    /// They depend on the state or the moves.
    Dynamic,
    /// They are the same in every state, but are found together with the
    /// dynamic ones, because they say which of those are needed.
    Demand,
}

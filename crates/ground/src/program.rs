//! Rules in the form in which they are made ground.
//!
//! In a [`Rule`] the atoms that bind variables are a plain list. What is left
//! of `or` needs no variables beyond those: it is a condition on a match.

use gdl::{NameId, TermId, Terms};

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
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub predicate: PredicateId,
    pub pattern: Pattern,
}

/// A condition that binds nothing.
#[derive(Clone, Debug)]
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

#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub name: NameId,
    /// Whether its atoms are the same in every state, and can be told before
    /// any state is known.
    pub is_static: bool,
}

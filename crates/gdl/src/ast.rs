//! The rules as they are written, with their places in the text.
//!
//! Equality is about what is written, not where: places do not count.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::{Keyword, Span};

/// A name: of a relation, a function, a constant or a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(Arc<str>);

impl Symbol {
    /// Makes the symbol of this name.
    pub fn new(name: &str) -> Self {
        Symbol(name.into())
    }
}

impl Deref for Symbol {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A variable, a constant or a function term.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it stands.
    pub span: Span,
}

/// See [`Term`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A variable, without KIF's question mark.
    Variable(Symbol),
    /// A function and its arguments; a constant has none.
    Compound(Symbol, Vec<Term>),
}

/// A relation and its arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The relation; keywords are in lower case.
    pub relation: Symbol,
    /// The arguments; a proposition has none.
    pub arguments: Vec<Term>,
    /// Where it stands.
    pub span: Span,
}

/// A part of a rule's body.
#[derive(Clone, Debug)]
pub struct Formula {
    /// What it is.
    pub kind: FormulaKind,
    /// Where it stands.
    pub span: Span,
}

/// See [`Formula`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// The atom holds.
    Atom(Atom),
    /// The terms differ.
    Distinct(Term, Term),
    /// The formula does not hold.
    Not(Box<Formula>),
    /// All of the formulas hold.
    And(Vec<Formula>),
    /// One of the formulas holds.
    Or(Vec<Formula>),
}

/// A rule, or with an empty body a fact.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What holds if the body does.
    pub head: Atom,
    /// The conditions, all of which must hold.
    pub body: Vec<Formula>,
    /// Where it stands.
    pub span: Span,
}

/// The clauses of a game, in the order of the text; not yet validated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The clauses.
    pub clauses: Vec<Clause>,
}

macro_rules! equal_wherever_it_stands {
    ($($kind:ident: $($field:ident),+;)+) => {$(
        impl PartialEq for $kind {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&+
            }
        }
        impl Eq for $kind {}
    )+};
}

equal_wherever_it_stands! {
    Term: kind;
    Atom: relation, arguments;
    Formula: kind;
    Clause: head, body;
}

impl Term {
    /// Whether no variable occurs in it.
    pub fn is_ground(&self) -> bool {
        match &self.kind {
            TermKind::Variable(_) => false,
            TermKind::Compound(_, arguments) => arguments.iter().all(Term::is_ground),
        }
    }

    /// Calls `visit` for every variable in it, from left to right.
    pub fn for_each_variable<'a>(&'a self, visit: &mut dyn FnMut(&'a Symbol, Span)) {
        match &self.kind {
            TermKind::Variable(name) => visit(name, self.span),
            TermKind::Compound(_, arguments) => {
                for argument in arguments {
                    argument.for_each_variable(visit);
                }
            }
        }
    }

    /// Calls `visit` for it and every term inside it.
    pub fn for_each_term<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        visit(self);
        if let TermKind::Compound(_, arguments) = &self.kind {
            for argument in arguments {
                argument.for_each_term(visit);
            }
        }
    }
}

impl Atom {
    /// The keyword that the relation is, if it is one.
    pub fn keyword(&self) -> Option<Keyword> {
        Keyword::from_name(&self.relation)
    }

    /// Calls `visit` for every variable in it, from left to right.
    pub fn for_each_variable<'a>(&'a self, visit: &mut dyn FnMut(&'a Symbol, Span)) {
        for argument in &self.arguments {
            argument.for_each_variable(visit);
        }
    }
}

impl Formula {
    /// Calls `visit` for every variable in it, from left to right.
    pub fn for_each_variable<'a>(&'a self, visit: &mut dyn FnMut(&'a Symbol, Span)) {
        match &self.kind {
            FormulaKind::Atom(atom) => atom.for_each_variable(visit),
            FormulaKind::Distinct(left, right) => {
                left.for_each_variable(visit);
                right.for_each_variable(visit);
            }
            FormulaKind::Not(inner) => inner.for_each_variable(visit),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                for part in parts {
                    part.for_each_variable(visit);
                }
            }
        }
    }

    /// Calls `visit` for every atom in it, and whether it is negated: stands
    /// under an odd number of `not`.
    pub fn for_each_atom<'a>(&'a self, visit: &mut dyn FnMut(&'a Atom, bool)) {
        self.visit_atoms(false, visit);
    }

    fn visit_atoms<'a>(&'a self, negated: bool, visit: &mut dyn FnMut(&'a Atom, bool)) {
        match &self.kind {
            FormulaKind::Atom(atom) => visit(atom, negated),
            FormulaKind::Distinct(..) => {}
            FormulaKind::Not(inner) => inner.visit_atoms(!negated, visit),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                for part in parts {
                    part.visit_atoms(negated, visit);
                }
            }
        }
    }

    /// Calls `visit` for every outermost term in it.
    pub fn for_each_argument<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        match &self.kind {
            FormulaKind::Atom(atom) => atom.arguments.iter().for_each(visit),
            FormulaKind::Distinct(left, right) => {
                visit(left);
                visit(right);
            }
            FormulaKind::Not(inner) => inner.for_each_argument(visit),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                for part in parts {
                    part.for_each_argument(visit);
                }
            }
        }
    }
}

//! Rules' bodies with their negations at the atoms.

use crate::{Atom, Clause, Formula, FormulaKind, Term};

/// A condition of a body, negations pushed down to the atoms.
#[derive(Clone, Debug)]
pub enum Literal<'a> {
    /// The atom holds.
    Atom(&'a Atom),
    /// The atom does not hold.
    Absent(&'a Atom),
    /// The terms are the same, or with `false` different.
    Compare(&'a Term, &'a Term, bool),
    /// All literals of one of the alternatives hold.
    Any(Vec<Vec<Literal<'a>>>),
}

impl Clause {
    /// The body as literals, all of which must hold.
    pub fn literals(&self) -> Vec<Literal<'_>> {
        let mut literals = Vec::new();
        for condition in &self.body {
            push_literals(condition, false, &mut literals);
        }
        literals
    }
}

fn push_literals<'a>(formula: &'a Formula, negated: bool, into: &mut Vec<Literal<'a>>) {
    match (&formula.kind, negated) {
        (FormulaKind::Atom(atom), false) => into.push(Literal::Atom(atom)),
        (FormulaKind::Atom(atom), true) => into.push(Literal::Absent(atom)),
        (FormulaKind::Distinct(left, right), _) => {
            into.push(Literal::Compare(left, right, negated));
        }
        (FormulaKind::Not(inner), _) => push_literals(inner, !negated, into),
        (FormulaKind::And(parts), false) | (FormulaKind::Or(parts), true) => {
            for part in parts {
                push_literals(part, negated, into);
            }
        }
        (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
            let alternative = |part| {
                let mut literals = Vec::new();
                push_literals(part, negated, &mut literals);
                literals
            };
            into.push(Literal::Any(parts.iter().map(alternative).collect()));
        }
    }
}

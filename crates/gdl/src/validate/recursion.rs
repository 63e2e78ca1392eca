//! The recursion restriction: recursive rules must not build ever new terms.
//!
//! GDL's specification asks of every atom of a body that depends on the head:
//! each argument is ground, or is also an argument of the head, or occurs as an
//! argument of another atom of the body that does not depend on the head.

use crate::dependencies::Dependencies;
use crate::quote::Quote;
use crate::{Atom, Code, Diagnostic, Formula, FormulaKind, Sheet, Term};

/// Reports the arguments that break the restriction.
pub(super) fn check(
    sheet: &Sheet,
    graph: &Dependencies,
    quote: Quote,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (number, clause) in sheet.clauses.iter().enumerate() {
        let component = graph.component_of(graph.head(number));
        if graph.components()[component].recursive {
            let mut recursion = Recursion {
                head: &clause.head,
                component,
                graph,
                quote,
                diagnostics,
            };
            recursion.check_all(&clause.body, &[]);
        }
    }
}

/// The check of one recursive clause.
struct Recursion<'a> {
    head: &'a Atom,
    component: usize,
    graph: &'a Dependencies,
    quote: Quote,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Recursion<'a> {
    /// Checks conditions that hold together with those in `outside`.
    fn check_all(&mut self, conditions: &'a [Formula], outside: &[&'a Atom]) {
        let mut bounding = outside.to_vec();
        for condition in conditions {
            self.add_bounding(condition, &mut bounding);
        }
        for condition in conditions {
            self.check(condition, &bounding);
        }
    }

    /// Collects the atoms outside the recursion that must hold if the
    /// condition does: those of an `or` need not.
    fn add_bounding(&self, condition: &'a Formula, bounding: &mut Vec<&'a Atom>) {
        match &condition.kind {
            FormulaKind::Atom(atom) if !self.is_recursive(atom) => bounding.push(atom),
            FormulaKind::And(parts) => {
                for part in parts {
                    self.add_bounding(part, bounding);
                }
            }
            _ => {}
        }
    }

    fn check(&mut self, condition: &'a Formula, bounding: &[&'a Atom]) {
        match &condition.kind {
            FormulaKind::Atom(atom) if self.is_recursive(atom) => self.check_atom(atom, bounding),
            FormulaKind::Atom(_) | FormulaKind::Distinct(..) => {}
            FormulaKind::Not(inner) => self.check(inner, bounding),
            FormulaKind::And(parts) => {
                for part in parts {
                    self.check(part, bounding);
                }
            }
            FormulaKind::Or(parts) => {
                for part in parts {
                    self.check_all(std::slice::from_ref(part), bounding);
                }
            }
        }
    }

    fn is_recursive(&self, atom: &Atom) -> bool {
        let predicate = self.graph.id(&atom.relation, atom.arguments.len());
        predicate.is_some_and(|predicate| self.graph.component_of(predicate) == self.component)
    }

    fn check_atom(&mut self, atom: &Atom, bounding: &[&Atom]) {
        let is_bounded = |term: &&Term| {
            term.is_ground()
                || self.head.arguments.contains(term)
                || bounding.iter().any(|atom| atom.arguments.contains(term))
        };
        if let Some(term) = atom.arguments.iter().find(|term| !is_bounded(term)) {
            let text = self.quote.term(term);
            self.diagnostics.push(Diagnostic::new(
                Code::RecursionRestriction,
                term.span,
                format!(
                    "the recursion through `{}` does not bound `{text}`",
                    self.quote.name(&atom.relation)
                ),
                format!(
                    "make `{text}` an argument of the head too, or add a condition outside the \
                     recursion that lists its values"
                ),
            ));
        }
    }
}

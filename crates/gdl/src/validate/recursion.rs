//! The recursion restriction: recursive rules must not build ever new terms.
//!
//! GDL's specification asks of every atom of a body that depends on the head:
//! each argument is ground, or is also an argument of the head, or occurs as an
//! argument of another atom of the body that does not depend on the head.

use super::Dependencies;
use crate::{Atom, Clause, Code, Diagnostic, Sheet, Term};

/// Reports the arguments that break the restriction.
pub(super) fn check(sheet: &Sheet, graph: &Dependencies, diagnostics: &mut Vec<Diagnostic>) {
    for (number, clause) in sheet.clauses.iter().enumerate() {
        let component = graph.component_of(graph.head(number));
        if graph.components()[component].recursive {
            check_clause(clause, component, graph, diagnostics);
        }
    }
}

fn check_clause(
    clause: &Clause,
    component: usize,
    graph: &Dependencies,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (mut recursive, mut bounding) = (Vec::new(), Vec::new());
    for condition in &clause.body {
        condition.for_each_atom(&mut |atom, negated| {
            let inside = graph
                .id(&atom.relation, atom.arguments.len())
                .is_some_and(|predicate| graph.component_of(predicate) == component);
            match inside {
                true => recursive.push(atom),
                false if !negated => bounding.push(atom),
                false => {}
            }
        });
    }
    for atom in recursive {
        check_atom(atom, clause, &bounding, diagnostics);
    }
}

fn check_atom(atom: &Atom, clause: &Clause, bounding: &[&Atom], diagnostics: &mut Vec<Diagnostic>) {
    let is_bounded = |term: &Term| {
        term.is_ground()
            || clause.head.arguments.contains(term)
            || bounding.iter().any(|atom| atom.arguments.contains(term))
    };
    if let Some(term) = atom.arguments.iter().find(|term| !is_bounded(term)) {
        diagnostics.push(Diagnostic::new(
            Code::RecursionRestriction,
            term.span,
            format!(
                "the recursion through `{}` does not bound `{term}`",
                atom.relation
            ),
            format!(
                "make `{term}` an argument of the head too, or add a condition outside the \
                 recursion that lists its values"
            ),
        ));
    }
}

//! The places of a clause that can be changed, by number.

use gdl::{Atom, Clause, Formula, FormulaKind, Term, TermKind};

/// Calls `visit` for every term of a clause, outer ones before inner ones.
pub fn for_each_term_mut(clause: &mut Clause, visit: &mut dyn FnMut(&mut Term)) {
    atom_terms(&mut clause.head, visit);
    for formula in &mut clause.body {
        formula_terms(formula, visit);
    }
}

fn atom_terms(atom: &mut Atom, visit: &mut dyn FnMut(&mut Term)) {
    for term in &mut atom.arguments {
        inner_terms(term, visit);
    }
}

fn inner_terms(term: &mut Term, visit: &mut dyn FnMut(&mut Term)) {
    visit(term);
    if let TermKind::Compound(_, arguments) = &mut term.kind {
        for argument in arguments {
            inner_terms(argument, visit);
        }
    }
}

fn formula_terms(formula: &mut Formula, visit: &mut dyn FnMut(&mut Term)) {
    match &mut formula.kind {
        FormulaKind::Atom(atom) => atom_terms(atom, visit),
        FormulaKind::Distinct(left, right) => {
            inner_terms(left, visit);
            inner_terms(right, visit);
        }
        FormulaKind::Not(inner) => formula_terms(inner, visit),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                formula_terms(part, visit);
            }
        }
    }
}

/// Calls `visit` for every formula of a clause, outer ones before inner ones.
pub fn for_each_formula_mut(clause: &mut Clause, visit: &mut dyn FnMut(&mut Formula)) {
    for formula in &mut clause.body {
        inner_formulas(formula, visit);
    }
}

fn inner_formulas(formula: &mut Formula, visit: &mut dyn FnMut(&mut Formula)) {
    visit(formula);
    match &mut formula.kind {
        FormulaKind::Atom(_) | FormulaKind::Distinct(..) => {}
        FormulaKind::Not(inner) => inner_formulas(inner, visit),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                inner_formulas(part, visit);
            }
        }
    }
}

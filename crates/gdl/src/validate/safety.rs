//! Safety: every variable of a head, under `not` or in `distinct` is bound by
//! a positive literal of the body.
//!
//! A variable in an `or` is bound if every alternative binds it.

use std::collections::BTreeSet;

use crate::{Clause, Code, Diagnostic, Formula, FormulaKind, Sheet, Span, Symbol};

type Variables<'a> = BTreeSet<&'a Symbol>;

const NOT_BOUND: &str = "no positive literal of the body binds";

/// Reports the variables that are not bound, once for each rule and kind.
pub(super) fn check(sheet: &Sheet, diagnostics: &mut Vec<Diagnostic>) {
    for clause in &sheet.clauses {
        check_clause(clause, diagnostics);
    }
}

fn check_clause(clause: &Clause, diagnostics: &mut Vec<Diagnostic>) {
    let bound = bound_by_all(&clause.body);
    let free = free_variables(&bound, |visit| clause.head.for_each_variable(visit));
    if let Some((span, names)) = free {
        let help = match clause.body.is_empty() {
            true => "a fact has no variables: name the constants, or add conditions that bind them",
            false => {
                "add a condition that says which values they have, such as a relation that \
                      lists them"
            }
        };
        let message = format!("the head uses {}, which {NOT_BOUND}", listed(&names, ", "));
        diagnostics.push(Diagnostic::new(Code::UnsafeHead, span, message, help));
    }
    for condition in &clause.body {
        check_formula(condition, &bound, diagnostics);
    }
}

fn check_formula<'a>(
    formula: &'a Formula,
    bound: &Variables<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    match &formula.kind {
        FormulaKind::Atom(_) => {}
        FormulaKind::Distinct(..) => {
            let free = free_variables(bound, |visit| formula.for_each_variable(visit));
            if let Some((span, names)) = free {
                diagnostics.push(Diagnostic::new(
                    Code::UnsafeDistinct,
                    span,
                    format!(
                        "`distinct` uses {}, which {NOT_BOUND}",
                        listed(&names, ", ")
                    ),
                    "add a condition that says which values they have: `distinct` only compares",
                ));
            }
        }
        FormulaKind::Not(inner) => check_negation(formula, inner, bound, diagnostics),
        FormulaKind::And(parts) => {
            let bound = bound | &bound_by_all(parts);
            for part in parts {
                check_formula(part, &bound, diagnostics);
            }
        }
        FormulaKind::Or(parts) => {
            for part in parts {
                check_formula(part, &(bound | &bound_by(part)), diagnostics);
            }
        }
    }
}

fn check_negation<'a>(
    formula: &'a Formula,
    inner: &'a Formula,
    bound: &Variables<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some((span, names)) = free_variables(bound, |visit| formula.for_each_variable(visit))
    else {
        return;
    };
    let mut kept = Variables::new();
    inner.for_each_variable(&mut |name, _| {
        if bound.contains(name) {
            kept.insert(name);
        }
    });
    let helper = match kept.is_empty() {
        true => "exists".to_owned(),
        false => format!(
            "(exists {})",
            listed(&kept.into_iter().collect::<Vec<_>>(), " ")
        ),
    };
    diagnostics.push(Diagnostic::new(
        Code::UnsafeNegation,
        span,
        format!("`not` uses {}, which {NOT_BOUND}", listed(&names, ", ")),
        format!(
            "to say that there is none, define `(<= {helper} {inner})` under a name of your own \
             and write `(not {helper})`"
        ),
    ));
}

/// The variables that a formula binds if it holds.
fn bound_by(formula: &Formula) -> Variables<'_> {
    match &formula.kind {
        FormulaKind::Atom(atom) => {
            let mut names = Variables::new();
            atom.for_each_variable(&mut |name, _| {
                names.insert(name);
            });
            names
        }
        FormulaKind::Distinct(..) | FormulaKind::Not(_) => Variables::new(),
        FormulaKind::And(parts) => bound_by_all(parts),
        FormulaKind::Or(parts) => {
            let sets = parts.iter().map(bound_by);
            sets.reduce(|left, right| &left & &right)
                .unwrap_or_default()
        }
    }
}

fn bound_by_all(parts: &[Formula]) -> Variables<'_> {
    parts.iter().flat_map(bound_by).collect()
}

/// The variables beyond the bound ones, with the place of the first.
fn free_variables<'a>(
    bound: &Variables<'a>,
    for_each: impl FnOnce(&mut dyn FnMut(&'a Symbol, Span)),
) -> Option<(Span, Vec<&'a Symbol>)> {
    let mut first = None;
    let mut seen = Variables::new();
    let mut names = Vec::new();
    for_each(&mut |name, span| {
        if !bound.contains(name) && seen.insert(name) {
            first.get_or_insert(span);
            names.push(name);
        }
    });
    Some((first?, names))
}

/// The names of variables; of very many only the first ones.
fn listed(names: &[&Symbol], separator: &str) -> String {
    const SHOWN: usize = 10;
    let shown = names.iter().take(SHOWN).map(|name| format!("?{name}"));
    let more = (names.len() > SHOWN).then(|| "…".to_owned());
    let shown: Vec<String> = shown.chain(more).collect();
    shown.join(separator)
}

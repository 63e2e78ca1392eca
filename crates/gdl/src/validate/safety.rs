//! Safety: every variable of a head, under `not` or in `distinct` is bound by
//! a positive literal of the body.
//!
//! A variable in an `or` is bound if every alternative binds it.

use std::collections::BTreeSet;

use super::binders::{Binder, Binders};
use crate::quote::Quote;
use crate::{Clause, Code, Diagnostic, Formula, FormulaKind, Sheet, Span, Symbol};

type Variables<'a> = BTreeSet<&'a Symbol>;

const NOT_BOUND: &str = "no positive literal of the body binds";

/// Reports the variables that are not bound, once for each rule and kind.
pub(super) fn check(
    sheet: &Sheet,
    binders: &Binders<'_, '_>,
    quote: Quote,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (number, clause) in sheet.clauses.iter().enumerate() {
        let mut safety = Safety {
            clause,
            number,
            binders,
            quote,
            diagnostics,
        };
        safety.check();
    }
}

/// The check of one clause.
struct Safety<'a, 'c> {
    clause: &'a Clause,
    number: usize,
    binders: &'c Binders<'c, 'a>,
    quote: Quote,
    diagnostics: &'c mut Vec<Diagnostic>,
}

impl<'a> Safety<'a, '_> {
    fn check(&mut self) {
        let bound = bound_by_all(&self.clause.body);
        let head = &self.clause.head;
        let free = free_variables(&bound, |visit| head.for_each_variable(visit));
        if let Some((span, names)) = free {
            let help = match self.clause.body.is_empty() {
                true => "a fact has no variables: name the constants, or add conditions that \
                         bind them"
                    .to_owned(),
                false => self.which_values(&names),
            };
            let message = format!("the head uses {}, which {NOT_BOUND}", self.listed(&names));
            self.report(Code::UnsafeHead, span, message, help);
        }
        for condition in &self.clause.body {
            self.check_formula(condition, &bound);
        }
    }

    fn check_formula(&mut self, formula: &'a Formula, bound: &Variables<'a>) {
        match &formula.kind {
            FormulaKind::Atom(_) => {}
            FormulaKind::Distinct(..) => {
                let free = free_variables(bound, |visit| formula.for_each_variable(visit));
                if let Some((span, names)) = free {
                    let message =
                        format!("`distinct` uses {}, which {NOT_BOUND}", self.listed(&names));
                    let help = format!("{}: `distinct` only compares", self.which_values(&names));
                    self.report(Code::UnsafeDistinct, span, message, help);
                }
            }
            FormulaKind::Not(inner) => self.check_negation(formula, inner, bound),
            FormulaKind::And(parts) => {
                let bound = bound | &bound_by_all(parts);
                for part in parts {
                    self.check_formula(part, &bound);
                }
            }
            FormulaKind::Or(parts) => {
                for part in parts {
                    self.check_formula(part, &(bound | &bound_by(part)));
                }
            }
        }
    }

    fn check_negation(&mut self, formula: &'a Formula, inner: &'a Formula, bound: &Variables<'a>) {
        let free = free_variables(bound, |visit| formula.for_each_variable(visit));
        let Some((span, names)) = free else {
            return;
        };
        let message = format!("`not` uses {}, which {NOT_BOUND}", self.listed(&names));
        let binders = self.binders.of(self.number, &names);
        let none = format!("to say that there is none, {}", self.define(inner, bound));
        let all_bound = binders.len() == names.len();
        let help = match names.iter().any(|name| self.occurs_outside(name, formula)) {
            true if all_bound => {
                format!("add {} to say which values are meant", quoted(&binders))
            }
            false if all_bound && binders.iter().all(|binder| binder.is_role) => {
                format!(
                    "{none}; to test one value at a time, add {}",
                    quoted(&binders)
                )
            }
            _ => none,
        };
        self.report(Code::UnsafeNegation, span, message, help);
    }

    /// How to negate that there is something.
    fn define(&self, inner: &'a Formula, bound: &Variables<'a>) -> String {
        let mut kept = Variables::new();
        inner.for_each_variable(&mut |name, _| {
            if bound.contains(name) {
                kept.insert(name);
            }
        });
        let kept: Vec<String> = kept.iter().map(|name| self.quote.variable(name)).collect();
        let exists = self.quote.application("exists", &kept);
        format!(
            "define `{}` under a name of your own and write `{}`",
            self.quote.rule(&exists, &self.quote.formula(inner)),
            self.quote.not(&exists)
        )
    }

    /// Whether a variable occurs outside the formula too, which is a condition of the
    /// clause or a part of one.
    fn occurs_outside(&self, variable: &Symbol, formula: &Formula) -> bool {
        let inside = |span: Span| formula.span.start <= span.start && span.end <= formula.span.end;
        let mut outside = false;
        let mut visit = |name: &Symbol, span: Span| {
            outside |= name == variable && !inside(span);
        };
        self.clause.head.for_each_variable(&mut visit);
        for condition in &self.clause.body {
            condition.for_each_variable(&mut visit);
        }
        outside
    }

    fn which_values(&self, names: &[&'a Symbol]) -> String {
        let binders = self.binders.of(self.number, names);
        let such_as = match binders.is_empty() {
            true => "a relation that lists them".to_owned(),
            false => quoted(&binders),
        };
        format!("add a condition that says which values they have, such as {such_as}")
    }

    /// The names of variables; of very many only the first ones.
    fn listed(&self, names: &[&Symbol]) -> String {
        const SHOWN: usize = 10;
        let shown = names
            .iter()
            .take(SHOWN)
            .map(|name| self.quote.variable(name));
        let more = (names.len() > SHOWN).then(|| "…".to_owned());
        let shown: Vec<String> = shown.chain(more).collect();
        shown.join(", ")
    }

    fn report(&mut self, code: Code, span: Span, message: String, help: String) {
        self.diagnostics
            .push(Diagnostic::new(code, span, message, help));
    }
}

fn quoted(binders: &[Binder]) -> String {
    let conditions = binders
        .iter()
        .map(|binder| format!("`{}`", binder.condition));
    let conditions: Vec<String> = conditions.collect();
    conditions.join(" and ")
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

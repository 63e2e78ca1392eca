//! Stratification: no atom may depend on its own negation.
//!
//! Three checks, each for what the one before leaves open. By predicate: no
//! component of the dependency graph has a negative edge inside. By rule: a
//! body atom depends on a rule only if it unifies with the rule's head, so that
//! `goal ?r 0` by `not goal ?r 100` is fine; every chain of ground atoms is
//! also a chain of rules, so this too is a proof. By evaluation: the
//! interpreter computes the well-founded model, and an atom that it leaves
//! undefined is an error; the initial state and one move are evaluated here,
//! other states when they are reached.

use std::collections::BTreeSet;

use game::Stop;

use super::unify::unifies;
use crate::dependencies::Dependencies;
use crate::quote::Quote;
use crate::{Budget, Clause, Code, Diagnostic, InterpretError, Interpreter, Rules, Sheet, Span};

/// Most rules in one component for which the proof by rule is tried: it looks
/// at all pairs.
const MAX_RULES: usize = 2000;

/// The clauses on a cycle through negation that neither proof excludes.
pub(super) fn suspects(sheet: &Sheet, graph: &Dependencies) -> Vec<usize> {
    let mut clauses_of: Vec<Vec<usize>> = vec![Vec::new(); graph.components().len()];
    for number in 0..sheet.clauses.len() {
        clauses_of[graph.component_of(graph.head(number))].push(number);
    }
    let pairs = graph.components().iter().zip(clauses_of);
    pairs
        .filter(|(component, _)| component.through_negation)
        .filter_map(|(_, clauses)| suspect(sheet, &clauses))
        .collect()
}

/// A clause among these that may depend on its own negation.
fn suspect(sheet: &Sheet, clauses: &[usize]) -> Option<usize> {
    if clauses.len() > MAX_RULES {
        return clauses.first().copied();
    }
    let edges: Vec<Vec<(usize, bool)>> = clauses
        .iter()
        .map(|&from| rule_edges(sheet, &sheet.clauses[from], clauses))
        .collect();
    (0..clauses.len()).find_map(|from| {
        let negative = edges[from].iter().filter(|(_, negated)| *negated);
        let negative = negative.map(|&(to, _)| to).collect();
        reaches(&edges, negative, from).then_some(clauses[from])
    })
}

/// The rules, by place in `clauses`, whose heads a body atom unifies with.
fn rule_edges(sheet: &Sheet, clause: &Clause, clauses: &[usize]) -> Vec<(usize, bool)> {
    let mut edges = BTreeSet::new();
    for condition in &clause.body {
        condition.for_each_atom(&mut |atom, negated| {
            for (place, &other) in clauses.iter().enumerate() {
                if unifies(atom, &sheet.clauses[other].head) {
                    edges.insert((place, negated));
                }
            }
        });
    }
    edges.into_iter().collect()
}

/// Whether one of the rules `open` depends on the rule `to`, or is it.
fn reaches(edges: &[Vec<(usize, bool)>], mut open: Vec<usize>, to: usize) -> bool {
    let mut seen = vec![false; edges.len()];
    while let Some(node) = open.pop() {
        if node == to {
            return true;
        }
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(edges[node].iter().map(|&(next, _)| next));
        }
    }
    false
}

/// Reports the suspects: by evaluation where there are rules to evaluate.
pub(super) fn check(
    sheet: &Sheet,
    suspects: &[usize],
    rules: Option<&Rules>,
    quote: Quote,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(&first) = suspects.first() else {
        return;
    };
    let undefined = rules.and_then(undefined_at_start);
    let span = |number: usize| -> Span { sheet.clauses[number].span };
    match undefined {
        Some(atom) => diagnostics.push(Diagnostic::new(
            Code::Unstratified,
            span(first),
            format!("`{atom}` depends on its own negation"),
            "break the circle: let one of its rules ask for something that is decided before",
        )),
        None => diagnostics.extend(suspects.iter().map(|&number| {
            Diagnostic::new(
                Code::StratificationUnproven,
                span(number),
                format!(
                    "`{}` may depend on its own negation",
                    quote.atom(&sheet.clauses[number].head)
                ),
                "states are checked as they are evaluated; rules without the circle would be \
                 proven at once",
            )
        })),
    }
}

/// An atom that the well-founded model leaves undefined at the start.
fn undefined_at_start(rules: &Rules) -> Option<String> {
    let evaluate = || -> Result<(), InterpretError> {
        let mut interpreter = Interpreter::new(rules, Budget::small(Stop::new()))?;
        interpreter.derive_everything_once()
    };
    match evaluate() {
        Err(InterpretError::Undefined { atom }) => Some(atom),
        _ => None,
    }
}

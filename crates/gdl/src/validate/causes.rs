//! Conditions that never hold, less those that are the consequence of others.
//!
//! In: the clauses on numbers and their [`Domains`]. Out: conditions that cannot hold
//! by the names that stand at their places. A rule that can never apply makes nothing,
//! so others may never apply either: only the first cause is kept.
//! Not here: the words for it (`unmet`).

use rustc_hash::FxHashMap;

use super::domains::{Domains, Misfit};
use super::patterns::{Condition, NameId, PatternKind, Patterns, RelationId};
use super::unify::arguments_unify;
use crate::Keyword;
use crate::graph::strong_components;

/// Most pairs of a condition and a head that are compared; beyond it a condition
/// counts as the consequence of another.
const MOST_PAIRS: usize = 100_000;

/// A condition that never holds.
pub(super) struct Unmet<'p, 'a> {
    rule: usize,
    pub(super) condition: &'p Condition<'a>,
    pub(super) misfit: Misfit<'p>,
    /// The rules that would meet it if they could apply.
    suppliers: Vec<usize>,
}

/// The conditions that never hold and are no consequence of others, in the order of
/// the text.
pub(super) fn causes<'p, 'a>(patterns: &'p Patterns<'a>, domains: &Domains) -> Vec<Unmet<'p, 'a>> {
    let unmet = unmet(patterns, domains, &mut Dead::of(patterns, domains));
    without_consequences(unmet, patterns.rules.len())
}

/// Keeps the conditions that are no consequence of others.
fn without_consequences<'p, 'a>(mut unmet: Vec<Unmet<'p, 'a>>, rules: usize) -> Vec<Unmet<'p, 'a>> {
    let mut edges = vec![Vec::new(); rules];
    for it in &unmet {
        edges[it.rule].extend(&it.suppliers);
    }
    let components = strong_components(&edges);
    let mut component_of = vec![0; edges.len()];
    for (number, members) in components.iter().enumerate() {
        for &member in members {
            component_of[member] = number;
        }
    }
    let inside = |from: usize| {
        let mut targets = edges[from].iter();
        targets.all(|&to| component_of[to] == component_of[from])
    };
    // Rules that wait for each other alone are a cause as well.
    unmet.retain(|it| {
        let members = &components[component_of[it.rule]];
        it.suppliers.is_empty() || members.iter().all(|&member| inside(member))
    });
    unmet
}

/// The conditions that never hold, in the order of the text.
fn unmet<'p, 'a>(
    patterns: &'p Patterns<'a>,
    domains: &Domains,
    dead: &mut Dead<'p, 'a>,
) -> Vec<Unmet<'p, 'a>> {
    let mut unmet = Vec::new();
    for (number, rule) in patterns.rules.iter().enumerate() {
        for requirement in &rule.body {
            requirement.for_each_condition(&mut |condition, _| {
                if let Some(misfit) = domains.misfit(condition, patterns) {
                    unmet.push(Unmet {
                        rule: number,
                        condition,
                        misfit,
                        suppliers: dead.suppliers(condition),
                    });
                }
            });
        }
    }
    unmet
}

/// The rules that can never apply.
struct Dead<'p, 'a> {
    patterns: &'p Patterns<'a>,
    by_subject: FxHashMap<Subject, Vec<usize>>,
    pairs: usize,
}

impl<'p, 'a> Dead<'p, 'a> {
    fn of(patterns: &'p Patterns<'a>, domains: &Domains) -> Self {
        let mut by_subject: FxHashMap<Subject, Vec<usize>> = FxHashMap::default();
        for (number, rule) in patterns.rules.iter().enumerate() {
            if !domains.can_apply(rule, patterns) {
                by_subject
                    .entry(subject(&rule.head))
                    .or_default()
                    .push(number);
            }
        }
        Dead {
            patterns,
            by_subject,
            pairs: 0,
        }
    }

    /// The rules that would meet the condition if they could apply.
    fn suppliers(&mut self, condition: &Condition<'_>) -> Vec<usize> {
        let rules = self
            .by_subject
            .get(&subject(condition))
            .into_iter()
            .flatten();
        let supply = |&rule: &usize| {
            self.pairs += 1;
            let head = self.patterns.rules[rule].head.atom;
            self.pairs > MOST_PAIRS || arguments_unify(&head.arguments, &condition.atom.arguments)
        };
        rules.copied().filter(supply).collect()
    }
}

/// What an atom is about: its relation, and the name of the fluent or move.
type Subject = (RelationId, Option<NameId>);

fn subject(condition: &Condition<'_>) -> Subject {
    let inner = match condition.atom.keyword() {
        Some(Keyword::True | Keyword::Init | Keyword::Next) => condition.arguments.first(),
        Some(Keyword::Does | Keyword::Legal) => condition.arguments.get(1),
        _ => None,
    };
    let name = inner.and_then(|pattern| match pattern.kind {
        PatternKind::Compound(name, _) => Some(name),
        PatternKind::Variable(_) => None,
    });
    (condition.relation, name)
}

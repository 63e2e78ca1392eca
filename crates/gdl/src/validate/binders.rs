//! Conditions that would bind a variable: for hints.
//!
//! In: the clauses on numbers, with the names at their places. Out: `(role ?p)` for a
//! variable that stands where roles stand, or another relation of one argument that
//! holds of all that stands there and is the same in every state.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

use super::domains::Domains;
use super::patterns::{Condition, NameId, PatternKind, Patterns, PlaceId, RelationId};
use crate::dependencies::Dependencies;
use crate::quote::Quote;
use crate::{Clause, Formula, FormulaKind, Keyword, Sheet, Symbol, Term, TermKind};

/// Most variables of a sheet for which a condition is looked for.
const MOST_VARIABLES: usize = 200;

/// Suggests conditions.
pub(super) struct Binders<'r, 'a> {
    sheet: &'a Sheet,
    patterns: &'r Patterns<'a>,
    domains: Option<&'r Domains>,
    graph: &'r Dependencies,
    quote: Quote,
    /// The relations of one argument that are the same in every state.
    lists: OnceCell<Vec<RelationId>>,
    variables: Cell<usize>,
}

/// A condition that binds a variable.
pub(super) struct Binder {
    /// The condition as the author would write it.
    pub(super) condition: String,
    /// Whether it is `role`.
    pub(super) is_role: bool,
}

impl<'r, 'a> Binders<'r, 'a> {
    pub(super) fn new(
        sheet: &'a Sheet,
        patterns: &'r Patterns<'a>,
        domains: Option<&'r Domains>,
        graph: &'r Dependencies,
        quote: Quote,
    ) -> Self {
        Binders {
            sheet,
            patterns,
            domains,
            graph,
            quote,
            lists: OnceCell::new(),
            variables: Cell::new(0),
        }
    }

    /// A condition for each of these variables of a clause that has one.
    pub(super) fn of(&self, clause: usize, variables: &[&Symbol]) -> Vec<Binder> {
        let binders = variables.iter().filter_map(|variable| {
            self.variables.set(self.variables.get() + 1);
            if self.variables.get() > MOST_VARIABLES {
                return None;
            }
            let relation = self.relation(clause, variable)?;
            let (name, _) = self.patterns.relation_name(relation);
            Some(Binder {
                condition: self
                    .quote
                    .application(name, &[self.quote.variable(variable)]),
                is_role: name == Keyword::Role.name(),
            })
        });
        binders.collect()
    }

    fn relation(&self, clause: usize, variable: &Symbol) -> Option<RelationId> {
        let mut places = self.places(clause, variable);
        if places.is_empty() {
            let other = compared_with(&self.sheet.clauses[clause], variable)?;
            places = self.places(clause, other);
        }
        let role = self.patterns.relation(Keyword::Role.name(), 1)?;
        if places.iter().any(|place| self.is_of_roles(*place)) {
            return Some(role);
        }
        let domains = self.domains?;
        let names = places.iter().map(|place| domains.names(*place));
        let names = names
            .filter(|names| !names.is_empty())
            .min_by_key(|names| names.len())?;
        match self.lists(role, names) {
            true => Some(role),
            false => self.smallest_list(names),
        }
    }

    /// Where a variable stands in a clause.
    fn places(&self, clause: usize, variable: &Symbol) -> Vec<PlaceId> {
        let rule = &self.patterns.rules[clause];
        let Some(&variable) = rule.variables.get(variable) else {
            return Vec::new();
        };
        let mut places = Vec::new();
        let mut add = |condition: &Condition<'_>| {
            condition.for_each_pattern(self.patterns, &mut |pattern, place| {
                if matches!(pattern.kind, PatternKind::Variable(it) if it == variable) {
                    places.push(place);
                }
            });
        };
        add(&rule.head);
        for requirement in &rule.body {
            requirement.for_each_condition(&mut |condition, _| add(condition));
        }
        places
    }

    /// Whether the language has a role at this place.
    fn is_of_roles(&self, place: PlaceId) -> bool {
        [Keyword::Legal, Keyword::Goal, Keyword::Input]
            .iter()
            .any(|keyword| {
                let relation = self.patterns.relation(keyword.name(), 2);
                relation.is_some_and(|relation| self.patterns.place(relation, 0) == place)
            })
    }

    /// Whether a relation of one argument holds of all these names.
    fn lists(&self, relation: RelationId, names: &BTreeSet<NameId>) -> bool {
        let listed =
            |domains: &Domains| names.is_subset(domains.names(self.patterns.place(relation, 0)));
        self.domains.is_some_and(listed)
    }

    /// The relation that lists these names and fewest others.
    fn smallest_list(&self, names: &BTreeSet<NameId>) -> Option<RelationId> {
        let domains = self.domains?;
        let lists = self.lists.get_or_init(|| self.constant_relations());
        let lists = lists
            .iter()
            .copied()
            .filter(|&relation| self.lists(relation, names));
        lists.min_by_key(|&relation| domains.names(self.patterns.place(relation, 0)).len())
    }

    fn constant_relations(&self) -> Vec<RelationId> {
        let dynamic = [Keyword::True, Keyword::Does].map(|keyword| self.graph.keyword(keyword));
        let dynamic = dynamic.map(|it| it.map(|keyword| self.graph.component_of(keyword)));
        let changing = self
            .graph
            .components_above(|it| dynamic.contains(&Some(it)));
        let relations = self.patterns.all_relations().filter(|&relation| {
            let (name, arity) = self.patterns.relation_name(relation);
            let predicate = self.graph.id(name, arity);
            arity == 1
                && Keyword::from_name(name).is_none()
                && predicate.is_some_and(|it| !changing[self.graph.component_of(it)])
        });
        relations.collect()
    }
}

/// The variable from which `distinct` tells this one.
fn compared_with<'a>(clause: &'a Clause, variable: &Symbol) -> Option<&'a Symbol> {
    clause
        .body
        .iter()
        .find_map(|condition| compared_in(condition, variable))
}

fn compared_in<'a>(formula: &'a Formula, variable: &Symbol) -> Option<&'a Symbol> {
    let named = |term: &'a Term| match &term.kind {
        TermKind::Variable(name) => Some(name),
        TermKind::Compound(..) => None,
    };
    match &formula.kind {
        FormulaKind::Atom(_) => None,
        FormulaKind::Distinct(left, right) => match (named(left)?, named(right)?) {
            (one, other) if one == variable => Some(other),
            (other, one) if one == variable => Some(other),
            _ => None,
        },
        FormulaKind::Not(inner) => compared_in(inner, variable),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            parts.iter().find_map(|part| compared_in(part, variable))
        }
    }
}

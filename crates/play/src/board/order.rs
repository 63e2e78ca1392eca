//! The order of rows and columns.
//!
//! In: names. Out: numbers by size; other names in the order of a relation of the
//! rules that leads from each to the next, or else by spelling.

use std::collections::{BTreeMap, BTreeSet};

use gdl::Rules;

/// The names, each once, in order.
pub(super) fn ordered(names: BTreeSet<String>, rules: &Rules) -> Vec<String> {
    let names: Vec<String> = names.into_iter().collect();
    known_order(&names, rules).unwrap_or(names)
}

/// The order of names that are numbers, or that the rules put in order.
pub(super) fn known_order(names: &[String], rules: &Rules) -> Option<Vec<String>> {
    if names.iter().all(|name| name.parse::<i64>().is_ok()) {
        let mut names = names.to_vec();
        names.sort_by_key(|name| name.parse::<i64>().ok());
        return Some(names);
    }
    chain(names, rules)
}

/// The names in the order of a relation of the rules that leads from each to the
/// next, if there is one.
fn chain(names: &[String], rules: &Rules) -> Option<Vec<String>> {
    let mut relations: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for clause in rules.clauses().iter().filter(|it| it.body.is_empty()) {
        let [from, to] = clause.head.arguments.as_slice() else {
            continue;
        };
        let (from, to) = (from.to_string(), to.to_string());
        if names.contains(&from) && names.contains(&to) {
            let relation = relations
                .entry(clause.head.relation.to_string())
                .or_default();
            relation.insert(from, to);
        }
    }
    relations.values().find_map(|next| {
        let reached: BTreeSet<&String> = next.values().collect();
        let mut first = names.iter().filter(|name| !reached.contains(name));
        let (Some(first), None) = (first.next(), first.next()) else {
            return None;
        };
        let mut order = vec![first.clone()];
        while let Some(next) = next.get(order.last()?).filter(|it| !order.contains(it)) {
            order.push(next.clone());
        }
        (order.len() == names.len()).then_some(order)
    })
}

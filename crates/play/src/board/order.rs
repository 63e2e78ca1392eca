//! The order of rows and columns.
//!
//! In: names. Out: numbers by size, single letters by the alphabet, other names in the
//! order of a relation of the rules that leads from each to the next, or else by
//! spelling.

use std::collections::{BTreeMap, BTreeSet};

use gdl::{Atom, Rules};

/// Fewest names of a ring that is the side of a board.
const MIN_RING: usize = 5;

/// The names along one side of a board, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub names: Vec<String>,
    pub kind: Kind,
}

/// What the names of an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Numbers, or one word with different numbers behind it.
    Numbers,
    /// Single letters.
    Letters,
    /// Anything else.
    Words,
}

impl Axis {
    /// The names, each once, in order.
    pub(super) fn new(names: BTreeSet<&str>, rules: &Rules) -> Self {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let kind = match () {
            () if numbers(&names).is_some() => Kind::Numbers,
            () if are_letters(&names) => Kind::Letters,
            () => Kind::Words,
        };
        Axis {
            names: known_order(&names, rules).unwrap_or(names),
            kind,
        }
    }

    /// The place of a name.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }
}

/// The order of names that are numbers or letters, or that the rules put in order.
pub(super) fn known_order(names: &[String], rules: &Rules) -> Option<Vec<String>> {
    if let Some(numbers) = numbers(names) {
        let mut numbered: Vec<(i64, &String)> = numbers.into_iter().zip(names).collect();
        numbered.sort();
        return Some(numbered.into_iter().map(|it| it.1.clone()).collect());
    }
    if are_letters(names) {
        let mut names = names.to_vec();
        names.sort();
        return Some(names);
    }
    chain(names, rules)
}

/// The numbers of the names: `7`, or `row7` if all have the same word before it.
fn numbers(names: &[String]) -> Option<Vec<i64>> {
    let plain: Option<Vec<i64>> = names.iter().map(|name| name.parse().ok()).collect();
    if plain.is_some() {
        return plain;
    }
    let first = names.first()?;
    let word = &first[..first.find(|it: char| it.is_ascii_digit())?];
    let number = |name: &String| name.strip_prefix(word)?.parse::<u32>().ok();
    let numbers = names.iter().map(|name| number(name).map(i64::from));
    numbers.collect()
}

fn are_letters(names: &[String]) -> bool {
    let is_letter = |name: &String| matches!(name.as_bytes(), [byte] if byte.is_ascii_alphabetic());
    names.iter().all(is_letter)
}

/// The names in the order of a relation of the rules that leads from each to at most one
/// other, if there is one. Of a ring, the name that is spelt first begins; a small ring
/// tells whose turn is next, and is no side of a board.
fn chain(names: &[String], rules: &Rules) -> Option<Vec<String>> {
    let mut relations: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for clause in rules.clauses().iter().filter(|it| it.body.is_empty()) {
        for (relation, [from, to]) in pairs(&clause.head) {
            if from != to && names.contains(&from) && names.contains(&to) {
                let next = relations.entry(relation).or_default();
                next.entry(from).or_default().insert(to);
            }
        }
    }
    relations.values().find_map(|next| path(names, next))
}

/// The pairs that a fact relates: `(after 1 2)`, and with one argument as part of the
/// relation `(plus 1 1 2)`.
fn pairs(fact: &Atom) -> Vec<(String, [String; 2])> {
    let words: Vec<String> = fact.arguments.iter().map(ToString::to_string).collect();
    match words.as_slice() {
        [from, to] => vec![(fact.relation.to_string(), [from.clone(), to.clone()])],
        [_, _, _] => {
            let pair = |fixed: usize| {
                let name = format!("{} {fixed} {}", fact.relation, words[fixed]);
                let mut others = words.clone();
                others.remove(fixed);
                (name, [others[0].clone(), others[1].clone()])
            };
            (0..3).map(pair).collect()
        }
        _ => Vec::new(),
    }
}

/// The one path through all names.
fn path(names: &[String], next: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    if next.values().any(|it| it.len() > 1) {
        return None;
    }
    let reached: BTreeSet<&String> = next.values().flatten().collect();
    let first = names.iter().find(|name| !reached.contains(name));
    if first.is_none() && names.len() < MIN_RING {
        return None;
    }
    let mut order = vec![first.or(names.first())?.clone()];
    while let Some(to) = next.get(order.last()?).and_then(BTreeSet::first) {
        if order.contains(to) {
            break;
        }
        order.push(to.clone());
    }
    (order.len() == names.len()).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(names: &[&str], facts: &str) -> Vec<String> {
        let text = format!("(role r) (legal r a) (init p) terminal (goal r 0) {facts}");
        let rules = gdl::load(&gdl::Source::new("facts", text.as_bytes()), None).rules;
        Axis::new(names.iter().copied().collect(), &rules.unwrap()).names
    }

    #[test]
    fn numbers_go_by_size_and_not_by_spelling() {
        assert_eq!(order(&["10", "9", "-1"], ""), ["-1", "9", "10"]);
        assert_eq!(order(&["r10", "r9"], ""), ["r9", "r10"]);
    }

    #[test]
    fn names_go_by_a_relation_that_leads_from_each_to_one_other() {
        let facts = "(after low mid) (after mid top) (after top roof)
            (beside low mid) (beside mid low) (beside mid top) (beside top mid)";
        assert_eq!(order(&["low", "mid", "top"], facts), ["low", "mid", "top"]);
    }

    #[test]
    fn sums_with_one_are_an_order() {
        let facts = "(sum one one two) (sum one two six) (sum two one six)";
        assert_eq!(order(&["one", "six", "two"], facts), ["one", "two", "six"]);
    }

    #[test]
    fn a_ring_has_an_order_too() {
        let names = ["ann", "tom", "bob", "sue", "eve"];
        let facts = "(then ann tom) (then tom bob) (then bob sue) (then sue eve) (then eve ann)";
        assert_eq!(order(&names, facts), names);
        let turns = "(then tom bob) (then bob ann) (then ann tom)";
        assert_eq!(order(&names[..3], turns), ["ann", "bob", "tom"]);
    }
}

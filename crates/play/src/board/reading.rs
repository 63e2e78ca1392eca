//! Which way a numbered board is read.
//!
//! In: the rules. Out: along which axis the numbers of a finished puzzle count up line
//! by line: `1 2 3`, below it `4 5 6`. Such a layout stands in the rules as facts, one
//! for each cell, or as one condition with all cells.

use std::collections::BTreeMap;

use gdl::{Atom, FormulaKind, Rules, Term, TermKind};

use super::field::Field;

/// Fewest numbers that show an order.
const MIN_NUMBERS: usize = 3;

/// The axis that goes down, with the directions in which it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub down: usize,
    /// Whether the first place of that axis is at the top.
    pub from_first: bool,
}

/// How the board is read, if the rules have a layout that counts up along it.
pub(super) fn reading(field: &Field, rules: &Rules) -> Option<Reading> {
    let mut layouts: BTreeMap<String, BTreeMap<i64, Vec<[usize; 2]>>> = BTreeMap::new();
    for (number, clause) in rules.clauses().iter().enumerate() {
        let head = [&clause.head]
            .into_iter()
            .filter(|_| clause.body.is_empty());
        for (cell, content) in head.filter_map(|atom| numbered(field, atom)) {
            let layout = layouts.entry(clause.head.relation.to_string());
            layout.or_default().entry(content).or_default().push(cell);
        }
        let conditions = clause.body.iter().filter_map(|it| match &it.kind {
            FormulaKind::Atom(atom) => Some(atom),
            _ => None,
        });
        for (cell, content) in conditions.filter_map(|atom| numbered(field, atom)) {
            let layout = layouts.entry(number.to_string());
            layout.or_default().entry(content).or_default().push(cell);
        }
    }
    // Where a game begins is often the order that a puzzle is to get away from.
    layouts.remove("init");
    layouts.values().find_map(order)
}

/// The cell and the number in it, if an atom says nothing else.
fn numbered(field: &Field, atom: &Atom) -> Option<([usize; 2], i64)> {
    let arguments: &[Term] = match atom.arguments.as_slice() {
        [only] => match &only.kind {
            TermKind::Compound(_, arguments) => arguments,
            TermKind::Variable(_) => return None,
        },
        arguments => arguments,
    };
    let [one, other, content] = arguments else {
        return None;
    };
    let one = field.axes[0].place(&one.to_string())?;
    let other = field.axes[1].place(&other.to_string())?;
    let content = content.to_string();
    let is_known = field.contents.iter().any(|it| it.name == content);
    let number = content.parse().ok().filter(|_| is_known)?;
    Some(([one, other], number))
}

/// The order of a layout in which each number is in one cell.
fn order(layout: &BTreeMap<i64, Vec<[usize; 2]>>) -> Option<Reading> {
    let cells: Vec<[usize; 2]> = layout.values().flatten().copied().collect();
    if layout.len() < MIN_NUMBERS || cells.len() != layout.len() {
        return None;
    }
    [(1, true), (1, false), (0, true), (0, false)]
        .map(|(down, from_first)| Reading { down, from_first })
        .into_iter()
        .find(|way| {
            let key = |cell: &[usize; 2]| {
                let (line, place) = (cell[way.down] as i64, cell[1 - way.down] as i64);
                (if way.from_first { line } else { -line }, place)
            };
            let lines: std::collections::BTreeSet<i64> = cells.iter().map(|it| key(it).0).collect();
            lines.len() > 1 && cells.is_sorted_by_key(key)
        })
}

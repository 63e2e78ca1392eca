//! Moves that differ only in what they do to single parts.
//!
//! In: [`Columns`]. Out: [`Family`]s: together they have each move once, and each has all
//! combinations of a column for each part. So in a family it does not matter which move it
//! is, only where the parts go: what a part can do in it does not depend on the others.
//!
//! In an interleaved sum the moves in one part are a family, with a single column for each
//! other part. In a lock-step game the moves that are tuples are one.

use std::collections::BTreeMap;

use crate::product::columns::{Columns, Row};
use crate::signal::Signal;

/// Moves that are all combinations of a column for each part.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// Conditions that depend on several parts, all of which must hold.
    pub guards: Vec<Signal>,
    /// The context that the moves lead to.
    pub to: usize,
    pub columns: Combinations,
}

/// For each part some of its columns, in ascending order: all combinations of them.
type Combinations = Vec<Box<[u32]>>;

/// The families of each context.
pub(crate) fn families(columns: &Columns) -> Vec<Vec<Family>> {
    columns.rows.iter().map(|rows| of_context(rows)).collect()
}

fn of_context(rows: &[Row]) -> Vec<Family> {
    let mut kinds: BTreeMap<(&[Signal], usize), Vec<Combinations>> = BTreeMap::new();
    for row in rows {
        let single = row.columns.iter().map(|&it| [it].into()).collect();
        let kind = kinds.entry((&row.guards, row.to)).or_default();
        kind.push(single);
    }
    let mut families = Vec::new();
    for ((guards, to), mut boxes) in kinds {
        boxes.sort_unstable();
        boxes.dedup();
        join(&mut boxes);
        families.extend(boxes.into_iter().map(|columns| Family {
            guards: guards.to_vec(),
            to,
            columns,
        }));
    }
    families
}

/// Joins boxes that differ in a single part, as long as there are some. They stay disjoint.
fn join(boxes: &mut Vec<Combinations>) {
    let parts = boxes.first().map_or(0, Vec::len);
    loop {
        let before = boxes.len();
        for part in 0..parts {
            let mut alike: BTreeMap<Combinations, Vec<u32>> = BTreeMap::new();
            for mut columns in boxes.drain(..) {
                let own = std::mem::take(&mut columns[part]);
                alike.entry(columns).or_default().extend(own);
            }
            boxes.extend(alike.into_iter().map(|(mut columns, mut own)| {
                own.sort_unstable();
                own.dedup();
                columns[part] = own.into();
                columns
            }));
        }
        if boxes.len() == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(rows: &[&[u32]]) -> Vec<Combinations> {
        let single = |row: &&[u32]| row.iter().map(|&it| [it].into()).collect();
        let mut boxes = rows.iter().map(single).collect();
        join(&mut boxes);
        boxes
    }

    #[test]
    fn tuples_are_one_family() {
        let rows: &[&[u32]] = &[&[1, 1], &[1, 2], &[2, 1], &[2, 2]];
        let family: Combinations = vec![[1, 2].into(), [1, 2].into()];
        assert_eq!(joined(rows), [family]);
        assert_eq!(joined(&rows[..3]).len(), 2);
    }

    #[test]
    fn moves_in_one_part_are_a_family() {
        let rows: &[&[u32]] = &[&[0, 1, 5], &[1, 0, 5], &[2, 0, 5], &[0, 2, 5]];
        assert_eq!(joined(rows).len(), 2);
    }
}

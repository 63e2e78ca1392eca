//! What each move does to each part.
//!
//! In: [`Rules`] and the part of each bit. Out: [`Columns`]: for each part the different
//! things that moves do to it and when they allow that; for each move which of them.

use rustc_hash::FxHashMap;

use crate::pieces::Signal;
use crate::product::net::Supports;
use crate::product::rules::Rules;

/// What a move does to one part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Column {
    /// Conditions on this part alone, all of which must hold.
    pub legal: Vec<Signal>,
    /// The bits of this part that change, and what each becomes.
    pub writes: Vec<(u32, Signal)>,
}

/// A move as its columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Row {
    /// For each part the number of the column.
    pub columns: Box<[u32]>,
    /// Conditions that depend on several parts, all of which must hold.
    pub guards: Vec<Signal>,
    /// The context that it leads to.
    pub to: usize,
}

/// All moves, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// For each part its columns; the first one does nothing.
    pub of: Vec<Vec<Column>>,
    /// For each context its moves, in the order of the rules.
    pub rows: Vec<Vec<Row>>,
}

/// The column of moves that have nothing to do with a part.
pub(crate) const IDLE: u32 = 0;

impl Columns {
    /// Takes the moves apart; `part` is the part of each bit.
    pub fn new(rules: &Rules, supports: &Supports, part: &[usize], parts: usize) -> Self {
        let mut ids: Vec<FxHashMap<Column, u32>> = vec![FxHashMap::default(); parts];
        let mut of = vec![vec![Column::default()]; parts];
        for ids in &mut ids {
            ids.insert(Column::default(), IDLE);
        }
        let mut rows = Vec::new();
        for context in &rules.contexts {
            let mut moves = Vec::new();
            for mov in &context.moves {
                let mut found = vec![Column::default(); parts];
                for &(bit, becomes) in &mov.writes {
                    found[part[bit as usize]].writes.push((bit, becomes));
                }
                let mut guards = Vec::new();
                for condition in rules.net.conjuncts(mov.legal) {
                    match only_part(supports, part, condition) {
                        Some(only) => found[only].legal.push(condition),
                        None => guards.push(condition),
                    }
                }
                let numbered = found.into_iter().enumerate().map(|(part, column)| {
                    let columns = &mut of[part];
                    *ids[part].entry(column).or_insert_with_key(|column| {
                        columns.push(column.clone());
                        columns.len() as u32 - 1
                    })
                });
                moves.push(Row {
                    columns: numbered.collect(),
                    guards,
                    to: mov.to,
                });
            }
            rows.push(moves);
        }
        Columns { of, rows }
    }
}

/// The part that a signal depends on, if it is only one.
pub(crate) fn only_part(supports: &Supports, part: &[usize], signal: Signal) -> Option<usize> {
    let mut parts = supports.bits(signal).map(|bit| part[bit]);
    let first = parts.next()?;
    parts.all(|it| it == first).then_some(first)
}

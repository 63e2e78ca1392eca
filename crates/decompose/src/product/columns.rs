//! What each move does to each part.
//!
//! In: [`Rules`] and the part of each bit. Out: [`Columns`]: for each part the different
//! things that moves do to it and when they allow that; for each move which of them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::product::rules::{Context, Rules};
use crate::product::supports::Supports;
use crate::signal::Signal;

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
            let usual = usual_writes(context);
            let is_usual = |&(bit, becomes): &(u32, Signal)| {
                let is_own = |read: usize| part[read] == part[bit as usize];
                usual.contains(&(bit, becomes)) && supports.bits(becomes).all(is_own)
            };
            for mov in &context.moves {
                let mut found = vec![Column::default(); parts];
                let usual: Vec<(u32, Signal)> =
                    mov.plain.iter().copied().filter(is_usual).collect();
                let has = |bit: u32| usual.binary_search_by_key(&bit, |it| it.0).is_ok();
                let special = mov.writes.iter().copied().filter(|it| !has(it.0));
                let mut writes: Vec<(u32, Signal)> = special.chain(usual.iter().copied()).collect();
                writes.sort_unstable();
                for (bit, becomes) in writes {
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

/// What more than half of all moves make of a bit. It is kept as it is, although where one of
/// these moves is legal it may be simpler: so these moves are seen to do the same.
fn usual_writes(context: &Context) -> FxHashSet<(u32, Signal)> {
    let mut counts: FxHashMap<(u32, Signal), usize> = FxHashMap::default();
    for &write in context.moves.iter().flat_map(|it| &it.plain) {
        *counts.entry(write).or_default() += 1;
    }
    let usual = counts
        .into_iter()
        .filter(|it| 2 * it.1 > context.moves.len());
    usual.map(|it| it.0).collect()
}

/// The part that a signal depends on, if it is only one.
pub(crate) fn only_part(supports: &Supports, part: &[usize], signal: Signal) -> Option<usize> {
    let mut parts = supports.bits(signal).map(|bit| part[bit]);
    let first = parts.next()?;
    parts.all(|it| it == first).then_some(first)
}

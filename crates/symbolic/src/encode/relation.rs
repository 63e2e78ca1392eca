//! Builds the relation of a move.
//!
//! In: the states in which the move is legal, and for each variable that it writes a
//! function that gives the new value. Out: the relation of exactly the pairs (s, s')
//! with s legal, s' as the functions say on written variables and like s elsewhere.

use rustc_hash::FxHashMap;

use crate::diagram::{Halt, Set};
use crate::knobs::Knobs;
use crate::matrix::MatrixId;
use crate::space::Space;

/// A variable that a move writes, and the states after which it is true.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub variable: u32,
    pub value: Set,
}

/// The relation of a move. `writes` are in the order of their variables.
///
/// A step remembers one set for each variable that is still to be written. These can be
/// far more than the nodes of the result: a move that rewrites most of the state must
/// remember what it has promised to all variables further up. So the space counts this
/// as work, and its allowance limits it.
pub(crate) fn build(space: &Space, legal: &Set, writes: &[Write]) -> Result<MatrixId, Halt> {
    let variables = writes.iter().map(|write| write.variable);
    let mut builder = Builder {
        space,
        variables: variables.collect(),
        known: FxHashMap::default(),
        taken: 0,
        uncounted: 0,
    };
    let values = writes.iter().map(|write| write.value.clone());
    builder.build(legal.clone(), values.collect())
}

struct Builder<'a> {
    space: &'a Space,
    variables: Vec<u32>,
    /// By condition and by the functions of the variables still to be written. The keys
    /// hold their nodes, so the number of a node keeps its meaning.
    known: FxHashMap<(Set, Vec<Set>), MatrixId>,
    /// The approximate number of sets in the keys of `known`.
    taken: usize,
    /// The number of sets used since the last count.
    uncounted: usize,
}

impl Builder<'_> {
    /// The relation below, given what is left of the condition and of the functions of
    /// the last variables: all depend on variables from here on.
    ///
    /// Where a variable is written, its function must agree with the next value. That
    /// becomes part of the condition, because the function may depend on variables
    /// further down. So the pairs on each path to 1 are exactly those that satisfy the
    /// condition and all functions.
    fn build(&mut self, legal: Set, values: Vec<Set>) -> Result<MatrixId, Halt> {
        if legal.is_empty() {
            return Ok(MatrixId::EMPTY);
        }
        if values.is_empty() && legal.is_full() {
            return Ok(MatrixId::IDENTITY);
        }
        let key = (legal, values);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let (legal, values) = &key;
        self.count(1 + values.len())?;
        let written = self.variables.len() - values.len();
        let written = self.variables.get(written).copied().unwrap_or(u32::MAX);
        let tops = values.iter().chain([legal]).map(Set::level);
        let level = tops.min().unwrap_or(u32::MAX).min(written);
        let legal = legal.cofactors(level);
        let values: Vec<[Set; 2]> = values.iter().map(|value| value.cofactors(level)).collect();
        let mut children = [[MatrixId::EMPTY; 2]; 2];
        for now in 0..2 {
            let mut later: Vec<Set> = values.iter().map(|value| value[now].clone()).collect();
            if level != written {
                children[now][now] = self.build(legal[now].clone(), later)?;
                continue;
            }
            let value = later.remove(0);
            let becomes = [
                self.space.minus(&legal[now], &value)?,
                self.space.and(&legal[now], &value)?,
            ];
            for (next, legal) in becomes.into_iter().enumerate() {
                children[now][next] = self.build(legal, later.clone())?;
            }
        }
        let id = self.space.with_matrices(|it| it.add(level, children));
        self.known.insert(key, id);
        Ok(id)
    }

    fn count(&mut self, sets: usize) -> Result<(), Halt> {
        self.uncounted += sets;
        if self.uncounted >= Knobs::SETS_PER_COUNT {
            let counted = std::mem::take(&mut self.uncounted);
            self.space.spend(counted / self.space.knobs.sets_per_work)?;
            self.taken += counted;
            if self.taken > self.space.knobs.few_sets.max(self.space.spare_sets()) {
                return Err(Halt::OutOfSteps);
            }
        }
        Ok(())
    }
}

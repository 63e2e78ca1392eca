//! From what a move does to its relation.
//!
//! In: when the move is legal, and for each variable that it writes a function
//! that tells the new value. Out: the relation of exactly the pairs (s, s') with
//! s legal, s' as the functions say on written variables and like s elsewhere.

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
/// What a step remembers is one set for each variable that is still to be
/// written, which can be far more than the nodes that come of it: a move that
/// rewrites most of the state must remember what it has promised to all
/// variables further up. So this is work that the space counts, and that its
/// allowance ends.
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
    /// By condition and functions of what is still to be written. These hold
    /// on to their nodes, so a node's number means the same all the while.
    known: FxHashMap<(Set, Vec<Set>), MatrixId>,
    /// How many sets there are in the keys of what is known, about.
    taken: usize,
    /// How many sets were taken up since they were last counted.
    uncounted: usize,
}

impl Builder<'_> {
    /// The relation below, given what is left of the condition and of the
    /// functions of the last variables: all depend on variables from here on.
    ///
    /// Where a variable is written, that its function agrees with the next
    /// value becomes part of the condition, for the function may depend on
    /// variables further down. So the pairs on each path to 1 are exactly those
    /// that satisfy the condition and all functions.
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

//! Moves that lead out of all states that have a code.
//!
//! From a reachable state no move does. From another one, two fluents of a group may hold
//! after a move, or none of them where one must, or a fluent that is constant in play may
//! change. What the relation says of such a move means nothing, so these states are found
//! before.

use ground::FluentId;

use super::Moves;
use crate::diagram::{Halt, Set};
use crate::encode::encoding::Field;
use crate::encode::formula::any;
use crate::encode::loops::Sets;

impl Moves<'_> {
    /// For each move of the role whose relation was made last: the states of `within` in
    /// which it is legal and leads to a state without a code.
    pub fn strays(&self, within: &Set) -> Result<Vec<Set>, Halt> {
        let constants = self.constants();
        let places = self.places();
        let mut strays = Vec::new();
        for mov in &self.own {
            let legal = self.space.and(&self.value(self.game.legal(*mov)), within)?;
            if legal.is_empty() {
                continue;
            }
            let changed = match places.get(mov) {
                Some(&place) => self.with_moves(&[place])?,
                None => Sets::default(),
            };
            let coded = self.with_code(&constants, &legal, &changed)?;
            strays.push(self.space.minus(&legal, &coded)?);
        }
        Ok(strays)
    }

    /// The fluents without a field: in reachable states they never change.
    fn constants(&self) -> Vec<FluentId> {
        let mut encoded = vec![false; self.fluents.len()];
        let fields = self.encoding.fields.iter();
        for fluent in fields.flat_map(|it| it.block.fluents()) {
            encoded[fluent.index()] = true;
        }
        let all = self.game.fluent_ids();
        all.filter(|it| !encoded[it.index()]).collect()
    }

    /// The states of `legal` after which every field has a code.
    fn with_code(&self, constants: &[FluentId], legal: &Set, changed: &Sets) -> Result<Set, Halt> {
        let mut left = legal.clone();
        for &fluent in constants {
            let (now, next) = (
                &self.fluents[fluent.index()],
                self.new_value(fluent, changed),
            );
            if next != now {
                left = self.space.minus(&left, &self.space.xor(now, next)?)?;
            }
        }
        for field in &self.encoding.fields {
            if left.is_empty() {
                break;
            }
            if !self.stays(field, changed) {
                left = self.with_code_in(field, &left, changed)?;
            }
        }
        Ok(left)
    }

    /// The states of `legal` after which a field has a code.
    fn with_code_in(&self, field: &Field, legal: &Set, changed: &Sets) -> Result<Set, Halt> {
        let space = self.space;
        let mut left = legal.clone();
        for group in &field.block.groups {
            let mut seen = space.empty();
            for &fluent in &group.fluents {
                let holds = space.and(&left, self.new_value(fluent, changed))?;
                let twice = space.and(&seen, &holds)?;
                left = space.minus(&left, &twice)?;
                seen = space.or(&seen, &holds)?;
            }
            if group.exactly_one {
                left = space.and(&left, &seen)?;
            }
        }
        if field.block.groups.len() == 1 {
            return Ok(left);
        }
        let codes = self.new_combinations(field, &left, changed)?;
        any(space, codes.into_iter().map(|(_, set)| set).collect())
    }
}

//! Moves as relations between the bits of a key before and after.
//!
//! In: the ground game over the fluents of a file. Out: for each role its moves, those
//! that change the same fields together. The other roles are assumed to have one legal
//! move each, and to make it: `turns.rs` finds where that is so.
//!
//! A field that a move leaves unchanged is not in its relation. Functions decide that,
//! so a field that cannot be decided is only included needlessly.

use std::collections::BTreeMap;
use std::rc::Rc;

use biodivine_lib_bdd::{Bdd, op_function};
use game::{RoleId, Stop};
use ground::{GroundGame, MoveId, NodeId};

use super::fluents::{Field, Fluents};
use super::functions::{Function, Functions, MAX_NODES, late};
use super::space::Space;
use super::turns::{Turns, alike};
use crate::error::VerifyError;
use crate::file::Home;

/// Moves of a role that change the same fields.
pub struct Cluster {
    relation: Bdd,
    /// The levels of these fields.
    changed: Vec<bool>,
}

impl Cluster {
    /// The states from which a move leads into a set.
    pub fn before(&self, space: &Space, set: &Bdd) -> Bdd {
        space.before(set, &self.relation, &self.changed)
    }

    /// The states to which moves lead from a set.
    pub fn after(&self, space: &Space, set: &Bdd) -> Bdd {
        space.after(set, &self.relation, &self.changed)
    }
}

/// The moves of a role.
pub struct Moves {
    pub clusters: Vec<Cluster>,
    /// Where moves are legal, but their successors have no key.
    pub lost: Vec<Bdd>,
}

/// What is needed to make relations.
pub struct Making<'a> {
    pub space: &'a Space,
    pub game: &'a GroundGame,
    pub fluents: &'a Fluents,
    /// Where the file encodes its fluents.
    pub homes: &'a [Home],
    /// The file's numbers of the game's fluents, and the reverse.
    pub numbers: &'a [Option<u32>],
    pub places: &'a [Option<usize>],
    /// Functions of what does not depend on moves.
    pub functions: &'a Functions,
    pub turns: &'a Turns,
    pub stop: &'a Stop,
}

fn too_large() -> VerifyError {
    VerifyError::TooComplex {
        what: "what a move does",
    }
}

impl Making<'_> {
    /// The moves of a role.
    pub fn moves(&self, role: RoleId) -> Result<Moves, VerifyError> {
        let late = late(self.game.circuit());
        let own: Vec<MoveId> = self.game.moves_of(role).collect();
        let mut clusters: BTreeMap<Vec<usize>, Bdd> = BTreeMap::new();
        let mut lost = Vec::new();
        for moves in alike(self.game, role) {
            let legal: Vec<NodeId> = moves.iter().map(|&mov| self.game.legal(mov)).collect();
            let legal = self.functions.any(self.space, &legal);
            let legal = legal.ok_or(VerifyError::TooComplex {
                what: "the condition of a move",
            })?;
            // Other states are never checked as this role's own, and other roles would
            // make several moves at once there.
            let legal = self.turns.leave_alone(role, legal);
            if legal.is_false() {
                continue;
            }
            let does = |other: MoveId| -> Function {
                match (moves.contains(&other), own.contains(&other)) {
                    (true, _) => Some(Rc::new(self.space.all())),
                    (_, true) => Some(Rc::new(self.space.none())),
                    _ => self.functions.get(self.game.legal(other)),
                }
            };
            let circuit = self.game.circuit();
            let after =
                self.functions
                    .with_moves(self.space, circuit, &late, &does, (&legal, self.stop));
            let (fields, relation) = self.relation(&legal, &after)?;
            let next = |it: biodivine_lib_bdd::BddVariable| it.to_index() % 2 == 1;
            let without = legal.and_not(&relation.exists_trigger(next));
            if !without.is_false() {
                lost.push(without);
            }
            let known = clusters.remove(&fields);
            let joined = known.map_or_else(|| relation.clone(), |known| known.or(&relation));
            clusters.insert(fields, joined);
        }
        let clusters = clusters.into_iter().map(|(fields, relation)| Cluster {
            relation,
            changed: self.levels(&fields),
        });
        Ok(Moves {
            clusters: clusters.collect(),
            lost,
        })
    }

    fn levels(&self, fields: &[usize]) -> Vec<bool> {
        let mut levels = vec![false; self.space.bits()];
        for &field in fields {
            levels[self.fluents.fields[field].levels.clone()].fill(true);
        }
        levels
    }

    /// The fields that a move may change, and how it changes them.
    fn relation(&self, legal: &Bdd, after: &Functions) -> Result<(Vec<usize>, Bdd), VerifyError> {
        let mut relation = legal.clone();
        let mut changed = Vec::new();
        for (place, field) in self.fluents.fields.iter().enumerate() {
            let mut next = Vec::new();
            for &fluent in &field.fluents {
                next.push(self.next(fluent, after)?);
            }
            if self.changes(legal, field, &next) {
                changed.push((place, next));
            }
        }
        // A fluent without a field is the same in every state, so after the move too.
        let fluents = self.game.fluent_ids();
        for (fluent, number) in fluents.zip(self.numbers) {
            let home = number.map_or(Home::Never, |number| self.homes[number as usize]);
            if let Home::Field(_) = home {
                continue;
            }
            let next = after.get(self.game.next(fluent)).ok_or_else(too_large)?;
            let right = match home {
                Home::Always => relation.and(&next),
                _ => relation.and_not(&next),
            };
            relation = right;
        }
        for (place, next) in &changed {
            let field = &self.fluents.fields[*place];
            relation = joined(&relation, &field.valid_after, op_function::and)?;
            for (&fluent, next) in field.fluents.iter().zip(next) {
                let holds = &self.fluents.after[fluent as usize];
                let same = joined(holds, next, op_function::iff)?;
                relation = joined(&relation, &same, op_function::and)?;
            }
        }
        let places = changed.into_iter().map(|(place, _)| place);
        Ok((places.collect(), relation))
    }

    /// When a fluent of the file holds next. One that the ground game does not have
    /// never holds.
    fn next(&self, fluent: u32, after: &Functions) -> Result<Rc<Bdd>, VerifyError> {
        let Some(place) = self.places[fluent as usize] else {
            return Ok(Rc::new(self.space.none()));
        };
        let id = self.game.fluent_ids().nth(place);
        let id = id.expect("the places are those of fluents");
        after.get(self.game.next(id)).ok_or_else(too_large)
    }

    /// Whether a fluent of a field may change where the move is legal.
    fn changes(&self, legal: &Bdd, field: &Field, next: &[Rc<Bdd>]) -> bool {
        let mut both = field.fluents.iter().zip(next);
        both.any(|(&fluent, next)| {
            let before = &self.fluents.before[fluent as usize];
            if before == &**next {
                return false;
            }
            let differs = before.xor(next).and(legal);
            self.space.meet(&differs, &field.valid)
        })
    }
}

fn joined(
    one: &Bdd,
    other: &Bdd,
    operator: fn(Option<bool>, Option<bool>) -> Option<bool>,
) -> Result<Bdd, VerifyError> {
    Bdd::binary_op_with_limit(20 * MAX_NODES, one, other, operator).ok_or_else(too_large)
}

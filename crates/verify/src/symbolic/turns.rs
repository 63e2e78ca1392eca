//! Who chooses: which role may have several legal moves in a state.
//!
//! In: a set of states in which play continues. Out: the set by movers, or a state
//! in which a role has no legal move, or in which two roles have several. A mover is
//! a role such that all others have one legal move. Where nobody has a choice any
//! role will do: the value is that of the only successor.
//!
//! Moves of a role that no rule reads do the same: they count as one.

use std::collections::BTreeSet;
use std::rc::Rc;

use biodivine_lib_bdd::{Bdd, op_function};
use game::RoleId;
use ground::{GroundGame, MoveId, Node, NodeId};

use super::functions::{Function, Functions, MAX_NODES};
use super::inside::Conditions;
use super::space::Space;
use crate::error::VerifyError;

/// The moves of a role; those that no rule reads are together.
pub fn alike(game: &GroundGame, role: RoleId) -> Vec<Vec<MoveId>> {
    let nodes = game.circuit().nodes().iter();
    let read = nodes.filter_map(|node| match node {
        Node::Move(mov) => Some(*mov),
        _ => None,
    });
    let read: BTreeSet<MoveId> = read.collect();
    let own = game.moves_of(role);
    let (read, unread): (Vec<MoveId>, Vec<MoveId>) = own.partition(|mov| read.contains(mov));
    let mut groups: Vec<Vec<MoveId>> = read.into_iter().map(|mov| vec![mov]).collect();
    if !unread.is_empty() {
        groups.push(unread);
    }
    groups
}

/// When a role has legal moves.
struct Turn {
    /// The conditions of moves that do the same are together.
    legal: Vec<Vec<NodeId>>,
    /// When there is one, and when there are several; `None` if the function is too
    /// large.
    any: Function,
    several: Function,
}

/// When each role has legal moves.
pub struct Turns {
    roles: Vec<Turn>,
}

/// A set of states by who moves there.
pub enum Movers {
    /// For each role the states of which it is the mover.
    Apart(Vec<Bdd>),
    /// States in which a role has no legal move.
    Stuck(Bdd),
    /// States in which two roles have several legal moves.
    Several(Bdd),
}

impl Turns {
    pub fn new(space: &Space, game: &GroundGame, functions: &Functions) -> Self {
        let turn = |role: RoleId| {
            let nodes = |moves: Vec<MoveId>| moves.iter().map(|&mov| game.legal(mov)).collect();
            let legal: Vec<Vec<NodeId>> = alike(game, role).into_iter().map(nodes).collect();
            let counted = count(space, &legal, functions);
            let (any, several) = counted.map_or((None, None), |(any, several)| {
                (Some(Rc::new(any)), Some(Rc::new(several)))
            });
            Turn {
                legal,
                any,
                several,
            }
        };
        Turns {
            roles: RoleId::all(game.roles().len()).map(turn).collect(),
        }
    }

    /// Removes from a condition the states where another role has several legal
    /// moves, if that is small enough to be known.
    pub fn leave_alone(&self, mover: RoleId, mut condition: Rc<Bdd>) -> Rc<Bdd> {
        let others = self.roles.iter().enumerate();
        let others = others.filter(|(role, _)| *role != mover.index());
        for several in others.filter_map(|(_, turn)| turn.several.as_ref()) {
            let less = op_function::and_not;
            let less = Bdd::binary_op_with_limit(MAX_NODES, &condition, several, less);
            condition = less.map_or(condition, Rc::new);
        }
        condition
    }

    /// Divides a set by movers.
    pub fn divide(&self, conditions: &Conditions<'_>, set: &Bdd) -> Result<Movers, VerifyError> {
        let space = conditions.space;
        let mut several = Vec::new();
        for role in &self.roles {
            let (any, more) = role.inside(conditions, set)?;
            if !space.within(set, &any) {
                return Ok(Movers::Stuck(space.minus(set, &any)));
            }
            several.push(more);
        }
        let roles = 0..self.roles.len();
        // If only one role ever has a choice here, it is the mover of all states.
        let alone = |role: usize| {
            let mut others = roles.clone().filter(|&it| it != role);
            others.all(|other| several[other].is_false())
        };
        if let Some(mover) = roles.clone().find(|&role| alone(role)) {
            let own = |role| {
                if role == mover {
                    set.clone()
                } else {
                    space.none()
                }
            };
            return Ok(Movers::Apart(roles.map(own).collect()));
        }
        let mut rest = set.clone();
        let mut apart = Vec::new();
        for role in roles.clone() {
            let mut own = rest.clone();
            for other in roles.clone().filter(|&it| it != role) {
                own = space.minus(&own, &several[other]);
            }
            rest = space.minus(&rest, &own);
            apart.push(own);
        }
        Ok(match rest.is_false() {
            true => Movers::Apart(apart),
            false => Movers::Several(rest),
        })
    }
}

impl Turn {
    /// The states of a set in which the role has a legal move, and several.
    fn inside(&self, conditions: &Conditions<'_>, set: &Bdd) -> Result<(Bdd, Bdd), VerifyError> {
        let space = conditions.space;
        if let (Some(any), Some(several)) = (&self.any, &self.several) {
            return Ok((space.and(set, any), space.and(set, several)));
        }
        let (mut any, mut several) = (space.none(), space.none());
        for legal in &self.legal {
            let mut here = space.none();
            for &legal in legal {
                here = space.or(&here, &conditions.inside(set, legal)?);
            }
            several = space.or(&several, &space.and(&any, &here));
            any = space.or(&any, &here);
        }
        Ok((any, several))
    }
}

/// When one of the conditions holds, and when several do that are not together.
fn count(space: &Space, legal: &[Vec<NodeId>], functions: &Functions) -> Option<(Bdd, Bdd)> {
    let (mut any, mut several) = (space.none(), space.none());
    for legal in legal {
        let here = functions.any(space, legal)?;
        let both = Bdd::binary_op_with_limit(MAX_NODES, &any, &here, op_function::and)?;
        several = Bdd::binary_op_with_limit(MAX_NODES, &several, &both, op_function::or)?;
        any = Bdd::binary_op_with_limit(MAX_NODES, &any, &here, op_function::or)?;
    }
    Some((any, several))
}

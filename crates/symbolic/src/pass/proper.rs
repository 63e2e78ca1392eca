//! Splits states that need not be reachable by kind, and leaves out those that no game
//! may have.

use game::{Rewards, RoleId};

use crate::diagram::{Halt, Set};
use crate::pass::engine::{Engine, Everywhere};

/// States that a game may have.
pub(crate) struct Proper {
    /// The terminal states by their rewards.
    pub ends: Vec<(Rewards, Set)>,
    /// The others, by the role that may choose. Every role has a legal move there, at most
    /// one has a choice, and all successors have a code.
    pub open: Vec<Set>,
}

impl Engine<'_> {
    /// The states of a set by kind, without those in which a role has no goal or several,
    /// or no move, or several roles choose, or a move leads to a state without a code.
    pub fn proper(&self, everywhere: &Everywhere, set: &Set) -> Result<Proper, Halt> {
        let space = &self.space;
        let mut rest = self.terminal.outside(space, set)?;
        let ends = self.goals.proper(space, &space.minus(set, &rest)?)?;
        if let Some(several) = &self.turns.several {
            rest = space.minus(&rest, several)?;
        }
        let mut open = Vec::new();
        for role in RoleId::all(self.relations.len()) {
            let mut own = self.own(role, &rest)?;
            for (_, stuck) in &self.stuck[role.index()] {
                own = stuck.outside(space, &own)?;
            }
            open.push(everywhere.coded[role.index()].inside(space, &own)?);
        }
        Ok(Proper { ends, open })
    }
}

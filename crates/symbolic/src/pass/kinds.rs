//! Splits states into terminal ones and those of each role, and finds faulty ones.

use game::{Fault, Rewards, RoleId};

use crate::diagram::Set;
use crate::matrix::MatrixId;
use crate::pass::engine::Engine;
use crate::pass::goals::Worth;
use crate::pass::trouble::{Flaw, Trouble};

/// The states in which play ends, and by role those in which it goes on.
pub(crate) struct Kinds {
    pub terminal: Set,
    /// For each role the states that are not terminal and in which only it may have
    /// several legal moves. Every role has a legal move there, so all of them have a
    /// successor.
    pub open: Vec<Set>,
}

impl Engine<'_> {
    /// Splits reachable states by kind; refuses those that no game may have, or
    /// in which several roles have a choice.
    pub fn kinds(&self, set: &Set, layer: u64) -> Result<Kinds, Trouble> {
        let space = &self.space;
        let rest = self.terminal.outside(space, set)?;
        if let Some(several) = &self.turns.several {
            let found = space.and(&rest, several)?;
            if !found.is_empty() {
                return Err(self.simultaneous(self.witness(&found), layer));
            }
        }
        let mut open = Vec::new();
        for (own, stuck) in self.turns.of.iter().zip(&self.stuck) {
            let own = space.and(&rest, own)?;
            for (role, stuck) in stuck {
                let found = stuck.inside(space, &own)?;
                if !found.is_empty() {
                    let fault = Fault::NoLegalMove(*role);
                    return Err(self.fault(fault, &found, layer));
                }
            }
            open.push(own);
        }
        Ok(Kinds {
            terminal: space.minus(set, &rest)?,
            open,
        })
    }

    /// Terminal states of a layer by their rewards.
    pub fn ends(&self, terminal: &Set, layer: u64) -> Result<Vec<(Rewards, Set)>, Trouble> {
        match self.goals.split(&self.space, terminal)? {
            Worth::Rewards(ends) => Ok(ends),
            Worth::Faulty(fault, set) => Err(self.fault(fault, &set, layer)),
        }
    }

    pub fn fault(&self, fault: Fault, set: &Set, layer: u64) -> Trouble {
        Trouble::State(Flaw::Faulty(fault), self.witness(set), layer)
    }

    /// The successors of open states.
    pub fn successors(&self, open: &[Set]) -> Result<Set, Trouble> {
        let mut next = self.space.empty();
        for (relation, own) in self.relations.iter().zip(open) {
            next = self.space.or(&next, &self.space.image(relation, own)?)?;
        }
        Ok(next)
    }

    /// All roles, each with its relation.
    pub fn movers(&self) -> impl Iterator<Item = (RoleId, &[MatrixId])> {
        let relations = self.relations.iter().map(Vec::as_slice);
        RoleId::all(self.relations.len()).zip(relations)
    }
}

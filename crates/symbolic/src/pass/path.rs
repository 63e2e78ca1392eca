//! Finds the joint moves from the start to a faulty state.

use game::{Playable, joint_text};
use ground::{BitState, Simulator};
use table::Archive;

use crate::SymbolicError;
use crate::diagram::{Halt, Set};
use crate::pass::engine::Engine;

impl Engine<'_> {
    /// The joint moves from the start to a state of a layer.
    pub fn path(
        &self,
        archive: &Archive<'_>,
        state: &BitState,
        layer: u64,
    ) -> Result<Vec<String>, SymbolicError> {
        let mut states = vec![state.clone()];
        for layer in (0..layer as usize).rev() {
            let [_, rest] = self.layer(archive, layer)?;
            let found = || {
                let to = self.single(&states[states.len() - 1])?;
                self.predecessors(&rest, &to)
            };
            let found = found().map_err(|halt| self.error(halt, layer as u64))?;
            states.push(self.witness(&found));
        }
        states.reverse();
        Ok(self.moves_along(&states))
    }

    /// The joint moves from the start to a reachable state. First backwards: sets of
    /// states that lead there, until one has the start. Then forward, one set nearer
    /// with each move. Some states of these sets cannot be reached, but from the start
    /// on only reachable ones are met.
    pub fn path_back(&self, state: &BitState) -> Result<Vec<String>, Halt> {
        let mut rings = vec![self.single(state)?];
        while self
            .space
            .and(&rings[rings.len() - 1], &self.start)?
            .is_empty()
        {
            let before = self.predecessors(&self.space.full(), &rings[rings.len() - 1])?;
            rings.push(before);
        }
        let mut along = vec![self.witness(&self.start)];
        for ring in rings.iter().rev().skip(1) {
            let now = self.single(&along[along.len() - 1])?;
            let next = self.space.and(&self.followers(&now)?, ring)?;
            along.push(self.witness(&next));
        }
        Ok(self.moves_along(&along))
    }

    /// The successors of states that are not terminal.
    pub fn followers(&self, states: &Set) -> Result<Set, Halt> {
        let mut next = self.space.empty();
        for (role, relation) in self.movers() {
            let image = self.space.image(relation, &self.own(role, states)?)?;
            next = self.space.or(&next, &image)?;
        }
        Ok(next)
    }

    /// The set of one state.
    pub fn single(&self, state: &BitState) -> Result<Set, Halt> {
        self.encoding.state(&self.space, |it| state.holds(it))
    }

    /// The states of a set that have a move into another.
    fn predecessors(&self, from: &Set, to: &Set) -> Result<Set, Halt> {
        let from = self.terminal.outside(&self.space, from)?;
        let mut found = self.space.empty();
        for (role, relation) in self.movers() {
            let own = self.own(role, &from)?;
            let with = self.space.pre_image(relation, &own, to)?;
            found = self.space.or(&found, &with)?;
        }
        Ok(found)
    }

    /// A joint move from each state to the next.
    pub fn moves_along(&self, states: &[BitState]) -> Vec<String> {
        let mut game = Simulator::new(self.game.clone());
        let pairs = states.windows(2);
        pairs
            .map(|pair| joint_move(&mut game, &pair[0], &pair[1]))
            .collect()
    }
}

/// A joint move from one state to the other.
fn joint_move(game: &mut Simulator, from: &BitState, to: &BitState) -> String {
    let Ok(legal) = game.legal_moves(from);
    let mut joint: Vec<_> = legal.iter().map(|moves| moves[0]).collect();
    for (role, moves) in legal.iter().enumerate() {
        for &mov in moves {
            let before = std::mem::replace(&mut joint[role], mov);
            let Ok(next) = game.successor(from, &joint);
            if next == *to {
                return joint_text(game, &joint);
            }
            joint[role] = before;
        }
    }
    unreachable!("the state was found by a move of one role")
}

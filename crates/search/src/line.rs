//! The line of play that a search expects.

use std::convert::Infallible;

use game::{Line, Playable, RoleId, joint_text};
use ground::{BitState, MoveId};

use crate::search::Search;
use crate::tree::{Chooser, NodeId};

impl Search {
    /// The moves that look best, from the root as far as the graph goes: in KIF, the mover's
    /// alone where one role has several, otherwise the list of all.
    pub fn line(&mut self) -> Vec<String> {
        let root = self.tree.root;
        let Ok(line) = Line::follow(root, |&node| Ok::<_, Infallible>(self.next_of_line(node)));
        line.moves
    }

    fn next_of_line(&mut self, node: NodeId) -> Option<(String, NodeId)> {
        let tree = &self.tree;
        if !tree.is_expanded(node) {
            return None;
        }
        let roles = RoleId::all(tree.roles);
        let arms: Vec<u32> = match tree.node(node).chooser {
            Chooser::One(role) => tree.best_arm_of(node, role).into_iter().collect(),
            Chooser::Several => roles
                .filter_map(|role| tree.best_arm_of(node, role))
                .collect(),
        };
        let to = tree.child(node, arms.first().map(|_| arms.as_slice())?)?;
        let chosen: Vec<MoveId> = arms.iter().filter_map(|&arm| tree.arm(arm).mov).collect();
        let state = BitState::from_words(tree.state(node));
        let Ok(legal) = self.simulator.legal_moves(&state);
        let several = legal.iter().filter(|moves| moves.len() > 1).count();
        if several == 1 {
            return Some((self.simulator.move_text(&chosen[0]), to));
        }
        let of = |moves: &Vec<MoveId>| {
            let chosen = chosen.iter().find(|mov| moves.contains(mov));
            chosen.copied().unwrap_or(moves[0])
        };
        let joint: Vec<MoveId> = legal.iter().map(of).collect();
        Some((joint_text(&self.simulator, &joint), to))
    }
}

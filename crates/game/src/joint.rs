//! All joint moves of a state, generated one at a time.

use crate::{Playable, RoleId};

/// Steps through the product of the roles' legal moves like an odometer.
pub struct JointMoves<'a, M> {
    legal: &'a [Vec<M>],
    /// Roles in the order in which they turn, the fastest first.
    wheels: Vec<usize>,
    places: Vec<usize>,
    joint: Vec<M>,
}

impl<'a, M: Clone> JointMoves<'a, M> {
    /// Starts at every role's first move; the last role turns fastest.
    ///
    /// Every role must have a legal move.
    pub fn new(legal: &'a [Vec<M>]) -> Self {
        JointMoves {
            legal,
            wheels: (0..legal.len()).rev().collect(),
            places: vec![0; legal.len()],
            joint: legal.iter().map(|moves| moves[0].clone()).collect(),
        }
    }

    /// As [`JointMoves::new`], but `role` turns fastest.
    pub fn varying(legal: &'a [Vec<M>], role: RoleId) -> Self {
        let mut moves = JointMoves::new(legal);
        moves.wheels.retain(|&wheel| wheel != role.index());
        moves.wheels.insert(0, role.index());
        moves
    }

    /// The current joint move, in role order.
    pub fn joint(&self) -> &[M] {
        &self.joint
    }

    /// The place of the role's move in its list.
    pub fn place(&self, role: RoleId) -> usize {
        self.places[role.index()]
    }

    /// Moves to the next joint move; `false` after the last.
    pub fn advance(&mut self) -> bool {
        for &role in &self.wheels {
            let next = (self.places[role] + 1) % self.legal[role].len();
            self.places[role] = next;
            self.joint[role] = self.legal[role][next].clone();
            if next != 0 {
                return true;
            }
        }
        false
    }
}

/// The joint move in KIF: with one role its move, otherwise the list of moves.
pub fn joint_text<G: Playable>(game: &G, joint: &[G::Move]) -> String {
    match joint {
        [mov] => game.move_text(mov),
        moves => {
            let texts: Vec<String> = moves.iter().map(|mov| game.move_text(mov)).collect();
            format!("({})", texts.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut moves: JointMoves<'_, char>) -> Vec<String> {
        let mut texts = vec![moves.joint().iter().collect()];
        while moves.advance() {
            texts.push(moves.joint().iter().collect());
        }
        texts
    }

    #[test]
    fn each_joint_move_comes_once_with_the_chosen_role_fastest() {
        let legal = [vec!['a', 'b'], vec!['x'], vec!['1', '2']];
        let last = all(JointMoves::new(&legal));
        assert_eq!(last, ["ax1", "ax2", "bx1", "bx2"]);
        let first = all(JointMoves::varying(&legal, RoleId::new(0)));
        assert_eq!(first, ["ax1", "bx1", "ax2", "bx2"]);
    }
}

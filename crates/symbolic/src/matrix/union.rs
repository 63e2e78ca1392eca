//! The union of two relations.

use super::nodes::{Matrices, MatrixId};

impl Matrices {
    /// The union of two relations, and the number of steps that it took. No union if
    /// that takes more than `most` steps.
    ///
    /// The recursion is as deep as there are variables.
    pub fn union(&mut self, a: MatrixId, b: MatrixId, most: usize) -> (Option<MatrixId>, usize) {
        let mut left = most;
        let union = self.join(a, b, &mut left);
        (union, most - left)
    }

    fn join(&mut self, a: MatrixId, b: MatrixId, left: &mut usize) -> Option<MatrixId> {
        if a == b || b == MatrixId::EMPTY {
            return Some(a);
        }
        if a == MatrixId::EMPTY {
            return Some(b);
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return Some(known);
        }
        *left = left.checked_sub(1)?;
        // Not both are the identity, so one of them has a level.
        let level = self.node(a).level.min(self.node(b).level);
        let (of_a, of_b) = (self.children_at(a, level), self.children_at(b, level));
        let mut children = [[MatrixId::EMPTY; 2]; 2];
        for now in 0..2 {
            for next in 0..2 {
                children[now][next] = self.join(of_a[now][next], of_b[now][next], left)?;
            }
        }
        let union = self.add(level, children);
        self.unions.insert(key, union);
        Some(union)
    }
}

//! The union of two relations.

use super::nodes::{Matrices, MatrixId};

impl Matrices {
    /// All pairs of either relation.
    ///
    /// The recursion is as deep as there are variables.
    pub fn union(&mut self, a: MatrixId, b: MatrixId) -> MatrixId {
        if a == b || b == MatrixId::EMPTY {
            return a;
        }
        if a == MatrixId::EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        // Not both are the identity, so one of them has a level.
        let level = self.node(a).level.min(self.node(b).level);
        let (of_a, of_b) = (self.children_at(a, level), self.children_at(b, level));
        let children =
            [0, 1].map(|now| [0, 1].map(|next| self.union(of_a[now][next], of_b[now][next])));
        let union = self.add(level, children);
        self.unions.insert(key, union);
        union
    }
}

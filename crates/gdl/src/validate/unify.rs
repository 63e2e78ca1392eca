//! Unification: whether two atoms can be about the same thing.
//!
//! The answer "no" is a proof; the answer "yes" need not be.

use std::collections::HashMap;

use crate::{Atom, Symbol, Term, TermKind};

/// Whether two atoms, their variables apart, have a common instance.
pub(super) fn unifies(left: &Atom, right: &Atom) -> bool {
    left.relation == right.relation && arguments_unify(&left.arguments, &right.arguments)
}

/// Whether two lists of terms, their variables apart, have a common instance.
pub(super) fn arguments_unify(left: &[Term], right: &[Term]) -> bool {
    Unifier::default().unify_all(left, Side::Left, right, Side::Right)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

/// Robinson's unification without the occurs check: it may say yes where the
/// instance would be infinite, which only makes the proof weaker.
#[derive(Default)]
struct Unifier<'a> {
    bindings: HashMap<(&'a Symbol, Side), (&'a Term, Side)>,
    steps: usize,
}

impl<'a> Unifier<'a> {
    fn unify_all(&mut self, left: &'a [Term], l: Side, right: &'a [Term], r: Side) -> bool {
        left.len() == right.len()
            && left
                .iter()
                .zip(right)
                .all(|(left, right)| self.unify(left, l, right, r))
    }

    fn unify(&mut self, left: &'a Term, l: Side, right: &'a Term, r: Side) -> bool {
        // Without the occurs check bindings can be circular: give up and answer
        // yes.
        self.steps += 1;
        if self.steps > 1000 {
            return true;
        }
        let (left, l) = self.resolve(left, l);
        let (right, r) = self.resolve(right, r);
        match (&left.kind, &right.kind) {
            (TermKind::Variable(a), TermKind::Variable(b)) if a == b && l == r => true,
            (TermKind::Variable(name), _) => {
                self.bindings.insert((name, l), (right, r));
                true
            }
            (_, TermKind::Variable(name)) => {
                self.bindings.insert((name, r), (left, l));
                true
            }
            (TermKind::Compound(f, xs), TermKind::Compound(g, ys)) => {
                f == g && self.unify_all(xs, l, ys, r)
            }
        }
    }

    fn resolve(&self, term: &'a Term, side: Side) -> (&'a Term, Side) {
        let (mut term, mut side) = (term, side);
        while let TermKind::Variable(name) = &term.kind
            && let Some(&bound) = self.bindings.get(&(name, side))
        {
            (term, side) = bound;
        }
        (term, side)
    }
}

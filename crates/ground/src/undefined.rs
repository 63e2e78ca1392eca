//! States that leave an atom undefined, because it depends on its own negation there.
//!
//! In: the atoms that may be undefined, each with the condition for it. Out: the game,
//! made ill-formed in such states: nobody has a legal move and play is not over, or a
//! role has no goal. So every user of the game notices such a state, as the interpreter
//! does. The interpreter derives predicates with all that they depend on: `terminal` in
//! every state, `legal` and `next` where play continues, `goal` where it is over.

use crate::atoms::AtomId;
use crate::budget::GroundError;
use crate::circuit::NodeId;
use crate::derive::{Derived, Keywords};
use crate::game::GroundGame;
use crate::instances::{GroundCondition, Part};
use crate::program::{PredicateId, Program};

/// Atoms that may be undefined, each with the condition for it.
#[derive(Default)]
pub(crate) struct Doubts {
    /// For each predicate those that its rules read.
    reads: Vec<Vec<usize>>,
    found: Vec<(AtomId, NodeId)>,
}

impl Doubts {
    /// From the rules as they are written: the interpreter derives what they read, even
    /// where that turns out not to matter.
    pub fn new(program: &Program) -> Self {
        let mut reads = vec![Vec::new(); program.predicates.len()];
        for rule in &program.rules {
            let own: &mut Vec<usize> = &mut reads[rule.head.predicate.index()];
            own.extend(rule.positive.iter().map(|atom| atom.predicate.index()));
            for condition in &rule.conditions {
                condition.for_each_atom(&mut |atom, _| own.push(atom.predicate.index()));
            }
        }
        Doubts {
            reads,
            found: Vec::new(),
        }
    }

    pub fn add(&mut self, atom: AtomId, when: NodeId) {
        if when != NodeId::FALSE {
            self.found.push((atom, when));
        }
    }

    /// Makes the game ill-formed where it must be.
    ///
    /// # Errors
    ///
    /// [`GroundError::Unstratified`] if whether an atom is undefined depends on moves.
    pub fn apply(
        &self,
        mut game: GroundGame,
        derived: &Derived,
        keywords: &Keywords,
    ) -> Result<GroundGame, GroundError> {
        if self.found.is_empty() {
            return Ok(game);
        }
        let reads = self.dependencies(derived);
        let late = game.circuit.reads_moves();
        let mut when = |predicate: PredicateId| {
            let known = reached(&reads, predicate);
            let of = |atom: AtomId| known[derived.atoms.predicate(atom).index()];
            let found = self.found.iter().filter(|it| of(it.0));
            let nodes = found.map(|&(atom, node)| match late[node.index()] {
                true => Err(unstratified(derived, atom)),
                false => Ok(node),
            });
            let nodes = nodes.collect::<Result<Vec<NodeId>, GroundError>>()?;
            let when = game.circuit.or(nodes);
            Ok(game.circuit.not(when))
        };
        let terminal = when(keywords.terminal)?;
        let (legal, next) = (when(keywords.legal)?, when(keywords.next)?);
        let goal = when(keywords.goal)?;
        let circuit = &mut game.circuit;
        game.terminal = circuit.and(vec![game.terminal, terminal]);
        for node in &mut game.legal {
            *node = circuit.and(vec![*node, terminal, legal, next]);
        }
        for (_, node) in game.goals.iter_mut().flatten() {
            *node = circuit.and(vec![*node, goal]);
        }
        Ok(game)
    }

    /// For each predicate those that its rules read, including predicates for parts of
    /// long rules, which the instances show.
    fn dependencies(&self, derived: &Derived) -> Vec<Vec<usize>> {
        let mut reads = self.reads.clone();
        reads.resize(derived.predicates.len(), Vec::new());
        let of = |atom: AtomId| derived.atoms.predicate(atom).index();
        for instance in 0..derived.instances.len() {
            let own: &mut Vec<usize> = &mut reads[of(derived.instances.head_of(instance))];
            for &part in derived.instances.body_of(instance) {
                match part {
                    Part::Holds(atom) => own.push(of(atom)),
                    Part::Absent(term) => own.extend(derived.atoms.id(term).map(of)),
                    Part::Nested(number) => {
                        let mut open = vec![derived.instances.nested(number)];
                        while let Some(condition) = open.pop() {
                            match condition {
                                GroundCondition::Constant(_) => {}
                                GroundCondition::Holds(term) | GroundCondition::Absent(term) => {
                                    own.extend(derived.atoms.id(*term).map(of));
                                }
                                GroundCondition::All(parts) | GroundCondition::Any(parts) => {
                                    open.extend(parts);
                                }
                            }
                        }
                    }
                }
            }
            own.sort_unstable();
            own.dedup();
        }
        reads
    }
}

fn unstratified(derived: &Derived, atom: AtomId) -> GroundError {
    let atom = derived.terms.text(derived.atoms.term(atom));
    GroundError::Unstratified { atom }
}

/// Which predicates one depends on, itself included.
fn reached(reads: &[Vec<usize>], predicate: PredicateId) -> Vec<bool> {
    let mut known = vec![false; reads.len()];
    let mut open = vec![predicate.index()];
    while let Some(next) = open.pop() {
        if !std::mem::replace(&mut known[next], true) {
            open.extend(&reads[next]);
        }
    }
    known
}

//! Rebuilds a circuit with constants in place of some of its nodes.
//!
//! In: a circuit, which of its nodes are constant, new numbers of fluents and
//! moves. Out: a circuit in which gates are simplified by the constants.

use crate::circuit::{Circuit, Loop, Node, NodeId};
use crate::ids::{FluentId, MoveId};

/// Rebuilds a circuit, and returns where each node has gone. `numbers` has the
/// new numbers of fluents, then those of moves.
pub(crate) fn rebuild(
    circuit: &Circuit,
    constant: impl Fn(NodeId) -> Option<bool>,
    (fluents, moves): (Vec<u32>, Vec<u32>),
) -> (Circuit, Vec<NodeId>) {
    let rebuilding = Rebuilding {
        circuit,
        constant,
        fluents,
        moves,
        new: Circuit::new(),
        places: vec![NodeId::FALSE; circuit.nodes().len()],
    };
    rebuilding.run()
}

/// The new number of each thing that is kept.
pub(crate) fn numbers(kept: &[bool]) -> Vec<u32> {
    let numbers = kept.iter().scan(0, |next, &kept| {
        let number = *next;
        *next += u32::from(kept);
        Some(number)
    });
    numbers.collect()
}

struct Rebuilding<'a, F> {
    circuit: &'a Circuit,
    constant: F,
    fluents: Vec<u32>,
    moves: Vec<u32>,
    new: Circuit,
    /// Where each node has gone.
    places: Vec<NodeId>,
}

impl<F: Fn(NodeId) -> Option<bool>> Rebuilding<'_, F> {
    fn run(mut self) -> (Circuit, Vec<NodeId>) {
        let mut done = 0;
        for around in self.circuit.loops() {
            self.add(done..around.nodes.start);
            self.add_loop(around);
            done = around.nodes.end;
        }
        self.add(done..self.circuit.nodes().len());
        (self.new, self.places)
    }

    fn add_loop(&mut self, around: &Loop) {
        let kept = around.definitions.iter();
        let kept = kept.filter(|(variable, _)| (self.constant)(*variable).is_none());
        let kept: Vec<(NodeId, NodeId)> = kept.copied().collect();
        let variables = self.new.open_loop(kept.len());
        for ((old, _), &new) in kept.iter().zip(&variables) {
            self.places[old.index()] = new;
        }
        self.add(around.nodes.clone());
        if !kept.is_empty() {
            let definitions = kept.iter().map(|(_, old)| self.places[old.index()]);
            let definitions = variables.into_iter().zip(definitions).collect();
            self.new.close_loop(definitions);
        }
    }

    fn add(&mut self, nodes: std::ops::Range<usize>) {
        for place in nodes {
            let new = match (self.constant)(NodeId::at(place)) {
                Some(true) => NodeId::TRUE,
                Some(false) => NodeId::FALSE,
                None => self.translate(place),
            };
            self.places[place] = new;
        }
    }

    fn translate(&mut self, place: usize) -> NodeId {
        let moved = |parts: &[NodeId]| -> Vec<NodeId> {
            let parts = parts.iter().map(|part| self.places[part.index()]);
            parts.collect()
        };
        match &self.circuit.nodes()[place] {
            Node::Fluent(fluent) => self.new.fluent(FluentId(self.fluents[fluent.index()])),
            Node::Move(mov) => self.new.mov(MoveId(self.moves[mov.index()])),
            Node::Not(inner) => self.new.not(self.places[inner.index()]),
            Node::And(parts) => self.new.and(moved(parts)),
            Node::Or(parts) => self.new.or(moved(parts)),
            Node::Constant(true) => NodeId::TRUE,
            Node::Constant(false) => NodeId::FALSE,
            // `add_loop` has put it there.
            Node::Variable(_) => self.places[place],
        }
    }
}

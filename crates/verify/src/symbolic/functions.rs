//! The circuit of the ground game as functions of keys, where these stay small.
//!
//! In: the circuit, and when each move is made. Out: for each node the keys in which
//! it holds, or `None` if that function is too large: then `inside.rs` finds in
//! which states of a set it holds.

use std::rc::Rc;

use biodivine_lib_bdd::{Bdd, op_function};
use game::Stop;
use ground::{Circuit, MoveId, Node, NodeId};

use super::space::Space;

/// Most nodes of a function.
pub const MAX_NODES: usize = 50_000;

/// When a node holds; `None` if that is too large, or not known.
pub type Function = Option<Rc<Bdd>>;

/// The circuit for some moves.
pub struct Functions {
    of: Vec<Function>,
}

impl Functions {
    /// Computes what does not depend on moves. `fluents` has the functions of the
    /// game's fluents.
    pub fn of_states(space: &Space, circuit: &Circuit, fluents: &[Rc<Bdd>], stop: &Stop) -> Self {
        let fluent = |place: usize| Some(fluents[place].clone());
        let mut work = Work {
            space,
            circuit,
            fluent: &fluent,
            does: &|_| None,
            of: vec![None; circuit.nodes().len()],
            kept: &[],
            care: None,
            stop,
        };
        work.run();
        Functions { of: work.of }
    }

    /// Computes what depends on moves too, where each is made as `does` says, and
    /// what was too large before. `late` are the nodes that depend on moves. Results
    /// are valid only within `care`, which keeps functions small.
    pub fn with_moves(
        &self,
        space: &Space,
        circuit: &Circuit,
        late: &[bool],
        does: &dyn Fn(MoveId) -> Function,
        (care, stop): (&Rc<Bdd>, &Stop),
    ) -> Self {
        let again = late.iter().zip(&self.of);
        let again: Vec<bool> = again.map(|(&late, of)| late || of.is_none()).collect();
        let mut work = Work {
            space,
            circuit,
            fluent: &|_| None,
            does,
            of: self.of.clone(),
            kept: &again,
            care: Some(care),
            stop,
        };
        work.run();
        Functions { of: work.of }
    }

    /// When one of some nodes holds.
    pub fn any(&self, space: &Space, nodes: &[NodeId]) -> Function {
        let mut any = Rc::new(space.none());
        for &node in nodes {
            let more = self.get(node)?;
            let joined = Bdd::binary_op_with_limit(MAX_NODES, &any, &more, op_function::or);
            any = Rc::new(joined?);
        }
        Some(any)
    }

    /// When a node holds.
    pub fn get(&self, node: NodeId) -> Function {
        self.of[node.index()].clone()
    }
}

/// Which nodes depend on moves. A loop with some such nodes counts as a whole: all
/// its nodes are computed again.
pub fn late(circuit: &Circuit) -> Vec<bool> {
    let mut late = vec![false; circuit.nodes().len()];
    for (place, node) in circuit.nodes().iter().enumerate() {
        let reads = node.reads().iter().any(|read| late[read.index()]);
        late[place] = reads || matches!(node, Node::Move(_) | Node::Variable(_));
    }
    late
}

struct Work<'a> {
    space: &'a Space,
    circuit: &'a Circuit,
    fluent: &'a dyn Fn(usize) -> Function,
    does: &'a dyn Fn(MoveId) -> Function,
    of: Vec<Function>,
    /// The only nodes to compute; empty for all.
    kept: &'a [bool],
    /// Where functions matter, if not everywhere. Elsewhere results are false.
    care: Option<&'a Rc<Bdd>>,
    /// Once it is requested nothing large is computed: the caller checks it too.
    stop: &'a Stop,
}

impl Work<'_> {
    fn run(&mut self) {
        let mut place = 0;
        for around in self.circuit.loops() {
            (place..around.nodes.start).for_each(|it| self.compute(it));
            self.close(&around.nodes, &around.definitions);
            place = around.nodes.end;
        }
        (place..self.circuit.nodes().len()).for_each(|it| self.compute(it));
    }

    /// The least functions that agree with the definitions, from nothing upwards.
    /// Nothing inside reads its variables negated, so they only grow, and this ends.
    fn close(&mut self, nodes: &std::ops::Range<usize>, definitions: &[(NodeId, NodeId)]) {
        let none = Rc::new(self.space.none());
        for (variable, _) in definitions {
            self.of[variable.index()] = Some(none.clone());
        }
        loop {
            nodes.clone().for_each(|it| self.compute(it));
            let mut values = definitions.iter().map(|it| &self.of[it.1.index()]);
            if values.any(Option::is_none) {
                // One that is too large leaves the others unknown.
                for (variable, _) in definitions {
                    self.of[variable.index()] = None;
                }
                nodes.clone().for_each(|it| self.compute(it));
                return;
            }
            let mut changed = false;
            for (variable, definition) in definitions {
                let new = self.of[definition.index()].clone();
                let known = &mut self.of[variable.index()];
                let same = match (known.as_deref(), new.as_deref()) {
                    (Some(known), Some(new)) => self.space.within(new, known),
                    (known, new) => known.is_none() && new.is_none(),
                };
                changed |= !same;
                *known = new;
            }
            if !changed {
                return;
            }
        }
    }

    fn compute(&mut self, place: usize) {
        if self.kept.get(place) == Some(&false) {
            return;
        }
        let new = match &self.circuit.nodes()[place] {
            Node::Variable(_) => return,
            Node::Constant(true) => Some(self.everything()),
            Node::Constant(false) => Some(Rc::new(self.space.none())),
            Node::Fluent(fluent) => (self.fluent)(fluent.index()),
            Node::Move(mov) => (self.does)(*mov),
            Node::Not(inner) => {
                let inner = self.of[inner.index()].as_ref();
                inner.map(|inner| Rc::new(self.everything().and_not(inner)))
            }
            Node::And(parts) => self.gate(parts, true),
            Node::Or(parts) => self.gate(parts, false),
        };
        self.of[place] = new;
    }

    /// The function that is true wherever it matters.
    fn everything(&self) -> Rc<Bdd> {
        let all = || Rc::new(self.space.all());
        self.care.map_or_else(all, Rc::clone)
    }

    fn gate(&self, parts: &[NodeId], all: bool) -> Function {
        let parts = parts.iter().map(|part| self.of[part.index()].as_ref());
        // One part can settle it whatever the others are.
        if parts.clone().flatten().any(|part| all && part.is_false()) {
            return Some(Rc::new(self.space.none()));
        }
        if parts.clone().flatten().any(|part| !all && part.is_true()) {
            return Some(self.everything());
        }
        let mut parts = parts.collect::<Option<Vec<_>>>()?;
        parts.retain(|part| {
            if all {
                !part.is_true()
            } else {
                !part.is_false()
            }
        });
        if all {
            let mut result = self.everything();
            for part in parts {
                result = self.joined(&result, part, op_function::and)?;
            }
            return Some(result);
        }
        let mut result = Rc::new(self.space.none());
        for part in parts {
            let part = match self.care {
                Some(care) => self.joined(care, part, op_function::and)?,
                None => part.clone(),
            };
            result = self.joined(&result, &part, op_function::or)?;
        }
        Some(result)
    }

    fn joined(
        &self,
        one: &Rc<Bdd>,
        other: &Rc<Bdd>,
        operator: fn(Option<bool>, Option<bool>) -> Option<bool>,
    ) -> Function {
        let settled = operator(one.as_bool(), other.as_bool());
        if let Some(settled) = settled {
            return Some(match settled {
                true => Rc::new(self.space.all()),
                false => Rc::new(self.space.none()),
            });
        }
        if self.stop.requested().is_some() {
            return None;
        }
        Bdd::binary_op_with_limit(MAX_NODES, one, other, operator).map(Rc::new)
    }
}

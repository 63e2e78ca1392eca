//! Finds the states of a set in which a condition holds.
//!
//! In: a node of the circuit and a set. Out: a subset. A condition that is too large
//! as a function, as the end of play often is, is split: inside a set its parts stay
//! small. Not here: functions (`functions.rs`).

use biodivine_lib_bdd::Bdd;
use game::Stop;
use ground::{Circuit, Node, NodeId};

use super::functions::Functions;
use super::space::Space;
use crate::error::VerifyError;

/// Deepest nesting of conditions.
const MAX_DEPTH: usize = 200;

/// The circuit with its functions.
pub struct Conditions<'a> {
    pub space: &'a Space,
    pub circuit: &'a Circuit,
    pub functions: Functions,
    pub stop: &'a Stop,
}

impl Conditions<'_> {
    /// The states of a set in which a node holds; the node must not depend on moves.
    pub fn inside(&self, set: &Bdd, node: NodeId) -> Result<Bdd, VerifyError> {
        self.taken_apart(set, node, 0)
    }

    fn taken_apart(&self, set: &Bdd, node: NodeId, depth: usize) -> Result<Bdd, VerifyError> {
        let space = self.space;
        if set.is_false() {
            return Ok(space.none());
        }
        if let Some(function) = self.functions.get(node) {
            return Ok(space.and(set, &function));
        }
        if let Some(reason) = self.stop.requested() {
            return Err(VerifyError::Stopped(reason));
        }
        if depth == MAX_DEPTH {
            return Err(too_large());
        }
        match self.circuit.node(node) {
            Node::Not(inner) => {
                let inner = self.taken_apart(set, *inner, depth + 1)?;
                Ok(space.minus(set, &inner))
            }
            Node::And(parts) => {
                let mut rest = set.clone();
                for &part in parts {
                    rest = self.taken_apart(&rest, part, depth + 1)?;
                }
                Ok(rest)
            }
            Node::Or(parts) => {
                let (mut rest, mut found) = (set.clone(), space.none());
                for &part in parts {
                    let more = self.taken_apart(&rest, part, depth + 1)?;
                    rest = space.minus(&rest, &more);
                    found = space.or(&found, &more);
                }
                Ok(found)
            }
            // Rules in a cycle cannot be split.
            _ => Err(too_large()),
        }
    }
}

fn too_large() -> VerifyError {
    VerifyError::TooComplex {
        what: "a condition of the rules",
    }
}

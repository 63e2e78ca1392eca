//! Conditions on the states of a game, built from its fluents and from nodes of
//! its circuit.

use crate::circuit::{Circuit, NodeId};
use crate::ids::FluentId;

/// When something holds, in terms of a game.
///
/// What the sheet says need not be a node of the circuit: small gates are
/// merged into those that read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The fluent holds.
    Fluent(FluentId),
    /// The node of the game's circuit holds, such as [`legal`] of a move.
    ///
    /// [`legal`]: crate::GroundGame::legal
    Node(NodeId),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All of them hold; without any, always.
    All(Vec<Condition>),
    /// One of them holds; without any, never.
    Any(Vec<Condition>),
}

impl Condition {
    /// That a condition does not hold.
    #[allow(
        clippy::should_implement_trait,
        reason = "a constructor, as the others are"
    )]
    pub fn not(condition: Condition) -> Self {
        Condition::Not(Box::new(condition))
    }

    /// The node that says it in a circuit, given where fluents and the nodes of
    /// the game stand there.
    pub(super) fn node(
        &self,
        circuit: &mut Circuit,
        fluent: &dyn Fn(&mut Circuit, FluentId) -> NodeId,
        places: &[NodeId],
    ) -> NodeId {
        let mut all = |parts: &[Condition]| -> Vec<NodeId> {
            let parts = parts.iter();
            parts.map(|it| it.node(circuit, fluent, places)).collect()
        };
        match self {
            Condition::Fluent(it) => fluent(circuit, *it),
            Condition::Node(node) => places[node.index()],
            Condition::Not(inner) => {
                let inner = inner.node(circuit, fluent, places);
                circuit.not(inner)
            }
            Condition::All(parts) => {
                let parts = all(parts);
                circuit.and(parts)
            }
            Condition::Any(parts) => {
                let parts = all(parts);
                circuit.or(parts)
            }
        }
    }
}

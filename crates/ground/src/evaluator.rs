//! The circuit on 64 states at once, for callers that choose states and moves
//! themselves.
//!
//! In: for each fluent and move a word, one bit for each state. Out: a word for
//! each node. Not here: playing by the rules (`player`, `playouts`).

use crate::circuit::NodeId;
use crate::game::GroundGame;
use crate::ids::{FluentId, MoveId};
use crate::machine::Machine;

/// Computes the nodes of a game's circuit for 64 states at a time.
#[derive(Clone, Debug)]
pub struct Evaluator {
    machine: Machine,
}

impl Evaluator {
    /// Prepares a game.
    pub fn new(game: &GroundGame) -> Self {
        Evaluator {
            machine: Machine::new(game),
        }
    }

    /// Sets in which states a fluent holds.
    pub fn set_fluent(&mut self, fluent: FluentId, lanes: u64) {
        self.machine.set_fluent(fluent, lanes);
    }

    /// Sets in which states a move is made.
    pub fn set_move(&mut self, mov: MoveId, lanes: u64) {
        self.machine.set_move(mov, lanes);
    }

    /// Computes what depends on the states alone: `legal`, `terminal`, goals.
    pub fn run_before_moves(&mut self) {
        self.machine.run_before_moves();
    }

    /// Computes what depends on the moves too; after
    /// [`Evaluator::run_before_moves`].
    pub fn run_after_moves(&mut self) {
        self.machine.run_after_moves();
    }

    /// In which states a node holds; valid after the run that computes it, for
    /// nodes that some output of the game depends on.
    pub fn get(&self, node: NodeId) -> u64 {
        self.machine.get(node)
    }
}

//! Counts the states that can be reached.

use game::{Count, Layer};

use crate::SymbolicError;
use crate::pass::engine::Engine;
use crate::pass::task::{Effort, Progress, Task};

/// The states that can be reached, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// How many there are.
    pub states: Count,
    /// How many of them are terminal.
    pub terminals: Count,
    /// The states by first appearance.
    pub layers: Vec<Layer>,
    /// What it took.
    pub effort: Effort,
}

/// Counts the states that can be reached.
///
/// # Errors
///
/// [`SymbolicError::Unsuited`] if the game has no layers that can be told
/// apart; [`SymbolicError::Fault`], [`SymbolicError::Simultaneous`] on a state
/// of such a kind; [`SymbolicError::OutOfNodes`], [`SymbolicError::Stopped`].
pub fn reach(
    task: &Task<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Reached, SymbolicError> {
    let engine = Engine::new(task)?;
    let mut layers: Vec<Layer> = Vec::new();
    let mut terminals = 0;
    engine.forward(progress, &mut |sets| {
        terminals += sets.terminals;
        layers.push(Layer {
            index: layers.len() as u64,
            states: sets.states,
        });
    })?;
    Ok(Reached {
        states: layers.iter().map(|layer| layer.states).sum(),
        terminals,
        layers,
        effort: engine.effort(),
    })
}

//! Recursive rules as sets of states.
//!
//! The variables of a loop take the least values that agree with their definitions. In
//! sets: all variables are empty at first; then the nodes of the loop are evaluated,
//! and the variables become what their definitions are, until nothing changes. A
//! definition does not read the negation of a variable of its own loop, so sets only
//! grow, and for each state this is the evaluation of that state.

use ground::{Circuit, Loop};
use rustc_hash::FxHashMap;

use crate::diagram::{Halt, Set};
use crate::space::Space;

/// Sets of some nodes, by their places.
pub(crate) type Sets = FxHashMap<usize, Set>;

/// The loop whose nodes begin at this place.
pub(crate) fn beginning(circuit: &Circuit, place: usize) -> Option<&Loop> {
    let mut loops = circuit.loops().iter();
    loops.find(|around| around.nodes.start == place)
}

/// The loop that contains the node at this place.
pub(crate) fn containing(circuit: &Circuit, place: usize) -> Option<&Loop> {
    let mut loops = circuit.loops().iter();
    loops.find(|around| around.nodes.contains(&place))
}

/// Evaluates the wanted nodes of a loop. `value` evaluates a node, given those
/// evaluated so far; it is asked for a variable only where that is evaluated or known
/// from before.
pub(crate) fn settle(
    space: &Space,
    around: &Loop,
    wanted: impl Fn(usize) -> bool,
    sets: &mut Sets,
    value: impl Fn(usize, &Sets) -> Result<Set, Halt>,
) -> Result<(), Halt> {
    let definitions = around.definitions.iter();
    let definitions = definitions.map(|(variable, is)| (variable.index(), is.index()));
    let definitions: Vec<_> = definitions
        .filter(|(variable, _)| wanted(*variable))
        .collect();
    for (variable, _) in &definitions {
        sets.insert(*variable, space.empty());
    }
    let is_variable = |place| definitions.iter().any(|(variable, _)| *variable == place);
    let gates: Vec<usize> = around.nodes.clone().filter(|&it| wanted(it)).collect();
    let gates: Vec<usize> = gates.into_iter().filter(|&it| !is_variable(it)).collect();
    loop {
        for &place in &gates {
            let set = value(place, sets)?;
            sets.insert(place, set);
        }
        let mut stable = true;
        for &(variable, is) in &definitions {
            let set = match sets.get(&is) {
                Some(set) => set.clone(),
                None => value(is, sets)?,
            };
            stable &= sets.insert(variable, set.clone()) == Some(set);
        }
        if stable {
            return Ok(());
        }
    }
}

//! Why any engine can fail to give an answer.
//!
//! In: facts about a game, a request, or a limit. Out: one value for each such
//! fact, the same from all engines. Not here: failures of an engine's own means,
//! such as its files.

use thiserror::Error;

use crate::{Fault, StopReason};

/// Why there is no answer.
///
/// States are in KIF. Paths are joint moves in KIF, from the start on: with one
/// role the move itself, otherwise the list of all roles' moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The game breaks the rules for games.
    #[error("{description}")]
    Fault {
        /// What is wrong.
        fault: Fault,
        /// The fault in words, with the role's name.
        description: String,
        /// The state in which it shows.
        state: String,
        /// A way there.
        path: Vec<String>,
    },
    /// Several roles choose in one state, and the values of such games are
    /// not defined here.
    #[error("several roles have a choice in one state: {}", roles.join(", "))]
    Simultaneous {
        /// The names of the roles that have a choice.
        roles: Vec<String>,
        /// The state in which they have it.
        state: String,
        /// A way there.
        path: Vec<String>,
    },
    /// A cycle can be reached, and nobody said what infinite play is worth.
    #[error("play can go on for ever, and its worth is not given")]
    InfiniteNeeded {
        /// A way to the first state of the cycle.
        path: Vec<String>,
        /// The states of the cycle, each with the joint move to the next; the
        /// last leads to the first.
        cycle: Vec<(String, String)>,
    },
    /// A worth of infinite play was given for a game of one role, where it is
    /// below every reward.
    #[error("with one role infinite play is below every reward: its worth cannot be given")]
    InfiniteForOneRole,
    /// The worth of infinite play has not one reward for each role.
    #[error("the worth of infinite play has {found} rewards, but the game has {expected} roles")]
    InfiniteArity {
        /// The number of roles.
        expected: usize,
        /// The number of rewards given.
        found: usize,
    },
    /// The depth limit left states unexpanded, so there are no values.
    #[error("the depth limit of {depth} left states of {states} unexpanded")]
    Incomplete {
        /// The depth limit.
        depth: u64,
        /// The number of states found.
        states: u64,
    },
    /// There are more states than the limit allows.
    #[error("more than {limit} states; reached layer {layer}")]
    StateLimit {
        /// The limit.
        limit: u64,
        /// The layer that was being filled.
        layer: u64,
    },
    /// The door asked for a stop.
    #[error("stopped{} in layer {layer}", at(*.states))]
    Stopped {
        /// Why.
        reason: StopReason,
        /// The number of states found, if the engine counts them as it goes.
        states: Option<u64>,
        /// The layer that was being worked on.
        layer: u64,
    },
}

impl Obstacle {
    /// The obstacle of a faulty state, in a game with these roles.
    pub fn fault(roles: &[String], fault: Fault, state: String, path: Vec<String>) -> Self {
        Obstacle::Fault {
            description: fault.describe(roles),
            fault,
            state,
            path,
        }
    }
}

fn at(states: Option<u64>) -> String {
    states.map_or(String::new(), |states| format!(" at {states} states,"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_tells_the_states_where_they_are_counted() {
        let stopped = |states| Obstacle::Stopped {
            reason: StopReason::Time,
            states,
            layer: 3,
        };
        let counted = stopped(Some(7)).to_string();
        assert_eq!(counted, "stopped at 7 states, in layer 3");
        assert_eq!(stopped(None).to_string(), "stopped in layer 3");
    }

    #[test]
    fn a_fault_is_told_with_the_name_of_the_role() {
        let roles = ["x".to_owned(), "y".to_owned()];
        let fault = Fault::NoGoal(crate::RoleId::new(1));
        let obstacle = Obstacle::fault(&roles, fault, "(end)".to_owned(), Vec::new());
        let words = "role y has no goal value in a terminal state";
        assert_eq!(obstacle.to_string(), words);
    }
}

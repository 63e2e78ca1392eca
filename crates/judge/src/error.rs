//! Why a game could not be explored or solved.

use std::error::Error;

use game::{Fault, StopReason};
use thiserror::Error;

/// What keeps the judge from an answer.
///
/// Paths are joint moves in KIF, from the start on: with one role the move
/// itself, otherwise the list of all roles' moves.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JudgeError<E: Error + 'static> {
    /// The game could not evaluate a position.
    #[error(transparent)]
    Game(E),
    /// The game could not evaluate this position.
    #[error("{error}")]
    InState {
        /// Why.
        error: E,
        /// The position.
        state: String,
        /// A shortest way there.
        path: Vec<String>,
    },
    /// The game breaks the rules for games.
    #[error("{description}")]
    Fault {
        /// What is wrong.
        fault: Fault,
        /// The same in words, with the role's name.
        description: String,
        /// The state in which it shows.
        state: String,
        /// A shortest way there.
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
        /// A shortest way there.
        path: Vec<String>,
    },
    /// A cycle can be reached, and nobody said what infinite play is worth.
    #[error("play can go on for ever, and its worth is not given")]
    InfiniteNeeded {
        /// A shortest way to the first state of the cycle.
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
    /// The depth limit left states unexpanded, so no values follow.
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
    #[error("stopped at {states} states, in layer {layer}")]
    Stopped {
        /// Why.
        reason: StopReason,
        /// The number of states found.
        states: u64,
        /// The layer that was being expanded.
        layer: u64,
    },
}

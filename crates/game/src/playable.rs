//! The interface of every engine: a game that can be played move by move, and the
//! faults that such a game can show.

use std::error::Error;
use std::fmt;
use std::hash::Hash;

use crate::{Reward, Rewards, RoleId};

/// A game whose positions can be generated one after the other.
///
/// Methods take `&mut self` so that an implementation may keep its working
/// memory; results depend only on the arguments.
pub trait Playable {
    /// A set of true fluents, in one canonical form: equal sets are equal.
    type State: Clone + Eq + Hash;
    /// One role's move.
    type Move: Clone + Eq;
    /// Why a position could not be evaluated.
    type Error: Error + 'static;

    /// The names of the roles, in role order.
    fn roles(&self) -> &[String];

    /// The state in which the game starts.
    ///
    /// # Errors
    ///
    /// As the implementation says; the same holds for all methods below.
    fn initial(&mut self) -> Result<Self::State, Self::Error>;

    /// Announces which states will be asked about next, most likely in this
    /// order: for implementations that evaluate many at once.
    fn prepare(&mut self, _states: &[Self::State]) {}

    /// Tells whether the game has ended in `state`.
    ///
    /// # Errors
    ///
    /// See [`Playable::initial`].
    fn is_terminal(&mut self, state: &Self::State) -> Result<bool, Self::Error>;

    /// The legal moves in `state`: for each role a list without duplicates, in an
    /// order that depends only on the rules and the state.
    ///
    /// # Errors
    ///
    /// See [`Playable::initial`].
    fn legal_moves(&mut self, state: &Self::State) -> Result<Vec<Vec<Self::Move>>, Self::Error>;

    /// The state after `joint`, one move for each role in role order.
    ///
    /// # Errors
    ///
    /// See [`Playable::initial`].
    fn successor(
        &mut self,
        state: &Self::State,
        joint: &[Self::Move],
    ) -> Result<Self::State, Self::Error>;

    /// The states after each of these, as by [`Playable::successor`]: for
    /// implementations that compute many at once.
    ///
    /// # Errors
    ///
    /// See [`Playable::initial`].
    fn successors(
        &mut self,
        state: &Self::State,
        joints: &[Vec<Self::Move>],
    ) -> Result<Vec<Self::State>, Self::Error> {
        let mut next = |joint: &Vec<Self::Move>| self.successor(state, joint);
        joints.iter().map(&mut next).collect()
    }

    /// For each role all the different goal values that hold in `state`.
    ///
    /// # Errors
    ///
    /// See [`Playable::initial`].
    fn goals(&mut self, state: &Self::State) -> Result<Vec<Vec<GoalValue>>, Self::Error>;

    /// The state in which exactly these fluents hold, each written in KIF as
    /// [`Playable::fluents`] would; `None` if the game has no such state.
    fn state_of(&mut self, fluents: &[String]) -> Option<Self::State>;

    /// The fluents that hold in `state`, each once and in KIF, in an order that
    /// depends only on the rules: the inverse of [`Playable::state_of`].
    fn fluents(&self, state: &Self::State) -> Vec<String>;

    /// The state in KIF: a list of its fluents.
    fn state_text(&self, state: &Self::State) -> String {
        format!("({})", self.fluents(state).join(" "))
    }

    /// The move in KIF.
    fn move_text(&self, mov: &Self::Move) -> String;
}

/// The second argument of a derived `goal` atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalValue {
    /// An integer.
    Integer(i32),
    /// Anything else, in KIF.
    Other(String),
}

impl GoalValue {
    /// The goal value of a term written in KIF.
    pub fn from_text(text: String) -> Self {
        text.parse()
            .map_or(GoalValue::Other(text), GoalValue::Integer)
    }

    /// These values, each once.
    pub fn distinct(values: impl IntoIterator<Item = GoalValue>) -> Vec<GoalValue> {
        let mut distinct = Vec::new();
        for value in values {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        distinct
    }
}

/// How a game breaks the rules for games, in some reachable state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A role has no legal move although the state is not terminal.
    NoLegalMove(RoleId),
    /// A role has no goal value in a terminal state.
    NoGoal(RoleId),
    /// A role has several goal values in a terminal state.
    ManyGoals(RoleId, Vec<String>),
    /// A role's goal value is not an integer (or not one of 32 bits).
    GoalNotInteger(RoleId, String),
}

impl Fault {
    /// The role with the fault.
    pub fn role(&self) -> RoleId {
        match self {
            Fault::NoLegalMove(role)
            | Fault::NoGoal(role)
            | Fault::ManyGoals(role, _)
            | Fault::GoalNotInteger(role, _) => *role,
        }
    }

    /// Says what is wrong, with the role's name.
    pub fn describe(&self, roles: &[String]) -> String {
        let role = &roles[self.role().index()];
        match self {
            Fault::NoLegalMove(_) => {
                format!("role {role} has no legal move in a state that is not terminal")
            }
            Fault::NoGoal(_) => format!("role {role} has no goal value in a terminal state"),
            Fault::ManyGoals(_, values) => format!(
                "role {role} has several goal values in a terminal state: {}",
                values.join(", ")
            ),
            Fault::GoalNotInteger(_, value) => {
                format!(
                    "role {role} has the goal value {value}, which is not an integer of 32 bits"
                )
            }
        }
    }
}

impl fmt::Display for GoalValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalValue::Integer(points) => write!(f, "{points}"),
            GoalValue::Other(text) => f.write_str(text),
        }
    }
}

/// Turns the goal values of a terminal state into rewards.
///
/// # Errors
///
/// The [`Fault`] of the first role that does not have exactly one integer.
pub fn rewards_from_goals(goals: &[Vec<GoalValue>]) -> Result<Rewards, Fault> {
    let reward = |(role, values): (RoleId, &Vec<GoalValue>)| match values.as_slice() {
        [] => Err(Fault::NoGoal(role)),
        [GoalValue::Integer(points)] => Ok(Reward::from_points(*points)),
        [GoalValue::Other(text)] => Err(Fault::GoalNotInteger(role, text.clone())),
        many => Err(Fault::ManyGoals(
            role,
            many.iter().map(GoalValue::to_string).collect(),
        )),
    };
    let rewards: Result<Vec<Reward>, Fault> =
        RoleId::all(goals.len()).zip(goals).map(reward).collect();
    rewards.map(Rewards::new)
}

//! The variable-free game.

use ::game::GoalValue;

use crate::circuit::{Circuit, NodeId};
use crate::ids::{FluentId, MoveId};
use crate::state::BitState;

/// A game as a circuit over its fluents and moves.
///
/// Fluents, and each role's moves, are in the order in which a reader would
/// list them: numbers by size, names by spelling.
#[derive(Clone, Debug)]
pub struct GroundGame {
    pub(crate) roles: Vec<String>,
    pub(crate) fluents: Vec<String>,
    pub(crate) moves: Vec<String>,
    /// Where the moves of each role end in `moves`.
    pub(crate) move_ends: Vec<usize>,
    pub(crate) initial: Vec<bool>,
    pub(crate) circuit: Circuit,
    pub(crate) terminal: NodeId,
    pub(crate) legal: Vec<NodeId>,
    pub(crate) next: Vec<NodeId>,
    pub(crate) goals: Vec<Vec<(GoalValue, NodeId)>>,
    pub(crate) instances: usize,
}

impl GroundGame {
    /// The names of the roles, in role order.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The fluents that may hold, in KIF.
    pub fn fluents(&self) -> &[String] {
        &self.fluents
    }

    /// The moves that may be legal, in KIF, role by role.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The numbers of all fluents, in order.
    pub fn fluent_ids(&self) -> impl Iterator<Item = FluentId> + use<> {
        (0..self.fluents.len() as u32).map(FluentId)
    }

    /// The numbers of all moves, in order.
    pub fn move_ids(&self) -> impl Iterator<Item = MoveId> + use<> {
        (0..self.moves.len() as u32).map(MoveId)
    }

    /// The moves of a role.
    pub fn moves_of(&self, role: ::game::RoleId) -> impl Iterator<Item = MoveId> + use<> {
        let end = self.move_ends[role.index()];
        let start = role
            .index()
            .checked_sub(1)
            .map_or(0, |before| self.move_ends[before]);
        (start..end).map(|place| MoveId(place as u32))
    }

    /// Whether a fluent holds at the start.
    pub fn holds_initially(&self, fluent: FluentId) -> bool {
        self.initial[fluent.index()]
    }

    /// The circuit that all of the following are nodes of.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// When the game has ended.
    pub fn terminal(&self) -> NodeId {
        self.terminal
    }

    /// When a move is legal.
    pub fn legal(&self, mov: MoveId) -> NodeId {
        self.legal[mov.index()]
    }

    /// When a fluent holds in the next state.
    pub fn next(&self, fluent: FluentId) -> NodeId {
        self.next[fluent.index()]
    }

    /// When a role has which goal value.
    pub fn goals(&self, role: ::game::RoleId) -> &[(GoalValue, NodeId)] {
        &self.goals[role.index()]
    }

    /// The game with only some of its fluents and moves; its circuit is not yet
    /// adapted.
    pub(crate) fn keep(&self, fluents: &[bool], moves: &[bool]) -> GroundGame {
        let kept_before = |end: &usize| moves[..*end].iter().filter(|&&kept| kept).count();
        GroundGame {
            roles: self.roles.clone(),
            fluents: kept(&self.fluents, fluents),
            moves: kept(&self.moves, moves),
            move_ends: self.move_ends.iter().map(kept_before).collect(),
            initial: kept(&self.initial, fluents),
            circuit: Circuit::new(),
            terminal: self.terminal,
            legal: kept(&self.legal, moves),
            next: kept(&self.next, fluents),
            goals: self.goals.clone(),
            instances: self.instances,
        }
    }

    /// Visits the nodes that are outputs of the game.
    pub(crate) fn for_each_output(&mut self, mut visit: impl FnMut(&mut NodeId)) {
        visit(&mut self.terminal);
        let goals = self.goals.iter_mut().flatten().map(|(_, node)| node);
        for node in self.legal.iter_mut().chain(&mut self.next).chain(goals) {
            visit(node);
        }
    }

    /// All roles' goal values, given which nodes hold.
    pub(crate) fn goals_where(&self, holds: impl Fn(NodeId) -> bool) -> Vec<Vec<GoalValue>> {
        let values = |goals: &Vec<(GoalValue, NodeId)>| {
            let holding = goals.iter().filter(|(_, node)| holds(*node));
            GoalValue::distinct(holding.map(|(value, _)| value.clone()))
        };
        self.goals.iter().map(values).collect()
    }

    /// The state in KIF: a list of its fluents.
    pub fn state_text(&self, state: &BitState) -> String {
        let held = self.fluent_ids().filter(|&it| state.holds(it));
        let held: Vec<&str> = held.map(|it| self.fluents[it.index()].as_str()).collect();
        format!("({})", held.join(" "))
    }

    /// The number of instances of rules from which the circuit was made.
    pub fn instances(&self) -> usize {
        self.instances
    }
}

fn kept<T: Clone>(all: &[T], kept: &[bool]) -> Vec<T> {
    let pairs = all.iter().zip(kept);
    pairs
        .filter(|(_, kept)| **kept)
        .map(|(it, _)| it.clone())
        .collect()
}

//! Games given as explicit graphs: numbered nodes, the first is the start.

use std::convert::Infallible;

use game::{GoalValue, Playable};

/// A node of a [`Board`].
#[derive(Clone, Debug)]
pub enum Node {
    /// Play ends with these goal values for each role.
    End(Vec<Vec<GoalValue>>),
    /// One role moves to one of these nodes, the others wait.
    Turn(usize, Vec<usize>),
    /// Two roles move at once: `0[a][b]` is the next node.
    Both([[usize; 2]; 2]),
    /// This role has no legal move.
    Stuck(usize),
}

/// An end with one goal value for each role.
pub fn end(points: &[i32]) -> Node {
    let goals = points
        .iter()
        .map(|&points| vec![GoalValue::Integer(points)]);
    Node::End(goals.collect())
}

/// One role's turn.
pub fn turn(role: usize, to: &[usize]) -> Node {
    Node::Turn(role, to.to_vec())
}

/// A game whose states are the numbers of its nodes.
#[derive(Clone, Debug)]
pub struct Board {
    roles: Vec<String>,
    pub nodes: Vec<Node>,
}

impl Board {
    pub fn new(role_count: usize, nodes: Vec<Node>) -> Self {
        let names = ["x", "y", "z"].into_iter().take(role_count);
        Board {
            roles: names.map(str::to_owned).collect(),
            nodes,
        }
    }
}

/// A role's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    Noop,
    /// Printed as a letter.
    Pick(u8),
}

fn picks(count: usize) -> Vec<Move> {
    (0..count as u8).map(Move::Pick).collect()
}

fn picked(mov: &Move) -> usize {
    match mov {
        Move::Pick(place) => usize::from(*place),
        Move::Noop => panic!("a role with a choice does not wait"),
    }
}

impl Playable for Board {
    type State = usize;
    type Move = Move;
    type Error = Infallible;

    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn initial(&mut self) -> Result<usize, Infallible> {
        Ok(0)
    }

    fn is_terminal(&mut self, state: &usize) -> Result<bool, Infallible> {
        Ok(matches!(self.nodes[*state], Node::End(_)))
    }

    fn legal_moves(&mut self, state: &usize) -> Result<Vec<Vec<Move>>, Infallible> {
        let mut legal = vec![vec![Move::Noop]; self.roles.len()];
        match &self.nodes[*state] {
            Node::End(_) => legal.fill(Vec::new()),
            Node::Turn(role, to) => legal[*role] = picks(to.len()),
            Node::Both(_) => legal[..2].fill(picks(2)),
            Node::Stuck(role) => legal[*role].clear(),
        }
        Ok(legal)
    }

    fn successor(&mut self, state: &usize, joint: &[Move]) -> Result<usize, Infallible> {
        Ok(match &self.nodes[*state] {
            Node::Turn(role, to) => to[picked(&joint[*role])],
            Node::Both(to) => to[picked(&joint[0])][picked(&joint[1])],
            Node::End(_) | Node::Stuck(_) => panic!("node {state} has no successors"),
        })
    }

    fn goals(&mut self, state: &usize) -> Result<Vec<Vec<GoalValue>>, Infallible> {
        match &self.nodes[*state] {
            Node::End(goals) => Ok(goals.clone()),
            _ => panic!("goals are read at the end only"),
        }
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<usize> {
        (0..self.nodes.len()).find(|at| fluents == [format!("(at {at})")])
    }

    fn fluents(&self, state: &usize) -> Vec<String> {
        vec![format!("(at {state})")]
    }

    fn move_text(&self, mov: &Move) -> String {
        match mov {
            Move::Noop => "noop".to_owned(),
            Move::Pick(place) => char::from(b'a' + place).to_string(),
        }
    }
}

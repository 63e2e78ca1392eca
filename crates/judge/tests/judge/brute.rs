//! The same values by other means: slow, naive, and without the judge's code.
//!
//! Values on cyclic games are found by minimax cut off after as many moves as
//! there are nodes, with the worth of infinite play at the cut: who can force
//! an end can force it in that many.

use std::cmp::Ordering;

use game::{Model, Reward, Rewards, RoleId, Value, rewards_from_goals};

use crate::board::{Board, Node};

pub fn rewards(board: &Board, node: usize) -> Option<Rewards> {
    match &board.nodes[node] {
        Node::End(goals) => Some(rewards_from_goals(goals).unwrap()),
        _ => None,
    }
}

/// The successors, each once.
pub fn successors(board: &Board, node: usize) -> Vec<usize> {
    let mut to = match &board.nodes[node] {
        Node::Turn(_, to) => to.clone(),
        _ => Vec::new(),
    };
    to.sort_unstable();
    to.dedup();
    to
}

pub fn mover(board: &Board, node: usize) -> Option<RoleId> {
    match &board.nodes[node] {
        Node::Turn(role, _) if successors(board, node).len() > 1 => Some(RoleId::new(*role)),
        _ => None,
    }
}

/// All nodes that can be reached from the first.
pub fn reachable(board: &Board) -> Vec<usize> {
    let mut reached = vec![0];
    let mut done = 0;
    while done < reached.len() {
        for next in successors(board, reached[done]) {
            if !reached.contains(&next) {
                reached.push(next);
            }
        }
        done += 1;
    }
    reached
}

pub fn is_cyclic(board: &Board) -> bool {
    // A walk longer than the number of nodes exists only round a cycle.
    let mut at = vec![0];
    for _ in 0..=board.nodes.len() {
        at = at
            .iter()
            .flat_map(|&node| successors(board, node))
            .collect();
        at.sort_unstable();
        at.dedup();
    }
    !at.is_empty()
}

/// The different rewards that play can end with.
pub fn ends(board: &Board) -> Vec<Rewards> {
    let reached = reachable(board);
    let mut ends: Vec<_> = reached
        .iter()
        .filter_map(|&node| rewards(board, node))
        .collect();
    ends.sort();
    ends.dedup();
    ends
}

pub fn prefers(model: Model, role: RoleId, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Rewards(a), Value::Rewards(b)) => model.compare(role, a, b) == Ordering::Greater,
        (Value::Rewards(_), _) => true,
        _ => false,
    }
}

fn best(model: Model, role: RoleId, values: Vec<Value>) -> Value {
    let better = |a: Value, b: Value| if prefers(model, role, &b, &a) { b } else { a };
    values.into_iter().reduce(better).unwrap()
}

/// Each mover takes what it likes best; without a worth of infinite play the
/// cut must be out of reach.
pub fn minimax(board: &Board, model: Model, infinite: Option<&Value>) -> Vec<Value> {
    let cut = infinite.cloned().unwrap_or(Value::Unresolved);
    let mut values = vec![cut; board.nodes.len()];
    for _ in 0..=board.nodes.len() {
        let one_more = |node| {
            if let Some(rewards) = rewards(board, node) {
                return Value::Rewards(rewards);
            }
            let next = successors(board, node).into_iter();
            let next = next.map(|node| values[node].clone()).collect();
            best(model, mover(board, node).unwrap_or(RoleId::new(0)), next)
        };
        values = (0..board.nodes.len()).map(one_more).collect();
    }
    values
}

/// What `role` gets against all others together.
///
/// With `allowed` it is held to those successors, and gets the worst that can
/// come of them: so a whole set of moves is put to the test.
pub fn against_all(
    board: &Board,
    role: RoleId,
    infinite: Option<Reward>,
    allowed: Option<&dyn Fn(usize) -> Vec<usize>>,
) -> Vec<Reward> {
    let cut = infinite.unwrap_or(Reward::from_points(-999));
    let mut values = vec![cut; board.nodes.len()];
    for _ in 0..=board.nodes.len() {
        let one_more = |node| {
            if let Some(rewards) = rewards(board, node) {
                return rewards[role];
            }
            let own = mover(board, node) == Some(role);
            let next = match allowed {
                Some(allowed) if own => allowed(node),
                _ => successors(board, node),
            };
            let next = next.iter().map(|&node| values[node]);
            let rewards = if own && allowed.is_none() {
                next.max()
            } else {
                next.min()
            };
            rewards.unwrap()
        };
        values = (0..board.nodes.len()).map(one_more).collect();
    }
    values
}

/// Forced labels by going over all nodes until nothing changes.
pub fn forced(board: &Board, model: Model, outcomes: &[Value]) -> Vec<Value> {
    let mut values = vec![Value::Unresolved; board.nodes.len()];
    loop {
        let before = values.clone();
        for node in 0..values.len() {
            if let Some(value) = forced_now(board, model, outcomes, &values, node) {
                values[node] = value;
            }
        }
        if values == before {
            return values;
        }
    }
}

fn forced_now(
    board: &Board,
    model: Model,
    outcomes: &[Value],
    values: &[Value],
    node: usize,
) -> Option<Value> {
    if let Some(rewards) = rewards(board, node) {
        return Some(Value::Rewards(rewards));
    }
    let next = successors(board, node).into_iter();
    let next: Vec<Value> = next.map(|node| values[node].clone()).collect();
    let role = mover(board, node).unwrap_or(RoleId::new(0));
    let top = best(model, role, outcomes.to_vec());
    let may_choose = mover(board, node).is_some();
    if may_choose && next.contains(&top) {
        return Some(top);
    }
    (!next.contains(&Value::Unresolved)).then(|| best(model, role, next))
}

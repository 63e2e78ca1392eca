//! Random small games, and what the semantics says of them.

use game::{Model, Options, Rewards, RoleId, Value};
use judge::Table;
use proptest::prelude::*;

use crate::board::{Board, Node, end};
use crate::brute;
use crate::tell::options;

/// A game and what infinite play is worth in it.
#[derive(Clone, Debug)]
pub struct Sample {
    pub board: Board,
    pub role_count: usize,
    pub infinite: Option<Rewards>,
    draw_distances: bool,
}

#[derive(Clone, Copy, Debug)]
struct Shape {
    role_count: usize,
    acyclic: bool,
    constant_sum: bool,
}

fn shapes() -> impl Strategy<Value = Shape> {
    (1..=3usize, any::<bool>(), any::<bool>()).prop_map(|(role_count, acyclic, sum)| Shape {
        role_count,
        acyclic,
        constant_sum: sum && role_count == 2,
    })
}

fn vectors(shape: Shape) -> impl Strategy<Value = Vec<i32>> {
    let points = prop::sample::select(vec![0, 25, 50, 100]);
    prop::collection::vec(points, shape.role_count).prop_map(move |mut points| {
        if shape.constant_sum {
            points[1] = 75 - points[0];
        }
        points
    })
}

/// A node among `count`: an end now and then, and always where an acyclic game
/// has no nodes left.
fn nodes(shape: Shape, place: usize, count: usize) -> impl Strategy<Value = Node> {
    let first = if shape.acyclic { place + 1 } else { 0 };
    let targets = prop::collection::vec(first..count.max(first + 1), 1..=3);
    let ends = if first < count { 1 } else { 1000 };
    (0..ends + 3, vectors(shape), 0..shape.role_count, targets).prop_map(
        move |(kind, points, role, to)| {
            if kind < ends || first >= count {
                end(&points)
            } else {
                Node::Turn(role, to)
            }
        },
    )
}

pub fn samples() -> impl Strategy<Value = Sample> {
    (shapes(), 2..=12usize).prop_flat_map(|(shape, count)| {
        let nodes: Vec<_> = (0..count).map(|place| nodes(shape, place, count)).collect();
        let given = vectors(Shape {
            constant_sum: false,
            ..shape
        });
        (nodes, given, any::<bool>(), any::<bool>()).prop_map(
            move |(nodes, given, give, draw_distances)| {
                let board = Board::new(shape.role_count, nodes);
                let default = shape.constant_sum && !brute::ends(&board).is_empty() && !give;
                let needed = shape.role_count > 1 && !default;
                Sample {
                    board,
                    role_count: shape.role_count,
                    infinite: needed.then(|| Rewards::from_points(&given)),
                    draw_distances,
                }
            },
        )
    })
}

impl Sample {
    pub fn options(&self, model: Model) -> Options {
        Options {
            infinite: self.infinite.clone(),
            draw_distances: self.draw_distances,
            ..options(model)
        }
    }

    /// What infinite play is worth; `None` where it cannot happen.
    pub fn worth(&self) -> Option<Value> {
        if !brute::is_cyclic(&self.board) {
            return None;
        }
        Some(match (&self.infinite, self.role_count) {
            (Some(given), _) => Value::Rewards(given.clone()),
            (None, 1) => Value::Infinite,
            // The generator's constant is 75.
            (None, _) => Value::Rewards(Rewards::new(
                ["37.5", "37.5"].map(|half| half.parse().unwrap()),
            )),
        })
    }

    fn outcomes(&self) -> Vec<Value> {
        let ends = brute::ends(&self.board).into_iter().map(Value::Rewards);
        ends.chain(self.worth()).collect()
    }

    fn is_opposed(&self, model: Model) -> bool {
        let outcomes = self.outcomes();
        let prefers = |role, a, b| brute::prefers(model, RoleId::new(role), a, b);
        let opposed = |a, b| prefers(0, a, b) == prefers(1, b, a);
        match self.role_count {
            1 => true,
            2 => outcomes
                .iter()
                .all(|a| outcomes.iter().all(|b| opposed(a, b))),
            _ => false,
        }
    }

    pub fn values(&self, model: Model) -> Vec<Value> {
        let worth = self.worth();
        if worth.is_none() || self.is_opposed(model) {
            brute::minimax(&self.board, model, worth.as_ref())
        } else {
            brute::forced(&self.board, model, &self.outcomes())
        }
    }

    /// Whether states of this value have distances.
    fn is_numbered(&self, model: Model, value: &Value) -> bool {
        let worth = self.worth();
        let worth_it = worth.as_ref() == Some(value);
        match value {
            Value::Infinite | Value::Unresolved => false,
            Value::Rewards(rewards) => {
                let drawn =
                    self.role_count == 2 && rewards[RoleId::new(0)] == rewards[RoleId::new(1)];
                match worth {
                    None => !drawn || self.draw_distances,
                    Some(_) if self.is_opposed(model) => !worth_it,
                    Some(_) => !(drawn && worth_it),
                }
            }
        }
    }

    fn hastens(&self, model: Model, mover: RoleId, value: &Value) -> bool {
        let Value::Rewards(rewards) = value else {
            return true;
        };
        let leads = self.role_count != 2 || rewards.iter().all(|other| rewards[mover] >= other);
        match self.worth() {
            None => leads,
            Some(worth) if self.is_opposed(model) => brute::prefers(model, mover, value, &worth),
            Some(_) => {
                let better = |other: &Value| brute::prefers(model, mover, other, value);
                leads || !self.outcomes().iter().any(better)
            }
        }
    }

    /// The distance that follows from those of the successors.
    pub fn justified(&self, table: &Table<usize>, model: Model, node: usize) -> Option<u64> {
        let value = table.value(&node).unwrap();
        if brute::rewards(&self.board, node).is_some() {
            return Some(0);
        }
        if !self.is_numbered(model, value) {
            return None;
        }
        let next = brute::successors(&self.board, node).into_iter();
        let next = next.filter(|next| table.value(next) == Some(value));
        let next = next.map(|next| table.distance(&next).expect("same value, no distance"));
        let hastens = match brute::mover(&self.board, node) {
            Some(mover) => self.hastens(model, mover, value),
            None => true,
        };
        if hastens { next.min() } else { next.max() }.map(|distance| distance + 1)
    }
}

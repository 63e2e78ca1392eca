//! Which groups the rules name together: these should be near each other in the order
//! of variables.
//!
//! A condition of the circuit ties the groups that it depends on; a condition on few
//! groups ties them closely. Only what a condition depends on matters here, never what
//! it says.

use std::collections::BTreeSet;

use ground::{GroundGame, Node, NodeId};

use crate::encode::formula::needed;

/// Sets of groups that the rules name together, each once.
pub(crate) struct Ties {
    sets: Vec<Vec<usize>>,
}

/// The groups that a node depends on, in ascending order; none if there are many.
type Support = Option<Vec<usize>>;

impl Ties {
    /// `group_of` has for each fluent the number of its group. Conditions on more than
    /// `most` groups tie nothing.
    pub fn new(game: &GroundGame, group_of: &[Option<usize>], most: usize) -> Self {
        let supports = supports(game, group_of, most);
        let needed = needed(game, outputs(game));
        let mut sets: BTreeSet<Vec<usize>> = BTreeSet::new();
        let mut add = |set: &[usize]| {
            if set.len() > 1 {
                sets.insert(set.to_vec());
            }
        };
        for (support, _) in supports.iter().zip(&needed).filter(|it| *it.1) {
            support.iter().for_each(|it| add(it));
        }
        // The next value of a group, by each of the ways in which it may change.
        for fluent in game.fluent_ids() {
            let Some(own) = group_of[fluent.index()] else {
                continue;
            };
            let next = game.next(fluent);
            let ways = match game.circuit().node(next) {
                Node::Or(parts) => &parts[..],
                _ => &[next],
            };
            for way in ways {
                let with = support_of(&supports, way).and_then(|it| joined(it, &[own], most));
                with.iter().for_each(|it| add(it));
            }
        }
        Ties {
            sets: sets.into_iter().collect(),
        }
    }

    /// The total distance between tied groups in an order of all groups: the smaller,
    /// the more promising the order.
    pub fn spread(&self, order: &[usize]) -> f64 {
        let mut place = vec![0; order.len()];
        for (at, &group) in order.iter().enumerate() {
            place[group] = at;
        }
        let spread = |set: &Vec<usize>| {
            let places = || set.iter().map(|&group| place[group]);
            let ends = (places().min(), places().max());
            let (first, last) = (ends.0.unwrap_or(0), ends.1.unwrap_or(0));
            (last - first) as f64 / (set.len() - 1) as f64
        };
        self.sets.iter().map(spread).sum()
    }

    /// How closely things are tied, each with each, if group `g` belongs to the
    /// thing `of[g]`: a row for each thing.
    pub fn weights(&self, things: usize, of: &[Option<usize>]) -> Weights {
        let mut weights = Weights::new(things);
        for set in &self.sets {
            let pairs = set.len() * (set.len() - 1) / 2;
            for (place, &a) in set.iter().enumerate() {
                for &b in &set[place + 1..] {
                    if let (Some(a), Some(b)) = (of[a], of[b]) {
                        weights.add(a, b, 1.0 / pairs as f64);
                    }
                }
            }
        }
        weights
    }
}

/// A symmetric matrix.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub count: usize,
    all: Vec<f64>,
}

impl Weights {
    pub fn new(count: usize) -> Self {
        let all = vec![0.0; count * count];
        Weights { count, all }
    }

    pub fn add(&mut self, a: usize, b: usize, weight: f64) {
        if a != b {
            self.all[a * self.count + b] += weight;
            self.all[b * self.count + a] += weight;
        }
    }

    pub fn row(&self, of: usize) -> &[f64] {
        &self.all[of * self.count..][..self.count]
    }
}

fn outputs(game: &GroundGame) -> impl Iterator<Item = NodeId> {
    let roles = || game::RoleId::all(game.roles().len());
    let legal = roles().flat_map(|role| game.moves_of(role).map(|mov| game.legal(mov)));
    let goals = roles().flat_map(|role| game.goals(role)).map(|(_, it)| *it);
    let next = game.fluent_ids().map(|fluent| game.next(fluent));
    [game.terminal()]
        .into_iter()
        .chain(legal)
        .chain(goals)
        .chain(next)
}

/// The groups that each node depends on. A move depends on what makes it legal.
fn supports(game: &GroundGame, group_of: &[Option<usize>], most: usize) -> Vec<Support> {
    let late = game.circuit().reads_moves();
    let mut supports: Vec<Support> = vec![None; late.len()];
    // Conditions of moves may come after the moves, but do not depend on any.
    for turn in [false, true] {
        for (place, node) in game.circuit().nodes().iter().enumerate() {
            if late[place] == turn {
                supports[place] = match node {
                    Node::Fluent(fluent) => Some(group_of[fluent.index()].into_iter().collect()),
                    Node::Move(mov) => support_of(&supports, &game.legal(*mov)).map(<[_]>::to_vec),
                    _ => union(&supports, node.reads(), most),
                };
            }
        }
    }
    supports
}

fn support_of<'a>(supports: &'a [Support], node: &NodeId) -> Option<&'a [usize]> {
    supports[node.index()].as_deref()
}

fn union(supports: &[Support], nodes: &[NodeId], most: usize) -> Support {
    nodes.iter().try_fold(Vec::new(), |all, node| {
        joined(&all, support_of(supports, node)?, most)
    })
}

fn joined(a: &[usize], b: &[usize], most: usize) -> Support {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    (all.len() <= most).then_some(all)
}

//! What the file says of the reachable states, as small numbers, and how the
//! roles rank it.
//!
//! In: a graph, the values of the file. Out: for each state the number of its
//! value, and for each role the rank of each value. Not here: whether they are
//! right.

use rustc_hash::FxHashMap;

use crate::graph::{Graph, NONE};
use crate::order::Model;
use crate::value::{Outcome, Value};

/// The kind of game, by infinite play and the roles' interests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Play always ends.
    Acyclic,
    /// It can go on for ever; one role, or two with opposed interests.
    Opposed,
    /// It can go on for ever, and the roles may have interests in common.
    Mixed,
    /// It can go on for ever; each role is alone against all others.
    Guaranteed,
}

/// The values of a game by numbers.
pub struct Values {
    pub roles: usize,
    pub model: Model,
    pub kind: Kind,
    pub all: Vec<Value>,
    /// For each role and value: the greater, the better.
    ranks: Vec<Vec<u32>>,
    /// For each role the rank of the best value that occurs.
    tops: Vec<u32>,
    /// The value of infinite play, if it is possible.
    pub infinite: Option<u32>,
    unresolved: Option<u32>,
    numbers: FxHashMap<Value, u32>,
}

impl Values {
    /// Numbers the values of a file; `ends` are those of terminal states, and
    /// `infinite` is set if play can go on for ever.
    pub fn new(
        (roles, model): (usize, Model),
        outcomes: &[Outcome],
        ends: &[Value],
        infinite: Option<&Value>,
    ) -> Self {
        let occurring: Vec<Value> = ends.iter().chain(infinite).cloned().collect();
        let kind = match (infinite, model, roles) {
            (None, _, _) => Kind::Acyclic,
            (Some(_), _, 1) => Kind::Opposed,
            (Some(_), Model::Guaranteed, _) => Kind::Guaranteed,
            (Some(_), _, 2) if model.opposes(&occurring) => Kind::Opposed,
            _ => Kind::Mixed,
        };
        let mut all = Vec::new();
        let mut numbers = FxHashMap::default();
        let stored = outcomes.iter().map(|outcome| &outcome.value);
        for value in stored.chain(&occurring) {
            numbers.entry(value.clone()).or_insert_with(|| {
                all.push(value.clone());
                all.len() as u32 - 1
            });
        }
        let ranks: Vec<Vec<u32>> = (0..roles).map(|role| ranks(model, role, &all)).collect();
        let top = |ranks: &Vec<u32>| {
            let occurring = occurring.iter().map(|value| ranks[numbers[value] as usize]);
            occurring.max().unwrap_or(0)
        };
        Values {
            roles,
            model,
            kind,
            tops: ranks.iter().map(top).collect(),
            ranks,
            infinite: infinite.map(|value| numbers[value]),
            unresolved: numbers.get(&Value::Unresolved).copied(),
            all,
            numbers,
        }
    }

    /// The number of a value of the file or of an end.
    pub fn number(&self, value: &Value) -> u32 {
        self.numbers[value]
    }

    /// The rank of a value for a role.
    pub fn rank(&self, role: usize, value: u32) -> u32 {
        self.ranks[role][value as usize]
    }

    /// Whether no value that occurs is better for a role.
    pub fn is_top(&self, role: usize, value: u32) -> bool {
        self.rank(role, value) == self.tops[role]
    }

    pub fn is_unresolved(&self, value: u32) -> bool {
        self.unresolved == Some(value)
    }

    /// A value in words.
    pub fn text(&self, value: u32) -> String {
        self.all[value as usize].to_string()
    }
}

/// The rank of each value for a role: equal if the role is indifferent.
fn ranks(model: Model, role: usize, all: &[Value]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    let compare = |&a: &usize, &b: &usize| model.prefers(role, &all[a], &all[b]);
    order.sort_by(compare);
    let mut ranks = vec![0; all.len()];
    let mut rank = 0;
    for (place, value) in order.iter().enumerate() {
        if place > 0 && compare(&order[place - 1], value).is_ne() {
            rank += 1;
        }
        ranks[*value] = rank;
    }
    ranks
}

/// The values of the states of a graph, as the file says.
pub struct Labels {
    pub values: Vec<u32>,
    /// [`NONE`] where the file has no distance. A number too large for a
    /// distance is stored as `NONE - 1`: it is wrong anyway.
    pub distances: Vec<u32>,
}

impl Labels {
    /// Reads what the file says; `outcome` gives the outcome of a state.
    pub fn new(
        graph: &Graph,
        values: &Values,
        outcomes: &[Outcome],
        outcome: impl Fn(u32) -> u32,
    ) -> Self {
        let numbers: Vec<u32> = outcomes.iter().map(|it| values.number(&it.value)).collect();
        let distance = |it: &Outcome| match it.distance {
            None => NONE,
            Some(distance) => u32::try_from(distance).unwrap_or(NONE).min(NONE - 1),
        };
        let distances: Vec<u32> = outcomes.iter().map(distance).collect();
        let of = |table: &[u32]| {
            let states = graph.listed.iter();
            states
                .map(|&state| table[outcome(state) as usize])
                .collect()
        };
        Labels {
            values: of(&numbers),
            distances: of(&distances),
        }
    }
}

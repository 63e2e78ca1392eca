//! The reachable states in the order in which a walk from the start finds them,
//! and the arrows between them, in both directions.

use crate::value::Value;

/// No role has a choice, or there is no such state.
pub const NONE: u32 = u32::MAX;

/// All reachable states, numbered breadth first.
#[derive(Default)]
pub struct Graph {
    /// The number of each state in the listing of the file.
    pub listed: Vec<u32>,
    /// The state from which each state was found first.
    pub parents: Vec<u32>,
    /// The role that has a choice; [`NONE`] if nobody has.
    pub movers: Vec<u32>,
    /// Where the arrows of each state begin; the last entry is where they end.
    starts: Vec<u64>,
    arrows: Vec<u32>,
    /// The distinct values of ends, and for each terminal state which one it
    /// has.
    pub ends: Vec<Value>,
    pub end_of: Vec<u32>,
    /// The number of states by the least number of moves from the start.
    pub layers: Vec<u128>,
}

impl Graph {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// How many states have been expanded.
    pub fn expanded(&self) -> usize {
        self.movers.len()
    }

    /// Adds a state that was found from another one.
    pub fn add(&mut self, listed: u32, parent: u32) -> u32 {
        let number = self.listed.len() as u32;
        self.listed.push(listed);
        self.parents.push(parent);
        number
    }

    /// Records that the next state is terminal.
    pub fn end(&mut self, value: &Value) {
        let known = self.ends.iter().position(|end| end == value);
        let end = known.unwrap_or_else(|| {
            self.ends.push(value.clone());
            self.ends.len() - 1
        });
        self.expand(None, &[], end as u32);
    }

    /// Records where the next state leads.
    pub fn moves(&mut self, mover: Option<usize>, successors: &[u32]) {
        self.expand(mover, successors, NONE);
    }

    fn expand(&mut self, mover: Option<usize>, successors: &[u32], end: u32) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.movers.push(mover.map_or(NONE, |mover| mover as u32));
        self.arrows.extend_from_slice(successors);
        self.starts.push(self.arrows.len() as u64);
        self.end_of.push(end);
    }

    /// The successors of a state, each once; none if it is terminal.
    pub fn successors(&self, state: usize) -> &[u32] {
        &self.arrows[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    pub fn is_terminal(&self, state: usize) -> bool {
        self.end_of[state] != NONE
    }

    /// The number of arrows.
    pub fn arrows(&self) -> usize {
        self.arrows.len()
    }

    /// The reversed arrows.
    pub fn turned(&self) -> Turned {
        let mut starts = vec![0_u64; self.len() + 1];
        for &to in &self.arrows {
            starts[to as usize + 1] += 1;
        }
        for place in 0..self.len() {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut arrows = vec![0; self.arrows.len()];
        for state in 0..self.len() {
            for &to in self.successors(state) {
                let place = &mut next[to as usize];
                arrows[*place as usize] = state as u32;
                *place += 1;
            }
        }
        Turned { starts, arrows }
    }

    /// The states from the start to a state.
    pub fn way(&self, state: usize) -> Vec<usize> {
        let mut way = vec![state];
        let mut at = self.parents[state];
        while at != NONE {
            way.push(at as usize);
            at = self.parents[at as usize];
        }
        way.reverse();
        way
    }
}

/// The reversed arrows of a graph.
pub struct Turned {
    starts: Vec<u64>,
    arrows: Vec<u32>,
}

impl Turned {
    /// The states with an arrow to a state.
    pub fn predecessors(&self, state: usize) -> &[u32] {
        &self.arrows[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

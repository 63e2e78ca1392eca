//! Whether play can come back to a state.
//!
//! In: a graph. Out: its states with all successors first, or a cycle.

use crate::{Graph, StateId};

/// The order in which backward induction can go, if there is one.
pub(crate) enum Order {
    /// All states, each after its successors.
    Acyclic(Vec<StateId>),
    /// The states of a cycle that can be reached, in the order of play; the
    /// one discovered first is the first.
    Cyclic(Vec<StateId>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

impl Order {
    /// Searches depth first, with its own stack.
    pub(crate) fn of<S>(graph: &Graph<S>) -> Self {
        let mut marks = vec![Mark::New; graph.states.len()];
        marks[StateId::START.index()] = Mark::Open;
        // Open states, each with the number of successors looked at.
        let mut stack = vec![(StateId::START, 0)];
        let mut done = Vec::new();
        while let Some((id, looked_at)) = stack.last_mut() {
            let Some(&next) = graph.successors(*id).get(*looked_at) else {
                marks[id.index()] = Mark::Done;
                done.push(*id);
                stack.pop();
                continue;
            };
            *looked_at += 1;
            match marks[next.index()] {
                Mark::Done => {}
                Mark::Open => return Order::Cyclic(cycle_from(&stack, next)),
                Mark::New => {
                    marks[next.index()] = Mark::Open;
                    stack.push((next, 0));
                }
            }
        }
        Order::Acyclic(done)
    }
}

/// The open states from `first` on, turned so that the oldest leads.
fn cycle_from(stack: &[(StateId, usize)], first: StateId) -> Vec<StateId> {
    let open = stack.iter().map(|&(id, _)| id);
    let mut cycle: Vec<StateId> = open.skip_while(|&id| id != first).collect();
    let oldest = (0..cycle.len()).min_by_key(|&place| cycle[place]);
    cycle.rotate_left(oldest.unwrap_or(0));
    cycle
}

//! Exact values of cyclic games with one role or with opposed orders.
//!
//! In: ranked outcomes. Out: every state's outcome. The first role's ladder of
//! outcomes gives the levels: with opposed orders the second role climbs it
//! downwards, with one role nobody does.

use game::RoleId;

use crate::Graph;
use crate::attract::Contest;
use crate::outcome::{OutcomeId, Outcomes};
use crate::predecessors::Predecessors;

/// Gives every state its outcome under optimal play, infinite play included.
pub(crate) fn values<S>(
    graph: &Graph<S>,
    predecessors: &Predecessors,
    outcomes: &Outcomes,
    infinite: OutcomeId,
) -> Vec<Option<OutcomeId>> {
    let first = RoleId::new(0);
    let ladder = outcomes.ladder(first);
    let mut terminals = vec![Vec::new(); ladder.len()];
    for id in graph.ids() {
        if let Some(outcome) = graph.outcome(id) {
            terminals[outcomes.rank(first, outcome)].push(id);
        }
    }
    let contest = Contest {
        graph,
        predecessors,
        terminals,
        infinite: outcomes.rank(first, infinite),
        maximiser: first,
    };
    let levels = contest.levels().level;
    levels.iter().map(|&level| Some(ladder[level])).collect()
}

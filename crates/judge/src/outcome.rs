//! The outcomes that play can have, and how each role ranks them.
//!
//! In: the rewards of the reachable terminal states, the worth of infinite
//! play if a cycle can be reached, the model. Out: ranks as small integers, so
//! that the passes compare no vectors.

use std::num::NonZeroU32;

use game::{Model, Rewards, RoleId, Value};

/// The number of an outcome: terminal ones as in the graph, then infinite play
/// if it is none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OutcomeId(NonZeroU32);

impl OutcomeId {
    pub(crate) fn new(index: usize) -> Self {
        // Stored plus one, so that `None` takes no more room.
        let stored = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        OutcomeId(stored.expect("there are no more outcomes than states"))
    }

    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The different outcomes, and the roles' orders on them.
pub(crate) struct Outcomes {
    values: Vec<Value>,
    /// For each role the outcomes, worst first.
    ladders: Vec<Vec<OutcomeId>>,
    /// For each role the place of each outcome on its ladder.
    ranks: Vec<Vec<usize>>,
    infinite: Option<OutcomeId>,
    opposed: bool,
}

impl Outcomes {
    /// Ranks the terminal outcomes and infinite play, if there is any.
    pub(crate) fn new(
        model: Model,
        role_count: usize,
        terminal: &[Rewards],
        infinite: Option<&Value>,
    ) -> Self {
        let mut values: Vec<Value> = terminal.iter().cloned().map(Value::Rewards).collect();
        let infinite = infinite.map(|worth| place_of(&mut values, worth));
        let ladders: Vec<_> = RoleId::all(role_count)
            .map(|role| ladder(model, role, &values))
            .collect();
        let ranks = ladders.iter().map(|ladder| ranks(ladder)).collect();
        let opposed = match role_count {
            1 => true,
            2 => model.opposes(&values),
            _ => false,
        };
        Outcomes {
            opposed,
            values,
            ladders,
            ranks,
            infinite,
        }
    }

    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    /// The outcome of infinite play; `None` where it cannot happen.
    pub(crate) fn infinite(&self) -> Option<OutcomeId> {
        self.infinite
    }

    /// How high the role ranks the outcome; 0 is the worst.
    pub(crate) fn rank(&self, role: RoleId, outcome: OutcomeId) -> usize {
        self.ranks[role.index()][outcome.index()]
    }

    /// The outcomes as the role ranks them, worst first.
    pub(crate) fn ladder(&self, role: RoleId) -> &[OutcomeId] {
        &self.ladders[role.index()]
    }

    /// Whether the role has no better outcome.
    pub(crate) fn is_top(&self, role: RoleId, outcome: OutcomeId) -> bool {
        self.ladder(role).last() == Some(&outcome)
    }

    /// Whether there is only one role, or two whose orders are exactly each
    /// other's reverse.
    pub(crate) fn are_opposed(&self) -> bool {
        self.opposed
    }
}

fn place_of(values: &mut Vec<Value>, value: &Value) -> OutcomeId {
    let known = values.iter().position(|known| known == value);
    OutcomeId::new(known.unwrap_or_else(|| {
        values.push(value.clone());
        values.len() - 1
    }))
}

fn ladder(model: Model, role: RoleId, values: &[Value]) -> Vec<OutcomeId> {
    let mut ladder: Vec<OutcomeId> = (0..values.len()).map(OutcomeId::new).collect();
    ladder.sort_by(|a, b| model.compare_values(role, &values[a.index()], &values[b.index()]));
    ladder
}

fn ranks(ladder: &[OutcomeId]) -> Vec<usize> {
    let mut ranks = vec![0; ladder.len()];
    for (rank, outcome) in ladder.iter().enumerate() {
        ranks[outcome.index()] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(model: Model, terminal: &[&[i32]], infinite: &[i32]) -> Outcomes {
        let terminal: Vec<_> = terminal.iter().map(|t| Rewards::from_points(t)).collect();
        let infinite = Value::Rewards(Rewards::from_points(infinite));
        Outcomes::new(model, 2, &terminal, Some(&infinite))
    }

    #[test]
    fn a_constant_sum_opposes_the_roles_under_both_models() {
        for model in [Model::Own, Model::Difference] {
            assert!(outcomes(model, &[&[0, 100], &[70, 30]], &[50, 50]).are_opposed());
        }
    }

    #[test]
    fn a_common_interest_does_not() {
        for model in [Model::Own, Model::Difference] {
            assert!(!outcomes(model, &[&[0, 0], &[70, 70]], &[50, 50]).are_opposed());
        }
    }

    #[test]
    fn infinite_play_without_worth_is_lowest() {
        let rewards = [Rewards::from_points(&[-5])];
        let one = Outcomes::new(Model::Own, 1, &rewards, Some(&Value::Infinite));
        assert_eq!(one.ladder(RoleId::new(0)), [1, 0].map(OutcomeId::new));
    }

    #[test]
    fn infinite_play_can_be_worth_a_terminal_outcome() {
        let both = outcomes(Model::Own, &[&[0, 100], &[50, 50]], &[50, 50]);
        assert_eq!(both.infinite(), Some(OutcomeId::new(1)));
    }
}

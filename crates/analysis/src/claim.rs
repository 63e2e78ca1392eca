//! Claims about all reachable states, before they are proven.

use ground::FluentId;

use crate::samples::Samples;
use crate::sat::Lit;
use crate::step::Step;

/// A claim about states.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Claim {
    /// The fluent always has this value.
    Constant(FluentId, bool),
    /// Two fluents always have the same value, or always different ones.
    Same(FluentId, FluentId, bool),
    /// At least one of two fluents has the given value.
    Either((FluentId, bool), (FluentId, bool)),
    /// At most one of the fluents holds.
    AtMostOne(Vec<FluentId>),
    /// At least one of the fluents holds.
    AtLeastOne(Vec<FluentId>),
}

impl Claim {
    /// The fluents that it is about.
    pub fn fluents(&self) -> Vec<FluentId> {
        match self {
            Claim::Constant(fluent, _) => vec![*fluent],
            Claim::Same(one, other, _) | Claim::Either((one, _), (other, _)) => {
                vec![*one, *other]
            }
            Claim::AtMostOne(fluents) | Claim::AtLeastOne(fluents) => fluents.clone(),
        }
    }

    /// The claim about some of its fluents alone; `None` if it says nothing
    /// about them.
    pub fn narrowed(&self, mut fluents: Vec<FluentId>) -> Option<Claim> {
        fluents.sort_unstable();
        match self {
            Claim::AtMostOne(_) => (fluents.len() > 1).then_some(Claim::AtMostOne(fluents)),
            _ => (fluents.len() == self.fluents().len()).then(|| self.clone()),
        }
    }

    /// Whether it holds in a state.
    pub fn holds(&self, state: impl Fn(FluentId) -> bool) -> bool {
        self.holding(|fluent| u64::from(state(fluent))) & 1 == 1
    }

    /// In which of 64 states it holds.
    pub fn holding(&self, states: impl Fn(FluentId) -> u64) -> u64 {
        let valued = |fluent: FluentId, value: bool| match value {
            true => states(fluent),
            false => !states(fluent),
        };
        match self {
            Claim::Constant(fluent, value) => valued(*fluent, *value),
            Claim::Same(one, other, same) => !(states(*one) ^ valued(*other, *same)),
            Claim::Either(one, other) => valued(one.0, one.1) | valued(other.0, other.1),
            Claim::AtMostOne(fluents) => {
                let (mut seen, mut twice) = (0, 0);
                for &fluent in fluents {
                    let lanes = states(fluent);
                    twice |= seen & lanes;
                    seen |= lanes;
                }
                !twice
            }
            Claim::AtLeastOne(fluents) => fluents.iter().fold(0, |all, &it| all | states(it)),
        }
    }

    /// Whether it holds in all samples.
    pub fn holds_in(&self, samples: &Samples) -> bool {
        (0..samples.rounds())
            .all(|round| self.holding(|fluent| samples.columns[fluent.index()][round]) == u64::MAX)
    }

    /// Adds clauses by which it holds in the state if `when` does.
    pub fn assume(&self, step: &mut Step, when: Lit) {
        match self {
            Claim::Constant(fluent, value) => {
                let fluent = step.fluent(*fluent);
                step.sat.add(&[!when, signed(fluent, *value)]);
            }
            Claim::Same(one, other, same) => {
                let one = step.fluent(*one);
                let other = signed(step.fluent(*other), *same);
                step.sat.add(&[!when, one, !other]);
                step.sat.add(&[!when, !one, other]);
            }
            Claim::Either(one, other) => {
                let one = signed(step.fluent(one.0), one.1);
                let other = signed(step.fluent(other.0), other.1);
                step.sat.add(&[!when, one, other]);
            }
            Claim::AtMostOne(fluents) => {
                let fluents: Vec<Lit> = fluents.iter().map(|&it| step.fluent(it)).collect();
                step.at_most_one(when, &fluents);
            }
            Claim::AtLeastOne(fluents) => {
                let fluents = fluents.iter().map(|&it| step.fluent(it));
                let mut clause: Vec<Lit> = fluents.collect();
                clause.push(!when);
                step.sat.add(&clause);
            }
        }
    }

    /// A literal that implies that it does not hold in the next state.
    pub fn violated_next(&self, step: &mut Step) -> Lit {
        let next: Vec<Lit> = self.fluents().iter().map(|&it| step.next(it)).collect();
        match self {
            Claim::Constant(_, value) => signed(next[0], !value),
            Claim::Same(_, _, same) => {
                let violated = step.sat.variable();
                let other = signed(next[1], !same);
                step.sat.add(&[!violated, next[0], !other]);
                step.sat.add(&[!violated, !next[0], other]);
                violated
            }
            Claim::Either((_, one), (_, other)) => {
                let violated = step.sat.variable();
                step.sat.add(&[!violated, signed(next[0], !one)]);
                step.sat.add(&[!violated, signed(next[1], !other)]);
                violated
            }
            Claim::AtMostOne(_) => step.two_of(&next),
            Claim::AtLeastOne(_) => {
                let violated = step.sat.variable();
                for &fluent in &next {
                    step.sat.add(&[!violated, !fluent]);
                }
                violated
            }
        }
    }
}

fn signed(literal: Lit, value: bool) -> Lit {
    if value { literal } else { !literal }
}

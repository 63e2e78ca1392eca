//! Limits on evaluation, and the errors at those limits.

use game::{Stop, StopReason};
use thiserror::Error;

use crate::{Rules, Span};

/// Steps of evaluation between two checks whether to stop.
const STOP_INTERVAL: u64 = 4096;

/// Limits on the evaluation of one state.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Instances of rules.
    pub instances: u64,
    /// Nesting of functions, in levels.
    pub term_depth: u32,
    /// Asked now and then whether to stop.
    pub stop: Stop,
    /// Atoms looked at in all, for a quick look: a rule can try endlessly many
    /// without having an instance.
    steps: u64,
    /// The head and place of each clause, for error messages.
    clauses: Vec<(String, Span)>,
}

impl Budget {
    /// The usual budget; ends early when `stop` says so.
    pub fn new(stop: Stop) -> Self {
        Budget {
            instances: 5_000_000,
            term_depth: 1000,
            stop,
            steps: u64::MAX,
            clauses: Vec::new(),
        }
    }

    /// A budget for a quick look.
    pub(crate) fn small(stop: Stop) -> Self {
        Budget {
            instances: 200_000,
            steps: 5_000_000,
            ..Budget::new(stop)
        }
    }

    pub(super) fn for_rules(mut self, rules: &Rules) -> Self {
        let clauses = rules.clauses().iter();
        self.clauses = clauses
            .map(|clause| (clause.head.to_string(), clause.span))
            .collect();
        self
    }

    pub(super) fn check_instances(
        &self,
        instances: u64,
        clause: usize,
    ) -> Result<(), InterpretError> {
        if instances <= self.instances {
            return Ok(());
        }
        let (rule, span) = self.clauses[clause].clone();
        let limit = self.instances;
        Err(InterpretError::TooManyInstances { rule, span, limit })
    }

    /// Call at every step, whether it leads to an instance or not.
    pub(super) fn check_stop(&self, steps: u64) -> Result<(), InterpretError> {
        if steps > self.steps {
            return Err(InterpretError::Stopped(StopReason::Time));
        }
        match self.stop.requested() {
            Some(reason) if steps.is_multiple_of(STOP_INTERVAL) => {
                Err(InterpretError::Stopped(reason))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn too_complex(&self, clause: usize) -> InterpretError {
        let (rule, span) = self.clauses[clause].clone();
        InterpretError::RuleTooComplex { rule, span }
    }

    pub(super) fn too_deep(&self, clause: usize) -> InterpretError {
        let (rule, span) = self.clauses[clause].clone();
        let limit = self.term_depth;
        InterpretError::TermTooDeep { rule, span, limit }
    }
}

/// Why a state could not be evaluated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum InterpretError {
    /// The rules have more instances than the budget allows.
    #[error("the rules have more than {limit} instances in one state; the last was of `{rule}`")]
    TooManyInstances {
        /// The head of the rule that went beyond the limit.
        rule: String,
        /// Where the rule stands.
        span: Span,
        /// The limit.
        limit: u64,
    },
    /// A rule builds terms that are nested too deeply.
    #[error("the rule for `{rule}` builds terms that are nested more than {limit} deep")]
    TermTooDeep {
        /// The head of the rule.
        rule: String,
        /// Where the rule stands.
        span: Span,
        /// The limit.
        limit: u32,
    },
    /// A rule has alternatives that depend on each other in too many ways.
    #[error("the alternatives in the rule for `{rule}` depend on each other in too many ways")]
    RuleTooComplex {
        /// The head of the rule.
        rule: String,
        /// Where the rule stands.
        span: Span,
    },
    /// The well-founded model has no answer for an atom.
    #[error("`{atom}` depends on its own negation")]
    Undefined {
        /// The atom.
        atom: String,
    },
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped(StopReason),
}

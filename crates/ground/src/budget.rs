//! What grounding may cost, and how it fails.

use ::game::{Stop, StopReason};
use gdl::Span;
use thiserror::Error;

/// What grounding may cost.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The instances of rules.
    pub instances: u64,
    /// The nesting of functions.
    pub term_depth: u32,
    /// Asked now and then whether to stop.
    pub stop: Stop,
}

impl Budget {
    /// The usual budget; ends early when `stop` says so.
    pub fn new(stop: Stop) -> Self {
        Budget {
            instances: 20_000_000,
            term_depth: 200,
            stop,
        }
    }
}

/// Why a game could not be made ground.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroundError {
    /// The rules have more instances than the budget allows.
    #[error("the rules have more than {limit} instances; the last was of `{rule}`")]
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
    /// A ground atom depends on its own negation.
    #[error("`{atom}` depends on its own negation")]
    Unstratified {
        /// The atom.
        atom: String,
    },
    /// The work was asked to stop.
    #[error("stopped")]
    Stopped(StopReason),
}

//! What grounding may cost, and how it fails.

use ::game::{Stop, StopReason};
use gdl::Span;
use thiserror::Error;

/// What grounding may cost.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The instances of rules.
    pub instances: u64,
    /// The memory that atoms, terms and instances take, in bytes; estimated.
    pub memory: u64,
    /// The nesting of functions.
    pub term_depth: u32,
    /// When rules with very many instances are split.
    pub projection: Rewriting,
    /// When helper relations are derived only where they are asked for.
    pub demand: Rewriting,
    /// Asked now and then whether to stop.
    pub stop: Stop,
}

impl Budget {
    /// The usual budget; ends early when `stop` says so.
    pub fn new(stop: Stop) -> Self {
        Budget {
            instances: 20_000_000,
            memory: 3 << 30,
            term_depth: 200,
            projection: Rewriting::WhenLarge,
            demand: Rewriting::WhenLarge,
            stop,
        }
    }
}

/// When rules are rewritten before they are made ground. The ground game plays
/// the same with and without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewriting {
    /// Not at all.
    Never,
    /// Where the rules have very many instances and it is likely to help.
    WhenLarge,
    /// Wherever it can be done.
    Always,
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
    /// The atoms and instances take more memory than the budget allows.
    #[error("the ground rules take more than {limit} bytes; the last was an instance of `{rule}`")]
    TooMuchMemory {
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

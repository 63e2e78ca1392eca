//! Limits on grounding, and the errors at those limits.

use ::game::{Stop, StopReason};
use gdl::Span;
use thiserror::Error;

/// Limits on grounding.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Instances of rules.
    pub instances: u64,
    /// Memory for atoms, terms and instances, in bytes; estimated.
    pub memory: u64,
    /// Nesting of functions, in levels.
    pub term_depth: u32,
    /// When to split rules with very many instances.
    pub projection: Rewriting,
    /// When to derive helper relations only for the arguments they are asked
    /// with.
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

/// When rules are rewritten before grounding. The ground game plays the same
/// with and without.
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

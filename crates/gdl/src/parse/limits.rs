//! What both notations have in common: limits, and what is blank.

use crate::{Code, Diagnostic, Span};

/// How deeply lists and terms may be nested.
///
/// Later passes recurse over terms: this bounds their stacks.
pub const MAX_NESTING: usize = 500;

/// How many conditions of a rule may have to be tried one after the other.
///
/// The interpreter recurses over them: this bounds its stack. The longest rule
/// of any published sheet has some hundred.
pub const MAX_CONDITIONS: usize = 2000;

/// After so many errors in its form the rest of a text is not read.
pub const MAX_SYNTAX_ERRORS: usize = 100;

/// What separates words. Byte-order marks turn up where files were joined.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}

/// That something is nested deeper than [`MAX_NESTING`].
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::NestingTooDeep,
        span,
        format!("nested more than {MAX_NESTING} levels deep"),
        "is a closing parenthesis missing further up?",
    )
}

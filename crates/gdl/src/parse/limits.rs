//! What both notations share: limits, and which characters are blank.

use crate::{Code, Diagnostic, Span};

/// Deepest nesting of lists and terms, in levels.
///
/// Later passes recurse over terms: this bounds their stacks.
pub const MAX_NESTING: usize = 500;

/// Most conditions of a rule that are tried one after the other.
///
/// The interpreter recurses over them: this bounds its stack. The longest rule
/// of any published sheet has some hundred.
pub const MAX_CONDITIONS: usize = 2000;

/// Number of syntax errors after which the rest of a text is not read.
pub const MAX_SYNTAX_ERRORS: usize = 100;

/// What separates words. Byte-order marks turn up where files were joined.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}

/// The diagnostic for nesting deeper than [`MAX_NESTING`].
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::NestingTooDeep,
        span,
        format!("nested more than {MAX_NESTING} levels deep"),
        "is a closing parenthesis missing further up?",
    )
}

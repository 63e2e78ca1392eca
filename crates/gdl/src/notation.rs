//! The two notations, and how infix writes names.
//!
//! Not here: reading (`parse`) and writing (`print`).

/// How rules are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `(<= (legal ?w noop) (true (control ?b)))`
    Kif,
    /// `legal(W, noop) :- true(control(B))`
    Infix,
}

/// How the variables begin that infix writes as `_`: each is a new one.
pub(crate) const ANONYMOUS: &str = "_.";

/// A variable of an infix text as it is written there.
pub(crate) fn written_variable(name: &str) -> &str {
    match name.starts_with(ANONYMOUS) {
        true => "_",
        false => name,
    }
}

/// The characters of infix names that need no quotes.
pub(crate) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(
            c,
            '_' | '+' | '-' | '*' | '/' | '@' | '#' | '$' | '^' | '!' | '=' | '<' | '>'
        )
}

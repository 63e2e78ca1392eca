//! Operators that GDL does not have, and what to write instead.

use crate::quote::Quote;

/// What authors mean by an operator that they know from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// Two terms differ.
    Differs,
    /// Two terms are the same.
    Equals,
}

/// What a name would mean as an operator.
pub(crate) fn operator(name: &str) -> Option<Operator> {
    match name {
        "!=" | "!==" | "/=" | "<>" | "=/=" | "\\=" | "\\==" | "≠" | "neq" => {
            Some(Operator::Differs)
        }
        "=" | "==" => Some(Operator::Equals),
        _ => None,
    }
}

/// The hint for two terms that shall differ.
pub(crate) fn differs(left: &str, right: &str, quote: Quote) -> String {
    let distinct = quote.application("distinct", &[left.to_owned(), right.to_owned()]);
    format!("to say that two terms differ, write `{distinct}`")
}

/// The hint for two terms that shall be the same.
pub(crate) const SAME: &str = "to say that two terms are the same, write the same term for both";

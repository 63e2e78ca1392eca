//! Fluents as shapes with leaves.
//!
//! In: a fluent in KIF. Out: its form without constants, and the constants.
//! `(cell 1 (at a b))` has the shape `(cell _ (at _ _))` and the leaves `1 a
//! b`.

/// A fluent, split into shape and leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shaped {
    /// The text with every constant that is an argument replaced by `_`.
    pub shape: String,
    /// Those constants.
    pub leaves: Vec<String>,
}

impl Shaped {
    /// Splits a fluent.
    pub fn new(fluent: &str) -> Self {
        let spaced = fluent.replace('(', " ( ").replace(')', " ) ");
        let mut shaped = Shaped {
            shape: String::new(),
            leaves: Vec::new(),
        };
        let mut is_name = true;
        for token in spaced.split_whitespace() {
            let argument = !is_name && token != "(" && token != ")";
            if token != ")" && !is_name {
                shaped.shape.push(' ');
            }
            shaped.shape.push_str(if argument { "_" } else { token });
            if argument {
                shaped.leaves.push(token.to_owned());
            }
            is_name = token == "(";
        }
        shaped
    }

    /// The text with the leaves that `keep` accepts, and `*` elsewhere.
    pub fn pattern(&self, keep: impl Fn(usize) -> bool) -> String {
        let mut text = String::new();
        let mut leaf = 0;
        for symbol in self.shape.chars() {
            // A constant called `_` breaks nothing, but makes the text odd.
            match symbol {
                '_' if leaf < self.leaves.len() => {
                    text.push_str(if keep(leaf) { &self.leaves[leaf] } else { "*" });
                    leaf += 1;
                }
                _ => text.push(symbol),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_terms_are_flattened() {
        let shaped = Shaped::new("(cell 1 (at a b) x)");
        assert_eq!(shaped.shape, "(cell _ (at _ _) _)");
        assert_eq!(shaped.leaves, ["1", "a", "b", "x"]);
        assert_eq!(shaped.pattern(|leaf| leaf != 2), "(cell 1 (at a *) x)");
    }

    #[test]
    fn a_proposition_has_no_leaves() {
        let shaped = Shaped::new("open");
        assert_eq!((shaped.shape.as_str(), shaped.leaves.len()), ("open", 0));
    }
}

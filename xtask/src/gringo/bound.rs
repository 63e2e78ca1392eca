//! Sets of fluents and moves, and how two of them compare.

use std::collections::BTreeSet;

/// The fluents that may hold and the moves that may be made, in KIF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// The fluents.
    pub fluents: BTreeSet<String>,
    /// The moves, each behind its role.
    pub moves: BTreeSet<String>,
}

impl Bound {
    /// What is in this one and not in the other.
    pub fn without(&self, other: &Bound) -> Bound {
        Bound {
            fluents: &self.fluents - &other.fluents,
            moves: &self.moves - &other.moves,
        }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.fluents.is_empty() && self.moves.is_empty()
    }

    /// The first few names, fluents before moves.
    pub fn first_names(&self) -> String {
        const FEW: usize = 3;
        let names: Vec<&str> = self
            .fluents
            .iter()
            .chain(&self.moves)
            .map(String::as_str)
            .collect();
        let shown = names[..names.len().min(FEW)].join(", ");
        match names.len() > FEW {
            true => format!("{shown}, … ({} in all)", names.len()),
            false => shown,
        }
    }

    /// `3 fluents and 1 move`.
    pub fn counts(&self) -> String {
        let counted = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        format!(
            "{} and {}",
            counted(self.fluents.len(), "fluent"),
            counted(self.moves.len(), "move")
        )
    }
}

/// How our bound relates to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Both are the same.
    Equal,
    /// Ours lacks these and has nothing beyond.
    Smaller(Bound),
    /// Ours has these beyond.
    Larger(Bound),
}

/// Compares ours with another one.
pub fn compare(ours: &Bound, other: &Bound) -> Comparison {
    let (beyond, lacking) = (ours.without(other), other.without(ours));
    match (beyond.is_empty(), lacking.is_empty()) {
        (false, _) => Comparison::Larger(beyond),
        (true, false) => Comparison::Smaller(lacking),
        (true, true) => Comparison::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(fluents: &[&str], moves: &[&str]) -> Bound {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Bound {
            fluents: set(fluents),
            moves: set(moves),
        }
    }

    #[test]
    fn what_is_beyond_outweighs_what_is_lacking() {
        let ours = bound(&["a", "b"], &["r x"]);
        assert_eq!(compare(&ours, &ours.clone()), Comparison::Equal);
        let more = bound(&["a", "b", "c"], &["r x"]);
        let lacking = bound(&["c"], &[]);
        assert_eq!(compare(&ours, &more), Comparison::Smaller(lacking));
        let other = bound(&["a", "b", "c"], &[]);
        let beyond = bound(&[], &["r x"]);
        assert_eq!(compare(&ours, &other), Comparison::Larger(beyond));
    }

    #[test]
    fn names_are_cut_short() {
        assert_eq!(bound(&["a"], &["r x"]).first_names(), "a, r x");
        let many = bound(&["a", "b"], &["r x", "r y"]);
        assert_eq!(many.first_names(), "a, b, r x, … (4 in all)");
        assert_eq!(bound(&["a"], &[]).counts(), "1 fluent and 0 moves");
    }
}

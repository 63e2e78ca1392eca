//! Short names, where long ones would make a board too wide.

use std::collections::{BTreeMap, BTreeSet};

/// Short names for all of these: the initials of their words, or if these are not all
/// different the shortest distinct prefixes.
pub(super) fn short(names: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let initials = |name: &str| -> String {
        let words = name.split([' ', '-', '_', '(', ')']);
        words.filter_map(|word| word.chars().next()).collect()
    };
    let by_initials: BTreeSet<String> = names.iter().map(|name| initials(name)).collect();
    let are_different = by_initials.len() == names.len();
    let beginning = |name: &str| -> String {
        let unique = |length: &usize| {
            let start: String = name.chars().take(*length).collect();
            names.iter().filter(|it| it.starts_with(&start)).count() == 1
        };
        let length = (1..=name.chars().count()).find(unique);
        let length = length.unwrap_or(name.chars().count());
        name.chars().take(length).collect()
    };
    let short = |name: &&str| {
        let short = match are_different {
            true => initials(name),
            false => beginning(name),
        };
        ((*name).to_owned(), short)
    };
    names.iter().map(short).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortened(names: &[&str]) -> Vec<String> {
        short(&names.iter().copied().collect())
            .into_values()
            .collect()
    }

    #[test]
    fn initials_or_beginnings() {
        assert_eq!(
            shortened(&["black king", "white king", "white rook"]),
            ["bk", "wk", "wr"]
        );
        assert_eq!(
            shortened(&["black", "blank", "white"]),
            ["blac", "blan", "w"]
        );
    }
}

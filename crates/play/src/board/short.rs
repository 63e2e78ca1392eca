//! Short names, where long ones would make a board too wide.

use std::collections::{BTreeMap, BTreeSet};

/// Most characters of a name that is short enough.
const SHORT: usize = 3;

/// Short names for all of these: of each word the characters that tell it from the other
/// words at its place, or if the results are not all different, the shortest
/// distinct beginnings of the names. Names that are all short stay as they are.
pub(super) fn short(names: &BTreeSet<&str>) -> BTreeMap<String, String> {
    if names.iter().all(|name| name.chars().count() <= SHORT) {
        let same = |name: &&str| ((*name).to_owned(), (*name).to_owned());
        return names.iter().map(same).collect();
    }
    let mut places: Vec<BTreeSet<&str>> = Vec::new();
    for name in names {
        for (place, word) in words(name).into_iter().enumerate() {
            if places.len() == place {
                places.push(BTreeSet::new());
            }
            places[place].insert(word);
        }
    }
    let by_words = |name: &str| -> String {
        let words = words(name).into_iter().zip(&places);
        words.map(|(word, all)| abbreviated(word, all)).collect()
    };
    let different: BTreeSet<String> = names.iter().map(|name| by_words(name)).collect();
    let short = |name: &&str| {
        let short = match different.len() == names.len() {
            true => by_words(name),
            false => beginning(name, names).to_owned(),
        };
        ((*name).to_owned(), short)
    };
    names.iter().map(short).collect()
}

/// The words of a name: `white king`, `white-king`, `whiteKing`.
fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in name.split([' ', '-', '_', '(', ')']) {
        let mut rest = part;
        let starts = |it: &str| {
            let pairs = it.char_indices().zip(it.chars().skip(1));
            let mut humps =
                pairs.filter(|((_, one), next)| one.is_lowercase() && next.is_uppercase());
            humps.next().map(|((place, one), _)| place + one.len_utf8())
        };
        while let Some(hump) = starts(rest) {
            words.push(&rest[..hump]);
            rest = &rest[hump..];
        }
        words.push(rest);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The first character of a word, and each by which it differs from others that begin
/// like it. Numbers stay whole.
fn abbreviated(word: &str, all: &BTreeSet<&str>) -> String {
    if word.chars().all(|it| it.is_ascii_digit()) {
        return word.to_owned();
    }
    let differs = |place: usize| {
        let (start, rest) = word.split_at(place);
        let next = rest.chars().next();
        let mut alike = all.iter().filter_map(|it| it.strip_prefix(start));
        alike.any(|it| it.chars().next() != next)
    };
    let characters = word.char_indices();
    let telling = characters.filter(|&(place, _)| place == 0 || differs(place));
    telling.map(|(_, character)| character).collect()
}

/// The shortest beginning of a name that none of the others has.
fn beginning<'a>(name: &'a str, all: &BTreeSet<&str>) -> &'a str {
    let ends = name.char_indices().map(|(place, it)| place + it.len_utf8());
    let mut starts = ends.map(|end| &name[..end]);
    let is_own = |start: &&str| all.iter().filter(|it| it.starts_with(start)).count() == 1;
    starts.find(is_own).unwrap_or(name)
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
    fn names_get_as_many_characters_as_tell_them_apart() {
        assert_eq!(
            shortened(&["black king", "white king", "white knight", "white rook"]),
            ["bki", "wki", "wkn", "wr"]
        );
        assert_eq!(shortened(&["black", "blank", "white"]), ["bc", "bn", "w"]);
        assert_eq!(shortened(&["redKing", "redPawn"]), ["rK", "rP"]);
        assert_eq!(shortened(&["1000", "10", "2"]), ["10", "1000", "2"]);
        assert_eq!(
            shortened(&["bomb1", "bomb2", "bomberman", "bomberwoman"]),
            ["b1", "b2", "bem", "bew"]
        );
    }
}

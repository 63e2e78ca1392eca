//! The list of all games, and the search by name.

use std::sync::LazyLock;

use crate::Entry;

macro_rules! sheets {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../../games/", $name, ".kif"))),)+]
    };
}

/// Names and sheets, sorted by name.
const SHEETS: &[(&str, &str)] = sheets![
    "blocks",
    "breakthrough",
    "catch-a-mouse",
    "chess-endgame",
    "chinese-checkers",
    "chomp",
    "clobber",
    "connect-four",
    "crisscross",
    "cubi-cup",
    "dawsons-kayles",
    "domineering",
    "dots-and-boxes",
    "double-crisscross",
    "double-tic-tac-toe",
    "hanoi",
    "kayles",
    "minichess",
    "mnk",
    "mu-torere",
    "nim",
    "nine-mens-morris",
    "number-tic-tac-toe",
    "pancakes",
    "peg-solitaire",
    "queens",
    "sheep-and-wolf",
    "single-row-nim",
    "sliding-puzzle",
    "subtraction",
    "three-player-nim",
    "tic-tac-toe",
    "toads-and-frogs",
];

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let entry =
        |&(name, sheet)| Entry::new(name, sheet).expect("every shipped header is well formed");
    SHEETS.iter().map(entry).collect()
});

/// Returns all games, sorted by name.
pub fn games() -> &'static [Entry] {
    &ENTRIES
}

/// Returns the game of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    games().iter().find(|entry| entry.name() == name)
}

/// Returns the name of the game that was probably meant by a name that
/// [`find`] does not know.
pub fn similar(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase().replace(['_', ' '], "-");
    SHEETS
        .iter()
        .map(|&(known, _)| (strsim::damerau_levenshtein(&name, known), known))
        .filter(|(distance, known)| *distance <= known.len().div_ceil(4))
        .min()
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Span};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn catalogue_holds_exactly_the_files_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        let listed: BTreeSet<String> = SHEETS
            .iter()
            .map(|(name, _)| format!("{name}.kif"))
            .collect();
        assert_eq!(files, listed);
    }

    #[test]
    fn games_are_sorted_by_name() {
        assert!(games().is_sorted_by(|a, b| a.name() < b.name()));
    }

    #[test]
    fn every_header_is_well_formed() {
        for (name, sheet) in SHEETS {
            if let Err(error) = Entry::new(name, sheet) {
                panic!("{name}: {error}");
            }
        }
    }

    #[test]
    fn rendered_with_defaults() {
        for entry in games() {
            let text = entry.render(&[]).unwrap();
            assert_tidy(entry.name(), &text);
            insta::assert_snapshot!(entry.name(), text);
        }
    }

    #[test]
    fn smallest_and_largest_members_are_rendered_tidily() {
        for entry in games() {
            for settings in [extremes(entry, |s| s.min), extremes(entry, |s| s.max)] {
                assert_tidy(entry.name(), &entry.render(&settings).unwrap());
            }
        }
    }

    fn extremes(entry: &Entry, end: fn(&Span) -> u32) -> Vec<(String, String)> {
        let text = |kind: &Kind| match kind {
            Kind::Integer(span) => end(span).to_string(),
            Kind::Boolean => "true".to_owned(),
            Kind::List { length, item } => {
                vec![end(item).to_string(); end(length) as usize].join(",")
            }
            Kind::Choice(words) => {
                let max = u32::try_from(words.len() - 1).unwrap();
                let span = Span {
                    min: 0,
                    max,
                    step: 1,
                };
                words[end(&span) as usize].clone()
            }
        };
        entry
            .parameters()
            .iter()
            .map(|parameter| (parameter.name().to_owned(), text(parameter.kind())))
            .collect()
    }

    /// Fails on left-over markup, stray space and unbalanced parentheses.
    fn assert_tidy(name: &str, text: &str) {
        assert!(!text.contains(['{', '}', '%', '\t']), "{name}");
        assert!(text.ends_with(")\n") && !text.contains("\n\n\n"), "{name}");
        let mut depth = 0_u32;
        for line in text.lines() {
            assert_eq!(line, line.trim_end(), "{name}");
            for letter in line.split(';').next().unwrap_or_default().chars() {
                match letter {
                    '(' => depth += 1,
                    ')' => depth = depth.checked_sub(1).expect("an open parenthesis"),
                    _ => {}
                }
            }
        }
        assert_eq!(depth, 0, "{name}");
    }

    #[test]
    fn slips_are_recognised() {
        assert_eq!(similar("tictactoe"), Some("tic-tac-toe"));
        assert_eq!(similar("TicTacToe"), Some("tic-tac-toe"));
        assert_eq!(similar("tic_tac_toe"), Some("tic-tac-toe"));
        assert_eq!(similar("hanio"), Some("hanoi"));
        assert_eq!(similar("mutorere"), Some("mu-torere"));
        assert_eq!(similar("chess"), None);
        assert_eq!(similar(""), None);
    }
}

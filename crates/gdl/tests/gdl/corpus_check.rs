//! What validation says of real rulesheets.
//!
//! In: the corpus beside the repository. Not here: sheets that were written for a
//! test.

use gdl::{Checked, Severity, Source, load};
use testkit::play::{Play, codes};
use testkit::{Corpus, RuleSheet, corpus_tests};

corpus_tests!(
    every_published_game_is_valid_but_the_one_of_chance,
    two_spellings_of_a_timeout_are_noticed,
    goals_by_the_negation_of_goals_are_no_circle,
    the_odd_sheets_get_what_is_due_to_them,
    only_the_unsafe_sheets_are_refused,
    recursion_through_the_second_argument_gives_seven_moves,
    distinct_at_the_beginning_gives_two_moves,
    not_over_distinct_is_evaluated
);

fn checked(sheet: &RuleSheet) -> Checked {
    load(&Source::new(&sheet.name, &sheet.bytes), None)
}

fn game(corpus: &Corpus, name: &str) -> RuleSheet {
    let mut games = corpus.games().into_iter();
    games
        .find(|game| game.name == name)
        .expect("the game is in the corpus")
}

/// A sheet of the front end's tests, by the name without `test__` and suffix.
fn gdl_test(corpus: &Corpus, name: &str) -> RuleSheet {
    let file = format!("test__{name}.kif");
    let mut sheets = corpus.gdl_tests().into_iter();
    sheets
        .find(|sheet| sheet.name == file)
        .expect("the sheet is in the corpus")
}

fn start(corpus: &Corpus, name: &str) -> Play {
    let sheet = gdl_test(corpus, name);
    Play::start(str::from_utf8(&sheet.bytes).expect("sheets are UTF-8"))
}

fn every_published_game_is_valid_but_the_one_of_chance(corpus: &Corpus) {
    let games = corpus.games();
    assert_eq!(games.len(), 219);
    for game in &games {
        let expected: &[&str] = match game.name.as_str() {
            "beatMania__v1.kif" => &["gdl-ii"],
            _ => &[],
        };
        let checked = checked(game);
        assert_eq!(codes(&checked, Severity::Error), expected, "{}", game.name);
        assert_eq!(checked.rules.is_some(), expected.is_empty());
    }
}

fn two_spellings_of_a_timeout_are_noticed(corpus: &Corpus) {
    for name in ["wargame01.kif", "wargame02.kif", "wargame03.kif"] {
        let sheet = game(corpus, name);
        let checked = checked(&sheet);
        let mut found = checked.diagnostics.iter();
        let both = |message: &str| message.contains("`timeOut`") && message.contains("`timeout`");
        assert!(
            found.any(|found| found.code.name() == "case-differs" && both(&found.message)),
            "{name}"
        );
    }
}

fn goals_by_the_negation_of_goals_are_no_circle(corpus: &Corpus) {
    for name in [
        "futoshiki4__futoshiki.kif",
        "futoshiki5__futoshiki.kif",
        "hexPie__hex.kif",
        "queens.kif",
        "queens08ug__queens.kif",
    ] {
        let warnings = codes(&checked(&game(corpus, name)), Severity::Warning);
        assert!(!warnings.contains(&"stratification-unproven"), "{name}");
    }
}

/// What is said of each broken or odd sheet; of all others, nothing.
const ODD: [(&str, &[&str]); 16] = [
    ("test_case_1a", &["empty-body"]),
    ("test_case_2c", &["unused-relation"]),
    ("test_case_3a", &["parenthesised-proposition"]),
    (
        "test_case_3b",
        &[
            "no-dynamics",
            "unsafe-distinct",
            "unsafe-head",
            "unused-relation",
        ],
    ),
    ("test_case_3c", &["no-dynamics", "undefined-relation"]),
    ("test_case_3e", &["no-dynamics", "unsafe-head"]),
    (
        "test_case_3f",
        &["no-dynamics", "unsafe-head", "unsafe-negation"],
    ),
    ("test_case_5b", &["fluent-never-read", "no-dynamics"]),
    ("test_case_5c", &["condition-never-holds"]),
    ("test_case_5d", &["empty-body", "fluent-never-read"]),
    ("test_case_5e", &["move-never-read", "no-dynamics"]),
    (
        "test_clean_not_distinct",
        &["no-dynamics", "not-over-distinct"],
    ),
    (
        "test_distinct_beginning_rule",
        &["move-never-read", "no-dynamics"],
    ),
    (
        "test_invalid_function_arities_differ",
        &["arity-differs", "move-never-read"],
    ),
    (
        "test_invalid_sentence_arities_differ",
        &["arity-differs", "unused-relation"],
    ),
    ("test_case_5a", &[]),
];

fn the_odd_sheets_get_what_is_due_to_them(corpus: &Corpus) {
    for sheet in corpus.gdl_tests() {
        let mut odd = ODD.iter();
        let known = odd.find(|(name, _)| sheet.name == format!("test__{name}.kif"));
        let expected = known.map_or(&[][..], |(_, codes)| codes);
        let checked = checked(&sheet);
        let mut found: Vec<&str> = checked
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code.name())
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, expected, "{}", sheet.name);
    }
}

fn only_the_unsafe_sheets_are_refused(corpus: &Corpus) {
    let sheets = corpus.gdl_tests().into_iter();
    let refused: Vec<String> = sheets
        .filter(|sheet| checked(sheet).rules.is_none())
        .map(|sheet| sheet.name)
        .collect();
    let unsafe_ones = ["3b", "3e", "3f"].map(|name| format!("test__test_case_{name}.kif"));
    assert_eq!(refused, unsafe_ones);
}

fn recursion_through_the_second_argument_gives_seven_moves(corpus: &Corpus) {
    assert_eq!(start(corpus, "test_case_5e").moves()[0].len(), 7);
}

fn distinct_at_the_beginning_gives_two_moves(corpus: &Corpus) {
    let moves = start(corpus, "test_distinct_beginning_rule").moves();
    assert_eq!(moves, [["(do a b)", "(do b a)"]]);
}

fn not_over_distinct_is_evaluated(corpus: &Corpus) {
    let mut play = start(corpus, "test_clean_not_distinct");
    play.step(&["proceed"]).unwrap();
    assert!(play.is_terminal());
    assert_eq!(play.goals(), [["100"]]);
}

//! What is printed is read back as the same rules, in both notations; and no
//! text makes the parser panic.

use gdl::{Notation, Severity, Sheet, Source, parse, print, validate};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use testkit::{Corpus, corpus_tests};

use crate::random_sheet;

corpus_tests!(every_published_sheet_survives_both_notations);

const BOTH: [Notation; 2] = [Notation::Kif, Notation::Infix];

fn read(text: &str, notation: Option<Notation>) -> gdl::Parsed {
    parse(&Source::new("text", text.as_bytes()), notation)
}

/// Prints the sheet and reads it back without being told the notation.
fn there_and_back(sheet: &Sheet, notation: Notation) -> Sheet {
    let text = print(sheet, notation);
    let parsed = read(&text, None);
    let errors: Vec<_> = parsed
        .diagnostics
        .iter()
        .filter(|found| found.severity() == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?} in\n{text}");
    assert_eq!(parsed.notation, notation, "{text}");
    parsed.sheet
}

fn every_published_sheet_survives_both_notations(corpus: &Corpus) {
    for published in corpus.all_sheets() {
        let source = Source::new(&published.name, &published.bytes);
        let sheet = parse(&source, None).sheet;
        for notation in BOTH {
            let back = there_and_back(&sheet, notation);
            assert!(back.same_rules(&sheet), "{} {notation:?}", published.name);
        }
    }
}

/// Capitals that are written as two characters, that are words of their own, or
/// that do not exist.
#[test]
fn variables_of_all_alphabets_survive_both_notations() {
    for name in ["ẗ", "ẖa", "ﬁ", "ß", "ǆ", "日", "٣", "ŉ", "_", "x̱"] {
        let text = format!("(role r) (<= (p ?{name} ?X) (true (c ?{name})) (q ?X))");
        let sheet = read(&text, None).sheet;
        for notation in BOTH {
            assert!(
                there_and_back(&sheet, notation).same_rules(&sheet),
                "{name}"
            );
        }
    }
}

/// Pieces of both notations, to be thrown together.
const TOKENS: &[&str] = &[
    "(", ")", "(", ")", "<=", "not", "and", "or", "distinct", "role", "init", "true", "does",
    "next", "legal", "goal", "terminal", "sees", "base", "input", "?x", "?", "??", "X", "_", "x",
    "f", "100", "~", "&", "|", ",", ".", ":-", ":", "'", "'a b'", "''", "\\", "%", ";", "\n", "\r",
    "\r\n", " ", "\t", "\u{FEFF}", "\u{A0}", "ß", "日", "\0", "\"", "(<= ", "(role r)", "p(X)",
    "p :- q", "#", "-",
];

fn soup() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        8 => select(TOKENS).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

fn spaced_soup() -> impl Strategy<Value = String> {
    vec(select(TOKENS), 0..40).prop_map(|tokens| tokens.join(" "))
}

/// Whatever could be read of a text has places inside it, can be validated and
/// survives printing.
fn digest(text: &str) {
    let source = Source::new("text", text.as_bytes());
    for notation in [None, Some(Notation::Kif), Some(Notation::Infix)] {
        let parsed = parse(&source, notation);
        for other in BOTH {
            let back = read(&print(&parsed.sheet, other), Some(other));
            assert!(back.sheet.same_rules(&parsed.sheet), "{text:?} {other:?}");
        }
        for found in validate(parsed).diagnostics {
            assert!(found.span.end as usize <= text.len());
            source.line_column(found.span.start);
            source.line_column(found.span.end);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_sheet_survives_both_notations(sheet in random_sheet::sheet()) {
        for notation in BOTH {
            let back = there_and_back(&sheet, notation);
            prop_assert!(back.same_rules(&sheet), "{}", print(&sheet, notation));
        }
    }

    #[test]
    fn any_sheet_survives_from_one_notation_to_the_other(sheet in random_sheet::sheet()) {
        for (first, second) in [(BOTH[0], BOTH[1]), (BOTH[1], BOTH[0])] {
            let back = there_and_back(&there_and_back(&sheet, first), second);
            prop_assert!(back.same_rules(&sheet), "{}", print(&sheet, first));
        }
    }

    #[test]
    fn no_soup_of_tokens_chokes_the_parser(text in soup()) {
        digest(&text);
    }

    #[test]
    fn no_soup_of_words_chokes_the_parser(text in spaced_soup()) {
        digest(&text);
    }

    #[test]
    fn no_text_chokes_the_parser(text in any::<String>()) {
        digest(&text);
    }
}

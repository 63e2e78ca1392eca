//! Every sheet of the library is valid GDL without a single warning, with its
//! defaults, with every parameter at its smallest and largest value, and with
//! every word of a choice.

use gdl::{Source, load};
use library::{Entry, Kind, Parameter};

/// The texts of a parameter's smallest and largest values, or of all its words.
fn extremes(parameter: &Parameter) -> Vec<String> {
    let repeated = |item: u32, length: u32| {
        let items: Vec<String> = (0..length).map(|_| item.to_string()).collect();
        items.join(",")
    };
    match parameter.kind() {
        Kind::Integer(span) => vec![span.min.to_string(), span.max.to_string()],
        Kind::Boolean => vec!["false".to_owned(), "true".to_owned()],
        Kind::List { length, item } => vec![
            repeated(item.min, length.min),
            repeated(item.max, length.max),
        ],
        Kind::Choice(words) => words.clone(),
        kind => panic!("no extremes are known of {kind}"),
    }
}

fn check(entry: &Entry, settings: &[(String, String)]) {
    let text = entry.render(settings).expect("extremes are in range");
    let checked = load(&Source::new(entry.name(), text.as_bytes()), None);
    assert!(
        checked.diagnostics.is_empty(),
        "{} {settings:?}: {:#?}",
        entry.name(),
        checked.diagnostics
    );
    assert!(checked.rules.is_some());
}

#[test]
fn sheets_are_valid_without_a_warning() {
    for entry in library::games() {
        check(entry, &[]);
        for parameter in entry.parameters() {
            for value in extremes(parameter) {
                check(entry, &[(parameter.name().to_owned(), value)]);
            }
        }
    }
}

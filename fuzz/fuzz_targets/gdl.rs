//! Any bytes: reading, validating and printing them never panics, and what is
//! printed reads back as the same rules.
#![no_main]

use gdl::{Notation, Severity, Source, load, parse, print};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzz", bytes);
    for notation in [None, Some(Notation::Kif), Some(Notation::Infix)] {
        let checked = load(&source, notation);
        for found in &checked.diagnostics {
            let place = source.line_column(found.span.start);
            let _ = source.line(place.line);
        }
        let sheet = parse(&source, notation).sheet;
        for notation in [Notation::Kif, Notation::Infix] {
            let text = print(&sheet, notation);
            let again = parse(&Source::new("printed", text.as_bytes()), Some(notation));
            let is_error = |found: &gdl::Diagnostic| found.severity() == Severity::Error;
            assert!(!again.diagnostics.iter().any(is_error), "{text}");
            assert!(again.sheet.same_rules(&sheet), "{text}");
        }
    }
});

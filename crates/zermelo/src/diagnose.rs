//! Diagnostics on the terminal: each with its line, the place marked.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use gdl::{Diagnostic, Severity, Source};

use crate::output;

/// Bytes of a line that are shown behind the place that is marked.
const MARGIN: usize = 200;
/// Problems that are shown; the rest is only counted.
const MAX_SHOWN: usize = 100;

/// Shows the diagnostics on standard error, errors even to the quiet.
pub fn show(source: &Source, diagnostics: &[Diagnostic]) {
    let wanted = |found: &&Diagnostic| found.severity() == Severity::Error || !output::is_quiet();
    let shown: Vec<&Diagnostic> = diagnostics.iter().filter(wanted).collect();
    for found in shown.iter().take(MAX_SHOWN) {
        output::note(&render(source, found));
        output::note("");
    }
    if shown.len() > MAX_SHOWN {
        output::note(&format!("… and {} more", shown.len() - MAX_SHOWN));
    }
}

fn render(source: &Source, found: &Diagnostic) -> String {
    let level = match found.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpt = Excerpt::around(source, found);
    let snippet = Snippet::source(excerpt.text.as_str())
        .line_start(excerpt.line)
        .path(source.name())
        .annotation(AnnotationKind::Primary.span(excerpt.start..excerpt.end));
    let report: [Group<'_>; 1] = [level
        .primary_title(found.message.as_str())
        .id(found.code.name())
        .element(snippet)
        .element(Level::HELP.message(found.help.as_str()))];
    Renderer::styled().render(&report).to_string()
}

/// The first line of a diagnostic's place, as far as it is of interest.
struct Excerpt {
    line: usize,
    text: String,
    start: usize,
    end: usize,
}

impl Excerpt {
    fn around(source: &Source, found: &Diagnostic) -> Excerpt {
        let line = source.line_column(found.span.start).line;
        let text = source.line(line);
        let offset = source.line_span(line).start as usize;
        let start = (found.span.start as usize - offset).min(text.len());
        let end = (found.span.end as usize - offset).clamp(start, text.len());
        // The part before the place stays: columns are counted from it.
        let shown = boundary(text, start + MARGIN);
        Excerpt {
            line: line as usize,
            text: text[..shown].to_owned(),
            start,
            end: end.min(shown),
        }
    }
}

/// The last place up to `at` where the text can be cut.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

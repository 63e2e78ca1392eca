//! What is found in rules, as JSON.

use gdl::{Diagnostic, Severity, Source};
use serde::Serialize;

use crate::SCHEMA;

/// What is told of a sheet.
#[derive(Debug, Serialize)]
pub struct CheckReport<'a> {
    schema: u32,
    valid: bool,
    diagnostics: Vec<Finding<'a>>,
}

#[derive(Debug, Serialize)]
struct Finding<'a> {
    code: &'static str,
    severity: &'static str,
    line: u32,
    column: u32,
    message: &'a str,
    help: &'a str,
}

impl<'a> CheckReport<'a> {
    /// What was found in a text, and whether it is valid nevertheless.
    pub fn new(source: &Source, valid: bool, diagnostics: &'a [Diagnostic]) -> Self {
        let diagnostics = diagnostics.iter();
        CheckReport {
            schema: SCHEMA,
            valid,
            diagnostics: diagnostics.map(|found| finding(source, found)).collect(),
        }
    }
}

fn finding<'a>(source: &Source, found: &'a Diagnostic) -> Finding<'a> {
    let place = source.line_column(found.span.start);
    Finding {
        code: found.code.name(),
        severity: match found.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        line: place.line,
        column: place.column,
        message: &found.message,
        help: &found.help,
    }
}

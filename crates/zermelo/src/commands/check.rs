//! `zermelo check`: everything that is wrong or odd in the rules.

use gdl::{Diagnostic, Severity, Source};
use serde::Serialize;

use crate::arguments::{CheckArguments, Format};
use crate::context::Context;
use crate::failure::Failure;
use crate::{diagnose, input, output};
use report::SCHEMA;
use report::counted;

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    valid: bool,
    diagnostics: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    severity: &'static str,
    line: u32,
    column: u32,
    message: &'a str,
    help: &'a str,
}

/// Runs the command.
pub fn run(arguments: &CheckArguments, context: &Context) -> Result<(), Failure> {
    let text = input::read(&arguments.game)?;
    let (source, diagnostics) = (&text.source, &text.checked.diagnostics);
    let rules = text.checked.rules.as_ref();
    match context.format {
        Format::Json => output::json(&Report {
            schema: SCHEMA,
            valid: rules.is_some(),
            diagnostics: diagnostics
                .iter()
                .map(|found| finding(source, found))
                .collect(),
        })?,
        Format::Text => {
            diagnose::show(source, diagnostics);
            let clauses = rules.map(|rules| rules.clauses().len());
            output::data(&verdict(source.name(), diagnostics, clauses))?;
        }
    }
    match rules {
        Some(_) => Ok(()),
        None => Err(Failure::invalid_rules()),
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

fn verdict(name: &str, diagnostics: &[Diagnostic], clauses: Option<usize>) -> String {
    let count = |severity| {
        let found = diagnostics
            .iter()
            .filter(|found| found.severity() == severity);
        found.count()
    };
    let errors = counted(count(Severity::Error), "error");
    let warnings = counted(count(Severity::Warning), "warning");
    match clauses {
        Some(clauses) => {
            let clauses = counted(clauses, "clause");
            format!("{name}: valid, {clauses}, {warnings}\n")
        }
        None => format!("{name}: not valid, {errors}, {warnings}\n"),
    }
}

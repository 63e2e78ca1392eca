//! `zermelo check`: everything that is wrong or odd in the rules.

use gdl::{Diagnostic, Severity};
use report::{CheckReport, counted};

use crate::arguments::{CheckArguments, Format};
use crate::context::Context;
use crate::failure::Failure;
use crate::{diagnose, input, output};

/// Runs the command.
pub fn run(arguments: &CheckArguments, context: &Context) -> Result<(), Failure> {
    let text = input::read(&arguments.game)?;
    let (source, diagnostics) = (&text.source, &text.checked.diagnostics);
    let rules = text.checked.rules.as_ref();
    match context.format {
        Format::Json => {
            output::json(&CheckReport::new(source, rules.is_some(), diagnostics))?;
        }
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

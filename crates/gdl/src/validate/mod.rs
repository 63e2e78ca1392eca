//! From a [`Sheet`](crate::Sheet) to [`Rules`]: every restriction that GDL puts on games.
//!
//! One file for each kind of check. All of them run, whatever the others found, so that
//! an author sees every problem at once.

mod forbidden;
mod keywords;
mod names;
mod recursion;
mod roles;
mod safety;
mod stratification;

use crate::dependencies::Dependencies;
use crate::{Diagnostic, Notation, Parsed, Rules, Severity, Source, parse};

/// What validation found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The rules, if there is no error.
    pub rules: Option<Rules>,
    /// Everything found, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The notation of the text.
    pub notation: Notation,
}

/// Parses and validates a text.
pub fn load(source: &Source, notation: Option<Notation>) -> Checked {
    validate(parse(source, notation))
}

/// Checks what was parsed against the restrictions of GDL.
pub fn validate(parsed: Parsed) -> Checked {
    let Parsed {
        sheet,
        mut diagnostics,
        notation,
    } = parsed;
    // If clauses were left out for syntax errors, what seems to be missing may stand in
    // them.
    let whole = !has_errors(&diagnostics);
    let dependencies = Dependencies::of(&sheet);
    keywords::check(&sheet, whole, &mut diagnostics);
    safety::check(&sheet, &mut diagnostics);
    forbidden::check(&sheet, &dependencies, &mut diagnostics);
    recursion::check(&sheet, &dependencies, &mut diagnostics);
    names::check(&sheet, whole, &mut diagnostics);
    let suspects = stratification::suspects(&sheet, &dependencies);
    let mut rules = (!has_errors(&diagnostics)).then(|| Rules::new(sheet.clone(), dependencies));
    stratification::check(&sheet, &suspects, rules.as_ref(), &mut diagnostics);
    if let Some(rules) = &mut rules {
        roles::check(rules, &mut diagnostics);
    }
    if has_errors(&diagnostics) {
        rules = None;
    }
    diagnostics.sort_by_key(|found| (found.span, found.code));
    Checked {
        rules,
        diagnostics,
        notation,
    }
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    let mut severities = diagnostics.iter().map(Diagnostic::severity);
    severities.any(|severity| severity == Severity::Error)
}

//! From a [`Sheet`] to [`Rules`]: every restriction that GDL puts on games.
//!
//! One file for each kind of check. All of them run, whatever the others found, so that
//! an author sees every problem at once.

mod binders;
mod causes;
mod domains;
mod forbidden;
mod keywords;
mod names;
mod once;
mod patterns;
mod recursion;
mod roles;
mod safety;
mod similar;
mod stratification;
mod unify;
mod unmet;
mod unread;

use binders::Binders;
use domains::Domains;
use patterns::Patterns;
use similar::Speller;

use crate::dependencies::Dependencies;
use crate::quote::Quote;
use crate::{Diagnostic, Keyword, Notation, Parsed, Rules, Severity, Sheet, Source, Symbol, parse};

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
    let quote = Quote(notation);
    let dependencies = Dependencies::of(&sheet);
    keywords::check(&sheet, whole, quote, &mut diagnostics);
    forbidden::check(&sheet, &dependencies, &mut diagnostics);
    recursion::check(&sheet, &dependencies, quote, &mut diagnostics);
    check_names(&sheet, &dependencies, whole, quote, &mut diagnostics);
    let suspects = stratification::suspects(&sheet, &dependencies);
    let mut rules = (!has_errors(&diagnostics)).then(|| Rules::new(sheet.clone(), dependencies));
    stratification::check(&sheet, &suspects, rules.as_ref(), quote, &mut diagnostics);
    if let Some(rules) = &mut rules {
        roles::check(rules, quote, &mut diagnostics);
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

/// The checks that ask which names stand where.
fn check_names(
    sheet: &Sheet,
    dependencies: &Dependencies,
    whole: bool,
    quote: Quote,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let patterns = Patterns::of(sheet);
    let domains = Domains::of(&patterns);
    let binders = Binders::new(sheet, &patterns, domains.as_ref(), dependencies, quote);
    safety::check(sheet, &binders, quote, diagnostics);
    let speller = &mut Speller::default();
    names::check(sheet, whole, quote, speller, diagnostics);
    if !whole {
        return;
    }
    if let Some(domains) = &domains {
        unmet::check(&patterns, domains, quote, speller, diagnostics);
    }
    let is_made = |fluent: &Symbol, arity: usize| {
        let place = patterns
            .relation(Keyword::True.name(), 1)
            .map(|it| patterns.place(it, 0));
        let name = patterns.name_id(fluent, arity);
        let (Some(domains), Some(place), Some(name)) = (&domains, place, name) else {
            return true;
        };
        domains.may_stand(name, place)
    };
    unread::check(sheet, &is_made, quote, speller, diagnostics);
    once::check(sheet, quote, speller, diagnostics);
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    let mut severities = diagnostics.iter().map(Diagnostic::severity);
    severities.any(|severity| severity == Severity::Error)
}

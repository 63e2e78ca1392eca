//! Names that look like mistakes: warnings only.

use std::collections::{HashMap, HashSet};

use super::similar::Speller;
use crate::operator::{Operator, SAME, differs, operator};
use crate::quote::Quote;
use crate::{Atom, Code, Diagnostic, Sheet, Span, Symbol, Term, TermKind};

/// Warns of names; of what seems to be missing only if the sheet is `whole`.
pub(super) fn check(
    sheet: &Sheet,
    whole: bool,
    quote: Quote,
    speller: &mut Speller,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let names = Names::of(sheet);
    names.check_arities(&names.relations, "relation", quote, diagnostics);
    names.check_arities(&names.functions, "function", quote, diagnostics);
    names.check_case(quote, diagnostics);
    if whole {
        names.check_uses(quote, speller, diagnostics);
    }
}

/// Where each name occurs first, by what it is used for.
#[derive(Default)]
struct Names<'a> {
    /// Each (name, arity) in the order of the text.
    relations: Vec<(&'a Symbol, usize, Span)>,
    functions: Vec<(&'a Symbol, usize, Span)>,
    /// Every name but keywords, in the order of the text.
    all: Vec<(&'a Symbol, Span)>,
    defined: HashSet<&'a Symbol>,
    used: HashSet<&'a Symbol>,
}

impl<'a> Names<'a> {
    fn of(sheet: &'a Sheet) -> Self {
        let mut names = Names::default();
        let mut seen = Seen::default();
        for clause in &sheet.clauses {
            names.defined.insert(&clause.head.relation);
            names.add_atom(&clause.head, &mut seen);
            for condition in &clause.body {
                condition.for_each_atom(&mut |atom, _| {
                    // A relation that only its own rules use is unused.
                    if atom.relation != clause.head.relation {
                        names.used.insert(&atom.relation);
                    }
                    names.add_relation(atom, &mut seen);
                });
                condition.for_each_argument(&mut |term| names.add_term(term, &mut seen));
            }
        }
        names
    }

    fn add_atom(&mut self, atom: &'a Atom, seen: &mut Seen<'a>) {
        self.add_relation(atom, seen);
        for argument in &atom.arguments {
            self.add_term(argument, seen);
        }
    }

    fn add_relation(&mut self, atom: &'a Atom, seen: &mut Seen<'a>) {
        if atom.keyword().is_none() {
            if seen
                .relations
                .insert((&atom.relation, atom.arguments.len()))
            {
                self.relations
                    .push((&atom.relation, atom.arguments.len(), atom.span));
            }
            self.add_name(&atom.relation, atom.span, seen);
        }
    }

    fn add_term(&mut self, term: &'a Term, seen: &mut Seen<'a>) {
        term.for_each_term(&mut |inner| {
            let TermKind::Compound(name, arguments) = &inner.kind else {
                return;
            };
            if !arguments.is_empty() && seen.functions.insert((name, arguments.len())) {
                self.functions.push((name, arguments.len(), inner.span));
            }
            self.add_name(name, inner.span, seen);
        });
    }

    fn add_name(&mut self, name: &'a Symbol, span: Span, seen: &mut Seen<'a>) {
        if seen.names.insert(name) {
            self.all.push((name, span));
        }
    }

    fn check_arities(
        &self,
        uses: &[(&'a Symbol, usize, Span)],
        what: &str,
        quote: Quote,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let mut first: HashMap<&Symbol, usize> = HashMap::new();
        for &(name, arity, span) in uses {
            let expected = *first.entry(name).or_insert(arity);
            if expected != arity {
                let name = quote.name(name);
                diagnostics.push(Diagnostic::new(
                    Code::ArityDiffers,
                    span,
                    format!("the {what} `{name}` has {arity} arguments here, {expected} before"),
                    "the two are different things: rename one if that is meant",
                ));
            }
        }
    }

    fn check_case(&self, quote: Quote, diagnostics: &mut Vec<Diagnostic>) {
        let mut first: HashMap<String, &Symbol> = HashMap::new();
        for &(name, span) in &self.all {
            let before = *first.entry(name.to_lowercase()).or_insert(name);
            if before != name {
                let (name, before) = (quote.name(name), quote.name(before));
                diagnostics.push(Diagnostic::new(
                    Code::CaseDiffers,
                    span,
                    format!("`{name}` and `{before}` are two different names"),
                    "write both the same way if one thing is meant",
                ));
            }
        }
    }

    fn check_uses(&self, quote: Quote, speller: &mut Speller, diagnostics: &mut Vec<Diagnostic>) {
        let mut reported = HashSet::new();
        let defined = self.relations.iter().map(|(name, ..)| *name);
        let defined = defined.filter(|name| self.defined.contains(name));
        let defined: Vec<&str> = defined.map(|name| &**name).collect();
        for &(name, arity, span) in &self.relations {
            if !reported.insert(name) {
                continue;
            }
            let text = quote.name(name);
            if !self.defined.contains(name) {
                let near = speller.nearest(name, defined.iter().copied());
                diagnostics.push(Diagnostic::new(
                    Code::UndefinedRelation,
                    span,
                    format!("nothing defines `{text}`: it never holds"),
                    of_operator(name, arity, quote)
                        .or_else(|| near.map(|near| did_you_mean(near, quote)))
                        .unwrap_or_else(|| "is the name misspelt, or a rule missing?".to_owned()),
                ));
            } else if !self.used.contains(name) {
                diagnostics.push(Diagnostic::new(
                    Code::UnusedRelation,
                    span,
                    format!("`{text}` is defined but no other rule uses it"),
                    of_operator(name, 2, quote).unwrap_or_else(|| {
                        "remove it, or is the name misspelt where it is used?".to_owned()
                    }),
                ));
            }
        }
    }
}

/// What to write instead of a relation that looks like an operator.
fn of_operator(name: &str, arity: usize, quote: Quote) -> Option<String> {
    let (x, y) = (quote.example_variable('x'), quote.example_variable('y'));
    match operator(name) {
        Some(Operator::Differs) if arity == 2 => Some(differs(&x, &y, quote)),
        Some(Operator::Equals) if arity == 2 => Some(SAME.to_owned()),
        _ => None,
    }
}

fn did_you_mean(name: &str, quote: Quote) -> String {
    format!("did you mean `{}`?", quote.name(name))
}

#[derive(Default)]
struct Seen<'a> {
    relations: HashSet<(&'a Symbol, usize)>,
    functions: HashSet<(&'a Symbol, usize)>,
    names: HashSet<&'a Symbol>,
}

//! Names that look like mistakes: warnings only.

use std::collections::{HashMap, HashSet};

use crate::{Atom, Code, Diagnostic, Sheet, Span, Symbol, Term, TermKind};

/// Warns of names; of what seems to be missing only if the sheet is `whole`.
pub(super) fn check(sheet: &Sheet, whole: bool, diagnostics: &mut Vec<Diagnostic>) {
    let names = Names::of(sheet);
    names.check_arities(&names.relations, "relation", diagnostics);
    names.check_arities(&names.functions, "function", diagnostics);
    names.check_case(diagnostics);
    if whole {
        names.check_uses(diagnostics);
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
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let mut first: HashMap<&Symbol, usize> = HashMap::new();
        for &(name, arity, span) in uses {
            let expected = *first.entry(name).or_insert(arity);
            if expected != arity {
                diagnostics.push(Diagnostic::new(
                    Code::ArityDiffers,
                    span,
                    format!("the {what} `{name}` has {arity} arguments here, {expected} before"),
                    "the two are different things: rename one if that is meant",
                ));
            }
        }
    }

    fn check_case(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut first: HashMap<String, &Symbol> = HashMap::new();
        for &(name, span) in &self.all {
            let before = *first.entry(name.to_lowercase()).or_insert(name);
            if before != name {
                diagnostics.push(Diagnostic::new(
                    Code::CaseDiffers,
                    span,
                    format!("`{name}` and `{before}` are two different names"),
                    "write both the same way if one thing is meant",
                ));
            }
        }
    }

    fn check_uses(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut reported = HashSet::new();
        for &(name, _, span) in &self.relations {
            if !reported.insert(name) {
                continue;
            }
            if !self.defined.contains(name) {
                diagnostics.push(Diagnostic::new(
                    Code::UndefinedRelation,
                    span,
                    format!("nothing defines `{name}`: it never holds"),
                    "is the name misspelt, or a rule missing?",
                ));
            } else if !self.used.contains(name) {
                diagnostics.push(Diagnostic::new(
                    Code::UnusedRelation,
                    span,
                    format!("`{name}` is defined but no other rule uses it"),
                    "remove it, or is the name misspelt where it is used?",
                ));
            }
        }
    }
}

#[derive(Default)]
struct Seen<'a> {
    relations: HashSet<(&'a Symbol, usize)>,
    functions: HashSet<(&'a Symbol, usize)>,
    names: HashSet<&'a Symbol>,
}

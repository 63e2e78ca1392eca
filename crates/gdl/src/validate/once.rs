//! Names that occur once and look like another one: probably misspelt.
//!
//! In: a sheet, and what other checks said of it. Out: warnings. Names with digits are
//! members of a family (`c3`, `c4`), short names look alike anyway, and names that
//! differ in the first letter were meant to (`xplayer`, `oplayer`).

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::similar::Speller;
use crate::quote::Quote;
use crate::{Code, Diagnostic, Keyword, Sheet, Span, Symbol, Term, TermKind};

/// Fewest letters of a name that may be misspelt.
const FEWEST_LETTERS: usize = 4;

/// Warns of names that occur once, unless something else was said of them.
pub(super) fn check(
    sheet: &Sheet,
    quote: Quote,
    speller: &mut Speller,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let names = Occurrences::of(sheet);
    let known: BTreeSet<Span> = diagnostics.iter().map(|other| other.span).collect();
    for (name, span) in names.once().filter(|(_, span)| !known.contains(span)) {
        if let Some(near) = speller.nearest(name, names.often_beginning_like(name)) {
            diagnostics.push(Diagnostic::new(
                Code::NameOccursOnce,
                span,
                format!("the name `{}` occurs only here", quote.name(name)),
                format!("did you mean `{}`?", quote.name(near)),
            ));
        }
    }
}

/// How often each name occurs that may be misspelt, and where first.
#[derive(Default)]
struct Occurrences<'a> {
    places: FxHashMap<&'a Symbol, (usize, Span)>,
    /// In the order of the text.
    names: Vec<&'a Symbol>,
}

impl<'a> Occurrences<'a> {
    fn of(sheet: &'a Sheet) -> Self {
        let mut names = Occurrences::default();
        for clause in &sheet.clauses {
            names.add(&clause.head.relation, clause.head.span);
            clause
                .head
                .arguments
                .iter()
                .for_each(|term| names.add_term(term));
            for condition in &clause.body {
                condition.for_each_atom(&mut |atom, _| names.add(&atom.relation, atom.span));
                condition.for_each_argument(&mut |term| names.add_term(term));
            }
        }
        names
    }

    fn add_term(&mut self, term: &'a Term) {
        term.for_each_term(&mut |inner| {
            if let TermKind::Compound(name, _) = &inner.kind {
                self.add(name, inner.span);
            }
        });
    }

    fn add(&mut self, name: &'a Symbol, span: Span) {
        let place = self.places.entry(name).or_insert_with(|| {
            self.names.push(name);
            (0, span)
        });
        place.0 += 1;
    }

    fn once(&self) -> impl Iterator<Item = (&'a Symbol, Span)> {
        let counted = self.names.iter().map(|name| (*name, self.places[name]));
        counted
            .filter(|(name, (count, _))| *count == 1 && may_be_misspelt(name))
            .map(|(name, (_, span))| (name, span))
    }

    fn often_beginning_like(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let first = name.chars().next();
        let often = self.names.iter().filter(|name| self.places[*name].0 > 1);
        let often = often.filter(move |name| name.chars().next() == first);
        often
            .filter(|name| may_be_misspelt(name))
            .map(|name| &***name)
    }
}

fn may_be_misspelt(name: &str) -> bool {
    name.chars().count() >= FEWEST_LETTERS
        && !name.contains(|c: char| c.is_ascii_digit())
        && Keyword::from_name(name).is_none()
}

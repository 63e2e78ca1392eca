//! Fluents that are made but never read, and moves that are legal but change nothing.
//!
//! In: a sheet. Out: a warning for each name of a fluent that no rule but its own
//! reads, and for each name of a move with arguments that no rule reads. A move
//! without arguments that no rule reads is the usual way to pass. A fluent that never
//! changes is there to be shown, and makes no states differ.

use std::collections::HashSet;

use super::similar::Speller;
use crate::quote::Quote;
use crate::{Atom, Clause, Code, Diagnostic, FormulaKind, Keyword, Sheet, Symbol, Term, TermKind};

/// A name with its number of arguments.
type Name<'a> = (&'a Symbol, usize);

/// What bodies read; a variable reads everything.
#[derive(Default)]
struct Read<'a> {
    fluents: HashSet<Name<'a>>,
    moves: HashSet<Name<'a>>,
    all_fluents: bool,
    all_moves: bool,
    /// Fluents that their own rules read.
    by_themselves: HashSet<Name<'a>>,
    /// Fluents that rules keep as they are.
    kept: HashSet<Name<'a>>,
    /// Fluents that rules make anew.
    renewed: HashSet<Name<'a>>,
}

/// Warns of what is made in vain. That a fluent is only kept, and never made, is said
/// elsewhere (`unmet`).
pub(super) fn check(
    sheet: &Sheet,
    is_made: &dyn Fn(&Symbol, usize) -> bool,
    quote: Quote,
    speller: &mut Speller,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let read = Read::of(sheet);
    let mut reported = HashSet::new();
    for clause in &sheet.clauses {
        let found = unread_fluent(&clause.head, &read).or_else(|| unread_move(&clause.head, &read));
        let Some((code, term)) = found else {
            continue;
        };
        let made = name(term).is_none_or(|(name, arity)| is_made(name, arity));
        let known = code == Code::FluentNeverRead && !made;
        if !known && reported.insert((code, name(term))) {
            let near = read
                .nearest(code, term, speller)
                .map(|near| quote.name(near));
            let message = format!("`{}` {}", quote.term(term), read.fate(code, term));
            diagnostics.push(Diagnostic::new(code, term.span, message, help(code, near)));
        }
    }
}

impl<'a> Read<'a> {
    fn of(sheet: &'a Sheet) -> Self {
        let mut read = Read::default();
        for clause in &sheet.clauses {
            read.add_next(clause);
            for condition in &clause.body {
                condition.for_each_atom(&mut |atom, _| read.add(atom, clause));
            }
        }
        read
    }

    fn add_next(&mut self, clause: &'a Clause) {
        let Some(name) = made(&clause.head) else {
            return;
        };
        let kept = clause.body.iter().any(|condition| match &condition.kind {
            FormulaKind::Atom(atom) => {
                atom.keyword() == Some(Keyword::True) && atom.arguments == clause.head.arguments
            }
            _ => false,
        });
        match kept {
            true => self.kept.insert(name),
            false => self.renewed.insert(name),
        };
    }

    fn is_constant(&self, fluent: Name<'_>) -> bool {
        self.kept.contains(&fluent) && !self.renewed.contains(&fluent)
    }

    fn add(&mut self, atom: &'a Atom, clause: &'a Clause) {
        match (atom.keyword(), atom.arguments.as_slice()) {
            (Some(Keyword::True), [fluent]) => match name(fluent) {
                // A fluent that only its own rules read is not read.
                Some(name) if made(&clause.head) != Some(name) => {
                    self.fluents.insert(name);
                }
                Some(name) => {
                    self.by_themselves.insert(name);
                }
                // Likewise for the rule that keeps all fluents.
                None if keeps(&clause.head, fluent) => {}
                None => self.all_fluents = true,
            },
            (Some(Keyword::Does), [_, made]) => match name(made) {
                Some(name) => {
                    self.moves.insert(name);
                }
                None => self.all_moves = true,
            },
            _ => {}
        }
    }
}

impl<'a> Read<'a> {
    /// How a sentence about the unread term goes on.
    fn fate(&self, code: Code, term: &Term) -> &'static str {
        let itself = name(term).is_some_and(|name| self.by_themselves.contains(&name));
        match (code, itself) {
            (Code::FluentNeverRead, true) => "is made, but only the rules that make it read it",
            (Code::FluentNeverRead, false) => "is made, but no rule reads it",
            _ => "is legal, but no rule reads it with `does`: it changes nothing",
        }
    }

    /// The name that is read and similar to that of the unread term.
    fn nearest(&self, code: Code, term: &Term, speller: &mut Speller) -> Option<&'a str> {
        let (name, _) = name(term)?;
        let read = match code {
            Code::FluentNeverRead => &self.fluents,
            _ => &self.moves,
        };
        speller.nearest(name, read.iter().map(|(known, _)| &***known))
    }
}

/// The name of the fluent that a head makes for the next state.
fn made(head: &Atom) -> Option<Name<'_>> {
    match (head.keyword(), head.arguments.as_slice()) {
        (Some(Keyword::Next), [fluent]) => name(fluent),
        _ => None,
    }
}

fn keeps(head: &Atom, fluent: &Term) -> bool {
    head.keyword() == Some(Keyword::Next) && head.arguments.first() == Some(fluent)
}

fn name(term: &Term) -> Option<Name<'_>> {
    match &term.kind {
        TermKind::Variable(_) => None,
        TermKind::Compound(name, arguments) => Some((name, arguments.len())),
    }
}

fn unread_fluent<'a>(head: &'a Atom, read: &Read<'a>) -> Option<(Code, &'a Term)> {
    let (Some(Keyword::Init | Keyword::Next), [fluent]) =
        (head.keyword(), head.arguments.as_slice())
    else {
        return None;
    };
    let fluent_name = name(fluent)?;
    let unread = !read.all_fluents && !read.fluents.contains(&fluent_name);
    (unread && !read.is_constant(fluent_name)).then_some((Code::FluentNeverRead, fluent))
}

fn unread_move<'a>(head: &'a Atom, read: &Read<'a>) -> Option<(Code, &'a Term)> {
    let (Some(Keyword::Legal), [_, made]) = (head.keyword(), head.arguments.as_slice()) else {
        return None;
    };
    let (name, arity) = name(made)?;
    let unread = arity > 0 && !read.all_moves && !read.moves.contains(&(name, arity));
    unread.then_some((Code::MoveNeverRead, made))
}

fn help(code: Code, near: Option<String>) -> String {
    match (near, code) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Code::FluentNeverRead) => {
            "positions that play alike count as several: is it misspelt, or can it go?".to_owned()
        }
        _ => "is it misspelt where `does` reads it, or a rule for `next` missing?".to_owned(),
    }
}

//! From a text to a [`Sheet`].
//!
//! Both notations are read into one kind of tree ([`tree`]); from there on
//! ([`clauses`]) there is no difference between them.

mod clauses;
mod infix;
mod kif;
mod limits;
mod tree;

use crate::quote::Quote;
use crate::{Code, Diagnostic, MAX_SOURCE_BYTES, Notation, Sheet, Source, Span, Term};
pub use limits::MAX_NESTING;
use limits::is_blank;
pub use tree::{Node, NodeId, NodeKind, Tree};

impl Notation {
    /// Recognises the notation: KIF opens with a parenthesis, after comments
    /// and words alone on their lines, which are facts in either notation.
    pub fn recognise(text: &str) -> Notation {
        let mut rest = text.trim_start_matches(is_blank);
        let mut unknown = Notation::Kif;
        loop {
            let (line, later) = rest.split_at(rest.find(['\n', '\r']).unwrap_or(rest.len()));
            let line = line.trim_end_matches(is_blank);
            match line.chars().next() {
                None => return unknown,
                Some('(' | ')') => return Notation::Kif,
                Some(';') => {}
                Some('%') => unknown = Notation::Infix,
                Some(_) if line.contains(|c| is_blank(c) || c == '(') => return Notation::Infix,
                Some(_) => unknown = Notation::Infix,
            }
            rest = later.trim_start_matches(is_blank);
        }
    }
}

/// What was read from a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The clauses that could be read.
    pub sheet: Sheet,
    /// What is wrong or odd in the form of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The notation in which it was read.
    pub notation: Notation,
}

/// Reads the clauses of a text; the notation is recognised if not given.
///
/// Clauses in which something is wrong are left out of the sheet and reported.
pub fn parse(source: &Source, notation: Option<Notation>) -> Parsed {
    let notation = notation.unwrap_or_else(|| Notation::recognise(source.text()));
    let mut diagnostics = Vec::new();
    let mut sheet = Sheet::default();
    match unreadable(source) {
        Some(fault) => diagnostics.push(fault),
        None => {
            let tree = read_tree(source.text(), notation, &mut diagnostics);
            sheet = clauses::clauses(&tree, Quote(notation), &mut diagnostics);
        }
    }
    Parsed {
        sheet,
        diagnostics,
        notation,
    }
}

/// Why a source has no text. Check this before reading: the text of such a source is
/// empty.
fn unreadable(source: &Source) -> Option<Diagnostic> {
    if source.is_too_large() {
        return Some(Diagnostic::new(
            Code::SourceTooLarge,
            Span::default(),
            format!("the text is longer than {} MiB", MAX_SOURCE_BYTES >> 20),
            "game rules are far shorter: is this the right file?",
        ));
    }
    source.invalid_at().map(|at| {
        Diagnostic::new(
            Code::NotUtf8,
            Span::new(at, at),
            "the text is not UTF-8",
            "save the sheet as UTF-8 text",
        )
    })
}

/// Reads a list of ground or open terms, such as the fluents of a state.
///
/// # Errors
///
/// What is wrong in the form of the text; that it is too long, or not UTF-8.
pub fn parse_terms(source: &Source) -> Result<Vec<Term>, Vec<Diagnostic>> {
    if let Some(fault) = unreadable(source) {
        return Err(vec![fault]);
    }
    let mut diagnostics = Vec::new();
    let tree = read_tree(source.text(), Notation::Kif, &mut diagnostics);
    let terms = clauses::terms(&tree, Quote(Notation::Kif), &mut diagnostics);
    diagnostics.retain(|found| found.severity() == crate::Severity::Error);
    if diagnostics.is_empty() {
        Ok(terms)
    } else {
        Err(diagnostics)
    }
}

/// Reads lists of lists of symbols in KIF, whatever they mean.
///
/// # Errors
///
/// As [`parse_terms`].
pub fn parse_lists(source: &Source) -> Result<Tree, Vec<Diagnostic>> {
    if let Some(fault) = unreadable(source) {
        return Err(vec![fault]);
    }
    let mut diagnostics = Vec::new();
    let tree = kif::read(source.text(), &mut diagnostics);
    match diagnostics.is_empty() {
        true => Ok(tree),
        false => Err(diagnostics),
    }
}

fn read_tree(text: &str, notation: Notation, diagnostics: &mut Vec<Diagnostic>) -> Tree {
    match notation {
        Notation::Kif => kif::read(text, diagnostics),
        Notation::Infix => infix::read(text, diagnostics),
    }
}

//! The Knowledge Interchange Format as it is found in published sheets.
//!
//! `;` starts a comment; any run of characters other than white space,
//! parentheses and `;` is a symbol, or a variable if it begins with `?`.

use super::limits::{MAX_NESTING, MAX_SYNTAX_ERRORS, is_blank, too_deep};
use super::tree::{NodeId, NodeKind, Tree};
use crate::{Code, Diagnostic, Span, Symbol};

/// A list whose end has not been seen yet.
struct OpenList {
    start: usize,
    items: Vec<NodeId>,
    /// The first list inside it that begins a line: if this one is never
    /// closed, that is where the next clause begins.
    suspect: Option<usize>,
}

/// Reads a text; what has no partner is reported, the rest is kept.
pub fn read(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Tree {
    let mut tree = Tree::default();
    let mut open: Vec<OpenList> = Vec::new();
    for (token, span) in Lexer::new(text) {
        let finished = match token {
            Token::Open if open.len() == MAX_NESTING => {
                diagnostics.push(too_deep(span));
                return tree;
            }
            Token::Open => {
                open_list(text, &mut open, span);
                continue;
            }
            Token::Close => match open.pop() {
                Some(list) => {
                    let span = Span::new(list.start, span.end as usize);
                    tree.push(NodeKind::List(list.items), span)
                }
                None if diagnostics.len() >= MAX_SYNTAX_ERRORS => return tree,
                None => {
                    diagnostics.push(without_partner(span));
                    continue;
                }
            },
            Token::Word("?") if diagnostics.len() >= MAX_SYNTAX_ERRORS => return tree,
            Token::Word("?") => {
                diagnostics.push(nameless_variable(span));
                continue;
            }
            Token::Word(word) => {
                let kind = match word.strip_prefix('?') {
                    Some(name) => NodeKind::Variable(Symbol::new(name)),
                    None => NodeKind::Symbol(Symbol::new(word)),
                };
                tree.push(kind, span)
            }
        };
        match open.last_mut() {
            Some(list) => list.items.push(finished),
            None => tree.top.push(finished),
        }
    }
    if let Some(outermost) = open.first() {
        diagnostics.push(never_closed(outermost));
    }
    tree
}

fn open_list(text: &str, open: &mut Vec<OpenList>, span: Span) {
    let start = span.start as usize;
    let begins_line = start == 0 || matches!(text.as_bytes()[start - 1], b'\n' | b'\r');
    if let (true, Some(outermost)) = (begins_line, open.first_mut()) {
        outermost.suspect.get_or_insert(start);
    }
    open.push(OpenList {
        start,
        items: Vec::new(),
        suspect: None,
    });
}

fn without_partner(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::UnbalancedParenthesis,
        span,
        "this closing parenthesis has no partner",
        "remove it, or add the opening one",
    )
}

fn never_closed(list: &OpenList) -> Diagnostic {
    let help = match list.suspect {
        Some(_) => "add a closing parenthesis before the next clause, which begins inside this one",
        None => "add the closing one",
    };
    Diagnostic::new(
        Code::UnbalancedParenthesis,
        Span::new(list.start, list.start + 1),
        "this parenthesis is never closed",
        help,
    )
}

fn nameless_variable(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::Syntax,
        span,
        "a variable without a name",
        "write a name behind the question mark",
    )
}

enum Token<'a> {
    Open,
    Close,
    Word(&'a str),
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Self {
        Lexer { text, at: 0 }
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            let comment = match rest[blank..].starts_with(';') {
                true => rest[blank..]
                    .find(['\n', '\r'])
                    .unwrap_or(rest.len() - blank),
                false => 0,
            };
            self.at += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = (Token<'a>, Span);

    fn next(&mut self) -> Option<(Token<'a>, Span)> {
        self.skip_blank();
        let rest = &self.text[self.at..];
        let (token, length) = match rest.as_bytes().first()? {
            b'(' => (Token::Open, 1),
            b')' => (Token::Close, 1),
            _ => {
                let ends = |c: char| is_blank(c) || matches!(c, '(' | ')' | ';');
                let length = rest.find(ends).unwrap_or(rest.len());
                (Token::Word(&rest[..length]), length)
            }
        };
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        Some((token, span))
    }
}

//! The newer notation: `legal(W, mark(X, Y)) :- true(cell(X, Y, b)) & …`.
//!
//! ```text
//! clause  = atom [":-" body] ["."]
//! body    = all {"|" all}
//! all     = unary {("&" | ",") unary}
//! unary   = ("~" | "not") unary | "(" body ")" | atom
//! atom    = name ["(" term {"," term} ")"]
//! term    = Variable | atom
//! ```
//! `%` starts a comment. Names that begin with a capital or `_` are variables,
//! `_` alone a new one each time. `'…'` quotes any symbol that KIF can write.
//! Clauses need nothing between them. Recursion here is bounded by
//! [`MAX_NESTING`].

use super::limits::{MAX_NESTING, MAX_SYNTAX_ERRORS, is_blank, too_deep};
use super::tree::{NodeId, NodeKind, Tree};
use crate::notation::{ANONYMOUS, is_name_character};
use crate::operator::{Operator, SAME, differs, operator};
use crate::quote::Quote;
use crate::{Code, Diagnostic, Notation, Span, Symbol};

/// Reads a text; after a fault it continues at the next clause.
pub fn read(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Tree {
    let tokens = Lexer::new(text, diagnostics).tokens();
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        depth: 0,
        anonymous: 0,
        text,
        tree: Tree::default(),
    };
    while parser.at < tokens.len() {
        let before = parser.at;
        match parser.clause() {
            // Some nesting shows only in KIF: `p :- q | r` is three lists.
            Ok(clause) if parser.tree.depth(clause) > MAX_NESTING => {
                diagnostics.push(too_deep(parser.tree.node(clause).span));
            }
            Ok(clause) => parser.tree.top.push(clause),
            Err(fault) => {
                diagnostics.push(*fault);
                if diagnostics.len() >= MAX_SYNTAX_ERRORS {
                    break;
                }
                parser.recover(before);
            }
        }
    }
    parser.tree
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(Symbol),
    Variable(Symbol),
    Not,
    And,
    Comma,
    Or,
    If,
    Dot,
    Open,
    Close,
    /// `\=` and `≠`, which stand nowhere.
    Differs,
}

type Fault = Box<Diagnostic>;

struct Parser<'t> {
    tokens: &'t [(Token, Span)],
    at: usize,
    depth: usize,
    anonymous: usize,
    text: &'t str,
    tree: Tree,
}

impl Parser<'_> {
    fn clause(&mut self) -> Result<NodeId, Fault> {
        let start = self.place();
        let head = self.atom()?;
        let mut clause = head;
        if self.eat(&Token::If) {
            let arrow = self.symbol("<=", self.tokens[self.at - 1].1);
            let mut parts = vec![arrow, head];
            let ends = matches!(self.peek(), None | Some(Token::Dot));
            if !ends {
                parts.extend(self.body()?);
            }
            clause = self.list(parts, start);
        }
        self.eat(&Token::Dot);
        Ok(clause)
    }

    /// The conditions that must all hold; alternatives are one condition.
    fn body(&mut self) -> Result<Vec<NodeId>, Fault> {
        let start = self.place();
        let first = self.conjuncts()?;
        if self.peek() != Some(&Token::Or) {
            return Ok(first);
        }
        let mut alternatives = vec![self.connective("and", first, start)];
        while self.eat(&Token::Or) {
            let start = self.place();
            let conjuncts = self.conjuncts()?;
            alternatives.push(self.connective("and", conjuncts, start));
        }
        Ok(vec![self.connective("or", alternatives, start)])
    }

    fn conjuncts(&mut self) -> Result<Vec<NodeId>, Fault> {
        let mut parts = vec![self.unary()?];
        while self.eat(&Token::And) || self.eat(&Token::Comma) {
            parts.push(self.unary()?);
        }
        Ok(parts)
    }

    fn unary(&mut self) -> Result<NodeId, Fault> {
        let start = self.place();
        if self.eat(&Token::Not) {
            let not = self.symbol("not", start);
            let inner = self.nested(Parser::unary)?;
            return Ok(self.list(vec![not, inner], start));
        }
        if self.eat(&Token::Open) {
            let parts = self.nested(Parser::body)?;
            self.expect(&Token::Close, "`)`")?;
            return Ok(self.connective("and", parts, start));
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<NodeId, Fault> {
        let start = self.place();
        let Some(Token::Name(name)) = self.peek().cloned() else {
            return Err(self.unexpected("a name"));
        };
        self.at += 1;
        let functor = self.tree.push(NodeKind::Symbol(name), start);
        if !self.eat(&Token::Open) {
            return Ok(functor);
        }
        let mut parts = vec![functor];
        if self.peek() != Some(&Token::Close) {
            parts.push(self.nested(Parser::argument)?);
            while self.eat(&Token::Comma) {
                parts.push(self.nested(Parser::argument)?);
            }
        }
        self.expect(&Token::Close, "`,` or `)`")?;
        Ok(self.list(parts, start))
    }

    /// An argument: a term, or inside `or(…)` and `not(…)` a formula.
    fn argument(&mut self) -> Result<NodeId, Fault> {
        let start = self.place();
        match self.peek() {
            Some(Token::Variable(name)) => {
                let name = match &**name {
                    "_" => self.new_variable(),
                    _ => name.clone(),
                };
                self.at += 1;
                Ok(self.tree.push(NodeKind::Variable(name), start))
            }
            Some(Token::Not | Token::Open) => self.unary(),
            _ => self.atom(),
        }
    }

    fn new_variable(&mut self) -> Symbol {
        self.anonymous += 1;
        // No variable of the text can have this name: names there have no dot.
        Symbol::new(&format!("{ANONYMOUS}{}", self.anonymous))
    }

    fn nested<T>(&mut self, parse: fn(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MAX_NESTING {
            return Err(Box::new(too_deep(self.place())));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn connective(&mut self, name: &str, mut parts: Vec<NodeId>, start: Span) -> NodeId {
        if parts.len() == 1 {
            return parts[0];
        }
        let functor = self.symbol(name, start);
        parts.insert(0, functor);
        self.list(parts, start)
    }

    fn symbol(&mut self, name: &str, span: Span) -> NodeId {
        self.tree.push(NodeKind::Symbol(Symbol::new(name)), span)
    }

    fn list(&mut self, parts: Vec<NodeId>, start: Span) -> NodeId {
        let end = self.tokens[self.at - 1].1.end as usize;
        let span = Span::new(start.start as usize, end);
        self.tree.push(NodeKind::List(parts), span)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn place(&self) -> Span {
        let end = Span::new(self.text.len(), self.text.len());
        self.tokens.get(self.at).map_or(end, |(_, span)| *span)
    }

    fn eat(&mut self, token: &Token) -> bool {
        let there = self.peek() == Some(token);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, token: &Token, what: &str) -> Result<(), Fault> {
        match self.eat(token) {
            true => Ok(()),
            false => Err(self.unexpected(what)),
        }
    }

    /// The fault of an operator that GDL does not have.
    fn foreign_operator(&self) -> Option<Fault> {
        let meaning = |at: usize| match self.tokens.get(at)? {
            (Token::Differs, _) => Some(Operator::Differs),
            (Token::Name(name), _) => operator(name),
            _ => None,
        };
        // In `X != a` the fault shows at the variable before the operator, in
        // `a != X`, which begins like two facts, at the variable behind it.
        let mut places = match self.peek() {
            Some(Token::Variable(_)) => vec![self.at + 1],
            _ => vec![self.at],
        };
        places.extend(self.at.checked_sub(1));
        let (at, meaning) = places.into_iter().find_map(|at| Some((at, meaning(at)?)))?;
        let [left, right] = [at.checked_sub(1), Some(at + 1)].map(|at| self.word(at?));
        let help = match meaning {
            Operator::Differs => {
                let (left, right) = (left.unwrap_or("X"), right.unwrap_or("Y"));
                differs(left, right, Quote(Notation::Infix))
            }
            Operator::Equals => SAME.to_owned(),
        };
        let span = self.tokens[at].1;
        let message = format!("there is no operator `{}`", self.written(span));
        Some(Box::new(Diagnostic::new(Code::Syntax, span, message, help)))
    }

    /// The variable or constant that this token is.
    fn word(&self, at: usize) -> Option<&str> {
        match (self.tokens.get(at)?, self.tokens.get(at + 1)) {
            ((Token::Name(_), _), Some((Token::Open, _))) => None,
            ((Token::Name(_) | Token::Variable(_), span), _) => Some(self.written(*span)),
            _ => None,
        }
    }

    fn written(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn unexpected(&self, wanted: &str) -> Fault {
        if let Some(fault) = self.foreign_operator() {
            return fault;
        }
        let found = match self.peek() {
            None => "the end of the text",
            Some(Token::Variable(_)) => "a variable",
            Some(_) => "this",
        };
        Box::new(Diagnostic::new(
            Code::Syntax,
            self.place(),
            format!("expected {wanted}, found {found}"),
            "a rule is `head :- condition & condition`, a fact is its head alone",
        ))
    }

    /// Continues behind the next full stop or at the next name that begins a
    /// line, and at least one token further.
    fn recover(&mut self, before: usize) {
        self.depth = 0;
        self.at = self.at.max(before + 1);
        while let Some((token, span)) = self.tokens.get(self.at) {
            let begins_line = self.text[..span.start as usize].ends_with(['\n', '\r']);
            if begins_line && matches!(token, Token::Name(_)) {
                return;
            }
            self.at += 1;
            if *token == Token::Dot {
                return;
            }
        }
    }
}

struct Lexer<'a, 'd> {
    text: &'a str,
    at: usize,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a, 'd> Lexer<'a, 'd> {
    fn new(text: &'a str, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        Lexer {
            text,
            at: 0,
            diagnostics,
        }
    }

    fn tokens(mut self) -> Vec<(Token, Span)> {
        let mut tokens = Vec::new();
        while let Some(c) = self.rest().chars().next() {
            let start = self.at;
            let token = self.token(c);
            if let Some(token) = token {
                tokens.push((token, Span::new(start, self.at)));
            }
            if self.diagnostics.len() >= MAX_SYNTAX_ERRORS {
                break;
            }
        }
        tokens
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads the token that begins with `c`; `None` for white space, comments
    /// and faults.
    fn token(&mut self, c: char) -> Option<Token> {
        if is_blank(c) {
            self.at += c.len_utf8();
            return None;
        }
        let simple = match c {
            '~' => Token::Not,
            '&' => Token::And,
            ',' => Token::Comma,
            '|' => Token::Or,
            '.' => Token::Dot,
            '(' => Token::Open,
            ')' => Token::Close,
            ':' if self.rest().starts_with(":-") => Token::If,
            '≠' => return Some(self.differs('≠')),
            '\\' if self.rest().starts_with("\\=") => return Some(self.differs('\\')),
            '%' => {
                let end = self.rest().find(['\n', '\r']);
                self.at += end.unwrap_or(self.rest().len());
                return None;
            }
            '\'' => return self.quoted(),
            c if is_name_character(c) => return Some(self.name()),
            c => {
                self.stray(c);
                return None;
            }
        };
        self.at += if simple == Token::If { 2 } else { 1 };
        Some(simple)
    }

    fn differs(&mut self, first: char) -> Token {
        self.at += first.len_utf8();
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches('=').len();
        Token::Differs
    }

    fn name(&mut self) -> Token {
        let rest = self.rest();
        let length = rest.find(|c| !is_name_character(c)).unwrap_or(rest.len());
        let name = &rest[..length];
        self.at += length;
        match name.chars().next() {
            _ if name == "not" => Token::Not,
            Some(c) if c.is_uppercase() || c == '_' => Token::Variable(Symbol::new(name)),
            _ => Token::Name(Symbol::new(name)),
        }
    }

    fn quoted(&mut self) -> Option<Token> {
        let start = self.at;
        let mut name = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((place, c)) = characters.next() {
            match c {
                '\'' => {
                    self.at = start + place + 1;
                    return self.quoted_name(&name, start);
                }
                '\\' => name.extend(characters.next().map(|(_, escaped)| escaped)),
                '\n' | '\r' => break,
                c => name.push(c),
            }
        }
        self.at = self.text.len();
        self.fault(
            Span::new(start, start + 1),
            "this quote is never closed",
            "add `'`",
        );
        None
    }

    fn quoted_name(&mut self, name: &str, start: usize) -> Option<Token> {
        let writable = |c: char| !is_blank(c) && !matches!(c, '(' | ')' | ';');
        if name.is_empty() || name.starts_with('?') || !name.chars().all(writable) {
            let span = Span::new(start, self.at);
            self.fault(
                span,
                "not a name that GDL can have",
                "a name has no white space, parentheses or `;`, and does not begin with `?`",
            );
            return None;
        }
        Some(Token::Name(Symbol::new(name)))
    }

    fn stray(&mut self, c: char) {
        let span = Span::new(self.at, self.at + c.len_utf8());
        self.at += c.len_utf8();
        let help = match c {
            ';' => "comments begin with `%` in this notation",
            '?' => "variables are written with a capital in this notation",
            _ => "names with such characters go in single quotes",
        };
        self.fault(span, "this character has no meaning here", help);
    }

    fn fault(&mut self, span: Span, message: &str, help: &str) {
        self.diagnostics
            .push(Diagnostic::new(Code::Syntax, span, message, help));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Notation, Source, parse, print};

    /// The text in KIF, or its first problem.
    fn kif(text: &str) -> String {
        let parsed = parse(&Source::new("test", text.as_bytes()), Some(Notation::Infix));
        match parsed.diagnostics.first() {
            Some(found) => found.message.clone(),
            None => print(&parsed.sheet, Notation::Kif).replace("\n    ", " "),
        }
    }

    #[test]
    fn and_binds_tighter_than_or() {
        assert_eq!(kif("p :- a & b | c"), "(<= p (or (and a b) c))\n");
        assert_eq!(kif("p :- a & (b | c)"), "(<= p a (or b c))\n");
        assert_eq!(
            kif("p :- a, ~b | not c."),
            "(<= p (or (and a (not b)) (not c)))\n"
        );
    }

    #[test]
    fn clauses_need_nothing_between_them() {
        assert_eq!(
            kif("p(X) :- q(X) p(a) q(a)"),
            "(<= (p ?X) (q ?X))\n(p a)\n(q a)\n"
        );
    }

    #[test]
    fn an_underscore_is_a_new_variable_each_time() {
        assert_eq!(kif("p :- q(_, _)"), "(<= p (q ?_.1 ?_.2))\n");
    }

    #[test]
    fn quotes_make_any_symbol_a_name() {
        assert_eq!(kif(r"p('X', '\'', '<=')"), "(p X ' <=)\n");
        assert_eq!(kif("p('a b')"), "not a name that GDL can have");
    }

    #[test]
    fn inequality_is_distinct() {
        for (text, operator) in [("p :- q(X) & X != a", "!="), ("p :- q(X) & a \\= X", "\\=")] {
            let parsed = parse(&Source::new("test", text.as_bytes()), Some(Notation::Infix));
            let found = &parsed.diagnostics[0];
            assert_eq!(found.message, format!("there is no operator `{operator}`"));
            assert!(found.help.contains("write `distinct("), "{}", found.help);
        }
        assert_eq!(kif("p :- !=(a, b)"), "(<= p (!= a b))\n");
    }

    #[test]
    fn after_a_fault_reading_goes_on_at_the_next_line() {
        let source = Source::new("test", b"p(\nq\nr(,)\ns");
        let parsed = parse(&source, Some(Notation::Infix));
        let lines = parsed.diagnostics.iter();
        let lines: Vec<u32> = lines
            .map(|found| source.line_column(found.span.start).line)
            .collect();
        assert_eq!(lines, [3, 3], "{:?}", parsed.diagnostics);
    }
}

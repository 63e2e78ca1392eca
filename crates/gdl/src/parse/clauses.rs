//! From lists of lists to clauses: the part of parsing that knows GDL.
//!
//! Here the connectives and the numbers of arguments of keywords are checked.
//! Which relation may stand where is left to validation, which sees the whole.

use super::limits::{MAX_CONDITIONS, MAX_SYNTAX_ERRORS};
use super::tree::{Node, NodeId, NodeKind, Tree};
use crate::operator::{Operator, SAME, differs, operator};
use crate::quote::Quote;
use crate::{
    Atom, Clause, Code, Diagnostic, Formula, FormulaKind, Keyword, Sheet, Span, Symbol, Term,
    TermKind,
};

/// Turns a tree into clauses; those with faults are reported and left out.
pub fn clauses(tree: &Tree, quote: Quote, diagnostics: &mut Vec<Diagnostic>) -> Sheet {
    let mut reader = Reader::new(tree, quote, diagnostics);
    let mut sheet = Sheet::default();
    for &id in reader.outermost() {
        sheet.clauses.extend(reader.clause(id));
        if reader.faults >= MAX_SYNTAX_ERRORS {
            break;
        }
    }
    sheet
}

/// Turns a tree into terms; those with faults are reported and left out.
pub fn terms(tree: &Tree, quote: Quote, diagnostics: &mut Vec<Diagnostic>) -> Vec<Term> {
    let mut reader = Reader::new(tree, quote, diagnostics);
    let terms = reader.outermost().iter();
    terms.filter_map(|&id| reader.term(id)).collect()
}

/// The number of conditions that are tried one after the other; of alternatives
/// only the longest counts.
fn length(formula: &Formula, negated: bool) -> usize {
    match (&formula.kind, negated) {
        (FormulaKind::Atom(_) | FormulaKind::Distinct(..), _) => 1,
        (FormulaKind::Not(inner), _) => length(inner, !negated),
        (FormulaKind::And(parts), false) | (FormulaKind::Or(parts), true) => {
            parts.iter().map(|part| length(part, negated)).sum()
        }
        (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
            let lengths = parts.iter().map(|part| length(part, negated));
            lengths.max().unwrap_or(0)
        }
    }
}

struct Reader<'t, 'd> {
    tree: &'t Tree,
    quote: Quote,
    diagnostics: &'d mut Vec<Diagnostic>,
    faults: usize,
}

impl<'t, 'd> Reader<'t, 'd> {
    fn new(tree: &'t Tree, quote: Quote, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        Reader {
            tree,
            quote,
            diagnostics,
            faults: 0,
        }
    }

    /// The clauses' nodes; some sheets wrap them all in one outer list.
    fn outermost(&self) -> &'t [NodeId] {
        if let [only] = self.tree.top.as_slice()
            && let NodeKind::List(items) = &self.tree.node(*only).kind
            && let Some(&first) = items.first()
            && let NodeKind::List(_) = self.tree.node(first).kind
        {
            return items;
        }
        &self.tree.top
    }

    fn clause(&mut self, id: NodeId) -> Option<Clause> {
        let node = self.tree.node(id);
        let Some((Keyword::Implied, parts)) = self.keyword_list(node) else {
            let head = self.head(id)?;
            return Some(Clause {
                head,
                body: Vec::new(),
                span: node.span,
            });
        };
        let Some((&head, body)) = parts.split_first() else {
            return self.fault(Code::Syntax, node.span, "a rule without a head", RULE_FORM);
        };
        if body.is_empty() {
            self.report(
                Code::EmptyBody,
                node.span,
                "a rule without a body",
                format!(
                    "it always holds: write it as a fact, without `{}`",
                    self.quote.arrow()
                ),
            );
        }
        // Both halves are read before either gives up: all faults at once.
        let head = self.head(head);
        let body: Vec<Option<Formula>> = body.iter().map(|&part| self.formula(part)).collect();
        let clause = Clause {
            head: head?,
            body: body.into_iter().collect::<Option<_>>()?,
            span: node.span,
        };
        let length: usize = clause.body.iter().map(|part| length(part, false)).sum();
        if length > MAX_CONDITIONS {
            return self.fault(
                Code::RuleTooLong,
                node.span,
                format!("a rule of {length} conditions: {MAX_CONDITIONS} are the most"),
                "state a part of them by a rule of its own",
            );
        }
        Some(clause)
    }

    fn head(&mut self, id: NodeId) -> Option<Atom> {
        let node = self.tree.node(id);
        let keyword = self.keyword_list(node).map(|(keyword, _)| keyword);
        match keyword {
            Some(
                Keyword::Not | Keyword::And | Keyword::Or | Keyword::Distinct | Keyword::Implied,
            ) => {
                let name = keyword.map_or("", Keyword::name);
                self.fault(
                    Code::KeywordMisplaced,
                    node.span,
                    format!("`{name}` cannot be what a rule or fact states"),
                    "the head of a rule is a relation with its arguments",
                )
            }
            _ => self.atom(id),
        }
    }

    fn formula(&mut self, id: NodeId) -> Option<Formula> {
        let node = self.tree.node(id);
        let kind = match self.keyword_list(node) {
            Some((Keyword::Not, parts)) => {
                self.check_arity(Keyword::Not, parts.len(), node.span)?;
                let inner = self.formula(parts[0])?;
                if matches!(inner.kind, FormulaKind::Distinct(..)) {
                    self.report(
                        Code::NotOverDistinct,
                        node.span,
                        "`not` over `distinct`",
                        "it holds if both terms are the same: use one variable for both",
                    );
                }
                FormulaKind::Not(Box::new(inner))
            }
            Some((Keyword::And, parts)) => FormulaKind::And(self.formulas(parts)?),
            Some((Keyword::Or, parts)) => {
                if parts.is_empty() {
                    return self.fault(
                        Code::KeywordArity,
                        node.span,
                        "`or` of nothing",
                        "name at least one condition",
                    );
                }
                FormulaKind::Or(self.formulas(parts)?)
            }
            Some((Keyword::Distinct, parts)) => {
                self.check_arity(Keyword::Distinct, parts.len(), node.span)?;
                let (left, right) = (self.term(parts[0]), self.term(parts[1]));
                FormulaKind::Distinct(left?, right?)
            }
            Some((Keyword::Implied, _)) => {
                return self.fault(
                    Code::KeywordMisplaced,
                    node.span,
                    "a rule inside a rule",
                    "is a closing parenthesis missing further up?",
                );
            }
            _ => FormulaKind::Atom(self.atom(id)?),
        };
        Some(Formula {
            kind,
            span: node.span,
        })
    }

    fn formulas(&mut self, parts: &[NodeId]) -> Option<Vec<Formula>> {
        let formulas: Vec<Option<Formula>> = parts.iter().map(|&part| self.formula(part)).collect();
        formulas.into_iter().collect()
    }

    fn atom(&mut self, id: NodeId) -> Option<Atom> {
        let node = self.tree.node(id);
        let (name, arguments) = self.application(id, "relation")?;
        let relation = match Keyword::from_name(&name) {
            Some(keyword) => {
                self.check_arity(keyword, arguments.len(), node.span)?;
                Symbol::new(keyword.name())
            }
            None => name,
        };
        Some(Atom {
            relation,
            arguments,
            span: node.span,
        })
    }

    fn term(&mut self, id: NodeId) -> Option<Term> {
        let node = self.tree.node(id);
        let kind = match &node.kind {
            NodeKind::Variable(name) => TermKind::Variable(name.clone()),
            _ => {
                let (name, arguments) = self.application(id, "function")?;
                TermKind::Compound(name, arguments)
            }
        };
        Some(Term {
            kind,
            span: node.span,
        })
    }

    /// A name alone, or a list of a name and arguments.
    fn application(&mut self, id: NodeId, what: &str) -> Option<(Symbol, Vec<Term>)> {
        let node = self.tree.node(id);
        let items = match &node.kind {
            NodeKind::Symbol(name) => return Some((name.clone(), Vec::new())),
            NodeKind::List(items) => items.as_slice(),
            NodeKind::Variable(_) => &[id],
        };
        let Some((&first, rest)) = items.split_first() else {
            return self.fault(
                Code::Syntax,
                node.span,
                "an empty list",
                "remove it, or write what belongs into it",
            );
        };
        let NodeKind::Symbol(name) = &self.tree.node(first).kind else {
            return self.fault(
                Code::Syntax,
                self.tree.node(first).span,
                format!("this cannot be the name of a {what}"),
                self.of_operator(rest).unwrap_or_else(|| {
                    format!("a {what} begins with its name, which is not a variable or a list")
                }),
            );
        };
        // A keyword that lacks its arguments is reported as such.
        let lacks_arguments = Keyword::from_name(name).is_some_and(|it| it.arity() != Some(0));
        if rest.is_empty() && !lacks_arguments {
            self.report(
                Code::ParenthesisedProposition,
                node.span,
                format!(
                    "`{}` is read as `{}`",
                    self.quote.list(name, ""),
                    self.quote.name(name)
                ),
                "write a name without arguments without parentheses",
            );
        }
        let arguments: Vec<Option<Term>> = rest.iter().map(|&part| self.term(part)).collect();
        Some((name.clone(), arguments.into_iter().collect::<Option<_>>()?))
    }

    /// The hint for a list whose second item is an operator that GDL does not have.
    fn of_operator(&self, rest: &[NodeId]) -> Option<String> {
        let NodeKind::Symbol(name) = &self.tree.node(*rest.first()?).kind else {
            return None;
        };
        Some(match operator(name)? {
            Operator::Differs => differs("?x", "?y", self.quote),
            Operator::Equals => SAME.to_owned(),
        })
    }

    /// The keyword at the beginning of a list, and the rest of the list.
    fn keyword_list(&self, node: &'t Node) -> Option<(Keyword, &'t [NodeId])> {
        let NodeKind::List(items) = &node.kind else {
            return None;
        };
        let (&first, rest) = items.split_first()?;
        match &self.tree.node(first).kind {
            NodeKind::Symbol(name) => Some((Keyword::from_name(name)?, rest)),
            _ => None,
        }
    }

    fn check_arity(&mut self, keyword: Keyword, given: usize, span: Span) -> Option<()> {
        let name = keyword.name();
        match keyword.arity() {
            Some(wanted) if wanted == given => Some(()),
            Some(wanted) => {
                let plural = if wanted == 1 { "" } else { "s" };
                self.fault(
                    Code::KeywordArity,
                    span,
                    format!("`{name}` takes {wanted} argument{plural}, here it has {given}"),
                    format!("give `{name}` {wanted} argument{plural}"),
                )
            }
            // A connective that stands alone, without its list.
            None => self.fault(
                Code::KeywordMisplaced,
                span,
                format!("`{name}` alone is no condition"),
                format!("write `{}`", self.quote.list(name, "…")),
            ),
        }
    }

    fn report(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics
            .push(Diagnostic::new(code, span, message, help));
    }

    fn fault<T>(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.report(code, span, message, help);
        self.faults += 1;
        None
    }
}

const RULE_FORM: &str = "a rule is `(<= head condition …)`";

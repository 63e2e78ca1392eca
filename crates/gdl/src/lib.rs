//! The Game Description Language: from a text to validated [`Rules`], and the
//! reference interpreter that says what those rules mean.
//!
//! ```text
//! Source ──parse──► Sheet ──validate──► Rules ──► Interpreter
//! ```
//!
//! [`load`] does the first two steps at once. Everything that is wrong in a
//! text becomes a [`Diagnostic`]; all of them are collected in one run.
//!
//! Not here: how diagnostics look on a terminal, and anything fast.
//!
//! # Modules
//!
//! | folder | what |
//! |---|---|
//! | `parse/` | both notations into one tree of lists (`kif`, `infix`), from there into clauses (`clauses`) |
//! | `dependencies`, `rules` | the graph of predicates; a sheet that was found valid |
//! | `validate/` | a file for each kind of restriction, and for each kind of probable mistake; `patterns`, `domains`: which names can stand where |
//! | `quote`, `operator` | for messages: parts of rules in the notation of their sheet; what to write instead of `!=` |
//! | `interpret/` | `terms`: each ground term once; `relation`: atoms that hold, with indexes; `plan`: the order of a rule's conditions; `evaluate`: fixpoints |

mod ast;
mod canonical;
mod dependencies;
mod diagnostic;
mod graph;
mod interpret;
mod keyword;
mod literal;
mod notation;
mod operator;
mod parse;
mod print;
mod quote;
mod rules;
mod source;
mod terms;
mod validate;

pub use ast::{Atom, Clause, Formula, FormulaKind, Sheet, Symbol, Term, TermKind};
pub use canonical::RulesHash;
pub use dependencies::{Component, Dependencies, PredicateId};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use graph::strong_components;
pub use interpret::{Budget, InterpretError, Interpreter, Move, State};
pub use keyword::Keyword;
pub use literal::Literal;
pub use notation::Notation;
pub use parse::{
    MAX_NESTING, Node, NodeId, NodeKind, Parsed, Tree, parse, parse_lists, parse_terms,
};
pub use print::{print, print_clause};
pub use rules::Rules;
pub use source::{LineColumn, MAX_SOURCE_BYTES, Source, Span};
pub use terms::{NameId, TermId, Terms};
pub use validate::{Checked, load, validate};

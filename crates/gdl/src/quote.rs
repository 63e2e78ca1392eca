//! Quotes parts of rules in messages, in the notation of their sheet.
//!
//! In: a term, atom or formula of a sheet, or a rule to suggest. Out: text as the
//! author would write it. Not here: whole sheets (`print`).

use crate::notation::written_variable;
use crate::print::{Infix, infix_name};
use crate::{Atom, Formula, Notation, Symbol, Term};

/// Quotes in one notation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quote(pub(crate) Notation);

impl Quote {
    /// A name of a relation, function or constant.
    pub(crate) fn name(self, name: &str) -> String {
        match self.0 {
            Notation::Kif => name.to_owned(),
            Notation::Infix => infix_name(name),
        }
    }

    /// A variable.
    pub(crate) fn variable(self, name: &Symbol) -> String {
        match self.0 {
            Notation::Kif => format!("?{name}"),
            Notation::Infix => written_variable(name).to_owned(),
        }
    }

    /// A term.
    pub(crate) fn term(self, term: &Term) -> String {
        match self.0 {
            Notation::Kif => term.to_string(),
            Notation::Infix => Infix::as_written(|visit| term.for_each_variable(visit)).term(term),
        }
    }

    /// An atom.
    pub(crate) fn atom(self, atom: &Atom) -> String {
        match self.0 {
            Notation::Kif => atom.to_string(),
            Notation::Infix => Infix::as_written(|visit| atom.for_each_variable(visit))
                .application(&atom.relation, &atom.arguments),
        }
    }

    /// A formula.
    pub(crate) fn formula(self, formula: &Formula) -> String {
        match self.0 {
            Notation::Kif => formula.to_string(),
            Notation::Infix => {
                Infix::as_written(|visit| formula.for_each_variable(visit)).formula(formula)
            }
        }
    }

    /// A relation or function with arguments that are quoted already.
    pub(crate) fn application(self, name: &str, arguments: &[String]) -> String {
        let name = self.name(name);
        match (self.0, arguments) {
            (_, []) => name,
            (Notation::Kif, _) => format!("({name} {})", arguments.join(" ")),
            (Notation::Infix, _) => format!("{name}({})", arguments.join(", ")),
        }
    }

    /// The negation of what is quoted already.
    pub(crate) fn not(self, condition: &str) -> String {
        match self.0 {
            Notation::Kif => format!("(not {condition})"),
            Notation::Infix => format!("~{condition}"),
        }
    }

    /// A rule of a head and a body that are quoted already.
    pub(crate) fn rule(self, head: &str, body: &str) -> String {
        match self.0 {
            Notation::Kif => format!("(<= {head} {body})"),
            Notation::Infix => format!("{head} :- {body}"),
        }
    }

    /// What stands between the head and the body of a rule, or before them.
    pub(crate) fn arrow(self) -> &'static str {
        match self.0 {
            Notation::Kif => "<=",
            Notation::Infix => ":-",
        }
    }

    /// A name with a list of arguments, even if there are none.
    pub(crate) fn list(self, name: &str, arguments: &str) -> String {
        match self.0 {
            Notation::Kif if arguments.is_empty() => format!("({name})"),
            Notation::Kif => format!("({name} {arguments})"),
            Notation::Infix => format!("{}({arguments})", self.name(name)),
        }
    }

    /// A variable to use in an example.
    pub(crate) fn example_variable(self, letter: char) -> String {
        match self.0 {
            Notation::Kif => format!("?{letter}"),
            Notation::Infix => letter.to_uppercase().to_string(),
        }
    }
}

//! Rules back into text, in either notation.
//!
//! Reading what was printed gives the same rules, up to the names of
//! variables: KIF tells `?x` from `?X`, infix cannot.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::notation::{is_name_character, written_variable};
use crate::{Atom, Clause, Formula, FormulaKind, Notation, Sheet, Span, Symbol, Term, TermKind};

/// Prints a sheet, clause by clause.
pub fn print(sheet: &Sheet, notation: Notation) -> String {
    let mut text = String::new();
    for clause in &sheet.clauses {
        text.push_str(&print_clause(clause, notation));
        text.push('\n');
    }
    text
}

/// Prints one clause: a rule's conditions each on a line of its own.
pub fn print_clause(clause: &Clause, notation: Notation) -> String {
    match notation {
        Notation::Kif => kif_clause(clause),
        Notation::Infix => Infix::new(clause).clause(clause),
    }
}

fn kif_clause(clause: &Clause) -> String {
    let head = clause.head.to_string();
    if clause.body.is_empty() {
        return head;
    }
    let mut text = format!("(<= {head}");
    for condition in &clause.body {
        let _ = write!(text, "\n    {condition}");
    }
    text + ")"
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            TermKind::Variable(name) => write!(f, "?{name}"),
            TermKind::Compound(name, arguments) => kif_application(f, name, arguments),
        }
    }
}

impl std::fmt::Display for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        kif_application(f, &self.relation, &self.arguments)
    }
}

impl std::fmt::Display for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let connective = |f: &mut std::fmt::Formatter<'_>, name, parts: &[Formula]| {
            write!(f, "({name}")?;
            parts.iter().try_for_each(|part| write!(f, " {part}"))?;
            f.write_str(")")
        };
        match &self.kind {
            FormulaKind::Atom(atom) => atom.fmt(f),
            FormulaKind::Distinct(left, right) => write!(f, "(distinct {left} {right})"),
            FormulaKind::Not(inner) => write!(f, "(not {inner})"),
            FormulaKind::And(parts) => connective(f, "and", parts),
            FormulaKind::Or(parts) => connective(f, "or", parts),
        }
    }
}

fn kif_application(
    f: &mut std::fmt::Formatter<'_>,
    name: &Symbol,
    arguments: &[Term],
) -> std::fmt::Result {
    if arguments.is_empty() {
        return f.write_str(name);
    }
    write!(f, "({name}")?;
    arguments.iter().try_for_each(|term| write!(f, " {term}"))?;
    f.write_str(")")
}

/// Infix printing, with names for variables.
pub(crate) struct Infix<'a> {
    variables: HashMap<&'a Symbol, String>,
}

impl<'a> Infix<'a> {
    fn new(clause: &'a Clause) -> Self {
        let mut variables: HashMap<&Symbol, String> = HashMap::new();
        let mut taken = Taken::default();
        let mut visit = |name: &'a Symbol, _| {
            variables
                .entry(name)
                .or_insert_with(|| taken.free(&infix_variable(name)));
        };
        clause.head.for_each_variable(&mut visit);
        for condition in &clause.body {
            condition.for_each_variable(&mut visit);
        }
        Infix { variables }
    }

    /// The names that variables have in an infix text.
    pub(crate) fn as_written(for_each: impl FnOnce(&mut dyn FnMut(&'a Symbol, Span))) -> Self {
        let mut variables = HashMap::new();
        for_each(&mut |name, _| {
            variables.insert(name, written_variable(name).to_owned());
        });
        Infix { variables }
    }

    fn clause(&self, clause: &Clause) -> String {
        let mut text = self.application(&clause.head.relation, &clause.head.arguments);
        for (place, condition) in clause.body.iter().enumerate() {
            text.push_str(if place == 0 { " :-\n    " } else { " &\n    " });
            text.push_str(&self.formula(condition));
        }
        text
    }

    pub(crate) fn formula(&self, formula: &Formula) -> String {
        match &formula.kind {
            FormulaKind::Atom(atom) => self.application(&atom.relation, &atom.arguments),
            FormulaKind::Distinct(left, right) => {
                format!("distinct({}, {})", self.term(left), self.term(right))
            }
            FormulaKind::Not(inner) => format!("~{}", self.formula(inner)),
            FormulaKind::And(parts) => self.connective("and", " & ", parts),
            FormulaKind::Or(parts) => self.connective("or", " | ", parts),
        }
    }

    fn connective(&self, name: &str, operator: &str, parts: &[Formula]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
        match parts.len() {
            // With fewer than two parts there is no operator to write.
            0 | 1 => format!("{name}({})", parts.join("")),
            _ => format!("({})", parts.join(operator)),
        }
    }

    pub(crate) fn term(&self, term: &Term) -> String {
        match &term.kind {
            TermKind::Variable(name) => self.variables[name].clone(),
            TermKind::Compound(name, arguments) => self.application(name, arguments),
        }
    }

    pub(crate) fn application(&self, name: &Symbol, arguments: &[Term]) -> String {
        let name = infix_name(name);
        if arguments.is_empty() {
            return name;
        }
        let arguments: Vec<String> = arguments.iter().map(|term| self.term(term)).collect();
        format!("{name}({})", arguments.join(", "))
    }
}

/// The names given so far, and how often each was asked for.
#[derive(Default)]
struct Taken {
    names: HashSet<String>,
    asked: HashMap<String, usize>,
}

impl Taken {
    /// The name itself, or the first free one of `name_2`, `name_3`, ….
    fn free(&mut self, name: &str) -> String {
        let asked = self.asked.entry(name.to_owned()).or_insert(0);
        loop {
            *asked += 1;
            let candidate = match *asked {
                1 => name.to_owned(),
                number => format!("{name}_{number}"),
            };
            if self.names.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

/// A name as infix writes it, in quotes where needed.
pub(crate) fn infix_name(name: &str) -> String {
    let first = name.chars().next().unwrap_or('_');
    let plain = name.chars().all(is_name_character)
        && !first.is_uppercase()
        && first != '_'
        && name != "not";
    if plain {
        return name.to_owned();
    }
    format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// A name that infix takes as a variable: `x` becomes `X`, odd characters go.
fn infix_variable(name: &str) -> String {
    let mut kept = name.chars().filter(|&c| is_name_character(c));
    let first = kept.next().unwrap_or('V');
    let mut capital: String = match first.is_alphabetic() {
        // The capital of some letters carries a mark of its own, which is odd
        // too.
        true => first
            .to_uppercase()
            .filter(|&c| is_name_character(c))
            .collect(),
        false => format!("V{first}"),
    };
    // Some letters have no capital.
    if !capital.starts_with(char::is_uppercase) {
        capital.insert(0, 'V');
    }
    capital.extend(kept);
    capital
}

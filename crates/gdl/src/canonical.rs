//! One form for rules that differ only in layout, comments, the names of
//! variables or the order of clauses, and its hash.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use sha2::{Digest, Sha256};

use crate::{
    Clause, Formula, FormulaKind, Keyword, Notation, Sheet, Symbol, Term, TermKind, print_clause,
};

/// The SHA-256 of the canonical form of a game's rules.
///
/// The form: every clause in KIF as [`print_clause`] writes it, its variables
/// named `1`, `2`, … by first appearance, a line feed behind it; first the
/// `role` facts in the order of the sheet, for role order is part of the game,
/// then all other clauses in byte order, each once. Where rules derive roles,
/// the hash so far in hexadecimal digits and each role in the derived order, a
/// line feed behind each, are hashed once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesHash([u8; 32]);

impl RulesHash {
    pub(crate) fn of(sheet: &Sheet) -> Self {
        let mut hasher = Sha256::new();
        for line in canonical_lines(sheet) {
            hasher.update(line.as_bytes());
            hasher.update(b"\n");
        }
        RulesHash(hasher.finalize().into())
    }

    /// Makes an order of roles that the clauses do not show part of the hash.
    pub(crate) fn with_roles(self, roles: &[String]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(format!("{self}\n"));
        for role in roles {
            hasher.update(format!("{role}\n"));
        }
        RulesHash(hasher.finalize().into())
    }
}

impl fmt::Display for RulesHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Sheet {
    /// Whether the sheets have the same clauses in the same order, up to the
    /// names of variables.
    pub fn same_rules(&self, other: &Sheet) -> bool {
        let renamed = |sheet: &Sheet| sheet.clauses.iter().map(rename).collect::<Vec<Clause>>();
        renamed(self) == renamed(other)
    }
}

fn canonical_lines(sheet: &Sheet) -> Vec<String> {
    let line = |clause: &Clause| print_clause(&rename(clause), Notation::Kif);
    let (roles, others): (Vec<&Clause>, Vec<&Clause>) = sheet
        .clauses
        .iter()
        .partition(|clause| clause.head.keyword() == Some(Keyword::Role));
    let mut lines: Vec<String> = roles.into_iter().map(line).collect();
    lines.extend(others.into_iter().map(line).collect::<BTreeSet<String>>());
    lines
}

fn rename(clause: &Clause) -> Clause {
    let mut names = Renaming::default();
    let mut renamed = clause.clone();
    for argument in &mut renamed.head.arguments {
        names.rename_term(argument);
    }
    for condition in &mut renamed.body {
        names.rename_formula(condition);
    }
    renamed
}

#[derive(Default)]
struct Renaming(HashMap<Symbol, Symbol>);

impl Renaming {
    fn rename_formula(&mut self, formula: &mut Formula) {
        match &mut formula.kind {
            FormulaKind::Atom(atom) => {
                for argument in &mut atom.arguments {
                    self.rename_term(argument);
                }
            }
            FormulaKind::Distinct(left, right) => {
                self.rename_term(left);
                self.rename_term(right);
            }
            FormulaKind::Not(inner) => self.rename_formula(inner),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                for part in parts {
                    self.rename_formula(part);
                }
            }
        }
    }

    fn rename_term(&mut self, term: &mut Term) {
        match &mut term.kind {
            TermKind::Variable(name) => {
                let next = self.0.len() + 1;
                let number = self.0.entry(name.clone());
                *name = number
                    .or_insert_with(|| Symbol::new(&next.to_string()))
                    .clone();
            }
            TermKind::Compound(_, arguments) => {
                for argument in arguments {
                    self.rename_term(argument);
                }
            }
        }
    }
}

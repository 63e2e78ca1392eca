//! The same game under meaningless names and in another order.
//!
//! In: a sheet and a seed. Out: a sheet that means the same, in which only the
//! keywords, `random` and the goal values are spelt as before. A solver that
//! does better on the original has used names or layout. Not here: which names
//! stay, and how new ones are made ([`Renaming`]).

use std::collections::{HashMap, HashSet};

use gdl::{Atom, Clause, Formula, FormulaKind, Keyword, Sheet, Span, Symbol, Term, TermKind};

use crate::SplitMix64;
use crate::renaming::{NameSource, Renaming};

/// An obfuscated sheet, with the mapping from old terms to new.
#[derive(Clone, Debug)]
pub struct Obfuscation {
    sheet: Sheet,
    renaming: Renaming,
}

impl Obfuscation {
    /// The obfuscated sheet.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The new form of a ground term of the original.
    ///
    /// Names that are not in the sheet stay, as do variables.
    pub fn map_term(&self, term: &Term) -> Term {
        let kind = match &term.kind {
            TermKind::Variable(name) => TermKind::Variable(name.clone()),
            TermKind::Compound(name, arguments) => {
                let mapped = arguments.iter().map(|argument| self.map_term(argument));
                let arranged = self.renaming.arrange(name, mapped.collect());
                TermKind::Compound(self.renaming.name(name), arranged)
            }
        };
        unplaced_term(kind)
    }
}

/// Renames all symbols and variables and shuffles whatever has no order.
///
/// Keywords are kept wherever they stand, the name `random`, and goal values:
/// the constants of `goal` heads or, if one of these has something else as its
/// value, all integers. The order of the `role` clauses is kept, as it is part
/// of the game. Every relation and function gets one new order of its
/// arguments. The result depends only on the sheet and the seed.
pub fn obfuscate(sheet: &Sheet, seed: u64) -> Obfuscation {
    let mut random = SplitMix64::new(seed);
    let renaming = Renaming::of(sheet, &mut random);
    let mut clauses: Vec<Clause> = sheet
        .clauses
        .iter()
        .map(|clause| ClauseWriter::new(&renaming, &mut random).clause(clause))
        .collect();
    shuffle_clauses(&mut clauses, &mut random);
    Obfuscation {
        sheet: Sheet { clauses },
        renaming,
    }
}

/// Shuffles all clauses, then puts those for `role` back into their order.
fn shuffle_clauses(clauses: &mut [Clause], random: &mut SplitMix64) {
    let is_role = |clause: &Clause| clause.head.keyword() == Some(Keyword::Role);
    let roles: Vec<Clause> = clauses.iter().filter(|c| is_role(c)).cloned().collect();
    random.shuffle(clauses);
    let places = clauses.iter_mut().filter(|clause| is_role(clause));
    for (place, role) in places.zip(roles) {
        *place = role;
    }
}

/// Rewrites one clause; its variables are its own.
struct ClauseWriter<'a> {
    renaming: &'a Renaming,
    random: &'a mut SplitMix64,
    variables: HashMap<Symbol, Symbol>,
    source: NameSource,
}

impl<'a> ClauseWriter<'a> {
    fn new(renaming: &'a Renaming, random: &'a mut SplitMix64) -> Self {
        ClauseWriter {
            renaming,
            random,
            variables: HashMap::new(),
            source: NameSource::new(HashSet::new()),
        }
    }

    fn clause(mut self, clause: &Clause) -> Clause {
        Clause {
            head: self.atom(&clause.head),
            body: self.formulas(&clause.body),
            span: Span::default(),
        }
    }

    fn formulas(&mut self, parts: &[Formula]) -> Vec<Formula> {
        let mut parts: Vec<Formula> = parts.iter().map(|part| self.formula(part)).collect();
        self.random.shuffle(&mut parts);
        parts
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        let kind = match &formula.kind {
            FormulaKind::Atom(atom) => FormulaKind::Atom(self.atom(atom)),
            FormulaKind::Distinct(left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                match self.random.happens(1, 2) {
                    true => FormulaKind::Distinct(left, right),
                    false => FormulaKind::Distinct(right, left),
                }
            }
            FormulaKind::Not(inner) => FormulaKind::Not(Box::new(self.formula(inner))),
            FormulaKind::And(parts) => FormulaKind::And(self.formulas(parts)),
            FormulaKind::Or(parts) => FormulaKind::Or(self.formulas(parts)),
        };
        Formula {
            kind,
            span: Span::default(),
        }
    }

    fn atom(&mut self, atom: &Atom) -> Atom {
        Atom {
            relation: self.renaming.name(&atom.relation),
            arguments: self.arguments(&atom.relation, &atom.arguments),
            span: Span::default(),
        }
    }

    fn arguments(&mut self, name: &Symbol, arguments: &[Term]) -> Vec<Term> {
        let written = arguments.iter().map(|argument| self.term(argument));
        let written = written.collect();
        self.renaming.arrange(name, written)
    }

    fn term(&mut self, term: &Term) -> Term {
        unplaced_term(match &term.kind {
            TermKind::Variable(name) => TermKind::Variable(self.variable(name)),
            TermKind::Compound(name, arguments) => {
                TermKind::Compound(self.renaming.name(name), self.arguments(name, arguments))
            }
        })
    }

    fn variable(&mut self, name: &Symbol) -> Symbol {
        let (source, random) = (&mut self.source, &mut *self.random);
        let new = self.variables.entry(name.clone());
        new.or_insert_with(|| source.fresh(random)).clone()
    }
}

fn unplaced_term(kind: TermKind) -> Term {
    Term {
        kind,
        span: Span::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl::{Notation, Source, parse, parse_terms, print};

    const SHEET: &str = "
        (role alice) (role bob) (role random)
        (init (cell 1 2 input)) (step 1 100)
        (<= (legal ?player (mark ?x ?y))
            (or (true (cell ?x ?y input)) (and (step ?x ?y) (not terminal)))
            (distinct ?x ?y) (role ?player))
        (<= terminal (true (cell 100 2 blank)))
        (goal alice 100) (<= (goal bob 0) (goal alice 100))";

    fn sheet(text: &str) -> Sheet {
        parse(&Source::new("sheet", text.as_bytes()), None).sheet
    }

    fn words(sheet: &Sheet) -> HashSet<String> {
        let text = print(sheet, Notation::Kif);
        let words = text.split(|c: char| c.is_whitespace() || "()".contains(c));
        words.map(str::to_owned).collect()
    }

    #[test]
    fn nothing_is_spelt_as_before_but_what_must_be() {
        let before = sheet(SHEET);
        let after = obfuscate(&before, 1);
        let mut shared: Vec<String> = words(&before)
            .intersection(&words(after.sheet()))
            .filter(|word| Keyword::from_name(word).is_none())
            .cloned()
            .collect();
        shared.sort();
        assert_eq!(shared, ["", "0", "100", "random"]);
    }

    #[test]
    fn integers_stay_where_a_goal_value_is_computed() {
        let computed = format!("{SHEET} (<= (goal ?r ?v) (step ?r ?v))");
        let after = obfuscate(&sheet(&computed), 1);
        for number in ["0", "1", "2", "100"] {
            assert!(words(after.sheet()).contains(number), "{number}");
        }
    }

    #[test]
    fn roles_keep_their_order() {
        let before = sheet(SHEET);
        for seed in 0..20 {
            let after = obfuscate(&before, seed);
            let roles = |sheet: &Sheet| -> Vec<Term> {
                let heads = sheet.clauses.iter().map(|clause| &clause.head);
                let roles = heads.filter(|head| head.keyword() == Some(Keyword::Role));
                roles.map(|head| head.arguments[0].clone()).collect()
            };
            let mapped: Vec<Term> = roles(&before).iter().map(|r| after.map_term(r)).collect();
            assert_eq!(roles(after.sheet()), mapped);
        }
    }

    #[test]
    fn one_seed_gives_one_sheet() {
        let before = sheet(SHEET);
        assert_eq!(obfuscate(&before, 5).sheet(), obfuscate(&before, 5).sheet());
        assert_ne!(obfuscate(&before, 5).sheet(), obfuscate(&before, 6).sheet());
    }

    #[test]
    fn a_fluent_is_mapped_as_its_fact_is() {
        let before = sheet("(init (cell 1 (at 2 b) c))");
        let fluent = &parse_terms(&Source::new("state", b"(cell 1 (at 2 b) c)")).unwrap()[0];
        for seed in 0..20 {
            let after = obfuscate(&before, seed);
            let fact = &after.sheet().clauses[0].head.arguments[0];
            assert_eq!(&after.map_term(fluent), fact);
        }
    }
}

//! Changes to sheets that leave many of them valid.
//!
//! In: a text and a seed. Out: another text, or none if the first has no
//! clauses. What is put in is taken from the sheet itself.

use gdl::{Clause, Formula, FormulaKind, Notation, Sheet, Source, Span, Term, TermKind};

use testkit::SplitMix64;

use crate::places::{for_each_formula_mut, for_each_term_mut};

/// Changes a text here and there.
pub fn mutate(text: &[u8], seed: u64) -> Option<String> {
    let mut sheet = gdl::parse(&Source::new("fuzz", text), None).sheet;
    if sheet.clauses.is_empty() {
        return None;
    }
    let mut random = SplitMix64::new(seed);
    for _ in 0..=random.below(3) {
        change(&mut sheet, &mut random);
    }
    Some(gdl::print(&sheet, Notation::Kif))
}

fn change(sheet: &mut Sheet, random: &mut SplitMix64) {
    let place = random.below(sheet.clauses.len());
    let formula = any_formula(sheet, random);
    let other = sheet.clauses[random.below(sheet.clauses.len())].clone();
    let count = sheet.clauses.len();
    let clause = &mut sheet.clauses[place];
    match random.below(12) {
        0 => sheet.clauses.push(other),
        1 if count > 1 => {
            sheet.clauses.remove(place);
        }
        2 => clause.head = other.head,
        3 => clause.body = other.body,
        4 => clause.body.extend(formula),
        5 => {
            let place = random.below(clause.body.len().max(1));
            clause.body.drain(place..clause.body.len().min(place + 1));
        }
        6 => distinguish(clause, random),
        7 | 8 => change_formula(clause, formula, random),
        _ => change_term(clause, &other, random),
    }
}

/// A formula from anywhere in the sheet.
fn any_formula(sheet: &mut Sheet, random: &mut SplitMix64) -> Option<Formula> {
    let mut all = Vec::new();
    for clause in &mut sheet.clauses {
        for_each_formula_mut(clause, &mut |formula| all.push(formula.clone()));
    }
    pick(&all, random)
}

/// One of the items, if there is one.
fn pick<T: Clone>(items: &[T], random: &mut SplitMix64) -> Option<T> {
    (!items.is_empty()).then(|| random.pick(items).clone())
}

fn terms(clause: &mut Clause) -> Vec<Term> {
    let mut terms = Vec::new();
    for_each_term_mut(clause, &mut |term| terms.push(term.clone()));
    terms
}

/// Puts a term of this clause, or of another one, in another one's place.
fn change_term(clause: &mut Clause, other: &Clause, random: &mut SplitMix64) {
    let mut own = terms(clause);
    let place = random.below(own.len().max(1));
    if random.below(3) == 0 {
        own = terms(&mut other.clone());
    }
    let Some(new) = pick(&own, random) else {
        return;
    };
    let mut number = 0;
    for_each_term_mut(clause, &mut |term| {
        if number == place {
            *term = new.clone();
        }
        number += 1;
    });
}

/// Negates a formula, or joins another one to it.
fn change_formula(clause: &mut Clause, other: Option<Formula>, random: &mut SplitMix64) {
    let mut count = 0;
    for_each_formula_mut(clause, &mut |_| count += 1);
    let (place, how) = (random.below(count.max(1)), random.below(4));
    let mut number = 0;
    for_each_formula_mut(clause, &mut |formula| {
        if number == place {
            let old = formula.clone();
            let pair = || vec![old.clone(), other.clone().unwrap_or_else(|| old.clone())];
            formula.kind = match (how, &old.kind) {
                (0, FormulaKind::Not(inner)) => inner.kind.clone(),
                (0, _) => FormulaKind::Not(Box::new(old)),
                (1, _) => FormulaKind::And(pair()),
                _ => FormulaKind::Or(pair()),
            };
        }
        number += 1;
    });
}

/// Lets two terms of a clause differ.
fn distinguish(clause: &mut Clause, random: &mut SplitMix64) {
    let mut terms = terms(clause);
    terms.retain(|term| matches!(term.kind, TermKind::Variable(_)));
    let (Some(left), Some(right)) = (pick(&terms, random), pick(&terms, random)) else {
        return;
    };
    clause.body.push(Formula {
        kind: FormulaKind::Distinct(left, right),
        span: Span::default(),
    });
}

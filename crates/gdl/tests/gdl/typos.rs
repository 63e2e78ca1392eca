//! Typing errors in sheets without warnings: how many of those that leave a sheet valid
//! are noticed.
//!
//! The errors are drawn at random and not chosen, so that they also measure what nobody
//! thought of.

use std::collections::{BTreeMap, HashSet};

use gdl::{
    Atom, Clause, Formula, FormulaKind, Keyword, Notation, Sheet, Source, Symbol, Term, TermKind,
    load,
};
use testkit::play::check;
use testkit::{Corpus, SplitMix64, corpus_tests};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Relation,
    Fluent,
    Move,
    /// A constant or a function inside of these.
    Inner,
    /// Anything in `base` and `input`, which repeat what the other rules say.
    Declared,
}

type Visit<'a> = &'a mut dyn FnMut(&mut Symbol, Kind);

fn names_of_clause(clause: &mut Clause, visit: Visit<'_>) {
    names_of_atom(&mut clause.head, visit);
    for formula in &mut clause.body {
        names_of_formula(formula, visit);
    }
}

fn names_of_formula(formula: &mut Formula, visit: Visit<'_>) {
    match &mut formula.kind {
        FormulaKind::Atom(atom) => names_of_atom(atom, visit),
        FormulaKind::Distinct(left, right) => {
            names_of_term(left, Kind::Inner, visit);
            names_of_term(right, Kind::Inner, visit);
        }
        FormulaKind::Not(inner) => names_of_formula(inner, visit),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            for part in parts {
                names_of_formula(part, visit);
            }
        }
    }
}

fn names_of_atom(atom: &mut Atom, visit: Visit<'_>) {
    let keyword = atom.keyword();
    if keyword.is_none() {
        visit(&mut atom.relation, Kind::Relation);
    }
    for (place, term) in atom.arguments.iter_mut().enumerate() {
        let kind = match (keyword, place) {
            (Some(Keyword::Base | Keyword::Input), _) => Kind::Declared,
            (Some(Keyword::Init | Keyword::True | Keyword::Next), 0) => Kind::Fluent,
            (Some(Keyword::Legal | Keyword::Does), 1) => Kind::Move,
            _ => Kind::Inner,
        };
        names_of_term(term, kind, visit);
    }
}

fn names_of_term(term: &mut Term, kind: Kind, visit: Visit<'_>) {
    if let TermKind::Compound(name, arguments) = &mut term.kind {
        visit(name, kind);
        for argument in arguments {
            let kind = match kind {
                Kind::Declared => kind,
                _ => Kind::Inner,
            };
            names_of_term(argument, kind, visit);
        }
    }
}

/// The name with one letter dropped, doubled, changed, or swapped with the next one.
fn misspelt(name: &str, random: &mut SplitMix64) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let place = random.below(letters.len());
    match random.below(4) {
        0 if letters.len() > 1 => drop(letters.remove(place)),
        1 => letters.insert(place, letters[place]),
        2 if place + 1 < letters.len() => letters.swap(place, place + 1),
        _ => letters[place] = char::from(b'a' + random.below(26) as u8),
    }
    letters.into_iter().collect()
}

/// The sheet with one name misspelt in one place; the new name is not one of its own.
fn with_typo(sheet: &Sheet, random: &mut SplitMix64) -> (Sheet, Kind, String) {
    let mut sheet = sheet.clone();
    let (mut taken, mut places) = (HashSet::new(), Vec::new());
    for clause in &mut sheet.clauses {
        names_of_clause(clause, &mut |name, kind| {
            taken.insert(name.to_string());
            places.push((name.to_string(), kind));
        });
    }
    loop {
        let place = random.below(places.len());
        let (old, kind) = &places[place];
        let new = misspelt(old, random);
        // A wrong number is no misspelt name.
        let number = old.bytes().all(|byte| byte.is_ascii_digit());
        if number || taken.contains(&new) || Keyword::from_name(&new).is_some() {
            continue;
        }
        let mut count = 0;
        for clause in &mut sheet.clauses {
            names_of_clause(clause, &mut |name, _| {
                if count == place {
                    *name = Symbol::new(&new);
                }
                count += 1;
            });
        }
        return (sheet, *kind, format!("{old} → {new}"));
    }
}

/// How many of the typos of a kind leave the sheet valid, and which of these no warning
/// follows.
#[derive(Debug, Default)]
struct Count {
    valid: usize,
    silent: Vec<String>,
}

impl Count {
    fn noticed(&self) -> usize {
        self.valid - self.silent.len()
    }
}

type Counts = BTreeMap<Kind, Count>;

/// Makes so many typos in each sheet.
fn measure(sheets: &[(String, Sheet)], each: usize) -> Counts {
    let mut counts = Counts::new();
    for (game, sheet) in sheets {
        // A game that is added makes no other typos in the rest.
        let random = &mut SplitMix64::new(1);
        for _ in 0..each {
            let (typo, kind, what) = with_typo(sheet, random);
            let checked = check(&gdl::print(&typo, Notation::Kif));
            if checked.rules.is_some() {
                let count = counts.entry(kind).or_default();
                count.valid += 1;
                if checked.diagnostics.is_empty() {
                    count.silent.push(format!("{game}: {what}"));
                }
            }
        }
    }
    counts
}

/// Fails unless of each kind at least so many in a hundred are noticed.
fn at_least(floors: [(Kind, usize); 5], counts: &Counts) {
    for (kind, floor) in floors {
        let count = &counts[&kind];
        println!("{kind:?}: {} of {}", count.noticed(), count.valid);
        assert!(
            count.noticed() * 100 >= count.valid * floor,
            "{kind:?}: {} of {} are noticed, and not {:#?}",
            count.noticed(),
            count.valid,
            count.silent
        );
    }
}

#[test]
fn misspelt_names_in_games_of_the_library_are_noticed() {
    let sheet = |name: &str| {
        let checked = check(&testkit::library_text(name, &[]));
        assert_eq!(checked.diagnostics, [], "{name}");
        (name.to_owned(), checked.rules.unwrap().sheet().clone())
    };
    let names = library::games().iter().map(library::Entry::name);
    let sheets: Vec<(String, Sheet)> = names.map(sheet).collect();
    // A pass may have any name; and what facts list as one case of many may be missing.
    let floors = [
        (Kind::Relation, 99),
        (Kind::Fluent, 99),
        (Kind::Move, 65),
        (Kind::Inner, 65),
        (Kind::Declared, 45),
    ];
    at_least(floors, &measure(&sheets, 80));
}

corpus_tests!(misspelt_names_in_published_sheets_are_noticed);

fn misspelt_names_in_published_sheets_are_noticed(corpus: &Corpus) {
    let mut sheets = Vec::new();
    for sheet in corpus.games() {
        // Large sheets are large tables of facts.
        if sheet.bytes.len() < 30_000 {
            let checked = load(&Source::new(&sheet.name, &sheet.bytes), None);
            let rules = checked.rules.filter(|_| checked.diagnostics.is_empty());
            sheets.extend(rules.map(|rules| (sheet.name, rules.sheet().clone())));
        }
    }
    let floors = [
        (Kind::Relation, 99),
        (Kind::Fluent, 97),
        (Kind::Move, 85),
        (Kind::Inner, 50),
        (Kind::Declared, 50),
    ];
    at_least(floors, &measure(&sheets, 30));
}

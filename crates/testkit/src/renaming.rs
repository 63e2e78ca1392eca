//! New names for the symbols of a sheet, and new places for arguments.
//!
//! In: a sheet and random numbers. Out: a map from names to names that keeps
//! keywords, `random` and goal values, and for each function and relation an
//! order of its arguments.
//! Not here: applying it to clauses, and the order of clauses.

use std::collections::{BTreeSet, HashMap, HashSet};

use gdl::{Atom, Formula, Keyword, Sheet, Symbol, Term, TermKind};

use crate::SplitMix64;

/// The letters and length of new names: all alike, so that nothing of the old
/// spelling remains, not even its length.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz";
const NAME_LENGTH: usize = 6;

/// An injective map of names, and an order of arguments for each name and
/// number of arguments.
#[derive(Clone, Debug)]
pub struct Renaming {
    names: HashMap<Symbol, Symbol>,
    orders: HashMap<(Symbol, usize), Vec<usize>>,
}

impl Renaming {
    pub fn of(sheet: &Sheet, random: &mut SplitMix64) -> Self {
        let uses = Uses::of(sheet);
        let kept = KeptNames::of(sheet);
        let mut source = NameSource::new(kept_spellings(&uses, &kept));
        let mut names = HashMap::new();
        for name in &uses.names {
            let new = match kept.contains(name) {
                true => name.clone(),
                false => source.fresh(random),
            };
            names.insert(name.clone(), new);
        }
        // A keyword's arguments have their places by definition.
        let movable = uses.applications.into_iter();
        let movable = movable.filter(|(name, _)| Keyword::from_name(name).is_none());
        let orders = movable
            .map(|(name, arity)| ((name, arity), random.permutation(arity)))
            .collect();
        Renaming { names, orders }
    }

    /// The new name; one that the sheet does not have stays.
    pub fn name(&self, name: &Symbol) -> Symbol {
        self.names.get(name).unwrap_or(name).clone()
    }

    /// The arguments in their new order.
    pub fn arrange<T>(&self, name: &Symbol, arguments: Vec<T>) -> Vec<T> {
        let Some(order) = self.orders.get(&(name.clone(), arguments.len())) else {
            return arguments;
        };
        let mut places: Vec<Option<T>> = arguments.into_iter().map(Some).collect();
        let moved = order.iter().map(|&place| places[place].take());
        moved
            .map(|argument| argument.expect("a permutation has every place once"))
            .collect()
    }
}

fn kept_spellings(uses: &Uses, kept: &KeptNames) -> HashSet<String> {
    let names = uses.names.iter().filter(|name| kept.contains(name));
    names.map(|name| name.to_string()).collect()
}

/// Makes names that were not there before.
pub struct NameSource {
    taken: HashSet<String>,
}

impl NameSource {
    pub fn new(taken: HashSet<String>) -> Self {
        NameSource { taken }
    }

    pub fn fresh(&mut self, random: &mut SplitMix64) -> Symbol {
        loop {
            let letters = (0..NAME_LENGTH).map(|_| char::from(*random.pick(LETTERS)));
            let name: String = letters.collect();
            if self.taken.insert(name.clone()) {
                return Symbol::new(&name);
            }
        }
    }
}

/// The names that mean something by their spelling.
struct KeptNames {
    /// The goal values, if all of them are constants of heads.
    goals: Option<HashSet<Symbol>>,
}

impl KeptNames {
    fn of(sheet: &Sheet) -> Self {
        let heads = sheet.clauses.iter().map(|clause| &clause.head);
        let goals = heads.filter(|head| head.keyword() == Some(Keyword::Goal));
        let value = |goal: &Atom| match goal.arguments.get(1).map(|value| &value.kind) {
            Some(TermKind::Compound(name, arguments)) if arguments.is_empty() => Some(name.clone()),
            _ => None,
        };
        KeptNames {
            goals: goals.map(value).collect(),
        }
    }

    fn contains(&self, name: &Symbol) -> bool {
        let is_goal = match &self.goals {
            Some(goals) => goals.contains(name),
            None => name.parse::<i64>().is_ok(),
        };
        is_goal || Keyword::from_name(name).is_some() || name.eq_ignore_ascii_case("random")
    }
}

/// The names in a sheet, in an order that depends only on the sheet.
#[derive(Default)]
struct Uses {
    names: BTreeSet<Symbol>,
    applications: BTreeSet<(Symbol, usize)>,
}

impl Uses {
    fn of(sheet: &Sheet) -> Self {
        let mut uses = Uses::default();
        for clause in &sheet.clauses {
            uses.add_atom(&clause.head);
            clause
                .body
                .iter()
                .for_each(|condition| uses.add_formula(condition));
        }
        uses
    }

    fn add_formula(&mut self, formula: &Formula) {
        formula.for_each_atom(&mut |atom, _| {
            self.add(&atom.relation, atom.arguments.len());
        });
        formula.for_each_argument(&mut |term| self.add_term(term));
    }

    fn add_atom(&mut self, atom: &Atom) {
        self.add(&atom.relation, atom.arguments.len());
        atom.arguments.iter().for_each(|term| self.add_term(term));
    }

    fn add_term(&mut self, term: &Term) {
        term.for_each_term(&mut |inner| {
            if let TermKind::Compound(name, arguments) = &inner.kind {
                self.add(name, arguments.len());
            }
        });
    }

    fn add(&mut self, name: &Symbol, arity: usize) {
        self.names.insert(name.clone());
        self.applications.insert((name.clone(), arity));
    }
}

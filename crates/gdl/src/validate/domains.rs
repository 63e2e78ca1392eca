//! Which names can stand at each place, in any state that play can reach, and more.
//!
//! In: [`Patterns`]. Out: for each place the names that rules can put there, as the
//! least fixpoint: a rule that only keeps a fluent makes none. A variable of a head
//! takes the names that stand at all places where the body reads it. Negation,
//! `distinct` and what belongs together in one atom are left out, so there may be
//! too many names, never too few: what does not fit never holds.

use std::cell::Cell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use super::patterns::{
    Condition, NameId, Pattern, PatternKind, Patterns, PlaceId, RelationId, Requirement, Rule,
};
use crate::Keyword;

/// Most names looked at before the question is given up: some tenths of a second.
const MOST_WORK: usize = 5_000_000;

/// Names that can stand somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Names {
    /// Whether every name can, because a variable is not bound.
    all: bool,
    /// Shared with the bindings that stand for all of them.
    known: Rc<BTreeSet<NameId>>,
}

impl Names {
    fn is_empty(&self) -> bool {
        !self.all && self.known.is_empty()
    }

    fn contains(&self, name: NameId) -> bool {
        self.all || self.known.contains(&name)
    }

    fn common(&self, other: &Names) -> Names {
        match (self.all, other.all) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ if self.known.is_subset(&other.known) => self.clone(),
            _ => Names {
                all: false,
                known: Rc::new(self.known.intersection(&other.known).copied().collect()),
            },
        }
    }

    fn join(&mut self, other: &Names) {
        self.all |= other.all;
        if !other.known.is_subset(&self.known) {
            Rc::make_mut(&mut self.known).extend(other.known.iter());
        }
    }

    fn insert(&mut self, name: NameId) -> bool {
        !self.known.contains(&name) && Rc::make_mut(&mut self.known).insert(name)
    }
}

/// What the variables of a rule can stand for; of those not read yet, nothing is
/// known.
type Bindings = Vec<Option<Names>>;

/// The names at each place.
#[derive(Debug)]
pub(super) struct Domains {
    at: Vec<Names>,
    holds: Vec<bool>,
    /// The number of names looked at.
    work: Cell<usize>,
}

/// Why a condition never holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Misfit<'p> {
    /// No rule that can apply derives the relation.
    Relation,
    /// This term never stands at this place.
    Term(&'p Pattern<'p>, PlaceId),
}

impl Domains {
    /// Finds the names; `None` if that is too much work.
    pub(super) fn of(patterns: &Patterns<'_>) -> Option<Self> {
        let mut domains = Domains {
            at: vec![Names::default(); patterns.places()],
            holds: vec![false; patterns.relations()],
            work: Cell::new(0),
        };
        let (facts, rules): (Vec<usize>, Vec<usize>) = making(patterns)
            .into_iter()
            .partition(|&number| patterns.rules[number].body.is_empty());
        for number in facts {
            domains.apply(&patterns.rules[number], patterns, &mut |_| {});
        }
        domains.close(patterns, rules)?;
        Some(domains)
    }

    /// Applies rules until nothing is new.
    fn close(&mut self, patterns: &Patterns<'_>, rules: Vec<usize>) -> Option<()> {
        let readers = Readers::new(patterns);
        let mut waiting = vec![false; patterns.rules.len()];
        for &number in &rules {
            waiting[number] = true;
        }
        let mut open = VecDeque::from(rules);
        while let Some(number) = open.pop_front() {
            waiting[number] = false;
            let mut changed = Vec::new();
            self.apply(&patterns.rules[number], patterns, &mut |new| {
                changed.push(new);
            });
            for reader in changed.into_iter().flat_map(|new| readers.of(new)) {
                self.spend(1);
                if !std::mem::replace(&mut waiting[*reader], true) {
                    open.push_back(*reader);
                }
            }
            if self.gave_up() {
                return None;
            }
        }
        Some(())
    }

    /// Whether all conditions of the rule can hold together.
    pub(super) fn can_apply(&self, rule: &Rule<'_>, patterns: &Patterns<'_>) -> bool {
        self.meets(&rule.body, patterns, &mut vec![None; rule.variables.len()])
    }

    /// Why the condition never holds, if it never does by itself.
    pub(super) fn misfit<'p>(
        &self,
        condition: &'p Condition<'_>,
        patterns: &Patterns<'_>,
    ) -> Option<Misfit<'p>> {
        if !self.holds[condition.relation.index()] {
            return Some(Misfit::Relation);
        }
        let mut misfit = None;
        condition.for_each_pattern(patterns, &mut |pattern, place| {
            if let PatternKind::Compound(name, _) = &pattern.kind
                && misfit.is_none()
                && !self.at[place.index()].contains(*name)
            {
                misfit = Some(Misfit::Term(pattern, place));
            }
        });
        misfit
    }

    /// The names that were found for a place.
    pub(super) fn names(&self, place: PlaceId) -> &BTreeSet<NameId> {
        &self.at[place.index()].known
    }

    /// Whether the name can stand at the place.
    pub(super) fn may_stand(&self, name: NameId, place: PlaceId) -> bool {
        self.at[place.index()].contains(name)
    }

    fn gave_up(&self) -> bool {
        self.work.get() > MOST_WORK
    }

    fn spend(&self, work: usize) {
        self.work.set(self.work.get() + work);
    }

    /// Puts the names of a rule's head into their places if the rule can apply, and
    /// calls `changed` for what is new.
    fn apply(&mut self, rule: &Rule<'_>, patterns: &Patterns<'_>, changed: &mut dyn FnMut(New)) {
        self.spend(1);
        let mut bindings = vec![None; rule.variables.len()];
        if !self.meets(&rule.body, patterns, &mut bindings) {
            return;
        }
        let relation = rule.head.relation;
        if !std::mem::replace(&mut self.holds[relation.index()], true) {
            changed(New::Relation(relation));
        }
        rule.head.for_each_pattern(patterns, &mut |pattern, place| {
            if self.put(pattern, place, &bindings) {
                changed(New::Names(place));
            }
        });
    }

    /// Puts the names of a term into a place; whether any is new there.
    fn put(&mut self, pattern: &Pattern<'_>, place: PlaceId, bindings: &Bindings) -> bool {
        let names = &mut self.at[place.index()];
        match &pattern.kind {
            PatternKind::Compound(name, _) => names.insert(*name),
            PatternKind::Variable(variable) => {
                let before = (names.all, names.known.len());
                match &bindings[*variable] {
                    Some(more) => names.join(more),
                    None => names.all = true,
                }
                let (all, known) = (names.all, names.known.len());
                self.spend(known);
                (all, known) != before
            }
        }
    }

    /// Narrows the bindings to what the requirements allow; whether they can all
    /// hold.
    fn meets(
        &self,
        requirements: &[Requirement<'_>],
        patterns: &Patterns<'_>,
        bindings: &mut Bindings,
    ) -> bool {
        requirements.iter().all(|requirement| match requirement {
            Requirement::Holds(condition) => self.fits(condition, patterns, bindings),
            Requirement::Fails(_) => true,
            Requirement::Any(alternatives) => self.meets_any(alternatives, patterns, bindings),
        })
    }

    fn meets_any(
        &self,
        alternatives: &[Vec<Requirement<'_>>],
        patterns: &Patterns<'_>,
        bindings: &mut Bindings,
    ) -> bool {
        let mut joined: Option<Bindings> = None;
        for alternative in alternatives {
            if self.gave_up() {
                return true;
            }
            self.spend(
                bindings
                    .iter()
                    .flatten()
                    .map(|names| names.known.len() + 1)
                    .sum(),
            );
            let mut trial = bindings.clone();
            if self.meets(alternative, patterns, &mut trial) {
                match &mut joined {
                    None => joined = Some(trial),
                    Some(joined) => join_all(joined, &trial),
                }
            }
        }
        match joined {
            Some(joined) => *bindings = joined,
            None => return false,
        }
        true
    }

    fn fits(
        &self,
        condition: &Condition<'_>,
        patterns: &Patterns<'_>,
        bindings: &mut Bindings,
    ) -> bool {
        let mut fits = self.holds[condition.relation.index()];
        condition.for_each_pattern(patterns, &mut |pattern, place| {
            fits = fits && self.fits_place(pattern, place, bindings);
        });
        fits
    }

    fn fits_place(&self, pattern: &Pattern<'_>, place: PlaceId, bindings: &mut Bindings) -> bool {
        let names = &self.at[place.index()];
        match &pattern.kind {
            PatternKind::Compound(name, _) => names.contains(*name),
            PatternKind::Variable(variable) => {
                let binding = &mut bindings[*variable];
                let common = match binding {
                    Some(before) => before.common(names),
                    None => names.clone(),
                };
                self.spend(names.known.len());
                let possible = !common.is_empty();
                *binding = Some(common);
                possible
            }
        }
    }
}

/// Lets each variable stand for what either side allows.
fn join_all(bindings: &mut Bindings, others: &Bindings) {
    for (binding, other) in bindings.iter_mut().zip(others) {
        match (&mut *binding, other) {
            (Some(names), Some(more)) => names.join(more),
            _ => *binding = None,
        }
    }
}

/// The rules that can make anything. `base` and `input` only repeat the rest, unless
/// somebody reads them.
fn making(patterns: &Patterns<'_>) -> Vec<usize> {
    let mut read = BTreeSet::new();
    for rule in &patterns.rules {
        for requirement in &rule.body {
            requirement.for_each_condition(&mut |condition, _| {
                read.insert(condition.relation);
            });
        }
    }
    let makes = |rule: &Rule<'_>| match rule.head.atom.keyword() {
        Some(Keyword::Base | Keyword::Input) => read.contains(&rule.head.relation),
        _ => true,
    };
    let rules = patterns.rules.iter().enumerate();
    rules
        .filter(|(_, rule)| makes(rule))
        .map(|(number, _)| number)
        .collect()
}

/// What a rule has added.
enum New {
    /// A relation can hold.
    Relation(RelationId),
    /// There is another name at a place.
    Names(PlaceId),
}

/// Which rules read a relation, and which read a place.
struct Readers {
    of_relation: Vec<Vec<usize>>,
    of_place: Vec<Vec<usize>>,
}

impl Readers {
    fn new(patterns: &Patterns<'_>) -> Self {
        let mut readers = Readers {
            of_relation: vec![Vec::new(); patterns.relations()],
            of_place: vec![Vec::new(); patterns.places()],
        };
        for (number, rule) in patterns.rules.iter().enumerate() {
            for requirement in &rule.body {
                requirement.for_each_condition(&mut |condition, negated| {
                    if !negated {
                        readers.add(number, condition, patterns);
                    }
                });
            }
        }
        readers
    }

    fn of(&self, new: New) -> &[usize] {
        match new {
            New::Relation(relation) => &self.of_relation[relation.index()],
            New::Names(place) => &self.of_place[place.index()],
        }
    }

    fn add(&mut self, number: usize, condition: &Condition<'_>, patterns: &Patterns<'_>) {
        self.of_relation[condition.relation.index()].push(number);
        condition.for_each_pattern(patterns, &mut |_, place| {
            self.of_place[place.index()].push(number);
        });
    }
}

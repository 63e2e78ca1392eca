//! Splits rules with very many instances: variables that only some conditions
//! read are projected out.
//!
//! ```text
//! p(X) :- q(X,Y), r(Y,Z), s(Z)      becomes      p(X) :- q(X,Y), a(Y)
//!                                                a(Y) :- r(Y,Z), s(Z)
//! ```
//!
//! Instead of an instance for every X, Y and Z there is one for every X and Y
//! and one for every Y and Z. This is variable elimination, in the order that an
//! estimate from the relations' sizes finds best.
//!
//! Why it is sound: the new predicate holds of exactly those values for which
//! the conditions taken out can be met, so the old rule and the two new ones
//! derive the same atoms of the old predicates, in every state and in the
//! relaxed fixpoint too. On ground atoms, the head depends through the new atom
//! on exactly the atoms on which it depended before, since values that agree on
//! the new atom's arguments go together with the same rest. So there is a cycle,
//! or a cycle through a negation, exactly where there was one.

use std::collections::BTreeSet;

use crate::atoms::Atoms;
use crate::estimate::{Estimate, RelationSize};
use crate::program::{Atom, Condition, Kind, Pattern, Predicate, PredicateId, Program, Rule, Slot};

/// Smallest share of all instances for which a rule is examined.
const MIN_SHARE: f64 = 0.01;

/// Largest share of the instances that may remain for a split to be worth it.
const MAX_REMAINING: f64 = 0.85;

/// Splits rules of dynamic predicates where that is estimated to help; with
/// `matches` `None`, wherever it is possible.
pub(crate) fn project(program: &mut Program, atoms: &Atoms, matches: Option<&[u64]>) {
    let total: u64 = matches.map_or(0, |matches| matches.iter().sum());
    let mut projection = Projection {
        by_cost: matches.is_some(),
        known: Vec::new(),
        atoms,
        program,
    };
    for number in 0..projection.program.rules.len() {
        let rule = &projection.program.rules[number];
        let kind = projection.program.predicates[rule.head.predicate.index()].kind;
        let is_large = matches.is_none_or(|matches| {
            matches.get(number).copied().unwrap_or(0) as f64 >= MIN_SHARE * total as f64
        });
        if kind == Kind::Dynamic && is_large {
            projection.split(number);
        }
    }
}

/// What a new predicate stands for, with variables numbered from 0 on.
#[derive(PartialEq, Eq)]
struct Definition {
    positive: Vec<Atom>,
    conditions: Vec<Condition>,
    interface: Vec<Slot>,
}

/// Conditions to take out of a rule.
struct Bucket {
    /// Places of atoms and conditions in the rule.
    positive: BTreeSet<usize>,
    conditions: BTreeSet<usize>,
    /// The variables that the rest or the head reads as well.
    interface: BTreeSet<Slot>,
}

struct Projection<'a> {
    program: &'a mut Program,
    atoms: &'a Atoms,
    by_cost: bool,
    /// Definitions made so far: rules often share one.
    known: Vec<(Definition, PredicateId)>,
}

impl Projection<'_> {
    /// Takes conditions out of a rule, and out of the rules made by that, as
    /// long as it helps.
    fn split(&mut self, number: usize) {
        let rule = &self.program.rules[number];
        let sizes = rule.positive.iter();
        let sizes = sizes.map(|atom| self.size(atom)).collect();
        let mut open = vec![(number, Estimate { sizes })];
        while let Some((number, mut estimate)) = open.pop() {
            while let Some(bucket) = self.best(number, &estimate) {
                let inner = estimate.take(&bucket.positive, &bucket.interface);
                let new = self.take_out(number, &bucket);
                open.extend(new.map(|new| (new, inner)));
            }
        }
    }

    fn size(&self, atom: &Atom) -> RelationSize {
        match self.by_cost {
            true => RelationSize::of(atom, self.atoms, &self.program.terms),
            false => RelationSize::default(),
        }
    }

    /// The bucket that leaves the fewest instances, if that is worth it.
    fn best(&self, number: usize, estimate: &Estimate) -> Option<Bucket> {
        let reads = Reads::of(&self.program.rules[number]);
        let single = reads.local.iter().map(|&slot| BTreeSet::from([slot]));
        if !self.by_cost {
            return single.rev().find_map(|it| reads.bucket(&it));
        }
        let grown = single.filter_map(|slots| grow(slots, &reads, estimate));
        let best = grown.min_by(|left, right| left.0.total_cmp(&right.0));
        best.filter(|(cost, _)| *cost < MAX_REMAINING * estimate.all_instances())
            .map(|(_, bucket)| bucket)
    }

    /// Replaces a bucket by one atom. Returns the number of the rule that
    /// defines it, if that is new.
    fn take_out(&mut self, number: usize, bucket: &Bucket) -> Option<usize> {
        let rule = self.program.rules[number].clone();
        let (inside, positive) = part(rule.positive, &bucket.positive);
        let (tests, conditions) = part(rule.conditions, &bucket.conditions);
        let mut names = Renaming::default();
        let definition = Definition {
            positive: inside.iter().map(|atom| names.atom(atom)).collect(),
            conditions: names.conditions(&tests),
            interface: bucket.interface.iter().map(|&it| names.slot(it)).collect(),
        };
        // In the order of occurrence, so that equal definitions are recognised.
        let mut interface: Vec<Slot> = bucket.interface.iter().copied().collect();
        interface.sort_by_key(|&slot| names.slot(slot));
        let (predicate, is_new) = self.predicate(definition);
        let atom = self.atom(predicate, &interface);
        let rest = &mut self.program.rules[number];
        rest.positive = positive;
        rest.positive.push(atom.clone());
        rest.conditions = conditions;
        is_new.then(|| {
            self.program.rules.push(Rule {
                head: atom,
                positive: inside,
                conditions: tests,
                slots: rule.slots,
                clause: rule.clause,
            });
            self.program.rules.len() - 1
        })
    }

    /// The predicate of a definition, and whether it is new.
    fn predicate(&mut self, mut definition: Definition) -> (PredicateId, bool) {
        definition.interface.sort_unstable();
        let known = self.known.iter().find(|(known, _)| *known == definition);
        if let Some((_, predicate)) = known {
            return (*predicate, false);
        }
        let predicate = PredicateId(self.program.predicates.len() as u32);
        // No relation of a sheet has a blank in its name.
        let name = gdl::Symbol::new(&format!("part {}", predicate.0));
        let name = self.program.terms.name(&name);
        let kind = Kind::Dynamic;
        self.program.predicates.push(Predicate { name, kind });
        self.known.push((definition, predicate));
        (predicate, true)
    }

    fn atom(&mut self, predicate: PredicateId, interface: &[Slot]) -> Atom {
        let name = self.program.predicates[predicate.index()].name;
        let pattern = match interface.is_empty() {
            true => Pattern::Ground(self.program.terms.intern(name, &[])),
            false => {
                let arguments = interface.iter().map(|&slot| Pattern::Variable(slot));
                Pattern::Compound(name, arguments.collect())
            }
        };
        Atom { predicate, pattern }
    }
}

/// Adds variables to a bucket while something is left outside, and returns the
/// best bucket on the way with its cost.
///
/// One variable alone may gain nothing: in a sum of two numbers the second is
/// determined by the result while the first is known.
fn grow(mut slots: BTreeSet<Slot>, reads: &Reads, estimate: &Estimate) -> Option<(f64, Bucket)> {
    let costed = |slots: &BTreeSet<Slot>| {
        let bucket = reads.bucket(slots)?;
        Some((estimate.split(&bucket.positive, &bucket.interface), bucket))
    };
    let mut best = costed(&slots)?;
    let mut interface = best.1.interface.clone();
    loop {
        let further = interface.intersection(&reads.local).filter_map(|&slot| {
            let mut with = slots.clone();
            with.insert(slot);
            costed(&with).map(|(cost, bucket)| (cost, bucket, with))
        });
        let next = further.min_by(|left, right| left.0.total_cmp(&right.0));
        let Some((cost, bucket, with)) = next else {
            return Some(best);
        };
        slots = with;
        interface.clone_from(&bucket.interface);
        if cost < best.0 {
            best = (cost, bucket);
        }
    }
}

/// Which variables the parts of a rule read.
struct Reads {
    head: BTreeSet<Slot>,
    positive: Vec<BTreeSet<Slot>>,
    conditions: Vec<BTreeSet<Slot>>,
    /// The variables that the head does not read.
    local: BTreeSet<Slot>,
}

impl Reads {
    fn of(rule: &Rule) -> Self {
        let head = variables_of(&rule.head);
        let positive: Vec<BTreeSet<Slot>> = rule.positive.iter().map(variables_of).collect();
        let all: BTreeSet<Slot> = positive.iter().flatten().copied().collect();
        Reads {
            local: all.difference(&head).copied().collect(),
            conditions: rule.conditions.iter().map(variables_in).collect(),
            head,
            positive,
        }
    }

    /// The bucket of some variables: all that reads them, and what binds the
    /// other variables of its conditions. `None` if nothing is left outside.
    fn bucket(&self, slots: &BTreeSet<Slot>) -> Option<Bucket> {
        let reading = |all: &[BTreeSet<Slot>]| -> BTreeSet<usize> {
            let places = all.iter().enumerate();
            let places = places.filter(|(_, variables)| !variables.is_disjoint(slots));
            places.map(|(place, _)| place).collect()
        };
        let mut inside = reading(&self.positive);
        let tests = reading(&self.conditions);
        let bound = inside.iter().flat_map(|&it| &self.positive[it]);
        let mut bound: BTreeSet<Slot> = bound.copied().collect();
        for needed in tests.iter().flat_map(|&test| &self.conditions[test]) {
            if bound.contains(needed) {
                continue;
            }
            let binding = self.positive.iter().position(|it| it.contains(needed))?;
            inside.insert(binding);
            bound.extend(&self.positive[binding]);
        }
        (inside.len() < self.positive.len()).then(|| Bucket {
            interface: self.interface(&bound, &inside, &tests),
            positive: inside,
            conditions: tests,
        })
    }

    /// Those of the variables that something outside reads too.
    fn interface(
        &self,
        bound: &BTreeSet<Slot>,
        inside: &BTreeSet<usize>,
        tests: &BTreeSet<usize>,
    ) -> BTreeSet<Slot> {
        let outer = self.positive.iter().enumerate();
        let outer = outer.filter(|(place, _)| !inside.contains(place));
        let other = self.conditions.iter().enumerate();
        let other = other.filter(|(place, _)| !tests.contains(place));
        let rest = outer.chain(other).flat_map(|(_, variables)| variables);
        let read: BTreeSet<Slot> = self.head.iter().chain(rest).copied().collect();
        bound.intersection(&read).copied().collect()
    }
}

/// The elements at these places, and the others.
fn part<T>(all: Vec<T>, places: &BTreeSet<usize>) -> (Vec<T>, Vec<T>) {
    let (inside, outside): (Vec<_>, Vec<_>) = all
        .into_iter()
        .enumerate()
        .partition(|(place, _)| places.contains(place));
    let plain = |list: Vec<(usize, T)>| list.into_iter().map(|(_, it)| it).collect();
    (plain(inside), plain(outside))
}

fn variables_of(atom: &Atom) -> BTreeSet<Slot> {
    let mut variables = BTreeSet::new();
    atom.pattern.for_each_variable(&mut |slot| {
        variables.insert(slot);
    });
    variables
}

fn variables_in(condition: &Condition) -> BTreeSet<Slot> {
    let mut variables = BTreeSet::new();
    condition.for_each_variable(&mut |slot| {
        variables.insert(slot);
    });
    variables
}

/// Numbers variables in the order in which they occur.
#[derive(Default)]
struct Renaming {
    slots: Vec<Slot>,
}

impl Renaming {
    fn slot(&mut self, slot: Slot) -> Slot {
        let known = self.slots.iter().position(|&known| known == slot);
        known.unwrap_or_else(|| {
            self.slots.push(slot);
            self.slots.len() - 1
        })
    }

    fn pattern(&mut self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Variable(slot) => Pattern::Variable(self.slot(*slot)),
            Pattern::Ground(term) => Pattern::Ground(*term),
            Pattern::Compound(name, arguments) => {
                let arguments = arguments.iter().map(|argument| self.pattern(argument));
                Pattern::Compound(*name, arguments.collect())
            }
        }
    }

    fn atom(&mut self, atom: &Atom) -> Atom {
        Atom {
            predicate: atom.predicate,
            pattern: self.pattern(&atom.pattern),
        }
    }

    fn conditions(&mut self, conditions: &[Condition]) -> Vec<Condition> {
        conditions.iter().map(|it| self.condition(it)).collect()
    }

    fn condition(&mut self, condition: &Condition) -> Condition {
        match condition {
            Condition::All(parts) => Condition::All(self.conditions(parts)),
            Condition::Any(parts) => Condition::Any(self.conditions(parts)),
            Condition::Holds(atom) => Condition::Holds(self.atom(atom)),
            Condition::Absent(atom) => Condition::Absent(self.atom(atom)),
            Condition::Compare(left, right, equal) => {
                Condition::Compare(self.pattern(left), self.pattern(right), *equal)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ::game::Stop;
    use gdl::Source;

    use crate::{Budget, GroundGame, Rewriting};

    /// A game with the sum of four numbers below `count`, each chosen by a role.
    fn sum(count: usize) -> String {
        let sums = (0..4 * count)
            .flat_map(|x| (0..count).map(move |y| format!("(sum {x} {y} {}) ", x + y)));
        let numbers = (0..count).map(|x| format!("(number {x}) "));
        let facts: String = sums.chain(numbers).collect();
        format!(
            "{facts} (role a) (role b) (role c) (role d) (init start)
             (<= (legal ?r (pick ?n)) (role ?r) (number ?n))
             (<= (next (picked ?r ?n)) (does ?r (pick ?n))) (<= terminal (true (picked a ?n)))
             (<= (total ?z) (true (picked a ?k)) (true (picked b ?l)) (sum ?k ?l ?x)
                 (true (picked c ?m)) (sum ?x ?m ?y) (true (picked d ?n)) (sum ?y ?n ?z))
             (<= (goal ?r 100) (role ?r) (total 0)) (<= (goal ?r 0) (role ?r) (not (total 0)))"
        )
    }

    fn instances(count: usize, projection: Rewriting) -> usize {
        let text = sum(count);
        let rules = gdl::load(&Source::new("test", text.as_bytes()), None).rules;
        let mut budget = Budget::new(Stop::new());
        budget.demand = Rewriting::Never;
        budget.projection = projection;
        let game = GroundGame::new(&rules.unwrap(), &budget);
        game.unwrap().instances()
    }

    #[test]
    fn a_large_rule_is_split() {
        let without = instances(20, Rewriting::Never);
        let with = instances(20, Rewriting::WhenLarge);
        assert!(without > 160_000, "{without}");
        assert!(with < 10_000, "{with}");
    }

    #[test]
    fn a_small_rule_stays_as_it_is() {
        let without = instances(4, Rewriting::Never);
        assert_eq!(instances(4, Rewriting::WhenLarge), without);
        assert_ne!(instances(4, Rewriting::Always), without);
    }
}

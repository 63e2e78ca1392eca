//! Derives helper relations only where they are asked for: magic sets.
//!
//! Counting over a whole board from every number on, when only the count from 0
//! is needed, makes millions of instances that nobody reads. So each helper
//! relation gets a second one, its demand, which holds the arguments that it is
//! asked with. Only arguments that are known wherever it is asked are used.
//!
//! ```text
//! p(X) :- q(X,Y), r(Y,Z)      demand-r(Y) :- q(X,Y)
//! r(Y,Z) :- s(Y,Z)            r(Y,Z) :- demand-r(Y), s(Y,Z)
//! ```
//!
//! Why it is sound: the demand is found in the relaxed fixpoint, without regard
//! to any state, so it covers all arguments with which a relation is asked in
//! any state, negations included, where all arguments are known. An instance is
//! left out only if nothing asks for its head. The game's own relations
//! (`legal`, `next` and so on) are never restricted, so they depend on relations
//! that are complete wherever they read them, and come out the same. Demand is
//! no part of an instance: there are fewer dependencies among ground atoms than
//! before, so no new cycles.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use gdl::Terms;

use crate::normalise::KEYWORDS;
use crate::program::{Atom, Condition, Kind, Pattern, Predicate, PredicateId, Program, Rule, Slot};

/// Restricts all helper relations for which some arguments are always known.
pub(crate) fn guard(program: &mut Program) {
    let known = known_arguments(program);
    let guards = add_predicates(program, &known);
    let mut rules = Vec::new();
    let mut demands = Vec::new();
    for rule in &program.rules {
        let asking = Asking::new(program, &known, rule);
        for (atom, before) in asking.atoms() {
            if let Some(head) = guards.of(atom, &program.terms) {
                demands.extend(asking.demand(head, &before, &guards));
            }
        }
        let mut rule = rule.clone();
        let guard = guards.of(&rule.head, &program.terms);
        rule.positive.splice(0..0, guard);
        rules.push(rule);
    }
    rules.extend(demands);
    program.rules = rules;
}

/// The share of all matches that belong to rules that would be restricted.
pub(crate) fn share(program: &Program, matches: &[u64]) -> f64 {
    let known = known_arguments(program);
    let total: u64 = matches.iter().sum();
    let rules = program.rules.iter().zip(matches);
    let guarded = rules.filter(|(rule, _)| known.is_guarded(rule.head.predicate));
    guarded.map(|(_, &count)| count).sum::<u64>() as f64 / total.max(1) as f64
}

/// Whether all of these predicates could be restricted.
pub(crate) fn could_guard(program: &Program, predicates: &[PredicateId]) -> bool {
    let known = known_arguments(program);
    predicates.iter().all(|&it| known.is_guarded(it))
}

/// For each predicate the places of arguments that are known wherever it is
/// asked; `None` while nothing asks for it.
struct Known(Vec<Option<BTreeSet<usize>>>);

impl Known {
    fn of(&self, predicate: PredicateId) -> Option<&BTreeSet<usize>> {
        self.0[predicate.index()].as_ref()
    }

    fn is_guarded(&self, predicate: PredicateId) -> bool {
        self.of(predicate).is_some_and(|places| !places.is_empty())
    }
}

/// The greatest sets of arguments that agree with all rules: in a rule the
/// arguments with which its head is asked are known.
fn known_arguments(program: &Program) -> Known {
    let mut known = Known(vec![None; program.predicates.len()]);
    loop {
        let mut changed = false;
        for rule in &program.rules {
            let is_asked =
                !is_helper(program, rule.head.predicate) || known.of(rule.head.predicate).is_some();
            if !is_asked || program.predicates[rule.head.predicate.index()].kind != Kind::Dynamic {
                continue;
            }
            let asking = Asking::new(program, &known, rule);
            let found: Vec<(PredicateId, BTreeSet<usize>)> = asking
                .atoms()
                .map(|(atom, before)| (atom.predicate, asking.known_places(atom, &before)))
                .collect();
            for (predicate, places) in found {
                let entry = &mut known.0[predicate.index()];
                let places = match entry {
                    Some(old) => old.intersection(&places).copied().collect(),
                    None => places,
                };
                changed |= entry.as_ref() != Some(&places);
                *entry = Some(places);
            }
        }
        if !changed {
            return known;
        }
    }
}

/// Whether a predicate only serves other rules and is no output of the game.
fn is_helper(program: &Program, predicate: PredicateId) -> bool {
    predicate.index() >= KEYWORDS.len()
        && program.predicates[predicate.index()].kind == Kind::Dynamic
}

/// The demand of each predicate that has one, with the places of the arguments
/// it holds.
struct Guards(Vec<Option<(PredicateId, gdl::NameId, Vec<usize>)>>);

impl Guards {
    /// The demand for an atom.
    fn of(&self, atom: &Atom, terms: &Terms) -> Option<Atom> {
        let (predicate, name, places) = self.0.get(atom.predicate.index())?.as_ref()?;
        let all = arguments(atom, terms);
        let shown = places.iter().map(|&place| all[place].clone());
        Some(Atom {
            predicate: *predicate,
            pattern: Pattern::Compound(*name, shown.collect()),
        })
    }
}

fn add_predicates(program: &mut Program, known: &Known) -> Guards {
    let mut guards = vec![None; program.predicates.len()];
    for (number, guard) in guards.iter_mut().enumerate() {
        let Some(places) = &known.0[number] else {
            continue;
        };
        if places.is_empty() {
            continue;
        }
        let predicate = PredicateId(program.predicates.len() as u32);
        // No relation of a sheet has a blank in its name.
        let name = gdl::Symbol::new(&format!("demand {number}"));
        let name = program.terms.name(&name);
        let kind = Kind::Demand;
        program.predicates.push(Predicate { name, kind });
        *guard = Some((predicate, name, places.iter().copied().collect()));
    }
    Guards(guards)
}

fn arguments(atom: &Atom, terms: &Terms) -> Vec<Pattern> {
    match &atom.pattern {
        Pattern::Compound(_, arguments) => arguments.clone(),
        Pattern::Ground(term) => {
            let arguments = terms.arguments(*term).iter();
            arguments.map(|&term| Pattern::Ground(term)).collect()
        }
        Pattern::Variable(_) => unreachable!("an atom has a predicate"),
    }
}

/// A rule with its atoms ordered so that each helper relation is asked with as
/// many known arguments as possible.
struct Asking<'a> {
    program: &'a Program,
    rule: &'a Rule,
    /// Variables known from the arguments with which the head is asked.
    given: BTreeSet<Slot>,
    /// Positive atoms: those that are not helpers come first.
    order: Vec<usize>,
}

impl<'a> Asking<'a> {
    fn new(program: &'a Program, known: &Known, rule: &'a Rule) -> Self {
        let all = arguments(&rule.head, &program.terms);
        let places = known.of(rule.head.predicate);
        let given = places.into_iter().flatten().map(|&place| &all[place]);
        let mut asking = Asking {
            program,
            rule,
            given: variables(given),
            order: Vec::new(),
        };
        asking.find_order();
        asking
    }

    fn find_order(&mut self) {
        let places = 0..self.rule.positive.len();
        let is_helper =
            |&place: &usize| is_helper(self.program, self.rule.positive[place].predicate);
        let (mut open, first): (Vec<usize>, Vec<usize>) = places.partition(is_helper);
        self.order = first;
        while !open.is_empty() {
            let bound = self.bound(&self.order);
            // Ties go to the atom with the most known arguments: the order of
            // the sheet must not matter.
            let merit = |&place: &usize| {
                let atom = &self.rule.positive[place];
                let all = arguments(atom, &self.program.terms).len();
                let known = self.known_places_in(atom, &bound).len();
                (all - known, Reverse(known))
            };
            let best = open
                .iter()
                .enumerate()
                .min_by_key(|(_, place)| merit(place));
            let at = best.map(|(at, _)| at).expect("something is open");
            self.order.push(open.remove(at));
        }
    }

    /// The variables that are known after these atoms.
    fn bound(&self, places: &[usize]) -> BTreeSet<Slot> {
        let atoms = places
            .iter()
            .map(|&place| &self.rule.positive[place].pattern);
        let mut bound = variables(atoms);
        bound.extend(&self.given);
        bound
    }

    fn known_places(&self, atom: &Atom, before: &[usize]) -> BTreeSet<usize> {
        self.known_places_in(atom, &self.bound(before))
    }

    fn known_places_in(&self, atom: &Atom, bound: &BTreeSet<Slot>) -> BTreeSet<usize> {
        let arguments = arguments(atom, &self.program.terms);
        let places = arguments.iter().enumerate();
        let known = places.filter(|(_, argument)| variables([*argument]).is_subset(bound));
        known.map(|(place, _)| place).collect()
    }

    /// The atoms of helpers that the rule asks for, each with the atoms that
    /// come before it.
    fn atoms(&self) -> impl Iterator<Item = (&'a Atom, Vec<usize>)> {
        let places = 0..self.order.len();
        let positive = places.map(|at| {
            let atom = &self.rule.positive[self.order[at]];
            (atom, self.order[..at].to_vec())
        });
        let mut negative = Vec::new();
        for condition in &self.rule.conditions {
            condition.for_each_atom(&mut |atom, _| negative.push((atom, self.order.clone())));
        }
        let all = positive.chain(negative);
        all.filter(|(atom, _)| is_helper(self.program, atom.predicate))
    }

    /// The rule that demands an atom; `None` if it would be trivial.
    fn demand(&self, head: Atom, before: &[usize], guards: &Guards) -> Option<Rule> {
        let mut positive: Vec<Atom> = guards
            .of(&self.rule.head, &self.program.terms)
            .into_iter()
            .collect();
        positive.extend(self.connected(&head, before).cloned());
        let bound = variables(positive.iter().map(|atom| &atom.pattern));
        let tests = self.rule.conditions.iter();
        let tests = tests.filter(|condition| self.is_ready_test(condition, &bound));
        let rule = Rule {
            conditions: tests.cloned().collect(),
            slots: self.rule.slots,
            clause: self.rule.clause,
            positive,
            head,
        };
        (!rule.positive.contains(&rule.head)).then_some(rule)
    }

    /// Those of the atoms that share variables with the head, directly or not.
    /// Leaving out the others makes the demand larger, which does no harm.
    fn connected(&self, head: &Atom, before: &[usize]) -> impl Iterator<Item = &'a Atom> {
        let mut wanted = variables([&head.pattern]);
        wanted.retain(|slot| !self.given.contains(slot));
        let mut taken = BTreeSet::new();
        loop {
            let size = taken.len();
            for &place in before {
                let read = variables([&self.rule.positive[place].pattern]);
                if !read.is_disjoint(&wanted) && taken.insert(place) {
                    wanted.extend(read.difference(&self.given));
                }
            }
            if taken.len() == size {
                break;
            }
        }
        taken.into_iter().map(|place| &self.rule.positive[place])
    }

    fn is_ready_test(&self, condition: &Condition, bound: &BTreeSet<Slot>) -> bool {
        let mut ready = true;
        condition.for_each_variable(&mut |slot| ready &= bound.contains(&slot));
        condition.for_each_atom(&mut |atom, _| {
            ready &= self.program.predicates[atom.predicate.index()].is_static();
        });
        ready
    }
}

fn variables<'a>(patterns: impl IntoIterator<Item = &'a Pattern>) -> BTreeSet<Slot> {
    let mut variables = BTreeSet::new();
    for pattern in patterns {
        pattern.for_each_variable(&mut |slot| {
            variables.insert(slot);
        });
    }
    variables
}

#[cfg(test)]
mod tests {
    use ::game::Stop;
    use gdl::Source;

    use crate::{Budget, GroundGame, Rewriting};

    /// A game that counts the coins on a board of `squares` squares, from any
    /// number on.
    fn count(squares: usize) -> String {
        let squares_after = (1..squares).map(|x| format!("(after {} {x}) ", x - 1));
        let coins = (0..squares).map(|x| format!("(init (coin {x})) "));
        let numbers = (0..100).map(|n| format!("(succ {n} {}) (number {n}) ", n + 1));
        let facts: String = squares_after.chain(coins).chain(numbers).collect();
        let last = squares - 1;
        format!(
            "{facts} (role r) (<= (legal r (take ?x)) (true (coin ?x)))
             (<= (next (coin ?x)) (true (coin ?x)) (not (does r (take ?x))))
             (<= (count {last} ?n ?n) (number ?n))
             (<= (count ?x ?m ?n) (after ?x ?y) (true (coin ?x)) (succ ?m ?k) (count ?y ?k ?n))
             (<= (count ?x ?m ?n) (after ?x ?y) (number ?m) (not (true (coin ?x)))
                 (count ?y ?m ?n))
             (<= terminal (count 0 0 2)) (goal r 0)"
        )
    }

    fn instances(demand: Rewriting) -> usize {
        let text = count(8);
        let rules = gdl::load(&Source::new("test", text.as_bytes()), None).rules;
        let mut budget = Budget::new(Stop::new());
        budget.projection = Rewriting::Never;
        budget.demand = demand;
        let game = GroundGame::new(&rules.unwrap(), &budget);
        game.unwrap().instances()
    }

    #[test]
    fn only_what_is_asked_for_is_derived() {
        let without = instances(Rewriting::Never);
        let with = instances(Rewriting::Always);
        assert!(without > 5_000, "{without}");
        assert!(with < 100, "{with}");
    }

    #[test]
    fn few_instances_are_left_alone() {
        let without = instances(Rewriting::Never);
        assert_eq!(instances(Rewriting::WhenLarge), without);
    }
}

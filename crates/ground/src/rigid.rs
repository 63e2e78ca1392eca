//! Fluents that never change: walls of a maze, squares of a board.
//!
//! If the only rule about a function is `next(f(X)) :- true(f(X))`, then in
//! every reachable state, by induction over the moves, `true(f(X))` holds if
//! and only if `init(f(X))` does. So whatever reads it reads a static
//! predicate, and negations of it are decided before anything else is derived.
//! The fluents themselves stay: they are part of every state.

use std::collections::BTreeSet;

use gdl::NameId;

use crate::derive::Keywords;
use crate::program::{Atom, Condition, Kind, Pattern, Predicate, PredicateId, Program, Rule};

/// A function with its number of arguments.
type Function = (NameId, usize);

/// Replaces fluents that never change by static predicates.
pub(crate) fn fix_rigid(program: &mut Program, keywords: &Keywords) {
    let functions = rigid_functions(program, keywords);
    for &function in &functions {
        let predicate = add_predicate(program, function, keywords);
        let mut rules = std::mem::take(&mut program.rules);
        let mut replace = |atom: &mut Atom| {
            if atom.predicate == keywords.truth && fluent(program, atom) == Some(function) {
                *atom = instead(program, atom, predicate);
            }
        };
        for rule in &mut rules {
            rule.positive.iter_mut().for_each(&mut replace);
            for condition in &mut rule.conditions {
                condition.for_each_atom_mut(&mut replace);
            }
        }
        program.rules = rules;
    }
    if !functions.is_empty() {
        program.classify(&[keywords.truth, keywords.does]);
    }
}

/// The functions for which there is a frame axiom and no other rule.
fn rigid_functions(program: &Program, keywords: &Keywords) -> BTreeSet<Function> {
    let (mut kept, mut changed) = (BTreeSet::new(), BTreeSet::new());
    for rule in &program.rules {
        if rule.head.predicate == keywords.next {
            match fluent(program, &rule.head) {
                // Any fluent may come from this rule.
                None => return BTreeSet::new(),
                Some(function) if is_frame(program, rule, keywords) => kept.insert(function),
                Some(function) => changed.insert(function),
            };
        }
    }
    kept.difference(&changed).copied().collect()
}

/// Whether a rule keeps all fluents of a function as they are.
fn is_frame(program: &Program, rule: &Rule, keywords: &Keywords) -> bool {
    let [before] = rule.positive.as_slice() else {
        return false;
    };
    let fluent = argument(program, &rule.head);
    rule.conditions.is_empty()
        && before.predicate == keywords.truth
        && argument(program, before) == fluent
        && is_general(program, &fluent)
}

/// Whether a term is a function of different variables.
fn is_general(program: &Program, pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Variable(_) => false,
        Pattern::Ground(term) => program.terms.arguments(*term).is_empty(),
        Pattern::Compound(_, arguments) => {
            let slots: BTreeSet<_> = arguments
                .iter()
                .filter_map(|argument| match argument {
                    Pattern::Variable(slot) => Some(slot),
                    _ => None,
                })
                .collect();
            slots.len() == arguments.len()
        }
    }
}

/// The only argument of an atom.
fn argument(program: &Program, atom: &Atom) -> Pattern {
    match &atom.pattern {
        Pattern::Compound(_, arguments) => arguments[0].clone(),
        Pattern::Ground(term) => Pattern::Ground(program.terms.arguments(*term)[0]),
        Pattern::Variable(_) => unreachable!("an atom has a predicate"),
    }
}

/// The function of the fluent that an atom speaks of, if it names one.
fn fluent(program: &Program, atom: &Atom) -> Option<Function> {
    match argument(program, atom) {
        Pattern::Variable(_) => None,
        Pattern::Ground(term) => {
            let arity = program.terms.arguments(term).len();
            Some((program.terms.name_of(term), arity))
        }
        Pattern::Compound(name, arguments) => Some((name, arguments.len())),
    }
}

/// Adds the predicate that holds of what holds initially.
fn add_predicate(
    program: &mut Program,
    (function, arity): Function,
    keywords: &Keywords,
) -> PredicateId {
    let predicate = PredicateId(program.predicates.len() as u32);
    // No relation of a sheet has a blank in its name.
    let name = gdl::Symbol::new(&format!("rigid {}", predicate.0));
    let name = program.terms.name(&name);
    let kind = Kind::Static;
    program.predicates.push(Predicate { name, kind });
    let variables: Vec<Pattern> = (0..arity).map(Pattern::Variable).collect();
    let fluent = program.application(function, variables.clone());
    let init = program.predicates[keywords.init.index()].name;
    let rule = Rule {
        positive: vec![Atom {
            predicate: keywords.init,
            pattern: program.application(init, vec![fluent]),
        }],
        head: Atom {
            predicate,
            pattern: program.application(name, variables),
        },
        conditions: Vec::new(),
        slots: arity,
        // This clause never exceeds a limit first: `init` has as many
        // instances.
        clause: 0,
    };
    program.rules.push(rule);
    predicate
}

/// The atom to read in place of a fluent.
fn instead(program: &mut Program, atom: &Atom, predicate: PredicateId) -> Atom {
    let name = program.predicates[predicate.index()].name;
    let arguments = match argument(program, atom) {
        Pattern::Compound(_, arguments) => arguments,
        Pattern::Ground(term) => {
            let arguments = program.terms.arguments(term).iter();
            arguments.map(|&term| Pattern::Ground(term)).collect()
        }
        Pattern::Variable(_) => unreachable!("only fluents with a function are replaced"),
    };
    Atom {
        predicate,
        pattern: program.application(name, arguments),
    }
}

impl Condition {
    fn for_each_atom_mut(&mut self, visit: &mut dyn FnMut(&mut Atom)) {
        match self {
            Condition::Holds(atom) | Condition::Absent(atom) => visit(atom),
            Condition::Compare(..) => {}
            Condition::All(parts) | Condition::Any(parts) => {
                for part in parts {
                    part.for_each_atom_mut(visit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ::game::Stop;
    use gdl::Source;

    use crate::{Budget, GroundGame};

    /// Steps from 0 to 3, with something in the way or not.
    fn fluents(rules: &str) -> Vec<String> {
        let text = format!(
            "(role r) (legal r go) (init (at 0)) (init (wall 2)) (succ 0 1) (succ 1 2) (succ 2 3)
             (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (not (true (wall ?y))))
             (<= terminal (true (at 3))) (goal r 0) {rules}"
        );
        let rules = gdl::load(&Source::new("test", text.as_bytes()), None).rules;
        let game = GroundGame::new(&rules.unwrap(), &Budget::new(Stop::new()));
        game.unwrap().fluents().to_vec()
    }

    #[test]
    fn fluents_that_never_change_are_known_beforehand() {
        let found = fluents("(<= (next (wall ?x)) (true (wall ?x)))");
        assert_eq!(found, ["(at 0)", "(at 1)", "(wall 2)"]);
    }

    #[test]
    fn fluents_that_may_go_are_not_taken_to_stay() {
        for rules in [
            "",
            "(<= (next (wall ?x)) (true (wall ?x)) (not (true (at 1))))",
            "(<= (next (wall 1)) (true (wall 1)))",
        ] {
            assert!(fluents(rules).contains(&"(at 3)".to_owned()), "{rules}");
        }
    }

    #[test]
    fn fluents_that_may_come_are_not_taken_to_be_away() {
        for rules in [
            "(<= (next (wall 3)) (true (at 0))) (<= (next (wall ?x)) (true (wall ?x)))",
            "(<= (next ?f) (moves ?f)) (<= (moves (wall 3)) (does r go))
             (<= (next (wall ?x)) (true (wall ?x)))",
        ] {
            assert!(fluents(rules).contains(&"(wall 3)".to_owned()), "{rules}");
        }
    }
}

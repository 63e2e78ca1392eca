//! From validated rules to a [`Program`]: variables become slots, and every
//! `or` becomes a condition, a predicate of its own, or several rules.
//!
//! An `or` that only tests what is bound anyway, such as one of `distinct`s,
//! stays a condition: it does not matter which alternative holds. One whose
//! alternatives can stand alone becomes a predicate, so that rules do not
//! multiply. Only the others are multiplied out.

use std::collections::BTreeSet;

use gdl::{Dependencies, Keyword, Literal, Rules, Symbol, Term, TermKind, Terms};
use rustc_hash::FxHashMap;

use crate::budget::GroundError;
use crate::program::{Atom, Condition, Kind, Pattern, Predicate, PredicateId, Program, Rule, Slot};

/// Most rules that one clause may become.
const MAX_RULES: usize = 20_000;

/// The relations of the language, which are a program's first predicates.
pub(crate) const KEYWORDS: [Keyword; 8] = {
    let [role, init, terminal, legal, goal, next] = Keyword::ASKED;
    let (truth, does) = (Keyword::True, Keyword::Does);
    [role, init, terminal, legal, goal, next, truth, does]
};

/// Turns rules into the form in which they are made ground.
///
/// # Errors
///
/// [`GroundError::TooManyInstances`] if alternatives multiply out to too many
/// rules.
pub(crate) fn normalise(rules: &Rules) -> Result<Program, GroundError> {
    let graph = rules.dependencies();
    let asked = Keyword::ASKED.into_iter();
    let asked: Vec<gdl::PredicateId> = asked.filter_map(|it| graph.keyword(it)).collect();
    let relevant = graph.reachable_from(&asked);
    let mut normaliser = Normaliser {
        program: Program {
            terms: Terms::default(),
            rules: Vec::new(),
            predicates: Vec::new(),
        },
        ids: FxHashMap::default(),
        undecided: graph.undecided(),
        graph,
        slots: FxHashMap::default(),
        auxiliary: 0,
    };
    for keyword in KEYWORDS {
        let arity = keyword
            .arity()
            .expect("relations of the language have arities");
        normaliser.predicate(&Symbol::new(keyword.name()), arity);
    }
    for (number, clause) in rules.clauses().iter().enumerate() {
        if relevant[graph.head(number).index()] {
            normaliser.add_clause(clause, number)?;
        }
    }
    Ok(normaliser.program)
}

/// A conjunction under construction.
#[derive(Clone, Debug, Default)]
struct Body {
    positive: Vec<Atom>,
    conditions: Vec<Condition>,
}

impl Body {
    fn bound(&self) -> BTreeSet<Slot> {
        let mut bound = BTreeSet::new();
        for atom in &self.positive {
            atom.pattern.for_each_variable(&mut |slot| {
                bound.insert(slot);
            });
        }
        bound
    }

    /// Whether it binds all that its conditions need, and `wanted` as well.
    fn is_closed(&self, wanted: &BTreeSet<Slot>) -> bool {
        let bound = self.bound();
        let mut needed = wanted.clone();
        for condition in &self.conditions {
            condition.for_each_variable(&mut |slot| {
                needed.insert(slot);
            });
        }
        needed.is_subset(&bound)
    }
}

struct Normaliser<'a> {
    program: Program,
    ids: FxHashMap<(Symbol, usize), PredicateId>,
    graph: &'a Dependencies,
    /// The components of the graph that are not static.
    undecided: Vec<bool>,
    slots: FxHashMap<Symbol, Slot>,
    auxiliary: usize,
}

impl Normaliser<'_> {
    fn add_clause(&mut self, clause: &gdl::Clause, number: usize) -> Result<(), GroundError> {
        self.slots.clear();
        let head = self.atom(&clause.head);
        let literals = clause.literals();
        let mut wanted = BTreeSet::new();
        head.pattern.for_each_variable(&mut |slot| {
            wanted.insert(slot);
        });
        let bodies = self.bodies(literals.iter().collect(), &wanted, number);
        let Some(bodies) = bodies else {
            return Err(GroundError::TooManyInstances {
                rule: clause.head.to_string(),
                span: clause.span,
                limit: MAX_RULES as u64,
            });
        };
        for body in bodies {
            self.add_rule(head.clone(), body, number);
        }
        Ok(())
    }

    fn add_rule(&mut self, head: Atom, body: Body, clause: usize) {
        self.program.rules.push(Rule {
            head,
            positive: body.positive,
            conditions: body.conditions,
            slots: self.slots.len(),
            clause,
        });
    }

    /// The bodies, one of which must hold, that a list of literals amounts to;
    /// `None` if there are too many. `wanted` is what is read from outside.
    fn bodies(
        &mut self,
        literals: Vec<&Literal<'_>>,
        wanted: &BTreeSet<Slot>,
        clause: usize,
    ) -> Option<Vec<Body>> {
        let mut body = Body::default();
        let mut open: Vec<&Vec<Vec<Literal<'_>>>> = Vec::new();
        for literal in literals {
            match literal {
                Literal::Atom(atom) => body.positive.push(self.atom(atom)),
                Literal::Any(alternatives) => open.push(alternatives),
                _ => body.conditions.push(self.condition(literal)),
            }
        }
        self.place_alternatives(body, open, wanted, clause)
    }

    fn place_alternatives(
        &mut self,
        mut body: Body,
        mut open: Vec<&Vec<Vec<Literal<'_>>>>,
        wanted: &BTreeSet<Slot>,
        clause: usize,
    ) -> Option<Vec<Body>> {
        let mut place = 0;
        while place < open.len() {
            let alternatives = open[place];
            if self.only_tests(alternatives, &body.bound()) {
                let condition = self.any(alternatives);
                body.conditions.push(condition);
                open.remove(place);
                continue;
            }
            let interface = self.interface(alternatives, &body, &open, place, wanted);
            if let Some(atom) = self.auxiliary(alternatives, &interface, clause)? {
                body.positive.push(atom);
                open.remove(place);
                // What it binds may turn others into tests.
                place = 0;
                continue;
            }
            place += 1;
        }
        match open.split_first() {
            None => Some(vec![body]),
            Some((alternatives, rest)) => self.multiply(&body, alternatives, rest, wanted, clause),
        }
    }

    /// One body for each alternative, each with all the rest.
    fn multiply(
        &mut self,
        body: &Body,
        alternatives: &[Vec<Literal<'_>>],
        rest: &[&Vec<Vec<Literal<'_>>>],
        wanted: &BTreeSet<Slot>,
        clause: usize,
    ) -> Option<Vec<Body>> {
        let mut bodies = Vec::new();
        for literals in alternatives {
            let mut with = body.clone();
            let mut open = rest.to_vec();
            for literal in literals {
                match literal {
                    Literal::Atom(atom) => with.positive.push(self.atom(atom)),
                    Literal::Any(inner) => open.push(inner),
                    _ => with.conditions.push(self.condition(literal)),
                }
            }
            bodies.extend(self.place_alternatives(with, open, wanted, clause)?);
            if bodies.len() > MAX_RULES {
                return None;
            }
        }
        Some(bodies)
    }

    /// Whether alternatives bind nothing and have no atoms that would have to
    /// be derived first.
    fn only_tests(&mut self, alternatives: &[Vec<Literal<'_>>], bound: &BTreeSet<Slot>) -> bool {
        let mut variables = BTreeSet::new();
        let mut derived = false;
        for literal in alternatives.iter().flatten() {
            self.look_into(literal, &mut variables, &mut derived);
        }
        !derived && variables.is_subset(bound)
    }

    /// Collects variables, and finds positive atoms that are not static.
    fn look_into(
        &mut self,
        literal: &Literal<'_>,
        variables: &mut BTreeSet<Slot>,
        derived: &mut bool,
    ) {
        let mut visit = |name: &Symbol, _| {
            variables.insert(self.slot(name));
        };
        match literal {
            Literal::Atom(atom) => {
                atom.for_each_variable(&mut visit);
                *derived |= !self.is_static_atom(atom);
            }
            Literal::Absent(atom) => atom.for_each_variable(&mut visit),
            Literal::Compare(left, right, _) => {
                left.for_each_variable(&mut visit);
                right.for_each_variable(&mut visit);
            }
            Literal::Any(alternatives) => {
                for literal in alternatives.iter().flatten() {
                    self.look_into(literal, variables, derived);
                }
            }
        }
    }

    /// The variables of alternatives that something outside them reads too.
    fn interface(
        &mut self,
        alternatives: &[Vec<Literal<'_>>],
        body: &Body,
        open: &[&Vec<Vec<Literal<'_>>>],
        place: usize,
        wanted: &BTreeSet<Slot>,
    ) -> BTreeSet<Slot> {
        let mut outside = wanted.clone();
        outside.extend(body.bound());
        for condition in &body.conditions {
            condition.for_each_variable(&mut |slot| {
                outside.insert(slot);
            });
        }
        let mut unused = false;
        for (other, others) in open.iter().enumerate() {
            if other != place {
                for literal in others.iter().flatten() {
                    self.look_into(literal, &mut outside, &mut unused);
                }
            }
        }
        let mut inside = BTreeSet::new();
        for literal in alternatives.iter().flatten() {
            self.look_into(literal, &mut inside, &mut unused);
        }
        inside.intersection(&outside).copied().collect()
    }

    /// Makes a predicate of alternatives that can stand alone.
    #[allow(
        clippy::option_option,
        reason = "too many, not possible, and possible differ"
    )]
    fn auxiliary(
        &mut self,
        alternatives: &[Vec<Literal<'_>>],
        interface: &BTreeSet<Slot>,
        clause: usize,
    ) -> Option<Option<Atom>> {
        let rules = self.program.rules.len();
        let mut bodies = Vec::new();
        for literals in alternatives {
            bodies.extend(self.bodies(literals.iter().collect(), interface, clause)?);
        }
        if !bodies.iter().all(|body| body.is_closed(interface)) {
            self.program.rules.truncate(rules);
            return Some(None);
        }
        let kind = match bodies.iter().all(|body| self.is_static_body(body)) {
            true => Kind::Static,
            false => Kind::Dynamic,
        };
        let head = self.auxiliary_head(interface, kind);
        for body in bodies {
            self.add_rule(head.clone(), body, clause);
        }
        Some(Some(head))
    }

    fn auxiliary_head(&mut self, interface: &BTreeSet<Slot>, kind: Kind) -> Atom {
        self.auxiliary += 1;
        // No relation of a sheet has a blank in its name.
        let name = Symbol::new(&format!("or {}", self.auxiliary));
        let name = self.program.terms.name(&name);
        let predicate = PredicateId(self.program.predicates.len() as u32);
        self.program.predicates.push(Predicate { name, kind });
        let arguments: Vec<Pattern> = interface
            .iter()
            .map(|&slot| Pattern::Variable(slot))
            .collect();
        Atom {
            predicate,
            pattern: self.program.application(name, arguments),
        }
    }

    fn is_static_body(&self, body: &Body) -> bool {
        let is_static = |atom: &Atom| self.program.predicates[atom.predicate.index()].is_static();
        let mut all = body.positive.iter().all(is_static);
        for condition in &body.conditions {
            condition.for_each_atom(&mut |atom, _| all &= is_static(atom));
        }
        all
    }

    fn is_static_atom(&self, atom: &gdl::Atom) -> bool {
        self.is_static(&atom.relation, atom.arguments.len())
    }

    /// Whether a predicate of the sheet is static. One that does not occur in
    /// it never holds, except `true` and `does`, which are given.
    fn is_static(&self, name: &Symbol, arity: usize) -> bool {
        match self.graph.id(name, arity) {
            Some(predicate) => !self.undecided[self.graph.component_of(predicate)],
            None => ![Keyword::True, Keyword::Does]
                .map(Keyword::name)
                .contains(&&**name),
        }
    }

    fn any(&mut self, alternatives: &[Vec<Literal<'_>>]) -> Condition {
        let all = |literals: &Vec<Literal<'_>>| {
            Condition::All(
                literals
                    .iter()
                    .map(|literal| self.condition(literal))
                    .collect(),
            )
        };
        Condition::Any(alternatives.iter().map(all).collect())
    }

    fn condition(&mut self, literal: &Literal<'_>) -> Condition {
        match literal {
            Literal::Atom(atom) => Condition::Holds(self.atom(atom)),
            Literal::Absent(atom) => Condition::Absent(self.atom(atom)),
            Literal::Compare(left, right, equal) => {
                Condition::Compare(self.pattern(left), self.pattern(right), *equal)
            }
            Literal::Any(alternatives) => self.any(alternatives),
        }
    }

    fn predicate(&mut self, name: &Symbol, arity: usize) -> PredicateId {
        let key = (name.clone(), arity);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = PredicateId(self.program.predicates.len() as u32);
        let kind = match self.is_static(name, arity) {
            true => Kind::Static,
            false => Kind::Dynamic,
        };
        let name = self.program.terms.name(name);
        self.program.predicates.push(Predicate { name, kind });
        self.ids.insert(key, id);
        id
    }

    fn atom(&mut self, atom: &gdl::Atom) -> Atom {
        let predicate = self.predicate(&atom.relation, atom.arguments.len());
        let name = self.program.terms.name(&atom.relation);
        let arguments: Vec<Pattern> = atom
            .arguments
            .iter()
            .map(|term| self.pattern(term))
            .collect();
        Atom {
            predicate,
            pattern: self.program.application(name, arguments),
        }
    }

    fn pattern(&mut self, term: &Term) -> Pattern {
        match &term.kind {
            TermKind::Variable(name) => Pattern::Variable(self.slot(name)),
            TermKind::Compound(name, arguments) => {
                let name = self.program.terms.name(name);
                let arguments: Vec<Pattern> = arguments
                    .iter()
                    .map(|argument| self.pattern(argument))
                    .collect();
                self.program.application(name, arguments)
            }
        }
    }

    fn slot(&mut self, name: &Symbol) -> Slot {
        let next = self.slots.len();
        *self.slots.entry(name.clone()).or_insert(next)
    }
}

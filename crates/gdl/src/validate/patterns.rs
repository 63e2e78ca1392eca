//! Clauses on numbers, for the question which names can stand where.
//!
//! In: a sheet. Out: its clauses as [`Rule`]s, in which every name, every relation
//! and every place of an argument has a number. What `init` and `next` make is what
//! `true` reads, and what `legal` makes is what `does` reads: these share a relation.
//! Not here: the names that stand at a place (`domains`).

use rustc_hash::FxHashMap;

use crate::{Atom, Clause, Keyword, Literal, Sheet, Symbol, Term, TermKind};

/// A name with its number of arguments, as a function or constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NameId(u32);

/// A relation with its number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RelationId(u32);

/// A place where a term stands: an argument of a relation or of a function. Those of
/// functions are the same wherever the function itself stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PlaceId(u32);

/// A term.
#[derive(Debug)]
pub(super) struct Pattern<'a> {
    pub(super) term: &'a Term,
    pub(super) kind: PatternKind<'a>,
}

/// See [`Pattern`].
#[derive(Debug)]
pub(super) enum PatternKind<'a> {
    /// A variable, numbered within its rule.
    Variable(usize),
    /// A function or constant with its arguments.
    Compound(NameId, Vec<Pattern<'a>>),
}

/// An atom of a head or a body.
#[derive(Debug)]
pub(super) struct Condition<'a> {
    pub(super) atom: &'a Atom,
    pub(super) relation: RelationId,
    pub(super) arguments: Vec<Pattern<'a>>,
}

/// A literal of a body; comparisons are left out.
#[derive(Debug)]
pub(super) enum Requirement<'a> {
    Holds(Condition<'a>),
    Fails(Condition<'a>),
    Any(Vec<Vec<Requirement<'a>>>),
}

/// A clause.
#[derive(Debug)]
pub(super) struct Rule<'a> {
    pub(super) head: Condition<'a>,
    pub(super) body: Vec<Requirement<'a>>,
    pub(super) variables: FxHashMap<&'a Symbol, usize>,
}

/// All clauses of a sheet, and what the numbers mean.
#[derive(Debug, Default)]
pub(super) struct Patterns<'a> {
    pub(super) rules: Vec<Rule<'a>>,
    names: Numbers<'a>,
    relations: Numbers<'a>,
    places: u32,
}

/// Numbers for names with their numbers of arguments.
#[derive(Debug, Default)]
struct Numbers<'a> {
    ids: FxHashMap<(&'a str, usize), u32>,
    /// Each name with its number of arguments and its first place.
    known: Vec<(&'a str, usize, u32)>,
}

impl<'a> Numbers<'a> {
    fn number(&mut self, name: &'a str, arity: usize, places: &mut u32) -> u32 {
        *self.ids.entry((name, arity)).or_insert_with(|| {
            self.known.push((name, arity, *places));
            *places += arity as u32;
            self.known.len() as u32 - 1
        })
    }
}

impl<'a> Patterns<'a> {
    pub(super) fn of(sheet: &'a Sheet) -> Self {
        let mut patterns = Patterns::default();
        for clause in &sheet.clauses {
            let rule = patterns.rule(clause);
            patterns.rules.push(rule);
        }
        patterns
    }

    fn rule(&mut self, clause: &'a Clause) -> Rule<'a> {
        let mut variables = FxHashMap::default();
        let head = self.condition(&clause.head, &mut variables);
        let body = self.requirements(clause.literals(), &mut variables);
        Rule {
            head,
            body,
            variables,
        }
    }

    fn requirements(
        &mut self,
        literals: Vec<Literal<'a>>,
        variables: &mut FxHashMap<&'a Symbol, usize>,
    ) -> Vec<Requirement<'a>> {
        let mut requirements = Vec::with_capacity(literals.len());
        for literal in literals {
            match literal {
                Literal::Atom(atom) => {
                    requirements.push(Requirement::Holds(self.condition(atom, variables)));
                    if atom.keyword() == Some(Keyword::Does) {
                        requirements.push(Requirement::Holds(self.mover(atom, variables)));
                    }
                }
                Literal::Absent(atom) => {
                    requirements.push(Requirement::Fails(self.condition(atom, variables)));
                }
                Literal::Compare(..) => {}
                Literal::Any(alternatives) => {
                    let alternatives = alternatives.into_iter();
                    let alternatives = alternatives.map(|it| self.requirements(it, variables));
                    requirements.push(Requirement::Any(alternatives.collect()));
                }
            }
        }
        requirements
    }

    fn condition(
        &mut self,
        atom: &'a Atom,
        variables: &mut FxHashMap<&'a Symbol, usize>,
    ) -> Condition<'a> {
        let name = match atom.keyword() {
            Some(Keyword::Init | Keyword::Next) => Keyword::True.name(),
            Some(Keyword::Does) => Keyword::Legal.name(),
            _ => &*atom.relation,
        };
        let arity = atom.arguments.len();
        Condition {
            atom,
            relation: RelationId(self.relations.number(name, arity, &mut self.places)),
            arguments: self.patterns(&atom.arguments, variables),
        }
    }

    /// That the one who `does` something is a role.
    fn mover(
        &mut self,
        atom: &'a Atom,
        variables: &mut FxHashMap<&'a Symbol, usize>,
    ) -> Condition<'a> {
        let role = Keyword::Role.name();
        Condition {
            atom,
            relation: RelationId(self.relations.number(role, 1, &mut self.places)),
            arguments: self.patterns(&atom.arguments[..1], variables),
        }
    }

    fn patterns(
        &mut self,
        terms: &'a [Term],
        variables: &mut FxHashMap<&'a Symbol, usize>,
    ) -> Vec<Pattern<'a>> {
        let patterns = terms.iter().map(|term| Pattern {
            term,
            kind: match &term.kind {
                TermKind::Variable(name) => {
                    let next = variables.len();
                    PatternKind::Variable(*variables.entry(name).or_insert(next))
                }
                TermKind::Compound(name, arguments) => {
                    let id = self.names.number(name, arguments.len(), &mut self.places);
                    PatternKind::Compound(NameId(id), self.patterns(arguments, variables))
                }
            },
        });
        patterns.collect()
    }

    /// The number of places.
    pub(super) fn places(&self) -> usize {
        self.places as usize
    }

    /// The number of relations.
    pub(super) fn relations(&self) -> usize {
        self.relations.known.len()
    }

    /// The name of a number, and its number of arguments.
    pub(super) fn name(&self, id: NameId) -> (&'a str, usize) {
        let (name, arity, _) = self.names.known[id.index()];
        (name, arity)
    }

    /// The number of a name with so many arguments, if it occurs.
    pub(super) fn name_id(&self, name: &str, arity: usize) -> Option<NameId> {
        self.names.ids.get(&(name, arity)).copied().map(NameId)
    }

    /// The name of a relation, and its number of arguments.
    pub(super) fn relation_name(&self, id: RelationId) -> (&'a str, usize) {
        let (name, arity, _) = self.relations.known[id.index()];
        (name, arity)
    }

    /// All relations, in the order of the text.
    pub(super) fn all_relations(&self) -> impl Iterator<Item = RelationId> + use<> {
        (0..self.relations.known.len() as u32).map(RelationId)
    }

    /// The relation of this name and number of arguments, if it occurs.
    pub(super) fn relation(&self, name: &str, arity: usize) -> Option<RelationId> {
        self.relations
            .ids
            .get(&(name, arity))
            .copied()
            .map(RelationId)
    }

    /// The place of a relation's argument.
    pub(super) fn place(&self, relation: RelationId, argument: usize) -> PlaceId {
        PlaceId(self.relations.known[relation.index()].2 + argument as u32)
    }

    /// The place of a function's argument.
    pub(super) fn inner_place(&self, name: NameId, argument: usize) -> PlaceId {
        PlaceId(self.names.known[name.index()].2 + argument as u32)
    }
}

impl Condition<'_> {
    /// Calls `visit` for every term in it, outer ones first, with its place.
    pub(super) fn for_each_pattern<'p>(
        &'p self,
        patterns: &Patterns<'_>,
        visit: &mut dyn FnMut(&'p Pattern<'p>, PlaceId),
    ) {
        for (number, argument) in self.arguments.iter().enumerate() {
            argument.visit(patterns, patterns.place(self.relation, number), visit);
        }
    }
}

impl Pattern<'_> {
    fn visit<'p>(
        &'p self,
        patterns: &Patterns<'_>,
        place: PlaceId,
        visit: &mut dyn FnMut(&'p Pattern<'p>, PlaceId),
    ) {
        visit(self, place);
        if let PatternKind::Compound(name, arguments) = &self.kind {
            for (number, argument) in arguments.iter().enumerate() {
                argument.visit(patterns, patterns.inner_place(*name, number), visit);
            }
        }
    }
}

impl<'a> Requirement<'a> {
    /// Calls `visit` for every condition in it, and whether it is negated.
    pub(super) fn for_each_condition<'p>(&'p self, visit: &mut dyn FnMut(&'p Condition<'a>, bool)) {
        match self {
            Requirement::Holds(condition) => visit(condition, false),
            Requirement::Fails(condition) => visit(condition, true),
            Requirement::Any(alternatives) => {
                for requirement in alternatives.iter().flatten() {
                    requirement.for_each_condition(visit);
                }
            }
        }
    }
}

impl NameId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl RelationId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl PlaceId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

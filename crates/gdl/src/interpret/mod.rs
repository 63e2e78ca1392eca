//! The reference interpreter: what the rules mean, computed plainly.
//!
//! In: [`Rules`]. Out: legal moves, successors, goals and ends of states. These
//! are the reference that every other engine must agree with. The rules are
//! evaluated bottom up with their variables; nothing is grounded in advance.
//!
//! Relations are derived on demand, in the order of their dependencies: once if
//! they depend on neither `true` nor `does`, once for each state if they depend
//! on `true`.

mod budget;
mod evaluate;
mod plan;
mod relation;

pub use budget::{Budget, InterpretError};

use game::{GoalValue, Playable};

use crate::dependencies::{Component, Dependencies, PredicateId};
use crate::terms::{TermId, Terms};
use crate::{Keyword, Rules, Source, Symbol, Term, TermKind, parse_terms};
use evaluate::{Database, RuleGroup};
use relation::Relation;

/// A set of fluents, sorted: equal sets are equal. Valid for one interpreter
/// only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(Box<[TermId]>);

impl State {
    /// The number of fluents that hold in it.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no fluent holds in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fluents that hold in it, each once.
    pub fn fluents(&self) -> &[TermId] {
        &self.0
    }

    /// The state in which just these fluents hold, in any order.
    pub fn of(fluents: Vec<TermId>) -> Self {
        sorted_state(fluents)
    }
}

/// One role's move. Valid for one interpreter only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(TermId);

/// What a group of relations depends on, and so how long it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lasts {
    Forever,
    /// As long as the state.
    State,
    /// As long as the state and the moves made in it.
    Moves,
}

/// A game's rules, ready to be evaluated.
#[derive(Debug)]
pub struct Interpreter {
    database: Database,
    /// All groups, each after those it depends on.
    groups: Vec<RuleGroup>,
    lasts: Vec<Lasts>,
    /// Whether a group is derived for the current state and moves.
    derived: Vec<bool>,
    /// For each keyword that is asked for, the groups it needs, in order.
    needs: Vec<(Keyword, Vec<usize>)>,
    predicates: Vec<(Keyword, PredicateId)>,
    state: Option<State>,
    roles: Vec<String>,
    role_terms: Vec<TermId>,
}

impl Interpreter {
    /// Prepares the rules and derives the roles.
    ///
    /// # Errors
    ///
    /// When the budget is exceeded.
    pub fn new(rules: &Rules, budget: Budget) -> Result<Self, InterpretError> {
        let graph = rules.dependencies();
        let budget = budget.for_rules(rules);
        let mut terms = Terms::default();
        let mut relations: Vec<Relation> = (0..graph.len()).map(|_| Relation::default()).collect();
        let mut groups: Vec<RuleGroup> = graph.components().iter().map(RuleGroup::of).collect();
        for (number, clause) in rules.clauses().iter().enumerate() {
            let rule = plan::compile(clause, number, graph, &mut terms, &mut relations)
                .ok_or_else(|| budget.too_complex(number))?;
            groups[graph.component_of(graph.head(number))]
                .rules
                .push(rule);
        }
        let known = |keyword: Keyword| Some((keyword, graph.keyword(keyword)?));
        let needs = |keyword: Keyword| {
            let reached = graph.reachable_from(&[graph.keyword(keyword)?]);
            let needed = groups.iter().enumerate();
            let needed = needed.filter(|(_, group)| reached[group.members[0].index()]);
            Some((keyword, needed.map(|(number, _)| number).collect()))
        };
        let mut interpreter = Interpreter {
            needs: Keyword::ASKED.into_iter().filter_map(needs).collect(),
            predicates: Keyword::ALL.into_iter().filter_map(known).collect(),
            lasts: lasts(graph),
            derived: vec![false; groups.len()],
            database: Database {
                terms,
                relations,
                budget,
                instances: 0,
                steps: 0,
            },
            groups,
            state: None,
            roles: Vec::new(),
            role_terms: Vec::new(),
        };
        interpreter.derive_roles()?;
        Ok(interpreter)
    }

    fn derive_roles(&mut self) -> Result<(), InterpretError> {
        self.derive(Keyword::Role)?;
        let atoms = self.atoms(Keyword::Role);
        let terms = &self.database.terms;
        self.role_terms = atoms.iter().map(|&atom| terms.arguments(atom)[0]).collect();
        self.roles = self
            .role_terms
            .iter()
            .map(|&role| terms.text(role))
            .collect();
        Ok(())
    }

    /// Derives every relation in the initial state and, unless it is terminal,
    /// for a first joint move.
    pub(crate) fn derive_everything_once(&mut self) -> Result<(), InterpretError> {
        let state = self.initial()?;
        if !self.is_terminal(&state)? {
            let legal = self.legal_moves(&state)?;
            let joint: Option<Vec<Move>> = legal.iter().map(|list| list.first().copied()).collect();
            if let Some(joint) = joint {
                self.successor(&state, &joint)?;
            }
        }
        for group in 0..self.groups.len() {
            derive_group(&mut self.database, &self.groups, &mut self.derived, group)?;
        }
        Ok(())
    }

    fn ground(&mut self, term: &Term) -> Option<TermId> {
        let TermKind::Compound(name, arguments) = &term.kind else {
            return None;
        };
        let arguments = arguments.iter().map(|argument| self.ground(argument));
        let arguments = arguments.collect::<Option<Vec<TermId>>>()?;
        let name = self.database.terms.name(name);
        Some(self.database.terms.intern(name, &arguments))
    }

    /// The fluent written as `text` in KIF; `None` unless it is one term
    /// without variables.
    pub fn fluent(&mut self, text: &str) -> Option<TermId> {
        let terms = parse_terms(&Source::new("fluent", text.as_bytes())).ok()?;
        match terms.as_slice() {
            [term] => self.ground(term),
            _ => None,
        }
    }

    fn predicate(&self, keyword: Keyword) -> Option<PredicateId> {
        let mut known = self.predicates.iter();
        known
            .find(|(known, _)| *known == keyword)
            .map(|&(_, predicate)| predicate)
    }

    /// Makes sure that a keyword's relation is derived.
    fn derive(&mut self, keyword: Keyword) -> Result<(), InterpretError> {
        let needed = self.needs.iter().find(|(needed, _)| *needed == keyword);
        for &group in needed.map_or(&[][..], |(_, groups)| groups) {
            derive_group(&mut self.database, &self.groups, &mut self.derived, group)?;
        }
        Ok(())
    }

    /// The derived atoms of a keyword's relation.
    fn atoms(&self, keyword: Keyword) -> &[TermId] {
        match self.predicate(keyword) {
            Some(predicate) => self.database.relations[predicate.index()].facts(),
            None => &[],
        }
    }

    /// Makes `state` the current one.
    fn enter(&mut self, state: &State) {
        if self.state.as_ref() == Some(state) {
            return;
        }
        self.state = Some(state.clone());
        self.database.instances = 0;
        self.forget(Lasts::State);
        self.forget(Lasts::Moves);
        self.set(Keyword::True, state.0.iter().map(|&fluent| [fluent]));
    }

    fn forget(&mut self, which: Lasts) {
        for (derived, lasts) in self.derived.iter_mut().zip(&self.lasts) {
            *derived &= *lasts != which;
        }
    }

    /// Gives `true` or `does` its atoms.
    fn set<const N: usize>(
        &mut self,
        keyword: Keyword,
        arguments: impl Iterator<Item = [TermId; N]>,
    ) {
        let Some(predicate) = self.predicate(keyword) else {
            return;
        };
        let name = self.database.terms.name(&Symbol::new(keyword.name()));
        let relation = &mut self.database.relations[predicate.index()];
        relation.clear();
        for arguments in arguments {
            relation.insert(self.database.terms.intern(name, &arguments));
        }
    }

    /// The single arguments of a unary keyword's atoms, as a state.
    fn fluents_of(&self, keyword: Keyword) -> State {
        let terms = &self.database.terms;
        let atoms = self.atoms(keyword).iter();
        sorted_state(atoms.map(|&atom| terms.arguments(atom)[0]).collect())
    }

    /// The second arguments of a binary keyword's atoms for each role.
    fn by_role(&self, keyword: Keyword) -> Vec<Vec<TermId>> {
        let terms = &self.database.terms;
        let mut lists = vec![Vec::new(); self.roles.len()];
        for &atom in self.atoms(keyword) {
            let [role, value] = *terms.arguments(atom) else {
                continue;
            };
            if let Some(place) = self.role_terms.iter().position(|&known| known == role) {
                lists[place].push(value);
            }
        }
        for list in &mut lists {
            list.sort_by(|&left, &right| terms.compare(left, right));
        }
        lists
    }
}

fn derive_group(
    database: &mut Database,
    groups: &[RuleGroup],
    derived: &mut [bool],
    number: usize,
) -> Result<(), InterpretError> {
    if !derived[number] {
        database.derive(&groups[number])?;
        derived[number] = true;
    }
    Ok(())
}

/// How long each component's relations last.
fn lasts(graph: &Dependencies) -> Vec<Lasts> {
    let above = |keyword| {
        let component = graph.keyword(keyword).map(|it| graph.component_of(it));
        graph.components_above(|number| component == Some(number))
    };
    let (on_state, on_moves) = (above(Keyword::True), above(Keyword::Does));
    let components = on_state.into_iter().zip(on_moves);
    components
        .map(|depends_on| match depends_on {
            (_, true) => Lasts::Moves,
            (true, false) => Lasts::State,
            (false, false) => Lasts::Forever,
        })
        .collect()
}

fn sorted_state(mut fluents: Vec<TermId>) -> State {
    fluents.sort_unstable();
    fluents.dedup();
    State(fluents.into())
}

impl Playable for Interpreter {
    type State = State;
    type Move = Move;
    type Error = InterpretError;

    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn initial(&mut self) -> Result<State, InterpretError> {
        self.derive(Keyword::Init)?;
        Ok(self.fluents_of(Keyword::Init))
    }

    fn is_terminal(&mut self, state: &State) -> Result<bool, InterpretError> {
        self.enter(state);
        self.derive(Keyword::Terminal)?;
        Ok(!self.atoms(Keyword::Terminal).is_empty())
    }

    fn legal_moves(&mut self, state: &State) -> Result<Vec<Vec<Move>>, InterpretError> {
        self.enter(state);
        self.derive(Keyword::Legal)?;
        let lists = self.by_role(Keyword::Legal).into_iter();
        Ok(lists
            .map(|list| list.into_iter().map(Move).collect())
            .collect())
    }

    fn successor(&mut self, state: &State, joint: &[Move]) -> Result<State, InterpretError> {
        self.enter(state);
        self.forget(Lasts::Moves);
        self.database.instances = 0;
        let roles = self.role_terms.clone();
        let made = roles
            .iter()
            .zip(joint)
            .map(|(&role, &Move(mov))| [role, mov]);
        self.set(Keyword::Does, made);
        self.derive(Keyword::Next)?;
        Ok(self.fluents_of(Keyword::Next))
    }

    fn goals(&mut self, state: &State) -> Result<Vec<Vec<GoalValue>>, InterpretError> {
        self.enter(state);
        self.derive(Keyword::Goal)?;
        let terms = &self.database.terms;
        let value = |term| GoalValue::from_text(terms.text(term));
        let lists = self.by_role(Keyword::Goal).into_iter();
        Ok(lists
            .map(|list| GoalValue::distinct(list.into_iter().map(value)))
            .collect())
    }

    fn state_of(&mut self, fluents: &[String]) -> Option<State> {
        let mut terms = Vec::new();
        for fluent in fluents {
            for term in parse_terms(&Source::new("fluent", fluent.as_bytes())).ok()? {
                terms.push(self.ground(&term)?);
            }
        }
        Some(sorted_state(terms))
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        let terms = &self.database.terms;
        let mut fluents = state.0.to_vec();
        fluents.sort_by(|&left, &right| terms.compare(left, right));
        fluents
            .into_iter()
            .map(|fluent| terms.text(fluent))
            .collect()
    }

    fn move_text(&self, &Move(mov): &Move) -> String {
        self.database.terms.text(mov)
    }
}

impl RuleGroup {
    fn of(component: &Component) -> Self {
        RuleGroup {
            members: component.members.clone(),
            rules: Vec::new(),
            recursive: component.recursive,
            through_negation: component.through_negation,
        }
    }
}

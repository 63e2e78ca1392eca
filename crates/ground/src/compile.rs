//! From instances of rules to the circuit of a [`GroundGame`].

use ::game::GoalValue;
use gdl::{Rules, TermId, strong_components};
use rustc_hash::FxHashMap;

use crate::atoms::AtomId;
use crate::budget::{Budget, GroundError};
use crate::circuit::{Circuit, NodeId};
use crate::derive::{Derived, Keywords, derive};
use crate::game::GroundGame;
use crate::ids::{FluentId, MoveId};
use crate::instances::{GroundCondition, Part};
use crate::normalise::{KEYWORDS, normalise};
use crate::program::{PredicateId, Program};
use crate::rigid::fix_rigid;
use crate::simplify::simplify;
use crate::undefined::Doubts;

/// Most atoms times rules for which the well-founded model is written out where atoms
/// depend on each other's negations.
const MAX_UNDECIDED: usize = 1 << 20;

impl GroundGame {
    /// Makes rules ground.
    ///
    /// # Errors
    ///
    /// When the budget is exceeded, or a ground atom depends on its own negation in a
    /// way that a state alone does not settle. If a reachable state leaves an atom
    /// undefined, the game is ill-formed there: nobody has a legal move, or a role has
    /// no goal.
    pub fn new(rules: &Rules, budget: &Budget) -> Result<Self, GroundError> {
        let mut program = normalise(rules)?;
        let keywords = Keywords::first();
        program.classify(&[keywords.truth, keywords.does]);
        require_static(&program, &keywords)?;
        let doubts = Doubts::new(&program);
        fix_rigid(&mut program, &keywords);
        let derived = derive(program, rules, &keywords, budget)?;
        let mut compiler = Compiler::new(&derived, &keywords, doubts);
        compiler.compile()?;
        let doubts = std::mem::take(&mut compiler.doubts);
        let game = doubts.apply(compiler.game(), &derived, &keywords)?;
        Ok(simplify(game))
    }
}

/// Refuses rules whose roles or initial state depend on predicates that depend on their
/// own negation, whatever the ground atoms do: they are unknown before any state is.
fn require_static(program: &Program, keywords: &Keywords) -> Result<(), GroundError> {
    for (predicate, name) in [(keywords.role, "role"), (keywords.init, "init")] {
        if !program.predicates[predicate.index()].is_static() {
            let atom = name.to_owned();
            return Err(GroundError::Unstratified { atom });
        }
    }
    Ok(())
}

impl Keywords {
    /// The predicates of the language, which come first in every program.
    fn first() -> Self {
        let [role, init, terminal, legal, goal, next, truth, does] =
            std::array::from_fn::<_, { KEYWORDS.len() }, _>(|place| PredicateId(place as u32));
        Keywords {
            role,
            init,
            terminal,
            legal,
            goal,
            next,
            truth,
            does,
        }
    }
}

/// The instances of each atom.
struct ByHead {
    /// Where the instances of each atom end.
    ends: Vec<u32>,
    instances: Vec<u32>,
}

impl ByHead {
    fn new(derived: &Derived) -> Self {
        let numbers = 0..derived.instances.len() as u32;
        let mut instances: Vec<u32> = numbers.collect();
        let head = |&instance: &u32| derived.instances.head_of(instance as usize);
        instances.sort_by_key(head);
        let atoms = 0..derived.atoms.len() as u32;
        let end = |atom| instances.partition_point(|it| head(it) <= AtomId(atom)) as u32;
        ByHead {
            ends: atoms.map(end).collect(),
            instances,
        }
    }

    fn instances(&self, atom: usize) -> &[u32] {
        let start = atom.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.instances[start as usize..self.ends[atom] as usize]
    }
}

struct Compiler<'a> {
    derived: &'a Derived,
    keywords: &'a Keywords,
    circuit: Circuit,
    /// The node of each atom that has been compiled.
    nodes: Vec<Option<NodeId>>,
    /// Nodes that stand for atoms in negations, where they differ from the atom's own.
    assumed: FxHashMap<usize, NodeId>,
    /// Which atoms a state may leave undefined, and in which states.
    doubts: Doubts,
    fluents: Vec<TermId>,
    roles: Vec<TermId>,
    /// The moves of each role.
    moves: Vec<Vec<TermId>>,
}

impl<'a> Compiler<'a> {
    fn new(derived: &'a Derived, keywords: &'a Keywords, doubts: Doubts) -> Self {
        let mut compiler = Compiler {
            derived,
            keywords,
            circuit: Circuit::new(),
            nodes: vec![None; derived.atoms.len()],
            assumed: FxHashMap::default(),
            doubts,
            fluents: Vec::new(),
            roles: Vec::new(),
            moves: Vec::new(),
        };
        compiler.roles = compiler.arguments_of(keywords.role);
        compiler.fluents = compiler.arguments_of(keywords.truth);
        compiler.read_fluents();
        compiler.read_moves();
        compiler
    }

    /// The arguments of all atoms of a predicate that has one.
    fn arguments_of(&self, predicate: PredicateId) -> Vec<TermId> {
        let Derived { terms, atoms, .. } = self.derived;
        let argument = |&atom| terms.arguments(atoms.term(atom))[0];
        atoms.of(predicate).iter().map(argument).collect()
    }

    /// Gives `true` its nodes.
    fn read_fluents(&mut self) {
        let terms = &self.derived.terms;
        self.fluents
            .sort_by(|&left, &right| terms.compare(left, right));
        for number in 0..self.fluents.len() {
            let atom = self.atom(self.keywords.truth, &[self.fluents[number]]);
            let atom = atom.expect("fluents are read from the atoms of `true`");
            let node = self.circuit.fluent(FluentId(number as u32));
            self.nodes[atom.index()] = Some(node);
        }
    }

    /// Gives `does` its nodes.
    fn read_moves(&mut self) {
        let Derived { terms, atoms, .. } = self.derived;
        self.moves = vec![Vec::new(); self.roles.len()];
        for &atom in atoms.of(self.keywords.does) {
            let [role, mov] = *terms.arguments(atoms.term(atom)) else {
                unreachable!("`does` has two arguments")
            };
            if let Some(place) = self.roles.iter().position(|&known| known == role) {
                self.moves[place].push(mov);
            }
        }
        for moves in &mut self.moves {
            moves.sort_by(|&left, &right| terms.compare(left, right));
        }
        let pairs: Vec<[TermId; 2]> = self.role_moves().collect();
        for (number, pair) in pairs.iter().enumerate() {
            let atom = self.atom(self.keywords.does, pair);
            let atom = atom.expect("moves are read from the atoms of `does`");
            let node = self.circuit.mov(MoveId(number as u32));
            self.nodes[atom.index()] = Some(node);
        }
    }

    /// Every role with each of its moves, in the order of their numbers.
    fn role_moves(&self) -> impl Iterator<Item = [TermId; 2]> {
        let pairs = self.roles.iter().zip(&self.moves);
        pairs.flat_map(|(&role, moves)| moves.iter().map(move |&mov| [role, mov]))
    }

    /// The atom of a predicate with these arguments, if it may hold.
    fn atom(&self, predicate: PredicateId, arguments: &[TermId]) -> Option<AtomId> {
        let Derived { terms, atoms, .. } = self.derived;
        let name = terms.name_of(atoms.term(*atoms.of(predicate).first()?));
        atoms.id(terms.find(name, arguments)?)
    }

    /// Gives every derived atom its node.
    fn compile(&mut self) -> Result<(), GroundError> {
        let by_head = ByHead::new(self.derived);
        let count = self.derived.atoms.len();
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut negative: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (atom, edges) in edges.iter_mut().enumerate() {
            for &instance in by_head.instances(atom) {
                for part in self.derived.instances.body_of(instance as usize) {
                    self.add_edges(*part, edges, &mut negative[atom]);
                }
            }
        }
        for members in strong_components(&edges) {
            self.compile_component(&members, &edges, &negative, &by_head)?;
        }
        Ok(())
    }

    fn add_edges(&self, part: Part, edges: &mut Vec<usize>, negative: &mut Vec<usize>) {
        match part {
            Part::Holds(atom) => edges.push(atom.index()),
            Part::Absent(term) => self.add_negative(term, edges, negative),
            Part::Nested(number) => {
                let mut open = vec![self.derived.instances.nested(number)];
                while let Some(condition) = open.pop() {
                    match condition {
                        GroundCondition::Constant(_) => {}
                        GroundCondition::Holds(term) => {
                            edges.extend(self.derived.atoms.id(*term).map(AtomId::index));
                        }
                        GroundCondition::Absent(term) => self.add_negative(*term, edges, negative),
                        GroundCondition::All(parts) | GroundCondition::Any(parts) => {
                            open.extend(parts);
                        }
                    }
                }
            }
        }
    }

    fn add_negative(&self, term: TermId, edges: &mut Vec<usize>, negative: &mut Vec<usize>) {
        let atom = self.derived.atoms.id(term).map(AtomId::index);
        edges.extend(atom);
        negative.extend(atom);
    }

    fn compile_component(
        &mut self,
        members: &[usize],
        edges: &[Vec<usize>],
        negative: &[Vec<usize>],
        by_head: &ByHead,
    ) -> Result<(), GroundError> {
        let inside = |&to: &usize| members.binary_search(&to).is_ok();
        if let Some(&atom) = members
            .iter()
            .find(|&&member| negative[member].iter().any(inside))
        {
            // Negative edges are counted among all edges too, so a surplus means a
            // positive edge.
            let count = |edges: &[usize]| edges.iter().filter(|it| inside(it)).count();
            let more = |&it: &usize| count(&edges[it]) > count(&negative[it]);
            let is_loop = members.iter().any(more);
            return self.compile_undecided(atom, (members, is_loop), by_head);
        }
        let is_loop = members
            .iter()
            .any(|&member| edges[member].iter().any(inside));
        if !is_loop {
            self.compile_atom(members[0], by_head);
            return Ok(());
        }
        self.least_values(members, by_head);
        Ok(())
    }

    /// Gives atoms that depend on each other in a circle the least values that agree.
    fn least_values(&mut self, members: &[usize], by_head: &ByHead) -> Vec<NodeId> {
        let variables = self.circuit.open_loop(members.len());
        for (&member, &variable) in members.iter().zip(&variables) {
            self.nodes[member] = Some(variable);
        }
        let definitions = members
            .iter()
            .map(|&member| self.definition(by_head.instances(member)));
        let definitions: Vec<NodeId> = definitions.collect();
        let pairs = variables.iter().copied().zip(definitions);
        self.circuit.close_loop(pairs.collect());
        variables
    }

    /// Gives atoms that depend on each other's negations the values of the well-founded
    /// model, by writing out the alternating fixpoint that the interpreter computes in
    /// each state.
    ///
    /// Negations read from an underestimate give an overestimate, and the other way
    /// round. So, starting from nothing, every second value is a lower bound, and the
    /// lower bounds grow: in each state by at least one atom until they stay the same,
    /// so there are at most as many rounds as atoms. Where the last two bounds differ,
    /// an atom is undefined.
    fn compile_undecided(
        &mut self,
        atom: usize,
        (members, is_loop): (&[usize], bool),
        by_head: &ByHead,
    ) -> Result<(), GroundError> {
        let instances = members.iter().map(|&it| by_head.instances(it).len());
        let size = members.len() + instances.sum::<usize>();
        if members.len().saturating_mul(size) > MAX_UNDECIDED {
            let term = self.derived.atoms.term(AtomId(atom as u32));
            let atom = self.derived.terms.text(term);
            return Err(GroundError::Unstratified { atom });
        }
        let mut lower = vec![NodeId::FALSE; members.len()];
        let mut upper = self.with_negations((members, is_loop), &lower, by_head);
        for _ in members {
            let next = self.with_negations((members, is_loop), &upper, by_head);
            if next == lower {
                break;
            }
            lower = next;
            upper = self.with_negations((members, is_loop), &lower, by_head);
        }
        for ((&member, &lower), &upper) in members.iter().zip(&lower).zip(&upper) {
            self.nodes[member] = Some(lower);
            let not = self.circuit.not(lower);
            let when = self.circuit.and(vec![upper, not]);
            self.doubts.add(AtomId(member as u32), when);
        }
        Ok(())
    }

    /// What follows for atoms if their negations are read from `assumed`. `is_loop`:
    /// they also depend on each other without negations.
    fn with_negations(
        &mut self,
        (members, is_loop): (&[usize], bool),
        assumed: &[NodeId],
        by_head: &ByHead,
    ) -> Vec<NodeId> {
        let pairs = members.iter().copied().zip(assumed.iter().copied());
        self.assumed = pairs.collect();
        let nodes = match is_loop {
            true => self.least_values(members, by_head),
            false => {
                let definitions = members.iter();
                let definitions = definitions.map(|&it| self.definition(by_head.instances(it)));
                definitions.collect()
            }
        };
        self.assumed.clear();
        nodes
    }

    fn compile_atom(&mut self, member: usize, by_head: &ByHead) {
        if self.nodes[member].is_some() {
            return;
        }
        let predicate = self.derived.atoms.predicate(AtomId(member as u32));
        let node = match self.derived.predicates[predicate.index()].is_static() {
            true => NodeId::TRUE,
            false => self.definition(by_head.instances(member)),
        };
        self.nodes[member] = Some(node);
    }

    fn definition(&mut self, instances: &[u32]) -> NodeId {
        let bodies = instances.iter().map(|&instance| {
            let parts = self.derived.instances.body_of(instance as usize).iter();
            let parts = parts.map(|&part| self.part(part)).collect();
            self.circuit.and(parts)
        });
        let bodies = bodies.collect();
        self.circuit.or(bodies)
    }

    fn part(&mut self, part: Part) -> NodeId {
        match part {
            Part::Holds(atom) => self.node(atom),
            Part::Absent(term) => self.absent(term),
            Part::Nested(number) => self.condition(self.derived.instances.nested(number)),
        }
    }

    /// The node of an atom; what was never derived does not hold.
    fn holds(&self, term: TermId) -> NodeId {
        let atom = self.derived.atoms.id(term);
        atom.map_or(NodeId::FALSE, |atom| self.node(atom))
    }

    fn absent(&mut self, term: TermId) -> NodeId {
        let atom = self.derived.atoms.id(term).map(AtomId::index);
        let assumed = atom.and_then(|atom| self.assumed.get(&atom)).copied();
        let node = assumed.unwrap_or_else(|| self.holds(term));
        self.circuit.not(node)
    }

    fn node(&self, atom: AtomId) -> NodeId {
        self.nodes[atom.index()].expect("components come after what they depend on")
    }

    fn condition(&mut self, condition: &GroundCondition) -> NodeId {
        match condition {
            GroundCondition::Constant(true) => NodeId::TRUE,
            GroundCondition::Constant(false) => NodeId::FALSE,
            GroundCondition::Holds(term) => self.holds(*term),
            GroundCondition::Absent(term) => self.absent(*term),
            GroundCondition::All(parts) => {
                let parts = parts.iter().map(|part| self.condition(part)).collect();
                self.circuit.and(parts)
            }
            GroundCondition::Any(parts) => {
                let parts = parts.iter().map(|part| self.condition(part)).collect();
                self.circuit.or(parts)
            }
        }
    }

    fn game(self) -> GroundGame {
        let terms = &self.derived.terms;
        let text = |&term: &TermId| terms.text(term);
        let node = |atom: Option<AtomId>| atom.map_or(NodeId::FALSE, |atom| self.node(atom));
        let legal = self.role_moves();
        let legal = legal.map(|pair| node(self.atom(self.keywords.legal, &pair)));
        let next = self
            .fluents
            .iter()
            .map(|&fluent| node(self.atom(self.keywords.next, &[fluent])));
        let initial = self.fluents.iter();
        let initial = initial.map(|&fluent| self.atom(self.keywords.init, &[fluent]).is_some());
        let terminal = self
            .derived
            .atoms
            .of(self.keywords.terminal)
            .first()
            .copied();
        GroundGame {
            roles: self.roles.iter().map(text).collect(),
            fluents: self.fluents.iter().map(text).collect(),
            moves: self.moves.iter().flatten().map(text).collect(),
            move_ends: self
                .moves
                .iter()
                .scan(0, |end, moves| {
                    *end += moves.len();
                    Some(*end)
                })
                .collect(),
            initial: initial.collect(),
            terminal: node(terminal),
            legal: legal.collect(),
            next: next.collect(),
            goals: self.roles.iter().map(|&role| self.goals_of(role)).collect(),
            instances: self.derived.instances.len(),
            circuit: self.circuit,
        }
    }

    fn goals_of(&self, role: TermId) -> Vec<(GoalValue, NodeId)> {
        let Derived { terms, atoms, .. } = self.derived;
        let mut goals = Vec::new();
        for &atom in atoms.of(self.keywords.goal) {
            let [of, value] = *terms.arguments(atoms.term(atom)) else {
                unreachable!("`goal` has two arguments")
            };
            if of == role {
                let value = GoalValue::from_text(terms.text(value));
                goals.push((value, self.node(atom)));
            }
        }
        goals
    }
}

//! The effect of each move, as conditions on the packed state alone.
//!
//! In: a [`GroundGame`], whose circuit reads fluents and moves. Out: for each
//! role and each of its moves the bits that the move changes.
//!
//! A role's moves are specialised to states where no other role has two legal
//! moves. There each other role makes its only legal move, so `does` of one of
//! their moves is the same as `legal` of it, and a successor depends only on the
//! state and the one role's move. Fluents that a move leaves unchanged cost
//! nothing: their fields are not written.

use std::collections::{BTreeMap, BTreeSet};

use analysis::Group;
use game::RoleId;
use ground::{Circuit, FluentId, GroundGame, MoveId, NodeId};
use rustc_hash::FxHashMap;

use crate::compile::net::{Literal, Net, Node};
use crate::compile::packing::Packing;
use crate::knobs::Knobs;

/// The effect of a move where it is legal.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The role that makes the move.
    pub role: RoleId,
    /// The move.
    pub mov: MoveId,
    /// When it is legal.
    pub legal: Literal,
    /// The bits that it changes, by place, and the new value of each.
    pub writes: Vec<(u32, Literal)>,
}

/// The effects of all moves on states with a bit for each fluent.
#[derive(Clone, Debug)]
pub struct FluentEffects {
    /// The conditions.
    pub net: Net,
    /// The fluent of each bit.
    pub fluents: Vec<FluentId>,
    /// When the game has ended.
    pub terminal: Literal,
    /// For each role the conditions of its goals, in the order of the game.
    pub goals: Vec<Vec<Literal>>,
    /// For each role the effects of its moves, where no other role has a choice.
    pub effects: Vec<Effect>,
}

impl FluentEffects {
    /// The effects of the moves of a game, given the fluents that never change; `None` if
    /// its rules depend on each other in a cycle.
    pub fn new(game: &GroundGame, constants: &[FluentId], knobs: &Knobs) -> Option<Self> {
        FluentEffects::within(game, constants, knobs, usize::MAX)
    }

    /// The same; `None` also if that takes more than so many steps: gates that are made again,
    /// and fields that are looked at, for all moves together.
    pub fn within(
        game: &GroundGame,
        constants: &[FluentId],
        knobs: &Knobs,
        steps: usize,
    ) -> Option<Self> {
        let packing = bits(game, constants);
        let mut specialiser = Specialiser::new(game, &packing, knobs)?;
        specialiser.steps = steps;
        let rules = specialiser.all()?;
        Some(FluentEffects::of(&packing, rules))
    }

    /// The same, given for each role what holds whenever it has a choice: the effects of
    /// its moves are right only then.
    pub fn by_turn(
        game: &GroundGame,
        constants: &[FluentId],
        on_turn: &[Vec<(FluentId, bool)>],
        knobs: &Knobs,
    ) -> Option<Self> {
        let packing = bits(game, constants);
        let mut specialiser = Specialiser::new(game, &packing, knobs)?;
        specialiser.evaluate_states();
        let (terminal, goals) = specialiser.ends();
        let always = specialiser.fluents.clone();
        let mut effects = Vec::new();
        for (role, on_turn) in RoleId::all(game.roles().len()).zip(on_turn) {
            // Written in as constants: rules of other roles' moves vanish at once.
            specialiser.fluents.clone_from(&always);
            for (fluent, value) in on_turn {
                specialiser.fluents[fluent.index()] = Literal::constant(*value);
            }
            specialiser.evaluate_states();
            effects.extend(specialiser.effects_of(role));
        }
        let rules = Specialised {
            net: specialiser.net,
            terminal,
            goals,
            effects,
        };
        Some(FluentEffects::of(&packing, rules))
    }

    fn of(packing: &Packing, rules: Specialised) -> Self {
        // Every field has one bit, so fields are in the order of bits.
        let fields = packing.fields.iter();
        let fluents = fields.map(|field| field.codes[1].expect("code 1 stands for the fluent"));
        FluentEffects {
            fluents: fluents.collect(),
            net: rules.net,
            terminal: rules.terminal,
            goals: rules.goals,
            effects: rules.effects,
        }
    }
}

/// A bit for each fluent but the constant ones.
fn bits(game: &GroundGame, constants: &[FluentId]) -> Packing {
    let changing = game.fluent_ids().filter(|it| !constants.contains(it));
    let groups: Vec<Group> = changing
        .map(|fluent| Group {
            fluents: vec![fluent],
            exactly_one: false,
        })
        .collect();
    Packing::new(game, &groups)
}

/// A game in terms of packed states.
#[derive(Clone, Debug)]
pub(crate) struct Specialised {
    pub net: Net,
    pub terminal: Literal,
    /// For each role the conditions of its goals, in the order of the game.
    pub goals: Vec<Vec<Literal>>,
    pub effects: Vec<Effect>,
}

/// Specialises the rules of a game; `None` if its moves make rules depend on each
/// other in a cycle.
pub(crate) fn specialise(
    game: &GroundGame,
    packing: &Packing,
    knobs: &Knobs,
) -> Option<Specialised> {
    Specialiser::new(game, packing, knobs)?.all()
}

struct Specialiser<'a> {
    game: &'a GroundGame,
    packing: &'a Packing,
    /// Nodes that are visited to simplify the effect of a move.
    simplified: usize,
    /// Steps that are left; none are 0.
    steps: usize,
    fluents: Vec<Literal>,
    net: Net,
    /// Which nodes read a node.
    readers: Vec<Vec<u32>>,
    /// The fields with a fluent whose next value is this node.
    fields_of: FxHashMap<usize, Vec<usize>>,
    /// Which nodes depend on moves.
    late: Vec<bool>,
    /// Each node as a literal; those that depend on moves, as if the current role
    /// made no move.
    values: Vec<Literal>,
}

impl<'a> Specialiser<'a> {
    fn new(game: &'a GroundGame, packing: &'a Packing, knobs: &Knobs) -> Option<Self> {
        if !game.circuit().loops().is_empty() {
            return None;
        }
        let mut net = Net::new(knobs.merged_literals);
        Some(Specialiser {
            game,
            packing,
            simplified: knobs.simplified_nodes,
            steps: usize::MAX,
            fluents: packing.literals(&mut net),
            net,
            readers: readers(game.circuit()),
            fields_of: fields_of(game, packing),
            late: game.circuit().reads_moves(),
            values: vec![Literal::FALSE; game.circuit().nodes().len()],
        })
    }

    /// The effects of all moves; `None` if no steps are left.
    fn all(mut self) -> Option<Specialised> {
        self.evaluate_states();
        let (terminal, goals) = self.ends();
        let mut effects = Vec::new();
        for role in RoleId::all(self.game.roles().len()) {
            effects.extend(self.effects_of(role));
        }
        (self.steps > 0).then_some(Specialised {
            terminal,
            goals,
            effects,
            net: self.net,
        })
    }

    /// Takes steps; none are left if there were fewer.
    fn take(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// When the game has ended, and for each role the conditions of its goals.
    fn ends(&self) -> (Literal, Vec<Vec<Literal>>) {
        let value = |node: NodeId| self.values[node.index()];
        let goals_of = |role| {
            let goals = self.game.goals(role).iter();
            goals.map(|&(_, node)| value(node)).collect()
        };
        let roles = RoleId::all(self.game.roles().len());
        (value(self.game.terminal()), roles.map(goals_of).collect())
    }

    fn evaluate_states(&mut self) {
        for place in 0..self.values.len() {
            if !self.late[place] {
                self.values[place] = self.evaluate(place, &FxHashMap::default());
            }
        }
    }

    /// A node's literal, given the literals of the nodes that it reads: those in
    /// `changed`, and the usual ones of all others.
    fn evaluate(&mut self, place: usize, changed: &FxHashMap<usize, Literal>) -> Literal {
        use ground::Node as Gate;
        let values = &self.values;
        let value = |node: &NodeId| {
            let changed = changed.get(&node.index()).copied();
            changed.unwrap_or(values[node.index()])
        };
        match &self.game.circuit().nodes()[place] {
            Gate::Constant(constant) => Literal::constant(*constant),
            Gate::Fluent(fluent) => self.fluents[fluent.index()],
            Gate::Move(mov) => values[self.game.legal(*mov).index()],
            Gate::Not(inner) => !value(inner),
            // If one part settles it the others are not evaluated: a move in many
            // alternatives would take much work.
            Gate::And(parts) if parts.iter().any(|it| value(it) == Literal::FALSE) => {
                Literal::FALSE
            }
            Gate::Or(parts) if parts.iter().any(|it| value(it) == Literal::TRUE) => Literal::TRUE,
            Gate::And(parts) => {
                let parts = parts.iter().map(value).collect();
                self.net.and(parts)
            }
            Gate::Or(parts) => {
                let parts = parts.iter().map(value).collect();
                self.net.or(parts)
            }
            Gate::Variable(_) => unreachable!("games with loops are not specialised"),
        }
    }

    fn effects_of(&mut self, role: RoleId) -> Vec<Effect> {
        let own: BTreeSet<MoveId> = self.game.moves_of(role).collect();
        let nodes = self.game.circuit().nodes();
        let is_own =
            |node: &ground::Node| matches!(node, ground::Node::Move(mov) if own.contains(mov));
        let mut places: FxHashMap<MoveId, usize> = FxHashMap::default();
        for (place, node) in nodes.iter().enumerate() {
            if !self.late[place] {
                continue;
            }
            self.values[place] = match node {
                node if is_own(node) => Literal::FALSE,
                _ => self.evaluate(place, &FxHashMap::default()),
            };
            if let ground::Node::Move(mov) = node {
                places.insert(*mov, place);
            }
        }
        let fields = 0..self.packing.fields.len();
        let unmoved = FxHashMap::default();
        let changing: Vec<usize> = fields.filter(|&it| self.changes(it, &unmoved)).collect();
        let effects = own
            .into_iter()
            .map(|mov| self.effect(role, mov, places.get(&mov), &changing));
        effects.flatten().collect()
    }

    /// The effect of a move; `None` if it is never legal. `changing` are the fields that
    /// change if no move is made.
    fn effect(
        &mut self,
        role: RoleId,
        mov: MoveId,
        place: Option<&usize>,
        changing: &[usize],
    ) -> Option<Effect> {
        let legal = self.values[self.game.legal(mov).index()];
        if legal == Literal::FALSE || self.steps == 0 {
            return None;
        }
        let changed = place.map_or_else(FxHashMap::default, |&place| self.with_move(place));
        let mut known = Known::new(&self.net, legal, self.simplified);
        let mut writes = Vec::new();
        // All others keep their values: most moves concern few of very many fields.
        let touched = changed.keys().filter_map(|node| self.fields_of.get(node));
        let mut fields: Vec<usize> = touched.flatten().chain(changing).copied().collect();
        fields.sort_unstable();
        fields.dedup();
        self.take(fields.len());
        for field in fields {
            self.write(field, &changed, &mut known, &mut writes);
        }
        Some(Effect {
            role,
            mov,
            legal,
            writes,
        })
    }

    /// The nodes that differ when the move of this node is made.
    fn with_move(&mut self, place: usize) -> FxHashMap<usize, Literal> {
        let mut changed = FxHashMap::default();
        changed.insert(place, Literal::TRUE);
        // In ascending order: what a node reads is settled before it.
        let mut open: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut differs = place;
        loop {
            for &reader in &self.readers[differs] {
                open.entry(reader).or_default().push(differs);
            }
            loop {
                let next = open.pop_first().filter(|_| self.steps > 0);
                let Some((reader, reads)) = next else {
                    return changed;
                };
                let reader = reader as usize;
                let value = self.reevaluate(reader, &reads, &changed);
                if value != self.values[reader] {
                    changed.insert(reader, value);
                    differs = reader;
                    break;
                }
            }
        }
    }

    /// Like [`Specialiser::evaluate`], where only these of the nodes that it reads
    /// have changed. If they never held before, alternatives are extended by their
    /// new literals: most gates that read a move read very many.
    fn reevaluate(
        &mut self,
        place: usize,
        reads: &[usize],
        changed: &FxHashMap<usize, Literal>,
    ) -> Literal {
        let is_or = matches!(self.game.circuit().nodes()[place], ground::Node::Or(_));
        let never = |&read: &usize| self.values[read] == Literal::FALSE;
        if !is_or || !reads.iter().all(never) {
            self.take(1 + self.arity(place));
            return self.evaluate(place, changed);
        }
        self.take(1 + reads.len());
        let new = reads.iter().map(|read| changed[read]);
        let parts = new.chain([self.values[place]]).collect();
        self.net.or(parts)
    }

    /// How many nodes a node reads.
    fn arity(&self, place: usize) -> usize {
        use ground::Node as Gate;
        match &self.game.circuit().nodes()[place] {
            Gate::And(parts) | Gate::Or(parts) => parts.len(),
            _ => 1,
        }
    }

    /// The next value of a fluent.
    fn next(&self, fluent: FluentId, changed: &FxHashMap<usize, Literal>) -> Literal {
        let node = self.game.next(fluent).index();
        changed.get(&node).copied().unwrap_or(self.values[node])
    }

    /// Whether a fluent of a field changes.
    fn changes(&self, field: usize, changed: &FxHashMap<usize, Literal>) -> bool {
        let mut fluents = self.packing.fields[field].codes.iter().flatten();
        fluents.any(|&it| self.next(it, changed) != self.fluents[it.index()])
    }

    /// Adds the bits of a field that change.
    fn write(
        &mut self,
        number: usize,
        changed: &FxHashMap<usize, Literal>,
        known: &mut Known,
        writes: &mut Vec<(u32, Literal)>,
    ) {
        if !self.changes(number, changed) {
            return;
        }
        let field = &self.packing.fields[number];
        let next = field.codes.iter();
        let next = next.map(|fluent| fluent.map(|fluent| self.next(fluent, changed)));
        let next: Vec<Option<Literal>> = next.collect();
        // Simplified before they are joined: what is known, such as whose turn it
        // is, is mostly part of each, and would be searched in all bits.
        let next = next
            .into_iter()
            .map(|next| next.map(|next| known.simplify(&mut self.net, next)));
        let next: Vec<Option<Literal>> = next.collect();
        for bit in 0..field.bits {
            let coded = (0..next.len()).filter(|code| code >> bit & 1 == 1);
            let parts = coded.filter_map(|code| next[code]).collect();
            let new = self.net.or(parts);
            let new = known.simplify(&mut self.net, new);
            let now = self.net.bit(field.first + bit);
            if new != known.simplify(&mut self.net, now) {
                writes.push((field.first + bit, new));
            }
        }
    }
}

/// What is known where a move is legal.
struct Known {
    values: FxHashMap<usize, Literal>,
    left: usize,
}

impl Known {
    fn new(net: &Net, legal: Literal, left: usize) -> Self {
        let mut values = FxHashMap::default();
        let mut open = vec![legal];
        while let Some(literal) = open.pop() {
            values.insert(literal.node(), Literal::constant(!literal.is_negated()));
            open.extend(net.conjuncts(literal).into_iter().flatten());
        }
        Known { values, left }
    }

    /// The literal, simplified by what is known.
    fn simplify(&mut self, net: &mut Net, literal: Literal) -> Literal {
        let known = self.values.get(&literal.node()).copied();
        let simple = known.unwrap_or_else(|| self.simplify_node(net, literal.node()));
        if literal.is_negated() {
            !simple
        } else {
            simple
        }
    }

    fn simplify_node(&mut self, net: &mut Net, node: usize) -> Literal {
        let same = Literal::of_node(node);
        let Node::And(parts) = net.node(node) else {
            return same;
        };
        if self.left == 0 {
            return same;
        }
        self.left -= 1;
        let parts = parts.clone();
        let parts = parts.iter().map(|&part| self.simplify(net, part)).collect();
        let simple = net.and(parts);
        self.values.insert(node, simple);
        simple
    }
}

fn fields_of(game: &GroundGame, packing: &Packing) -> FxHashMap<usize, Vec<usize>> {
    let mut fields: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (number, field) in packing.fields.iter().enumerate() {
        for fluent in field.codes.iter().flatten() {
            let node = game.next(*fluent).index();
            fields.entry(node).or_default().push(number);
        }
    }
    fields
}

fn readers(circuit: &Circuit) -> Vec<Vec<u32>> {
    let mut readers = vec![Vec::new(); circuit.nodes().len()];
    for (place, node) in circuit.nodes().iter().enumerate() {
        for read in node.reads() {
            readers[read.index()].push(place as u32);
        }
    }
    readers
}

//! What the moves of each role do, as relations.
//!
//! A role's moves are encoded for states in which no other role has a choice. Mostly
//! each of the others has one legal move there, and makes it where it is legal. If some
//! have several that do the same, the first is taken (`choice`). So a successor depends
//! on the state and the one role's move alone.

mod choice;
mod strays;

use std::collections::{BTreeMap, BTreeSet};

use game::RoleId;
use ground::{FluentId, GroundGame, Loop, MoveId, Node, NodeId};
use rustc_hash::FxHashMap;

use crate::diagram::{Halt, Set};
use crate::encode::encoding::{Encoding, Field};
use crate::encode::formula::{any, gate, needed};
use crate::encode::loops::{Sets, beginning, containing, settle};
use crate::encode::relation::{Write, build};
use crate::matrix::MatrixId;
use crate::space::Space;

/// Nodes to evaluate again, and which of their parts have changed.
type Open = BTreeMap<u32, Vec<usize>>;

/// The circuit of a game in sets, for one role after the other.
pub(crate) struct Moves<'a> {
    space: &'a Space,
    game: &'a GroundGame,
    encoding: &'a Encoding,
    fluents: &'a [Set],
    needed: Vec<bool>,
    late: Vec<bool>,
    readers: Vec<Vec<u32>>,
    /// Each needed node as a set. Nodes that depend on moves are evaluated as if the
    /// current role made no move.
    values: Vec<Set>,
    /// The moves of the current role.
    own: BTreeSet<MoveId>,
    /// For each move of the other roles, in which of the current role's states it is
    /// made. What it is elsewhere does not matter.
    others: Vec<Set>,
    /// For each field the states in which its code is in use.
    valid: Vec<Set>,
    /// The fields that depend on the next value of a node.
    fields_of: FxHashMap<usize, Vec<usize>>,
    /// The fields that change even if the current role makes no move.
    restless: BTreeSet<usize>,
    /// Whether roles that are not to move may have several legal moves that do the
    /// same; then the first is made.
    first_alone: bool,
}

pub(crate) use choice::Kind;

impl<'a> Moves<'a> {
    pub fn new(
        space: &'a Space,
        game: &'a GroundGame,
        encoding: &'a Encoding,
        fluents: &'a [Set],
    ) -> Result<Self, Halt> {
        let nodes = game.circuit().nodes();
        let roles = RoleId::all(game.roles().len());
        let legal = roles.flat_map(|role| game.moves_of(role).map(|mov| game.legal(mov)));
        let next = game.fluent_ids().map(|fluent| game.next(fluent));
        let mut readers = vec![Vec::new(); nodes.len()];
        for (place, node) in nodes.iter().enumerate() {
            for read in node.reads() {
                readers[read.index()].push(place as u32);
            }
        }
        for around in game.circuit().loops() {
            for (variable, is) in &around.definitions {
                readers[is.index()].push(variable.index() as u32);
            }
        }
        let valid = encoding.fields.iter().map(|it| it.valid(space)).collect();
        let valid: Result<Vec<Set>, Halt> = valid;
        let mut fields_of: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (place, field) in encoding.fields.iter().enumerate() {
            for fluent in field.block.fluents() {
                let node = game.next(fluent).index();
                fields_of.entry(node).or_default().push(place);
            }
        }
        let mut moves = Moves {
            space,
            game,
            encoding,
            fluents,
            needed: needed(game, legal.chain(next)),
            late: game.circuit().reads_moves(),
            readers,
            values: vec![space.empty(); nodes.len()],
            own: BTreeSet::new(),
            others: Vec::new(),
            valid: valid?,
            fields_of,
            restless: BTreeSet::new(),
            first_alone: false,
        };
        moves.evaluate_all(|moves, place| !moves.late[place])?;
        Ok(moves)
    }

    /// For each move the states in which it is legal.
    pub fn legal(&self) -> Vec<Set> {
        let roles = RoleId::all(self.game.roles().len());
        let moves = roles.flat_map(|role| self.game.moves_of(role));
        moves.map(|mov| self.value(self.game.legal(mov))).collect()
    }

    fn value(&self, node: NodeId) -> Set {
        self.values[node.index()].clone()
    }

    fn value_with<'s>(&'s self, node: NodeId, changed: &'s Sets) -> &'s Set {
        let changed = changed.get(&node.index());
        changed.unwrap_or(&self.values[node.index()])
    }

    fn evaluate(&self, place: usize, changed: &Sets) -> Result<Set, Halt> {
        let value = |node: NodeId| self.value_with(node, changed);
        match &self.game.circuit().nodes()[place] {
            Node::Fluent(fluent) => Ok(self.fluents[fluent.index()].clone()),
            Node::Variable(_) => Ok(changed.get(&place).unwrap_or(&self.values[place]).clone()),
            Node::Move(mov) if self.own.contains(mov) => Ok(self.space.empty()),
            Node::Move(mov) => Ok(self.others[mov.index()].clone()),
            node => gate(self.space, node, value),
        }
    }

    /// Evaluates some of the needed nodes, loops as wholes.
    fn evaluate_all(&mut self, some: impl Fn(&Self, usize) -> bool) -> Result<(), Halt> {
        let mut place = 0;
        while place < self.values.len() {
            let wanted = |place: usize| self.needed[place] && some(self, place);
            if let Some(around) = beginning(self.game.circuit(), place) {
                let mut sets = Sets::default();
                let value = |place: usize, sets: &Sets| self.evaluate(place, sets);
                settle(self.space, around, wanted, &mut sets, value)?;
                for (place, set) in sets {
                    self.values[place] = set;
                }
                place = around.nodes.end;
            } else {
                if wanted(place) {
                    self.values[place] = self.evaluate(place, &Sets::default())?;
                }
                place += 1;
            }
        }
        Ok(())
    }

    /// The relation of a role's moves in the states of `class`, in as few parts
    /// as stay small.
    pub fn relation(&mut self, role: RoleId, class: &Set) -> Result<Vec<MatrixId>, Halt> {
        self.own = self.game.moves_of(role).collect();
        self.others = self.others_in(class)?;
        self.evaluate_all(|moves, place| moves.late[place])?;
        let stays = |field: &usize| self.stays(&self.encoding.fields[*field], &Sets::default());
        let fields = 0..self.encoding.fields.len();
        self.restless = fields.filter(|field| !stays(field)).collect();
        let places = self.places();
        let mut parts = Vec::new();
        for &mov in &self.own {
            let legal = self.space.and(&self.value(self.game.legal(mov)), class)?;
            if !legal.is_empty() {
                parts.push(self.effect(&legal, places.get(&mov))?);
            }
        }
        self.clusters(parts)
    }

    /// Joins relations in pairs as long as their unions stay small. A union is given
    /// up, before it is large, if it takes many more steps than its parts have nodes.
    /// Then the parts stay separate, in the worst case one for each move.
    fn clusters(&self, mut parts: Vec<MatrixId>) -> Result<Vec<MatrixId>, Halt> {
        let knobs = &self.space.knobs;
        let size = |id| self.space.with_matrices(|it| it.size(id));
        let mut done = Vec::new();
        while parts.len() > 1 {
            let mut joined = Vec::new();
            for pair in parts.chunks(2) {
                let [a, b] = *pair else {
                    joined.extend_from_slice(pair);
                    continue;
                };
                let steps = knobs.cluster_steps_per_node * (size(a) + size(b));
                let steps = knobs.cluster_steps.max(steps);
                match self.space.unite(a, b, steps)? {
                    Some(union) if size(union) <= knobs.cluster_nodes => joined.push(union),
                    _ => done.extend([a, b]),
                }
            }
            parts = joined;
        }
        done.append(&mut parts);
        Ok(done)
    }

    /// For each move, the states of `class` in which a role that is not to move makes
    /// it: those in which it is legal. In most games these are all or none, and most
    /// fields are then seen to stay unchanged without a further look.
    fn others_in(&self, class: &Set) -> Result<Vec<Set>, Halt> {
        let mut legal = self.legal();
        if self.first_alone {
            for role in RoleId::all(self.game.roles().len()) {
                let mut before = self.space.empty();
                for mov in self.game.moves_of(role) {
                    let all = legal[mov.index()].clone();
                    legal[mov.index()] = self.space.minus(&all, &before)?;
                    before = self.space.or(&before, &all)?;
                }
            }
        }
        let within = |legal: Set| {
            let within = self.space.and(&legal, class)?;
            Ok(match within == *class {
                true => self.space.full(),
                false => within,
            })
        };
        legal.into_iter().map(within).collect()
    }

    /// The relation of one move, whose node stands at `place`.
    fn effect(&self, legal: &Set, place: Option<&usize>) -> Result<MatrixId, Halt> {
        let changed = match place {
            Some(&place) => self.with_moves(&[place])?,
            None => Sets::default(),
        };
        let mut fields = self.restless.clone();
        for node in changed.keys() {
            fields.extend(self.fields_of.get(node).into_iter().flatten());
        }
        let mut writes = Vec::new();
        for place in fields {
            let (field, valid) = (&self.encoding.fields[place], &self.valid[place]);
            if self.stays(field, &changed) {
                continue;
            }
            let codes = self.new_codes(field, legal, &changed)?;
            // The topmost variable first.
            for bit in (0..field.bits).rev() {
                let with = codes.iter().filter(|(code, _)| code >> bit & 1 == 1);
                let value = any(self.space, with.map(|it| it.1.clone()).collect())?;
                let variable = field.variable(bit);
                let differs = self.space.xor(&value, &self.space.variable(variable)?)?;
                // Unused codes occur in no reachable state.
                let differs = self.space.and(&differs, valid)?;
                if !self.space.and(legal, &differs)?.is_empty() {
                    writes.push(Write { variable, value });
                }
            }
        }
        build(self.space, legal, &writes)
    }

    /// The nodes that differ when the moves at these places are made.
    fn with_moves(&self, places: &[usize]) -> Result<Sets, Halt> {
        let mut changed = Sets::default();
        let mut open = Open::default();
        for &place in places {
            changed.insert(place, self.space.full());
            self.tell_readers(place, &mut open);
        }
        // In ascending order: what a node reads is settled before it.
        while let Some((reader, parts)) = open.pop_first() {
            let reader = reader as usize;
            if !self.needed[reader] {
                continue;
            }
            if let Some(around) = containing(self.game.circuit(), reader) {
                open.retain(|&it, _| it as usize >= around.nodes.end);
                self.with_loop(around, &mut changed, &mut open)?;
                continue;
            }
            let value = self.evaluate_again(reader, &parts, &changed)?;
            if value != self.values[reader] {
                changed.insert(reader, value);
                self.tell_readers(reader, &mut open);
            }
        }
        Ok(changed)
    }

    /// Marks the readers of a node for evaluation.
    fn tell_readers(&self, place: usize, open: &mut Open) {
        for &reader in &self.readers[place] {
            open.entry(reader).or_default().push(place);
        }
    }

    /// Evaluates a node of which some parts have changed. Gates may have thousands of
    /// parts. So where the changed parts had no effect on the gate before, they are
    /// added to its old value.
    fn evaluate_again(&self, place: usize, parts: &[usize], changed: &Sets) -> Result<Set, Halt> {
        let space = self.space;
        let old = || parts.iter().map(|&part| &self.values[part]);
        let new = || {
            parts
                .iter()
                .map(|part| changed.get(part).unwrap_or(&self.values[*part]))
        };
        let before = &self.values[place];
        match &self.game.circuit().nodes()[place] {
            Node::Or(_) if old().all(Set::is_empty) => {
                new().try_fold(before.clone(), |sum, part| space.or(&sum, part))
            }
            Node::And(_) if old().all(Set::is_full) => {
                new().try_fold(before.clone(), |meet, part| space.and(&meet, part))
            }
            _ => self.evaluate(place, changed),
        }
    }

    /// Evaluates a loop again, and marks the readers outside it of what has changed.
    fn with_loop(&self, around: &Loop, changed: &mut Sets, open: &mut Open) -> Result<(), Halt> {
        let nodes = self.game.circuit().nodes();
        let wanted = |place: usize| {
            let is_move = matches!(nodes[place], Node::Move(_));
            self.needed[place] && self.late[place] && !is_move
        };
        let value = |place: usize, sets: &Sets| match nodes[place] {
            // A variable can stand for a move.
            Node::Move(_) => Ok(sets.get(&place).unwrap_or(&self.values[place]).clone()),
            _ => self.evaluate(place, sets),
        };
        settle(self.space, around, wanted, changed, value)?;
        for place in around.nodes.clone() {
            match changed.get(&place) {
                Some(set) if *set == self.values[place] => {
                    changed.remove(&place);
                }
                Some(_) => self.tell_readers(place, open),
                None => {}
            }
        }
        open.retain(|&reader, _| reader as usize >= around.nodes.end);
        Ok(())
    }

    fn new_value<'s>(&'s self, fluent: FluentId, changed: &'s Sets) -> &'s Set {
        self.value_with(self.game.next(fluent), changed)
    }

    /// Whether a field is seen at once to stay unchanged.
    fn stays(&self, field: &Field, changed: &Sets) -> bool {
        let mut fluents = field.block.fluents();
        fluents.all(|it| *self.new_value(it, changed) == self.fluents[it.index()])
    }

    /// For each code of a field, the states after which the field has it. At most one
    /// fluent of a group holds, also in the next state, so for one group the next
    /// values of its fluents are enough.
    fn new_codes(
        &self,
        field: &Field,
        legal: &Set,
        changed: &Sets,
    ) -> Result<Vec<(usize, Set)>, Halt> {
        if field.block.groups.len() > 1 {
            return self.new_combinations(field, legal, changed);
        }
        let codes = field.block.meanings();
        let codes = codes.filter_map(|(code, held)| Some((code, *held.first()?)));
        let codes = codes.map(|(code, fluent)| (code, self.new_value(fluent, changed).clone()));
        Ok(codes.collect())
    }

    /// As [`Moves::new_codes`], for the legal states: they are split by the next value
    /// of one group after the other. The successor of a reachable state has a code.
    /// Combinations without a code come from unreachable states and are left out.
    fn new_combinations(
        &self,
        field: &Field,
        legal: &Set,
        changed: &Sets,
    ) -> Result<Vec<(usize, Set)>, Halt> {
        let space = self.space;
        let known: Vec<&[FluentId]> = field.block.meanings().map(|it| it.1).collect();
        let mut parts: Vec<(Vec<FluentId>, Set)> = vec![(Vec::new(), legal.clone())];
        for group in &field.block.groups {
            let mut finer = Vec::new();
            for (held, set) in parts {
                let mut rest = set;
                for &fluent in &group.fluents {
                    let holds = space.and(&rest, self.new_value(fluent, changed))?;
                    rest = space.minus(&rest, &holds)?;
                    finer.push(([&held[..], &[fluent]].concat(), holds));
                }
                if !group.exactly_one {
                    finer.push((held, rest));
                }
            }
            // Only what some code begins with, in the order of the groups.
            finer.retain(|(held, set)| {
                !set.is_empty() && known.iter().any(|it| it.starts_with(held))
            });
            parts = finer;
        }
        let coded = parts.into_iter();
        let coded = coded.filter_map(|(held, set)| Some((field.block.code_of(&held)?, set)));
        Ok(coded.collect())
    }
}

//! What the moves of each role do, as relations.
//!
//! A role's moves are looked at in states where no other role has two legal
//! moves. There the others do what they may, so `does` of one of their moves is
//! the same as that it is legal, and a successor depends on the state and the
//! one role's move alone.

use std::collections::BTreeSet;

use game::RoleId;
use ground::{GroundGame, MoveId, Node, NodeId};
use rustc_hash::FxHashMap;

use crate::diagram::{Halt, Set, Space};
use crate::encode::encoding::{Encoding, Field};
use crate::encode::formula::{any, gate, needed, reads_moves};
use crate::matrix::{MatrixId, Write, build};

/// Up to so many nodes relations are joined into one.
const CLUSTER: usize = 1 << 15;

/// The circuit of a game in sets, for one role after the other.
pub(crate) struct Moves<'a> {
    space: &'a Space,
    game: &'a GroundGame,
    encoding: &'a Encoding,
    fluents: &'a [Set],
    needed: Vec<bool>,
    late: Vec<bool>,
    readers: Vec<Vec<u32>>,
    /// Each needed node as a set; of those that depend on moves, as if the role
    /// at hand did nothing at all.
    values: Vec<Set>,
}

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
        let mut moves = Moves {
            space,
            game,
            encoding,
            fluents,
            needed: needed(game, legal.chain(next)),
            late: reads_moves(game),
            readers,
            values: vec![space.empty(); nodes.len()],
        };
        for place in 0..nodes.len() {
            if moves.needed[place] && !moves.late[place] {
                moves.values[place] = moves.evaluate(place, &FxHashMap::default())?;
            }
        }
        Ok(moves)
    }

    /// When each move is legal.
    pub fn legal(&self) -> Vec<Set> {
        let roles = RoleId::all(self.game.roles().len());
        let moves = roles.flat_map(|role| self.game.moves_of(role));
        moves.map(|mov| self.value(self.game.legal(mov))).collect()
    }

    fn value(&self, node: NodeId) -> Set {
        self.values[node.index()].clone()
    }

    fn evaluate(&self, place: usize, changed: &FxHashMap<usize, Set>) -> Result<Set, Halt> {
        let value = |node: NodeId| {
            let changed = changed.get(&node.index()).cloned();
            changed.unwrap_or_else(|| self.value(node))
        };
        match &self.game.circuit().nodes()[place] {
            Node::Fluent(fluent) => Ok(self.fluents[fluent.index()].clone()),
            Node::Move(mov) => Ok(self.value(self.game.legal(*mov))),
            node => gate(self.space, node, value),
        }
    }

    /// The relation of a role's moves in the states of `class`, in as few parts
    /// as stay small.
    pub fn relation(&mut self, role: RoleId, class: &Set) -> Result<Vec<MatrixId>, Halt> {
        let own: BTreeSet<MoveId> = self.game.moves_of(role).collect();
        let mut places: FxHashMap<MoveId, usize> = FxHashMap::default();
        for (place, node) in self.game.circuit().nodes().iter().enumerate() {
            if !self.needed[place] || !self.late[place] {
                continue;
            }
            self.values[place] = match node {
                Node::Move(mov) if own.contains(mov) => {
                    places.insert(*mov, place);
                    self.space.empty()
                }
                _ => self.evaluate(place, &FxHashMap::default())?,
            };
        }
        let mut parts = Vec::new();
        for &mov in &own {
            let legal = self.space.and(&self.value(self.game.legal(mov)), class)?;
            if !legal.is_empty() {
                parts.push(self.effect(&legal, places.get(&mov))?);
            }
        }
        Ok(self.space.with_matrices(|it| {
            // In pairs, as long as what comes of them stays small.
            let mut done = Vec::new();
            while parts.len() > 1 {
                let mut joined = Vec::new();
                for pair in parts.chunks(2) {
                    let union = pair.iter().fold(MatrixId::EMPTY, |a, &b| it.union(a, b));
                    match it.size(union) <= CLUSTER {
                        true => joined.push(union),
                        false => done.extend_from_slice(pair),
                    }
                }
                parts = joined;
            }
            done.append(&mut parts);
            done
        }))
    }

    /// The relation of one move, whose node stands at `place`.
    fn effect(&self, legal: &Set, place: Option<&usize>) -> Result<MatrixId, Halt> {
        let changed = match place {
            Some(&place) => self.with_move(place)?,
            None => FxHashMap::default(),
        };
        let mut writes = Vec::new();
        for field in &self.encoding.fields {
            if self.stays(field, &changed) {
                continue;
            }
            let valid = field.valid(self.space)?;
            // The topmost variable first.
            for bit in (0..field.bits).rev() {
                let value = self.new_bit(field, bit, &changed)?;
                let variable = field.variable(bit);
                let differs = self.space.xor(&value, &self.space.variable(variable)?)?;
                // Codes that stand for nothing occur in no reachable state.
                let differs = self.space.and(&differs, &valid)?;
                if !self.space.and(legal, &differs)?.is_empty() {
                    writes.push(Write { variable, value });
                }
            }
        }
        build(self.space, legal, &writes)
    }

    /// The nodes that differ when the move of this node is made.
    fn with_move(&self, place: usize) -> Result<FxHashMap<usize, Set>, Halt> {
        let mut changed = FxHashMap::default();
        changed.insert(place, self.space.full());
        let mut open: BTreeSet<u32> = self.readers[place].iter().copied().collect();
        // In ascending order: what a node reads is settled before it.
        while let Some(reader) = open.pop_first() {
            let reader = reader as usize;
            if !self.needed[reader] {
                continue;
            }
            let value = self.evaluate(reader, &changed)?;
            if value != self.values[reader] {
                changed.insert(reader, value);
                open.extend(&self.readers[reader]);
            }
        }
        Ok(changed)
    }

    fn new_value(&self, fluent: ground::FluentId, changed: &FxHashMap<usize, Set>) -> Set {
        let node = self.game.next(fluent);
        let changed = changed.get(&node.index()).cloned();
        changed.unwrap_or_else(|| self.value(node))
    }

    /// Whether it is plain that a field stays as it is.
    fn stays(&self, field: &Field, changed: &FxHashMap<usize, Set>) -> bool {
        let mut fluents = field.codes.iter().flatten();
        fluents.all(|&it| self.new_value(it, changed) == self.fluents[it.index()])
    }

    /// When a bit of the code is set after the move: when one of the fluents
    /// holds whose codes have it. At most one of a group holds, also next.
    fn new_bit(
        &self,
        field: &Field,
        bit: u32,
        changed: &FxHashMap<usize, Set>,
    ) -> Result<Set, Halt> {
        let coded = field.codes.iter().enumerate();
        let coded = coded.filter(|(code, _)| code >> bit & 1 == 1);
        let fluents = coded.filter_map(|(_, fluent)| *fluent);
        let values = fluents.map(|fluent| self.new_value(fluent, changed));
        any(self.space, values.collect())
    }
}

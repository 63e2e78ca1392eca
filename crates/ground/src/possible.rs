//! Which values the nodes of a circuit can take in reachable states.
//!
//! From the initial state on, values are propagated through the circuit and to
//! the next state, each fluent and node by itself: values that are possible one
//! by one count as possible together. So every value that a node has in a
//! reachable state is found, and perhaps some that it never has. A node with one
//! possible value is a constant.
//!
//! By induction over the moves: gates are followed exactly; a move can be made
//! if it can be legal, and can always be left out; a variable of a loop can hold
//! if its definition can, since the first to hold do so without the others, and
//! can always fail to hold.

use rustc_hash::FxHashMap;

use crate::circuit::{Circuit, Node, NodeId};
use crate::game::GroundGame;

/// What becomes possible when a value of a node does.
#[derive(Clone, Copy)]
enum Target {
    Fluent(usize),
    /// A move or a variable of a loop, which can become true.
    Rises(NodeId),
}

/// The values found so far, of nodes and of fluents.
pub(crate) struct Possible<'a> {
    circuit: &'a Circuit,
    readers: Readers,
    targets: FxHashMap<NodeId, Vec<Target>>,
    fluent_nodes: Vec<Option<NodeId>>,
    /// Whether false is possible, and whether true is.
    nodes: Vec<[bool; 2]>,
    fluents: Vec<[bool; 2]>,
    /// For each gate the number of parts that cannot yet have the value that all
    /// must have.
    missing: Vec<u32>,
    open: Vec<(NodeId, bool)>,
}

impl<'a> Possible<'a> {
    pub fn of(game: &'a GroundGame) -> Self {
        let circuit = game.circuit();
        let mut possible = Possible {
            circuit,
            readers: Readers::of(circuit),
            targets: targets(game),
            fluent_nodes: vec![None; game.fluents().len()],
            nodes: vec![[false; 2]; circuit.nodes().len()],
            fluents: vec![[false; 2]; game.fluents().len()],
            missing: Vec::new(),
            open: Vec::new(),
        };
        let counts = circuit.nodes().iter().map(|node| node.reads().len() as u32);
        possible.missing = counts.collect();
        possible.start(game);
        possible.spread();
        possible
    }

    /// The only value that a node can have, if there is only one.
    pub fn constant(&self, node: NodeId) -> Option<bool> {
        match self.nodes[node.index()] {
            [true, true] => None,
            [_, can_hold] => Some(can_hold),
        }
    }

    /// Whether a fluent can ever hold.
    pub fn can_hold(&self, fluent: usize) -> bool {
        self.fluents[fluent][1]
    }

    fn start(&mut self, game: &GroundGame) {
        for (place, node) in self.circuit.nodes().iter().enumerate() {
            let id = NodeId::at(place);
            match node {
                Node::Constant(value) => self.add(id, *value),
                Node::Move(_) | Node::Variable(_) => self.add(id, false),
                Node::Fluent(fluent) => self.fluent_nodes[fluent.index()] = Some(id),
                Node::Not(_) | Node::And(_) | Node::Or(_) => {}
            }
        }
        for (fluent, &holds) in game.initial.iter().enumerate() {
            self.add_to_fluent(fluent, holds);
        }
    }

    fn add(&mut self, node: NodeId, value: bool) {
        let seen = &mut self.nodes[node.index()][usize::from(value)];
        if !std::mem::replace(seen, true) {
            self.open.push((node, value));
        }
    }

    fn add_to_fluent(&mut self, fluent: usize, value: bool) {
        self.fluents[fluent][usize::from(value)] = true;
        if let Some(node) = self.fluent_nodes[fluent] {
            self.add(node, value);
        }
    }

    fn spread(&mut self) {
        while let Some((node, value)) = self.open.pop() {
            for at in self.readers.range(node) {
                self.pass_on(self.readers.list[at], value);
            }
            for target in self.targets.get(&node).cloned().into_iter().flatten() {
                match target {
                    Target::Fluent(fluent) => self.add_to_fluent(fluent, value),
                    Target::Rises(node) if value => self.add(node, true),
                    Target::Rises(_) => {}
                }
            }
        }
    }

    /// Notes for a reader that one of its parts can have a value.
    fn pass_on(&mut self, reader: NodeId, value: bool) {
        let neutral = match self.circuit.node(reader) {
            Node::Not(_) => return self.add(reader, !value),
            Node::And(_) => true,
            _ => false,
        };
        if value != neutral {
            return self.add(reader, value);
        }
        let missing = &mut self.missing[reader.index()];
        *missing -= 1;
        if *missing == 0 {
            self.add(reader, value);
        }
    }
}

fn targets(game: &GroundGame) -> FxHashMap<NodeId, Vec<Target>> {
    let mut targets: FxHashMap<NodeId, Vec<Target>> = FxHashMap::default();
    for (fluent, &next) in game.next.iter().enumerate() {
        targets
            .entry(next)
            .or_default()
            .push(Target::Fluent(fluent));
    }
    let circuit = game.circuit();
    for (place, node) in circuit.nodes().iter().enumerate() {
        if let Node::Move(mov) = node {
            let target = Target::Rises(NodeId::at(place));
            targets.entry(game.legal(*mov)).or_default().push(target);
        }
    }
    for (variable, definition) in circuit.loops().iter().flat_map(|it| &it.definitions) {
        let target = Target::Rises(*variable);
        targets.entry(*definition).or_default().push(target);
    }
    targets
}

/// For every node the nodes that read it.
struct Readers {
    /// Where the readers of each node end.
    ends: Vec<usize>,
    list: Vec<NodeId>,
}

impl Readers {
    fn of(circuit: &Circuit) -> Self {
        let mut ends = vec![0; circuit.nodes().len()];
        for read in circuit.nodes().iter().flat_map(Node::reads) {
            ends[read.index()] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total - *end;
        }
        // While the list is filled, `ends` holds where the next reader goes.
        let mut list = vec![NodeId::FALSE; total];
        for (place, node) in circuit.nodes().iter().enumerate() {
            for read in node.reads() {
                list[ends[read.index()]] = NodeId::at(place);
                ends[read.index()] += 1;
            }
        }
        Readers { ends, list }
    }

    fn range(&self, node: NodeId) -> std::ops::Range<usize> {
        let start = node.index().checked_sub(1);
        start.map_or(0, |before| self.ends[before])..self.ends[node.index()]
    }
}

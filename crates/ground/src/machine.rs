//! The circuit as straight-line code over machine words: 64 states at once.
//!
//! In: a [`GroundGame`]. Out: a [`Machine`], which computes every output for 64
//! states in one pass, one bit of a word for each. The part that reads no moves
//! comes first, so that legal moves are known before moves are chosen.

use std::ops::Range;

use crate::circuit::{Circuit, Node, NodeId};
use crate::game::GroundGame;
use crate::ids::{FluentId, MoveId};

/// One bit for each of 64 states.
pub(crate) type Lanes = u64;

#[derive(Clone, Copy, Debug)]
enum Gate {
    Not,
    And,
    Or,
}

#[derive(Clone, Copy, Debug)]
struct Operation {
    gate: Gate,
    to: u32,
    /// Where its operands begin in the list of all operands.
    first: u32,
    count: u32,
}

#[derive(Clone, Debug)]
enum Segment {
    Straight(Range<usize>),
    /// Operations to repeat until the variables, which come first in each
    /// pair, agree with their definitions.
    Loop(Range<usize>, Vec<(u32, u32)>),
}

/// The code, and the registers that it works on.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    operations: Vec<Operation>,
    operands: Vec<u32>,
    /// What needs no moves; `after_moves` has the rest.
    before_moves: Vec<Segment>,
    after_moves: Vec<Segment>,
    registers: Vec<Lanes>,
    fluents: Vec<u32>,
    moves: Vec<u32>,
}

impl Machine {
    pub fn new(game: &GroundGame) -> Self {
        let circuit = game.circuit();
        let mut machine = Machine {
            operations: Vec::new(),
            operands: Vec::new(),
            before_moves: Vec::new(),
            after_moves: Vec::new(),
            registers: vec![0; circuit.nodes().len() + 1],
            fluents: vec![circuit.nodes().len() as u32; game.fluents().len()],
            moves: vec![circuit.nodes().len() as u32; game.moves().len()],
        };
        machine.registers[NodeId::TRUE.index()] = Lanes::MAX;
        let late = circuit.reads_moves();
        for (place, node) in circuit.nodes().iter().enumerate() {
            match node {
                Node::Fluent(fluent) => machine.fluents[fluent.index()] = place as u32,
                Node::Move(mov) => machine.moves[mov.index()] = place as u32,
                _ => {}
            }
        }
        machine.before_moves = machine.translate(circuit, |place| !late[place]);
        machine.after_moves = machine.translate(circuit, |place| late[place]);
        machine
    }

    /// Translates the nodes that are wanted; loops are translated as a whole.
    fn translate(&mut self, circuit: &Circuit, wanted: impl Fn(usize) -> bool) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut place = 0;
        for around in circuit.loops() {
            let inside = in_loop(circuit, &around.nodes);
            let in_this = |place: usize| inside[place - around.nodes.start];
            segments.push(self.straight(circuit, place..around.nodes.start, &wanted));
            // What does not read the loop's variables is computed once.
            let outside = |place: usize| wanted(place) && !in_this(place);
            segments.push(self.straight(circuit, around.nodes.clone(), &outside));
            let start = self.operations.len();
            for node in around
                .nodes
                .clone()
                .filter(|&node| wanted(node) && in_this(node))
            {
                self.add(circuit, node);
            }
            let pairs = around.definitions.iter();
            let pairs = pairs.filter(|(variable, _)| wanted(variable.index()));
            let pairs: Vec<(u32, u32)> = pairs
                .map(|(variable, is)| (variable.index() as u32, is.index() as u32))
                .collect();
            segments.push(Segment::Loop(start..self.operations.len(), pairs));
            place = around.nodes.end;
        }
        segments.push(self.straight(circuit, place..circuit.nodes().len(), &wanted));
        segments
    }

    fn straight(
        &mut self,
        circuit: &Circuit,
        nodes: Range<usize>,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Segment {
        let start = self.operations.len();
        for node in nodes.filter(|&node| wanted(node)) {
            self.add(circuit, node);
        }
        Segment::Straight(start..self.operations.len())
    }

    fn add(&mut self, circuit: &Circuit, place: usize) {
        let node = &circuit.nodes()[place];
        let gate = match node {
            Node::Not(_) => Gate::Not,
            Node::And(_) => Gate::And,
            Node::Or(_) => Gate::Or,
            Node::Constant(_) | Node::Fluent(_) | Node::Move(_) | Node::Variable(_) => return,
        };
        let first = self.operands.len() as u32;
        self.operands
            .extend(node.reads().iter().map(|read| read.index() as u32));
        self.operations.push(Operation {
            gate,
            to: place as u32,
            first,
            count: self.operands.len() as u32 - first,
        });
    }

    /// Sets in which states a fluent holds.
    pub fn set_fluent(&mut self, fluent: FluentId, lanes: Lanes) {
        let register = self.fluents[fluent.index()];
        self.registers[register as usize] = lanes;
    }

    /// Sets in which states a move is made.
    pub fn set_move(&mut self, mov: MoveId, lanes: Lanes) {
        let register = self.moves[mov.index()];
        self.registers[register as usize] = lanes;
    }

    /// In which states a node holds; valid after the pass that computes it.
    pub fn get(&self, node: NodeId) -> Lanes {
        self.registers[node.index()]
    }

    /// Computes what depends on the states alone.
    pub fn run_before_moves(&mut self) {
        let segments = std::mem::take(&mut self.before_moves);
        self.run(&segments);
        self.before_moves = segments;
    }

    /// Computes what depends on the moves too.
    pub fn run_after_moves(&mut self) {
        let segments = std::mem::take(&mut self.after_moves);
        self.run(&segments);
        self.after_moves = segments;
    }

    fn run(&mut self, segments: &[Segment]) {
        for segment in segments {
            match segment {
                Segment::Straight(range) => self.execute(range.clone()),
                Segment::Loop(range, definitions) => self.close(range, definitions),
            }
        }
    }

    /// The least values that agree with the definitions, from nothing upwards.
    /// This ends because nothing inside reads its variables negated.
    fn close(&mut self, range: &Range<usize>, definitions: &[(u32, u32)]) {
        for &(variable, _) in definitions {
            self.registers[variable as usize] = 0;
        }
        loop {
            self.execute(range.clone());
            let mut changed = false;
            for &(variable, definition) in definitions {
                let value = self.registers[definition as usize];
                changed |= self.registers[variable as usize] != value;
                self.registers[variable as usize] = value;
            }
            if !changed {
                return;
            }
        }
    }

    fn execute(&mut self, range: Range<usize>) {
        for operation in &self.operations[range] {
            let first = operation.first as usize;
            let operands = &self.operands[first..first + operation.count as usize];
            let registers = &self.registers;
            let value = |&operand: &u32| registers[operand as usize];
            let result = match operation.gate {
                Gate::Not => !value(&operands[0]),
                Gate::And => operands
                    .iter()
                    .fold(Lanes::MAX, |all, operand| all & value(operand)),
                Gate::Or => operands.iter().fold(0, |any, operand| any | value(operand)),
            };
            self.registers[operation.to as usize] = result;
        }
    }
}

/// Which nodes of a loop's range depend on its variables.
fn in_loop(circuit: &Circuit, nodes: &Range<usize>) -> Vec<bool> {
    let mut inside = vec![false; nodes.len()];
    for place in nodes.clone() {
        let node = &circuit.nodes()[place];
        let mut reads = node.reads().iter();
        let within =
            |read: &NodeId| nodes.contains(&read.index()) && inside[read.index() - nodes.start];
        inside[place - nodes.start] = matches!(node, Node::Variable(_)) || reads.any(within);
    }
    inside
}

//! Conditions as straight-line code on many states at once.
//!
//! In: a [`Net`] and the literals that are wanted. Out: sections of code, each of
//! which computes its literals unless an earlier section has.

use std::ops::Range;

use crate::compile::net::{Literal, Net, Node};
use crate::lanes::{Lanes, NO_LANES, WIDTH};

/// A conjunction: of plain registers, then of negated ones.
#[derive(Clone, Copy, Debug)]
struct Operation {
    to: u32,
    first: u32,
    positive: u32,
    end: u32,
}

/// A part of the code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section(Range<usize>);

/// The code, and the registers that it works on: one for each node.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    operations: Vec<Operation>,
    operands: Vec<u32>,
    registers: Vec<Lanes>,
    /// The registers of the bits of the state, by place; `None` for bits that
    /// nothing reads.
    bits: Vec<Option<u32>>,
    /// For each node the last search that visited it; [`COMPUTED`] if a section that
    /// always runs computes it.
    seen: Vec<u32>,
    searches: u32,
}

const COMPUTED: u32 = u32::MAX;

impl Code {
    pub fn new(net: &Net, bits: usize) -> Self {
        let mut code = Code {
            operations: Vec::new(),
            operands: Vec::new(),
            registers: vec![NO_LANES; net.len()],
            bits: vec![None; bits],
            seen: vec![0; net.len()],
            searches: 0,
        };
        code.registers[Literal::TRUE.node()] = [u64::MAX; WIDTH];
        for node in 0..net.len() {
            match net.node(node) {
                Node::True => code.seen[node] = COMPUTED,
                Node::Bit(place) => {
                    code.seen[node] = COMPUTED;
                    code.bits[*place as usize] = Some(node as u32);
                }
                Node::And(_) => {}
            }
        }
        code
    }

    /// Translates what the literals need beyond the sections that always run: no
    /// other section relies on this one.
    pub fn section(&mut self, net: &Net, wanted: impl Iterator<Item = Literal>) -> Section {
        let start = self.operations.len();
        for node in self.missing(net, wanted) {
            self.translate(net, node);
        }
        Section(start..self.operations.len())
    }

    /// Like [`Code::section`], for one that always runs, and before all that are
    /// made after it.
    pub fn first_section(&mut self, net: &Net, wanted: impl Iterator<Item = Literal>) -> Section {
        let section = self.section(net, wanted);
        for operation in &self.operations[section.0.clone()] {
            self.seen[operation.to as usize] = COMPUTED;
        }
        section
    }

    /// The nodes that no section that always runs computes, in order.
    pub fn missing(&mut self, net: &Net, wanted: impl Iterator<Item = Literal>) -> Vec<usize> {
        let mut nodes: Vec<usize> = Vec::new();
        self.searches += 1;
        let mut open: Vec<usize> = wanted.map(Literal::node).collect();
        while let Some(node) = open.pop() {
            if self.seen[node] == COMPUTED || self.seen[node] == self.searches {
                continue;
            }
            self.seen[node] = self.searches;
            nodes.push(node);
            open.extend(net.node(node).reads().iter().map(|part| part.node()));
        }
        nodes.sort_unstable();
        nodes
    }

    fn translate(&mut self, net: &Net, node: usize) {
        let Node::And(parts) = net.node(node) else {
            unreachable!("only conjunctions have to be computed")
        };
        let of_sign = |negated| {
            parts
                .iter()
                .filter(move |part| part.is_negated() == negated)
        };
        let first = self.operands.len() as u32;
        self.operands
            .extend(of_sign(false).map(|part| part.node() as u32));
        let positive = self.operands.len() as u32;
        self.operands
            .extend(of_sign(true).map(|part| part.node() as u32));
        self.operations.push(Operation {
            to: node as u32,
            first,
            positive,
            end: self.operands.len() as u32,
        });
    }

    /// Sets in which states a bit is set.
    #[inline]
    pub fn set_bit(&mut self, place: usize, word: usize, lanes: u64) {
        if let Some(register) = self.bits[place] {
            self.registers[register as usize][word] = lanes;
        }
    }

    #[inline]
    pub fn run(&mut self, section: &Section) {
        for operation in &self.operations[section.0.clone()] {
            let operands = |from: u32, to: u32| &self.operands[from as usize..to as usize];
            let mut all = [u64::MAX; WIDTH];
            for &operand in operands(operation.first, operation.positive) {
                let value = &self.registers[operand as usize];
                for (all, value) in all.iter_mut().zip(value) {
                    *all &= value;
                }
            }
            for &operand in operands(operation.positive, operation.end) {
                let value = &self.registers[operand as usize];
                for (all, value) in all.iter_mut().zip(value) {
                    *all &= !value;
                }
            }
            self.registers[operation.to as usize] = all;
        }
    }

    /// In which of 64 states a literal holds; [`Code::get`] has all states.
    #[inline]
    pub fn word(&self, literal: Literal, at: usize) -> u64 {
        let value = self.registers[literal.node()][at];
        value ^ u64::from(literal.is_negated()).wrapping_neg()
    }

    /// In which states a literal holds; valid once its section has run.
    #[inline]
    pub fn get(&self, literal: Literal) -> Lanes {
        let value = self.registers[literal.node()];
        if literal.is_negated() {
            value.map(|lanes| !lanes)
        } else {
            value
        }
    }
}

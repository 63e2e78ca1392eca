//! Conditions on bits, each kept once.
//!
//! In: conjunctions of signals. Out: a [`Net`].

use rustc_hash::FxHashMap;

use crate::signal::Signal;

/// Conjunctions, each after those that it reads. Signal 0 always holds; the bits follow,
/// then the gates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Net {
    bits: usize,
    gates: Vec<Box<[Signal]>>,
    ids: FxHashMap<Box<[Signal]>, Signal>,
}

impl Net {
    pub fn new(bits: usize) -> Self {
        Net {
            bits,
            ..Net::default()
        }
    }

    /// How many bits a state has.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// How many signals there are, the constant included.
    pub fn len(&self) -> usize {
        1 + self.bits + self.gates.len()
    }

    /// The parts of the gate with this signal number; none for the constant or a bit.
    pub fn parts(&self, number: usize) -> &[Signal] {
        match number.checked_sub(1 + self.bits) {
            Some(gate) => &self.gates[gate],
            None => &[],
        }
    }

    /// Signals that hold together exactly if this one does.
    pub fn conjuncts(&self, signal: Signal) -> Vec<Signal> {
        if signal == Signal::TRUE {
            return Vec::new();
        }
        match self.parts(signal.number()) {
            parts if !signal.is_negated() && !parts.is_empty() => parts.to_vec(),
            _ => vec![signal],
        }
    }

    /// All of these.
    pub fn and(&mut self, mut parts: Vec<Signal>) -> Signal {
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != Signal::TRUE);
        // A signal and its negation are neighbours.
        let contradicts = |pair: &[Signal]| pair[0] == !pair[1];
        if parts.first() == Some(&Signal::FALSE) || parts.windows(2).any(contradicts) {
            return Signal::FALSE;
        }
        match parts.as_slice() {
            [] => Signal::TRUE,
            [only] => *only,
            _ => self.gate(parts.into()),
        }
    }

    /// Whether each signal holds, by its number, given the bits.
    pub fn evaluate(&self, bit: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut values = vec![true];
        values.extend((0..self.bits).map(bit));
        for gate in &self.gates {
            let value = gate.iter().all(|it| it.among(&values));
            values.push(value);
        }
        values
    }

    /// The gates, each after those that it reads.
    pub fn into_gates(self) -> Vec<Box<[Signal]>> {
        self.gates
    }

    fn gate(&mut self, parts: Box<[Signal]>) -> Signal {
        let next = Signal::of(self.len());
        let gates = &mut self.gates;
        *self.ids.entry(parts).or_insert_with_key(|parts| {
            gates.push(parts.clone());
            next
        })
    }
}

//! Conditions on the fluents of a game, each kept once, and which fluents they depend on.
//!
//! In: conjunctions of signals. Out: a [`Net`], and the [`Supports`] of its gates.

use rustc_hash::FxHashMap;

use crate::pieces::Signal;

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

    /// The parts of the gate with this signal number; none for a bit.
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

    fn gate(&mut self, parts: Box<[Signal]>) -> Signal {
        let next = Signal::of(self.len());
        let gates = &mut self.gates;
        *self.ids.entry(parts).or_insert_with_key(|parts| {
            gates.push(parts.clone());
            next
        })
    }
}

/// Which bits each signal of a net depends on.
#[derive(Clone, Debug)]
pub(crate) struct Supports {
    words: usize,
    sets: Vec<u64>,
    sizes: Vec<u32>,
}

impl Supports {
    /// `None` if the tables would have more than `most` bits.
    pub fn new(net: &Net, most: usize) -> Option<Self> {
        let words = net.bits().div_ceil(64).max(1);
        if net.len().checked_mul(words * 64)? > most {
            return None;
        }
        let mut sets = vec![0; net.len() * words];
        for bit in 0..net.bits() {
            sets[(bit + 1) * words + bit / 64] |= 1 << (bit % 64);
        }
        for number in net.bits() + 1..net.len() {
            let (before, own) = sets.split_at_mut(number * words);
            for part in net.parts(number) {
                let read = &before[part.number() * words..][..words];
                own.iter_mut()
                    .zip(read)
                    .for_each(|(own, read)| *own |= read);
            }
        }
        let size = |set: &[u64]| set.iter().map(|word| word.count_ones()).sum();
        let sizes = sets.chunks(words).map(size).collect();
        Some(Supports { words, sets, sizes })
    }

    /// How many bits a signal depends on.
    pub fn size(&self, signal: Signal) -> usize {
        self.sizes[signal.number()] as usize
    }

    /// The bits that a signal depends on, in ascending order.
    pub fn bits(&self, signal: Signal) -> impl Iterator<Item = usize> {
        let set = &self.sets[signal.number() * self.words..][..self.words];
        set.iter().enumerate().flat_map(|(place, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| place * 64 + bit)
        })
    }
}

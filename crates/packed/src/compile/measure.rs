//! The progress measure: a sum over the fluents that hold, which every move is
//! claimed to raise by exactly one.
//!
//! Where it does, a state determines its layer, so layers have no state in
//! common. A guessed measure is checked on all states of every layer: if each
//! has the measure of its layer, then every move of every reachable state adds
//! one, which is the proof.

use crate::compile::kernel::Words;
use crate::compile::packing::{Field, Packing};
use crate::knobs::Knobs;

#[derive(Clone, Debug)]
struct Chunk {
    word: usize,
    shift: u32,
    mask: u64,
    sums: Vec<i64>,
}

/// Weights of packed states.
#[derive(Clone, Debug)]
pub struct Measure {
    chunks: Vec<Chunk>,
}

impl Measure {
    /// `weights` has one number for each fluent.
    pub fn new<const W: usize>(packing: &Packing, weights: &[i64], knobs: &Knobs) -> Self {
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut rest = packing.fields.as_slice();
        while let Some(first) = rest.first() {
            let (word, shift) = Packing::position::<W>(first.first);
            let fits = |field: &&Field| {
                let (other, start) = Packing::position::<W>(field.first);
                other == word && start + field.bits <= shift + knobs.measure_bits
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (fields, later) = rest.split_at(count);
            rest = later;
            chunks.push(Chunk::new::<W>(word, shift, fields, weights));
        }
        Measure { chunks }
    }

    /// The sum in a state.
    pub fn of<const W: usize>(&self, state: &Words<W>) -> i64 {
        let sum = |chunk: &Chunk| {
            let code = state[chunk.word] >> chunk.shift & chunk.mask;
            chunk.sums[code as usize]
        };
        self.chunks.iter().map(sum).sum()
    }
}

impl Chunk {
    fn new<const W: usize>(word: usize, shift: u32, fields: &[Field], weights: &[i64]) -> Self {
        let bits: u32 = fields.iter().map(|field| field.bits).sum();
        let sum = |code: u64| {
            let mut state = [0; W];
            state[word] = code << shift;
            let weight = |field: &Field| {
                let fluent = field.codes.get(field.code(&state)).copied().flatten();
                fluent.map_or(0, |fluent| weights[fluent.index()])
            };
            fields.iter().map(weight).sum()
        };
        Chunk {
            word,
            shift,
            mask: (1 << bits) - 1,
            sums: (0..1 << bits).map(sum).collect(),
        }
    }
}

//! Which bits conditions depend on.
//!
//! In: a [`Net`]. Out: its [`Supports`].

use crate::net::Net;
use crate::signal::Signal;

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

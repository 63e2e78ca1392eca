//! Sorted states in few bytes: each by its difference from the one before.
//!
//! They come in blocks, each of which can be read on its own: so several
//! threads read and write a layer, and none needs all of it in memory.

use crate::compile::kernel::Words;
use table::{read_byte, read_number, write_number};

/// Most states in a block.
pub const BLOCK: usize = 1024;

/// States as bytes.
#[derive(Clone, Debug, Default)]
pub struct Encoded<const W: usize> {
    /// The blocks, as the layer has them.
    pub bytes: Vec<u8>,
    /// The first state of each block.
    pub firsts: Vec<Words<W>>,
    /// How many states there are.
    pub count: u64,
}

impl<const W: usize> Encoded<W> {
    /// Appends sorted states: for each block how many they are, how many bytes
    /// they take, and those bytes.
    pub fn append(&mut self, states: &[Words<W>]) {
        let mut block = Vec::new();
        for states in states.chunks(BLOCK) {
            block.clear();
            encode(&mut block, states);
            write_number(&mut self.bytes, states.len() as u64);
            write_number(&mut self.bytes, block.len() as u64);
            self.bytes.extend_from_slice(&block);
            self.firsts.push(states[0]);
        }
        self.count += states.len() as u64;
    }
}

/// Appends the states of one block.
pub(crate) fn encode<const W: usize>(bytes: &mut Vec<u8>, states: &[Words<W>]) {
    let mut last = [0; W];
    for state in states {
        encode_state(bytes, &last, state);
        last = *state;
    }
}

/// Appends the states of one block to others; `None` if these are not the bytes
/// of `count` states.
pub(crate) fn decode<const W: usize>(
    mut bytes: &[u8],
    count: usize,
    states: &mut Vec<Words<W>>,
) -> Option<()> {
    // A state takes at least a byte: no count can ask for more states than
    // bytes.
    if count > bytes.len() {
        return None;
    }
    states.reserve(count);
    let mut last = [0; W];
    for _ in 0..count {
        decode_state(&mut bytes, &mut last)?;
        states.push(last);
    }
    bytes.is_empty().then_some(())
}

/// Writes the first word that differs, and all that follow it.
fn encode_state<const W: usize>(bytes: &mut Vec<u8>, last: &Words<W>, state: &Words<W>) {
    let differs = (0..W - 1).find(|&word| state[word] != last[word]);
    let differs = differs.unwrap_or(W - 1);
    if W > 1 {
        bytes.push(differs as u8);
    }
    write_number(bytes, state[differs].wrapping_sub(last[differs]));
    for &word in &state[differs + 1..] {
        write_number(bytes, word);
    }
}

fn decode_state<const W: usize>(bytes: &mut &[u8], state: &mut Words<W>) -> Option<()> {
    let differs = match W {
        1 => 0,
        _ => usize::from(read_byte(bytes)?),
    };
    let word = state.get_mut(differs)?;
    *word = word.wrapping_add(read_number(bytes)?);
    for word in &mut state[differs + 1..] {
        *word = read_number(bytes)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded<const W: usize>(bytes: &[u8], count: usize) -> Option<Vec<Words<W>>> {
        let mut states = Vec::new();
        decode(bytes, count, &mut states)?;
        Some(states)
    }

    #[test]
    fn states_come_back_and_a_part_of_them_does_not() {
        let mut random = testkit::SplitMix64::new(3);
        let mut states: Vec<[u64; 2]> = (0..10_000)
            .map(|_| [random.draw() >> 60, random.draw()])
            .collect();
        states.sort_unstable();
        let mut bytes = Vec::new();
        encode(&mut bytes, &states);
        assert_eq!(decoded::<2>(&bytes, 10_000), Some(states));
        assert_eq!(decoded::<2>(&bytes, 9_999), None);
        assert_eq!(decoded::<2>(&bytes[..bytes.len() - 1], 10_000), None);
    }

    #[test]
    fn single_words_come_back() {
        let states = [[0], [1], [127], [128], [u64::MAX]];
        let mut bytes = Vec::new();
        encode(&mut bytes, &states);
        assert_eq!(decoded::<1>(&bytes, 5).unwrap(), states);
    }
}

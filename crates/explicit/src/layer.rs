//! Sorted states in few bytes: each by its difference from the one before.

use crate::bytes::{read_byte, read_number, write_number};
use crate::kernel::Words;

/// Appends the states.
pub(crate) fn write_states<const W: usize>(bytes: &mut Vec<u8>, states: &[Words<W>]) {
    let mut last = [0; W];
    for state in states {
        write_state(bytes, &last, state);
        last = *state;
    }
}

/// Takes so many states from the front; none if they are not there.
pub(crate) fn read_states<const W: usize>(bytes: &mut &[u8], count: u64) -> Option<Vec<Words<W>>> {
    // A state takes at least a byte: no count can ask for more than is there.
    let count = usize::try_from(count)
        .ok()
        .filter(|&count| count <= bytes.len())?;
    let mut states = Vec::with_capacity(count);
    let mut last = [0; W];
    for _ in 0..count {
        read_state(bytes, &mut last)?;
        states.push(last);
    }
    Some(states)
}

/// Writes the first word that differs, and all that follow it.
fn write_state<const W: usize>(bytes: &mut Vec<u8>, last: &Words<W>, state: &Words<W>) {
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

fn read_state<const W: usize>(bytes: &mut &[u8], state: &mut Words<W>) -> Option<()> {
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

    #[test]
    fn states_come_back_and_a_part_of_them_does_not() {
        let mut random = testkit::SplitMix64::new(3);
        let mut states: Vec<[u64; 2]> = (0..10_000)
            .map(|_| [random.draw() >> 60, random.draw()])
            .collect();
        states.sort_unstable();
        let mut bytes = Vec::new();
        write_states(&mut bytes, &states);
        assert_eq!(read_states(&mut bytes.as_slice(), 10_000), Some(states));
        let cut = &mut &bytes[..bytes.len() - 1];
        assert_eq!(read_states::<2>(cut, 10_000), None);
    }

    #[test]
    fn single_words_come_back() {
        let states = [[0], [1], [127], [128], [u64::MAX]];
        let mut bytes = Vec::new();
        write_states(&mut bytes, &states);
        assert_eq!(read_states(&mut bytes.as_slice(), 5).unwrap(), states);
    }
}

//! Counts of a section, by which its form is chosen.

use super::super::directory::Form;

/// Estimated bytes of a node with outcomes, after compression.
const NODE_BYTES: f64 = 5.0;
/// Estimated bytes of a node with ranks, after compression.
const RANKED_NODE_BYTES: f64 = 7.0;
/// Size in bytes below which a diagram is never given up.
const SMALL_BYTES: u64 = 1 << 20;

/// The states of a section, counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub states: u128,
    /// How many have which outcome.
    pub outcomes: Vec<u128>,
    /// Bytes that a list of the keys would take; `None` if that is not known.
    pub key_bytes: Option<u64>,
}

/// Sizes to choose from; `None` where a form is impossible.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    pub nodes: Option<usize>,
    pub set_nodes: Option<usize>,
}

impl Tally {
    /// Counts a state of a list.
    pub fn add(&mut self, outcome: u32, key_bytes: u64) {
        self.states += 1;
        let place = outcome as usize;
        if place >= self.outcomes.len() {
            self.outcomes.resize(place + 1, 0);
        }
        self.outcomes[place] += 1;
        self.key_bytes = Some(self.key_bytes.unwrap_or(0) + key_bytes);
    }

    /// Whether a diagram of `nodes` nodes has become so much larger than a list
    /// that it is given up.
    pub fn is_hopeless(&self, nodes: usize) -> bool {
        let list = self.key_bytes.unwrap_or(0) + self.states as u64 / 4;
        self.states.is_multiple_of(4096) && nodes as u64 * 5 > 2 * list + SMALL_BYTES
    }

    /// The outcomes that occur, in ascending order.
    pub fn palette(&self) -> Vec<u32> {
        let counted = (0..).zip(&self.outcomes);
        counted
            .filter(|&(_, &states)| states > 0)
            .map(|it| it.0)
            .collect()
    }

    /// Bytes of the outcomes by rank, estimated from their frequencies.
    fn outcome_bytes(&self) -> f64 {
        let all = self.states as f64;
        let bits = self.outcomes.iter().filter(|&&states| states > 0);
        let bits = bits.map(|&states| states as f64 * (all / states as f64).log2());
        bits.sum::<f64>() / 8.0
    }

    /// The form that takes the fewest bytes, by estimate.
    pub fn choose(&self, sizes: Sizes) -> Option<Form> {
        let outcomes = self.outcome_bytes();
        let forms = [
            (Form::Diagram, sizes.nodes.map(|it| it as f64 * NODE_BYTES)),
            (
                Form::Ranked,
                sizes
                    .set_nodes
                    .map(|it| it as f64 * RANKED_NODE_BYTES + outcomes),
            ),
            (Form::Listed, self.key_bytes.map(|it| it as f64 + outcomes)),
        ];
        let possible = forms
            .into_iter()
            .filter_map(|(form, size)| Some((form, size?)));
        let smallest = possible.min_by(|a, b| a.1.total_cmp(&b.1));
        smallest.map(|(form, _)| form)
    }
}

/// Estimated bytes of a key after another one in a list.
pub(super) fn key_bytes(last: &[u64], key: &[u64], bits: u32) -> u64 {
    // The most significant bit of the difference.
    let mut borrow = false;
    let mut first = bits;
    for word in (0..key.len()).rev() {
        let before = last.get(word).copied().unwrap_or(0);
        let (less, one) = key[word].overflowing_sub(before);
        let (less, other) = less.overflowing_sub(u64::from(borrow));
        borrow = one | other;
        if less != 0 {
            first = 64 * word as u32 + less.leading_zeros();
        }
    }
    u64::from((bits.saturating_sub(first) + 3).div_ceil(8))
}

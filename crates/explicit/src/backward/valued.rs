//! The labels and distances of a layer, and their form in few bytes.

use crate::backward::labels::Label;

/// The number of moves to the end; [`NO_DISTANCE`] for none.
pub(crate) type Distance = u16;

pub(crate) const NO_DISTANCE: Distance = Distance::MAX;

/// The values of the states of a layer, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Valued {
    pub labels: Vec<Label>,
    /// Empty where distances are not asked for.
    pub distances: Vec<Distance>,
}

impl Valued {
    /// Labels in as many bits as `values` different ones need, then distances
    /// in two bytes each.
    pub fn to_bytes(&self, values: usize) -> Vec<u8> {
        let bits = label_bits(values);
        let each = 8 / bits;
        let pack = |labels: &[Label]| {
            let shifted = labels
                .iter()
                .zip(0..)
                .map(|(label, at)| label << (at * bits));
            shifted.fold(0, |byte, label| byte | label)
        };
        let mut bytes: Vec<u8> = self.labels.chunks(each as usize).map(pack).collect();
        bytes.extend(
            self.distances
                .iter()
                .flat_map(|distance| distance.to_le_bytes()),
        );
        bytes
    }

    /// `None` if these are not the bytes of `count` states with `values`
    /// labels.
    pub fn from_bytes(bytes: &[u8], count: usize, values: usize, distances: bool) -> Option<Self> {
        let bits = label_bits(values);
        let each = (8 / bits) as usize;
        let (packed, rest) = bytes.split_at_checked(count.div_ceil(each))?;
        let mask = u8::MAX >> (8 - bits);
        let label = |place: usize| packed[place / each] >> (place % each * bits as usize) & mask;
        let labels: Vec<Label> = (0..count).map(label).collect();
        let whole = labels.iter().all(|&label| usize::from(label) < values);
        let expected = if distances { count * 2 } else { 0 };
        if !whole || rest.len() != expected {
            return None;
        }
        let pairs = rest.chunks_exact(2);
        let distances = pairs.map(|pair| Distance::from_le_bytes([pair[0], pair[1]]));
        Some(Valued {
            labels,
            distances: distances.collect(),
        })
    }
}

/// A power of two, so that no label crosses a byte.
fn label_bits(values: usize) -> u32 {
    match values {
        0..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_distances_come_back() {
        for values in [1, 2, 3, 5, 17, 255] {
            for count in [0, 1, 7, 8, 9, 100] {
                let valued = Valued {
                    labels: (0..count).map(|at| (at % values) as Label).collect(),
                    distances: (0..count).map(|at| at as Distance * 600).collect(),
                };
                let bytes = valued.to_bytes(values);
                let back = Valued::from_bytes(&bytes, count, values, true);
                assert_eq!(back, Some(valued));
                let longer = [bytes.as_slice(), &[0]].concat();
                assert_eq!(Valued::from_bytes(&longer, count, values, true), None);
            }
        }
    }

    #[test]
    fn a_label_that_means_nothing_is_refused() {
        assert_eq!(Valued::from_bytes(&[0b11], 1, 3, false), None);
    }
}

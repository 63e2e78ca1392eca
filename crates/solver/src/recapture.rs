//! How many states there are, by how often a sample meets the same state again.
//!
//! For games whose layers share states: there the sizes of the first layers do not tell
//! when new states run out. If states are drawn at random from n, a pair of them is equal
//! with probability 1/n. If some states are drawn more often than others, equal pairs are
//! more frequent: so what follows is rather too small.

use crate::sample::Sampled;

/// Layers between two states that are compared: nearer ones are equal because moves were
/// taken back.
const BETWEEN: usize = 16;

/// Equal pairs from which on their number tells the number of states.
const ENOUGH: f64 = 10.0;

/// What a sample tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recaptured {
    /// There are hardly fewer states.
    pub low: f64,
    /// How many there are, if enough of them were met again.
    pub likely: Option<f64>,
}

/// Compares all pairs of states that are far enough apart.
pub fn recapture(sampled: &Sampled) -> Recaptured {
    let layers = &sampled.layers;
    let mut pairs = 0.0;
    for (index, layer) in layers.iter().enumerate().skip(BETWEEN) {
        let before: usize = layers[..=index - BETWEEN].iter().map(Vec::len).sum();
        pairs += before as f64 * layer.len() as f64;
    }
    let equal = equal_pairs(layers) as f64;
    // Three standard deviations above what was seen; with none seen, three.
    let most = equal + 3.0 * equal.sqrt().max(1.0);
    Recaptured {
        low: pairs / most,
        likely: (equal >= ENOUGH).then(|| pairs / equal),
    }
}

fn equal_pairs(layers: &[Vec<u64>]) -> u64 {
    let states = layers.iter().enumerate();
    let mut states: Vec<(u64, usize)> = states
        .flat_map(|(index, layer)| layer.iter().map(move |&state| (state, index)))
        .collect();
    states.sort_unstable();
    let same = states.chunk_by(|a, b| a.0 == b.0);
    same.map(|places| {
        let pairs = places.iter().enumerate().map(|(rank, place)| {
            let before = places[..rank].iter();
            before.filter(|it| it.1 + BETWEEN <= place.1).count() as u64
        });
        pairs.sum::<u64>()
    })
    .sum()
}

#[cfg(test)]
mod tests {
    use game::Draws;

    use super::*;

    fn sampled(states: usize) -> Sampled {
        let mut draws = Draws::new(1);
        let mut layer = || (0..200).map(|_| draws.below(states) as u64).collect();
        Sampled {
            layers: (0..100).map(|_| layer()).collect(),
            ..Sampled::default()
        }
    }

    #[test]
    fn uniform_draws_tell_the_number_of_states() {
        let found = recapture(&sampled(100_000));
        let likely = found.likely.unwrap() / 100_000.0;
        assert!((0.9..1.1).contains(&likely), "{found:?}");
        assert!(found.low < 100_000.0);
    }

    #[test]
    fn without_equal_pairs_there_is_a_least_number() {
        let found = recapture(&sampled(1 << 50));
        assert_eq!(found.likely, None);
        assert!((1e7..1e8).contains(&found.low), "{found:?}");
    }
}

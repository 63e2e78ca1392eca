//! How many states the layers to come have.
//!
//! In: the sizes of the first layers, and how many successors a state of each layer has
//! on average. Out: the sizes of all layers. Not here: games whose layers share states
//! (`recapture.rs`).
//!
//! A layer of n states with b successors each has n·b arrows into the next one. If k of
//! them lead to the same state on average, that has n·b/k states. In the layers that were
//! counted, k follows from their sizes. In most games it grows evenly, as there are ever
//! more orders of moves that lead to the same state: as a power of the layer's number, or
//! along a line. Both laws are fitted to the last layers that were counted. The power is
//! taken as likely: it came nearer on all games of known size (`docs/results.md`).

use crate::forecast::Estimate;

/// Layers to which a law is fitted: fewer would follow chance, more the opening.
const FITTED_LAYERS: usize = 8;

/// Arrows into a state up to which no two orders of moves were seen to meet.
const APART: f64 = 1.02;

/// Layers without such a meeting from which on play is taken for a tree.
const TREE_LAYERS: usize = 7;

/// What remains open even where both laws agree.
const MARGIN: f64 = 3.0;

/// Beyond this number of layers nothing is expected.
const MAX_LAYERS: usize = 10_000;

/// The layers of a game, counted or expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// The likely size of each.
    pub sizes: Vec<f64>,
    /// All states.
    pub states: Estimate,
}

/// What is known of the first layers.
pub struct Known<'a> {
    /// The sizes of the layers that were counted, at least one.
    pub sizes: &'a [f64],
    /// The mean number of different successors of a state, for as many layers as were
    /// sampled. If it ends with 0, there are no more layers.
    pub successors: &'a [f64],
    /// The number of roles.
    pub roles: usize,
    /// The largest number of states that is possible.
    pub bound: f64,
}

/// The mean number of arrows into a state of a layer, by its number.
type Law = Box<dyn Fn(f64) -> f64>;

impl Known<'_> {
    /// The layers to be expected.
    pub fn grow(&self) -> Growth {
        let (likely, other) = self.laws();
        let sizes = self.extrapolate(&likely);
        let counted: f64 = self.sizes.iter().sum();
        let within = |states: f64| states.clamp(counted, self.bound.max(counted));
        let first: f64 = sizes.iter().sum();
        let second: f64 = self.extrapolate(&other).iter().sum();
        Growth {
            sizes,
            states: Estimate {
                low: within(first.min(second) / MARGIN),
                likely: Some(within(first)),
                high: within(first.max(second) * MARGIN),
            },
        }
    }

    /// The likely law, and another that is possible.
    fn laws(&self) -> (Law, Law) {
        let arrows = self.arrows();
        let met = arrows.iter().filter(|it| it.1 > APART);
        let met: Vec<(f64, f64)> = met.copied().collect();
        if met.len() >= 2 {
            let logs: Vec<(f64, f64)> = met.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
            let (power, factor) = line(last(&logs));
            let (slope, offset) = line(last(&arrows));
            let power = power.max(0.0);
            let by_power = move |layer: f64| (factor + power * layer.ln()).exp();
            let by_line = move |layer: f64| offset + slope.max(0.0) * layer;
            return (Box::new(by_power), Box::new(by_line));
        }
        // Too little was seen: either no orders of moves meet, or all of each role's.
        let tree = |_: f64| 1.0;
        let roles = self.roles.max(1) as f64;
        let orders = move |layer: f64| (layer / roles).ceil();
        match self.sizes.len() >= TREE_LAYERS {
            true => (Box::new(tree), Box::new(tree)),
            false => (Box::new(orders), Box::new(tree)),
        }
    }

    /// The arrows into a state, on average, in the layers that were counted.
    fn arrows(&self) -> Vec<(f64, f64)> {
        let layers = self.sizes.windows(2).zip(self.successors);
        let arrows = layers.zip(1u32..);
        arrows
            .map(|((sizes, out), layer)| (f64::from(layer), sizes[0] * out / sizes[1]))
            .collect()
    }

    fn extrapolate(&self, law: &Law) -> Vec<f64> {
        let mut sizes = self.sizes.to_vec();
        let mut states: f64 = sizes.iter().sum();
        let last = self.successors.last().copied().unwrap_or(0.0);
        while let Some(&size) = sizes.last()
            && sizes.len() < MAX_LAYERS
            && states <= self.bound
        {
            let out = self.successors.get(sizes.len() - 1).copied();
            let next = size * out.unwrap_or(last) / law(sizes.len() as f64).max(1.0);
            if next < 1.0 {
                break;
            }
            states += next;
            sizes.push(next);
        }
        sizes
    }
}

fn last(points: &[(f64, f64)]) -> &[(f64, f64)] {
    &points[points.len().saturating_sub(FITTED_LAYERS)..]
}

/// The line through points by least squares: its slope, and its value at 0. With one
/// abscissa it is level.
pub fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len().max(1) as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|it| it.0), mean(|it| it.1));
    let across: f64 = points.iter().map(|it| (it.0 - x).powi(2)).sum();
    let up: f64 = points.iter().map(|it| (it.0 - x) * (it.1 - y)).sum();
    let slope = if across > 0.0 { up / across } else { 0.0 };
    (slope, y - slope * x)
}

/// The nodes of all layers as sets: in the layers that were counted, they grow as a power
/// of the number of states.
pub fn nodes(counted: &[f64], sizes: &[f64]) -> f64 {
    let logs = sizes.iter().zip(counted);
    let logs: Vec<(f64, f64)> = logs.map(|(x, y)| (x.ln(), y.ln())).collect();
    let (power, factor) = line(last(&logs));
    let expected = sizes.iter().skip(counted.len());
    let expected = expected.map(|states| (factor + power * states.ln()).exp().min(*states));
    counted.iter().sum::<f64>() + expected.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Binomial coefficients: all sets of 20 things, one more in each layer.
    fn sets_of_things() -> (Vec<f64>, Vec<f64>) {
        let sizes = (0..20).scan(1.0, |size, layer| {
            let this = *size;
            *size *= f64::from(20 - layer) / f64::from(layer + 1);
            Some(this)
        });
        (sizes.collect(), (0..=20).rev().map(f64::from).collect())
    }

    fn growth(sizes: &[f64], successors: &[f64], bound: f64) -> Growth {
        let known = Known {
            sizes,
            successors,
            roles: 1,
            bound,
        };
        known.grow()
    }

    #[test]
    fn where_arrows_follow_the_law_the_forecast_is_exact() {
        let (sizes, successors) = sets_of_things();
        let growth = growth(&sizes[..6], &successors, 1e30);
        assert_eq!(growth.sizes.len(), 21);
        let all = f64::from(1 << 20);
        assert!(
            (growth.states.likely.unwrap() / all - 1.0).abs() < 1e-6,
            "{growth:?}"
        );
        assert!(growth.states.low < all && all < growth.states.high);
    }

    #[test]
    fn a_tree_stays_a_tree_and_a_bound_is_kept() {
        let sizes: Vec<f64> = (0..8).map(|layer| 3f64.powi(layer)).collect();
        let mut successors = vec![3.0; 11];
        successors.push(0.0);
        let tree = (3f64.powi(12) - 1.0) / 2.0;
        assert_eq!(growth(&sizes, &successors, 1e30).states.likely, Some(tree));
        assert_eq!(growth(&sizes, &successors, 5000.0).states.high, 5000.0);
    }

    #[test]
    fn without_a_next_layer_all_is_counted() {
        let counted = growth(&[1.0, 2.0], &[2.0, 0.0], 1e30);
        assert_eq!(counted.sizes, [1.0, 2.0]);
    }

    #[test]
    fn nodes_grow_as_a_power_of_states() {
        let sizes: Vec<f64> = (0..10).map(|layer| 100f64.powi(layer)).collect();
        let counted: Vec<f64> = (0..5).map(|layer| 10f64.powi(layer)).collect();
        let expected: f64 = (0..10).map(|layer| 10f64.powi(layer)).sum();
        assert!((nodes(&counted, &sizes) / expected - 1.0).abs() < 1e-6);
    }
}

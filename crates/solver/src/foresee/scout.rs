//! From layers that were counted to the forecast of all.

use analysis::Facts;
use game::Playable;

use super::seen::Seen;
use crate::forecast::{Estimate, Forecast, NodeForecast};
use crate::growth::{Known, nodes};
use crate::knobs::Knobs;
use crate::recapture::recapture;
use crate::run::{Run, in_layers};
use crate::sample::{Sampled, Size, sample};

/// The base-2 logarithm of the largest number of states that is told apart.
const MAX_BOUND: f64 = 996.0;

/// How many times what was counted a number of states must be to be likely.
const BEYOND: f64 = 2.0;

/// What is known of a game's states before they are seen.
#[derive(Clone, Copy, Debug)]
pub struct Scout {
    /// The bits of a packed state.
    bits: Option<u64>,
    /// The most states that proven groups allow.
    bound: f64,
    roles: usize,
    /// Whether no state is in two layers, as far as is known.
    layered: bool,
}

impl Scout {
    /// What the facts about a game say.
    pub fn new(facts: &Facts, roles: usize) -> Self {
        let groups = facts.partition().iter();
        let bound: f64 = groups.map(|group| (group.values() as f64).log2()).sum();
        Scout {
            bits: Some(facts.bits()),
            bound: bound.min(MAX_BOUND).exp2(),
            roles,
            layered: in_layers(facts),
        }
    }

    /// For states of which nothing is known.
    pub fn unpacked(roles: usize) -> Self {
        Scout {
            bits: None,
            bound: MAX_BOUND.exp2(),
            roles,
            layered: false,
        }
    }

    /// The forecast of a game all of whose states were counted.
    pub fn counted(&self, seen: &Seen, knobs: &Knobs) -> Forecast {
        let states = Estimate::exact(seen.states());
        let sizes: Vec<f64> = seen.sizes.iter().map(|&it| it as f64).collect();
        self.told(seen, Some(&sizes), states, knobs)
    }

    /// The forecast of a game of which these layers were counted.
    ///
    /// # Errors
    ///
    /// Those of the game.
    pub fn foresee<G: Playable>(
        &self,
        game: &mut G,
        start: G::State,
        seen: &Seen,
        run: &Run<'_>,
    ) -> Result<Forecast, G::Error> {
        let sampled = sample(game, start, self.size(run.knobs), &run.limits.stop)?;
        Ok(match self.layered {
            true => self.grown(seen, &sampled, run.knobs),
            false => self.recaptured(seen, &sampled, run.knobs),
        })
    }

    /// How large a sample is worth its time.
    fn size(&self, knobs: &Knobs) -> Size {
        let Size {
            layer,
            all,
            successors,
        } = knobs.sample;
        // States that are met again have to be far from the start, and from each other:
        // few at a time, over many layers.
        let share = if self.layered { 1 } else { 8 };
        Size {
            layer: (layer / share).max(1),
            successors: successors / share,
            // The interpreter is slow.
            all: if self.bits.is_some() { all } else { all / 16 },
        }
    }

    /// By how layers grow.
    fn grown(&self, seen: &Seen, sampled: &Sampled, knobs: &Knobs) -> Forecast {
        let sizes: Vec<f64> = seen.sizes.iter().map(|&it| it as f64).collect();
        let known = Known {
            sizes: &sizes,
            successors: &sampled.successors,
            roles: self.roles,
            bound: self.bound,
        };
        let growth = known.grow();
        self.told(seen, Some(&growth.sizes), growth.states, knobs)
    }

    /// By how often states are met again.
    fn recaptured(&self, seen: &Seen, sampled: &Sampled, knobs: &Knobs) -> Forecast {
        let found = recapture(sampled);
        let counted = seen.states() as f64;
        let within = |states: f64| states.clamp(counted, self.bound.max(counted));
        let states = Estimate {
            low: within(found.low),
            // A sample that meets few states again and again tells of these alone.
            likely: found.likely.filter(|it| *it > BEYOND * counted).map(within),
            high: within(self.bound),
        };
        self.told(seen, None, states, knobs)
    }

    fn told(
        &self,
        seen: &Seen,
        sizes: Option<&[f64]>,
        states: Estimate,
        knobs: &Knobs,
    ) -> Forecast {
        let counted: Vec<f64> = seen.nodes.iter().map(|&it| it as f64).collect();
        let sets = sizes.filter(|_| !counted.is_empty());
        let nodes = sets.map(|sizes| NodeForecast {
            counted: seen.nodes.iter().map(|&it| it as u64).sum(),
            expected: nodes(&counted, sizes),
        });
        Forecast {
            states,
            layers: sizes.map(<[f64]>::len),
            counted: (seen.states(), seen.sizes.len()),
            bits: self.bits,
            fits: match &nodes {
                Some(nodes) => Some(nodes.expected <= knobs.many_nodes as f64),
                None => fits(&states, knobs.many as f64),
            },
            nodes,
        }
    }
}

/// Whether there are at most so many states, if that can be told.
fn fits(states: &Estimate, most: f64) -> Option<bool> {
    match states.likely {
        Some(likely) => Some(likely <= most),
        None if states.low > most => Some(false),
        None if states.high <= most => Some(true),
        None => None,
    }
}

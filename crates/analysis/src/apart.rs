//! Layers that have no state in common, and the evidence for it.
//!
//! In: a measure of progress. Out: [`Apart`], the only type that gives the layer of a
//! state. It comes from a proof, or from a check of all states of all layers: a guess
//! that nothing has checked gives no layers.

use ground::{BitState, FluentId};

use crate::measure::Progress;

/// A measure that, from one state on, every move is claimed to raise by exactly one.
///
/// An engine that lists layers, each with *all* successors of the one before, reports
/// with [`Claim::note`] whether the states of the next layer have the right measure.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    progress: &'a Progress,
    /// The measure of the first state.
    first: i64,
    /// The number of layers checked, from the first one on.
    checked: u64,
}

/// A state that does not have the measure of its layer: the claim is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refuted;

/// Evidence that layers have no state in common: a state's measure gives its layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    weights: Vec<i64>,
    first: i64,
}

impl<'a> Claim<'a> {
    /// The claim for play that begins in a reachable state; `None` if moves may add more
    /// than one.
    pub fn new(progress: &'a Progress, fluents: &[FluentId], start: &BitState) -> Option<Self> {
        let held = fluents.iter().copied().filter(|&it| start.holds(it));
        progress.incremental.then(|| Claim {
            progress,
            first: progress.sum(held),
            checked: 0,
        })
    }

    /// Whether nothing is left to check.
    pub fn is_proven(&self) -> bool {
        self.progress.proven
    }

    /// The weight of each fluent.
    pub fn weights(&self) -> &'a [i64] {
        &self.progress.weights
    }

    /// The measure of every state of a layer; `None` where that is proven.
    pub fn wanted(&self, layer: u64) -> Option<i64> {
        (!self.progress.proven).then_some(self.first + layer as i64)
    }

    /// Records whether all states of a layer have the measure [`wanted`](Claim::wanted).
    ///
    /// # Errors
    ///
    /// [`Refuted`] if they do not, or if the layers before were not checked.
    pub fn note(&mut self, layer: u64, fits: bool) -> Result<(), Refuted> {
        if !self.progress.proven && (!fits || layer > self.checked) {
            return Err(Refuted);
        }
        self.checked = self.checked.max(layer + 1);
        Ok(())
    }

    /// The claim as a fact about the first `layers` layers.
    ///
    /// Each move of an expanded state leads to the next layer. If all states of both
    /// layers have the measures of their layers, the move adds one. That is the claim
    /// for these layers, and nothing there depends on more.
    ///
    /// # Errors
    ///
    /// [`Refuted`] if it is not proven and one of the layers was not checked.
    pub fn apart(&self, layers: u64) -> Result<Apart, Refuted> {
        match self.progress.proven || layers <= self.checked {
            true => Ok(Apart {
                weights: self.progress.weights.clone(),
                first: self.first,
            }),
            false => Err(Refuted),
        }
    }
}

impl Apart {
    /// The weight of each fluent.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// The measure of the first state: another state's layer is its measure minus this.
    pub fn first(&self) -> i64 {
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(proven: bool, incremental: bool) -> Progress {
        Progress {
            weights: vec![1, 2],
            start: 0,
            incremental,
            proven,
        }
    }

    fn claim(progress: &Progress) -> Option<Claim<'_>> {
        Claim::new(progress, &[], &BitState::new(0, |_| false))
    }

    #[test]
    fn a_guess_that_was_not_checked_tells_no_layers() {
        let guess = progress(false, true);
        let mut claim = claim(&guess).unwrap();
        assert_eq!(claim.apart(1), Err(Refuted));
        claim.note(0, true).unwrap();
        claim.note(1, true).unwrap();
        assert!(claim.apart(2).is_ok());
        assert_eq!(claim.apart(3), Err(Refuted));
        assert_eq!(claim.note(2, false), Err(Refuted));
        assert_eq!(claim.note(3, true), Err(Refuted), "the third was left out");
    }

    #[test]
    fn a_proof_needs_no_check() {
        let proven = progress(true, true);
        let claim = claim(&proven).unwrap();
        assert_eq!(claim.wanted(7), None);
        assert_eq!(claim.apart(100).unwrap().weights(), [1, 2]);
    }

    #[test]
    fn layers_need_moves_that_add_one() {
        assert!(claim(&progress(true, false)).is_none());
    }
}

//! The layers that were counted, as engines report them.

use game::Count;

/// The layers that were counted, from the start on.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// How many states each has.
    pub sizes: Vec<Count>,
    /// How many nodes each takes as a set, if they were taken as sets.
    pub nodes: Vec<usize>,
    /// Whether there are layers that were not reported, such as those of an earlier run.
    gaps: bool,
    /// Whether a layer is reported while its states are still being expanded.
    late: bool,
}

impl Seen {
    /// Takes notice of an engine that lists states. With packed states, it reports a layer
    /// before it expands it, when all states of the layer are known. State by state, it
    /// reports how many states it has expanded; that shows at the first layer, which has
    /// one state.
    pub fn listed(&mut self, progress: explicit::Progress) {
        let explicit::Progress::Forward {
            layer,
            states,
            expanded,
            ..
        } = progress
        else {
            return;
        };
        let layer = layer as usize;
        self.late |= self.sizes.is_empty() && layer == 0 && states != 1;
        self.gaps |= layer > self.sizes.len();
        let total = if self.late { expanded } else { states };
        let before: Count = self.sizes.iter().take(layer).sum();
        let size = Count::from(total).saturating_sub(before);
        match self.sizes.get_mut(layer) {
            Some(known) if self.late => *known = size,
            Some(_) => {}
            None => self.sizes.push(size),
        }
    }

    /// Leaves out the last layer, if not all of its states are known.
    pub fn drop_unfinished(&mut self) {
        if self.late && self.sizes.len() > 1 {
            self.sizes.pop();
        }
    }

    /// Takes notice of an engine that works on sets.
    pub fn in_sets(&mut self, progress: symbolic::Progress) {
        let symbolic::Progress::Forward {
            layer,
            states,
            nodes,
            ..
        } = progress
        else {
            return;
        };
        self.gaps |= layer != self.sizes.len() as u64;
        self.sizes.push(states);
        self.nodes.push(nodes);
    }

    /// The states of these layers.
    pub fn states(&self) -> Count {
        self.sizes.iter().sum()
    }

    /// Whether all states of all layers up to the last one are known.
    pub fn is_whole(&self) -> bool {
        !self.gaps && !self.late && !self.sizes.is_empty()
    }
}

//! The choice of groups for packing states: disjoint, and few bits.

use ground::FluentId;

use crate::facts::{Facts, Group};

impl Facts {
    /// Chooses [`Facts::partition`].
    pub(crate) fn choose_partition(&self) -> Vec<Group> {
        let mut open = vec![true; self.fluents.len()];
        for (fluent, _) in &self.constants {
            open[fluent.index()] = false;
        }
        self.partition_of(&mut open)
    }

    /// Like [`Facts::partition`], without the fluents that others determine
    /// ([`Facts::duplicates`]).
    pub fn partition_without_duplicates(&self) -> Vec<Group> {
        let mut open = vec![true; self.fluents.len()];
        let constants = self.constants.iter().map(|(fluent, _)| fluent);
        for fluent in constants.chain(self.duplicates.iter().map(|it| &it.fluent)) {
            open[fluent.index()] = false;
        }
        self.partition_of(&mut open)
    }

    fn partition_of(&self, open: &mut [bool]) -> Vec<Group> {
        let mut chosen = Vec::new();
        let mut candidates: Vec<Group> = self.groups.clone();
        // The greatest saving first: simple, and on grids of equal groups (a
        // cell's pieces, a piece's cells) it keeps to one direction.
        loop {
            for group in &mut candidates {
                narrow(group, open);
            }
            candidates.retain(|group| saves(group) > 0);
            let best = candidates
                .iter()
                .enumerate()
                .max_by_key(|(place, group)| (saves(group), std::cmp::Reverse(*place)));
            let Some((place, _)) = best else { break };
            let group = candidates.swap_remove(place);
            for fluent in &group.fluents {
                open[fluent.index()] = false;
            }
            chosen.push(group);
        }
        chosen.extend(self.singles(open));
        chosen.sort();
        chosen
    }

    fn singles(&self, open: &[bool]) -> Vec<Group> {
        let single = |fluent: &FluentId| Group {
            fluents: vec![*fluent],
            exactly_one: false,
        };
        let fluents = self.fluents.iter();
        let left = fluents.filter(|fluent| open[fluent.index()]);
        left.map(single).collect()
    }
}

/// Keeps only the open fluents.
fn narrow(group: &mut Group, open: &[bool]) {
    let before = group.fluents.len();
    group.fluents.retain(|fluent| open[fluent.index()]);
    // One of the fluents taken out may be the one that holds.
    group.exactly_one &= group.fluents.len() == before;
}

/// The bits that a group saves, compared with one bit for each fluent.
fn saves(group: &Group) -> i64 {
    saving(group.fluents.len(), group.exactly_one)
}

/// The bits that a group of `fluents` fluents saves.
pub(crate) fn saving(fluents: usize, exactly_one: bool) -> i64 {
    let values = fluents + usize::from(!exactly_one);
    fluents as i64 - i64::from(values.next_power_of_two().trailing_zeros())
}

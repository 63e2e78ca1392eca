//! The codes of a field of variables: which fluents hold of one group, or of several
//! groups together.

use analysis::Group;
use ground::FluentId;

/// Groups that share a field, and what its codes stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The groups; the first one counts most in the numbering of codes.
    pub groups: Vec<Group>,
    /// For each code the fluents that hold, in the order of the groups. None for an
    /// unused code, which occurs in no reachable state.
    pub codes: Vec<Option<Vec<FluentId>>>,
}

impl Block {
    /// One group, its codes in the order of its fluents.
    pub fn single(group: &Group) -> Self {
        let codes = group.codes().into_iter();
        Block {
            groups: vec![group.clone()],
            codes: codes.map(|it| Some(it.into_iter().collect())).collect(),
        }
    }

    /// Several groups, with the combinations of their codes that may occur, by the
    /// number of moves after which they do.
    ///
    /// Combinations are numbered by that number of moves, then by the first group, then
    /// by the second and so on. So what is built up step by step has its last steps in
    /// the high bits or in the low ones, depending on the order of the groups. Code 0
    /// stays unused if that costs no bit: where each step doubles the combinations, the
    /// highest set bit then tells the number of steps.
    pub fn merged(groups: &[Group], combinations: &[Vec<Vec<usize>>]) -> Self {
        let of: Vec<_> = groups.iter().map(Group::codes).collect();
        let fluents = |codes: Vec<usize>| {
            let held = codes.iter().zip(&of).filter_map(|(&code, of)| of[code]);
            Some(held.collect())
        };
        let count = combinations.iter().map(Vec::len).sum::<usize>();
        let mut codes = Vec::new();
        if !count.is_power_of_two() {
            codes.push(None);
        }
        for layer in combinations {
            let mut layer = layer.clone();
            layer.sort_unstable();
            codes.extend(layer.into_iter().map(fluents));
        }
        Block {
            groups: groups.to_vec(),
            codes,
        }
    }

    pub fn bits(&self) -> u32 {
        self.codes.len().next_power_of_two().trailing_zeros()
    }

    /// The codes in use, with the fluents that hold.
    pub fn meanings(&self) -> impl Iterator<Item = (usize, &[FluentId])> {
        let codes = self.codes.iter().enumerate();
        codes.filter_map(|(code, it)| it.as_deref().map(|it| (code, it)))
    }

    /// The code of exactly these fluents, in the order of the groups.
    pub fn code_of(&self, held: &[FluentId]) -> Option<usize> {
        let mut all = self.meanings();
        all.find(|(_, it)| *it == held).map(|(code, _)| code)
    }

    pub fn fluents(&self) -> impl Iterator<Item = FluentId> {
        self.groups
            .iter()
            .flat_map(|group| group.fluents.iter().copied())
    }
}

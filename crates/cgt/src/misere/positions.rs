//! Impartial positions that fall apart: options are sums of other positions.
//!
//! In: the options of each position. Out: [`PositionId`]s. Not here: who wins.

use crate::genus::Genus;
use crate::knobs::Exhausted;

/// A position of an [`Impartial`] set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId(pub(crate) u32);

impl PositionId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Positions of which some stand together: sorted, without ends.
pub(crate) type Sum = Vec<PositionId>;

/// Impartial positions, closed under options: each option is a sum of
/// positions that were added before.
///
/// ```
/// use cgt::{Impartial, MisereKnobs, PositionId};
///
/// // Nim heaps of 0, 1 and 2.
/// let mut heaps = Impartial::default();
/// let zero = heaps.add(&[]);
/// let one = heaps.add(&[vec![zero]]);
/// let two = heaps.add(&[vec![], vec![one]]);
/// let knobs = MisereKnobs::default();
/// assert!(heaps.mover_wins_misere(&[two, one], &knobs)?);
/// assert!(!heaps.mover_wins_misere(&[two, two], &knobs)?);
/// # Ok::<(), cgt::Exhausted>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Impartial {
    /// Sorted, without repetition.
    options: Vec<Vec<Sum>>,
    /// The genus of each position that is tame.
    genera: Vec<Option<Genus>>,
}

impl Impartial {
    /// Adds the position with these options, each a sum of positions. The empty
    /// sum is an end.
    ///
    /// # Panics
    ///
    /// If an option names a position that is not there.
    pub fn add(&mut self, options: &[Vec<PositionId>]) -> PositionId {
        let mut options: Vec<Sum> = options.iter().map(|sum| self.normal(sum)).collect();
        options.sort_unstable();
        options.dedup();
        self.genera.push(self.tame_genus(&options));
        self.options.push(options);
        PositionId((self.options.len() - 1) as u32)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Says whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = PositionId> + use<> {
        (0..self.options.len() as u32).map(PositionId)
    }

    pub(crate) fn options(&self, position: PositionId) -> &[Sum] {
        &self.options[position.index()]
    }

    /// Says whether the position has no options.
    pub(crate) fn is_end(&self, position: PositionId) -> bool {
        self.options(position).is_empty()
    }

    /// The sum, sorted and without ends.
    pub(crate) fn normal(&self, sum: &[PositionId]) -> Sum {
        let parts = sum.iter().copied();
        let mut normal: Sum = parts.filter(|&part| !self.is_end(part)).collect();
        normal.sort_unstable();
        normal
    }

    /// The genus of the sum, if all its parts are tame.
    pub(crate) fn tame_sum(&self, sum: &[PositionId]) -> Option<Genus> {
        let parts: Option<Vec<Genus>> = sum.iter().map(|part| self.genera[part.index()]).collect();
        Genus::sum(parts?)
    }

    fn tame_genus(&self, options: &[Sum]) -> Option<Genus> {
        let options: Option<Vec<Genus>> = options.iter().map(|sum| self.tame_sum(sum)).collect();
        let genus = Genus::of_options(options?);
        genus.is_tame().then_some(genus)
    }
}

/// Work units that are left.
#[derive(Debug)]
pub(crate) struct Work(pub(crate) u64);

impl Work {
    pub(crate) fn spend(&mut self, units: usize) -> Result<(), Exhausted> {
        let left = self.0.checked_sub(units as u64);
        self.0 = left.ok_or(Exhausted::Work)?;
        Ok(())
    }
}

/// The sum of two sorted sums.
pub(crate) fn joined(a: &[PositionId], b: &[PositionId]) -> Sum {
    let mut sum = [a, b].concat();
    sum.sort_unstable();
    sum
}

/// The sum after one part has been replaced by an option of it.
pub(crate) fn after_move(sum: &[PositionId], part: usize, option: &[PositionId]) -> Sum {
    let mut after: Sum = Vec::with_capacity(sum.len() - 1 + option.len());
    after.extend_from_slice(&sum[..part]);
    after.extend_from_slice(&sum[part + 1..]);
    after.extend_from_slice(option);
    after.sort_unstable();
    after
}

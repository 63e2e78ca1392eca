//! Bands of levels: a recursion looks results up once per band, not at each level.
//!
//! A lookup in the cache costs more than the rest of a step, and most lookups find
//! nothing. What follows a whole field is often the same for several of its values;
//! what follows half of its bits rarely is. So results are looked up and stored only
//! where a band begins. Inside a band a few steps are repeated, at most one for each
//! path through it.

use crate::knobs::Knobs;

/// The levels in bands, from the top.
#[derive(Clone, Debug)]
pub(crate) struct Bands {
    /// For each level, the first level below its band.
    ends: Vec<u32>,
}

impl Bands {
    /// Bands for fields with the given numbers of levels. A field is split into as few
    /// bands as possible; small fields share one.
    pub fn of_fields(fields: impl IntoIterator<Item = u32>) -> Self {
        let mut bands = Bands { ends: Vec::new() };
        let mut height = 0;
        for levels in fields {
            if height + levels <= Knobs::BAND_LEVELS {
                height += levels;
                continue;
            }
            bands.add(height);
            let parts = levels.div_ceil(Knobs::BAND_LEVELS);
            // The last part may be joined by the next field.
            let part = |it: u32| (levels + it) / parts;
            (0..parts - 1).for_each(|it| bands.add(part(it)));
            height = part(parts - 1);
        }
        bands.add(height);
        bands
    }

    fn add(&mut self, height: u32) {
        let end = self.levels() + height;
        self.ends.resize(end as usize, end);
    }

    /// The number of levels.
    pub fn levels(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The first level below the band of a level. Levels below all bands are bands of
    /// their own.
    #[inline(always)]
    pub fn end(&self, level: u32) -> u32 {
        self.ends.get(level as usize).map_or(level + 1, |it| *it)
    }
}

/// This number of variables, each a field of its own.
#[cfg(test)]
impl From<u32> for Bands {
    fn from(variables: u32) -> Self {
        Bands::of_fields((0..variables).map(|_| 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_not_cut_if_it_need_not_be() {
        let ends = |fields: &[u32]| Bands::of_fields(fields.iter().copied()).ends;
        assert!(ends(&[]).is_empty());
        assert_eq!(ends(&[1, 4, 3]), [1, 5, 5, 5, 5, 8, 8, 8]);
        assert_eq!(ends(&[1, 1, 2, 1]), [4, 4, 4, 4, 5]);
        assert_eq!(ends(&[0, 3, 0, 1]), [4, 4, 4, 4]);
        // As even as can be, and not more parts than it takes.
        assert_eq!(ends(&[1, 6, 1]), [1, 4, 4, 4, 8, 8, 8, 8]);
        assert_eq!(ends(&[9]), [3, 3, 3, 6, 6, 6, 9, 9, 9]);
        assert_eq!(ends(&[5]), [2, 2, 5, 5, 5]);
        let bands = Bands::of_fields([2, 3]);
        assert_eq!(bands.levels(), 5);
        assert_eq!(
            [0, 1, 2, 4, 5, 9].map(|it| bands.end(it)),
            [2, 2, 5, 5, 6, 10]
        );
    }
}

//! Random numbers, the same on every run.

/// Random numbers from a seed: `SplitMix64` (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Draws {
    random: u64,
}

impl Draws {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Draws { random: seed }
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which is at least 1; all are equally likely.
    pub fn below(&mut self, count: usize) -> usize {
        // The high bits of a product: as uniform as a draw of 64 bits allows.
        ((u128::from(self.draw()) * count as u128) >> 64) as usize
    }

    /// At most `count` of these; all choices are equally likely.
    pub fn choose<T>(&mut self, mut all: Vec<T>, count: usize) -> Vec<T> {
        let count = count.min(all.len());
        for place in 0..count {
            let other = place + self.below(all.len() - place);
            all.swap(place, other);
        }
        all.truncate(count);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_has_each_thing_at_most_once_and_about_equally_often() {
        let mut draws = Draws::new(1);
        let mut counts = [0; 5];
        for _ in 0..1000 {
            let mut chosen = draws.choose(vec![0, 1, 2, 3, 4], 2);
            chosen.sort_unstable();
            chosen.dedup();
            assert_eq!(chosen.len(), 2);
            chosen.iter().for_each(|&it| counts[it] += 1);
        }
        assert!(
            counts.iter().all(|count| (330..470).contains(count)),
            "{counts:?}"
        );
        assert_eq!(draws.choose(vec![7], 3), [7]);
    }
}

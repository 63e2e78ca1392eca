//! What many matches say of a player: its mean reward, and how sure that is.

use game::Reward;

/// What 95 % of a normal distribution are within, in standard deviations.
const WITHIN: f64 = 1.96;

/// The rewards of a player over many matches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// In points.
    rewards: Vec<f64>,
}

impl Standing {
    /// Adds a match.
    pub fn add(&mut self, reward: Reward) {
        self.rewards.push(reward.half_points() as f64 / 2.0);
    }

    /// The number of matches.
    pub fn matches(&self) -> usize {
        self.rewards.len()
    }

    /// The mean reward in points; `None` without matches.
    pub fn mean(&self) -> Option<f64> {
        let count = self.rewards.len();
        (count > 0).then(|| self.rewards.iter().sum::<f64>() / count as f64)
    }

    /// The bounds of the 95 % interval of the mean reward.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let low = self.rewards.iter().copied().fold(0.0, f64::min);
        let high = self.rewards.iter().copied().fold(100.0, f64::max);
        let share = (self.mean()? - low) / (high - low);
        let (from, to) = interval(share, self.rewards.len());
        Some((low + from * (high - low), low + to * (high - low)))
    }
}

/// The 95 % interval of a share after so many trials (Wilson 1927).
///
/// It is meant for trials with two results. Rewards between these vary less for the same
/// mean, so for them it is too wide if anything. It stays sensible where all results are
/// the same, and after few trials.
pub fn interval(share: f64, trials: usize) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let z2 = WITHIN * WITHIN;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let spread = (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let half = WITHIN * spread / (1.0 + z2 / n);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: (f64, f64), expected: (f64, f64)) {
        let near = |a: f64, b: f64| (a - b).abs() < 5e-4;
        let right = near(found.0, expected.0) && near(found.1, expected.1);
        assert!(right, "{found:?} is not {expected:?}");
    }

    #[test]
    fn intervals_are_those_of_tables() {
        // By R: binom::binom.wilson.
        close(interval(1.0, 10), (0.7225, 1.0));
        close(interval(0.5, 100), (0.4038, 0.5962));
        close(interval(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn rewards_are_scaled() {
        let mut standing = Standing::default();
        assert_eq!(standing.mean(), None);
        for points in [100, 0, 50, 50] {
            standing.add(Reward::from_points(points));
        }
        assert_eq!((standing.matches(), standing.mean()), (4, Some(50.0)));
        let (low, high) = standing.interval().unwrap();
        close((low / 100.0, high / 100.0), interval(0.5, 4));
    }
}
